//! The game goes back to an earlier position, and forward again as long as nothing was played since.

use std::collections::BTreeMap;

use chrono::{DateTime, Utc};

use super::adjudicate::next_window;
use super::early::Player;
use super::offers;
use super::rolled::{RollError, Rolled, checked};
use crate::campaign::Address;
use crate::campaign::journal::{Act, Commitment, WhyRolledBack, sheet_digest};
use crate::campaign::receipt::UNKNOWN_SALT;
use crate::campaign::watch::Held;
use crate::engine::Seat;
use crate::office::World;
use crate::office::cabinet::desk::{Campaign, Desk};
use crate::office::cabinet::reload::ended_by;
use crate::office::deadlines::lost_time;
use crate::office::deadlines::pauses;
use crate::office::deadlines::{sealing, suspense};
use crate::office::letters::about::About;
use crate::office::letters::facts::{RolledFacts, Rolling};
use crate::office::letters::sheet_facts::ReceiptFacts;
use crate::office::letters::to_all::write_letters;
use crate::store::{CarriedSheet, EmailKind, Ledger, RecordedAct, StoreError};

/// Takes the game back to the position after a turn, by the game master's command.
///
/// # Errors
/// When there is no such earlier position, the game is paused, there is no reason, or the database refuses; nothing was done then.
pub fn rollback(desk: &mut Desk, to: u32, reason: &str, world: &World<'_>) -> Result<Rolled, RollError> {
    let reason = checked(reason)?;
    desk.transact(world, |campaign, ledger| roll_back(campaign, ledger, to, WhyRolledBack::GameMaster { reason }, world.now))
}

/// Undoes the last rollback.
///
/// # Errors
/// When there is none, or a turn was played since, the game is paused, or the database refuses; nothing was done then.
pub fn roll_forward(desk: &mut Desk, world: &World<'_>) -> Result<Rolled, RollError> {
    desk.transact(world, |campaign, ledger| bring_back(campaign, ledger, world.now))
}

/// Takes the game back to the position after a turn, in a transaction that is under way: the journal says so, a new deadline is announced, and
/// everybody gets a letter. What was sent for the first turn that does not count any more counts again; in games of moves it does not, since
/// it would be played at once.
///
/// # Errors
/// As [`rollback`]; the transaction is then to be dropped.
pub(in crate::office) fn roll_back(
    campaign: &mut Campaign,
    ledger: &Ledger<'_>,
    to: u32,
    why: WhyRolledBack,
    now: DateTime<Utc>,
) -> Result<Rolled, RollError> {
    let from = last_turn(campaign, ledger)?;
    let (id, unit) = (campaign.id().to_owned(), campaign.config.game.unit());
    // An end by decision can be taken back to the position in which it was decided.
    let is_ended = campaign.progress.as_ref().is_some_and(|progress| progress.ended.is_some());
    match to {
        to if to > from => return Err(RollError::NotPlayed { campaign: id, unit, to, last: from }),
        to if to == from && !is_ended => return Err(RollError::Nothing { campaign: id, unit, last: from }),
        _ => {}
    }
    go_back(campaign, ledger, to, why, now)
}

/// Goes back, whether or not anything that counts in this database was played after that turn.
pub(super) fn go_back(
    campaign: &mut Campaign,
    ledger: &Ledger<'_>,
    to: u32,
    why: WhyRolledBack,
    now: DateTime<Utc>,
) -> Result<Rolled, RollError> {
    let (from, entry) = (campaign.turns_played(), next_entry(ledger)?);
    ledger.undo_turns_after(to, entry)?;
    begin_era(ledger, entry, matches!(why, WhyRolledBack::OlderCopy { .. }).then_some(now))?;
    let facts = facts_of(campaign, &why, from, to);
    let act = |next: Option<Commitment>| next.map(|next| Act::RolledBack { to, next, why });
    Roll { from, source: entry, stays_over: false, facts }.open(campaign, ledger, act, now)
}

fn bring_back(campaign: &mut Campaign, ledger: &Ledger<'_>, now: DateTime<Utc>) -> Result<Rolled, RollError> {
    let from = last_turn(campaign, ledger)?;
    let none = || RollError::NoRollback { campaign: campaign.id().to_owned(), unit: campaign.config.game.unit() };
    let RecordedAct { number: rollback, turn: to, .. } = last_rollback(ledger)?.ok_or_else(none)?;
    let entry = next_entry(ledger)?;
    ledger.undo_turns_after(from, entry)?;
    begin_era(ledger, entry, None)?;
    let is_for = |seat: Option<Seat>, address: &Address| {
        seat.is_none_or(|seat| campaign.config.seat(seat).is_some_and(|player| player.is_written_to_at(address)))
    };
    ledger.redo(rollback, to, is_for)?;
    // Only now does the last turn count from which acts are read.
    let before: Vec<RecordedAct> = ledger.acts_since(to)?.into_iter().filter(|recorded| recorded.number < rollback).collect();
    let stays_over = ended_by(&before).is_some();
    let facts = RolledFacts::new(Rolling::Forward, from, to);
    Roll { from, source: rollback, stays_over, facts }.open(campaign, ledger, |next| Some(Act::RolledForward { to, next }), now)
}

