//! Press: who gets a message, whether it may be sent, and how it is kept.

use std::collections::{BTreeMap, BTreeSet};

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use unicode_normalization::UnicodeNormalization;

use super::config::{CampaignConfig, PressConfig, PressDelay, PressKind, PressTo, SeatConfig};
use super::token::{Secret, Token};
use super::words::cleaned;
use super::{CampaignId, Fingerprint};
use crate::engine::reader::harmless;
use crate::engine::{NameIndex, NameMatch, Seat, is_same_name};

/// A message of a player to others, as it is kept for its readers.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Press {
    /// The seat of its writer, even if other players are not told.
    pub from: Seat,
    /// Who held the seats of its writer and of its private readers then; empty in what earlier versions have kept.
    #[serde(default)]
    pub holders: BTreeMap<Seat, PressHolder>,
    /// Its readers.
    pub to: Addressees,
    /// Whether other players are not told who wrote it.
    pub is_anonymous: bool,
    /// Its words, without reply tokens of the campaign.
    pub text: String,
    /// When its email was received.
    pub at: DateTime<Utc>,
    /// The code that names and orders its letters. It follows from the email and the secret and reveals nothing about either.
    pub code: String,
}

/// A player who wrote a message, or to whom it was written.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PressHolder {
    /// Their name then.
    pub name: String,
    /// Since when they held the seat; `None` for its first player.
    pub since: Option<DateTime<Utc>>,
}

/// The readers of a message.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Addressees {
    /// Everybody, including the public.
    All,
    /// Only these seats, never its writer.
    Seats(BTreeSet<Seat>),
}

/// Why a message is not sent.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(tag = "problem", rename_all = "kebab-case")]
pub enum PressRefusal {
    /// The campaign has no press.
    NoPress,
    /// END is missing.
    NoEnd,
    /// It has no words.
    Empty,
    /// It is longer than allowed.
    TooLong {
        /// The longest message, in KiB.
        kibibytes: u16,
    },
    /// Its writer has sent as many as allowed.
    TooMany {
        /// The most messages in 24 hours.
        most: u16,
    },
    /// No name follows TO.
    NoAddressee {
        /// The other players, such as `Bob (2)`.
        known: Vec<String>,
    },
    /// It names somebody who does not play.
    Unknown {
        /// The name that its writer used, safe to repeat.
        name: String,
        /// The nearest names; empty if none is near.
        near: Vec<String>,
        /// The other players, such as `Bob (2)`.
        known: Vec<String>,
    },
    /// It is addressed only to its writer.
    OnlyOneself,
    /// The campaign only allows messages to everybody.
    OnlyToAll,
    /// The campaign does not allow anonymous messages.
    NotAnonymous,
    /// In a game of two, an anonymous message has only one possible writer.
    OfTwo,
    /// The game is over, so no report follows that could bring it.
    Over,
}

/// What a player's message asks for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PressWish<'a> {
    /// The seat of the writer.
    pub from: Seat,
    /// The readers in the writer's words.
    pub to: &'a str,
    /// Whether the writer asks to stay anonymous.
    pub is_anonymous: bool,
    /// The words as written; `None` if END is missing.
    pub words: Option<&'a str>,
    /// The reply tokens of the campaign, which are removed from messages.
    pub tokens: &'a [Token],
    /// Whether the game is over.
    pub is_over: bool,
}

/// A message that may be sent.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Granted {
    /// Its readers.
    pub to: Addressees,
    /// Whether other players are not told who wrote it.
    pub is_anonymous: bool,
    /// Its words, without reply tokens of the campaign; never empty.
    pub text: String,
    /// Whether it is sent with the next report.
    pub waits: bool,
}

/// Decides whether a message may be sent. The caller checks how many its writer has sent.
///
/// # Errors
/// When it may not be sent.
pub fn grant(wish: &PressWish<'_>, config: &CampaignConfig) -> Result<Granted, PressRefusal> {
    let PressConfig { kind, to, delay, kibibytes, .. } = config.press;
    let is_anonymous = match kind {
        PressKind::None => return Err(PressRefusal::NoPress),
        PressKind::White if wish.is_anonymous => return Err(PressRefusal::NotAnonymous),
        PressKind::White => false,
        PressKind::Grey => true,
        PressKind::Both => wish.is_anonymous,
    };
    if is_anonymous && config.seats.len() == 2 {
        return Err(PressRefusal::OfTwo);
    }
    if is_anonymous && wish.is_over {
        return Err(PressRefusal::Over);
    }
    let addressees = addressees(wish.to, wish.from, &config.seats)?;
    if to == PressTo::All && addressees != Addressees::All {
        return Err(PressRefusal::OnlyToAll);
    }
    let text = cleaned(wish.words.ok_or(PressRefusal::NoEnd)?, wish.tokens);
    if text.is_empty() {
        return Err(PressRefusal::Empty);
    }
    if text.len() > usize::from(kibibytes) * 1024 {
        return Err(PressRefusal::TooLong { kibibytes });
    }
    let waits = !wish.is_over && (is_anonymous || delay == PressDelay::Turn);
    Ok(Granted { to: addressees, is_anonymous, text, waits })
}

