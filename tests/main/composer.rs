//! The page in which orders are written by clicking: what its links hold, and who gets one.

use std::fs;
use std::io::Read;
use std::process::Command;

use ashpost::campaign::config::SealPolicy;
use ashpost::campaign::ticket::{SCHEMA, Ticket, thinned};
use ashpost::campaign::{Address, CampaignId};
use ashpost::engine::{Pace, Seat, Table, Viewer};
use ashpost::games::GAMES;
use ashpost::office::{Desk, publish_site};
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use flate2::read::DeflateDecoder;
use mail_parser::MessageParser;
use serde_json::{Value, json};

use crate::common::played::goldens;
use crate::common::{CAMPAIGN_TOML, CORRESPONDENCE_TOML, House, mail, utc, world};

/// A ticket as the office makes it, but without the form, for which most links have no room.
fn ticket(table: &dyn Table, seat: Seat) -> Ticket {
    Ticket {
        schema: SCHEMA,
        game: table.game().id().to_owned(),
        rules: table.game().rules(),
        campaign: CampaignId::new("rim-3").unwrap(),
        title: "The Rim, third war".into(),
        turn: table.turn() + 1,
        unit: table.game().unit().to_owned(),
        seat,
        name: table.players()[&seat].clone(),
        deadline: Some(utc("2027-01-08T20:00:00Z")),
        deadline_says: "Friday 8 January 2027, 21:00 (Europe/Berlin)".into(),
        to: Address::new("games@pbem.example").unwrap(),
        subject: format!("{} {} [rim-3 4F7KQ2XW9ABCDEFG]", table.game().unit(), table.turn() + 1),
        seal: SealPolicy::Host,
        template: "# Lines that begin with # are not read.\n".into(),
        view: thinned(table.game(), &table.view(Viewer::Seat(seat))),
    }
}

/// What a page reads from the part of a link after the `#`.
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

/// A house that says where its archive is on the web.
fn on_the_web(toml: &str, more: &str) -> House {
    let house = House::new(toml);
    let file = house.path("ashpost.toml");
    let host = fs::read_to_string(&file).unwrap();
    fs::write(&file, format!("{host}[site]\nurl = \"https://pbem.example/\"\n{more}")).unwrap();
    house
}

#[test]
fn a_players_html_leads_to_the_page_and_nothing_that_others_read_does() {
    for toml in [CAMPAIGN_TOML, CORRESPONDENCE_TOML] {
        let house = on_the_web(toml, "");
        assert!(!house.tick(utc("2027-01-01T10:00:00Z")).has_trouble());
        let mut glance = house.glance();
        let ledger = glance.store.look().unwrap();
        for seat in [1, 2] {
            let report = ledger.report(0, Some(Seat(seat))).unwrap().unwrap();
            let json: Value = serde_json::from_str(&report.json).unwrap();
            let link = json["composer_link"].as_str().unwrap();
            let (page, fragment) = link.split_once('#').unwrap();
            assert_eq!(page, "https://pbem.example/rim-3/compose.html");
            assert_eq!(report.html.matches(&format!(" href=\"{link}\"")).count(), 1);
            assert!(!report.text.contains("compose.html"), "{}", report.text);
            let ticket = opened(fragment);
            assert_eq!(ticket["view"], thinned(glance.campaign.config.game, &json["view"]));
            assert_eq!((&ticket["subject"], &ticket["to"]), (&json["next"]["how_to_send"]["subject"], &json!("games@pbem.example")));
            assert_eq!((&ticket["turn"], &ticket["seat"]), (&json!(1), &json!(seat)));
        }
        let public = ledger.report(0, None).unwrap().unwrap();
        for text in [public.html, public.text, public.json] {
            assert!(!text.contains("compose.html"), "{text}");
        }
        let site = house.path("site/rim-3");
        for name in ["index.html", "turn-0.html"] {
            let page = fs::read_to_string(site.join(name)).unwrap();
            assert!(!page.contains("#v1."), "{name}");
            assert_eq!(page.contains("compose.html#try"), name == "index.html", "{name}");
        }
    }
}

