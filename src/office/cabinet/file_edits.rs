//! What was edited in the file of a running campaign since it took the file up, and when that takes effect.

use crate::campaign::config::{Bank, CampaignConfig, MissingPolicy};
use crate::campaign::effects::{Files, KeyEdit, key_edits};
use crate::campaign::layout::CAMPAIGN_FILE;
use crate::office::World;
use crate::office::cabinet::desk::{Desk, Keyless};
use crate::office::cabinet::error::DeskError;
use crate::store::Ledger;

/// The facts that keep the text of the file.
const OPENING: &str = "file of the opening";
const OPEN_TURN: &str = "file of the open turn";
const LAST_TICK: &str = "file of the last tick";

impl Keyless {
    /// Keeps the file by which the open turn's deadline was announced; the first such file is that of the opening.
    pub(in crate::office) fn keep_file_of_turn(&self, ledger: &Ledger<'_>, turn: u32) -> Result<(), DeskError> {
        if !self.config.game.alternates() {
            ledger.set_fact_in_json(&missing_of(turn), &self.config.policy.missing)?;
        }
        if ledger.fact(OPENING)?.is_none() {
            ledger.set_fact(OPENING, &self.config.source.text)?;
        }
        Ok(ledger.set_fact(OPEN_TURN, &self.config.source.text)?)
    }

    /// What the whole file says; for a game of a tournament, the tournament's file.
    pub(in crate::office) fn whole_file(&self) -> Option<CampaignConfig> {
        self.read_file(&self.config.source.text)
    }

    /// What the whole file said when the campaign began; `None` if it was not kept or does not read any more.
    pub(in crate::office) fn file_of_opening(&self, ledger: &Ledger<'_>) -> Result<Option<CampaignConfig>, DeskError> {
        self.known_file(ledger, OPENING)
    }

    /// The policy for seats without a sheet in the open turn, as the file had it when the turn opened, so that nobody can choose it after
    /// seeing the sheets.
    pub(in crate::office) fn missing_policy(&self, ledger: &Ledger<'_>) -> Result<MissingPolicy, DeskError> {
        Ok(self.edited_since_announced(ledger)?.map_or(self.config.policy.missing, |file| file.policy.missing))
    }

    /// The policy for seats without a sheet from the next turn on, if the file had another one when the open turn was announced.
    pub(in crate::office) fn new_missing_policy(&self, ledger: &Ledger<'_>) -> Result<Option<MissingPolicy>, DeskError> {
        let missing = self.config.policy.missing;
        Ok((!self.config.game.alternates() && self.missing_policy(ledger)? != missing).then_some(missing))
    }

    /// The policy for seats without a sheet from a turn on that is opened again, if players do not know it for that turn: the turn was opened by
    /// another one before, or the turn that was open until now was.
    pub(in crate::office) fn new_missing_policy_of(&self, ledger: &Ledger<'_>, turn: u32) -> Result<Option<MissingPolicy>, DeskError> {
        let known = match ledger.fact_in_json(&missing_of(turn))? {
            Some(known) => Some(known),
            // Older programs kept only the file of the opening.
            None => self.file_of_opening(ledger)?.map(|file| file.policy.missing),
        };
        let missing = self.config.policy.missing;
        let is_new = !self.config.game.alternates() && known.is_some_and(|known| known != missing);
        Ok(if is_new { Some(missing) } else { self.new_missing_policy(ledger)? })
    }

    /// The banks by which the open turn was announced.
    pub(in crate::office) fn announced_bank(&self, ledger: &Ledger<'_>) -> Result<Option<Bank>, DeskError> {
        Ok(self.edited_since_announced(ledger)?.map_or(self.config.schedule.bank(), |file| file.schedule.bank()))
    }

    /// The file by which the open turn was announced, if it was another one.
    fn edited_since_announced(&self, ledger: &Ledger<'_>) -> Result<Option<CampaignConfig>, DeskError> {
        Ok(ledger.fact_unless(OPEN_TURN, &self.config.source.text)?.and_then(|text| self.read_file(&text)))
    }

    fn known_file(&self, ledger: &Ledger<'_>, fact: &str) -> Result<Option<CampaignConfig>, DeskError> {
        Ok(ledger.fact(fact)?.and_then(|text| self.read_file(&text)))
    }

    fn read_file(&self, text: &str) -> Option<CampaignConfig> {
        CampaignConfig::from_toml(&self.home.join(CAMPAIGN_FILE), text).ok()
    }

    /// The keys of the file that say something else than what this campaign runs by; for a game of a tournament, those of the tournament's file. Keys
    /// of an earlier version that can no longer be read are left out.
    ///
    /// # Errors
    /// When the database refuses.
    pub fn key_edits(&self, ledger: &Ledger<'_>) -> Result<Vec<KeyEdit>, DeskError> {
        let Some(now) = self.whole_file() else { return Ok(Vec::new()) };
        let known = |fact| self.known_file(ledger, fact);
        Ok(key_edits(&now, &Files { opening: known(OPENING)?, open_turn: known(OPEN_TURN)?, last_tick: known(LAST_TICK)? }))
    }
}

/// The fact that holds the policy for seats without a sheet by which a turn was last opened.
fn missing_of(turn: u32) -> String {
    format!("missing policy/{turn}")
}

/// Notes which file a tick has run a campaign by. For a campaign that began before files were kept, the current file counts as the one of
/// its opening.
pub(crate) fn keep_file_of_tick(desk: &mut Desk, world: &World<'_>) -> Result<(), DeskError> {
    let Desk { store, campaign, .. } = desk;
    if campaign.progress.is_none() {
        return Ok(());
    }
    let ledger = store.look()?;
    let mut news = Vec::new();
    for (fact, is_first) in [(OPENING, true), (OPEN_TURN, true), (LAST_TICK, false)] {
        let known = ledger.fact(fact)?;
        if known.is_none() || !is_first && known.as_ref() != Some(&campaign.config.source.text) {
            news.push(fact);
        }
    }
    drop(ledger);
    if news.is_empty() {
        return Ok(());
    }
    let ledger = store.begin()?;
    news.iter().try_for_each(|fact| ledger.set_fact(fact, &campaign.config.source.text))?;
    ledger.commit()?;
    (world.boundary)("after the file of the tick is kept");
    Ok(())
}
