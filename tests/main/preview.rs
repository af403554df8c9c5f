//! `ashpost preview`: every template that is a letter or a page has a sample, in every game; and no template reaches what its reader
//! may not know.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use ashpost::campaign::CampaignId;
use ashpost::campaign::token::Secret;
use ashpost::engine::{Seat, Seed, Table, Viewer};
use ashpost::office::preview;
use ashpost::render::Templates;
use ashpost::render::templates::embedded;
use serde_json::{Value, json};

use crate::common::{CAMPAIGN, CAMPAIGN_TOML, CORRESPONDENCE_TOML, House, utc, world};
use crate::usable::assert_usable;

/// Each game with a scenario, and what else makes letters differ.
const CAMPAIGNS: [(&str, &str, &str); 8] = [
    ("postal", "empire_postal/first-steps", ""),
    ("sealed", "empire_postal/first-steps", "[policy]\nseal = \"reveal\"\nreveal_hours = 24\n"),
    ("basic", "empire/two-states", ""),
    ("extended", "empire/shattered-empire", ""),
    ("glade", "anaash/6", "[tournament]\n"),
    ("hex", "ashes/hexhex-4", ""),
    ("nothing", "ex_nihilo/hexhex-4", ""),
    ("leaves", "autumn_ash/standard", ""),
];

/// A host on which none of these has begun.
fn house() -> House {
    let house = House::new(CAMPAIGN_TOML);
    fs::remove_dir_all(house.path(CAMPAIGN)).unwrap();
    for (id, scenario, more) in CAMPAIGNS {
        let (game, scenario) = scenario.split_once('/').unwrap();
        let of_two = !game.starts_with("empire");
        let toml = if of_two { CORRESPONDENCE_TOML } else { CAMPAIGN_TOML };
        let (head, tables) = toml.split_once("[gm]").unwrap();
        let head: String = head
            .lines()
            .map(|line| match line.split_once(" = ") {
                Some(("game", _)) => format!("game = \"{game}\"\n"),
                Some(("scenario", _)) => format!("scenario = \"{scenario}\"\n"),
                _ => format!("{line}\n"),
            })
            .collect();
        fs::create_dir_all(house.path(id)).unwrap();
        // Where sheets are revealed there is no grace.
        let tables = if id == "sealed" {
            tables.replace("grace_hours = 12", "grace_hours = 0").replace("when_all_ready = true\n", "")
        } else {
            tables.to_owned()
        };
        fs::write(house.path(&format!("{id}/campaign.toml")), format!("{head}{more}[gm]{tables}")).unwrap();
    }
    house
}

fn ashpost(house: &House, arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_ashpost")).arg("--campaigns").arg(house.folder.path()).args(arguments).output().unwrap()
}

fn said(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr)
}

/// Every file below a folder, by its path there, except the indexes of logs, which whoever reads a database makes anew.
fn files(folder: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let mut found = BTreeMap::new();
    let mut open = vec![folder.to_owned()];
    while let Some(next) = open.pop() {
        for entry in fs::read_dir(next).unwrap().map(|entry| entry.unwrap().path()) {
            if entry.is_dir() {
                open.push(entry);
            } else if !entry.to_string_lossy().ends_with(".db-shm") {
                found.insert(entry.strip_prefix(folder).unwrap().to_owned(), fs::read(&entry).unwrap());
            }
        }
    }
    found
}

/// Templates that are only inside other letters and pages: each is seen where it is named.
const WITHIN: &[&str] = &[
    // The page for writing orders, and what it is made of.
    "composer/all-phrases.html",
    "composer/page.html",
    "composer/player.txt",
    "composer/said.txt",
    "composer/script.txt",
    "composer/scripts.txt",
    "composer/style.txt",
    // Of the host, not of a campaign.
    "shared/site-atom.html",
    "shared/site-deadline.txt",
    "shared/site-host.html",
    "shared/site-player.html",
    "shared/site-about.txt",
    // Only in games of a hundred turns: `chapters.rs` has one.
    "shared/site-chapter.html",
    // The subjects of answers.
    "shared/answer-subject.txt",
    "shared/act.txt",
    "shared/exceeded.txt",
    "shared/expected.txt",
    "shared/gm-refusal.txt",
    "shared/again-subject.txt",
    "shared/report-subject.txt",
    // Above a report that is sent again.
    "shared/since-report.txt",
    // At the end of a report whose campaign has private pages, as it is mailed.
    "shared/private-page.html",
    "shared/private-page.txt",
    "shared/style.txt",
    "shared/preview.html",
    "shared/site-style.txt",
    "shared/last-answer.txt",
    "shared/other-requests.txt",
];