/// Reads `ALL`, `2, Bob and Cy`, `2 3`.
fn addressees(text: &str, from: Seat, seats: &[SeatConfig]) -> Result<Addressees, PressRefusal> {
    let known = || seats.iter().filter(|seat| seat.number != from).map(|seat| format!("{} ({})", seat.name, seat.number)).collect();
    // A word for everybody may be a player's name; then the message is never made public.
    let is_player = seats.iter().any(|seat| is_same_name(&seat.name, text));
    if !is_player && ["all", "everybody", "everyone"].iter().any(|all| text.eq_ignore_ascii_case(all)) {
        return Ok(Addressees::All);
    }
    let (mut index, mut plain) = (NameIndex::new(), NameIndex::new());
    for seat in seats {
        index.add(&seat.name, seat.number);
        plain.add(&without_accents(&seat.name), seat.number);
    }
    // A whole name comes before one that lacks only accents, and that before a beginning: Zoe is nobody called Zoefia where Zoë plays.
    let find = |name: &str| {
        let is_whole = seats.iter().any(|seat| is_same_name(&seat.name, name));
        if is_whole { index.find(name) } else { plain.find(&without_accents(name)) }
    };
    let mut found = BTreeSet::new();
    for name in text.split([',', ';', '&', '+']).map(str::trim).filter(|name| !name.is_empty()) {
        for name in words_or_whole(name, find) {
            match find(&name) {
                NameMatch::One(seat) => found.insert(seat),
                NameMatch::Several | NameMatch::Unknown => {
                    return Err(PressRefusal::Unknown { near: index.nearest(&name), name: harmless(&name), known: known() });
                }
            };
        }
    }
    if found.is_empty() {
        return Err(PressRefusal::NoAddressee { known: known() });
    }
    found.remove(&from);
    if found.is_empty() { Err(PressRefusal::OnlyOneself) } else { Ok(Addressees::Seats(found)) }
}

/// A name as a keyboard without accents writes it: `Zoe` for `Zoë`. Marks of other scripts are no accents: they make another letter.
fn without_accents(name: &str) -> String {
    name.nfd().filter(|letter| !matches!(letter, '\u{300}'..='\u{36f}')).nfc().collect()
}

/// The text if it is a name, else the names between AND; numbers need nothing between them.
fn words_or_whole(text: &str, find: impl Fn(&str) -> NameMatch<Seat>) -> Vec<String> {
    let is_name = |text: &str| matches!(find(text), NameMatch::One(_));
    let words: Vec<&str> = text.split_whitespace().filter(|word| !word.eq_ignore_ascii_case("seat")).collect();
    let whole = words.join(" ");
    if is_name(&whole) {
        return vec![whole];
    }
    let parts: Vec<String> = words.split(|word| word.eq_ignore_ascii_case("and")).map(|part| part.join(" ")).collect();
    let numbers = |part: &String| part.split(' ').all(|word| word.bytes().all(|byte| byte.is_ascii_digit()));
    let split = |part: String| if numbers(&part) { part.split(' ').map(str::to_owned).collect() } else { vec![part] };
    parts.into_iter().filter(|part| !part.is_empty()).flat_map(split).collect()
}

impl Press {
    /// Whether a seat is among its addressees.
    pub fn is_for(&self, seat: Seat) -> bool {
        seat != self.from && self.is_for_all_but_its_writer(seat)
    }

    fn is_for_all_but_its_writer(&self, seat: Seat) -> bool {
        match &self.to {
            Addressees::All => true,
            Addressees::Seats(seats) => seats.contains(&seat),
        }
    }

    /// The same for all its readers but one; `None` if nobody else reads it, or if everybody does.
    pub fn without(&self, reader: Seat) -> Option<Press> {
        let Addressees::Seats(seats) = &self.to else { return None };
        let left: BTreeSet<Seat> = seats.iter().copied().filter(|seat| *seat != reader).collect();
        (!left.is_empty()).then(|| Press { to: Addressees::Seats(left), ..self.clone() })
    }

    /// Whether anybody may read it.
    pub fn is_public(&self) -> bool {
        self.to == Addressees::All
    }
}

