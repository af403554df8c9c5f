//! The rules of a campaign, with the numbers that it plays by.

use std::sync::Arc;

use crate::campaign::CampaignId;
use crate::campaign::config::CampaignConfig;
use crate::campaign::journal::Hidden;
use crate::office::Host;
use crate::office::cabinet::desk::Keyless;
use crate::office::cabinet::error::DeskError;
use crate::office::cabinet::glance::Glance;
use crate::office::cabinet::scenario::scenario_text;
use crate::office::cabinet::wording::campaign_templates;
use crate::office::letters::campaign::facts_of;
use crate::render::Templates;
use crate::render::rules::{RulesModel, RulesSchedule};
use crate::render::schedule::increment_of;
use crate::store::Ledger;

/// What the rules of a campaign or a tournament depend on, begun or not, and the templates that put it into words.
///
/// # Errors
/// When there is no such campaign, or its scenario cannot be found or does not read.
pub fn campaign_rules(host: &Host, id: &CampaignId) -> Result<(RulesModel, Arc<Templates>), DeskError> {
    match Glance::open(host, id) {
        Ok(mut glance) => {
            let model = glance.campaign.rules_model(&glance.store.look()?)?;
            Ok((model, glance.campaign.templates))
        }
        Err(DeskError::NotBegun { .. }) => {
            let config = host.campaign(id)?;
            let folder = host.home(id);
            Ok((model(&config, &scenario_text(&config, &folder)?)?, campaign_templates(&folder)?))
        }
        Err(other) => Err(other),
    }
}

/// The scenario that the journal begins with; absent before it does.
///
/// # Errors
/// When the database does not read.
pub fn opening_scenario(ledger: &Ledger<'_>) -> Result<Option<String>, DeskError> {
    let hidden = ledger.opening()?.and_then(|opening| opening.hidden);
    Ok(match hidden.and_then(|text| Hidden::read(&text).ok()) {
        Some(Hidden::SetUp { scenario, .. }) => Some(scenario),
        _ => None,
    })
}

impl Keyless {
    /// What the rules depend on: the scenario that the journal begins with.
    ///
    /// # Errors
    /// When it does not read.
    pub fn rules_model(&self, ledger: &Ledger<'_>) -> Result<RulesModel, DeskError> {
        model(&self.config, &self.scenario(ledger)?)
    }

    /// The text of the scenario that the journal begins with; before it does, of the one that it would begin with.
    pub(super) fn scenario(&self, ledger: &Ledger<'_>) -> Result<String, DeskError> {
        match opening_scenario(ledger)? {
            Some(scenario) => Ok(scenario),
            None => Ok(scenario_text(&self.config, &self.home)?),
        }
    }
}

fn model(config: &CampaignConfig, scenario: &str) -> Result<RulesModel, DeskError> {
    let schedule = &config.schedule;
    Ok(RulesModel {
        campaign: facts_of(config),
        settings: config.game.settings(scenario)?,
        takeback_times: config.policy.takeback_times,
        schedule: RulesSchedule {
            every_days: schedule.every_days,
            grace_hours: schedule.grace_hours,
            reserve_days: schedule.reserve_days,
            bank_days: schedule.bank_days,
            increment: increment_of(schedule),
            bank_limit_days: schedule.bank_limit_days.or(schedule.bank_days),
            absence_days: config.policy.absence_days,
        },
    })
}
