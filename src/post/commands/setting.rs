//! What players set by email.

use crate::campaign::roster::SeatKey;

/// What players set by email. The rest of a seat's entry has commands of its own, or is the game master's to enter.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MailSetting {
    /// `FORMAT`.
    Format,
    /// `ZONE`.
    Zone,
    /// `DIAGRAMS`.
    Diagrams,
    /// `ATTACHMENTS`.
    Attachments,
    /// `REMINDERS`.
    Reminders,
    /// `DIGEST`.
    Digest,
}

impl MailSetting {
    /// The setting with this name, in capitals.
    pub(super) fn read(word: &str) -> Option<MailSetting> {
        Some(match word {
            "FORMAT" => MailSetting::Format,
            "ZONE" => MailSetting::Zone,
            "DIAGRAMS" => MailSetting::Diagrams,
            "ATTACHMENTS" => MailSetting::Attachments,
            "REMINDERS" => MailSetting::Reminders,
            "DIGEST" => MailSetting::Digest,
            _ => return None,
        })
    }

    /// Its place in the seat's entry.
    pub fn key(self) -> SeatKey {
        match self {
            MailSetting::Format => SeatKey::Format,
            MailSetting::Zone => SeatKey::Zone,
            MailSetting::Diagrams => SeatKey::Diagrams,
            MailSetting::Attachments => SeatKey::Attachments,
            MailSetting::Reminders => SeatKey::Reminders,
            MailSetting::Digest => SeatKey::Digest,
        }
    }
}
