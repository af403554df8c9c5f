//! `ashpost compact` drops old emails, and nothing that a game may still need.

use std::fs;

use ashpost::engine::Seat;
use rusqlite::Connection;

use crate::common::{CAMPAIGN_TOML, House, mail, utc};
use crate::fairness::sealed;

const OPENING: &str = "2027-01-01T12:00:00Z";
const MIDWEEK: &str = "2027-01-05T10:00:00Z";
const FIRST_DEADLINE: &str = "2027-01-09T09:00:00Z";
const LATER: &str = "2027-01-12T10:00:00Z";

/// What seat 1 writes, and whether its email is dropped.
const EMAILS: [(&str, &str, bool); 4] = [
    ("orders", "BUILD 1 FP ON 1\n", false),
    ("for a later turn", "TURN 3\nBUILD 1 FP ON 1\nEND\n", false),
    ("standing", "STANDING\nBUILD 2 FP ON 1\nEND\n", false),
    ("no orders", "STATUS\n", true),
];

fn house() -> House {
    let mut house = House::new(CAMPAIGN_TOML);
    let host_file = house.path("ashpost.toml");
    let text = fs::read_to_string(&host_file).unwrap();
    fs::write(host_file, text.replace("[limits]\n", "[limits]\nkeep_email_days = 1\n")).unwrap();
    house.tick(utc(OPENING));
    for (id, text, _) in EMAILS {
        let subject = format!("Re: {}", house.tag(Seat(1)));
        house.deliver(
            mail("ann@player.example", &subject, &format!("{}@player.example", id.replace(' ', "-")), text).as_bytes(),
            utc(MIDWEEK),
        );
    }
    house.tick(utc(MIDWEEK));
    house.tick(utc(FIRST_DEADLINE));
    house
}

/// Rows of a table as they are, whatever is in them.
fn rows(database: &Connection, sql: &str) -> Vec<Vec<rusqlite::types::Value>> {
    let mut statement = database.prepare(sql).unwrap();
    let columns = statement.column_count();
    let read = |row: &rusqlite::Row<'_>| (0..columns).map(|column| row.get(column)).collect();
    statement.query_map([], read).unwrap().map(Result::unwrap).collect()
}

#[test]
fn only_what_no_game_needs_is_let_go_of() {
    let house = house();
    let database = Connection::open(house.path("rim-3/campaign.db")).unwrap();
    let kept = || {
        ["SELECT * FROM journal", "SELECT * FROM snapshot", "SELECT * FROM report", "SELECT * FROM sheet", "SELECT * FROM left_orders"]
            .map(|sql| rows(&database, sql))
    };
    let lengths = || -> Vec<bool> {
        rows(&database, "SELECT length(raw) = 0 FROM mail ORDER BY id").concat().iter().map(|is| *is == 1.into()).collect()
    };
    let before = kept();
    assert!(before.iter().all(|rows| !rows.is_empty()) && !lengths().contains(&true), "{:?}", lengths());

    let output = sealed::ashpost(&house, LATER, &["compact"]);
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
    assert_eq!(kept(), before);
    assert_eq!(lengths(), EMAILS.map(|(.., is_let_go_of)| is_let_go_of), "of {EMAILS:?}");
    assert!(house.replay().is_ok());
}

#[test]
fn no_command_makes_anything_in_a_campaign_that_has_not_begun() {
    let house = house();
    let later = house.path("rim-4");
    fs::create_dir(&later).unwrap();
    fs::write(later.join("campaign.toml"), CAMPAIGN_TOML.replace("open = true", "open = false")).unwrap();
    let output = sealed::ashpost(&house, LATER, &["compact"]);
    assert!(String::from_utf8_lossy(&output.stdout).lines().all(|line| line.starts_with("rim-3: ")));
    assert_eq!((output.status.code(), later.join("campaign.db").exists()), (Some(0), false));
    // A command that names it says why nothing is done, and leaves the folder as it is.
    for command in ["compact rim-4", "extend rim-4 3d", "run rim-4", "broadcast rim-4 hello", "site rim-4", "token rim-4 1", "pause rim-4"]
    {
        let output = sealed::ashpost(&house, LATER, &command.split(' ').collect::<Vec<_>>());
        let told = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.code() == Some(1) && told.contains("`rim-4` has not begun"), "{command}: {told}");
        assert_eq!(fs::read_dir(&later).unwrap().count(), 1, "{command}");
    }
}

#[test]
fn a_campaign_that_cannot_be_opened_keeps_no_other_from_it() {
    let house = house();
    let broken = house.path("a-broken-one");
    fs::create_dir(&broken).unwrap();
    fs::write(broken.join("campaign.toml"), "title = 1\n").unwrap();
    let output = sealed::ashpost(&house, LATER, &["compact"]);
    let [out, errors] = [&output.stdout, &output.stderr].map(|text| String::from_utf8_lossy(text).into_owned());
    assert_eq!(output.status.code(), Some(1), "{errors}");
    assert!(out.starts_with("rim-3: ") && errors.contains("a-broken-one"), "{out}{errors}");
}
