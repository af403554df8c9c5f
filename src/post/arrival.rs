//! When an email arrived, by which clock, and the oldest time that anything about it shows.

use chrono::{DateTime, SubsecRound, TimeZone, Utc};
use mail_parser::DateTime as Parsed;

use super::header::Fields;

/// The most `Received` fields that are read; an email on its way passes a dozen servers.
const STAMPS: usize = 100;
/// Dates before this year are ignored: emails with such headers (RFC 822) did not exist yet.
const FIRST_YEAR: u16 = 1982;

/// When an email arrived.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Arrival {
    /// Whole seconds; never later than the run that found the email.
    pub at: DateTime<Utc>,
    /// Where that time was read from.
    pub clock: ArrivalClock,
}

/// The source of the time of arrival.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ArrivalClock {
    /// The server that delivered the email here wrote its time into the file's name.
    FileName,
    /// The time when the file was last written.
    FileTime,
    /// The topmost `Received` field, written by this host, which the configuration names.
    Received {
        /// As the field names it, in lower case.
        host: String,
    },
}

/// What is known of a file without reading it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FileTimes {
    /// The time in its name, and who wrote it there.
    pub name: NameTime,
    /// When the file was last written; the time of arrival if no better clock counts.
    pub written_at: DateTime<Utc>,
}

/// The time that a file's name tells.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NameTime {
    /// The server that delivered the email here wrote its time.
    Delivered(DateTime<Utc>),
    /// A program that fetches mail from another server wrote the time of its fetch.
    Fetched(DateTime<Utc>),
    /// A file in a Maildir whose name has no time.
    Unknown,
    /// A person put the file into a folder; the file's time counts, whatever its content says.
    Put,
}

/// The times in a header. A sender can forge all of them but the topmost `Received`.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Stamps {
    /// The topmost first.
    pub received: Vec<Received>,
    /// The `Date` field, which the sender writes; `None` if there is none, or if its time or zone is ambiguous or unreadable.
    pub date: Option<DateTime<Utc>>,
}

/// One `Received` field.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Received {
    /// The host that wrote it, in lower case; `None` if it names none or two.
    pub by: Option<String>,
    /// When that host received it; `None` if the field's date or its zone is ambiguous or unreadable.
    pub at: Option<DateTime<Utc>>,
}

impl FileTimes {
    /// The times of an email in a Maildir.
    pub fn of_maildir(name: &str, written_at: DateTime<Utc>) -> FileTimes {
        let seconds = name.split('.').next().and_then(|seconds| seconds.parse::<i64>().ok());
        // Fewer than nine digits are no time: a file called `1.eml` was not delivered in 1970.
        let seconds = seconds.filter(|seconds| (100_000_000..100_000_000_000).contains(seconds));
        let name = match seconds.and_then(|seconds| Utc.timestamp_opt(seconds, 0).single()) {
            Some(at) if is_fetched(name) => NameTime::Fetched(at),
            Some(at) => NameTime::Delivered(at),
            None => NameTime::Unknown,
        };
        FileTimes { name, written_at }
    }

    /// The times of a file that a person put into a folder.
    pub fn of_file(written_at: DateTime<Utc>) -> FileTimes {
        FileTimes { name: NameTime::Put, written_at }
    }

    /// When the email arrived, going by the file alone.
    pub fn arrived(&self) -> (DateTime<Utc>, ArrivalClock) {
        match self.name {
            NameTime::Delivered(at) => (at, ArrivalClock::FileName),
            NameTime::Fetched(_) | NameTime::Unknown | NameTime::Put => (self.written_at, ArrivalClock::FileTime),
        }
    }
}

/// When an email arrived; never later than `now`. The topmost `Received` field is believed if one of the hosts `received_by` wrote it.
pub fn arrival(file: &FileTimes, stamps: &Stamps, received_by: &[String], now: DateTime<Utc>) -> Arrival {
    let believed = stamps.received.first().filter(|_| file.name != NameTime::Put).and_then(|topmost| {
        let host = topmost.by.clone().filter(|host| received_by.iter().any(|named| is_same_host(named, host)))?;
        Some((topmost.at?, ArrivalClock::Received { host }))
    });
    let (at, clock) = believed.unwrap_or_else(|| file.arrived());
    Arrival { at: at.trunc_subsecs(0).min(now), clock }
}

