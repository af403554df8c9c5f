//! The position after a turn as it was stored, read only if the run does not have it yet.

use std::ops::Deref;

use crate::campaign::journal::Tip;
use crate::engine::Table;
use crate::office::cabinet::desk::{Keyless, PositionBefore, Progress};
use crate::office::cabinet::error::DeskError;
use crate::store::StoredTurn;

/// A stored position.
pub(crate) enum Position<'a> {
    AtHand(&'a dyn Table),
    Read(Box<dyn Table>),
}

impl<'a> Deref for Position<'a> {
    type Target = dyn Table + 'a;

    fn deref(&self) -> &Self::Target {
        match self {
            Position::AtHand(table) => *table,
            Position::Read(table) => table.as_ref(),
        }
    }
}

impl Progress {
    /// The position, for what follows; `None` if it is not the stored one.
    pub(in crate::office) fn into_position_before(self) -> Option<PositionBefore> {
        self.is_as_stored.then_some(PositionBefore { tip: self.tip, table: self.table })
    }

    fn at_hand(&self, tip: &Tip) -> Option<&dyn Table> {
        if self.is_as_stored && self.tip == *tip {
            return Some(self.table.as_ref());
        }
        let before = self.before.as_ref().filter(|before| before.tip == *tip)?;
        Some(before.table.as_ref())
    }
}

impl Keyless {
    /// The position after a turn as it was stored: with the names and plans of that time.
    ///
    /// # Errors
    /// When it does not read.
    pub(crate) fn position(&self, stored: &StoredTurn) -> Result<Position<'_>, DeskError> {
        match self.progress.as_ref().and_then(|progress| progress.at_hand(&stored.signed.tip())) {
            Some(table) => Ok(Position::AtHand(table)),
            None => Ok(Position::Read(self.config.game.restore(&stored.state()?)?)),
        }
    }
}
