//! What a letter is, as templates and Message-IDs name it.

use std::fmt;

use serde::{Serialize, Serializer};

use crate::campaign::envelope::Verdict;

/// What a letter is: the answer to an email with this verdict, or one that answers none.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[allow(missing_docs, reason = "each is the name that templates read, as `code` has it")]
pub enum LetterKind {
    Verdict(Verdict),
    Asked,
    ConfirmAddress,
    Digest,
    Farewell,
    GmClosed,
    LeftAside,
    LeftEntered,
    LeftUnread,
    NewAddress,
    NewSecret,
    NewToken,
    Notice,
    Observed,
    OldAddress,
    Press,
    Reminder,
    Report,
    RevealNow,
    SeatTaken,
    Standing,
    ToGm,
    UndoneAddress,
    Welcome,
}

impl LetterKind {
    /// The name under which templates know it.
    pub fn code(self) -> &'static str {
        match self {
            LetterKind::Verdict(verdict) => verdict.code(),
            LetterKind::Asked => "asked",
            LetterKind::ConfirmAddress => "confirm-address",
            LetterKind::Digest => "digest",
            LetterKind::Farewell => "farewell",
            LetterKind::GmClosed => "gm-closed",
            LetterKind::LeftAside => "left-aside",
            LetterKind::LeftEntered => "left-entered",
            LetterKind::LeftUnread => "left-unread",
            LetterKind::NewAddress => "new-address",
            LetterKind::NewSecret => "new-secret",
            LetterKind::NewToken => "new-token",
            LetterKind::Notice => "notice",
            LetterKind::Observed => "observed",
            LetterKind::OldAddress => "old-address",
            LetterKind::Press => "press",
            LetterKind::Reminder => "reminder",
            LetterKind::Report => "report",
            LetterKind::RevealNow => "reveal-now",
            LetterKind::SeatTaken => "seat-taken",
            LetterKind::Standing => "standing",
            LetterKind::ToGm => "to-gm",
            LetterKind::UndoneAddress => "undone-address",
            LetterKind::Welcome => "welcome",
        }
    }
}

impl From<Verdict> for LetterKind {
    fn from(verdict: Verdict) -> LetterKind {
        LetterKind::Verdict(verdict)
    }
}

impl fmt::Display for LetterKind {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(self.code())
    }
}

impl Serialize for LetterKind {
    fn serialize<S: Serializer>(&self, model: S) -> Result<S::Ok, S::Error> {
        model.serialize_str(self.code())
    }
}
