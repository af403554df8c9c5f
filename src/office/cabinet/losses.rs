//! Files of a campaign that are lost or damaged, as the command line tells of them.

use std::fmt;
use std::path::PathBuf;

use crate::campaign::CampaignId;
use crate::campaign::condition::Loss;

/// A file of a campaign that has begun, and is lost.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub struct Lost {
    /// The campaign that it belongs to.
    pub campaign: CampaignId,
    /// Which file or folder it is, and whether it is gone, empty, damaged or another one.
    pub loss: Loss,
    /// The campaign's folder.
    pub folder: PathBuf,
}

/// A campaign's database does not read.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub struct Damaged {
    /// The campaign that it belongs to.
    pub campaign: CampaignId,
    /// Its `campaign.db`.
    pub file: PathBuf,
    /// The error that SQLite, or the code that read the database, gave.
    pub why: String,
}

impl Lost {
    /// The file, or the folder, that is not what it was.
    pub fn file(&self) -> PathBuf {
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
            Loss::DatabaseOlder => "is a copy from before",
            Loss::SecretDamaged => "is damaged",
            Loss::SecretForeign => "is not the one that the game began with",
            Loss::SeedForeign => "has a demonstration_seed with which the game did not begin",
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
                "{id} has begun, but its folder {file} {what}: restore it from a backup; if you removed it on purpose, say so: \
                 ashpost accept-loss {id}"
            ),
            Loss::Configuration => write!(
                out,
                "{id} has begun, but its file {file} {what}: restore {name} from a backup, or write it again; what was played is in \
                 the database"
            ),
            Loss::DatabaseMissing | Loss::DatabaseEmpty | Loss::JournalEmpty => write!(
                out,
                "{id} has begun, but its database {file} {what}: restore {name} from a backup, with the {name}-wal and {name}-shm of the \
                 same backup if it has them; without a backup, ashpost accept-loss {id} lets the game begin anew"
            ),
            Loss::DatabaseOlder => write!(
                out,
                "the database of {id}, {file}, {what}: it lacks what was played or sent since. Put the newest {name} back, with the {name}-wal \
                 and {name}-shm of the same copy if it has them; if there is none, ashpost accept-loss {id} --reason \"…\" lets the game \
                 go on from this one, and tells everybody"
            ),
            Loss::SeedForeign => write!(
                out,
                "{file} {what}: take demonstration_seed out of it again, since the game's own secret is in keys/secret; if the game began \
                 with another seed, put that back"
            ),
            Loss::SecretMissing | Loss::SecretDamaged | Loss::SecretForeign => write!(
                out,
                "the secret of {id}, {file}, {what}, and with it every player's token, the sealed sheets and the committed dice: restore {name} \
                 from a backup; without a backup, ashpost keys {id} --new (or ashpost accept-loss {id}) makes a new one, mails new tokens to \
                 all and asks for their orders again"
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