/// The templates that are parts of others, without their endings: named by them, or found by a computed name.
fn parts() -> BTreeSet<String> {
    let all = embedded();
    let stem = |name: &str| name.rsplit_once('.').unwrap().0.to_owned();
    let mut parts = BTreeSet::new();
    for (_, source) in &all {
        for tag in source.split("{{").skip(1).map(|tag| tag.trim_start_matches('~')) {
            let Some(called) = tag.strip_prefix('>').map(str::trim_start) else { continue };
            let called = called.split("}}").next().unwrap();
            let end = called.split('"').nth(1).filter(|_| called.starts_with('('));
            match end {
                Some(end) => parts.extend(all.iter().map(|(name, _)| stem(name)).filter(|name| name.ends_with(end))),
                None => drop(parts.insert(called.split([' ', '~', '\n']).next().unwrap().to_owned())),
            }
        }
    }
    parts
}

#[test]
fn every_template_that_is_a_letter_or_a_page_has_a_sample_in_every_game() {
    let house = house();
    let before = files(house.folder.path());
    let target = tempfile::tempdir().unwrap();
    let folder = target.path().join("all");
    let ran = ashpost(&house, &["--json", "preview", "--folder", folder.to_str().unwrap()]);
    assert_eq!(ran.status.code(), Some(0), "{}", said(&ran));
    assert_eq!(files(house.folder.path()), before, "nothing is stored, and nothing sent");

    let previews: Value = serde_json::from_str(&said(&ran)).unwrap();
    let mut shown = BTreeSet::new();
    for preview in previews["previews"].as_array().unwrap() {
        let index = PathBuf::from(preview["index"].as_str().unwrap());
        let list = fs::read_to_string(&index).unwrap();
        assert_eq!(preview["slips"], json!([]), "{}", index.display());
        for template in preview["groups"].as_array().unwrap().iter().flat_map(|group| group["templates"].as_array().unwrap()) {
            let name = template["template"].as_str().unwrap();
            assert!(template["about"].as_str().unwrap().len() > 10, "{name} says at its top what it is: {template}");
            shown.insert(name.to_owned());
            for file in template["files"].as_array().unwrap().iter().map(|file| file.as_str().unwrap()) {
                let text = fs::read_to_string(index.with_file_name(file)).unwrap_or_else(|error| panic!("{file}: {error}"));
                assert!(!text.trim().is_empty() && list.contains(&format!("<a href=\"{file}\">")), "{file}");
                assert!(
                    !file.starts_with("letters/")
                        || !file.ends_with(".txt")
                        || (text.starts_with("Subject: ") && text.lines().next().is_some_and(|line| line.ends_with(']'))),
                    "{file}: {text}"
                );
            }
        }
    }
    for (path, bytes) in files(&folder).iter().filter(|(path, _)| path.extension().is_some_and(|ending| ending == "html")) {
        assert_usable(&path.display().to_string(), &String::from_utf8_lossy(bytes));
    }
    let parts = parts();
    // What the front page shows of each turn is made once.
    let of_each_turn = ["shared/site-article.html", "shared/site-item.html"];
    let is_part = |name: &str| parts.contains(name.rsplit_once('.').unwrap().0) || of_each_turn.contains(&name);
    let of_game = |name: &str| {
        ["/reading.txt", "/problem.txt", "/doubt.txt"].iter().any(|ending| name.ends_with(ending))
            || name.ends_with("/headline.txt")
            || name.ends_with("/chronicle.txt")
            || name.contains("/composer-")
            || name.contains("/site-") && !name.starts_with("shared/")
    };
    let missing: Vec<&str> = embedded()
        .into_iter()
        .map(|(name, _)| name)
        .filter(|name| !shown.contains(*name) && !is_part(name) && !WITHIN.contains(name) && !of_game(name))
        .collect();
    assert!(missing.is_empty(), "templates of letters and pages without a sample: {missing:#?}");
}

