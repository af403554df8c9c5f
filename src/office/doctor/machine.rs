//! What the host needs of its machine: runs, room on the disk, and files that nobody else reads.

use chrono::TimeDelta;

use crate::campaign::schedule::Span;
use crate::campaign::watch::Trust;
use crate::files::{self, Narrowed};
use crate::office::deadlines::looking;
use crate::office::doctor::{Finding, Part};
use crate::office::{Host, World, closed_to_runs, open_to_others};

/// If the last run is longer ago than this, the host is in no crontab, or its runs fail.
const SELDOM: TimeDelta = TimeDelta::hours(2);

/// With less room than this, a database may soon be unable to grow.
const NO_ROOM_MEBIBYTES: u64 = 50;

/// With less room than this, the game master should act soon.
const LITTLE_ROOM_MEBIBYTES: u64 = 500;

/// How many files are named at most.
const NAMED: usize = 3;

/// Whether `tick` runs, and whether it trusts the clock.
pub(super) fn runs(host: &Host, world: &World<'_>) -> Vec<Finding> {
    let cron = "the last lines that `ashpost new` printed belong in your crontab; `crontab -l` shows what is there";
    let known = match looking::runs(host, world) {
        Err(error) => return vec![Finding::broken(Part::Runs, error.to_string(), "docs/gm-files.md says what ashpost.db is for")],
        Ok(known) => known,
    };
    let found = match known.last {
        None => Finding::warning(Part::Runs, "no run of `ashpost tick` has been noted yet", cron),
        Some(at) => {
            let ago = world.now.signed_duration_since(at);
            let Span { days, hours, minutes } = ago.max(TimeDelta::zero()).into();
            let ago_in_words = format!("the last run was {days} d {hours} h {minutes} min ago");
            if ago > SELDOM {
                Finding::warning(Part::Runs, ago_in_words, cron)
            } else if ago < -SELDOM {
                let what = format!("the last run was at {at}, which this machine's clock has not reached yet");
                Finding::broken(Part::Runs, what, "set the clock; if it is right now, `ashpost tick --after-outage` resumes play")
            } else {
                Finding::fine(Part::Runs, ago_in_words)
            }
        }
    };
    let held = match known.trust {
        Trust::Outage { since } => Some(format!("no run since {since}, so nothing is played until runs have been regular for two hours")),
        Trust::ClockBehind { last_run } => Some(format!("the clock shows a time before the last run ({last_run}), so nothing is played")),
        Trust::Full => None,
    };
    let held = held.map(|what| Finding::broken(Part::Runs, what, "if the clock is right, `ashpost tick --after-outage` resumes play now"));
    [Some(found), held].into_iter().flatten().collect()
}

/// Room on the disk that the databases are on.
pub(super) fn disk(host: &Host) -> Vec<Finding> {
    let finding = match files::free_bytes(&host.folder) {
        Err(error) => Finding::warning(Part::Disk, format!("{}: {error}", host.folder.display()), "`df` shows how full the disk is"),
        Ok(bytes) => {
            let mebibytes = bytes / (1024 * 1024);
            let what = format!("{mebibytes} MiB are free for {}", host.folder.display());
            let advice = "make room; when the disk is full, emails wait and no turn is played, and nothing is lost";
            match mebibytes {
                0..NO_ROOM_MEBIBYTES => Finding::broken(Part::Disk, what, advice),
                NO_ROOM_MEBIBYTES..LITTLE_ROOM_MEBIBYTES => Finding::warning(Part::Disk, what, advice),
                _ => Finding::fine(Part::Disk, what),
            }
        }
    };
    vec![finding]
}

/// Files that others can read and should not, and files that runs must write and cannot.
pub(super) fn permissions(host: &Host) -> Vec<Finding> {
    let open = open_to_others(host);
    let repair = "`ashpost repair-modes` makes them private";
    let named = |files: &[Narrowed]| {
        let files = files.iter().map(|file| format!("{} (mode {:04o})", file.path.display(), file.from)).collect();
        format!("others can read {}", first_of(files))
    };
    let mut found = Vec::new();
    let closed = closed_to_runs(host);
    if !closed.is_empty() {
        let what = format!("this user cannot write {}", first_of(closed.iter().map(|path| path.display().to_string()).collect()));
        let advice = "run ashpost always as the same user, and not by `sudo`; `sudo chown` gives that user what another has made";
        found.push(Finding::broken(Part::Permissions, what, advice));
    }
    if !open.passwords.is_empty() {
        found.push(Finding::broken(Part::Permissions, named(&open.passwords), repair));
    }
    if !open.others.is_empty() {
        found.push(Finding::warning(Part::Permissions, named(&open.others), repair));
    }
    if found.is_empty() { vec![Finding::fine(Part::Permissions, "nobody else can read what is private")] } else { found }
}

/// The first of these, and how many more there are.
fn first_of(names: Vec<String>) -> String {
    let more = names.len().saturating_sub(NAMED);
    let first = names.into_iter().take(NAMED).collect::<Vec<_>>().join(", ");
    if more > 0 { format!("{first} and {more} more") } else { first }
}
