//! A turn without a sheet: what is played in its place.

use std::collections::BTreeMap;

use chrono::{DateTime, Utc};

use crate::campaign::config::MissingPolicy;
use crate::campaign::journal::sheet_digest;
use crate::campaign::local::LocalTime;
use crate::campaign::receipt::SignedReceipt;
use crate::engine::{AnyOrders, Reading, Seat, SeatSet};
use crate::office::cabinet::desk::{Campaign, Progress};
use crate::office::cabinet::error::DeskError;
use crate::office::letters::about::About;
use crate::office::letters::kind::LetterKind;
use crate::office::letters::model::{Heading, LetterModel};
use crate::office::letters::sheet_facts::{ReceiptFacts, SheetFacts};
use crate::office::letters::{self, NewLetter};
use crate::store::Ledger;

/// The seats of a turn that sent no sheet.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Unsent {
    /// Their players had to send something (NMR), and have no standing orders.
    pub missing: SeatSet,
    /// Their standing orders were carried out.
    pub standing: SeatSet,
    /// The caretaker has played for them, whether they are missing or vacant.
    pub caretaken: SeatSet,
    /// Their seats are given away if their orders are missing once more.
    pub warned: SeatSet,
}

/// What a turn is played with in the place of sheets that do not come.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(in crate::office) struct WithoutSheet {
    /// The seats whose standing orders are carried out.
    pub standing: SeatSet,
    /// Whether a caretaker plays for all others.
    pub has_caretaker: bool,
}

/// A sheet that the office enters, and what its player is told of it.
pub(crate) struct Entered {
    pub turn: u32,
    pub reading: Reading,
    /// How it was read, in the words of the game.
    pub text: String,
    /// `None` where nothing could be read, so that there is no sheet.
    pub receipt: Option<SignedReceipt>,
}

/// Why the office enters a sheet, or would.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::office) enum EnteredAs {
    /// It was left for the turn that opens now.
    Left,
    /// It was left for that turn, too, but nothing in it can be read in the new position.
    LeftUnread,
    /// Its seat has standing orders and has sent nothing.
    Standing,
}

impl EnteredAs {
    fn letter(self) -> LetterKind {
        match self {
            EnteredAs::Left => LetterKind::LeftEntered,
            EnteredAs::LeftUnread => LetterKind::LeftUnread,
            EnteredAs::Standing => LetterKind::Standing,
        }
    }
}

impl Campaign {
    /// Enters the standing orders of seats that have sent nothing among the orders of the turn that is played.
    pub(in crate::office) fn enter_standing_sheets(
        &self,
        progress: &Progress,
        ledger: &Ledger<'_>,
        turn: u32,
        unsent: &SeatSet,
        orders: &mut dyn AnyOrders,
        now: DateTime<Utc>,
    ) -> Result<BTreeMap<Seat, Entered>, DeskError> {
        let mut entered = BTreeMap::new();
        for seat in unsent {
            let Some(left) = ledger.standing_orders(*seat)? else { continue };
            let mut reading = orders.enter(*seat, &left.text);
            // The report tells what came of it.
            (reading.forecast, reading.prospect) = (serde_json::Value::Null, Default::default());
            let text = self.reading_text_at(Some(progress), *seat, &reading)?;
            let receipt = self.receipt_of_office(ledger, turn, *seat, &reading.canonical(), now)?;
            entered.insert(*seat, Entered { turn, reading, text, receipt });
        }
        Ok(entered)
    }

    /// What the open turn is played with in the place of sheets that do not come.
    ///
    /// # Errors
    /// When the database refuses.
    pub(in crate::office) fn without_a_sheet(&self, ledger: &Ledger<'_>) -> Result<WithoutSheet, DeskError> {
        if self.alternates() {
            return Ok(WithoutSheet::default());
        }
        let policy = self.missing_policy(ledger)?;
        // Orders that stand always are a player's word for every turn, so that nothing but the player ends them.
        let standing = ledger.seats_with_standing_orders(policy == MissingPolicy::Hold)?;
        // That a seat had sent nothing is fixed as well.
        let standing = &standing - &self.fixed_seats();
        Ok(WithoutSheet { standing, has_caretaker: policy == MissingPolicy::Caretaker })
    }

    /// Enters the caretaker's orders for seats without a sheet among the orders of a turn. Returns them in canonical spelling, without the seats for
    /// which it orders nothing.
    pub(in crate::office) fn enter_caretaker_sheets(
        &self,
        turn: u32,
        caretaken: &SeatSet,
        orders: &mut dyn AnyOrders,
    ) -> BTreeMap<Seat, String> {
        let secrets = self.secret.turn_secrets(&self.config.id, self.era(), turn);
        let mut sheet = |seat: Seat| Some((seat, orders.enter_caretaker(seat, secrets.caretaker(seat))?));
        caretaken.iter().filter_map(|seat| sheet(*seat)).collect()
    }

    /// Signs a sheet that the office enters for a player.
    pub(in crate::office) fn receipt_of_office(
        &self,
        ledger: &Ledger<'_>,
        turn: u32,
        seat: Seat,
        canonical: &str,
        now: DateTime<Utc>,
    ) -> Result<Option<SignedReceipt>, DeskError> {
        let salt = self.salt(turn, seat);
        self.sign_receipt(ledger, (turn, seat), (sheet_digest(salt, Some(canonical)), salt), now)
    }

    /// Tells a player of a sheet that the office has entered, with the deadline until which it can be changed; `what` is `left-entered` or
    /// `left-unread`, for orders that were left for a turn that is open now, or `standing`.
    pub(in crate::office) fn tell_of_entered(
        &self,
        ledger: &Ledger<'_>,
        seat: Seat,
        what: EnteredAs,
        entered: &Entered,
        deadline: Option<DateTime<Utc>>,
        now: DateTime<Utc>,
    ) -> Result<(), DeskError> {
        let Some(player) = self.config.seat(seat) else { return Ok(()) };
        let what = what.letter();
        let Entered { turn, reading, text, receipt } = entered;
        let LocalTime { local, zone, .. } = self.local(now, Some(seat));
        let deadline = deadline.map(|deadline| self.deadline_facts(deadline, Some(seat), now));
        let heading = Heading { turn: Some(*turn), deadline, ..self.heading(Some(seat), what, now) };
        let about = About::LeftEntered {
            sheet: SheetFacts::of(reading, format!("{local} {zone}"), false),
            reading_text: text.clone(),
            receipt: receipt.as_ref().map(|receipt| ReceiptFacts::of(receipt, &self.key)),
        };
        let written = letters::render(&self.templates, &LetterModel::new(heading, about))?;
        let letter = NewLetter::notice(format!("{turn}.{what}.{seat}"), &player.address, written)
            .about(Some(*turn), Some(seat))
            .following(ledger.last_report(seat)?.map(|report| report.message_id));
        letters::queue(ledger, &self.sender(), &letter, now)?;
        Ok(())
    }
}
