//! The signs on a map that its key explains.

use std::collections::BTreeSet;

use crate::galaxy::Power;

/// A sign that needs explaining, in the order of the key.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Sign {
    Owner(Power),
    Home,
    Taken,
    Battle,
    Siege,
    Flight,
    Attack,
    Approach,
    Ways,
}

/// All signs on a map.
#[derive(Debug, Default)]
pub(super) struct Signs(BTreeSet<Sign>);

impl Signs {
    pub(super) fn add(&mut self, sign: Sign) {
        self.0.insert(sign);
    }

    /// All signs, in the order of the key.
    pub(super) fn all(&self) -> &BTreeSet<Sign> {
        &self.0
    }
}
