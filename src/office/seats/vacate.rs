//! A seat that its player leaves, and that nobody holds until the game master gives it to somebody.

use chrono::{DateTime, Utc};

use serde::Serialize;

use super::work::{SeatError, name_of, vacant};
use crate::campaign::CampaignId;
use crate::campaign::absence;
use crate::campaign::config::SeatConfig;
use crate::campaign::journal::{Act, Ending, WhyVacated};
use crate::campaign::vacancy::Vacancy;
use crate::engine::{Decision, Seat};
use crate::office::World;
use crate::office::cabinet::desk::{Campaign, Desk};
use crate::office::cabinet::error::DeskError;
use crate::office::cabinet::tenure::Tenure;
use crate::office::deadlines::absence_requests;
use crate::office::deadlines::absences::CHANGES;
use crate::office::letters::about::About;
use crate::office::letters::kind::LetterKind;
use crate::office::letters::leaving_facts::LeavingFacts;
use crate::office::letters::model::LetterModel;
use crate::office::letters::to_all::write_to_all;
use crate::office::letters::{self, NewLetter};
use crate::office::turns::ending::in_own_words;
use crate::office::turns::{offers, takeback};
use crate::office::voting::asking::PROPOSALS;
use crate::office::voting::book;
use crate::store::Ledger;

/// Why email to the player before is given up.
const GIVEN_UP: &str = "the player does not hold the seat any more";

/// What a command did that took a seat from its player.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Vacated {
    /// The campaign that the seat is in.
    pub campaign: CampaignId,
    /// The seat that was taken from its player.
    pub seat: Seat,
    /// Who held it.
    pub name: String,
    /// Whether that ended the game, as it does where moves alternate.
    pub game_over: bool,
    /// Whether that game is void, because not both sides had moved.
    pub is_void: bool,
    /// Whether anything was done; false if the player had left it already.
    pub changed: bool,
    /// How many emails wait for the next tick.
    pub emails: u32,
}

/// Takes a seat from its player, as `Campaign::vacate` does; nothing is done where that has ended the game before.
///
/// # Errors
/// When the game is over, nobody holds the seat, or there is no such seat.
pub fn vacate(desk: &mut Desk, seat: Seat, why: WhyVacated, reason: Option<&str>, world: &World<'_>) -> Result<Vacated, SeatError> {
    let (id, name) = (desk.campaign.id().to_owned(), name_of(&desk.campaign, seat)?);
    if desk.campaign.vacancy(seat).is_some() {
        return Err(vacant(&desk.campaign, seat));
    }
    let told = |campaign: &Campaign, changed, emails| {
        let is_void = campaign.progress.as_ref().is_some_and(|progress| progress.decision() == Decision::Void);
        Vacated { campaign: id.clone(), seat, name: name.clone(), game_over: campaign.is_over(), is_void, changed, emails }
    };
    if desk.campaign.has_forfeited(seat) {
        return Ok(told(&desk.campaign, false, 0));
    }
    let emails = desk.transact(world, |campaign, ledger| {
        let emails = campaign.vacate(ledger, seat, why, reason, world.now)?;
        emails.ok_or_else(|| SeatError::Over { campaign: campaign.id().to_owned() })
    })?;
    Ok(told(&desk.campaign, true, emails))
}

impl Campaign {
    /// Whether the game is over because the player of this seat was taken from it.
    fn has_forfeited(&self, seat: Seat) -> bool {
        let ended = self.progress.as_ref().and_then(|progress| progress.ended.as_ref());
        ended.is_some_and(|ended| matches!(ended.ending, Ending::Forfeited { seat: left, .. } if left == seat))
    }

