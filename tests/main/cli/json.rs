//! Programs: with `--json` every command prints one document that names its schema, or refuses to.

use std::fs;
use std::process::Output;

use ashpost::engine::Seat;
use serde_json::Value;

use super::{ashpost, code, err, out, played};
use crate::common::{CAMPAIGN, CAMPAIGN_TOML, CORRESPONDENCE_TOML, House, mail, utc};

/// The document that a command prints; everything that the command says is in it.
fn document(output: &Output) -> Value {
    assert_eq!(err(output), "", "standard error stays empty");
    serde_json::from_str(&out(output)).unwrap_or_else(|error| panic!("{error}: {}", out(output)))
}

fn check(house: &House, arguments: &[&str], exit: i32, schema: &str) -> Value {
    let ran = ashpost(house.folder.path(), &[&["--json", "--now", "2027-01-09T20:00:00Z"], arguments].concat());
    let document = document(&ran);
    assert_eq!((code(&ran), document["schema"].as_str()), (Some(exit), Some(schema)), "{arguments:?}: {document}");
    assert!(out(&ran).starts_with("{\n  \"schema\": ") || schema == "ashpost-report/2", "it comes first: {}", out(&ran));
    document
}

#[test]
fn every_command_prints_one_document_that_names_its_schema() {
    let house = played();
    let moves = house.path("moves.txt");
    fs::write(&moves, "a1-a2").unwrap();
    let moves = moves.to_string_lossy().into_owned();
    let orders = house.path("orders");
    fs::create_dir_all(orders.join("turn-1")).unwrap();
    fs::write(orders.join("turn-1/seat-1.orders"), "BUILD 1 FI ON 1\n").unwrap();
    let orders = orders.to_string_lossy().into_owned();
    let preview = house.path("preview").to_string_lossy().into_owned();
    let demo = house.path("demo").to_string_lossy().into_owned();
    let rehearsal = house.path("rehearsal").to_string_lossy().into_owned();
    for (arguments, schema) in [
        (&["tick"][..], "ashpost-tick/1"),
        (&["status"], "ashpost-status/1"),
        (&["status", "--next"], "ashpost-next/1"),
        (&["check-config"], "ashpost-check-config/1"),
        (&["orders", CAMPAIGN], "ashpost-orders/1"),
        (&["report", CAMPAIGN, "--seat", "Ann"], "ashpost-report/2"),
        (&["rules", CAMPAIGN], "ashpost-rules/1"),
        (&["explain", CAMPAIGN, "1", "battle", "1"], "ashpost-explain/1"),
        (&["whatif", "empire_postal", "12 FI against 8 FI"], "ashpost-whatif/1"),
        (&["replay", CAMPAIGN], "ashpost-replay/1"),
        (&["ratings"], "ashpost-ratings/1"),
        (&["site", CAMPAIGN], "ashpost-site/1"),
        (&["preview", "--folder", &preview], "ashpost-preview/1"),
        (&["seat", CAMPAIGN], "ashpost-seats/1"),
        (&["seat", CAMPAIGN, "2", "--diagrams", "ascii"], "ashpost-seat-changes/1"),
        (&["token", CAMPAIGN, "1"], "ashpost-token/1"),
        (&["schedule", CAMPAIGN], "ashpost-schedule/1"),
        (&["run", CAMPAIGN, "--dry-run"], "ashpost-run/1"),
        (&["edit", CAMPAIGN], "ashpost-position/1"),
        (&["edit", CAMPAIGN, "/planets/0/pdu", "77", "--reason", "A try"], "ashpost-edit/1"),
        (&["schedule", CAMPAIGN, "--open-turn"], "ashpost-reschedule/1"),
        (&["doctor"], "ashpost-doctor/1"),
        (&["token", CAMPAIGN, "1", "--rotate"], "ashpost-token-rotation/1"),
        (&["resend", CAMPAIGN, "--seat", "2"], "ashpost-resend/1"),
        (&["address", CAMPAIGN, "2", "bob@home.example"], "ashpost-address/1"),
        (&["replace", CAMPAIGN, "2", "Cy <cy@player.example>"], "ashpost-replace/1"),
        (&["eject", CAMPAIGN, "2", "--reason", "No word."], "ashpost-eject/1"),
        (&["concede", CAMPAIGN, "1"], "ashpost-concede/1"),
        (&["rollback", CAMPAIGN, "0", "--reason", "A try"], "ashpost-rollback/1"),
        (&["roll-forward", CAMPAIGN], "ashpost-roll-forward/1"),
        (&["repair-modes"], "ashpost-repair-modes/1"),
        (&["new", "rim-4"], "ashpost-new/1"),
        (&["clone", CAMPAIGN, "rim-5"], "ashpost-new/1"),
        (&["show-mail", CAMPAIGN, "1", "1", "--break-seal"], "ashpost-mail/1"),
        (&["receive", "--no-tick"], "ashpost-receive/1"),
        (&["perft", "--scenario", "anaash/6", "--depth", "1"], "ashpost-perft/1"),
        (&["sandbox", "--scenario", "anaash/6", "--moves", &moves], "ashpost-sandbox-moves/1"),
        (&["sandbox", "--scenario", "first-steps", "--orders", &orders], "ashpost-sandbox/1"),
        (&["demo", "--turns", "1", "--folder", &demo], "ashpost-demo/1"),
        (&["rehearse", "--campaigns", "1", "--turns", "0", "--scenario", "anaash/6", "--folder", &rehearsal], "ashpost-rehearse/1"),
    ] {
        check(&house, arguments, 0, schema);
    }
    fs::remove_dir_all(house.path("rim-3")).unwrap();
    check(&house, &["accept-loss", CAMPAIGN], 0, "ashpost-accept-loss/1");
}

