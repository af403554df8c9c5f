//! What is counted for the present player of a seat, and not for one who held the seat before.

use chrono::{DateTime, Utc};
use jiff::civil::Date;
use serde::{Deserialize, Serialize};

use crate::campaign::absence;
use crate::campaign::clock::Absence;
use crate::engine::Seat;
use crate::office::cabinet::desk::Keyless;
use crate::office::cabinet::error::DeskError;
use crate::store::Ledger;

/// From where on a seat's records are its present player's. Of a seat that has had one player it is all of them.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(in crate::office) struct Tenure {
    /// When it began.
    since: Option<DateTime<Utc>>,
    /// The last entry of a diary before.
    after_entry: i64,
    /// The days of absence for which a deadline has moved. They count even if they are taken back, since others wait all the same.
    #[serde(default)]
    used_up: Vec<Absence>,
}

impl Tenure {
    /// That of a seat's present player.
    ///
    /// # Errors
    /// When the database refuses or the fact does not read.
    pub(in crate::office) fn of(ledger: &Ledger<'_>, seat: Seat) -> Result<Tenure, DeskError> {
        Ok(ledger.fact_in_json(&name(seat))?.unwrap_or_default())
    }

    /// When it began; `None` for the first player of a seat.
    pub(in crate::office) fn since(&self) -> Option<DateTime<Utc>> {
        self.since
    }

    /// Begins with another player.
    ///
    /// # Errors
    /// When the database refuses.
    pub(in crate::office) fn begin(ledger: &Ledger<'_>, seat: Seat, now: DateTime<Utc>) -> Result<(), DeskError> {
        let tenure = Tenure { since: Some(now), after_entry: ledger.last_diary_entry()?, used_up: Vec::new() };
        Ok(ledger.set_fact_in_json(&name(seat), &tenure)?)
    }

    /// Notes days of absence for which a deadline has moved.
    ///
    /// # Errors
    /// When the database refuses.
    pub(in crate::office) fn use_up(ledger: &Ledger<'_>, seat: Seat, days: Absence) -> Result<(), DeskError> {
        let tenure = Tenure::of(ledger, seat)?;
        let tenure = Tenure { used_up: absence::with(&tenure.used_up, days), ..tenure };
        Ok(ledger.set_fact_in_json(&name(seat), &tenure)?)
    }

    /// How many entries the present player's diary has, for one turn or in all.
    ///
    /// # Errors
    /// When the database refuses.
    pub(in crate::office) fn diary_entries(&self, ledger: &Ledger<'_>, seat: Seat, turn: Option<u32>) -> Result<usize, DeskError> {
        Ok(ledger.diary_entries((seat, self.after_entry), turn)?)
    }

    /// Deletes the present player's diary; returns how many entries it had.
    ///
    /// # Errors
    /// When the database refuses.
    pub(in crate::office) fn drop_diary(&self, ledger: &Ledger<'_>, seat: Seat) -> Result<usize, DeskError> {
        Ok(ledger.drop_diary((seat, self.after_entry))?)
    }
}

impl Keyless {
    /// The absences of a seat's present player, and days that have moved a deadline before they were taken back: of the days that a player may take,
    /// only these are used up.
    ///
    /// # Errors
    /// When the database refuses.
    pub(in crate::office) fn own_absences(&self, ledger: &Ledger<'_>, seat: Seat) -> Result<Vec<Absence>, DeskError> {
        let all = self.progress.as_ref().map(|progress| progress.clocks.absences(seat)).unwrap_or_default();
        let tenure = Tenure::of(ledger, seat)?;
        let since = tenure.since.and_then(|since| self.zone_of(Some(seat)).day(since)).unwrap_or(Date::MIN);
        let own = all.iter().filter(|absence| since <= absence.until).map(|absence| Absence { from: absence.from.max(since), ..*absence });
        Ok(own.fold(tenure.used_up, |own, absence| absence::with(&own, absence)))
    }
}

fn name(seat: Seat) -> String {
    format!("tenure/{seat}")
}
