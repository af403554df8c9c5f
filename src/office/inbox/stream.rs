//! Emails that wait, as a stream: listed by name and time, then read one by one, in portions that fit into memory.

use std::collections::{BTreeMap, VecDeque};
use std::io;
use std::num::NonZeroUsize;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use chrono::{DateTime, Utc};

use crate::campaign::Noise;
use crate::campaign::config::IntakeConfig;
use crate::office::Host;
use crate::office::cabinet::host::spool;
use crate::office::cabinet::keyring::Keyring;
use crate::office::inbox::arrived::{Arrived, MailPlace, SEALED_EXTRA, SEALED_MARK};
use crate::office::inbox::earlier::Earlier;
use crate::office::workers::each;
use crate::post::source::{FoundFile, Scan, SourceError, folder, maildir};
use crate::post::{EmailLimits, is_from_house};

/// How many emails are worked on together: those for one campaign share its transaction, whose wait for the disk then serves them all.
const PORTION_MAILS: usize = 2000;

/// How many bytes of email are in memory together; the last email may exceed it.
const PORTION_BYTES: u64 = 4 * 1024 * 1024;

/// The emails that waited when a run looked, oldest first.
pub(crate) struct MailStream<'a> {
    host: &'a Host,
    waiting: VecDeque<ListedEmail>,
    limits: EmailLimits,
    now: DateTime<Utc>,
    /// Emails from before the host was set up, as their names tell; how many in each folder.
    pub left_alone: BTreeMap<PathBuf, usize>,
    /// Files that cannot be read, in words. They stop no other email and no turn.
    pub unreadable: Vec<String>,
    /// Why a place could not be looked into, each with the campaigns' intake that names it, or `None` for the host's; email may lie there unseen.
    pub unlisted: Vec<(Option<IntakeConfig>, String)>,
    /// The host's own intake with the spool of `ashpost receive`, then the intakes of campaigns.
    looked_into: Vec<IntakeConfig>,
}

/// An email that was listed.
struct ListedEmail {
    found: FoundFile,
    place: MailPlace,
    /// The hosts whose topmost `Received` field is believed where it lies.
    received_by: Arc<[String]>,
    is_kept: bool,
}

impl<'a> MailStream<'a> {
    /// A stream in which nothing has been listed yet.
    pub(crate) fn of(host: &'a Host, now: DateTime<Utc>) -> MailStream<'a> {
        let limits = host.config.limits;
        let limits = EmailLimits { size_bytes: limits.mail_kibibytes * 1024, attachments: limits.attachments, ..EmailLimits::default() };
        MailStream {
            host,
            waiting: VecDeque::new(),
            limits,
            now,
            left_alone: BTreeMap::new(),
            unreadable: Vec::new(),
            unlisted: Vec::new(),
            looked_into: Vec::new(),
        }
    }

    /// Lists what waits in the host's own intake and in those of campaigns, all but what is known to be older than the host. Returns whether there
    /// was a place that it had not looked into yet.
    pub(crate) fn look_into<'i>(&mut self, of_campaigns: impl Iterator<Item = &'i IntakeConfig>, earlier: &Earlier) -> bool {
        let known = self.looked_into.len();
        if self.looked_into.is_empty() {
            let mut own = self.host.config.intake.clone();
            let spool = spool(&self.host.folder);
            if spool.is_dir() {
                own.maildirs.push(spool);
            }
            self.looked_into.push(own);
        }
        for intake in of_campaigns {
            if !self.looked_into.contains(intake) {
                self.looked_into.push(intake.clone());
            }
        }
        for number in known..self.looked_into.len() {
            let intake = self.looked_into[number].clone();
            let owner = (number > 0).then_some(&intake);
            for path in &intake.maildirs {
                self.list((&intake, owner), maildir::scan(path), MailPlace::Maildir, earlier);
            }
            for path in &intake.folders {
                self.list((&intake, owner), folder::scan(path), MailPlace::Folder, earlier);
            }
        }
        let oldest_first = |one: &FoundFile, other: &FoundFile| (one.received(), &one.path).cmp(&(other.received(), &other.path));
        self.waiting.make_contiguous().sort_by(|one, other| oldest_first(&one.found, &other.found));
        known < self.looked_into.len()
    }

    /// The intakes of campaigns that were looked into.
    pub(crate) fn of_campaigns(&self) -> &[IntakeConfig] {
        self.looked_into.get(1..).unwrap_or_default()
    }

    fn list(&mut self, (intake, owner): (&IntakeConfig, Option<&IntakeConfig>), scan: Scan, place: MailPlace, earlier: &Earlier) {
        let received_by: Arc<[String]> = [&intake.received_by[..], &self.host.config.intake.received_by].concat().into();
        for found in scan.found {
            if earlier.knows(&found.path) {
                *self.left_alone.entry(found.path.parent().unwrap_or(Path::new("")).to_owned()).or_default() += 1;
            } else {
                self.waiting.push_back(ListedEmail { found, place, received_by: Arc::clone(&received_by), is_kept: intake.keep_intake });
            }
        }
        self.unreadable.extend(scan.unreadable.iter().map(ToString::to_string));
        self.unlisted.extend(scan.unlisted.iter().map(|error| (owner.cloned(), error.to_string())));
    }

