//! What is sealed stays so until its turn, unless somebody breaks the seal, and then everybody hears of it; also, keys that are lost.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::process::{Command, Output};

use ashpost::engine::Seat;

use crate::common::{CAMPAIGN_TOML, CORRESPONDENCE_TOML, House, Sent, mail, utc};

pub(crate) fn ashpost(house: &House, now: &str, arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_ashpost"));
    command
        .args(["--campaigns", ".", "--now", now])
        .args(arguments)
        .current_dir(house.folder.path())
        .env("USER", "ida")
        .env_remove("SUDO_USER");
    command.output().unwrap()
}

pub(crate) fn told(output: &Output) -> (Option<i32>, String) {
    let text = String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr);
    (output.status.code(), text)
}

/// A campaign in which Ann has sent orders.
fn with_orders() -> House {
    let mut house = House::new(CAMPAIGN_TOML);
    house.tick(utc("2027-01-01T10:00:00Z"));
    house.news();
    send(&mut house, Seat(1), "a1@x", "BUILD 1 FP ON 1\n", "2027-01-02T10:00:00Z");
    house
}

pub(crate) fn send(house: &mut House, seat: Seat, id: &str, text: &str, at: &str) {
    let (address, tag) = (if seat == Seat(1) { "ann@player.example" } else { "bob@player.example" }, house.tag(seat));
    house.deliver(mail(address, &tag, id, text).as_bytes(), utc(at));
    house.tick(utc(at));
}

/// What a player was sent, on one line.
pub(crate) fn to(news: &[Sent], name: &str) -> String {
    one_line(&news.iter().find(|sent| sent.to.starts_with(name)).unwrap_or_else(|| panic!("nothing for {name}")).text)
}

fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[test]
fn whoever_breaks_the_seal_is_named_in_the_next_message_to_everybody() {
    let mut house = with_orders();
    let (code, text) = told(&ashpost(&house, "2027-01-03T10:00:00Z", &["orders", "rim-3"]));
    assert!(code == Some(0) && !text.contains("BUILD"), "{text}");
    let (code, text) = told(&ashpost(&house, "2027-01-03T10:00:00Z", &["orders", "rim-3", "--break-seal", "--seat", "2"]));
    assert_eq!((code, text.as_str()), (Some(0), "There is no sheet to read; the seal is not broken.\n"));
    let (code, text) = told(&ashpost(&house, "2027-01-03T10:00:00Z", &["orders", "rim-3", "--break-seal"]));
    let page = fs::read_to_string(house.path("rim-3/site/rim-3.bundle")).unwrap();
    house.tick(utc("2027-01-03T10:05:00Z"));
    assert_ne!(fs::read_to_string(house.path("rim-3/site/rim-3.bundle")).unwrap(), page, "the public bundle tells it at once");
    assert!(code == Some(0) && text.contains("ida has read these orders") && text.contains("seat 1, Ann:\nBUILD 1 FP ON 1\n"), "{text}");
    house.news();
    send(&mut house, Seat(2), "b1@x", "BUILD 1 FP ON 2\n", "2027-01-04T10:00:00Z");
    let broken = "ida read the orders of seat 1 for turn 1";
    assert!(to(&house.news(), "bob").contains(broken), "in a receipt");
    house.tick(utc("2027-01-09T21:00:00Z"));
    let news = house.news();
    for name in ["ann", "bob"] {
        assert!(to(&news, name).contains(broken), "in the report for {name}: {}", to(&news, name));
    }
    assert_eq!(house.replay().unwrap().acts(), 1);
}

