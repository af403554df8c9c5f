//! The ladder of a host, as its database keeps it.

use crate::campaign::CampaignId;
use crate::campaign::ladder::{Ladder, Match, Stage};
use crate::office::cabinet::desk::Keyless;
use crate::office::cabinet::error::DeskError;
use crate::office::cabinet::moved::{self, AddressMove};
use crate::store::{Ledger, Store};

/// The word by which players name it, and the fact of the host's database that is the list.
pub(in crate::office) const LADDER: &str = "ladder";

pub(in crate::office) fn read(ledger: &Ledger<'_>) -> Result<Ladder, DeskError> {
    Ok(ledger.fact_in_json(LADDER)?.unwrap_or_default())
}

pub(in crate::office) fn keep(ledger: &Ledger<'_>, ladder: &Ladder) -> Result<(), DeskError> {
    Ok(ledger.set_fact_in_json(LADDER, ladder)?)
}

/// Writes the addresses that players have moved to into the ladder, if it has one of those they left. Returns whether anything has changed.
pub(in crate::office) fn follow(ledger: &Ledger<'_>, moves: &[AddressMove]) -> Result<bool, DeskError> {
    if moves.is_empty() {
        return Ok(false);
    }
    let before = read(ledger)?;
    let mut ladder = before.clone();
    moves.iter().for_each(|moved| ladder.move_player(&moved.from, &moved.to));
    if ladder == before {
        return Ok(false);
    }
    keep(ledger, &ladder)?;
    Ok(true)
}

impl Keyless {
    /// The ladder, with the addresses that the players of this game have now, and the match on it that this game decides. `None` if the game is for no
    /// place, and if a database does not read, as no game needs the ladder.
    pub(in crate::office) fn match_on_ladder(&self, ledger: &Ledger<'_>) -> Option<(Ladder, Match)> {
        self.host.pairing.as_ref()?.ladder.as_ref()?;
        let mut store = Store::open_to_read(&self.host_database).ok()?;
        let mut ladder = read(&store.look().ok()?).ok()?;
        moved::all(ledger).ok()?.iter().for_each(|moved| ladder.move_player(&moved.from, &moved.to));
        let open = ladder.matches.iter().find(|open| is_played_in(open, &self.config.id))?.clone();
        Some((ladder, open))
    }
}

fn is_played_in(open: &Match, id: &CampaignId) -> bool {
    matches!(&open.stage, Stage::Playing { campaign } if campaign == id)
}