/// The last turn that counts, of a game that can go back and forward now.
fn last_turn(campaign: &Campaign, ledger: &Ledger<'_>) -> Result<u32, RollError> {
    if campaign.progress.is_none() {
        return Err(RollError::NotBegun { campaign: campaign.id().to_owned() });
    }
    if campaign.goes_on() && pauses::is_paused(campaign, ledger)? {
        return Err(RollError::Paused { campaign: campaign.id().to_owned() });
    }
    Ok(campaign.turns_played())
}

/// The number that the next entry of the journal will have.
fn next_entry(ledger: &Ledger<'_>) -> Result<u32, StoreError> {
    Ok(ledger.tip()?.map_or(0, |tip| tip.number + 1))
}

/// Numbers the course that the game takes from this entry on, above those before. The number is the entry's own, but after a loss there may have been
/// such an entry already, whose dice players know. The game then tells its courses apart by the time.
pub(super) fn begin_era(ledger: &Ledger<'_>, entry: u32, after_loss: Option<DateTime<Utc>>) -> Result<(), StoreError> {
    let seconds = after_loss.and_then(|now| u32::try_from(now.timestamp()).ok());
    ledger.begin_era(seconds.unwrap_or(entry).max(ledger.era()? + 1))
}

/// The entry of the last rollback that was not taken back, if no turn was played after it, and nothing was lost.
fn last_rollback(ledger: &Ledger<'_>) -> Result<Option<RecordedAct>, StoreError> {
    let mut rollbacks = Vec::new();
    for recorded in ledger.acts_after(ledger.turn_entry_before(next_entry(ledger)?)?)? {
        match recorded.act {
            Act::RolledBack { why: WhyRolledBack::OlderCopy { .. }, .. } => rollbacks.clear(),
            Act::RolledBack { .. } => rollbacks.push(recorded),
            Act::RolledForward { .. } => drop(rollbacks.pop()),
            // Ending a game again settles where it stands.
            Act::Ended { .. } => rollbacks.clear(),
            _ => {}
        }
    }
    Ok(rollbacks.pop())
}

fn facts_of(campaign: &Campaign, why: &WhyRolledBack, from: u32, to: u32) -> RolledFacts {
    let back = |reason: &str| Rolling::Back { reason: reason.to_owned() };
    let (what, from, from_copy) = match why {
        WhyRolledBack::GameMaster { reason } => (back(reason), from, false),
        WhyRolledBack::Takeback { seat } => (Rolling::Takeback { takeback: campaign.player_name(*seat) }, from, false),
        WhyRolledBack::OlderCopy { reason, played, .. } => (back(reason), to.max(*played), true),
    };
    let mut facts = RolledFacts::new(what, from, to);
    (facts.from_copy, facts.drops_moves) = (from_copy, campaign.alternates());
    facts
}

/// A game that stands at another turn now, by the database.
struct Roll {
    from: u32,
    /// The entry that had undone what counts again for the open turn.
    source: u32,
    /// The game was ended by decision, and is again.
    stays_over: bool,
    facts: RolledFacts,
}

impl Roll {
    fn is_forward(&self) -> bool {
        matches!(self.facts.what, Rolling::Forward)
    }