#[test]
fn a_receipt_that_came_by_mail_verifies_and_so_does_one_for_a_withdrawal() {
    let mut house = with_orders();
    let receipt = house.news().into_iter().find(|sent| sent.to.starts_with("ann")).unwrap();
    send(&mut house, Seat(1), "a2@x", "WITHDRAW\n", "2027-01-03T10:00:00Z");
    let withdrawn = house.news().into_iter().find(|sent| sent.to.starts_with("ann")).unwrap();
    let (_, keys) = told(&ashpost(&house, "2027-01-03T10:00:00Z", &["keys"]));
    let key = keys.split_whitespace().nth(2).unwrap().to_owned();
    assert!(String::from_utf8_lossy(&receipt.raw).contains(&format!("X-Ashpost-Key: {key}")), "{keys}");
    fs::write(house.path("one.eml"), &receipt.raw).unwrap();
    let both: Vec<u8> = [&receipt, &withdrawn].iter().flat_map(|sent| [b"From games\n".as_slice(), &sent.raw, b"\n\n"].concat()).collect();
    fs::write(house.path("both.mbox"), both).unwrap();
    let verify = |arguments: &[&str]| told(&ashpost(&house, "2027-01-03T10:00:00Z", &[&["verify"], arguments].concat()));
    let (code, text) = verify(&["--receipt", "one.eml", "--key", &key]);
    assert!(
        code == Some(0) && text.contains("receipt 1 of seat 1 in rim-3, turn 1, 2027-01-02 10:00:00 UTC: signed by this host"),
        "{text}"
    );
    let (code, text) = verify(&["--receipt", "one.eml"]);
    assert!(code == Some(1) && text.contains("--key"), "{text}");
    let (code, text) = verify(&["--receipt", "one.eml", "--key", &"0".repeat(64)]);
    assert!(code == Some(4) && text.contains("NOT SIGNED"), "{text}");
    let (code, text) = verify(&["--receipt", "both.mbox", "--key", &key]);
    assert!(code == Some(0) && text.contains("receipt 1 of seat 1") && text.contains("receipt 2 of seat 1"), "{text}");
    house.tick(utc("2027-01-09T21:00:00Z"));
    let (code, text) = verify(&["rim-3/site/rim-3.bundle", "--receipts", "both.mbox", "--key", &key]);
    assert_eq!(code, Some(0), "{text}");
    assert!(text.contains("turn 1    2027-01-09 21:00  signed; dice as committed; hidden until the game is over"), "{text}");
    assert!(text.contains("receipt 1 of seat 1 in rim-3, turn 1, 2027-01-02 10:00:00 UTC: a later one took its place"), "{text}");
    assert!(text.contains("receipt 2 of seat 1 in rim-3, turn 1, 2027-01-03 10:00:00 UTC: kept"), "{text}");
    let (code, text) = verify(&["rim-3/site/rim-3.bundle", "--receipts", "one.eml", "--key", &key]);
    assert!(code == Some(4) && text.contains("PERHAPS BROKEN"), "{text}");
    let bundle = fs::read_to_string(house.path("rim-3/site/rim-3.bundle")).unwrap();
    fs::write(house.path("cut.bundle"), bundle.split_inclusive('\n').take(3).collect::<String>()).unwrap();
    fs::copy(house.path("sent/rim-3.1.report.1.ashpost@pbem.example.eml"), house.path("report.eml")).unwrap();
    let (code, text) = verify(&["cut.bundle", "--receipts", "report.eml", "--key", &key]);
    assert!(code == Some(4) && text.contains("BEYOND THE END"), "{text}");
    let (code, text) = verify(&["rim-3/site/rim-3.bundle", "--receipts", "report.eml", "--key", &key]);
    assert!(code == Some(0) && text.contains("The journal agrees with 1 entry in your reports"), "{text}");
}

#[test]
fn the_archive_of_a_game_that_is_over_tells_everything_and_plays_again() {
    let mut house = House::new(CORRESPONDENCE_TOML);
    house.tick(utc("2027-01-01T10:00:00Z"));
    house.news();
    send(&mut house, Seat(1), "a1@x", "NOTE \"zebra-7731\"\nRESIGN\n", "2027-01-02T10:00:00Z");
    let bundle = fs::read_to_string(house.path("rim-3/site/rim-3.bundle")).unwrap();
    assert!(bundle.contains("\nhidden ") && !bundle.contains("zebra-7731") && !bundle.contains('@'), "{bundle}");
    let (code, text) = told(&ashpost(&house, "2027-01-03T10:00:00Z", &["verify", "rim-3/site/rim-3.bundle"]));
    assert!(code == Some(0) && text.contains("played again: the same position") && text.contains("This does not exclude"), "{text}");
    let (code, text) = told(&ashpost(&house, "2027-01-03T10:00:00Z", &["replay", "rim-3"]));
    assert_eq!(code, Some(0), "{text}");
    fs::write(house.path("forged.bundle"), bundle.replacen("resigned", "Resigned", 1).replacen("\"Ann\"", "\"Eve\"", 1)).unwrap();
    let (code, text) = told(&ashpost(&house, "2027-01-03T10:00:00Z", &["verify", "forged.bundle"]));
    assert!(code == Some(4) && text.contains("set-up: the entry is not signed by"), "{text}");
}

