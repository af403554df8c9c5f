//! The kinds of outgoing emails, with their names in the outbox.

use std::fmt;

use super::error::StoreError;

/// The purpose of an outgoing email.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum EmailKind {
    /// A report to a seat.
    Report,
    /// The same report once more.
    Again,
    /// The last report, for a player who takes over a seat.
    Welcome,
    /// The news that the game has gone back, or forward again.
    Rollback,
    /// A report to an observer.
    Observed,
    /// A reminder to a player whose orders or move are awaited.
    Reminder,
    /// A message from one player to another, or the game master's copy of it.
    Press,
    /// An answer to an email.
    Answer,
    /// A copy of an answer or another letter, to a further address.
    Copy,
    /// Any other email that nobody has asked for.
    Notice,
    /// The daily digest.
    Digest,
    /// A player's or a stranger's message to the game master.
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

    /// The name in the database and in JSON.
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

/// The kinds as a list in SQL, such as `('report', 'again')`.
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
