//! A turn of a campaign by email, from the opening to the reports: only the host is ours.

use ashpost::post::Letter;
use serde_json::{Value, json};

use super::house::{Delivered, House, answer_by_s_nail, answer_by_swaks, report_id};
use super::postfix::Postfix;
use super::programs::lacking;

#[test]
fn two_players_play_a_turn_by_mail_and_get_each_report_once() {
    if lacking("a campaign by mail", &["postfix", "openssl", "swaks", "s-nail"]) {
        return;
    }
    let server = Postfix::start();
    let house = House::with_maildir(&server);
    open(&house);
    let (ann, bob) = (house.mails("ann", 1), house.mails("bob", 1));
    let (ann, bob) = (&ann[&report_id(0, 1)], &bob[&report_id(0, 2)]);
    assert!(ann.raw.contains("using TLS"), "it came without TLS: {}", ann.raw);

    let ann_wrote = answer_by_swaks(&server, "ann", ann, "BUILD 1 FP ON 1\nREADY\n");
    answer_by_s_nail(&server, "bob", "games@pbem.test", bob, "BUILD 1 FP ON 2\n");
    let arrived = server.wait_for_mails("games", 2);
    let from_bob = arrived.iter().map(|found| ashpost::post::Letter::read(&found.read(1_000_000).unwrap().unwrap()));
    let bob_wrote =
        from_bob.filter_map(|letter| Some(letter.inside.message_id?.to_string())).find(|id| *id != ann_wrote).expect("s-nail gives an id");
    let tick = house.tick();
    assert_eq!((verdicts(&tick), &tick["played"]), (json!(["accepted", "accepted"]), &json!([])), "{tick}");
    check_receipt(&house, "ann", "BUILD 1 FP ON 1", &ann_wrote);
    check_receipt(&house, "bob", "BUILD 1 FP ON 2", &bob_wrote);

    answer_by_s_nail(&server, "bob", "games@pbem.test", bob, "READY\n");
    server.wait_for_mails("games", 1);
    let tick = house.tick();
    assert_eq!((verdicts(&tick), &tick["played"][0]["sheets"]), (json!(["answered"]), &json!(2)), "{tick}");
    check_reports_of_turn_1(&house);

    for _ in 0..2 {
        let tick = house.tick();
        assert_eq!((verdicts(&tick), &tick["played"], &tick["outbox"]["sent"]), (json!([]), &json!([]), &json!(0)), "{tick}");
    }
    check_reports_of_turn_1(&house);
    house.ashpost(&["replay", super::common::CAMPAIGN]);
}

/// The first run opens the campaign, the second finds nothing to do.
fn open(house: &House<'_>) {
    let tick = house.tick();
    assert_eq!((&tick["played"][0]["turn"], &tick["outbox"]["sent"]), (&json!(0), &json!(2)), "{tick}");
    let tick = house.tick();
    assert_eq!((&tick["played"], &tick["outbox"]["sent"]), (&json!([]), &json!(0)), "{tick}");
}

fn verdicts(tick: &Value) -> Value {
    tick["mails"].as_array().map(|mails| mails.iter().map(|mail| mail["verdict"].clone()).collect()).unwrap_or_default()
}

/// A receipt answers the player's own email and says what was read.
fn check_receipt(house: &House<'_>, player: &str, order: &str, answered: &str) {
    let mails = house.mails(player, 2);
    let receipt = mails.values().find(|mail| answers(mail, answered)).unwrap_or_else(|| panic!("no answer to {answered}"));
    assert!(receipt.letter.subject.contains("1 order"), "{}", receipt.letter.subject);
    assert!(receipt.letter.orders.text.contains(order), "{}", receipt.raw);
}

/// Ann has report, receipt, report; Bob has an answer to READY as well.
fn check_reports_of_turn_1(house: &House<'_>) {
    for (player, seat, count) in [("ann", 1, 3), ("bob", 2, 4)] {
        let mails = house.mails(player, count);
        let report = mails.get(&report_id(1, seat)).unwrap_or_else(|| panic!("{player} has {:?}", mails.keys()));
        assert!(report.letter.subject.contains("Turn 1: "), "{}", report.letter.subject);
        assert!(answers(report, &report_id(0, seat)), "it is not in one thread with the last report: {}", report.raw);
        // An order that was done is a number in the report; its text is in the receipt.
        let done = "Your order was carried out in full.";
        let (_, words) = Letter::subject_and_words(report.raw.as_bytes());
        assert!(words.contains(done), "{player}'s order is not in the report: {words}");
    }
}

/// Whether a mail client shows it below that email.
fn answers(mail: &Delivered, id: &str) -> bool {
    mail.raw.contains(&format!("In-Reply-To: <{id}>")) && mail.letter.references.iter().any(|known| known.as_str() == id)
}
