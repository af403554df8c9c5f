//! Two hosts that differ only in what another player has sent: nothing that a player is sent, and nothing that a command prints without
//! breaking the seal, tells which is which before the turn is played.

use ashpost::engine::{Dice, Seat, Seed};

use super::sealed::{ashpost, told};
use crate::common::{CAMPAIGN_TOML, House, cases, mail, utc};

/// What Ann and the game master's commands can see of a campaign in which Bob sends this.
fn seen(bob: &str) -> Vec<String> {
    let mut house = House::new(CAMPAIGN_TOML);
    house.tick(utc("2027-01-01T10:00:00Z"));
    let tags = [house.tag(Seat(1)), house.tag(Seat(2))];
    let mut deliver = |seat: usize, id: &str, text: &str, at: &str| {
        let address = ["ann@player.example", "bob@player.example"][seat];
        house.deliver(mail(address, &tags[seat], id, text).as_bytes(), utc(at));
        house.tick(utc(at));
    };
    deliver(0, "a1@x", "BUILD 1 FP ON 1\nSTATUS\n", "2027-01-02T10:00:00Z");
    deliver(1, "b1@x", bob, "2027-01-03T10:00:00Z");
    deliver(0, "a2@x", "BUILD 2 FP ON 1\nSPY ON 2\nSEND 9 FI FROM 1 TO 2\nSTATUS\nREPORT\nHELP\n", "2027-01-04T10:00:00Z");
    deliver(0, "a3@x", "nonsense\nORDERS?\nRULES\n", "2027-01-05T10:00:00Z");
    house.tick(utc("2027-01-06T21:00:00Z"));
    let mut seen: Vec<String> = house
        .news()
        .into_iter()
        .filter(|sent| sent.to.starts_with("ann"))
        .map(|sent| String::from_utf8_lossy(&sent.raw).into_owned())
        .collect();
    for command in [&["status"][..], &["replay", "rim-3"], &["report", "rim-3"], &["bundle", "rim-3", "-o", "-"], &["check-config"]] {
        seen.push(told(&ashpost(&house, "2027-01-06T22:00:00Z", command)).1);
    }
    let site = std::fs::read_to_string(house.path("rim-3/site/index.html")).unwrap();
    seen.push(site);
    seen
}

#[test]
fn what_others_have_sent_shows_nowhere_before_the_turn_is_played() {
    let mut chance = Dice::new(Seed([6; 32])).stream("others");
    let lines = [
        "BUILD 1 FP ON 2",
        "SEND ALL FI FROM 2 TO 1",
        "DECLARE WAR ON 1",
        "SPY ON 1",
        "ANNOUNCE \"Hello\"",
        "BUILD MAX PDU ON 2",
        "VOTE 1",
    ];
    let known = seen("BUILD 1 FP ON 2\n");
    for _ in 0..cases("FAIRNESS_HOSTS", 3) {
        let sheet: String = lines.iter().filter(|_| chance.below(2) == 0).map(|line| format!("{line}\n")).collect();
        let other = seen(&(sheet + "TARGET 9\nBUILD 2 OP ON 2\n"));
        assert_eq!(other.len(), known.len());
        for (one, other) in known.iter().zip(&other) {
            assert_eq!(one, other);
        }
    }
}