#[test]
fn times_are_written_in_one_form() {
    let mut house = House::new(CAMPAIGN_TOML);
    house.tick(utc("2027-01-01T10:00:00Z"));
    let orders = mail("ann@player.example", &house.tag(Seat(1)), "a1@player.example", "BUILD 1 FP ON 1\n");
    house.deliver(orders.as_bytes(), utc("2027-01-02T10:00:00Z"));
    house.tick(utc("2027-01-02T10:05:00Z"));
    let orders = check(&house, &["orders", CAMPAIGN], 0, "ashpost-orders/1");
    assert_eq!(orders["deadline_utc"], "2027-01-08T20:00:00Z", "{orders}");
    assert_eq!(orders["seats"][0]["received_utc"], "2027-01-02T10:00:00Z", "{orders}");
    assert_eq!(orders["seats"][1]["received_utc"], Value::Null, "{orders}");
}

#[test]
fn an_error_is_a_document_as_well() {
    let house = played();
    for (arguments, exit, says) in [
        (&["report", CAMPAIGN, "--seat", "9"][..], 1, "rim-3 has no seat or player `9`; there are 1 (Ann), 2 (Bob)"),
        (&["status", "rim-4"], 1, "there is no campaign `rim-4` here; did you mean `rim-3`?"),
        (
            &["perft", "--scenario", "anash/6", "--depth", "1"],
            1,
            "there is no scenario `anash/6`, and no file of that name; did you mean `anaash/6`?",
        ),
        (&["statsu"], 2, "unrecognized subcommand 'statsu'"),
        (&["generate", "man"], 2, "`generate` prints a script or a manual page, which has no JSON: leave --json out"),
    ] {
        let document = check(&house, arguments, exit, "ashpost-error/1");
        assert_eq!(document["exit_code"], exit);
        assert!(document["error"].as_str().is_some_and(|error| error.starts_with(says)), "{document}");
    }
    let moves = house.path("moves.txt");
    fs::write(&moves, "a1-a1").unwrap();
    let stopped = check(&house, &["sandbox", "--scenario", "anaash/6", "--moves", &moves.to_string_lossy()], 1, "ashpost-sandbox-moves/1");
    assert_eq!(stopped["error"]["ply"], 1);
}

#[test]
fn what_is_wrong_with_a_campaign_stands_in_the_document_of_check_config() {
    let house = House::new(CAMPAIGN_TOML);
    fs::write(house.path("rim-3/campaign.toml"), CAMPAIGN_TOML.replace("first-steps", "first-step")).unwrap();
    let checked = check(&house, &["check-config"], 3, "ashpost-check-config/1");
    let mistake = checked["mistakes"][0].as_str().unwrap_or_default();
    assert!(
        mistake.ends_with("campaign.toml:4:1: scenario: empire_postal has no scenario `first-step`; did you mean `first-steps`?"),
        "{mistake}"
    );
    let ticked = check(&house, &["tick"], 3, "ashpost-tick/1");
    assert!(ticked["campaigns"][0]["error"].as_str().is_some_and(|error| error.contains("first-step")), "{ticked}");
}

#[test]
fn a_game_that_is_over_has_no_orders_and_its_document_says_so() {
    let mut house = House::new(CORRESPONDENCE_TOML);
    house.tick(utc("2027-01-01T10:00:00Z"));
    let tag = house.tag(ashpost::engine::Seat(1));
    let raw = crate::common::mail("ann@player.example", &tag, "r@1", "RESIGN\n");
    house.deliver(raw.as_bytes(), utc("2027-01-02T10:00:00Z"));
    house.tick(utc("2027-01-02T10:05:00Z"));
    let orders = check(&house, &["orders", CAMPAIGN], 0, "ashpost-orders/1");
    assert_eq!((&orders["turn"], &orders["seats"]), (&Value::Null, &serde_json::json!([])));
    let status = check(&house, &["status"], 0, "ashpost-status/1");
    assert_eq!(status["campaigns"][0]["stage"], "over");
    let record = check(&house, &["record", CAMPAIGN], 0, "ashpost-record/1");
    assert_eq!((&record["result"], &record["moves"]), (&"*".into(), &serde_json::json!([])), "a void game has no result");
}
