//! What a campaign cannot go on with: files that are lost or damaged. Only the game master can say what becomes of it.

use serde::Serialize;

use crate::campaign::CampaignId;
use crate::office::Host;
use crate::office::cabinet::error::DeskError;
use crate::office::cabinet::losses::Damaged;

/// A harm as its letter tells it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct HarmFacts {
    /// What is lost, such as `database-missing`; `damaged` for a database that does not read.
    pub what: String,
    /// The campaign's id.
    pub campaign: String,
    /// The path of the file that is lost or damaged, or of the folder that is gone.
    pub file: String,
    /// The path of the campaign's folder.
    pub folder: String,
    /// What is wrong with a damaged file; empty for one that is lost.
    pub why: String,
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
                what: serde_json::to_value(lost.loss).ok()?.as_str()?.to_owned(),
                campaign: lost.campaign.to_string(),
                file: shown(&lost.file()),
                folder: shown(&lost.folder),
                why: String::new(),
            }),
            DeskError::Damaged(damaged) => Some(HarmFacts {
                what: "damaged".to_owned(),
                campaign: damaged.campaign.to_string(),
                file: shown(&damaged.file),
                folder: damaged.file.parent().map(shown).unwrap_or_default(),
                why: damaged.why.clone(),
            }),
            _ => None,
        }
    }
}
