//! The mistakes that `check-config` finds.

use std::collections::BTreeSet;

use crate::campaign::config::ConfigErrors;
use crate::cli::common::Common;
use crate::cli::output::{told_once, warn};
use crate::office::{DeskError, HostError, ScenarioError};

/// What is wrong, on standard error as soon as it is found, each once though it may be wrong for several campaigns.
pub(super) struct Mistakes {
    told: BTreeSet<String>,
    pub(super) in_order: Vec<String>,
    /// Told in a document at the end instead.
    is_json: bool,
}

impl Mistakes {
    /// None so far.
    pub(super) fn of(common: &Common) -> Mistakes {
        Mistakes { told: BTreeSet::new(), in_order: Vec::new(), is_json: common.json }
    }

    /// Whether it was told.
    pub(super) fn knows(&self, mistake: &str) -> bool {
        self.told.contains(mistake)
    }

    /// Tells of what an error says: of a file's mistakes one by one.
    pub(super) fn tell_error(&mut self, error: &anyhow::Error) {
        let of_desk =
            error.downcast_ref::<DeskError>().and_then(|error| if let DeskError::Host(error) = error { Some(error) } else { None });
        let of_scenario = error.downcast_ref::<ScenarioError>();
        match (error.downcast_ref::<HostError>().or(of_desk), of_scenario) {
            (Some(HostError::Config(ConfigErrors(all))), _) | (_, Some(ScenarioError::InFile(ConfigErrors(all)))) => self.tell(all),
            _ => self.tell([told_once(error)]),
        }
    }

    /// Tells of them, unless they are known.
    pub(super) fn tell(&mut self, mistakes: impl IntoIterator<Item = impl ToString>) {
        for mistake in mistakes.into_iter().map(|mistake| mistake.to_string()) {
            if self.told.insert(mistake.clone()) {
                warn(self.is_json, &mistake);
                self.in_order.push(mistake);
            }
        }
    }
}