#[test]
fn the_key_of_a_host_is_made_once_and_nothing_goes_on_without_it() {
    let mut house = House::new(CAMPAIGN_TOML);
    fs::remove_file(house.path("ashpost.key")).unwrap();
    house.tick(utc("2027-01-01T10:00:00Z"));
    let key = fs::read_to_string(house.path("ashpost.key")).unwrap();
    assert_eq!(fs::metadata(house.path("ashpost.key")).unwrap().permissions().mode() & 0o777, 0o600);
    assert!(key.contains("Keep a copy") && key.contains("cannot be sent"), "it says what is lost with it: {key}");
    fs::remove_file(house.path("ashpost.key")).unwrap();
    let (code, text) = told(&ashpost(&house, "2027-01-02T10:00:00Z", &["tick"]));
    assert!(
        code != Some(0) && text.contains("ashpost.key, the key of this host, is gone") && text.contains("ashpost keys --new"),
        "{text}"
    );
    fs::write(house.path("ashpost.key"), "7b".repeat(32)).unwrap();
    let (_, text) = told(&ashpost(&house, "2027-01-02T10:00:00Z", &["tick"]));
    assert!(text.contains("which is not in ashpost.key"), "{text}");
    fs::write(house.path("ashpost.key"), "half").unwrap();
    let (_, text) = told(&ashpost(&house, "2027-01-02T10:00:00Z", &["tick"]));
    assert!(text.contains("is damaged in line 1"), "{text}");
    fs::write(house.path("ashpost.key"), &key).unwrap();
    house.news();
    house.tick(utc("2027-01-02T11:00:00Z"));
    assert_eq!(house.replay().unwrap().acts(), 0);
}

#[test]
fn another_key_of_the_host_is_signed_by_the_old_one_or_said_to_be_new() {
    let mut house = with_orders();
    house.news();
    let (code, text) = told(&ashpost(&house, "2027-01-03T10:00:00Z", &["keys", "--new"]));
    assert!(code == Some(0) && text.contains("each journal says that this key follows"), "{text}");
    house.tick(utc("2027-01-09T21:00:00Z"));
    assert!(to(&house.news(), "bob").contains("which the old one has signed"));
    let replay = house.replay().unwrap();
    assert_eq!((replay.keys.len(), replay.lost_keys), (2, 0));
    fs::remove_file(house.path("ashpost.key")).unwrap();
    let (code, text) = told(&ashpost(&house, "2027-01-09T10:00:00Z", &["keys", "--new"]));
    assert!(code == Some(0) && text.contains("There was no old key"), "{text}");
    house.tick(utc("2027-01-16T21:00:00Z"));
    assert!(to_all(&mut house).contains("This host lost its key"));
    assert_eq!(house.replay().unwrap().lost_keys, 1);
}

/// Everything that was sent since the last look, on one line.
pub(crate) fn to_all(house: &mut House) -> String {
    house.news().iter().map(|sent| one_line(&sent.text)).collect()
}

#[test]
fn another_key_of_a_campaign_asks_everybody_for_their_orders_again() {
    let mut house = with_orders();
    house.news();
    let (code, text) = told(&ashpost(&house, "2027-01-03T10:00:00Z", &["keys", "rim-3"]));
    assert!(code == Some(1) && text.contains("keys rim-3 --new"), "{text}");
    house.edit_campaign("demonstration_seed", "# demonstration_seed");
    let (code, text) = told(&ashpost(&house, "2027-01-03T10:00:00Z", &["keys", "rim-3", "--new"]));
    assert!(code == Some(0) && text.contains("emails 2 players"), "{text}");
    house.tick(utc("2027-01-03T11:00:00Z"));
    let asked = to_all(&mut house);
    assert!(asked.contains("do not count: please send them again"), "{asked}");
    house.tick(utc("2027-01-09T21:00:00Z"));
    assert!(to_all(&mut house).contains("The key of this campaign was replaced"));
    let replay = house.replay().unwrap();
    assert_eq!((replay.acts(), replay.turns().count()), (1, 2));
}

