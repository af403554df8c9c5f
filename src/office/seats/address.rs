//! Another address for the same player: what may not have arrived is sent again.

use std::collections::BTreeSet;

use chrono::TimeDelta;

use super::work::{SeatDone, SeatError, Work, work};
use crate::campaign::journal::Act;
use crate::campaign::one_time_code::OneTimeCode;
use crate::campaign::roster::SeatKey;
use crate::campaign::{Address, PlayerKey, calendar};
use crate::engine::Seat;
use crate::office::World;
use crate::office::cabinet::desk::{Campaign, Desk};
use crate::office::cabinet::errands::{CampaignErrand, SeatErrand};
use crate::office::cabinet::error::DeskError;
use crate::office::cabinet::moved::AddressMove;
use crate::office::letters::about::About;
use crate::office::letters::facts::SeatActFacts;
use crate::office::letters::kind::LetterKind;
use crate::office::letters::model::LetterModel;
use crate::office::letters::{self, NewLetter};
use crate::post::outgoing::readdressed;
use crate::store::{EmailKind, Ledger, NewCode};

/// Why email to the address before is given up.
const GIVEN_UP: &str = "the player has another address now";

/// How long the old address has the last word.
const HOURS_TO_UNDO: i64 = 24;

/// Enters another address for the player of a seat. Reports that came back or could not be delivered are sent again.
///
/// # Errors
/// When there is no such seat, nobody holds it, or the database refuses.
pub fn change_address(desk: &mut Desk, seat: Seat, address: &Address, world: &World<'_>) -> Result<SeatDone, SeatError> {
    work(desk, seat, world, |work, _| {
        work.check_address(address)?;
        Ok(work.move_to(address, Move::ByCommand)?)
    })
}

/// The cause of a player's new address.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::office) enum Move {
    ByCommand,
    /// The player has asked for it, and somebody at the new address has confirmed it.
    ByEmail,
    /// The reader of the former address has undone it within a day. The token was in wrong hands, so it changes, too.
    Undone,
}

/// What an address is told of.
enum ToldOf<'a> {
    /// That it is the player's now.
    New,
    /// That it is so again.
    Undone,
    /// That it is not any more; the code undoes that.
    Old { code: Option<&'a OneTimeCode> },
}

impl Campaign {
    /// Enters another address for the player of a seat in an open transaction, as [`change_address`] does. Returns whether anything has changed.
    pub(in crate::office) fn move_player(
        &mut self,
        ledger: &Ledger<'_>,
        seat: Seat,
        address: &Address,
        how: Move,
        world: &World<'_>,
    ) -> Result<bool, DeskError> {
        Work::at(self, ledger, seat, world).move_to(address, how)
    }
}

