//! The office as players meet it: emails in, letters and turns out, one case file for each story (`tests/cases/office`).

mod transcript;

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::Command;
use std::thread;

use ashpost::engine::Seat;
#[cfg(debug_assertions)]
use ashpost::engine::{Effort, effort};
use ashpost::office::{Timekeeping, World, tick};
use ashpost::post::Letter;
use mail_parser::{MessageParser, MessagePart, MimeHeaders};
use serde::Deserialize;

use self::transcript::Transcript;
use crate::common::{CAMPAIGN, CAMPAIGN_TOML, CORRESPONDENCE_TOML, House, Sent, mail, utc, world};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Case {
    /// The story in a sentence.
    title: String,
    /// Whether the campaign is a game whose moves alternate.
    #[serde(default)]
    correspondence: bool,
    /// Lines of the usual campaign file that this story replaces: from, to.
    #[serde(default)]
    campaign: Vec<(String, String)>,
    /// The same for the host's file.
    #[serde(default)]
    host: Vec<(String, String)>,
    /// A campaign file of its own.
    #[serde(default)]
    file: Option<String>,
    /// The files of other campaigns of the host, by their names.
    #[serde(default)]
    beside: BTreeMap<String, String>,
    /// Whether all its letters, and what commands print, are in a file of their own, `tests/golden/office/NAME.txt`, for people to read.
    #[serde(default)]
    golden: bool,
    step: Vec<Step>,
}

