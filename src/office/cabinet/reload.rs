//! How a game stands by its database: the last turn that counts, and what was done since.

use crate::campaign::clock::Clocks;
use crate::campaign::journal::{Act, EndedByDecision};
use crate::engine::Table;
use crate::office::cabinet::desk::{Desk, Keyless, Progress};
use crate::office::cabinet::error::DeskError;
use crate::office::cabinet::glance::Glance;
use crate::office::cabinet::gm_closing::GmClosing;
use crate::office::cabinet::opened_ahead;
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
                let acts = ledger.acts_after(turn.signed.tip().number)?;
                let ended = ended_by(&acts);
                let window = if ended.is_some() { None } else { ledger.window(turn.turn + 1)? };
                let edited = ledger.edited_position(turn.turn)?;
                let was_edited = edited.is_some();
                let mut table = self.config.game.restore(&edited.map_or_else(|| turn.state(), Ok)?)?;
                let has_changed = bring_up_to_date(table.as_mut(), turn.turn, &acts);
                Some(Progress {
                    table,
                    is_as_stored: !was_edited && !has_changed,
                    before: None,
                    tip: turn.signed.tip(),
                    gm_closing: if self.alternates() { GmClosing::default() } else { GmClosing::of(ledger, turn.turn + 1)? },
                    opened_ahead: window.as_ref().map_or(Ok(false), |window| opened_ahead::is_known(ledger, window))?,
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

/// Gives players the names that they have been given since a turn, and drops the conditional moves that were dropped since. Returns whether there were any.
fn bring_up_to_date(table: &mut dyn Table, turn: u32, acts: &[RecordedAct]) -> bool {
    let mut has_changed = false;
    for recorded in acts {
        if let Some((seat, name)) = recorded.act.renames() {
            table.rename(seat, name);
            has_changed = true;
        }
        if recorded.act.drops_plans_of(turn) {
            table.drop_plans();
            has_changed = true;
        }
    }
    has_changed
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
