//! A host in a temporary folder, for tests that run whole commands.

pub(crate) mod played;
pub(crate) mod played_game;

use std::collections::BTreeMap;
use std::fs;
use std::io::Write;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use ashpost::campaign::CampaignId;
use ashpost::campaign::journal::{Replay, ReplayError};
use ashpost::engine::{Seat, Seed};
use ashpost::office::{Glance, Host, TickReport, Timekeeping, World, tick};
use ashpost::post::Letter;
use ashpost::post::source::maildir;
use chrono::{DateTime, Utc};
use tempfile::TempDir;

/// How many cases a law tries: a sample in `cargo test`, as many as these scripts say in `.ci/laws-at-length` and `.ci/fairness-at-length`.
pub(crate) fn cases(name: &str, sample: u32) -> u32 {
    std::env::var(name).map_or(sample, |number| number.parse().unwrap())
}

/// The id of the one campaign that a house has.
pub(crate) const CAMPAIGN: &str = "rim-3";

const HOST_TOML: &str = r#"
address = "games@pbem.example"
[intake]
maildirs = ["mail"]
folders = ["drop"]
[mail]
transport = "file"
directory = "sent"
[limits]
mail_kibibytes = 64
answers_per_hour = 5
"#;

/// Two seats of `first-steps`, in text so that no pictures are drawn.
pub(crate) const CAMPAIGN_TOML: &str = r#"
title = "The Rim"
game = "empire_postal"
scenario = "first-steps"
open = true
demonstration_seed = "0101010101010101010101010101010101010101010101010101010101010101"
[gm]
name = "Ida"
address = "gm@pbem.example"
[schedule]
every_days = 7
at = "20:00"
zone = "UTC"
grace_hours = 12
minimum_hours = 24
when_all_ready = true
reminder_hours = [48]
[[seat]]
number = 1
name = "Ann"
address = "ann@player.example"
format = "text"
[[seat]]
number = 2
name = "Bob"
address = "bob@player.example"
format = "text"
"#;

pub(crate) struct House {
    pub folder: TempDir,
    seen: BTreeMap<String, ()>,
    delivered: u32,
}

/// A mail that left the house.
#[derive(Debug, Clone)]
pub(crate) struct Sent {
    pub file: String,
    pub to: String,
    pub subject: String,
    pub text: String,
    pub raw: Vec<u8>,
}

/// Two players on the small board of Anaash: three days for a move, ten more for the game.
pub(crate) const CORRESPONDENCE_TOML: &str = r#"
title = "The Glade"
game = "anaash"
scenario = "6"
open = true
demonstration_seed = "0101010101010101010101010101010101010101010101010101010101010101"
[gm]
name = "Ida"
address = "gm@pbem.example"
[schedule]
every_days = 3
reserve_days = 10
at = "20:00"
zone = "UTC"
grace_hours = 2
reminder_hours = [24]
[[seat]]
number = 1
name = "Ann"
address = "ann@player.example"
format = "text"
[[seat]]
number = 2
name = "Bob"
address = "bob@player.example"
format = "text"
"#;

impl House {
    pub(crate) fn new(campaign_toml: &str) -> House {
        let folder = tempfile::tempdir().unwrap();
        let house = House { folder, seen: BTreeMap::new(), delivered: 0 };
        for sub in ["mail/new", "mail/cur", "mail/tmp", "drop", CAMPAIGN] {
            fs::create_dir_all(house.path(sub)).unwrap();
        }
        fs::write(house.path("ashpost.toml"), HOST_TOML).unwrap();
        // What a real host makes by chance; here every run is to write the same.
        fs::write(house.path("ashpost.key"), "5a".repeat(32)).unwrap();
        fs::write(house.path(&format!("{CAMPAIGN}/campaign.toml")), campaign_toml).unwrap();
        house
    }