#[test]
fn what_stands_inside_other_letters_shows_there() {
    let house = house();
    let own = house.path("postal/templates/shared");
    fs::create_dir_all(&own).unwrap();
    let game = house.path("postal/templates/empire_postal");
    fs::create_dir_all(&game).unwrap();
    let inside = ["act", "exceeded", "report-subject", "site-style", "last-answer", "other-requests"];
    for name in inside {
        fs::write(own.join(format!("{name}.txt.hbs")), format!("(mine:{name})\n")).unwrap();
    }
    // The program's own asks for less of the view.
    fs::write(game.join("reading.txt.hbs"), "(mine:reading)\nHome is {{view.me.home}}.\n").unwrap();
    let target = tempfile::tempdir().unwrap();
    let ran = ashpost(&house, &["preview", "postal", "--folder", target.path().to_str().unwrap()]);
    assert_eq!(ran.status.code(), Some(0), "{}", said(&ran));
    let all = files(target.path());
    for name in inside.into_iter().chain(["reading"]) {
        let marker = format!("(mine:{name})");
        let found = all.values().any(|bytes| String::from_utf8_lossy(bytes).contains(&marker));
        assert!(found, "{name} shows in no letter and on no page");
    }
}

#[test]
fn a_mistake_in_a_template_is_named_with_its_file_and_line_and_the_rest_is_made() {
    let house = House::new(CAMPAIGN_TOML);
    let own = house.path(&format!("{CAMPAIGN}/templates/shared"));
    fs::create_dir_all(&own).unwrap();
    fs::write(own.join("reminder.txt.hbs"), "Subject: {{subject_tag}} hurry\n\nHurry, {{seat.name}}!\n").unwrap();
    fs::write(own.join("withdrawn.txt.hbs"), "Subject: {{subject_tag}} gone\n\n{{#if seat}}\nGone.\n").unwrap();
    fs::write(own.join("late.txt.hbs"), "Subject: {{subject_tag}} late\n\nBy {{minutes_late}} minutes.\n").unwrap();
    fs::write(own.join("recept.txt.hbs"), "Subject: {{subject_tag}} ok\n\nok\n").unwrap();
    let target = tempfile::tempdir().unwrap();
    let folder = target.path().join("preview");
    let ran = ashpost(&house, &["preview", "--folder", folder.to_str().unwrap()]);
    assert_eq!(ran.status.code(), Some(3), "{}", said(&ran));
    let told = String::from_utf8_lossy(&ran.stderr).into_owned();
    for slip in [
        "shared/late.txt.hbs:3: there is no value \"minutes_late\" here",
        "shared/recept.txt.hbs: ashpost uses no template of this name; did you mean shared/receipt.txt.hbs?",
        "shared/withdrawn.txt.hbs:",
    ] {
        assert!(told.contains(&format!("{}/{slip}", house.path(&format!("{CAMPAIGN}/templates")).display())), "{slip} is not in {told}");
    }
    let text = |name: &str| fs::read_to_string(folder.join("letters").join(name)).unwrap();
    assert!(text("reminder-deadline.txt").starts_with("Subject: Hurry ["), "{}", text("reminder-deadline.txt"));
    assert!(text("late.txt").contains("these orders have not"), "the program's own serves in its place");
    let index = fs::read_to_string(folder.join("index.html")).unwrap();
    assert!(index.contains("late.txt.hbs:3</code>") && index.contains("(yours)"), "{index}");

    fs::remove_dir_all(&own).unwrap();
    let again = ashpost(&house, &["preview", CAMPAIGN, "--folder", folder.to_str().unwrap()]);
    assert_eq!((again.status.code(), again.stderr), (Some(0), Vec::new()), "it is replaced");
    assert!(!text("reminder-deadline.txt").contains("Hurry"));
}

