//! Days of absence that the game master has to agree to: what players ask for, and the letter with a code that grants it.

use chrono::{DateTime, TimeDelta, Utc};

use crate::campaign::absence::AbsenceRefusal;
use crate::campaign::budget::Account;
use crate::campaign::clock::Absence;
use crate::campaign::one_time_code::OneTimeCode;
use crate::engine::Seat;
use crate::office::cabinet::desk::Campaign;
use crate::office::cabinet::errands::{AskedDeed, GmRequest};
use crate::office::cabinet::error::DeskError;
use crate::office::letters::about::About;
use crate::office::letters::gm_facts::AskedAbsenceFacts;
use crate::office::letters::kind::LetterKind;
use crate::office::letters::model::LetterModel;
use crate::office::letters::{self, NewLetter};
use crate::store::Ledger;

/// How long a code that grants the days is valid. A command can grant them at any time.
const HOLDS: TimeDelta = TimeDelta::days(7);

/// How many times a player may ask within a day.
const MOST_A_DAY: u32 = 3;

/// What a seat's player has asked for, if nobody has decided yet.
///
/// # Errors
/// When the database refuses.
pub(in crate::office) fn asked_by(ledger: &Ledger<'_>, seat: Seat) -> Result<Option<Absence>, DeskError> {
    Ok(ledger.fact_in_json(&asked(seat))?)
}

/// Withdraws what a seat has asked for. Returns whether it had asked for anything.
///
/// # Errors
/// When the database refuses.
pub(in crate::office) fn forget(ledger: &Ledger<'_>, seat: Seat) -> Result<bool, DeskError> {
    let was = asked_by(ledger, seat)?.is_some();
    ledger.forget_fact(&asked(seat))?;
    Ok(was)
}

/// `absence asked/2` is what the player of seat 2 has asked for last.
fn asked(seat: Seat) -> String {
    format!("absence asked/{seat}")
}

impl Campaign {
    /// Asks the game master to grant a player days of absence, with a code that grants them. The same days are asked for once. `id` tells
    /// the letter from those of other emails.
    ///
    /// # Errors
    /// When a letter cannot be written, or the database refuses. The inner error says why the game master is not asked.
    pub(super) fn ask_for_absence(
        &self,
        ledger: &Ledger<'_>,
        (seat, absence): (Seat, Absence),
        id: &str,
        now: DateTime<Utc>,
    ) -> Result<Result<(), AbsenceRefusal>, DeskError> {
        if asked_by(ledger, seat)? == Some(absence) {
            return Ok(Ok(()));
        }
        let budget = Account::Absence(seat);
        if ledger.spent_since(&budget, now - TimeDelta::days(1))? >= MOST_A_DAY {
            return Ok(Err(AbsenceRefusal::AskedTooOften));
        }
        ledger.set_fact_in_json(&asked(seat), &absence)?;
        let code = OneTimeCode::of_campaign(&self.secret, &format!("absence/{id}/{seat}/{absence}"));
        let (address, until) = (self.config.gm.address.clone(), now + HOLDS);
        let grant = AskedDeed::Absence { seat, days: absence, grants: true };
        GmRequest::waiting(address.clone(), vec![grant], until).keep(ledger, code.digest(), now)?;
        let heading = self.heading(None, LetterKind::Notice, now).tagged(format!("[{} {code}]", self.id()));
        let about = About::GmAbsence(AskedAbsenceFacts {
            seat,
            name: self.player_name(seat),
            days: absence.to_string(),
            code: code.to_string(),
            until: self.deadline_facts(until, None, now),
        });
        let rendered = letters::render(&self.templates, &LetterModel::new(heading, about))?;
        let letter = NewLetter::notice(format!("absence.asked.{id}.{seat}.{}", absence.until), &address, rendered).counted_with(budget);
        letters::queue(ledger, &self.sender(), &letter, now)?;
        Ok(Ok(()))
    }
}