    /// Reads the next emails; there are none once all have been read.
    pub(crate) fn next_portion(&mut self, jobs: NonZeroUsize) -> Vec<Arrived> {
        let mut mails = Vec::new();
        while mails.is_empty() && !self.is_at_end() {
            let listed = self.list_portion();
            for read in each(listed, jobs, |email| self.read(email)) {
                match read {
                    Ok(mail) => mails.extend(mail),
                    Err(error) => self.unreadable.push(error.to_string()),
                }
            }
        }
        mails
    }

    fn list_portion(&mut self) -> Vec<ListedEmail> {
        let mut portion = Vec::new();
        let mut bytes = 0;
        while portion.len() < PORTION_MAILS && bytes < PORTION_BYTES {
            let Some(email) = self.waiting.pop_front() else { break };
            bytes += email.found.length_bytes.min(self.cap_bytes() as u64);
            portion.push(email);
        }
        portion
    }

    /// No more is read of a file.
    fn cap_bytes(&self) -> usize {
        self.limits.size_bytes + SEALED_EXTRA
    }

    /// An email as it came in, and whether this host has sealed the file that it is in: in the spool, or when it was filed and somebody has put
    /// it back.
    fn opened(&self, found: &FoundFile, raw: Vec<u8>) -> Result<(Vec<u8>, bool), SourceError> {
        let Some(sealed) = raw.strip_prefix(SEALED_MARK) else { return Ok((raw, false)) };
        let keyring = Keyring::read(self.host).ok().flatten();
        let opened = keyring.and_then(|keyring| keyring.seal().open(sealed).ok());
        opened
            .map(|raw| (raw, true))
            .ok_or_else(|| SourceError::because("open what was sealed in", &found.path)(io::ErrorKind::InvalidData.into()))
    }

    /// How many are listed and not read yet.
    pub(crate) fn waiting_count(&self) -> usize {
        self.waiting.len()
    }

    /// Whether all emails have been read.
    pub(crate) fn is_at_end(&self) -> bool {
        self.waiting.is_empty()
    }

    /// Reads an email; `None` if another run has filed it meanwhile. One that breaks the reader is our fault: it is kept as it is, and stops nobody.
    fn read(&self, ListedEmail { found, place, received_by, is_kept }: ListedEmail) -> Result<Option<Arrived>, SourceError> {
        let Some(raw) = found.read(self.cap_bytes())? else { return Ok(None) };
        let (raw, is_sealed) = self.opened(&found, raw)?;
        let read = catch_unwind(AssertUnwindSafe(|| Arrived::read(&found, place, &raw, &self.limits, &received_by, self.now)));
        let mut mail = read.unwrap_or_else(|_| Arrived::unreadable(&found, place, &raw, self.now));
        let house = &self.host.config.address;
        mail.is_kept = is_kept;
        mail.is_sealed = is_sealed;
        let envelope = &mut mail.envelope;
        if envelope.noise.is_none() && envelope.sender.as_ref().is_some_and(|sender| is_from_house(sender, house)) {
            envelope.noise = Some(Noise::FromHouse);
        }
        Ok(Some(mail))
    }
}

/// Sorts emails by when they arrived. What an email says of its arrival may put it before one whose file is older.
pub(crate) fn in_order(mut mails: Vec<Arrived>) -> Vec<Arrived> {
    mails.sort_by(|one, other| (one.envelope.received_at, &one.name).cmp(&(other.envelope.received_at, &other.name)));
    mails
}

/// How much mail from before the host was set up lies in each folder where its email comes in. Nothing is changed, and nothing is
/// remembered; before the first run the time of this one stands in for the setting up.
pub fn earlier_mail(host: &Host, now: DateTime<Utc>) -> BTreeMap<PathBuf, usize> {
    let mut earlier = Earlier::to_read(host, now);
    let mut stream = MailStream::of(host, now);
    stream.look_into(host.configs().iter().map(|config| &config.intake), &earlier);
    let mut there = std::mem::take(&mut stream.left_alone);
    loop {
        let portion = stream.next_portion(NonZeroUsize::MIN);
        if portion.is_empty() {
            return there;
        }
        // An email with a token may be younger than its date; only its campaign knows.
        for mail in portion.into_iter().filter(|mail| mail.envelope.token.is_none()) {
            if earlier.is_older(&mail) {
                *there.entry(mail.path().parent().unwrap_or(Path::new("")).to_owned()).or_default() += 1;
            }
        }
    }
}
