//! The kinds of emails that go out, in the one spelling that the outbox has.

use std::fmt;

use super::error::StoreError;

/// What an email to be sent is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum EmailKind {
    /// A report of a turn to a seat.
    Report,
    /// The same once more.
    Again,
    /// The last report, to whoever takes over a seat.
    Welcome,
    /// That the game has gone back, or forward again.
    Rollback,
    /// A report to an observer.
    Observed,
    /// To a player whose orders or whose move is awaited.
    Reminder,
    /// A message of a player to another, or the game master's copy of it.
    Press,
    /// An answer to an email.
    Answer,
    /// An answer or another letter to a further address.
    Copy,
    /// Anything that nobody has asked for and that is none of the others.
    Notice,
    /// The daily digest.
    Digest,
    /// A player's or a stranger's words to the game master.
    ToGm,
    /// A test message.
    Trial,
}

impl EmailKind {
    const ALL: [EmailKind; 13] = [
        EmailKind::Report,
        EmailKind::Again,
        EmailKind::Welcome,
        EmailKind::Rollback,
        EmailKind::Observed,
        EmailKind::Reminder,
        EmailKind::Press,
        EmailKind::Answer,
        EmailKind::Copy,
        EmailKind::Notice,
        EmailKind::Digest,
        EmailKind::ToGm,
        EmailKind::Trial,
    ];

    /// The name under which it is stored, and which JSON has.
    pub fn code(self) -> &'static str {
        match self {
            EmailKind::Report => "report",
            EmailKind::Again => "again",
            EmailKind::Welcome => "welcome",
            EmailKind::Rollback => "rollback",
            EmailKind::Observed => "observed",
            EmailKind::Reminder => "reminder",
            EmailKind::Press => "press",
            EmailKind::Answer => "answer",
            EmailKind::Copy => "copy",
            EmailKind::Notice => "notice",
            EmailKind::Digest => "digest",
            EmailKind::ToGm => "to-gm",
            EmailKind::Trial => "trial",
        }
    }

    pub(super) fn read(text: &str) -> Result<EmailKind, StoreError> {
        let known = EmailKind::ALL.into_iter().find(|kind| kind.code() == text);
        known.ok_or_else(|| StoreError::Unreadable { what: "an email to be sent", why: format!("{text:?} is no kind of email") })
    }
}

impl fmt::Display for EmailKind {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(self.code())
    }
}

/// A list of kinds for SQL, such as `('report', 'again')`.
pub(super) fn any_of(kinds: &[EmailKind]) -> String {
    let quoted: Vec<String> = kinds.iter().map(|kind| format!("'{kind}'")).collect();
    format!("({})", quoted.join(", "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_is_read_as_it_is_written_and_told() {
        for kind in EmailKind::ALL {
            assert_eq!(EmailKind::read(kind.code()).unwrap(), kind);
            assert_eq!(serde_json::json!(kind), kind.code());
        }
        assert!(EmailKind::read("letter").unwrap_err().to_string().contains("\"letter\" is no kind of email"));
    }
}
