//! What a real server sends back when a player's mailbox is gone.

use std::fs;

use serde_json::json;

use super::common::CAMPAIGN;
use super::house::House;
use super::postfix::Postfix;
use super::programs::lacking;

#[test]
fn a_report_that_comes_back_is_told_to_the_game_master_and_answered_by_nobody() {
    if lacking("a mail that comes back", &["postfix", "openssl"]) {
        return;
    }
    let server = Postfix::start();
    let house = House::with_maildir(&server);
    let file = server.directory().join("campaigns").join(CAMPAIGN).join("campaign.toml");
    let text = fs::read_to_string(&file).unwrap();
    fs::write(&file, text.replace("bob@player.test", "gone@player.test")).unwrap();
    let opened = house.tick();
    assert_eq!(opened["outbox"], json!({ "sent": 2, "waiting": 0, "failed": 0 }), "the server takes it at first");
    server.wait_for_mails("games", 1);
    let tick = house.tick();
    assert_eq!(tick["mails"][0]["verdict"], json!("bounce"), "{tick}");
    let told = house.mails("gm", 1);
    let told = told.values().next().unwrap();
    assert!(told.letter.orders.text.contains("gone@player.test (Bob, seat 2)"), "{}", told.raw);
    assert_eq!((house.tick()["outbox"]["sent"].clone(), house.mails("ann", 1).len()), (json!(0), 1));
}
