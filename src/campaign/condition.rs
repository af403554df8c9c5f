//! Decides from the files found whether a campaign begins, goes on, or is left alone because some files are lost.

use serde::Serialize;

use super::layout::{CAMPAIGN_FILE, DATABASE_FILE, SECRET_FILE};

/// What was found of a campaign.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Found {
    /// Whether `campaign.db` exists, and whether a campaign has begun in it.
    pub database: FoundDatabase,
    /// Whether `keys/secret` exists, and whether it is the right one.
    pub key: Key,
    /// Other signs that it has begun; they are looked for only if the database has no journal, which would be proof enough.
    pub traces: Traces,
}

/// What was found of `campaign.db`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FoundDatabase {
    /// The file does not exist.
    Missing,
    /// A file of 0 bytes, which a full disk or a broken copy leaves.
    Empty,
    /// A database in which no campaign has begun.
    WithoutJournal,
    /// A database in which a campaign has begun, and which lacks something that the host has seen of it.
    OlderCopy,
    /// A database in which a campaign has begun.
    WithJournal,
}

/// What was found of `keys/secret`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Key {
    /// The file does not exist.
    Missing,
    /// The file cannot be read as a secret.
    Damaged,
    /// It is a secret, but not the one with which the journal was written.
    Foreign,
    /// It is a secret, and nothing shows that the journal was written with another one.
    Right,
    /// The configuration gives a seed instead, which is no secret.
    Demonstration,
    /// The configuration gives a seed, but not the one with which the journal was written.
    ForeignSeed,
}

/// Signs other than the database that a campaign has begun.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Traces {
    /// Whether there are reports, or pages of its archive.
    pub is_published: bool,
    /// Whether SQLite's log exists, which is written beside a database and never before it.
    pub has_log: bool,
    /// Whether the host has recorded that it began.
    pub is_recorded: bool,
}

/// What to do with a campaign.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Condition {
    /// It has not begun, and may.
    Begin,
    /// It has begun, and all files are there.
    Resume,
    /// It has begun, and this is lost. Only the game master may decide what to do.
    Refuse(Loss),
}

/// What a campaign that has begun cannot do without.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Loss {
    /// The campaign's folder is gone.
    Folder,
    /// The folder exists, but `campaign.toml` is gone.
    Configuration,
    /// `campaign.db` is gone.
    DatabaseMissing,
    /// `campaign.db` is a file of 0 bytes.
    DatabaseEmpty,
    /// `campaign.db` is a database without a journal.
    JournalEmpty,
    /// `campaign.db` is a copy from before: something was played or sent since.
    DatabaseOlder,
    /// `keys/secret` is gone.
    SecretMissing,
    /// `keys/secret` cannot be read as a secret.
    SecretDamaged,
    /// `keys/secret` is not the one with which the journal was written.
    SecretForeign,
    /// `campaign.toml` has a seed with which the journal was not written.
    SeedForeign,
}

impl Found {
    /// What to do. A campaign begins only if nothing shows that it has begun before.
    pub fn condition(&self) -> Condition {
        let lost = match self.database {
            FoundDatabase::WithJournal => return self.key.loss().map_or(Condition::Resume, Condition::Refuse),
            FoundDatabase::OlderCopy => return Condition::Refuse(self.key.loss().unwrap_or(Loss::DatabaseOlder)),
            FoundDatabase::Missing => Loss::DatabaseMissing,
            FoundDatabase::Empty => Loss::DatabaseEmpty,
            FoundDatabase::WithoutJournal => Loss::JournalEmpty,
        };
        if self.has_begun() {
            return Condition::Refuse(lost);
        }
        match self.key {
            Key::Damaged => Condition::Refuse(Loss::SecretDamaged),
            Key::Missing | Key::Foreign | Key::Right | Key::Demonstration | Key::ForeignSeed => Condition::Begin,
        }
    }

    /// Whether anything besides the journal shows that the campaign has begun.
    fn has_begun(&self) -> bool {
        // A run makes the database first, then the secret, then the journal, and may be killed in between. So a log or a secret shows that
        // the campaign has begun only if the database file is missing or empty.
        let without_file = matches!(self.database, FoundDatabase::Missing | FoundDatabase::Empty);
        let has_secret = !matches!(self.key, Key::Missing | Key::Demonstration | Key::ForeignSeed);
        self.traces.is_published || self.traces.is_recorded || without_file && (self.traces.has_log || has_secret)
    }
}

impl Key {
    fn loss(self) -> Option<Loss> {
        match self {
            Key::Missing => Some(Loss::SecretMissing),
            Key::Damaged => Some(Loss::SecretDamaged),
            Key::Foreign => Some(Loss::SecretForeign),
            Key::ForeignSeed => Some(Loss::SeedForeign),
            Key::Right | Key::Demonstration => None,
        }
    }
}