impl Secret {
    /// The code that names the letters of a message. It is always the same for the same email, and does not reveal who sent it.
    pub fn press_code(&self, campaign: &CampaignId, fingerprint: &Fingerprint, index: usize) -> String {
        self.derive(&format!("press/{campaign}/{fingerprint}/{index}")).to_string().chars().take(24).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn config(kind: &str) -> CampaignConfig {
        let seat =
            |number: u8, name: &str| format!("[[seat]]\nnumber = {number}\nname = \"{name}\"\naddress = \"s{number}@player.example\"\n");
        let seats: String = ["Ann", "Bob", "Tom and Cy", "Bobby Dee"].iter().zip(1..).map(|(name, number)| seat(number, name)).collect();
        let text = format!(
            "title = \"x\"\ngame = \"empire_postal\"\nscenario = \"postal-classic\"\n[gm]\nname = \"Ida\"\naddress = \"gm@pbem.example\"\n\
             [schedule]\nevery_days = 7\nat = \"20:00\"\nzone = \"UTC\"\n[press]\n{kind}\nkibibytes = 1\n{seats}"
        );
        CampaignConfig::from_toml(std::path::Path::new("rim-3/campaign.toml"), &text).unwrap()
    }

    fn check(kind: &str, to: &str, words: Option<&str>) -> Result<Granted, PressRefusal> {
        let (to, is_anonymous) = to.strip_suffix(" ANONYMOUS").map_or((to, false), |to| (to, true));
        grant(&PressWish { from: Seat(1), to, is_anonymous, words, tokens: &[], is_over: false }, &config(kind))
    }

    #[test]
    fn addressees_go_by_number_or_name() {
        let seats = |to: &str| check("", to, Some("x")).map(|granted| granted.to);
        let of = |numbers: &[u8]| Ok(Addressees::Seats(numbers.iter().map(|number| Seat(*number)).collect()));
        assert_eq!(seats("all"), Ok(Addressees::All));
        assert_eq!(seats("2, bobby and seat 3"), of(&[2, 3, 4]));
        assert_eq!(seats("2 3"), of(&[2, 3]));
        assert_eq!(seats("Tom and Cy & Bob"), of(&[2, 3]), "a name may have an AND in it");
        assert_eq!(seats("1, 4"), of(&[4]), "nobody writes to themselves");
        assert_eq!(seats("ann"), Err(PressRefusal::OnlyOneself));
        assert_eq!(seats("B\u{f6}b and b\u{f2}bby"), of(&[2, 4]), "accents do not matter");
        assert!(matches!(seats("Bib"), Err(PressRefusal::Unknown { near, .. }) if near == ["Bob (2)"]));
        assert!(matches!(seats("9"), Err(PressRefusal::Unknown { name, .. }) if name == "9"));
        assert!(matches!(seats(""), Err(PressRefusal::NoAddressee { known }) if known.len() == 3));
    }

    #[test]
    fn a_name_without_its_accents_is_found_unless_it_could_be_several() {
        let mut seats = config("").said.seats;
        seats[1].name = "Zo\u{eb}".to_owned();
        let to = |text: &str, seats: &[SeatConfig]| addressees(text, Seat(1), seats);
        for text in ["Zoe", "zoe\u{308}", "ZO", "Zo\u{eb}"] {
            assert_eq!(to(text, &seats), Ok(Addressees::Seats([Seat(2)].into())), "{text}");
        }
        seats[2].name = "Zoefia".to_owned();
        assert_eq!(to("Zoe", &seats), Ok(Addressees::Seats([Seat(2)].into())), "a whole name but for its accents, not a beginning");
        seats[3].name = "\u{30ab}\u{30af}".to_owned();
        assert!(matches!(to("\u{30ac}\u{30af}", &seats), Err(PressRefusal::Unknown { .. })), "another letter, not an accent");
        seats[2].name = "Zoe".to_owned();
        assert_eq!(to("Zoe and Zo\u{eb}", &seats), Ok(Addressees::Seats([Seat(2), Seat(3)].into())));
        assert_eq!(to("zoe", &seats), Ok(Addressees::Seats([Seat(3)].into())));
        assert!(matches!(to("Zo\u{e9}", &seats), Err(PressRefusal::Unknown { .. })), "nobody knows which of the two");
    }

    #[test]
    fn words_for_a_player_who_is_called_all_stay_private() {
        let mut seats = config("").said.seats;
        seats[1].name = "All".to_owned();
        assert_eq!(addressees("ALL", Seat(1), &seats), Ok(Addressees::Seats([Seat(2)].into())));
        assert_eq!(addressees("everybody", Seat(1), &seats), Ok(Addressees::All));
    }

    #[test]
    fn a_campaign_says_what_may_be_written() {
        let granted = |kind: &str, to: &str| check(kind, to, Some("x")).map(|granted| (granted.is_anonymous, granted.waits));
        assert_eq!(granted("", "2"), Ok((false, false)));
        assert_eq!(granted("delay = \"turn\"", "2"), Ok((false, true)));
        assert_eq!(granted("", "2 ANONYMOUS"), Err(PressRefusal::NotAnonymous));
        assert_eq!(granted("kind = \"grey\"", "all"), Ok((true, true)), "at once would tell who it was");
        assert_eq!(granted("kind = \"both\"", "all"), Ok((false, false)));
        assert_eq!(granted("kind = \"both\"", "all ANONYMOUS"), Ok((true, true)));
        assert_eq!(granted("kind = \"none\"", "all"), Err(PressRefusal::NoPress));
        assert_eq!(granted("to = \"all\"", "2"), Err(PressRefusal::OnlyToAll));
        assert_eq!(check("", "2", None), Err(PressRefusal::NoEnd));
        assert_eq!(check("", "2", Some(" \n\u{202e}\n")), Err(PressRefusal::Empty));
        assert_eq!(check("", "2", Some(&"x".repeat(1025))), Err(PressRefusal::TooLong { kibibytes: 1 }));
        assert_eq!(check("", "2", Some("\na\u{7}\tb\n\u{202e}c  \n")).unwrap().text, "a b\nc");
    }
}