impl Work<'_> {
    fn move_to(&mut self, address: &Address, how: Move) -> Result<bool, DeskError> {
        let seat = self.seat;
        let Some(mut holder) = self.campaign.holder(seat).cloned() else { return Ok(false) };
        let old = holder.player.clone();
        holder.player.address = address.clone();
        holder.player.also.retain(|other| other != address);
        holder.settle(&self.campaign.file_seats, &[SeatKey::Address]);
        let is_changed = holder.player != old;
        if !is_changed {
            self.campaign.keep_holder(self.ledger, holder)?;
            return Ok(false);
        }
        let lost = self.lost_reports()?;
        let comes_back = self.ledger.comes_back_since(seat)?.is_some();
        self.campaign.keep_holder(self.ledger, holder)?;
        self.campaign.record(self.ledger, Act::AddressChanged { seat }, self.world.now)?;
        self.ledger.rename_attendance(seat, &PlayerKey::of(&old.address), &PlayerKey::of(address))?;
        self.let_host_follow(&old.address, address, how)?;
        if how == Move::Undone {
            self.campaign.rotate_token(self.ledger, seat, self.world.now)?;
        }
        self.ledger.forget_returned(seat)?;
        let readdress = |raw: &[u8]| readdressed(raw, address);
        self.ledger.redirect_waiting(seat, (&old.address, address), self.world.now, readdress)?;
        self.ledger.give_up_waiting(seat, Some(address), GIVEN_UP)?;
        let by_mail = how == Move::ByEmail;
        let facts = |reports_again| SeatActFacts { by_mail, reports_again, ..SeatActFacts::new(seat, old.name.clone()) };
        let told = if how == Move::Undone { ToldOf::Undone } else { ToldOf::New };
        self.tell_address(&facts(lost.len()), address, told)?;
        // Nothing arrives at an address that sends all back, and who has undone it knows why.
        if !comes_back && how != Move::Undone {
            let code = if how == Move::ByEmail { Some(self.code_to_undo(&old.address)?) } else { None };
            self.tell_address(&facts(0), &old.address, ToldOf::Old { code: code.as_ref() })?;
        }
        for turn in lost {
            self.queue_again(turn)?;
        }
        Ok(true)
    }

    /// What the host keeps by address, such as a place on the ladder, follows as soon as nobody can undo it any more.
    fn let_host_follow(&self, old: &Address, new: &Address, how: Move) -> Result<(), DeskError> {
        let wait = match how {
            Move::ByCommand => TimeDelta::zero(),
            Move::ByEmail => TimeDelta::hours(HOURS_TO_UNDO),
            Move::Undone => return AddressMove::undo(self.ledger, new),
        };
        AddressMove { from: old.clone(), to: new.clone(), counts_from: calendar::later(self.world.now, wait) }.note(self.ledger)
    }

    /// The code by which the reader of the old address has the last word for a day.
    fn code_to_undo(&self, old: &Address) -> Result<OneTimeCode, DeskError> {
        let (seat, now) = (self.seat, self.world.now);
        let number = self.ledger.tip()?.map_or(0, |tip| tip.number);
        let about = format!("undo/{seat}");
        let code = OneTimeCode::of_campaign(&self.campaign.secret, &format!("{about}/{number}/{}", now.timestamp()));
        self.ledger.keep_code(&NewCode {
            digest: code.digest(),
            errand: &CampaignErrand::Seat(SeatErrand::Undo { seat, epoch: self.campaign.epoch(seat), to: old.clone() }),
            about: &about,
            made_at: now,
            expires_at: calendar::later(now, TimeDelta::hours(HOURS_TO_UNDO)),
        })?;
        Ok(code)
    }

    /// The turns whose reports did not arrive: those that could not be sent, and all from the last one before email began to come back. None is from
    /// before the player held the seat.
    fn lost_reports(&self) -> Result<BTreeSet<u32>, DeskError> {
        let mut lost = self.ledger.undelivered_reports(self.seat)?;
        if let Some(since) = self.ledger.comes_back_since(self.seat)? {
            lost.extend(self.ledger.mailed_turns(self.seat)?.range(since..));
        }
        let acts = self.ledger.acts_since(0)?;
        let came = acts.iter().rfind(|recorded| matches!(recorded.act, Act::Replaced { seat, .. } if seat == self.seat));
        let first = came.map_or(0, |recorded| recorded.turn);
        let mut lost = lost.split_off(&first);
        lost.extend(self.ledger.turns_waiting(self.seat, EmailKind::Again)?);
        // A welcome goes to the new address as it is, and has its report with it.
        let welcome = self.ledger.turns_waiting(self.seat, EmailKind::Welcome)?;
        Ok(lost.difference(&welcome).copied().collect())
    }

    fn tell_address(&mut self, facts: &SeatActFacts, recipient: &Address, told: ToldOf<'_>) -> Result<(), DeskError> {
        // Without the seat the letter to the old address tells no token, neither in the subject nor in Reply-To.
        let (kind, reader, code) = match told {
            ToldOf::New => (LetterKind::NewAddress, Some(self.seat), None),
            ToldOf::Undone => (LetterKind::UndoneAddress, Some(self.seat), None),
            ToldOf::Old { code } => (LetterKind::OldAddress, None, code),
        };
        let mut heading = self.campaign.heading(reader, kind, self.world.now);
        if let Some(code) = code {
            heading.subject_tag = format!("[{} {}]", self.campaign.id(), code);
        }
        let model = LetterModel::new(heading, About::AddressChanged(facts.clone()));
        let rendered = letters::render(&self.campaign.templates, &model)?;
        let number = self.ledger.tip()?.map_or(0, |tip| tip.number);
        let id = format!("{kind}.{}.{number}", self.seat);
        self.queue(&NewLetter::notice(id, recipient, rendered).about(None, reader))
    }
}