#[test]
fn a_folder_of_somebody_else_is_left_alone_and_a_misspelt_campaign_makes_none() {
    let house = House::new(CAMPAIGN_TOML);
    let own = house.path(CAMPAIGN);
    let before = files(house.folder.path());
    let refused = ashpost(&house, &["preview", CAMPAIGN, "--folder", own.to_str().unwrap()]);
    assert_eq!(refused.status.code(), Some(1));
    assert!(
        said(&refused).contains("has something in it that a preview of the same campaigns did not make: nothing was changed"),
        "{}",
        said(&refused)
    );
    let unknown = ashpost(&house, &["preview", "rim-4", "--folder", house.path("new").to_str().unwrap()]);
    assert_eq!(said(&unknown), "ashpost: there is no campaign `rim-4` here; did you mean `rim-3`?\n");
    assert_eq!(files(house.folder.path()), before);
}

#[test]
fn the_previews_of_several_campaigns_go_into_a_folder_of_their_own() {
    let house = House::new(CAMPAIGN_TOML);
    fs::create_dir(house.path("rim-4")).unwrap();
    fs::write(house.path("rim-4/campaign.toml"), CAMPAIGN_TOML).unwrap();
    let target = tempfile::tempdir().unwrap();
    let preview = |folder: &Path| ashpost(&house, &["preview", "--folder", folder.to_str().unwrap()]);

    fs::write(target.path().join("letter-to-my-mother.txt"), "Dear Mum").unwrap();
    let before = files(target.path());
    let refused = preview(target.path());
    assert_eq!(refused.status.code(), Some(1), "{}", said(&refused));
    assert!(
        said(&refused).contains("has something in it that a preview of the same campaigns did not make: nothing was changed"),
        "{}",
        said(&refused)
    );
    assert_eq!(files(target.path()), before);

    let own = target.path().join("previews");
    for attempt in ["makes it", "replaces it"] {
        let made = preview(&own);
        assert_eq!(made.status.code(), Some(0), "{attempt}: {}", said(&made));
    }
    assert!(own.join("rim-3/index.html").is_file() && own.join("rim-4/index.html").is_file());
    fs::write(own.join("notes.txt"), "my own").unwrap();
    assert_eq!(preview(&own).status.code(), Some(1));
}

#[test]
fn of_a_game_that_is_played_nothing_shows() {
    let mut house = House::new(CAMPAIGN_TOML);
    house.tick(utc("2027-01-01T10:00:00Z"));
    let tags = [1, 2].map(|seat| house.tag(Seat(seat)));
    for (seat, tag) in (1..).zip(&tags) {
        let text = format!("PLANETNAME Zzyzx{seat} ON {}\n", house.glance().campaign.progress.map_or(0, |_| seat));
        let raw = crate::common::mail(&format!("{}@player.example", ["ann", "bob"][seat - 1]), tag, &format!("{seat}@1"), &text);
        house.deliver(raw.as_bytes(), utc("2027-01-02T10:00:00Z"));
    }
    house.tick(utc("2027-01-02T10:05:00Z"));
    let before = files(house.folder.path());
    let target = tempfile::tempdir().unwrap();
    let ran = ashpost(&house, &["preview", CAMPAIGN, "--folder", target.path().to_str().unwrap()]);
    assert_eq!(ran.status.code(), Some(0), "{}", said(&ran));
    assert_eq!(files(house.folder.path()), before);
    let real: Vec<&str> = tags.iter().map(|tag| tag.rsplit(' ').next().unwrap().trim_end_matches(']')).chain(["Zzyzx"]).collect();
    for (file, bytes) in files(target.path()) {
        let text = String::from_utf8_lossy(&bytes);
        assert!(real.iter().all(|secret| !text.contains(secret)), "{} shows the game", file.display());
    }
}

/// Text that a bot orders and nobody else may know before it is played.
const MARKER: &str = "Zzyzx";

/// A template that prints everything that it is given, as JSON.
const HOSTILE: &str = "Subject: everything\n\n{{concat this \"\"}}\n";

#[test]
fn a_hostile_template_prints_everything_that_it_is_given() {
    let templates = Templates::new(&BTreeMap::from([("x/hostile.txt".to_owned(), HOSTILE.to_owned())])).unwrap();
    let model =
        json!({ "subject_tag": "s", "view": { "plans": { "2": ["IF a THEN b"] } }, "orders": [{ "order": "BUILD" }], "turn": null });
    let printed = templates.text("x/hostile", &model).unwrap();
    assert_eq!(serde_json::from_str::<Value>(printed.split_once("\n\n").unwrap().1).unwrap(), model);
}

