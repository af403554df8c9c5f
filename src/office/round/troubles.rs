//! What goes wrong in a run, beside its campaigns.

use crate::office::cabinet::error::{DeskError, unbroken};
use crate::office::front::remaking;
use crate::office::round::state::Round;

impl Round<'_> {
    /// Does a part of the work on which no other depends.
    pub(super) fn attempt(&mut self, work: impl FnOnce() -> Result<(), DeskError>) {
        if let Err(error) = unbroken(work) {
            self.add_trouble(&error);
        }
    }

    /// What goes wrong in the front office.
    pub(super) fn add_trouble(&mut self, error: &DeskError) {
        // The campaigns do not need its database, and the next run makes another.
        if matches!(error, DeskError::Store(error) if error.is_damage()) {
            self.own_database = None;
            if let Err(error) = remaking::set_aside(self.premises.host, self.world) {
                self.add_to_troubles(error.to_string());
            }
        }
        self.add_to_troubles(remaking::in_own_database(self.premises.host, error));
    }

    fn add_to_troubles(&mut self, told: String) {
        if !self.troubles.contains(&told) {
            self.troubles.push(told);
        }
    }
}