    /// Takes a seat from its player, in an open transaction: in memory, in the roster and in the journal ([`Act::Vacated`]). Its token is void from
    /// here on, and no email goes to the player any more but a farewell; all others and the game master are told at once.
    ///
    /// The seat stays in the game without orders, and no turn waits for it, until [`super::replace`] gives it to somebody. Orders that the player has
    /// sent for the open turn stay in force, since a receipt has promised that; READY and absences end.
    ///
    /// Where moves alternate no game can go on so: it ends at once, and the player has lost it by the game's own rule on resigning
    /// ([`Ending::Forfeited`]). They hold the seat of the finished game as they would after any other end.
    ///
    /// `reason` is shown to everybody in the letters. Returns how many emails wait to be sent; `None`, and nothing was done, if no turn is open or
    /// nobody holds the seat.
    ///
    /// # Errors
    /// When a letter cannot be written, or the database refuses. What was written by then must be undone with the transaction.
    pub(in crate::office) fn vacate(
        &mut self,
        ledger: &Ledger<'_>,
        seat: Seat,
        why: WhyVacated,
        reason: Option<&str>,
        now: DateTime<Utc>,
    ) -> Result<Option<u32>, DeskError> {
        let (Some(holder), Some(turn)) = (self.holder(seat).cloned(), self.open_turn()) else { return Ok(None) };
        if self.alternates() {
            return self.end(ledger, Ending::Forfeited { seat, why }, why.by(), reason, now);
        }
        let early_before = self.early_at(ledger, turn.turn)?;
        self.close_what_is_for(ledger, seat, true, now)?;
        self.record(ledger, Act::Vacated { seat, why }, now)?;
        self.forget_player(ledger, (seat, turn.turn), GIVEN_UP, now)?;
        let vacancy = Vacancy::left_by(&holder, &self.file_seats);
        self.keep_vacant(ledger, vacancy)?;
        let early_at = self.early_without(ledger, turn.turn, early_before, now)?.filter(|at| *at > now);
        let facts = LeavingFacts {
            seat,
            name: holder.player.name.clone(),
            why,
            reason: reason.and_then(in_own_words),
            has_sheet: ledger.seats_with_sheets(turn.turn)?.contains(&seat),
            has_caretaker: self.without_a_sheet(ledger)?.has_caretaker,
            early: None,
        };
        self.tell_of_vacancy(ledger, &holder.player, (&facts, early_at), now).map(Some)
    }

    /// Others agreed on something, or wrote something, for the player of a seat, and not for the one who plays on.
    pub(super) fn close_what_is_for(
        &mut self,
        ledger: &Ledger<'_>,
        seat: Seat,
        is_vacant: bool,
        now: DateTime<Utc>,
    ) -> Result<(), DeskError> {
        self.close_concessions_to(ledger, seat, now)?;
        self.return_press_to(ledger, seat, is_vacant, now)
    }

    /// Forgets what the former player of a seat has said, except the orders for the open turn: whether that turn may be played early, votes, offers, days
    /// of absence, and orders for later turns, which are that player's plan. Email that waits for them is given up.
    pub(super) fn forget_player(
        &mut self,
        ledger: &Ledger<'_>,
        (seat, open_turn): (Seat, u32),
        given_up: &str,
        now: DateTime<Utc>,
    ) -> Result<(), DeskError> {
        ledger.set_not_ready(open_turn, seat)?;
        ledger.set_waiting(open_turn, seat, false)?;
        book::forget_votes_of(ledger, seat)?;
        offers::forget_of(ledger, seat)?;
        absence_requests::forget(ledger, seat)?;
        self.end_absence(ledger, seat, now)?;
        CHANGES.forget(ledger, seat)?;
        PROPOSALS.forget(ledger, seat)?;
        takeback::forget_taken(ledger, seat)?;
        Tenure::begin(ledger, seat, now)?;
        ledger.forget_left_by(seat)?;
        ledger.forget_returned(seat)?;
        ledger.forget_joined(seat)?;
        Ok(ledger.give_up_waiting(seat, None, given_up)?)
    }

    /// Nobody is away any more; the deadline stays where it was announced, for the good of the next player.
    fn end_absence(&mut self, ledger: &Ledger<'_>, seat: Seat, now: DateTime<Utc>) -> Result<(), DeskError> {
        let yesterday = self.zone_of(Some(seat)).day(now).and_then(|today| today.yesterday().ok());
        let Some((progress, yesterday)) = self.progress.as_mut().zip(yesterday) else { return Ok(()) };
        let known = progress.clocks.absences(seat);
        if known.is_empty() {
            return Ok(());
        }
        let ended = absence::ended(known, yesterday);
        ledger.set_absences(seat, &ended)?;
        progress.clocks.absences.insert(seat, ended);
        Ok(())
    }

    fn tell_of_vacancy(
        &self,
        ledger: &Ledger<'_>,
        left: &SeatConfig,
        (facts, early_at): (&LeavingFacts, Option<DateTime<Utc>>),
        now: DateTime<Utc>,
    ) -> Result<u32, DeskError> {
        let number = ledger.tip()?.map_or(0, |tip| tip.number);
        // The letter is about no seat, so that it shows no token.
        let model = LetterModel::new(self.heading(None, LetterKind::Farewell, now), About::SeatLeft(facts.clone()));
        let rendered = letters::render(&self.templates, &model)?;
        let farewell = NewLetter::notice(format!("left.{number}.{}", facts.seat), &left.address, rendered);
        let is_new = letters::queue(ledger, &self.sender(), &farewell, now)?;
        let id = format!("vacant.{number}");
        let early = |seat| early_at.map(|at| self.deadline_facts(at, seat, now));
        let told = write_to_all(self, ledger, &id, |seat| About::SeatVacant(LeavingFacts { early: early(seat), ..facts.clone() }), now)?;
        Ok(told + u32::from(is_new))
    }
}
