//! Collects the mistakes that `check-config` finds.

use std::collections::BTreeSet;

use crate::campaign::config::ConfigErrors;
use crate::cli::common::Common;
use crate::cli::output::{told_once, warn};
use crate::office::{DeskError, HostError, ScenarioError};

/// Mistakes, printed on standard error as soon as they are found, each once even if it concerns several campaigns.
pub(super) struct Mistakes {
    told: BTreeSet<String>,
    pub(super) in_order: Vec<String>,
    /// Whether they are told in a JSON document at the end instead.
    is_json: bool,
}

impl Mistakes {
    /// No mistakes yet.
    pub(super) fn of(common: &Common) -> Mistakes {
        Mistakes { told: BTreeSet::new(), in_order: Vec::new(), is_json: common.json }
    }

    /// Whether this mistake was already told.
    pub(super) fn knows(&self, mistake: &str) -> bool {
        self.told.contains(mistake)
    }

    /// Tells of an error, or of each mistake in a file.
    pub(super) fn tell_error(&mut self, error: &anyhow::Error) {
        let of_desk =
            error.downcast_ref::<DeskError>().and_then(|error| if let DeskError::Host(error) = error { Some(error) } else { None });
        let of_scenario = error.downcast_ref::<ScenarioError>();
        match (error.downcast_ref::<HostError>().or(of_desk), of_scenario) {
            (Some(HostError::Config(ConfigErrors(all))), _) | (_, Some(ScenarioError::InFile(ConfigErrors(all)))) => self.tell(all),
            _ => self.tell([told_once(error)]),
        }
    }

    /// Tells of mistakes that are new.
    pub(super) fn tell(&mut self, mistakes: impl IntoIterator<Item = impl ToString>) {
        for mistake in mistakes.into_iter().map(|mistake| mistake.to_string()) {
            if self.told.insert(mistake.clone()) {
                warn(self.is_json, &mistake);
                self.in_order.push(mistake);
            }
        }
    }
}