    /// Journals it, opens the next turn anew, and tells everybody.
    fn open(
        mut self,
        campaign: &mut Campaign,
        ledger: &Ledger<'_>,
        act: impl FnOnce(Option<Commitment>) -> Option<Act>,
        now: DateTime<Utc>,
    ) -> Result<Rolled, RollError> {
        campaign.reload(ledger)?;
        let Some(progress) = &campaign.progress else { return Err(RollError::NotBegun { campaign: campaign.id().to_owned() }) };
        let turn = progress.table.turn() + 1;
        let is_over = progress.table.outcome().is_some() || self.stays_over;
        let scribe = campaign.scribe(now);
        let next = (!is_over).then(|| scribe.secrets(turn).commitment());
        let nothing = || RollError::Nothing { campaign: campaign.id().to_owned(), unit: campaign.config.game.unit(), last: self.facts.to };
        ledger.append_act(&scribe, act(next).ok_or_else(nothing)?, self.from)?;
        let opened = self.facts.to.min(self.from) + 1..=self.facts.to.max(self.from) + 1;
        sealing::open_again(ledger, opened.clone())?;
        lost_time::open_again(ledger, opened.clone())?;
        suspense::open_again(ledger, opened)?;
        offers::forget(ledger)?;
        // They were meant for another course of the game; standing orders are meant for any.
        ledger.forget_left_up_to(u32::MAX)?;
        let mut carried = BTreeMap::new();
        if !is_over {
            if !self.facts.drops_moves {
                let secrets = scribe.secrets(turn);
                carried = ledger.carry_sheets(turn, self.source, |seat, canonical| sheet_digest(secrets.salt(seat), Some(canonical)))?;
                // Nobody gives orders for a seat that was left meanwhile.
                for vacancy in &campaign.vacancies {
                    ledger.withdraw_sheets(turn, vacancy.seat)?;
                    ledger.forget_commitment(turn, vacancy.seat)?;
                    carried.remove(&vacancy.seat);
                }
            }
            let mut window = next_window(campaign, progress, None, now)?;
            // What was announced holds again: a deadline only becomes later. Where moves alternate it is what the clocks say.
            let announced = if self.is_forward() && !campaign.alternates() { ledger.window_undone(turn, self.source)? } else { None };
            if let Some(announced) = announced.filter(|announced| announced.deadline.at > window.deadline.at) {
                window.deadline = announced.deadline;
            }
            ledger.announce_window(&window)?;
            let new_missing = campaign.new_missing_policy_of(ledger, turn)?;
            self.facts.rule = new_missing.map(|missing| campaign.line_of_missing(turn, missing)).transpose()?;
            campaign.keep_file_of_turn(ledger, turn)?;
        }
        campaign.reload(ledger)?;
        if !is_over {
            // A pause in which the game had ended, or a copy was made, stops the clock of this turn only from now on.
            pauses::begin_anew(campaign, ledger, now)?;
            campaign.close_gm_seats(ledger, now, now)?;
        }
        self.tell(campaign, ledger, &carried, next, now)
    }

    /// Writes to everybody; players whose sheets count again get a receipt.
    fn tell(
        self,
        campaign: &Campaign,
        ledger: &Ledger<'_>,
        carried: &BTreeMap<Seat, CarriedSheet>,
        next: Option<Commitment>,
        now: DateTime<Utc>,
    ) -> Result<Rolled, RollError> {
        let carried: BTreeMap<Seat, CarriedSheet> =
            carried.iter().filter(|(seat, _)| campaign.has_a_say(**seat)).map(|(a, b)| (*a, *b)).collect();
        let mut receipts = BTreeMap::new();
        for (seat, sheet) in &carried {
            receipts.extend(receipt(campaign, ledger, *seat, *sheet, now)?.map(|receipt| (*seat, receipt)));
        }
        let number = ledger.tip()?.map_or(0, |tip| tip.number);
        let standing = campaign.without_a_sheet(ledger)?.standing;
        let about = |seat: Option<Seat>| {
            let own = seat.and_then(|seat| carried.get(&seat));
            let mut rolled = self.facts.clone();
            (rolled.sheet_counts, rolled.is_sealed, rolled.next) = (own.is_some(), own.is_some_and(|own| own.is_sealed), next);
            let has_standing = seat.is_some_and(|seat| standing.contains(&seat));
            About::Rolled { rolled, has_standing, receipt: seat.and_then(|seat| receipts.get(&seat).cloned()) }
        };
        let emails = write_letters(
            campaign,
            ledger,
            &campaign.readers(),
            (EmailKind::Rollback, &format!("rollback.{number}")),
            about,
            |_| None,
            now,
        )?;
        let window = campaign.window();
        Ok(Rolled {
            campaign: campaign.id().to_owned(),
            unit: campaign.config.game.unit(),
            from: self.facts.from,
            to: self.facts.to,
            turn: window.map(|window| window.turn),
            deadline: window.map(|window| window.deadline.at),
            deadline_local: window.map(|window| window.deadline.local.clone()),
            zone: window.map(|window| window.deadline.zone.clone()),
            is_paused: window.is_some() && campaign.held == Some(Held::Paused),
            sheets: carried.keys().map(|seat| Player { seat: *seat, name: campaign.player_name(*seat) }).collect(),
            emails,
        })
    }
}

/// What the host promises of a sheet that counts again.
fn receipt(
    campaign: &Campaign,
    ledger: &Ledger<'_>,
    seat: Seat,
    sheet: CarriedSheet,
    now: DateTime<Utc>,
) -> Result<Option<ReceiptFacts>, RollError> {
    let Some(turn) = campaign.open_turn().map(|turn| turn.turn) else { return Ok(None) };
    let salt = match sheet.own_salt {
        _ if sheet.is_sealed => UNKNOWN_SALT,
        Some(own) => own,
        None => campaign.salt(turn, seat),
    };
    let signed = campaign.sign_receipt(ledger, (turn, seat), (sheet.digest, salt), now)?;
    Ok(signed.map(|signed| ReceiptFacts::of(&signed, &campaign.key)))
}
