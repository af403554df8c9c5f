//! A commit that fails: what was done is undone in memory, too.

use std::sync::atomic::{AtomicU32, Ordering};

use ashpost::campaign::CampaignId;
use ashpost::engine::Seat;
use ashpost::office::{Desk, World, extend, tick};
use rusqlite::Connection;

use crate::common::{CAMPAIGN, CAMPAIGN_TOML, House, mail, utc, world};

/// A campaign of which no transaction that queues an email can be committed.
fn that_commits_nothing() -> House {
    let mut house = House::new(CAMPAIGN_TOML);
    assert!(!house.tick(utc("2027-01-01T10:00:00Z")).has_trouble());
    house.news();
    let database = Connection::open(house.path(&format!("{CAMPAIGN}/campaign.db"))).unwrap();
    database
        .execute_batch(
            "CREATE TABLE never (number INTEGER REFERENCES journal (number) DEFERRABLE INITIALLY DEFERRED);
             CREATE TRIGGER never AFTER INSERT ON outbox BEGIN INSERT INTO never VALUES (-1); END;",
        )
        .unwrap();
    house
}

#[test]
fn a_command_that_is_not_committed_leaves_the_game_in_memory_as_it_was() {
    let house = that_commits_nothing();
    let now = world(utc("2027-01-02T10:00:00Z"));
    let mut desk = Desk::open(&house.host(), &CampaignId::new(CAMPAIGN).unwrap(), &now).unwrap();
    let deadline = |desk: &Desk| desk.campaign.progress.as_ref().unwrap().window.as_ref().unwrap().deadline.local.clone();
    let before = deadline(&desk);
    let error = extend(&mut desk, "3d".parse().unwrap(), None, &now).unwrap_err().to_string();
    assert!(error.contains("FOREIGN KEY"), "{error}");
    assert_eq!(deadline(&desk), before);
}

#[test]
fn the_host_remembers_nothing_of_an_email_that_is_not_committed() {
    let mut house = that_commits_nothing();
    let players = |house: &House| {
        let database = Connection::open(house.path("ashpost.db")).unwrap();
        database.query_row("SELECT value FROM fact WHERE name = 'players/rim-3'", [], |row| row.get::<_, String>(0)).unwrap()
    };
    let before = players(&house);
    let raw = mail("ann@player.example", &house.tag(Seat(1)), "1@player.example", "CONFIRM RESIGN\n");
    house.deliver(raw.as_bytes(), utc("2027-01-02T10:00:00Z"));
    assert!(house.tick(utc("2027-01-02T10:00:00Z")).has_trouble());
    assert_eq!((house.waiting().len(), players(&house)), (1, before));
}

#[test]
fn an_email_that_breaks_off_is_undone_alone_and_kept() {
    let mut house = House::new(CAMPAIGN_TOML);
    assert!(!house.tick(utc("2027-01-01T10:00:00Z")).has_trouble());
    house.news();
    let now = utc("2027-01-02T10:00:00Z");
    for (id, name, seat, text) in
        [(1, "ann", 1, "BUILD 1 FI ON 1\n"), (2, "bob", 2, "BUILD 1 FI ON 2\n"), (3, "ann", 1, "APPEND\nBUILD 1 RP ON 1\n")]
    {
        let raw = mail(&format!("{name}@player.example"), &house.tag(Seat(seat)), &format!("{id}@player.example"), text);
        house.deliver(raw.as_bytes(), now);
    }
    let answered = AtomicU32::new(0);
    let breaks = |place: &str| {
        let is_second = place == "after an email is answered" && answered.fetch_add(1, Ordering::Relaxed) == 1;
        assert!(!is_second, "a mistake");
    };
    let report = tick(&house.host(), &World { boundary: &breaks, ..world(now) }).unwrap();
    let verdicts: Vec<&str> = report.campaigns[0].mails.iter().map(|mail| mail.verdict.code()).collect();
    assert_eq!(verdicts, ["accepted", "quarantined", "replaced"]);
    assert_eq!(report.campaigns[0].sent_orders, [Seat(1)]);
    assert_eq!((answered.load(Ordering::Relaxed), house.waiting().len()), (3, 0), "all are put away");
    let sent: Vec<String> = house.news().into_iter().map(|letter| letter.to).collect();
    for (to, letters) in [("ann@player.example", 2), ("bob@player.example", 0), ("gm@pbem.example", 1)] {
        assert_eq!(sent.iter().filter(|address| *address == to).count(), letters, "{to}");
    }
}