#[test]
fn no_page_is_larger_than_half_a_megabyte() {
    const NOW: &str = "2027-01-01T10:00:00Z";
    let house = on_the_web(CAMPAIGN_TOML, "");
    let players = ["Ann <ann@player.example>", "Bob <bob@player.example>"];
    for game in GAMES {
        let name = game.id().replace('_', "-");
        let new = ["new", &name, "--game", game.id(), "--gm", "Ida <gm@pbem.example>", "--seat", players[0], "--seat", players[1]];
        command(&house, NOW, &new);
        let file = house.path(&format!("{name}/campaign.toml"));
        fs::write(&file, fs::read_to_string(&file).unwrap().replace("open = false", "open = true")).unwrap();
    }
    command(&house, NOW, &["tick"]);
    for game in GAMES {
        let page = fs::read(house.path(&format!("site/{}/compose.html", game.id().replace('_', "-")))).unwrap();
        println!("{}: {} bytes", game.id(), page.len());
        assert!(page.len() < 500_000, "{}: {} bytes", game.id(), page.len());
    }
}

/// The ticket of the link in an email's HTML; `None` if it has none.
fn mailed_ticket(raw: &[u8]) -> Option<Value> {
    let html = MessageParser::new().parse(raw).unwrap().body_html(0).unwrap().into_owned();
    let (_, link) = html.split_once("compose.html#")?;
    Some(opened(link.split_once('"').unwrap().0))
}

fn command(house: &House, now: &str, words: &[&str]) {
    let campaigns = house.folder.path().to_str().unwrap();
    let output = Command::new(env!("CARGO_BIN_EXE_ashpost")).args(["--campaigns", campaigns, "--now", now]).args(words).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}

/// Bob's last move in a game in which Bob reads HTML, opened, followed by a move of Ann's.
fn with_a_move_for_bob() -> House {
    let toml = CORRESPONDENCE_TOML.replace("format = \"text\"", "format = \"both\"");
    let mut house = on_the_web(&toml, "");
    assert!(!house.tick(utc("2027-01-01T10:00:00Z")).has_trouble());
    let raw = mail("ann@player.example", &house.tag(Seat(1)), "1@x", "a1-b1\n");
    house.deliver(raw.as_bytes(), utc("2027-01-01T11:00:00Z"));
    assert!(!house.tick(utc("2027-01-01T11:00:00Z")).has_trouble());
    house
}

#[test]
fn a_report_that_is_sent_again_has_the_token_the_name_and_the_deadline_that_count_in_its_link() {
    let mut house = with_a_move_for_bob();
    let filed = house.news().iter().rev().find(|sent| sent.to == "bob@player.example").and_then(|sent| mailed_ticket(&sent.raw)).unwrap();
    assert_eq!((&filed["name"], &filed["turn"]), (&json!("Bob"), &json!(2)));
    command(&house, "2027-01-01T12:00:00Z", &["replace", "rim-3", "2", "Cora <cora@player.example>", "--format", "both"]);
    command(&house, "2027-01-01T12:10:00Z", &["extend", "rim-3", "2d"]);
    command(&house, "2027-01-01T12:20:00Z", &["resend", "rim-3", "--seat", "2"]);
    house.tick(utc("2027-01-01T12:30:00Z"));
    let news = house.news();
    let to_cora: Vec<Value> =
        news.iter().filter(|sent| sent.to == "cora@player.example").filter_map(|sent| mailed_ticket(&sent.raw)).collect();
    let mut desk = Desk::open(&house.host(), &CampaignId::new("rim-3").unwrap(), &world(utc("2027-01-01T12:30:00Z"))).unwrap();
    let tag = desk.campaign.subject_tag(Some(Seat(2)));
    assert_eq!(to_cora.len(), 2, "the welcome, and the report that was sent again");
    for ticket in &to_cora {
        assert_eq!((&ticket["name"], &ticket["view"]), (&json!("Cora"), &filed["view"]));
        assert!(ticket["subject"].as_str().unwrap().ends_with(&tag), "{ticket}");
    }
    let says = |ticket: &Value| ticket["deadline_says"].as_str().unwrap().to_owned();
    let mut deadlines: Vec<String> = to_cora.iter().map(says).collect();
    deadlines.sort();
    assert_eq!((&deadlines[0], deadlines[1].as_str()), (&says(&filed), "Wed 06 Jan 2027 20:00 (UTC)"));
    assert!(to_cora.iter().any(|ticket| ticket["deadline"] == "2027-01-06T20:00:00Z"));
    let kept = desk.store.look().unwrap().report(1, Some(Seat(2))).unwrap().unwrap();
    assert!(kept.json.contains("\"name\": \"Bob\""), "what was filed stays");
}

