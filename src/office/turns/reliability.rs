//! How reliably players send their orders: in a campaign, and over the host.

use crate::campaign::attendance::{Reliability, SeatReliability};
use crate::campaign::{Address, PlayerKey};
use crate::engine::Seat;
use crate::office::cabinet::desk::Keyless;
use crate::office::cabinet::error::DeskError;
use crate::store::{Ledger, Store};

/// Nobody is judged by fewer turns.
pub(crate) const FEWEST_TURNS: u32 = 5;

impl Keyless {
    /// How reliable the player of a seat is; `None` if nobody holds it. What the host knows of other campaigns is as of its last run, and
    /// nothing where its database does not read.
    ///
    /// # Errors
    /// When the campaign's database refuses.
    pub fn reliability_of(&self, ledger: &Ledger<'_>, seat: Seat) -> Result<Option<SeatReliability>, DeskError> {
        let Some(player) = self.config.seat(seat) else { return Ok(None) };
        let key = PlayerKey::of(&player.address);
        let mut here = Reliability::default();
        ledger.attendance(seat, &key)?.into_iter().for_each(|turn| here.add(turn, 1));
        let elsewhere = || Store::open_to_read(&self.host_database)?.look()?.reliability_of(&key, Some(self.id()));
        let host = here.with(elsewhere().unwrap_or_default());
        Ok(Some(SeatReliability { seat, name: player.name.clone(), here: here.into(), host: host.into() }))
    }

    /// The same for all who hold seats.
    ///
    /// # Errors
    /// As [`Keyless::reliability_of`].
    pub fn reliability(&self, ledger: &Ledger<'_>) -> Result<Vec<SeatReliability>, DeskError> {
        let seats = self.config.seats.iter().map(|player| self.reliability_of(ledger, player.number));
        Ok(seats.collect::<Result<Vec<_>, _>>()?.into_iter().flatten().collect())
    }
}

/// For how many of a hundred turns the orders of this address's owner came in, in all campaigns of the host; `None` without enough turns to judge by.
/// `ledger` is the host's.
///
/// # Errors
/// When the database refuses.
pub(in crate::office) fn percent_on_host(ledger: &Ledger<'_>, address: &Address) -> Result<Option<u32>, DeskError> {
    let turns = ledger.reliability_of(&PlayerKey::of(address), None)?;
    Ok(turns.percent().filter(|_| turns.on_time + turns.missed >= FEWEST_TURNS))
}