#[test]
fn a_hostile_template_learns_nothing_that_its_reader_may_not_know() {
    // Orders of the second seat that name something, and conditional moves, are for nobody else to read.
    let plan = |view: &Value| format!("{}\n", view["legal"][0].as_str().unwrap_or("RESIGN"));
    for (toml, game) in [(CAMPAIGN_TOML, "empire_postal"), (CORRESPONDENCE_TOML, "anaash")] {
        let house = House::new(toml);
        // Every template of the house and of the game, each in turn, since one hides those inside it.
        let parts = parts();
        let whole: Vec<&str> = embedded()
            .into_iter()
            .map(|(name, _)| name)
            .filter(|name| {
                let (group, _) = name.split_once('/').unwrap();
                [game, "shared", "abstract_games"].contains(&group) && !parts.contains(name.rsplit_once('.').unwrap().0)
            })
            .collect();
        for name in whole.iter().filter(|name| !name.starts_with("shared/style") && **name != "shared/preview.html") {
            let file = house.path(&format!("{CAMPAIGN}/templates/{name}.hbs"));
            fs::create_dir_all(file.parent().unwrap()).unwrap();
            fs::write(file, HOSTILE).unwrap();
        }
        let target = tempfile::tempdir().unwrap();
        let bot = |table: &dyn Table, seat: Seat| {
            let view = table.view(Viewer::Seat(seat));
            match (game, seat, table.turn()) {
                ("anaash", ..) => plan(&view),
                (_, Seat(2), 2) => format!("PLANETNAME {MARKER} ON {}\n", view["me"]["home"].as_u64().unwrap_or(2)),
                _ => "BUILD 1 FI ON 1\n".to_owned(),
            }
        };
        let made =
            preview(&house.host(), &CampaignId::new(CAMPAIGN).unwrap(), target.path(), &bot, &world(utc("2027-01-01T10:00:00Z"))).unwrap();
        assert_eq!(made.slips, [], "the hostile templates were rendered");
        let secret = Secret::new(Seed([0x5a; 32]));
        let reader = if game == "anaash" { mover(target.path()) } else { Seat(1) };
        let other = Seat(3 - reader.0);
        let token = |seat| token_of(&secret, seat);
        let address = if other == Seat(2) { "bob@player.example" } else { "ann@player.example" };
        let (seed, key) = (Seed([0x5a; 32]).to_string(), Seed([0xa5; 32]).to_string());
        let secrets = [token(other), address.to_owned(), MARKER.to_owned(), seed, key];
        let mut printed_own = 0;
        for (file, bytes) in files(target.path()) {
            let (name, text) = (file.display().to_string(), String::from_utf8_lossy(&bytes));
            // Letters to the game master may say who sent what; the opening of a game of two is told to the first player.
            if name.starts_with("letters/gm-") || name.starts_with("letters/edited") || name.starts_with("reports/opening") {
                continue;
            }
            for secret in &secrets {
                assert!(!text.contains(secret.as_str()), "{game}: {name} shows {secret}");
            }
            let is_public = name.contains("public") || name.starts_with("archive");
            assert!(!is_public || !text.contains(&token(reader)), "{game}: {name} shows a player's token");
            printed_own += usize::from(text.contains(&token(reader)));
        }
        assert!(printed_own > 20, "a letter shows its own reader's token: {printed_own}");
    }
}

/// Whose move the letters are about.
fn mover(folder: &Path) -> Seat {
    let text = fs::read_to_string(folder.join("letters/receipt-accepted.txt")).unwrap();
    let secret = Secret::new(Seed([0x5a; 32]));
    [Seat(1), Seat(2)].into_iter().find(|seat| text.contains(&token_of(&secret, *seat))).unwrap()
}

fn token_of(secret: &Secret, seat: Seat) -> String {
    secret.token(&CampaignId::new(CAMPAIGN).unwrap(), seat, 0).to_string()
}
