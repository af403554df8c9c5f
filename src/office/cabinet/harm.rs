//! What a campaign cannot go on with: files that are lost or damaged. Only the game master can say what becomes of it.

use serde::Serialize;

use crate::campaign::CampaignId;
use crate::campaign::condition::Loss;
use crate::office::Host;
use crate::office::cabinet::error::DeskError;
use crate::office::cabinet::losses::Damaged;

/// A harm as its letter tells it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct HarmFacts {
    #[serde(flatten)]
    pub what: Harm,
    /// The campaign that it has happened to.
    pub campaign: CampaignId,
    /// The path of the file that is lost or damaged, or of the folder that is gone.
    pub file: String,
    /// The path of the campaign's folder.
    pub folder: String,
}

/// What has happened to a file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(tag = "what", rename_all = "kebab-case")]
pub enum Harm {
    /// Its database does not read; `why` is the error that SQLite, or the code that read it, gave.
    Damaged { why: String },
    /// It is lost; templates read words such as `database-missing`.
    #[serde(untagged)]
    Lost { what: Loss },
}

impl Harm {
    /// The word for it that templates, the host's database and Message-IDs share.
    pub fn code(&self) -> &'static str {
        match self {
            Harm::Damaged { .. } => "damaged",
            Harm::Lost { what } => what.code(),
        }
    }
}

/// The host's own database, which was made again.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub(in crate::office) struct HostHarmFacts {
    #[serde(flatten)]
    pub what: HostHarm,
    /// The path of the database.
    pub file: String,
    /// The path of the host's folder.
    pub folder: String,
}

/// Why it was made again.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(tag = "what", rename_all = "kebab-case")]
pub(in crate::office) enum HostHarm {
    Gone,
    /// It was damaged and moved aside; `why` says where it is.
    Damaged {
        why: String,
    },
}

impl DeskError {
    /// Names the campaign and the file, if it is the campaign's database that is damaged.
    pub fn of_campaign(self, host: &Host, id: &CampaignId) -> DeskError {
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
                what: Harm::Lost { what: lost.loss },
                campaign: lost.campaign.clone(),
                file: shown(&lost.file()),
                folder: shown(&lost.folder),
            }),
            DeskError::Damaged(damaged) => Some(HarmFacts {
                what: Harm::Damaged { why: damaged.why.clone() },
                campaign: damaged.campaign.clone(),
                file: shown(&damaged.file),
                folder: damaged.file.parent().map(shown).unwrap_or_default(),
            }),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn templates_read_the_word_by_which_a_harm_is_remembered() {
        let losses = [
            Loss::Folder,
            Loss::Configuration,
            Loss::DatabaseMissing,
            Loss::DatabaseEmpty,
            Loss::JournalEmpty,
            Loss::DatabaseOlder,
            Loss::SecretMissing,
            Loss::SecretDamaged,
            Loss::SecretForeign,
            Loss::SeedForeign,
        ];
        let harms = losses.map(|what| Harm::Lost { what }).into_iter().chain([Harm::Damaged { why: String::new() }]);
        for harm in harms {
            assert_eq!(json!(harm)["what"], harm.code());
        }
    }
}
