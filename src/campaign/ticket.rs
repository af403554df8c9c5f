//! A ticket: all that a page in a browser needs to help a player with the orders of one turn. It travels after the `#` of a link, which
//! browsers send to no server.

use std::io::{Read as _, Write as _};

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use chrono::{DateTime, Utc};
use flate2::Compression;
use flate2::read::DeflateDecoder;
use flate2::write::DeflateEncoder;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::config::SealPolicy;
use super::{Address, CampaignId, escaped};
use crate::engine::{AnyGame, Seat};

/// The version of a ticket's fields; it is raised by any change that the page would notice.
pub const SCHEMA: u32 = 1;

/// The version of the link's format.
const FORM: &str = "v1";

/// The most bytes of a ticket before it is packed.
const LARGEST: u64 = 1 << 20;

/// What a player needs to write the orders of the open turn. Whoever has it sees what the player sees, and can send orders in the player's
/// name, because its subject has the token.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Ticket {
    /// [`SCHEMA`] of the program that wrote the link.
    pub schema: u32,
    /// The game's id.
    pub game: String,
    /// The version of the game's rules.
    pub rules: u32,
    /// The campaign's id, such as `rim-3`.
    pub campaign: CampaignId,
    /// The campaign's title for its players.
    pub title: String,
    /// The turn that orders are accepted for.
    pub turn: u32,
    /// What players call a turn.
    pub unit: String,
    /// The seat whose orders are written.
    pub seat: Seat,
    /// The player's name.
    pub name: String,
    /// The deadline in whole seconds, such as `2027-01-08T20:00:00Z`; null while nobody waits for the player.
    pub deadline: Option<DateTime<Utc>>,
    /// The deadline in the player's zone, such as `Friday 8 January 2027, 21:00 (Europe/Berlin)`; empty while nobody waits for the player.
    pub deadline_says: String,
    /// The address for orders.
    pub to: Address,
    /// The subject for orders, with the tag that proves the seat. It is in the link in plain text, so that a report that is sent again can
    /// get the token that is valid then.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub subject: String,
    /// Whether the player may seal orders against the game master.
    pub seal: SealPolicy,
    /// The form to begin with, in which every line is a comment; empty in a link to a page that prints it itself.
    pub template: String,
    /// The player's view, without fields that follow from the others.
    pub view: Value,
}

impl Ticket {
    /// The part after the `#` of the link: only letters, digits and `-._~%`, so that no mail program breaks it.
    pub fn fragment(&self, game: &dyn AnyGame) -> String {
        let prints_form = game.kit().composer().is_some_and(|composer| composer.prints_form);
        let template = if prints_form { String::new() } else { self.template.clone() };
        let told = Ticket { subject: String::new(), template, ..self.clone() };
        format!("{FORM}.{}.{}", URL_SAFE_NO_PAD.encode(packed(&told)), escaped(&self.subject))
    }
}

/// The part of a link after its `#`, with its ticket changed. `change` gets the ticket without its subject, which stays as it is in plain
/// text. `None` if the link has another format, or its ticket another [`SCHEMA`].
pub fn changed(fragment: &str, change: impl FnOnce(&mut Ticket)) -> Option<String> {
    let (form, rest) = fragment.split_once('.')?;
    let (ticket, subject) = rest.split_once('.').filter(|_| form == FORM)?;
    let mut json = String::new();
    DeflateDecoder::new(&URL_SAFE_NO_PAD.decode(ticket).ok()?[..]).take(LARGEST).read_to_string(&mut json).ok()?;
    let mut ticket: Ticket = serde_json::from_str(&json).ok().filter(|ticket: &Ticket| ticket.schema == SCHEMA)?;
    change(&mut ticket);
    Some(format!("{FORM}.{}.{subject}", URL_SAFE_NO_PAD.encode(packed(&ticket))))
}

/// Plain data with text keys as JSON, compressed so that the page can unpack it.
pub fn packed(data: &impl Serialize) -> Vec<u8> {
    let json = serde_json::to_vec(data).expect("what is packed is plain data with text keys");
    let mut packed = DeflateEncoder::new(Vec::new(), Compression::best());
    // Writing into memory cannot fail.
    let _ = packed.write_all(&json);
    packed.finish().unwrap_or_default()
}

/// A view without the fields that follow from the others.
pub fn thinned(game: &dyn AnyGame, view: &Value) -> Value {
    let derived = game.kit().composer().map(|composer| composer.derived).unwrap_or_default();
    let Some(fields) = view.as_object() else { return view.clone() };
    let kept = fields.iter().filter(|(name, _)| !derived.contains(&name.as_str()));
    Value::Object(kept.map(|(name, value)| (name.clone(), value.clone())).collect())
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::games;

    fn ticket() -> Ticket {
        Ticket {
            schema: SCHEMA,
            game: "anaash".into(),
            rules: 7,
            campaign: CampaignId::new("rim-3").unwrap(),
            title: "Глейд <3".into(),
            turn: 12,
            unit: "move".into(),
            seat: Seat(2),
            name: "Zoë".into(),
            deadline: Some("2027-01-08T20:00:00Z".parse().unwrap()),
            deadline_says: "Friday 8 January 2027, 21:00 (Europe/Berlin)".into(),
            to: Address::new("games@pbem.example").unwrap(),
            subject: "move 12 [rim-3 4F7KQ2XW9ABCDEFG]".into(),
            seal: SealPolicy::Host,
            template: "# a move\n".into(),
            view: json!({ "position": "g4=W3" }),
        }
    }

    #[test]
    fn a_link_holds_the_ticket_whole_and_its_subject_in_clear() {
        let fragment = ticket().fragment(games::by_id("anaash").unwrap());
        let [form, packed, subject] = fragment.split('.').collect::<Vec<_>>()[..] else { panic!("{fragment}") };
        assert_eq!((form, subject), ("v1", "move%2012%20%5Brim-3%204F7KQ2XW9ABCDEFG%5D"));
        assert!(fragment.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-._~%".contains(&byte)), "{fragment}");
        let mut json = String::new();
        DeflateDecoder::new(&URL_SAFE_NO_PAD.decode(packed).unwrap()[..]).read_to_string(&mut json).unwrap();
        let mut told: Value = serde_json::from_str(&json).unwrap();
        assert_eq!(told["subject"], Value::Null);
        told["subject"] = json!("move 12 [rim-3 4F7KQ2XW9ABCDEFG]");
        assert_eq!(told, serde_json::to_value(ticket()).unwrap());
        assert_eq!((&told["campaign"], &told["to"]), (&json!("rim-3"), &json!("games@pbem.example")));
        assert_eq!(told["deadline"], json!("2027-01-08T20:00:00Z"));
    }

    #[test]
    fn a_link_whose_ticket_is_changed_is_the_link_of_the_changed_ticket() {
        let game = games::by_id("anaash").unwrap();
        let fragment = ticket().fragment(game);
        assert_eq!(changed(&fragment, |_| ()), Some(fragment.clone()));
        let renamed = Ticket { name: "Cora".into(), deadline: None, ..ticket() };
        let change = |ticket: &mut Ticket| (ticket.name, ticket.deadline) = ("Cora".into(), None);
        assert_eq!(changed(&fragment, change), Some(renamed.fragment(game)));
        let newer = Ticket { schema: SCHEMA + 1, ..ticket() };
        assert_eq!([newer.fragment(game), "v2.AA.x".into()].map(|fragment| changed(&fragment, |_| ())), [None, None]);
    }
}
