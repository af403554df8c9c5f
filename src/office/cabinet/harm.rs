//! What a campaign cannot go on with: files that are lost or damaged. Only the game master can say what becomes of it.

use std::fmt;
use std::path::PathBuf;

use serde::Serialize;

use crate::campaign::condition::Loss;
use crate::office::Host;
use crate::office::cabinet::desk::DeskError;

/// Something of a campaign that has begun is not there any more.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub struct Lost {
    pub campaign: String,
    pub loss: Loss,
    /// The campaign's folder.
    pub folder: PathBuf,
}

/// A campaign's database does not read.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub struct Damaged {
    pub campaign: String,
    pub file: PathBuf,
    /// What SQLite, or whoever read it, says.
    pub why: String,
}

/// A harm as its letter tells it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct HarmFacts {
    /// What is lost, such as `database-missing`; `damaged` for a database that does not read.
    pub what: String,
    pub campaign: String,
    pub file: String,
    pub folder: String,
    /// What is wrong with a damaged file; empty for one that is lost.
    pub why: String,
}

impl Lost {
    fn file(&self) -> PathBuf {
        match self.loss.file() {
            "" => self.folder.clone(),
            file => self.folder.join(file),
        }
    }

    fn what(&self) -> &'static str {
        match self.loss {
            Loss::Folder | Loss::Configuration | Loss::DatabaseMissing | Loss::SecretMissing => "is gone",
            Loss::DatabaseEmpty => "is an empty file",
            Loss::JournalEmpty => "holds no game",
            Loss::SecretDamaged => "is damaged",
            Loss::SecretForeign => "is not the one that the game began with",
        }
    }
}

impl fmt::Display for Lost {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (id, what) = (&self.campaign, self.what());
        let (file, name) = (self.file(), self.loss.file());
        let file = file.display();
        match self.loss {
            Loss::Folder => write!(
                out,
                "{id} has begun, but its folder {file} {what}: restore it from a backup; if you took it away on purpose, say so: \
                 ashpost accept-loss {id}"
            ),
            Loss::Configuration => write!(
                out,
                "{id} has begun, but its file {file} {what}: restore {name} from a backup, or write it again; what was played stands in \
                 the database"
            ),
            Loss::DatabaseMissing | Loss::DatabaseEmpty | Loss::JournalEmpty => write!(
                out,
                "{id} has begun, but its database {file} {what}: restore {name} from a backup, with the {name}-wal and {name}-shm of the \
                 same backup if it has them; without a backup, ashpost accept-loss {id} lets the game begin anew"
            ),
            Loss::SecretMissing | Loss::SecretDamaged | Loss::SecretForeign => write!(
                out,
                "the secret of {id}, {file}, {what}, and every player's token follows from it: restore {name} from a backup; without a \
                 backup, ashpost accept-loss {id} makes a new one and mails new tokens to all"
            ),
        }
    }
}

impl fmt::Display for Damaged {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (id, file, why) = (&self.campaign, self.file.display(), &self.why);
        write!(
            out,
            "the database of {id}, {file}, is damaged ({why}), which ashpost cannot repair: put the campaign.db of a backup in its place, \
             with the -wal and -shm of the same backup and no others; without a backup, try SQLite's .recover on a copy"
        )
    }
}

impl DeskError {
    /// Names the campaign and the file, if it is the campaign's database that is damaged.
    pub fn of_campaign(self, host: &Host, id: &str) -> DeskError {
        let why = match &self {
            DeskError::Store(error) if error.is_damage() => error.to_string(),
            DeskError::State(error) => error.to_string(),
            _ => return self,
        };
        Damaged { campaign: id.to_owned(), file: host.database(id), why }.into()
    }

    /// What its letter tells, if it is a harm that only the game master can mend.
    pub fn harm(&self) -> Option<HarmFacts> {
        let shown = |path: &std::path::Path| path.display().to_string();
        match self {
            DeskError::Lost(lost) => Some(HarmFacts {
                what: serde_json::to_value(lost.loss).ok()?.as_str()?.to_owned(),
                campaign: lost.campaign.clone(),
                file: shown(&lost.file()),
                folder: shown(&lost.folder),
                why: String::new(),
            }),
            DeskError::Damaged(damaged) => Some(HarmFacts {
                what: "damaged".to_owned(),
                campaign: damaged.campaign.clone(),
                file: shown(&damaged.file),
                folder: damaged.file.parent().map(shown).unwrap_or_default(),
                why: damaged.why.clone(),
            }),
            _ => None,
        }
    }
}