/// Something arrives (or nothing does), then the cron line runs.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Step {
    /// When the cron line runs.
    at: String,
    #[serde(default)]
    mail: Vec<Mail>,
    #[serde(default)]
    order_file: Option<String>,
    /// Commands of the game master, each by its words, before the cron line runs.
    #[serde(default)]
    command: Vec<GameMastersCommand>,
    /// Folders that somebody makes where email waits.
    #[serde(default)]
    clutter: Vec<String>,
    /// Edits of the campaign's file before the run: from, to.
    #[serde(default)]
    edit: Vec<(String, String)>,
    /// Edits of other campaigns' files: which campaign, from, to.
    #[serde(default)]
    edit_beside: Vec<(String, String, String)>,
    /// Edits of the host's file: from, to.
    #[serde(default)]
    edit_host: Vec<(String, String)>,
    /// Whether the time of the run is compared with that of earlier runs, as the clock's is.
    #[serde(default)]
    clock: bool,
    /// The game master says that the clock is right.
    #[serde(default)]
    after_outage: bool,
    /// From here on email can, or cannot, be fetched.
    fetches: Option<bool>,
    /// From here on email can, or cannot, be sent.
    sends: Option<bool>,
    /// Why the campaign does not play, as the run reports it.
    held: Option<String>,
    /// What goes wrong in the campaign, if anything does.
    trouble: Option<String>,
    /// How many errors outside the campaign the run reports; an error of the campaign itself always fails the test.
    #[serde(default)]
    troubles: usize,
    /// The verdicts on the emails of the campaign, in the order of receipt; `known` for one that came before.
    #[serde(default)]
    verdicts: Vec<String>,
    /// The verdicts on emails for no campaign.
    #[serde(default)]
    strays: Vec<String>,
    /// The turn that is adjudicated, 0 for the opening; absent if none is. There are several where one follows at once upon another.
    turn: Option<u32>,
    #[serde(default)]
    turns: Vec<u32>,
    #[serde(default)]
    missing: Vec<u8>,
    #[serde(default)]
    reminded: u32,
    /// Whether everything that waits is renamed before the run, as by a mail program that sets flags or fetches anew.
    #[serde(default)]
    rename: bool,
    /// How many emails are left in the intake after the run; absent if this step does not check.
    left: Option<usize>,
    /// Texts in files of the host after the run.
    #[serde(default)]
    pages: Vec<ExpectedPage>,
    /// Text that no small fact of the host's database holds after the run.
    #[serde(default)]
    forgotten: Vec<String>,
    /// Every letter that leaves, in the order of file names; absent if this step does not look.
    letters: Option<Vec<ExpectedLetter>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct GameMastersCommand {
    run: Vec<String>,
    #[serde(default)]
    exit: i32,
    /// Parts of what it prints, on standard output and standard error together.
    #[serde(default)]
    says: Vec<String>,
    #[serde(default)]
    says_not: Vec<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ExpectedPage {
    file: String,
    #[serde(default)]
    says: Vec<String>,
    #[serde(default)]
    says_not: Vec<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Mail {
    /// When the server takes it; absent means the time of the run.
    at: Option<String>,
    /// When a program fetched it from the server that took it.
    fetched_at: Option<String>,
    from: String,
    /// Adds the tag of this seat to the subject, by the first report that it was mailed.
    seat: Option<u8>,
    /// Adds the tag of the last letter that went to this address instead.
    tag_of: Option<String>,
    /// Answers the last letter that went to this address.
    answers: Option<String>,
    #[serde(default)]
    subject: String,
    #[serde(default)]
    header: String,
    /// The same id and text make the same email.
    id: Option<String>,
    /// `{token 1}` stands for the token of seat 1, and `{code}` for what the tag of its subject holds.
    #[serde(default)]
    text: String,
    /// How often the text is repeated, for large emails.
    #[serde(default = "once")]
    times: usize,
    /// How many emails like this there are, each with an id of its own.
    #[serde(default = "once")]
    copies: usize,
}

fn once() -> usize {
    1
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ExpectedLetter {
    to: String,
    /// Its Message-ID.
    id: Option<String>,
    #[serde(default)]
    subject: String,
    #[serde(default)]
    says: Vec<String>,
    #[serde(default)]
    says_not: Vec<String>,
    /// Parts of its HTML.
    #[serde(default)]
    html: Vec<String>,
    #[serde(default)]
    html_not: Vec<String>,
    /// Whether it has a picture; absent if the case does not look.
    picture: Option<bool>,
    /// Lines of its header.
    #[serde(default)]
    head: Vec<String>,
    /// Texts that are nowhere in it, its header included.
    #[serde(default)]
    nowhere: Vec<String>,
    /// The Message-ID of the email that it answers; empty if it names none.
    in_reply_to: Option<String>,
    /// The files that go along, each with parts of what it says.
    attached: Option<BTreeMap<String, Vec<String>>>,
}

/// In how many threads the stories are played: in one they were the longest test, and the last.
const LANES: usize = 3;

/// What is not true of the story in a file.
fn failures_in(file: &Path) -> Vec<String> {
    let name = file.file_stem().unwrap().to_string_lossy().into_owned();
    let case: Case = toml::from_str(&fs::read_to_string(file).unwrap()).unwrap_or_else(|error| panic!("{name}: {error}"));
    play(&name, &case).into_iter().map(|failure| format!("{name}: {failure}")).collect()
}

#[test]
fn every_story_of_the_office_comes_true() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cases/office");
    let mut files: Vec<_> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    // `STORY=press cargo test --test main -- office::every` plays the stories that have the word in their names.
    if let Ok(story) = std::env::var("STORY") {
        files.retain(|file| file.file_stem().is_some_and(|name| name.to_string_lossy().contains(&story)));
    }
    assert!(files.len() >= 15 || std::env::var_os("STORY").is_some(), "stories are missing");
    let failures = |lane: usize| -> Vec<String> { files.iter().skip(lane).step_by(LANES).flat_map(|file| failures_in(file)).collect() };
    let failures = thread::scope(|scope| {
        let lanes: Vec<_> = (0..LANES).map(|lane| scope.spawn(move || failures(lane))).collect();
        lanes.into_iter().flat_map(|lane| lane.join().unwrap()).collect::<Vec<_>>()
    });
    assert!(failures.is_empty(), "\n{}", failures.join("\n"));
}

#[test]
fn what_stands_for_the_public_tells_neither_who_is_away_nor_what_now_is() {
    let campaign = CORRESPONDENCE_TOML.replace("[[seat]]\nnumber = 1", "[policy]\nabsence_days = 12\n[[seat]]\nnumber = 1");
    let mut house = House::new(&campaign);
    house.tick(utc("2027-01-01T10:00:00Z"));
    let write = |house: &mut House, seat: u8, text: &str, at: &str| {
        let from = ["ann@player.example", "bob@player.example"][usize::from(seat - 1)];
        let raw = mail(from, &house.tag(Seat(seat)), &format!("{at}@player.example"), text);
        house.deliver(raw.as_bytes(), utc(at));
        assert!(!house.tick(utc(at)).has_trouble());
    };
    let page = |house: &House, name: &str| fs::read_to_string(house.path(&format!("{CAMPAIGN}/site/{name}.html"))).unwrap();
    write(&mut house, 2, "ABSENT UNTIL 2027-01-09\n", "2027-01-02T10:00:00Z");
    write(&mut house, 1, "a1-b1\n", "2027-01-02T11:00:00Z");
    for (name, tells_what_comes_next) in [("index", true), ("turn-1", false)] {
        let page = page(&house, name);
        let awaited = "It is Bob's move. Bob has until Wed 13 Jan 2027 20:00 (UTC), with a grace";
        assert_eq!(page.contains(awaited), tells_what_comes_next, "{page}");
        assert!(["Away", "away", "from now", "is played on"].iter().all(|not| !page.contains(not)), "{page}");
    }
    write(&mut house, 2, "a2-a3\n", "2027-01-02T11:40:00Z");
    write(&mut house, 2, "RESIGN\n", "2027-01-02T12:00:00Z");
    assert!(page(&house, "index").contains("The game is over: Ann has won."));
}

#[test]
fn a_story_that_is_not_true_is_noticed() {
    let wrong = r#"
        title = "expects what does not happen"
        [[step]]
        at = "2027-01-01T10:00:00Z"
        turn = 3
        letters = [{ to = "nobody@player.example" }]
        [[step]]
        at = "2027-01-02T10:00:00Z"
        mail = [{ from = "ann@player.example", seat = 1, text = "BUILD 1 FP ON 1" }]
        verdicts = ["late"]
        letters = [{ to = "ann@player.example", subject = "no such subject", says = ["no such text"], says_not = ["Ann"] }]
    "#;
    let failures = play("wrong", &toml::from_str(wrong).unwrap());
    let told = failures.join("\n");
    for expected in ["turn", "2 letters", "verdicts", "subject", "says", "does not want"] {
        assert!(told.contains(expected), "{expected} is not told:\n{told}");
    }
}

#[test]
fn nobody_is_out_of_time_while_his_mail_may_lie_where_nobody_could_look() {
    let mut house = House::new(CORRESPONDENCE_TOML);
    house.tick(utc("2027-01-01T10:00:00Z"));
    let (mail_folder, away) = (house.path("mail"), house.path("mail-away"));
    let raw = mail("ann@player.example", &house.tag(Seat(1)), "1@player.example", "a1-b1\n");
    house.deliver(raw.as_bytes(), utc("2027-01-14T21:59:59Z"));
    fs::rename(&mail_folder, &away).unwrap();
    let report = house.tick(utc("2027-01-14T22:30:00Z"));
    assert!(report.has_trouble() && report.campaigns[0].played.is_empty(), "{report:?}");
    fs::rename(&away, &mail_folder).unwrap();
    let report = house.tick(utc("2027-01-14T22:35:00Z"));
    assert_eq!(verdicts(&report.campaigns[0].mails), ["accepted"]);
    assert!(report.campaigns[0].played[0].missing.is_empty());
}

#[test]
fn what_breaks_off_in_one_campaign_leaves_the_others_alone() {
    let mut house = House::new(CORRESPONDENCE_TOML);
    fs::create_dir_all(house.path("rim-4")).unwrap();
    fs::write(house.path("rim-4/campaign.toml"), CORRESPONDENCE_TOML).unwrap();
    house.tick(utc("2027-01-01T10:00:00Z"));
    house.news();
    let raw = mail("ann@player.example", &house.tag(Seat(1)), "1@player.example", "a1-b1\n");
    house.deliver(raw.as_bytes(), utc("2027-01-03T20:00:00Z"));
    let breaks = |place: &str| assert!(place != "before the turn commits", "a mistake");
    for expected in [2, 1] {
        // The first campaign breaks off while it plays; the second reminds its player, once.
        let now = if expected == 2 { "2027-01-03T20:00:00Z" } else { "2027-01-03T20:05:00Z" };
        let report = tick(&house.host(), &World { boundary: &breaks, ..world(utc(now)) }).unwrap();
        assert!(report.campaigns[0].trouble.as_ref().is_some_and(|trouble| trouble.contains("a mistake")), "{report:?}");
        assert_eq!((&report.campaigns[1].trouble, report.campaigns[1].reminded), (&None, expected - 1));
    }
    let to_gm = house.news().iter().filter(|letter| letter.to == "gm@pbem.example").count();
    assert_eq!(to_gm, 1, "its game master is told once");
    let report = house.tick(utc("2027-01-03T20:10:00Z"));
    assert_eq!(report.campaigns[0].played[0].turn, 1, "nothing was lost");
}

fn play(name: &str, case: &Case) -> Vec<String> {
    assert!(!case.title.is_empty());
    let mut transcript = Transcript::default();
    let mut house = House::new(&campaign_toml(case));
    replace_in_file(&house.path("ashpost.toml"), &case.host);
    for (id, text) in &case.beside {
        fs::create_dir_all(house.path(id)).unwrap();
        fs::write(house.path(&format!("{id}/campaign.toml")), text).unwrap();
    }
    let mut failures = Vec::new();
    let (mut tags, mut last_ids) = (BTreeMap::new(), BTreeMap::new());
    for (index, step) in case.step.iter().enumerate() {
        let mut fail = |what: String| failures.push(format!("step {}: {what}", index + 1));
        if let Some(fetches) = step.fetches {
            let (there, away) = (house.path("mail/new"), house.path("mail/away"));
            let (from, to) = if fetches { (away, there) } else { (there, away) };
            fs::rename(from, to).unwrap();
        }
        if step.rename {
            rename_all(&house);
        }
        for (number, letter) in step.mail.iter().enumerate() {
            for copy in 0..letter.copies {
                let raw = raw_mail(&house, letter, &format!("{index}.{number}.{copy}"), (&tags, &last_ids));
                let at = utc(letter.at.as_ref().unwrap_or(&step.at));
                match &letter.fetched_at {
                    Some(fetched_at) => house.fetch(raw.as_bytes(), at, utc(fetched_at)),
                    None => house.deliver(raw.as_bytes(), at),
                }
            }
        }
        if let Some(text) = &step.order_file {
            house.drop_file("turn.orders", &fill(&house, text), utc(&step.at));
        }
        for folder in &step.clutter {
            fs::create_dir_all(house.path(folder)).unwrap();
        }
        for (from, to) in &step.edit {
            house.edit_campaign(from, to);
        }
        for (id, from, to) in &step.edit_beside {
            replace_in_file(&house.path(&format!("{id}/campaign.toml")), &[(from.clone(), to.clone())]);
        }
        replace_in_file(&house.path("ashpost.toml"), &step.edit_host);
        transcript.begin(step);
        for command in &step.command {
            let said = check_command(&mut fail, &house, &step.at, command);
            transcript.command(&house, command, &said);
        }
        if let Some(sends) = step.sends {
            house.let_mail_out(sends);
        }
        let timekeeping =
            if step.clock { Timekeeping::Real { is_tick: true, is_confirmed: step.after_outage } } else { Timekeeping::Rehearsal };
        let report = tick(&house.host(), &World { timekeeping, ..world(utc(&step.at)) }).unwrap();
        let done = report.campaigns.first().unwrap();
        let held = done.held.map(|held| serde_json::json!(held).as_str().unwrap_or_default().to_owned());
        compare(&mut fail, "held", &held, &step.held);
        let is_expected = match (&done.trouble, &step.trouble) {
            (Some(trouble), Some(expected)) => trouble.contains(expected),
            (trouble, expected) => trouble.is_some() == expected.is_some(),
        };
        if !is_expected || report.troubles.len() != step.troubles {
            fail(format!("trouble: {:?} {:?}", report.troubles, done.trouble));
            break;
        }
        compare(&mut fail, "verdicts", &verdicts(&done.mails), &step.verdicts);
        compare(&mut fail, "strays", &verdicts(&report.strays), &step.strays);
        let turns: Vec<u32> = done.played.iter().map(|played| played.turn).collect();
        compare(&mut fail, "turn", &turns, &step.turn.into_iter().chain(step.turns.iter().copied()).collect());
        let missing: Vec<u8> = done.played.iter().flat_map(|played| &played.missing).map(|seat| seat.0).collect();
        compare(&mut fail, "missing", &missing, &step.missing);
        compare(&mut fail, "reminded", &done.reminded, &step.reminded);
        if let Some(left) = step.left {
            compare(&mut fail, "left", &house.waiting().len(), &left);
        }
        let news = house.news();
        let id = |letter: &Sent| Some((letter.to.clone(), Letter::read(&letter.raw).inside.message_id?.to_string()));
        last_ids.extend(news.iter().filter_map(id));
        tags.extend(news.iter().filter_map(|letter| Some((letter.to.clone(), tag_in(&letter.subject)?))));
        transcript.letters(&news);
        step.pages.iter().for_each(|page| check_page(&mut fail, &house, page));
        step.forgotten.iter().filter(|words| is_kept(&house, words)).for_each(|words| fail(format!("{words:?} is not forgotten")));
        if let Some(expected) = &step.letters {
            check_letters(&mut fail, &house, &news, expected);
        }
    }
    if case.golden {
        failures.extend(transcript.compare(name));
    }
    // A story that went wrong may never have begun.
    if !failures.is_empty() {
        return failures;
    }
    failures.extend(house.replay().err().map(|difference| format!("its journal does not play again: {difference}")));
    failures
}

/// Gives files new names with the time of now and new times: nothing is left of what the files themselves told.
fn rename_all(house: &House) {
    for (number, path) in house.waiting().iter().enumerate() {
        fs::File::options().append(true).open(path).unwrap().set_modified(utc("2027-01-01T10:04:00Z").into()).unwrap();
        fs::rename(path, path.with_file_name(format!("1798797840.M{number}.renamed:2,S"))).unwrap();
    }
}

fn compare<T: PartialEq + std::fmt::Debug>(fail: &mut impl FnMut(String), what: &str, found: &T, expected: &T) {
    if found != expected {
        fail(format!("{what}: expected {expected:?}, found {found:?}"));
    }
}

fn verdicts(handled: &[ashpost::office::Handled]) -> Vec<String> {
    handled.iter().map(|mail| if mail.known { "known" } else { mail.verdict.code() }.to_owned()).collect()
}

fn replace_in_file(path: &Path, lines: &[(String, String)]) {
    let text = lines.iter().fold(fs::read_to_string(path).unwrap(), |text, (from, to)| {
        assert!(text.contains(from.as_str()), "{} has no {from:?}", path.display());
        text.replace(from, to)
    });
    fs::write(path, text).unwrap();
}

fn campaign_toml(case: &Case) -> String {
    let usual = if case.correspondence { CORRESPONDENCE_TOML } else { CAMPAIGN_TOML };
    let usual = case.file.as_deref().unwrap_or(usual);
    case.campaign.iter().fold(usual.to_owned(), |toml, (from, to)| {
        assert!(toml.contains(from.as_str()), "the campaign file has no {from:?}");
        toml.replace(from, to)
    })
}

/// The tag of a letter that may be answered.
fn tag_in(subject: &str) -> Option<String> {
    let tag = &subject[subject.rfind('[')?..];
    (!tag.starts_with("[ashpost")).then(|| tag.to_owned())
}

fn check_command(fail: &mut impl FnMut(String), house: &House, now: &str, command: &GameMastersCommand) -> String {
    let mut program = Command::new(env!("CARGO_BIN_EXE_ashpost"));
    program.env("USER", "ida").env_remove("SUDO_USER").env_remove("LOGNAME");
    let output = program
        .current_dir(house.folder.path())
        .arg("--campaigns")
        .arg(house.folder.path())
        .args(["--now", now])
        .args(&command.run)
        .output()
        .unwrap();
    let said = [output.stdout, output.stderr].map(|part| String::from_utf8(part).unwrap()).concat();
    let name = command.run.join(" ");
    if output.status.code() != Some(command.exit) {
        fail(format!("{name} ends with {:?}, not {}:\n{said}", output.status.code(), command.exit));
    }
    check_words(fail, &name, &said, &command.says, &command.says_not);
    said
}

fn check_page(fail: &mut impl FnMut(String), house: &House, page: &ExpectedPage) {
    match fs::read_to_string(house.path(&page.file)) {
        Ok(text) => check_words(fail, &page.file, &text, &page.says, &page.says_not),
        Err(error) => fail(format!("{}: {error}", page.file)),
    }
}

fn is_kept(house: &House, words: &str) -> bool {
    let database = rusqlite::Connection::open(house.path("ashpost.db")).unwrap();
    database.query_row("SELECT count(*) FROM fact WHERE instr(value, ?1)", [words], |row| row.get::<_, u32>(0)).unwrap() > 0
}

fn check_words(fail: &mut impl FnMut(String), name: &str, said: &str, says: &[String], says_not: &[String]) {
    for says in says.iter().filter(|says| !said.contains(says.as_str())) {
        fail(format!("{name} nowhere says {says:?}:\n{said}"));
    }
    for not in says_not.iter().filter(|not| said.contains(not.as_str())) {
        fail(format!("{name} says {not:?}, which the case does not want:\n{said}"));
    }
}

/// The last tag, or the Message-ID of the last letter, that went to each address.
type ByAddress = BTreeMap<String, String>;

fn raw_mail(house: &House, letter: &Mail, id: &str, (tags, last_ids): (&ByAddress, &ByAddress)) -> String {
    let own = letter.tag_of.as_ref().map(|address| tags.get(address).unwrap_or_else(|| panic!("no tag went to {address}")).clone());
    let tag = own.or_else(|| letter.seat.map(|seat| house.tag(Seat(seat)))).unwrap_or_default();
    let subject = format!("Re: {tag} {}", fill(house, &letter.subject));
    let id = letter.id.clone().unwrap_or_else(|| format!("{id}@player.example"));
    let code = tag.trim_end_matches(']').rsplit(' ').next().unwrap_or_default();
    let text = fill(house, &letter.text).replace("{code}", code);
    let raw = mail(&letter.from, &subject, &id, &text.repeat(letter.times));
    let answered = letter.answers.as_ref().map(|address| format!("In-Reply-To: <{}>", last_ids[address]));
    letter.header.lines().chain(answered.as_deref()).fold(raw, |raw, line| format!("{line}\n{raw}"))
}

/// `{token 1}` stands for the token of seat 1.
fn fill(house: &House, text: &str) -> String {
    [1, 2].iter().fold(text.to_owned(), |text, seat| {
        let wanted = format!("{{token {seat}}}");
        if !text.contains(&wanted) {
            return text;
        }
        let tag = house.tag(Seat(*seat));
        let token = tag.trim_end_matches(']').rsplit(' ').next().unwrap().to_owned();
        text.replace(&wanted, &token)
    })
}

fn check_letters(fail: &mut impl FnMut(String), house: &House, news: &[Sent], expected: &[ExpectedLetter]) {
    if news.len() != expected.len() {
        let list: Vec<String> = news.iter().map(|letter| format!("{} to {}: {}", letter.file, letter.to, letter.subject)).collect();
        fail(format!("expected {} letters, found {} letters: {list:#?}", expected.len(), news.len()));
    }
    let mut left: Vec<&Sent> = news.iter().collect();
    for wanted in expected {
        let has_id =
            |letter: &Sent| wanted.id.is_none() || Letter::read(&letter.raw).inside.message_id.map(|id| id.to_string()) == wanted.id;
        let fits = |letter: &&Sent| {
            letter.to == wanted.to
                && (wanted.subject.is_empty() || letter.subject.to_lowercase().contains(&wanted.subject.to_lowercase()))
                && has_id(letter)
        };
        // Letters of the same subject are told apart by what they say.
        let says = |letter: &&Sent| fits(letter) && has_text(house, letter, wanted);
        let Some(at) = left.iter().position(says).or_else(|| left.iter().position(fits)) else {
            let subjects: Vec<&str> = left.iter().map(|letter| letter.subject.as_str()).collect();
            fail(format!("no letter to {} with subject {:?}; there are {subjects:?}", wanted.to, wanted.subject));
            // Other mistakes in it can still be told if there is just one candidate.
            if let [only] = left[..] {
                check_text(fail, house, only, wanted);
            }
            continue;
        };
        check_text(fail, house, left.remove(at), wanted);
    }
}

fn flat(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn has_text(house: &House, letter: &Sent, wanted: &ExpectedLetter) -> bool {
    let text = flat(&letter.text);
    let has = |says: &String| text.contains(&flat(&fill(house, says)));
    wanted.says.iter().all(has) && !wanted.says_not.iter().any(has)
}

fn check_text(fail: &mut impl FnMut(String), house: &House, letter: &Sent, wanted: &ExpectedLetter) {
    let text = flat(&letter.text);
    for says in wanted.says.iter().filter(|says| !text.contains(&flat(&fill(house, says)))) {
        fail(format!("the letter {:?} nowhere says {says:?}:\n{}", letter.subject, letter.text));
    }
    for not in wanted.says_not.iter().filter(|not| text.contains(&flat(&fill(house, not)))) {
        fail(format!("the letter {:?} says {not:?}, which the case does not want", letter.subject));
    }
    let raw = String::from_utf8_lossy(&letter.raw);
    for line in wanted.head.iter().filter(|line| !raw.contains(&format!("\r\n{line}\r\n"))) {
        fail(format!("the letter {:?} has no line {line:?} in its header:\n{raw}", letter.subject));
    }
    let raw = raw.to_lowercase();
    for not in wanted.nowhere.iter().filter(|not| raw.contains(&fill(house, not).to_lowercase())) {
        fail(format!("the letter {:?} holds {not:?}, which the case wants nowhere:\n{raw}", letter.subject));
    }
    let answers = Letter::read(&letter.raw).references.last().map(ToString::to_string).unwrap_or_default();
    if let Some(expected) = wanted.in_reply_to.as_ref().filter(|expected| **expected != answers) {
        fail(format!("the letter {:?} answers {answers:?} instead of {expected:?}", letter.subject));
    }
    check_html(fail, letter, wanted);
    if let Some(wanted) = &wanted.attached {
        check_files(fail, letter, wanted);
    }
    let has_picture = String::from_utf8_lossy(&letter.raw).contains("Content-Type: image/png");
    if let Some(expected) = wanted.picture.filter(|expected| *expected != has_picture) {
        fail(format!("the letter {:?} should have a picture: {expected}", letter.subject));
    }
    let long = letter.text.lines().find(|line| line.chars().count() > 78);
    if let Some(line) = long {
        fail(format!("the letter {:?} has a line over 78 columns: {line}", letter.subject));
    }
    assert!(letter.raw.starts_with(b"Message-ID") || !letter.raw.is_empty(), "{CAMPAIGN}");
}

fn check_html(fail: &mut impl FnMut(String), letter: &Sent, wanted: &ExpectedLetter) {
    if wanted.html.is_empty() && wanted.html_not.is_empty() {
        return;
    }
    match MessageParser::new().parse(&letter.raw).filter(|parsed| parsed.html_part(0).is_some_and(MessagePart::is_text_html)) {
        Some(parsed) => {
            let html = parsed.body_html(0).unwrap_or_default();
            check_words(fail, &format!("the HTML of the letter {:?}", letter.subject), &html, &wanted.html, &wanted.html_not);
        }
        None => fail(format!("the letter {:?} has no HTML", letter.subject)),
    }
}

fn check_files(fail: &mut impl FnMut(String), letter: &Sent, wanted: &BTreeMap<String, Vec<String>>) {
    let parsed = MessageParser::new().parse(&letter.raw).unwrap();
    let text = |part: &MessagePart<'_>| String::from_utf8_lossy(part.contents()).into_owned();
    let files: BTreeMap<&str, String> = parsed.attachments().filter_map(|part| Some((part.attachment_name()?, text(part)))).collect();
    if !files.keys().copied().eq(wanted.keys().map(String::as_str)) {
        fail(format!("the letter {:?} has the files {:?}", letter.subject, files.keys()));
    }
    for (name, says) in wanted {
        let Some(text) = files.get(name.as_str()) else { continue };
        for says in says.iter().filter(|says| !text.contains(says.as_str())) {
            fail(format!("the file {name} nowhere says {says:?}:\n{text}"));
        }
    }
}

/// The cost of a run that takes these emails in, each from a seat. It is counted on this thread, since one campaign is worked on by the thread that
/// runs.
#[cfg(debug_assertions)]
fn cost(house: &mut House, at: &str, mails: &[(u8, &str)]) -> Effort {
    for (number, (seat, text)) in mails.iter().enumerate() {
        let from = ["ann@player.example", "bob@player.example"][usize::from(*seat) - 1];
        let raw = mail(from, &house.tag(Seat(*seat)), &format!("{at}-{number}@player.example"), text);
        house.deliver(raw.as_bytes(), utc(at));
    }
    let before = effort();
    let report = house.tick(utc(at));
    assert_eq!(report.campaigns[0].mails.len(), mails.len());
    assert!(
        report.campaigns[0].mails.iter().all(|mail| ["accepted", "replaced", "answered", "late"].contains(&mail.verdict.code())),
        "{report:?}"
    );
    let after = effort();
    Effort { texts: after.texts - before.texts, forecasts: after.forecasts - before.forecasts }
}

#[cfg(debug_assertions)]
#[test]
fn an_accepted_email_is_read_as_orders_once() {
    let mut house = House::new(CAMPAIGN_TOML);
    house.tick(utc("2027-01-01T10:00:00Z"));
    let mut cost = |at: &str, text: &str| cost(&mut house, at, &[(1, text)]);
    assert_eq!(cost("2027-01-02T10:00:00Z", "BUILD 1 FI ON 1\n"), Effort { texts: 1, forecasts: 1 });
    // The receipt says what has changed, so the earlier sheet is read, too, but not foreseen.
    assert_eq!(cost("2027-01-02T11:00:00Z", "BUILD 2 FI ON 1\n"), Effort { texts: 2, forecasts: 1 });
    // READY alone: its own text, which says nothing, and the sheet in the book, whose unread lines are told, but neither is foreseen.
    assert_eq!(cost("2027-01-02T11:30:00Z", "READY\n"), Effort { texts: 2, forecasts: 0 });
    // The earlier sheet and the new one make one, which is foreseen; what has changed is then known without reading.
    assert_eq!(cost("2027-01-02T12:00:00Z", "APPEND\nBUILD 1 FI ON 1\n"), Effort { texts: 2, forecasts: 1 });
    // Orders that stand for all turns are read by themselves, and an empty text with them.
    assert_eq!(cost("2027-01-02T13:00:00Z", "STANDING ALWAYS\nBUILD 1 FP ON 1\nEND\n"), Effort { texts: 2, forecasts: 1 });
    // From here on they come before each sheet: the new one, they and the earlier one, which it replaces.
    assert_eq!(cost("2027-01-02T14:00:00Z", "BUILD 3 FI ON 1\n"), Effort { texts: 3, forecasts: 1 });
}

#[cfg(debug_assertions)]
#[test]
fn what_the_office_enters_for_players_is_not_read_again_to_be_played() {
    let file = CAMPAIGN_TOML.replacen("reminder_hours = [48]", "reminder_hours = [48]\n[policy]\nmissing = \"caretaker\"", 1);
    let mut house = House::new(&file);
    house.tick(utc("2027-01-01T10:00:00Z"));
    cost(&mut house, "2027-01-02T10:00:00Z", &[(1, "STANDING\nBUILD 1 FP ON 1\nEND\n")]);
    // Ann's standing orders are read when they are entered; Bob's caretaker writes nothing that has to be read.
    assert_eq!(cost(&mut house, "2027-01-09T08:30:00Z", &[]), Effort { texts: 1, forecasts: 1 });
}

#[cfg(debug_assertions)]
#[test]
fn where_moves_alternate_an_email_without_a_move_reads_no_sheet_again() {
    let mut house = House::new(CORRESPONDENCE_TOML);
    house.tick(utc("2027-01-01T10:00:00Z"));
    // A move is read when it comes and when it is played.
    assert_eq!(cost(&mut house, "2027-01-02T10:00:00Z", &[(1, "a1-b1\n")]), Effort { texts: 2, forecasts: 1 });
    // A conditional move waits: it is read when it comes.
    assert_eq!(cost(&mut house, "2027-01-02T11:00:00Z", &[(1, "IF b3-b2 THEN b1-b2\n")]), Effort { texts: 1, forecasts: 1 });
    // Each run asks once whether what waits makes the turn, however many emails come.
    assert_eq!(cost(&mut house, "2027-01-02T12:00:00Z", &[(2, "STATUS\n")]), Effort { texts: 2, forecasts: 0 });
    assert_eq!(
        cost(&mut house, "2027-01-02T13:00:00Z", &[(2, "STATUS\n"), (1, "STATUS\n"), (2, "STATUS\n")]),
        Effort { texts: 4, forecasts: 0 }
    );
    // Asked once, read when it comes, and both sheets when they are played.
    assert_eq!(cost(&mut house, "2027-01-02T14:00:00Z", &[(2, "b3-b2\n")]), Effort { texts: 4, forecasts: 1 });
}

#[cfg(debug_assertions)]
#[test]
fn a_move_that_comes_too_late_is_read_once() {
    let mut house = House::new(CORRESPONDENCE_TOML);
    house.tick(utc("2027-01-01T10:00:00Z"));
    assert_eq!(cost(&mut house, "2027-06-01T10:00:00Z", &[(1, "a1-b1\n")]), Effort { texts: 1, forecasts: 1 });
}