#[test]
fn a_report_that_is_sent_again_has_no_link_once_there_is_no_page() {
    let mut house = with_a_move_for_bob();
    let leads_to_the_board = |house: &mut House| {
        let news = house.news();
        let sent = news.iter().rev().find(|sent| sent.to == "bob@player.example").unwrap();
        let html = MessageParser::new().parse(&sent.raw).unwrap().body_html(0).unwrap().into_owned();
        assert!(html.contains("The position"), "{html}");
        assert_eq!(html.contains("compose.html"), html.contains("on the board</b>"), "{html}");
        html.contains("compose.html")
    };
    assert!(leads_to_the_board(&mut house));
    let host = fs::read_to_string(house.path("ashpost.toml")).unwrap();
    fs::write(house.path("ashpost.toml"), host + "composer = false\n").unwrap();
    command(&house, "2027-01-01T12:00:00Z", &["resend", "rim-3", "--seat", "2"]);
    house.tick(utc("2027-01-01T12:10:00Z"));
    assert!(!leads_to_the_board(&mut house));
}

#[test]
fn the_last_report_brings_its_link_by_email_too_and_an_older_one_none() {
    let mut house = with_a_move_for_bob();
    house.news();
    let tag = house.tag(Seat(2));
    let mut answer = |words: &str, at: &str| {
        house.deliver(mail("bob@player.example", &tag, &format!("{at}@x"), words).as_bytes(), utc(at));
        assert!(!house.tick(utc(at)).has_trouble());
        let news = house.news();
        assert_eq!(news.len(), 1, "{words}");
        mailed_ticket(&news[0].raw)
    };
    for (words, at) in [("REPORT\n", "2027-01-01T12:00:00Z"), ("REPORT 1\n", "2027-01-01T13:00:00Z")] {
        let ticket = answer(words, at).unwrap_or_else(|| panic!("{words} brings no link"));
        assert_eq!((&ticket["turn"], &ticket["name"]), (&json!(2), &json!("Bob")));
    }
    for (words, at) in [("REPORT 0\n", "2027-01-01T14:00:00Z"), ("STATUS\n", "2027-01-01T15:00:00Z")] {
        assert_eq!(answer(words, at), None, "{words}");
    }
}

#[test]
fn there_is_no_page_where_the_host_says_no_address_or_wants_none() {
    for house in [House::new(CORRESPONDENCE_TOML), on_the_web(CORRESPONDENCE_TOML, "composer = false\n")] {
        assert!(!house.tick(utc("2027-01-01T10:00:00Z")).has_trouble());
        let report = house.glance().store.look().unwrap().report(0, Some(Seat(1))).unwrap().unwrap();
        assert!(report.json.contains("\"composer_link\": null") && !report.html.contains("compose.html"));
        let site = house.path("rim-3/site");
        assert!(!site.join("compose.html").exists());
        assert!(!fs::read_to_string(site.join("index.html")).unwrap().contains("compose.html"));
    }
}

#[test]
fn the_page_is_written_only_when_it_has_changed() {
    let house = on_the_web(CORRESPONDENCE_TOML, "");
    house.tick(utc("2027-01-01T10:00:00Z"));
    let page = house.path("rim-3/site/compose.html");
    let own = fs::read(&page).unwrap();
    let write = |file: &str, text: &str| {
        let file = house.path(file);
        fs::create_dir_all(file.parent().unwrap()).unwrap();
        fs::write(file, text).unwrap();
    };
    write("rim-3/templates/composer/style.txt.hbs", "p { color: red; }\n");
    publish_site(&mut Desk::open(&house.host(), &CampaignId::new("rim-3").unwrap(), &world(utc("2027-01-01T11:00:00Z"))).unwrap()).unwrap();
    let changed = fs::read_to_string(&page).unwrap();
    assert!(changed.contains("p { color: red; }") && changed.as_bytes() != own);
}

#[test]
fn another_program_makes_the_page_anew_for_the_links_that_it_writes() {
    let house = on_the_web(CORRESPONDENCE_TOML, "");
    house.tick(utc("2027-01-01T10:00:00Z"));
    let page = house.path("rim-3/site/compose.html");
    let own = fs::read(&page).unwrap();
    fs::write(&page, "made by an earlier program").unwrap();
    house.tick(utc("2027-01-01T11:00:00Z"));
    assert_ne!(fs::read(&page).unwrap(), own, "a page is compared in each run");
    let mut desk = Desk::open(&house.host(), &CampaignId::new("rim-3").unwrap(), &world(utc("2027-01-01T12:00:00Z"))).unwrap();
    let ledger = desk.store.begin().unwrap();
    ledger.set_fact("program of the site", "0.0.1 1").unwrap();
    ledger.commit().unwrap();
    drop(desk);
    assert!(!house.tick(utc("2027-01-01T13:00:00Z")).has_trouble());
    assert_eq!(fs::read(&page).unwrap(), own);
}