/// The oldest time in the file's name, the file, any `Received` and `Date`. An email that is older than the host shows it in one of these,
/// however it came into the mailbox.
pub fn oldest_trace(file: &FileTimes, stamps: &Stamps) -> DateTime<Utc> {
    let received = stamps.received.iter().filter_map(|received| received.at);
    let named_at = match file.name {
        NameTime::Delivered(at) | NameTime::Fetched(at) => Some(at),
        NameTime::Unknown | NameTime::Put => None,
    };
    let traces = named_at.into_iter().chain(received).chain(stamps.date);
    traces.fold(file.written_at, DateTime::min)
}

impl Stamps {
    /// Reads the fields of a header.
    pub fn of(fields: &Fields) -> Stamps {
        Stamps {
            received: fields.all("received").take(STAMPS).map(Received::read).collect(),
            date: fields.first("date").and_then(|value| instant(&without_comments(value))),
        }
    }
}

impl Received {
    /// Reads `from sender by host with protocol id x for <address>; date`. The sender may have chosen the first name in it.
    fn read(value: &str) -> Received {
        let value = without_comments(value);
        let (clauses, date) = value.rsplit_once(';').unwrap_or((&value, ""));
        let words: Vec<&str> = clauses.split_whitespace().collect();
        let mut hosts = words.iter().zip(words.iter().skip(1)).filter(|(word, _)| word.eq_ignore_ascii_case("by"));
        let by = match (hosts.next(), hosts.next()) {
            (Some((_, host)), None) => host.trim_matches(['.', '[', ']']).to_ascii_lowercase(),
            _ => String::new(),
        };
        Received { by: (!by.is_empty()).then_some(by), at: instant(date) }
    }
}

/// A file name without the flags that mail programs add at its end: it stays the same as long as the email lies in the mailbox.
pub fn without_flags(name: &str) -> &str {
    name.split(":2,").next().unwrap_or(name)
}

/// mbsync and offlineimap write the email's number on the server into the name; no delivering server does.
fn is_fetched(name: &str) -> bool {
    without_flags(name).split(',').skip(1).any(|part| part.starts_with("U=") || part.starts_with("FMD5="))
}

fn is_same_host(one: &str, other: &str) -> bool {
    one.trim_end_matches('.').eq_ignore_ascii_case(other.trim_end_matches('.'))
}

/// A date whose zone means one thing. RFC 5322 does not define `CEST`, so a guess could be hours wrong.
fn instant(date: &str) -> Option<DateTime<Utc>> {
    let zone = date.split_whitespace().next_back()?;
    let is_number = zone.len() == 5 && zone.starts_with(['+', '-']) && zone[1..].bytes().all(|byte| byte.is_ascii_digit());
    let is_known = ["Z", "UT", "UTC", "GMT", "EST", "EDT", "CST", "CDT", "MST", "MDT", "PST", "PDT"];
    if !is_number && !is_known.iter().any(|known| zone.eq_ignore_ascii_case(known)) {
        return None;
    }
    // mail-parser knows names of zones only in capitals.
    let parsed = Parsed::parse_rfc822(&format!("{}{}", date.trim_end().strip_suffix(zone)?, zone.to_ascii_uppercase()))?;
    let is_date = parsed.is_valid() && parsed.year >= FIRST_YEAR;
    is_date.then(|| Utc.timestamp_opt(parsed.to_timestamp(), 0).single()).flatten()
}

/// Replaces each comment, even a nested one, by a blank. A quoted string stays one word, and nothing in it begins a clause or ends the
/// clauses.
fn without_comments(value: &str) -> String {
    let (mut plain, mut depth, mut is_quoted) = (String::new(), 0_usize, false);
    let mut letters = value.chars();
    while let Some(mut letter) = letters.next() {
        match letter {
            '"' if depth == 0 => is_quoted = !is_quoted,
            '(' if !is_quoted => depth += 1,
            ')' if !is_quoted && depth > 0 => {
                depth -= 1;
                plain.push(' ');
            }
            _ => {
                if letter == '\\' {
                    let Some(escaped) = letters.next() else { break };
                    letter = escaped;
                }
                let is_word = !matches!(letter, ';' | ' ' | '\t');
                plain.extend((depth == 0).then_some(if is_quoted && !is_word { '_' } else { letter }));
            }
        }
    }
    plain
}
