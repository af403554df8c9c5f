//! The page that leads to all archives of a host, its feed and its calendar, and the pages of players who asked for one.

use std::collections::BTreeMap;
use std::fs;
use std::os::unix::fs::MetadataExt;
use std::path::Path;

use ashpost::engine::Seat;

use crate::cli::ashpost;
use crate::usable::assert_usable;

use crate::common::{CAMPAIGN_TOML, CORRESPONDENCE_TOML, House, mail, utc};

/// A house with a second campaign, in which two play by correspondence.
fn house() -> House {
    let house = House::new(CAMPAIGN_TOML);
    fs::create_dir_all(house.path("glade")).unwrap();
    fs::write(house.path("glade/campaign.toml"), CORRESPONDENCE_TOML).unwrap();
    house
}

/// Adds lines to a table of the host's file.
fn edit_host(house: &House, from: &str, to: &str) {
    let file = house.path("ashpost.toml");
    let text = fs::read_to_string(&file).unwrap();
    assert!(text.contains(from));
    fs::write(&file, text.replace(from, to)).unwrap();
}

fn read(house: &House, name: &str) -> String {
    fs::read_to_string(house.path(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
}

/// Every file below, links followed, with what tells that it was written.
fn written(folder: &Path) -> BTreeMap<String, (u64, i64, i64)> {
    let mut found = BTreeMap::new();
    for entry in fs::read_dir(folder).unwrap().map(Result::unwrap) {
        let data = fs::metadata(entry.path()).unwrap();
        if data.is_dir() {
            found.extend(written(&entry.path()));
        } else {
            found.insert(entry.path().display().to_string(), (data.ino(), data.mtime(), data.mtime_nsec()));
        }
    }
    found
}

/// Ann gives the game by correspondence up, once both have moved.
fn end_the_glade(house: &mut House) {
    let tag = |house: &House, seat: u8| {
        let report = fs::read(house.path(&format!("sent/glade.0.report.{seat}.ashpost@pbem.example.eml"))).unwrap();
        let subject = ashpost::post::Letter::read(&report).inside.subject;
        subject[subject.rfind('[').unwrap()..].to_owned()
    };
    for (hour, seat, who, text) in [(11, 1, "ann", "a1-a2\n"), (12, 2, "bob", "b1-b2\n"), (13, 1, "ann", "RESIGN\n")] {
        let at = utc(&format!("2027-01-01T{hour}:00:00Z"));
        let raw = mail(&format!("{who}@player.example"), &tag(house, seat), &format!("{hour}@x"), text);
        house.deliver(raw.as_bytes(), at);
        assert!(!house.tick(at).has_trouble());
    }
}

#[test]
fn it_leads_to_every_archive_and_tells_what_is_played_next() {
    let mut house = house();
    assert!(!house.tick(utc("2027-01-01T10:00:00Z")).has_trouble());
    let page = read(&house, "site/index.html");
    assert!(
        page.contains("<a href=\"rim-3/index.html\">The Rim</a>") && page.contains("<a href=\"glade/index.html\">The Glade</a>"),
        "{page}"
    );
    assert!(page.contains("Turn 1 will be played on <b>Fri 08 Jan 2027 20:00</b>") && page.contains("Ann to move until"), "{page}");
    assert!(!page.contains("id=\"finished\"") && !page.contains("id=\"ratings\""), "{page}");
    for archive in ["rim-3", "glade"] {
        assert!(read(&house, &format!("site/{archive}/index.html")).contains("<title>"), "a web server needs this folder alone");
    }
    end_the_glade(&mut house);
    let page = read(&house, "site/index.html");
    let finished = page.split_once("id=\"finished\"").unwrap().1;
    assert!(
        finished.contains("The Glade")
            && finished.contains("Ann (2nd) against Bob (1st)")
            && finished.contains("Bob has won")
            && finished.contains("2027-01-01"),
        "{page}"
    );
    assert!(finished.contains("id=\"fame\"") && finished.contains("Winner of") && finished.contains("id=\"ratings\""), "{page}");
}

#[test]
fn nothing_leads_to_the_archive_of_a_finished_game_whose_folder_is_gone() {
    let mut house = house();
    house.tick(utc("2027-01-01T10:00:00Z"));
    end_the_glade(&mut house);
    assert!(house.path("site/glade/index.html").exists());
    fs::remove_dir_all(house.path("glade")).unwrap();
    house.tick(utc("2027-01-01T14:00:00Z"));
    assert!(fs::symlink_metadata(house.path("site/glade")).is_err(), "a link that leads nowhere");
    assert!(!read(&house, "site/index.html").contains("glade/index.html"));
    assert!(read(&house, "site/rim-3/index.html").contains("<title>"));
}

#[test]
fn nobody_has_a_place_in_a_game_that_is_void() {
    let mut house = house();
    house.tick(utc("2027-01-01T10:00:00Z"));
    let raw = mail("ann@player.example", &tag_of_glade(&house), "1@x", "RESIGN\n");
    house.deliver(raw.as_bytes(), utc("2027-01-01T11:00:00Z"));
    house.tick(utc("2027-01-01T11:00:00Z"));
    let page = read(&house, "site/index.html");
    assert!(page.contains("The game is void") && page.contains("Ann against Bob."), "{page}");
}

#[test]
fn it_lists_the_games_of_two_that_players_begin_with_how_many_wait() {
    let mut house = house();
    let pairing = "[pairing]\ngames = [\"anaash/6\"]\ngm = { name = \"Ida\", address = \"gm@pbem.example\" }\n\
                   schedule = { every_days = 3, at = \"20:00\", zone = \"UTC\" }\n[site]\ncontact = \"games@pbem.example\"\n[limits]";
    edit_host(&house, "[limits]", pairing);
    house.tick(utc("2027-01-01T10:00:00Z"));
    let page = read(&house, "site/index.html");
    assert!(page.contains("<h3>anaash/6</h3>") && page.contains("Nobody is waiting for an opponent now."), "{page}");
    assert!(page.contains("subject=PLAY%20anaash/6"), "{page}");
    let wish = mail("greta@elsewhere.example", "hello", "1@x", "PLAY anaash/6 AS Greta\n");
    house.deliver(wish.as_bytes(), utc("2027-01-01T11:00:00Z"));
    house.tick(utc("2027-01-01T11:00:00Z"));
    let subject = house.news().into_iter().find(|letter| letter.subject.contains("[confirm ")).unwrap().subject;
    house.deliver(mail("greta@elsewhere.example", &subject, "2@x", "Yes.\n").as_bytes(), utc("2027-01-01T12:00:00Z"));
    house.tick(utc("2027-01-01T12:00:00Z"));
    let page = read(&house, "site/index.html");
    assert!(page.contains("1 player is waiting for an opponent.") && !page.contains("Greta"), "{page}");
}

#[test]
fn an_idle_run_writes_nothing_and_the_page_of_a_host_only_when_something_of_it_has_changed() {
    let mut house = house();
    for minute in ["00", "05", "10"] {
        house.tick(utc(&format!("2027-01-01T10:{minute}:00Z")));
    }
    let before = written(&house.path("site"));
    assert!(before.len() > 10, "{before:?}");
    house.tick(utc("2027-01-01T10:15:00Z"));
    house.tick(utc("2027-01-01T16:30:00Z"));
    assert_eq!(written(&house.path("site")), before);
    // Orders are no news; a move is.
    let raw = mail("ann@player.example", &house.tag(Seat(1)), "1@x", "BUILD 1 FI ON 1\n");
    house.deliver(raw.as_bytes(), utc("2027-01-02T10:00:00Z"));
    house.tick(utc("2027-01-02T10:00:00Z"));
    let page = |house: &House| fs::metadata(house.path("site/index.html")).unwrap().ino();
    let first = page(&house);
    house.news();
    let raw = mail("ann@player.example", &tag_of_glade(&house), "2@x", "a1-a2\n");
    house.deliver(raw.as_bytes(), utc("2027-01-02T11:00:00Z"));
    house.tick(utc("2027-01-02T11:00:00Z"));
    assert_ne!(page(&house), first);
    assert!(read(&house, "site/index.html").contains("Bob to move until"));
}

#[test]
fn a_turn_does_not_change_when_the_next_digest_is_due_and_a_player_who_asks_for_one_does() {
    let mut house = house();
    house.tick(utc("2027-01-01T10:00:00Z"));
    let facts = rusqlite::Connection::open(house.path("ashpost.db")).unwrap();
    let due = || facts.query_row("SELECT value FROM fact WHERE name = 'digests due'", [], |row| row.get::<_, String>(0)).unwrap();
    let mut write = |seat: u8, text: &str, at: &str| {
        let (who, tag) = if seat == 1 { ("ann", tag_of_glade(&house)) } else { ("bob", house.tag(Seat(seat))) };
        house.deliver(mail(&format!("{who}@player.example"), &tag, &format!("{at}@x"), text).as_bytes(), utc(at));
        assert!(!house.tick(utc(at)).has_trouble());
    };
    assert_eq!(due(), "never");
    write(2, "DIGEST 07:30\n", "2027-01-01T11:00:00Z");
    assert_eq!(due(), "2027-01-02T07:30:00+00:00");
    // If a run read the rows again, it would overwrite this time.
    facts.execute("UPDATE fact SET value = '2030-01-01T00:00:00+00:00' WHERE name = 'digests due'", []).unwrap();
    write(1, "a1-a2\n", "2027-01-01T12:00:00Z");
    assert_eq!(due(), "2030-01-01T00:00:00+00:00");
    write(2, "DIGEST 06:00\n", "2027-01-01T13:00:00Z");
    assert_eq!(due(), "2027-01-02T06:00:00+00:00");
}

fn tag_of_glade(house: &House) -> String {
    let report = fs::read(house.path("sent/glade.0.report.1.ashpost@pbem.example.eml")).unwrap();
    let subject = ashpost::post::Letter::read(&report).inside.subject;
    subject[subject.rfind('[').unwrap()..].to_owned()
}

#[test]
fn campaigns_look_for_players_and_one_may_stay_out() {
    let house = house();
    house.edit_campaign("open = true", "open = false\nplayers_wanted = 3");
    edit_host(&house, "[limits]", "[site]\ntitle = \"Ida's <games>\"\ncontact = \"ida@pbem.example\"\n[limits]");
    house.tick(utc("2027-01-01T10:00:00Z"));
    let page = read(&house, "site/index.html");
    assert!(page.contains("<h1>Ida&#x27;s &lt;games&gt;</h1>") && page.contains("3 players wanted. To join, write to"), "{page}");
    assert!(page.contains("mailto:ida@pbem.example?subject=JOIN%20rim-3") && !page.contains("rim-3/index.html"), "{page}");
    let glade = house.path("glade/campaign.toml");
    fs::write(&glade, format!("unlisted = true\n{CORRESPONDENCE_TOML}")).unwrap();
    house.edit_campaign("players_wanted = 3", "players_wanted = 1");
    house.tick(utc("2027-01-01T10:05:00Z"));
    let page = read(&house, "site/index.html");
    assert!(page.contains("1 player wanted") && !page.contains("Glade"), "{page}");
    assert!(!house.path("site/glade").exists() && house.path("glade/site/index.html").is_file());
    assert!(!house.path("site/feed.atom").exists() && !house.path("site/deadlines.ics").exists(), "there is nothing to tell");
}

#[test]
fn a_host_without_games_leads_to_what_can_begin_and_says_that_nobody_is_on_the_ladder() {
    let house = house();
    house.edit_campaign("open = true", "open = false");
    fs::remove_dir_all(house.path("glade")).unwrap();
    edit_host(&house, "[limits]", "[site]\ntitle = \"Ours\"\n[limits]");
    house.tick(utc("2027-01-01T10:00:00Z"));
    assert!(!read(&house, "site/index.html").contains("<nav"), "there is nothing to go to");
    let gm = "gm = { name = \"Ida\", address = \"gm@pbem.example\" }\nschedule = { every_days = 3, at = \"20:00\", zone = \"UTC\" }";
    edit_host(&house, "[limits]", &format!("[pairing]\ngames = [\"anaash/6\"]\n{gm}\n[pairing.ladder]\ngame = \"anaash/6\"\n[limits]"));
    house.tick(utc("2027-01-01T10:05:00Z"));
    let page = read(&house, "site/index.html");
    assert!(page.contains("<a href=\"#tables\">") && page.contains("<a href=\"#ladder\">"), "{page}");
    assert!(page.contains("Nobody is on the ladder yet.") && !page.contains("<table"), "{page}");
}

#[test]
fn a_player_has_a_page_only_for_the_asking() {
    let mut house = house();
    house.tick(utc("2027-01-01T10:00:00Z"));
    end_the_glade(&mut house);
    assert!(!house.path("site/players").exists());
    edit_host(&house, "[limits]", "[site]\nplayer_pages = [\"ANN@player.example\"]\n[limits]");
    house.tick(utc("2027-01-03T10:00:00Z"));
    let page = read(&house, "site/players/ann.html");
    assert!(page.contains("<h1>Ann</h1>") && page.contains("The Rim") && page.contains("Bob has won") && page.contains("±"), "{page}");
    assert!(page.contains("href=\"../glade/index.html\"") && page.contains("href=\"../index.html\""), "{page}");
    assert!(read(&house, "site/index.html").contains("<a href=\"players/ann.html\">Ann</a>"));
    assert!(!house.path("site/players/bob.html").exists());
    edit_host(&house, "player_pages = [\"ANN@player.example\"]", "player_pages = []");
    house.tick(utc("2027-01-03T10:05:00Z"));
    assert!(!house.path("site/players/ann.html").exists() && !read(&house, "site/index.html").contains("players/"));
}

#[test]
fn no_address_of_a_player_is_in_any_public_file() {
    let mut house = house();
    edit_host(&house, "[limits]", "[site]\nplayer_pages = [\"ann@player.example\", \"bob@player.example\"]\n[limits]");
    house.tick(utc("2027-01-01T10:00:00Z"));
    end_the_glade(&mut house);
    let files = written(&house.path("site"));
    assert!(files.keys().any(|name| name.ends_with("players/bob.html")) && files.keys().any(|name| name.ends_with("turn-2.html")));
    for name in files.keys() {
        if name.ends_with(".html") {
            assert_usable(name, &fs::read_to_string(name).unwrap());
        }
        let text = String::from_utf8_lossy(&fs::read(name).unwrap()).to_lowercase();
        assert!(!text.contains("player.example") && !text.contains("gm@pbem"), "{name}");
    }
}

/// The names of a feed and of its entries, sorted.
fn ids(feed: &str) -> Vec<String> {
    let mut ids: Vec<String> = feed.split("<id>").skip(1).map(|part| part.split_once("</id>").unwrap().0.to_owned()).collect();
    ids.sort();
    ids
}

#[test]
fn a_feed_keeps_its_entries_when_an_album_is_made_anew_between_turns() {
    let house = house();
    house.tick(utc("2027-01-01T10:00:00Z"));
    let before = ids(&read(&house, "site/feed.atom"));
    // An earlier program may have kept it in another form.
    let database = rusqlite::Connection::open(house.path("rim-3/campaign.db")).unwrap();
    let forgotten = database.execute("DELETE FROM fact WHERE name LIKE 'album of the site%'", []).unwrap();
    assert_eq!(forgotten, 2, "the cover, and a leaf for the opening");
    drop(database);
    let paused = ashpost(house.folder.path(), &["--now", "2027-01-01T10:10:00Z", "pause", "rim-3"]);
    assert!(paused.status.success(), "{}", String::from_utf8_lossy(&paused.stderr));
    assert!(!house.tick(utc("2027-01-01T10:15:00Z")).has_trouble());
    assert_eq!(ids(&read(&house, "site/feed.atom")), before);
}

#[test]
fn feeds_tell_a_decision_that_ends_a_game() {
    let house = house();
    house.tick(utc("2027-01-01T10:00:00Z"));
    let before = ids(&read(&house, "rim-3/site/feed.atom"));
    let command = ["--now", "2027-01-01T10:10:00Z", "abort", "rim-3", "--reason", "Nobody writes."];
    assert!(ashpost(house.folder.path(), &command).status.success());
    assert!(!house.tick(utc("2027-01-01T10:15:00Z")).has_trouble());
    let own = read(&house, "rim-3/site/feed.atom");
    for feed in [&own, &read(&house, "site/feed.atom")] {
        assert!(feed.contains("<title>The Rim: the game is over</title>\n<updated>2027-01-01T10:10:00Z</updated>"), "{feed}");
        assert!(feed.contains("<p>The game master has ended the game without a result"), "{feed}");
        assert!(feed.contains("rim-3/index.html\"/>") || feed.contains("href=\"index.html\"/>"), "{feed}");
        assert!(ids(&own).iter().filter(|id| ids(feed).contains(id)).count() >= before.len(), "an entry has one name: {feed}");
    }
    assert_eq!(ids(&own).len(), before.len() + 1);
}

#[test]
fn feed_and_calendar_keep_their_names_and_follow_the_standards() {
    let mut house = house();
    edit_host(&house, "[limits]", "[site]\nurl = \"https://pbem.example/archive\"\n[limits]");
    house.tick(utc("2027-01-01T10:00:00Z"));
    let before = ids(&read(&house, "site/feed.atom"));
    assert_eq!(before.len(), 3, "the feed, and two openings");
    let uid = |calendar: &str| calendar.lines().find_map(|line| line.strip_prefix("UID:")).unwrap().to_owned();
    let deadline = uid(&read(&house, "rim-3/site/deadlines.ics"));
    end_the_glade(&mut house);
    let feed = read(&house, "site/feed.atom");
    let after = ids(&feed);
    assert!(before.iter().all(|id| after.contains(id)) && after.len() == 6, "{feed}");
    assert!(after.iter().all(|id| id.starts_with("urn:uuid:")));
    assert!(
        feed.starts_with("<?xml")
            && feed.contains("<link rel=\"self\" type=\"application/atom+xml\" href=\"https://pbem.example/archive/feed.atom\"/>")
    );
    assert!(
        feed.contains("<link rel=\"alternate\" type=\"text/html\" href=\"https://pbem.example/archive/glade/turn-3.html\"/>"),
        "{feed}"
    );
    assert!(feed.contains("<updated>2027-01-01T13:00:00Z</updated>") && feed.contains("Ann resigns."), "{feed}");
    let own = read(&house, "glade/site/feed.atom");
    assert_eq!(ids(&own).iter().filter(|id| after.contains(id)).count(), 4, "an entry has one name wherever it stands");
    // The deadline stays the same event, and every line ends and breaks as RFC 5545 says.
    for name in ["rim-3/site/deadlines.ics", "glade/site/deadlines.ics", "site/deadlines.ics"] {
        let calendar = read(&house, name);
        assert!(calendar.starts_with("BEGIN:VCALENDAR\r\n") && calendar.ends_with("END:VCALENDAR\r\n"), "{name}");
        assert!(!calendar.replace("\r\n", "").contains(['\r', '\n']) && calendar.split("\r\n").all(|line| line.len() <= 75), "{name}");
    }
    let calendar = read(&house, "site/deadlines.ics");
    assert!(calendar.contains(&deadline) && calendar.contains("DTSTART:20270108T200000Z\r\n"), "{calendar}");
    assert!(
        calendar.contains("SUMMARY:The Rim: turn 1 is played\r\n")
            && calendar.contains("URL:https://pbem.example/archive/rim-3/index.html")
    );
}

#[test]
fn a_tournament_is_one_game_of_the_page() {
    let third = "\n[[seat]]\nnumber = 3\nname = \"Cid\"\naddress = \"cid@player.example\"\nformat = \"text\"\n";
    let tables = "[tournament]\ngames_each_way = 1\n[settings.rulebook]\nsize = 4\n[gm]";
    let house = House::new(&(CORRESPONDENCE_TOML.replace("[gm]", tables) + third));
    house.tick(utc("2027-01-01T10:00:00Z"));
    let page = read(&house, "site/index.html");
    assert_eq!((page.matches("The Glade").count(), page.contains("0 of 6 games over")), (1, true), "{page}");
    assert!(read(&house, "site/rim-3/index.html").contains("game-6/index.html"));
    assert!(read(&house, "site/deadlines.ics").contains("DTSTART:20270104T200000Z"));
}

#[test]
fn a_campaign_may_have_the_name_of_the_folder_and_a_host_need_not_have_the_page() {
    let house = House::new(CAMPAIGN_TOML);
    fs::rename(house.path("rim-3"), house.path("site")).unwrap();
    assert!(!house.tick(utc("2027-01-01T10:00:00Z")).has_trouble());
    assert!(house.path("site/site/index.html").is_file() && !house.path("site/index.html").exists());
    let house = House::new(CAMPAIGN_TOML);
    edit_host(&house, "[limits]", "[site]\nhost_page = false\n[limits]");
    assert!(!house.tick(utc("2027-01-01T10:00:00Z")).has_trouble());
    assert!(house.path("rim-3/site/index.html").is_file() && !house.path("site").exists());
}

/// The files that a web server shows below the page, but for those of archives.
fn own_files(house: &House) -> Vec<String> {
    let entries = fs::read_dir(house.path("site")).into_iter().flatten().map(Result::unwrap);
    let mut names: Vec<String> = entries.map(|entry| entry.file_name().to_string_lossy().into_owned()).collect();
    names.sort();
    names
}

#[test]
fn what_is_switched_off_leaves_the_public_site() {
    let site = "[site]\nurl = \"https://pbem.example/\"\nplayer_pages = [\"ann@player.example\"]\n[limits]";
    let house = house();
    edit_host(&house, "[limits]", site);
    assert!(!house.tick(utc("2027-01-01T10:00:00Z")).has_trouble());
    assert_eq!(own_files(&house), ["deadlines.ics", "feed.atom", "glade", "index.html", "players", "rim-3", "style.css"]);
    assert!(house.path("rim-3/site/compose.html").is_file() && house.path("glade/site/compose.html").is_file());

    edit_host(&house, "url =", "composer = false\nurl =");
    assert!(!house.tick(utc("2027-01-01T10:05:00Z")).has_trouble());
    for campaign in ["rim-3", "glade"] {
        assert!(!house.path(&format!("{campaign}/site/compose.html")).exists(), "{campaign}");
        assert!(!read(&house, &format!("{campaign}/site/index.html")).contains("compose.html"), "{campaign}");
    }
    edit_host(&house, "composer = false", "composer = true");
    assert!(!house.tick(utc("2027-01-01T10:10:00Z")).has_trouble());
    assert!(house.path("rim-3/site/compose.html").is_file(), "and it comes back");

    fs::write(house.path("site/robots.txt"), "User-agent: *\n").unwrap();
    edit_host(&house, "url =", "host_page = false\nurl =");
    assert!(!house.tick(utc("2027-01-01T10:15:00Z")).has_trouble());
    assert_eq!(own_files(&house), ["robots.txt"], "what somebody else has put there stays");
    assert!(house.path("rim-3/site/index.html").is_file(), "archives stay where they are");
    fs::write(house.path("site/index.html"), "<p>My own page").unwrap();
    assert!(!house.tick(utc("2027-01-01T10:20:00Z")).has_trouble());
    assert_eq!(read(&house, "site/index.html"), "<p>My own page");

    edit_host(&house, "host_page = false\n", "");
    assert!(!house.tick(utc("2027-01-01T10:25:00Z")).has_trouble());
    assert!(read(&house, "site/index.html").contains("rim-3/index.html") && house.path("site/rim-3/index.html").is_file());
}

#[test]
fn letters_of_a_campaign_that_is_left_out_have_no_links_into_its_archive() {
    for unlisted in ["", "unlisted = true\n"] {
        let campaign = format!("{unlisted}{}", CORRESPONDENCE_TOML.replace("format = \"text\"", "format = \"both\""));
        let mut house = House::new(&campaign);
        edit_host(&house, "[limits]", "[site]\nurl = \"https://pbem.example/\"\n[limits]");
        assert!(!house.tick(utc("2027-01-01T10:00:00Z")).has_trouble());
        for (hour, seat, who, text) in
            [(11, 1, "ann", "a1-a2\n"), (12, 2, "bob", "b1-b2\n"), (13, 2, "bob", "REPORT\n"), (14, 1, "ann", "RESIGN\n")]
        {
            let at = utc(&format!("2027-01-01T{hour}:00:00Z"));
            let raw = mail(&format!("{who}@player.example"), &house.tag(Seat(seat)), &format!("{hour}@x"), text);
            house.deliver(raw.as_bytes(), at);
            assert!(!house.tick(at).has_trouble());
        }
        let letters: Vec<String> = house.news().iter().map(|sent| String::from_utf8_lossy(&sent.raw).replace("=\r\n", "")).collect();
        assert!(letters.len() > 8, "{}", letters.len());
        let linked = letters.iter().filter(|letter| letter.contains("https://pbem.example/rim-3/")).count();
        assert_eq!(linked == 0, !unlisted.is_empty(), "{linked} of {} letters have a link", letters.len());
        let feed = read(&house, "rim-3/site/feed.atom");
        assert_eq!(feed.contains("https://pbem.example/"), unlisted.is_empty(), "{feed}");
    }
}

#[test]
fn a_private_page_is_linked_in_its_report_and_shows_the_picture_in_a_browser() {
    let campaign = CAMPAIGN_TOML.to_owned() + "[policy]\nprivate_reports_on_site = true\n";
    let mut house = House::new(&campaign);
    edit_host(&house, "[limits]", "[site]\nurl = \"https://pbem.example/\"\n[limits]");
    assert!(!house.tick(utc("2027-01-01T10:00:00Z")).has_trouble());
    let linked = |house: &mut House, to: &str| -> Vec<String> {
        let sent: Vec<String> = house.news().into_iter().filter(|sent| sent.to == to).map(|sent| sent.text).collect();
        let words = sent.iter().flat_map(|text| text.split_whitespace());
        words
            .filter(|word| word.contains("/turn-"))
            .filter_map(|word| word.strip_prefix("https://pbem.example/"))
            .map(str::to_owned)
            .collect()
    };
    let of_bob = linked(&mut house, "bob@player.example");
    assert_eq!(of_bob.len(), 1, "{of_bob:?}");
    let page = read(&house, &format!("site/{}", of_bob[0]));
    assert!(page.contains("src=\"data:image/svg+xml,") && !page.contains("cid:") && !page.contains("a page of your own"), "{page}");

    let replaced = ashpost(house.folder.path(), &["--now", "2027-01-02T10:00:00Z", "replace", "rim-3", "2", "Cora <cora@player.example>"]);
    assert_eq!(replaced.status.code(), Some(0), "{}", String::from_utf8_lossy(&replaced.stderr));
    assert!(!house.tick(utc("2027-01-02T10:05:00Z")).has_trouble());
    let of_cora = linked(&mut house, "cora@player.example");
    assert!(of_cora.len() == 1 && of_cora != of_bob, "the welcome has the report, with her own link: {of_cora:?}");
    assert!(read(&house, &format!("site/{}", of_cora[0])).contains("data:image/svg+xml,"));
    assert!(!house.path(&format!("site/{}", of_bob[0])).exists(), "nobody who knew the old one finds anything there");
}