#[test]
fn a_new_key_that_cannot_be_made_leaves_the_secret_where_it_is() {
    let mut house = House::new(&CAMPAIGN_TOML.replace("demonstration_seed", "# demonstration_seed"));
    house.tick(utc("2027-01-01T10:00:00Z"));
    let keys = || -> Vec<Vec<u8>> {
        fs::read_dir(house.path("rim-3/keys")).unwrap().map(|entry| fs::read(entry.unwrap().path()).unwrap()).collect()
    };
    let (before, key) = (keys(), house.path("ashpost.key"));
    fs::rename(&key, house.path("elsewhere")).unwrap();
    let (code, text) = told(&ashpost(&house, "2027-01-03T10:00:00Z", &["keys", "rim-3", "--new"]));
    assert!(code == Some(1) && text.contains("ashpost.key"), "{text}");
    assert_eq!((before.len(), keys()), (1, before.clone()));
    fs::rename(house.path("elsewhere"), &key).unwrap();
    assert!(!house.tick(utc("2027-01-03T11:00:00Z")).has_trouble());
    let (code, text) = told(&ashpost(&house, "2027-01-03T12:00:00Z", &["keys", "rim-3", "--new"]));
    assert!(code == Some(0), "{text}");
    assert!(keys().len() == 2 && keys().contains(&before[0]), "the old one is beside the new one");
    house.news();
}

#[test]
fn a_campaign_that_has_not_begun_has_no_key_to_replace_and_keeps_its_secret() {
    let house = House::new(&CAMPAIGN_TOML.replace("open = true", "open = false"));
    let secret = house.path("rim-3/keys/secret");
    fs::create_dir(house.path("rim-3/keys")).unwrap();
    fs::write(&secret, "01".repeat(32)).unwrap();
    let (code, text) = told(&ashpost(&house, "2027-01-03T10:00:00Z", &["keys", "rim-3", "--new"]));
    assert!(code == Some(1) && text.contains("has not begun") && secret.exists(), "{text}");
    assert!(!house.path("rim-3/campaign.db").exists());
}

#[test]
fn what_came_in_is_left_sealed_unless_the_game_master_wants_it_readable_and_counts_if_it_is_put_back() {
    for keeps in [false, true] {
        let mut house = House::new(CAMPAIGN_TOML);
        let host = fs::read_to_string(house.path("ashpost.toml")).unwrap();
        fs::write(house.path("ashpost.toml"), host.replace("[intake]", &format!("[intake]\nkeep_intake = {keeps}"))).unwrap();
        house.tick(utc("2027-01-01T10:00:00Z"));
        let databases = ["ashpost.db", "rim-3/campaign.db"];
        let backup = databases.map(|database| fs::read(house.path(database)).unwrap());
        send(&mut house, Seat(1), "a1@x", "BUILD 1 FP ON 1\n", "2027-01-02T10:00:00Z");
        house.deliver(mail("who@elsewhere.example", "hello", "w1@x", "Hello?\n").as_bytes(), utc("2027-01-02T11:00:00Z"));
        house.tick(utc("2027-01-02T11:00:00Z"));
        assert!(house.waiting().is_empty());
        let kept: Vec<_> = fs::read_dir(house.path("mail/cur")).unwrap().map(|entry| entry.unwrap().path()).collect();
        let readable = |words: &str| kept.iter().filter(|path| String::from_utf8_lossy(&fs::read(path).unwrap()).contains(words)).count();
        assert_eq!((kept.len(), readable("BUILD"), readable("Hello?")), (2, usize::from(keeps), 1));
        // The disk loses what came after the backup of the whole host, and the game master puts the messages back.
        for (database, bytes) in databases.iter().zip(backup) {
            fs::write(house.path(database), bytes).unwrap();
            for beside in ["-wal", "-shm"] {
                let _ = fs::remove_file(house.path(&format!("{database}{beside}")));
            }
        }
        kept.iter().for_each(|path| fs::rename(path, house.path("mail/new").join(path.file_name().unwrap())).unwrap());
        house.tick(utc("2027-01-03T10:00:00Z"));
        let (_, orders) = told(&ashpost(&house, "2027-01-03T11:00:00Z", &["orders", "rim-3"]));
        assert!(orders.contains("Sat 02 Jan 10:00 UTC"), "{orders}");
    }
}
