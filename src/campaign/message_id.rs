//! The Message-ID by which other emails refer to an email. Every value can be written again.

use std::fmt;

use super::{CampaignId, digest};
use crate::engine::Seat;

/// The most letters of an id with its `@`. A header line may have 998, and the longest ids of mail programs have about 300.
const LETTERS: usize = 500;
/// The most letters before the mark in our own ids.
const OWN_LETTERS: usize = 150;

/// The text between the turn and the seat of a report.
const REPORT: &str = ".report.";

/// The text in every id that [`MessageId::of`] makes, and in no id of another program.
pub const OWN_MARKER: &str = ".ashpost@";

/// A Message-ID without its angle brackets: visible ASCII with an `@`, which can be used unchanged in `Message-ID`, `In-Reply-To` and
/// `References`.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, serde::Serialize)]
pub struct MessageId(String);

impl MessageId {
    /// Takes an id; `None` if it could not be written into a header again, such as `ä@x`.
    pub fn new(text: &str) -> Option<MessageId> {
        let is_plain = |byte: u8| byte.is_ascii_graphic() && !matches!(byte, b'<' | b'>');
        let fits = (3..=LETTERS).contains(&text.len()) && text.contains('@') && text.bytes().all(is_plain);
        fits.then(|| MessageId(text.to_owned()))
    }

    /// The id of an email of ours: equal for equal arguments, and marked as ours.
    ///
    /// `parts` identify the email, such as campaign, turn, seat and kind. Characters that an id cannot hold become `-`; if the parts are
    /// too long together, their end is replaced by their digest.
    pub fn of(parts: &[&str], domain: &str) -> MessageId {
        let whole = parts.iter().map(|part| plain(part)).collect::<Vec<_>>().join(".");
        let local = if whole.len() > OWN_LETTERS { format!("{}.{}", &whole[..OWN_LETTERS - 33], &digest(&whole)[..32]) } else { whole };
        let domain: String = plain(domain).chars().take(LETTERS - OWN_LETTERS - OWN_MARKER.len()).collect();
        MessageId(format!("{local}{OWN_MARKER}{domain}"))
    }

    /// The part by which [`MessageId::turn_of_report`] recognizes the email with a seat's report of a turn; other parts may follow it.
    pub fn report_part(turn: u32, seat: Seat) -> String {
        format!("{turn}{REPORT}{seat}")
    }

    /// The id without angle brackets.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The first part of an id that [`MessageId::of`] made; `None` for other programs' ids.
    pub fn first_part(&self) -> Option<&str> {
        self.0.split_once(OWN_MARKER)?.0.split('.').next()
    }

    /// The same for ids that a host of this domain made; `None` for other hosts' ids, too.
    pub fn first_part_at(&self, domain: &str) -> Option<&str> {
        let (_, host) = self.0.split_once(OWN_MARKER)?;
        if host.eq_ignore_ascii_case(domain) { self.first_part() } else { None }
    }

    /// The turn whose report an email of this campaign brought to a seat, for the first time or again; `None` for all other emails.
    pub fn turn_of_report(&self, campaign: &CampaignId) -> Option<u32> {
        let parts = self.0.split_once(OWN_MARKER)?.0.strip_prefix(&**campaign)?.strip_prefix('.')?;
        parts.split_once(REPORT)?.0.rsplit('.').next()?.parse().ok()
    }
}

impl fmt::Display for MessageId {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(&self.0)
    }
}

/// The text with all characters but ASCII letters, digits, `.`, `-` and `_` replaced by `-`.
fn plain(text: &str) -> String {
    let is_plain = |letter: char| letter.is_ascii_alphanumeric() || matches!(letter, '.' | '-' | '_');
    text.chars().map(|letter| if is_plain(letter) { letter } else { '-' }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_id_is_what_can_stand_between_angle_brackets() {
        for text in ["a@b", "=?utf-8?q?x?=@y", "\"a\"@[192.0.2.1]", &format!("{}@b", "a".repeat(498))] {
            assert_eq!(MessageId::new(text).map(|id| id.to_string()).as_deref(), Some(text));
        }
        for text in ["", "@", "a@", "abc", "ä@x", "a b@c", "a@b\r\nBcc: c", "a@b>", "<a@b", "a@\0b", &format!("{}@b", "a".repeat(499))] {
            assert_eq!(MessageId::new(text), None, "{text:?}");
        }
    }

    #[test]
    fn our_own_ids_are_ids_whatever_they_are_made_of() {
        assert_eq!(MessageId::of(&["rim 3", "4>"], "pbem.example").as_str(), "rim-3.4-.ashpost@pbem.example");
        assert_eq!(MessageId::of(&["rim-3", "4"], "pbem.example").first_part(), Some("rim-3"));
        assert_eq!(MessageId::new("rim-3.4@pbem.example").and_then(|id| id.first_part().map(str::to_owned)), None);
        let long = |end: &str| MessageId::of(&["rim-3", &format!("{}{end}", "ä".repeat(300))], &"x".repeat(600));
        assert_eq!(MessageId::new(long("a").as_str()), Some(long("a")));
        assert_ne!(long("a"), long("b"));
    }

    #[test]
    fn the_id_of_a_report_tells_its_turn() {
        let rim = CampaignId::new("rim-3").unwrap();
        let turn = |parts: &[&str]| MessageId::of(parts, "pbem.example").turn_of_report(&rim);
        let report = MessageId::report_part(7, Seat(2));
        assert_eq!(MessageId::of(&["rim-3", &report], "pbem.example").as_str(), "rim-3.7.report.2.ashpost@pbem.example");
        for parts in [&["rim-3", &report][..], &["rim-3", &report, "again.1"], &["rim-3", "since-12", &report]] {
            assert_eq!(turn(parts), Some(7), "{parts:?}");
        }
        for parts in [&["rim-31", &report][..], &["rim-3", "7.reminder.first.2"], &["office", &report]] {
            assert_eq!(turn(parts), None, "{parts:?}");
        }
        assert_eq!(MessageId::new("rim-3.7.report.2@pbem.example").unwrap().turn_of_report(&rim), None);
    }
}
