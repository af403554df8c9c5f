//! How a game stands by its database: the last turn that counts, and what was done since.

use crate::campaign::clock::Clocks;
use crate::campaign::journal::{Act, EndedByDecision};
use crate::engine::{AnyGame, Table};
use crate::office::cabinet::desk::{Desk, Keyless, Progress};
use crate::office::cabinet::error::DeskError;
use crate::office::cabinet::glance::Glance;
use crate::store::{Ledger, RecordedAct};

impl Desk {
    /// Reads the last turn from the database.
    ///
    /// # Errors
    /// When it does not read.
    pub fn reload(&mut self) -> Result<(), DeskError> {
        let ledger = self.store.look()?;
        self.campaign.reload(&ledger)
    }

    /// The error after which work was undone in the database; what is in memory is read again. Should the database not even be read now, the first
    /// error says more.
    pub(in crate::office) fn undone<E>(&mut self, error: E) -> E {
        if let Err(second) = self.reload() {
            tracing::warn!("{second}");
        }
        error
    }
}

impl Glance {
    /// As [`Desk::reload`].
    ///
    /// # Errors
    /// When it does not read.
    pub fn reload(&mut self) -> Result<(), DeskError> {
        let ledger = self.store.look()?;
        self.campaign.reload(&ledger)
    }
}

impl Keyless {
    /// Reads the last turn and the roster, as the transaction sees them.
    ///
    /// # Errors
    /// When they do not read.
    pub fn reload(&mut self, ledger: &Ledger<'_>) -> Result<(), DeskError> {
        let clocks = Clocks { used: ledger.reserve_used()?, banked: ledger.banked()?, absences: ledger.absences()? };
        self.progress = match ledger.last_turn()? {
            Some(turn) => {
                let acts = ledger.acts_since(turn.turn)?;
                let ended = ended_by(&acts);
                let window = if ended.is_some() { None } else { ledger.window(turn.turn + 1)? };
                let state = ledger.edited_position(turn.turn)?.map_or_else(|| turn.state(), Ok)?;
                Some(Progress {
                    table: table_of_now(self.config.game, turn.turn, &state, &acts)?,
                    tip: turn.signed.tip(),
                    window,
                    ended,
                    clocks,
                    era: ledger.era()?,
                    turn_is_made: None,
                })
            }
            None => None,
        };
        self.reload_roster(ledger)
    }
}

/// The table in the position after a turn, with the names that players have been given since, and without conditional moves that were
/// dropped since.
fn table_of_now(game: &'static dyn AnyGame, turn: u32, state: &str, acts: &[RecordedAct]) -> Result<Box<dyn Table>, DeskError> {
    let mut table = game.restore(state)?;
    for recorded in acts {
        if let Some((seat, name)) = recorded.act.renames() {
            table.rename(seat, name);
        }
        if recorded.act.drops_plans_of(turn) {
            table.drop_plans();
        }
    }
    Ok(table)
}

/// How the game was ended by one of the acts since its last turn, unless it was rolled back since.
pub(in crate::office) fn ended_by(acts: &[RecordedAct]) -> Option<EndedByDecision> {
    let (mut ended, mut before) = (None, Vec::new());
    for recorded in acts {
        match &recorded.act {
            Act::Ended { ending, by, reason } => {
                ended = Some(EndedByDecision { ending: ending.clone(), by: *by, reason: reason.clone(), at: recorded.at });
            }
            Act::RolledBack { .. } => before.push(ended.take()),
            Act::RolledForward { .. } => ended = before.pop().flatten(),
            _ => {}
        }
    }
    ended
}