impl Loss {
    /// Its spelling in JSON, the host's database and Message-IDs.
    pub fn code(self) -> &'static str {
        match self {
            Loss::Folder => "folder",
            Loss::Configuration => "configuration",
            Loss::DatabaseMissing => "database-missing",
            Loss::DatabaseEmpty => "database-empty",
            Loss::JournalEmpty => "journal-empty",
            Loss::DatabaseOlder => "database-older",
            Loss::SecretMissing => "secret-missing",
            Loss::SecretDamaged => "secret-damaged",
            Loss::SecretForeign => "secret-foreign",
            Loss::SeedForeign => "seed-foreign",
        }
    }

    /// Whether the game can go on without it, by giving out new tokens.
    pub fn is_of_secret(self) -> bool {
        matches!(self, Loss::SecretMissing | Loss::SecretDamaged | Loss::SecretForeign)
    }

    /// The file to restore, below the campaign's folder; empty for the whole folder.
    pub fn file(self) -> &'static str {
        match self {
            Loss::Folder => "",
            Loss::Configuration | Loss::SeedForeign => CAMPAIGN_FILE,
            Loss::DatabaseMissing | Loss::DatabaseEmpty | Loss::JournalEmpty | Loss::DatabaseOlder => DATABASE_FILE,
            Loss::SecretMissing | Loss::SecretDamaged | Loss::SecretForeign => SECRET_FILE,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Condition::{Begin, Refuse, Resume};
    use super::*;

    const NOTHING: Traces = Traces { is_published: false, has_log: false, is_recorded: false };
    const REPORTS: Traces = Traces { is_published: true, ..NOTHING };
    const LOG: Traces = Traces { has_log: true, ..NOTHING };
    const RECORD: Traces = Traces { is_recorded: true, ..NOTHING };

    #[test]
    fn a_campaign_begins_only_where_nothing_shows_that_it_has_begun() {
        let table = [
            (FoundDatabase::Missing, Key::Missing, NOTHING, Begin),
            (FoundDatabase::Missing, Key::Demonstration, NOTHING, Begin),
            (FoundDatabase::Empty, Key::Missing, NOTHING, Begin),
            // A run was killed between the database, the secret and the set-up.
            (FoundDatabase::WithoutJournal, Key::Missing, LOG, Begin),
            (FoundDatabase::WithoutJournal, Key::Right, LOG, Begin),
            (FoundDatabase::WithoutJournal, Key::Damaged, NOTHING, Refuse(Loss::SecretDamaged)),
            (FoundDatabase::Missing, Key::Right, NOTHING, Refuse(Loss::DatabaseMissing)),
            (FoundDatabase::Missing, Key::Damaged, NOTHING, Refuse(Loss::DatabaseMissing)),
            (FoundDatabase::Missing, Key::Missing, REPORTS, Refuse(Loss::DatabaseMissing)),
            (FoundDatabase::Missing, Key::Missing, LOG, Refuse(Loss::DatabaseMissing)),
            (FoundDatabase::Missing, Key::Missing, RECORD, Refuse(Loss::DatabaseMissing)),
            (FoundDatabase::Missing, Key::Demonstration, RECORD, Refuse(Loss::DatabaseMissing)),
            (FoundDatabase::Empty, Key::Right, NOTHING, Refuse(Loss::DatabaseEmpty)),
            (FoundDatabase::Empty, Key::Demonstration, REPORTS, Refuse(Loss::DatabaseEmpty)),
            (FoundDatabase::Empty, Key::Demonstration, LOG, Refuse(Loss::DatabaseEmpty)),
            (FoundDatabase::WithoutJournal, Key::Right, REPORTS, Refuse(Loss::JournalEmpty)),
            (FoundDatabase::WithoutJournal, Key::Demonstration, RECORD, Refuse(Loss::JournalEmpty)),
        ];
        for (database, key, traces, condition) in table {
            let found = Found { database, key, traces };
            assert_eq!(found.condition(), condition, "{found:?}");
        }
    }

    #[test]
    fn a_campaign_goes_on_with_its_own_secret_alone() {
        let table = [
            (Key::Right, Resume),
            (Key::Demonstration, Resume),
            (Key::Missing, Refuse(Loss::SecretMissing)),
            (Key::Damaged, Refuse(Loss::SecretDamaged)),
            (Key::Foreign, Refuse(Loss::SecretForeign)),
            (Key::ForeignSeed, Refuse(Loss::SeedForeign)),
        ];
        for (key, condition) in table {
            for traces in [NOTHING, REPORTS, LOG, RECORD] {
                assert_eq!(Found { database: FoundDatabase::WithJournal, key, traces }.condition(), condition, "{key:?}");
                let older = if condition == Resume { Refuse(Loss::DatabaseOlder) } else { condition };
                assert_eq!(Found { database: FoundDatabase::OlderCopy, key, traces }.condition(), older, "{key:?}");
            }
        }
    }
}
