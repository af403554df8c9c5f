//! Mails that wait, as a stream: listed by name and time, then read one by one, in portions that fit into memory.

use std::collections::VecDeque;
use std::panic::{AssertUnwindSafe, catch_unwind};

use chrono::{DateTime, Utc};

use super::arrived::{Arrived, Place};
use crate::campaign::config::{IntakeConfig, LimitsConfig};
use crate::post::Limits;
use crate::post::source::{Found, Scan, folder, maildir};

/// How many mails are worked on together: they share a transaction, whose wait for the disk then serves them all.
const PORTION_MAILS: usize = 200;

/// How many bytes of mail are in memory together; one mail more may begin below it.
const PORTION_BYTES: usize = 4 * 1024 * 1024;

/// The mails that waited when a run began, oldest first.
pub struct Stream {
    waiting: VecDeque<(Found, Place)>,
    limits: Limits,
    now: DateTime<Utc>,
    /// Files that cannot be read, in words. They stop no other mail and no turn.
    pub unreadable: Vec<String>,
    /// Why a place could not be looked into, each with the intake that names it: there mail may lie unseen.
    pub unlisted: Vec<(IntakeConfig, String)>,
}

impl Stream {
    /// Lists what waits in these places.
    pub fn open(intakes: &[IntakeConfig], limits: &LimitsConfig, now: DateTime<Utc>) -> Stream {
        let limits = Limits { size_bytes: limits.mail_kibibytes * 1024, attachments: limits.attachments, ..Limits::default() };
        let mut stream = Stream { waiting: VecDeque::new(), limits, now, unreadable: Vec::new(), unlisted: Vec::new() };
        for intake in intakes {
            for path in &intake.maildirs {
                stream.list(intake, maildir::scan(path), Place::Maildir);
            }
            for path in &intake.folders {
                stream.list(intake, folder::scan(path), Place::Folder);
            }
        }
        stream.waiting.make_contiguous().sort_by(|(one, _), (other, _)| (one.received, &one.path).cmp(&(other.received, &other.path)));
        stream
    }

    fn list(&mut self, intake: &IntakeConfig, scan: Scan, place: Place) {
        self.waiting.extend(scan.found.into_iter().map(|found| (found, place)));
        self.unreadable.extend(scan.unreadable.iter().map(ToString::to_string));
        self.unlisted.extend(scan.unlisted.iter().map(|error| (intake.clone(), error.to_string())));
    }

    /// The next mails, read; empty once all were.
    pub fn next_portion(&mut self) -> Vec<Arrived> {
        let mut portion = Vec::new();
        let mut bytes = 0;
        while portion.len() < PORTION_MAILS && bytes < PORTION_BYTES {
            let Some((found, place)) = self.waiting.pop_front() else { break };
            match found.read(self.limits.size_bytes) {
                Ok(Some(raw)) => {
                    bytes += raw.len();
                    portion.push(self.read(&found, place, raw));
                }
                // Another run has filed it meanwhile.
                Ok(None) => {}
                Err(error) => self.unreadable.push(error.to_string()),
            }
        }
        // What a mail says of its arrival may put it before one whose file is older.
        portion.sort_by(|one, other| (one.received_at, &one.name).cmp(&(other.received_at, &other.name)));
        portion
    }

    /// A mail that breaks the reader is our fault: it is kept as it is, and stops nobody.
    fn read(&self, found: &Found, place: Place, raw: Vec<u8>) -> Arrived {
        let read = catch_unwind(AssertUnwindSafe(|| Arrived::read(found, place, &raw, &self.limits, self.now)));
        let mut mail = read.unwrap_or_else(|_| Arrived::unreadable(found, place, &raw, self.now));
        mail.raw = raw;
        mail
    }
}
