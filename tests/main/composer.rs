//! The page in which orders are written by clicking: what its links hold, and who gets one.

use std::io::Read;

use ashpost::campaign::config::SealPolicy;
use ashpost::campaign::ticket::{SCHEMA, Ticket, thinned};
use ashpost::engine::{Pace, Seat, Table, Viewer};
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use flate2::read::DeflateDecoder;
use serde_json::{Value, json};

use crate::common::played::goldens;

/// A ticket as the office makes it, but for the form, which has no room in most links.
fn ticket(table: &dyn Table, seat: Seat) -> Ticket {
    Ticket {
        schema: SCHEMA,
        game: table.game().id().to_owned(),
        rules: table.game().rules(),
        campaign: "rim-3".into(),
        title: "The Rim, third war".into(),
        turn: table.turn() + 1,
        unit: table.game().unit().to_owned(),
        seat,
        name: table.players()[&seat].clone(),
        deadline: Some("2027-01-08T20:00:00Z".into()),
        deadline_says: "Friday 8 January 2027, 21:00 (Europe/Berlin)".into(),
        to: "games@pbem.example".into(),
        subject: format!("{} {} [rim-3 4F7KQ2XW9ABCDEFG]", table.game().unit(), table.turn() + 1),
        seal: SealPolicy::Host,
        template: "# Lines that begin with # are not read.\n".into(),
        view: thinned(table.game(), table.view(Viewer::Seat(seat))),
    }
}

/// What a page reads from the part of a link behind the `#`.
fn opened(fragment: &str) -> Value {
    let [form, packed, subject] = fragment.splitn(3, '.').collect::<Vec<_>>()[..] else { panic!("{fragment}") };
    assert_eq!(form, "v1");
    let mut json = String::new();
    DeflateDecoder::new(&URL_SAFE_NO_PAD.decode(packed).unwrap()[..]).read_to_string(&mut json).unwrap();
    let mut ticket: Value = serde_json::from_str(&json).unwrap();
    ticket["subject"] = json!(subject.replace("%20", " ").replace("%5B", "[").replace("%5D", "]"));
    ticket
}

#[test]
fn a_link_holds_the_ticket_of_every_player_in_every_game_and_stays_short() {
    for golden in goldens() {
        let mut lengths = Vec::new();
        for (table, turn) in golden.positions() {
            for seat in turn.sheets.keys() {
                let ticket = ticket(&*table, *seat);
                let fragment = ticket.fragment(table.game());
                let mut told = opened(&fragment);
                if told["template"] == "" {
                    told["template"] = json!(ticket.template);
                }
                assert_eq!(told, serde_json::to_value(&ticket).unwrap(), "{}", golden.folder.display());
                lengths.push(fragment.len());
            }
        }
        lengths.sort_unstable();
        let (median, longest) = (lengths[lengths.len() / 2], lengths[lengths.len() - 1]);
        println!("{}: median {median}, longest {longest}", golden.folder.file_name().unwrap().display());
        let limit = if golden.game.pace() == Pace::Alternating { 2_000 } else { 6_000 };
        assert!(longest < limit, "{}: {longest} letters", golden.folder.display());
    }
}