    /// Emails leave by a command from here on, which runs this as a shell script.
    pub(crate) fn send_by_command(&self, script: &str) {
        let command = self.path("sendmail");
        install_script(&command, script);
        let host = fs::read_to_string(self.path("ashpost.toml")).unwrap();
        let by_command = format!("transport = \"sendmail\"\ncommand = \"{}\"", command.display());
        fs::write(self.path("ashpost.toml"), host.replace("transport = \"file\"\ndirectory = \"sent\"", &by_command)).unwrap();
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    pub(crate) fn host(&self) -> Host {
        Host::load(self.folder.path()).unwrap()
    }

    pub(crate) fn tick(&self, now: DateTime<Utc>) -> TickReport {
        tick(&self.host(), &world(now)).unwrap()
    }

    pub(crate) fn glance(&self) -> Glance {
        Glance::open(&self.host(), &CampaignId::new(CAMPAIGN).unwrap()).unwrap()
    }

    /// Plays the campaign's journal again.
    pub(crate) fn replay(&self) -> Result<Replay, ReplayError> {
        self.glance().replay().unwrap()
    }

    /// The tag of a seat, from the opening report that its player was mailed.
    pub(crate) fn tag(&self, seat: Seat) -> String {
        self.tag_in(CAMPAIGN, seat)
    }

    /// The same in another campaign.
    pub(crate) fn tag_in(&self, campaign: &str, seat: Seat) -> String {
        let name = format!("{campaign}.0.report.{seat}.ashpost@pbem.example.eml");
        let sent = if self.path("sent").is_dir() { "sent" } else { "sent-away" };
        let report = fs::read(self.path(sent).join(name)).unwrap();
        let subject = Letter::read(&report).inside.subject;
        subject[subject.rfind('[').unwrap()..].to_owned()
    }

    /// Edits the campaign's file as a game master would.
    pub(crate) fn edit_campaign(&self, from: &str, to: &str) {
        let file = self.path(&format!("{CAMPAIGN}/campaign.toml"));
        let text = fs::read_to_string(&file).unwrap();
        assert!(text.contains(from), "the campaign file has no {from:?}");
        fs::write(&file, text.replace(from, to)).unwrap();
    }

    /// Lets mail out again, or puts a file where it should go, so that no mail can be written.
    pub(crate) fn let_mail_out(&self, sends: bool) {
        let (sent, away) = (self.path("sent"), self.path("sent-away"));
        if sends {
            fs::remove_file(&sent).unwrap();
            fs::rename(&away, &sent).unwrap();
        } else {
            fs::rename(&sent, &away).unwrap();
            fs::write(&sent, "").unwrap();
        }
    }

    /// Delivers raw bytes to the Maildir as if the server had taken them at that time.
    pub(crate) fn deliver(&mut self, raw: &[u8], at: DateTime<Utc>) {
        self.delivered += 1;
        maildir::deliver(&self.path("mail"), raw, at, &format!("M{:04}", self.delivered)).unwrap();
    }

    /// Delivers raw bytes as mbsync does: the name has the time of the fetch, the file that of arrival (`CopyArrivalDate yes`).
    pub(crate) fn fetch(&mut self, raw: &[u8], arrived_at: DateTime<Utc>, fetched_at: DateTime<Utc>) {
        self.delivered += 1;
        let number = self.delivered;
        let path = self.path("mail/new").join(format!("{}.77_{number}.laptop,U={number}:2,", fetched_at.timestamp()));
        fs::write(&path, raw).unwrap();
        fs::File::options().append(true).open(&path).unwrap().set_modified(arrived_at.into()).unwrap();
    }

    /// What lies in the Maildir that nobody has looked at.
    pub(crate) fn waiting(&self) -> Vec<PathBuf> {
        let mut paths: Vec<PathBuf> = fs::read_dir(self.path("mail/new")).unwrap().map(|entry| entry.unwrap().path()).collect();
        paths.sort();
        paths
    }

    /// Drops a file into the folder as if it had been written at that time.
    pub(crate) fn drop_file(&self, name: &str, text: &str, at: DateTime<Utc>) {
        let path = self.path("drop").join(name);
        fs::write(&path, text).unwrap();
        fs::File::options().append(true).open(&path).unwrap().set_modified(at.into()).unwrap();
    }

    /// The emails that have left since the last call, by file name.
    pub(crate) fn news(&mut self) -> Vec<Sent> {
        let mut news = Vec::new();
        let Ok(entries) = fs::read_dir(self.path("sent")) else { return news };
        for entry in entries.map(Result::unwrap) {
            let file = entry.file_name().into_string().unwrap();
            if self.seen.insert(file.clone(), ()).is_none() {
                news.push(read_sent(file, fs::read(entry.path()).unwrap()));
            }
        }
        news.sort_by(|one, other| one.file.cmp(&other.file));
        news
    }
}

fn read_sent(file: String, raw: Vec<u8>) -> Sent {
    let letter = Letter::read(&raw);
    Sent {
        file,
        to: letter.to.first().map(|to| to.address.to_string()).unwrap_or_default(),
        subject: letter.subject.clone(),
        text: words_of(&raw),
        raw,
    }
}

/// The words of one of our own letters, of which nothing is read as orders, without blanks around its lines and empty lines around it.
fn words_of(raw: &[u8]) -> String {
    let (_, words) = Letter::subject_and_words(raw);
    let lines: Vec<&str> = words.lines().map(str::trim_end).collect();
    let first = lines.iter().position(|line| !line.is_empty()).unwrap_or(lines.len());
    let end = lines.iter().rposition(|line| !line.is_empty()).map_or(first, |last| last + 1);
    lines[first..end].iter().fold(String::new(), |text, line| text + line + "\n")
}

pub(crate) fn world(now: DateTime<Utc>) -> World<'static> {
    World {
        now,
        timekeeping: Timekeeping::Rehearsal,
        entropy: &|| Ok(Seed([9; 32])),
        environment: &|_| None,
        boundary: &|_| {},
        jobs: NonZeroUsize::MIN.saturating_add(1),
        progress: &|_, _, _| {},
    }
}

pub(crate) fn utc(text: &str) -> DateTime<Utc> {
    text.parse().unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// A plain mail with a subject tag. What its date claims decides nothing.
pub(crate) fn mail(from: &str, subject: &str, message_id: &str, text: &str) -> String {
    format!(
        "From: {from}\nTo: games@pbem.example\nSubject: {subject}\nMessage-ID: <{message_id}>\nDate: Fri, 31 Dec 2027 00:00:00 +0000\n\n{text}"
    )
}

/// Copies a folder as `cp -r` does: all files are other files, of another time.
pub(crate) fn copy_folder(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    for entry in fs::read_dir(from).unwrap().map(Result::unwrap) {
        let copy = to.join(entry.file_name());
        if entry.path().is_dir() {
            copy_folder(&entry.path(), &copy);
        } else {
            fs::copy(entry.path(), copy).unwrap();
        }
    }
}

/// Makes a shell script that can be run as a program. Another program writes it: a file that is open for writing, here or in a child
/// that a test beside this one has just started, cannot be run.
pub(crate) fn install_script(path: &Path, script: &str) {
    let mut install = Command::new("install").args(["-m", "755", "/dev/stdin"]).arg(path).stdin(Stdio::piped()).spawn().unwrap();
    install.stdin.take().unwrap().write_all(script.as_bytes()).unwrap();
    assert!(install.wait().unwrap().success());
}
