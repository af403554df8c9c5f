//! What letters say of orders left for later.

use serde::Serialize;

/// What became of a block of orders left for later.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub(crate) struct LeftFacts {
    /// Its heading as the player wrote it.
    pub line: String,
    /// The turn that it is for; null for standing orders.
    pub turn: Option<u32>,
    /// Standing orders that also come before the orders of every sheet.
    pub always: bool,
    pub state: LeftState,
    /// How many turns ahead orders may be left at most.
    pub most_ahead: u32,
    /// A sheet of the player's counts for the open turn.
    pub has_sheet: bool,
    /// How its lines read now; null where nothing is to be read.
    pub reading_text: Option<String>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum LeftState {
    Kept,
    /// Kept, in the place of an earlier one.
    Replaced,
    /// A try (CHECK), not kept.
    Tried,
    TakenBack,
    /// There was nothing to take back.
    Nothing,
    /// A later block of the same message says what counts.
    Overtaken,
    /// The same, for standing orders that come before every sheet while the later ones do not, or the other way round.
    Displaced,
    /// A later message has already said what counts.
    Outrun,
    /// No line of it was read as an order.
    NotRead,
    /// Most of it was misread, so that the earlier one stays.
    Worse,
    /// That turn has been played.
    Played,
    /// That turn is too far off.
    TooFar,
    /// Nothing is carried out here without a sheet, but for orders that stand always.
    Hold,
}

impl LeftState {
    /// Whether a later block of the same message counts instead.
    pub(crate) fn is_overtaken(self) -> bool {
        matches!(self, LeftState::Overtaken | LeftState::Displaced)
    }

    /// Whether the block changes nothing because something is wrong with it.
    pub(crate) fn is_refused(self) -> bool {
        matches!(self, LeftState::NotRead | LeftState::Worse | LeftState::Played | LeftState::TooFar | LeftState::Hold)
    }
}

/// Orders left for later that are in the book.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub(crate) struct LeftInBook {
    /// The turn that they are for; null for standing orders.
    pub turn: Option<u32>,
    pub always: bool,
    /// As the player wrote them.
    pub text: String,
}
