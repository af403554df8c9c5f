//! What a player asks for that waits for a confirmation: another address, and to give the seat up.

use chrono::TimeDelta;

use crate::campaign::budget::Budget;
use crate::campaign::journal::WhyVacated;
use crate::campaign::one_time_code::OneTimeCode;
use crate::campaign::{Address, Digest, calendar};
use crate::engine::Seat;
use crate::office::World;
use crate::office::cabinet::codes::{self, VALID_DAYS};
use crate::office::cabinet::errands::{CampaignErrand, SeatErrand};
use crate::office::cabinet::error::DeskError;
use crate::office::inbox::allowance::Left;
use crate::office::inbox::judged::{Intake, Judged, Seatless};
use crate::office::letters::about::About;
use crate::office::letters::joining::{AddressFacts, AddressState};
use crate::office::letters::kind::LetterKind;
use crate::office::letters::model::LetterModel;
use crate::office::letters::{self, NewLetter};
use crate::office::seats::Move;
use crate::post::commands::MailCommand;
use crate::post::requests::consents;
use crate::store::NewCode;

/// How many letters with a code may go out for one seat in a day, to all addresses together.
const MOST_CODES_A_DAY: u32 = 3;

impl Intake<'_> {
    /// The errand whose code the email shows in the place of a token, and what the email does to it.
    pub(in crate::office) fn seat_errand(&self) -> Result<Option<Seatless>, DeskError> {
        let Some(token) = &self.mail.envelope.token else { return Ok(None) };
        Ok(match codes::errand_of(self.ledger, token, self.mail.envelope.received_at)? {
            Some((_, CampaignErrand::Seat(SeatErrand::Move { to, .. }))) if !consents(&self.mail.letter.orders.text) => {
                Some(Seatless::Unclear(to))
            }
            // Whatever the reply to a code that undoes a change says, it undoes it: somebody else may have asked for the change.
            Some((digest, CampaignErrand::Seat(errand))) => Some(Seatless::Errand(digest, errand)),
            Some((_, CampaignErrand::Gm(_))) | None => None,
        })
    }

    /// ADDRESS: sends a code to the new address. Nothing changes until it is answered; a try asks for nothing.
    pub(in crate::office) fn ask_new_address(&self, judged: &Judged) -> Result<Option<AddressFacts>, DeskError> {
        let Some(seat) = self.acting_seat(judged) else { return Ok(None) };
        let asked = self.content.commands().find_map(|command| if let MailCommand::Address(text) = command { Some(text) } else { None });
        let Some(text) = asked else { return Ok(None) };
        let state = match Address::new(text) {
            Err(_) => AddressState::NoAddress,
            Ok(address) if self.campaign.config.seat(seat).is_some_and(|player| player.address == address) => AddressState::Same,
            Ok(address) if self.send_code(seat, &address)? => AddressState::Asked,
            Ok(_) => AddressState::TooMany,
        };
        Ok(Some(AddressFacts { address: text.clone(), state, days: VALID_DAYS }))
    }

    /// Returns whether the letter was written. It goes to somebody who may never have heard of us, so it counts as one to a stranger.
    fn send_code(&self, seat: Seat, to: &Address) -> Result<bool, DeskError> {
        let about = format!("address/{seat}");
        let is_enough = codes::had_enough(self.ledger, &about, MOST_CODES_A_DAY, self.now)?;
        if is_enough || self.left(&Budget::Stranger { address: to.clone() })? == Left::Nothing {
            return Ok(false);
        }
        let code = OneTimeCode::of_campaign(&self.campaign.secret, &format!("{about}/{}", self.mail.envelope.fingerprint));
        self.ledger.keep_code(&NewCode {
            digest: code.digest(),
            errand: &CampaignErrand::Seat(SeatErrand::Move { seat, epoch: self.campaign.epoch(seat), to: to.clone() }),
            about: &about,
            made_at: self.now,
            expires_at: calendar::later(self.now, TimeDelta::days(VALID_DAYS)),
        })?;
        self.write_to_new_address(to, &code, AddressState::Asked)
    }

    /// Answers a reply to the code that does not say yes; the code stays valid. Returns whether the letter was written.
    pub(in crate::office) fn ask_new_address_again(&self, to: &Address) -> Result<bool, DeskError> {
        let Some(token) = self.mail.envelope.token.as_ref().filter(|_| self.may_answer_code(to)) else { return Ok(false) };
        self.write_to_new_address(to, &OneTimeCode::sent(token), AddressState::Unclear)
    }

    fn write_to_new_address(&self, to: &Address, code: &OneTimeCode, state: AddressState) -> Result<bool, DeskError> {
        let subject_tag = format!("[{} {}]", self.campaign.id(), code);
        let heading = self.campaign.heading(None, LetterKind::ConfirmAddress, self.now).tagged(subject_tag);
        let about = About::ConfirmAddress(AddressFacts { address: to.to_string(), state, days: VALID_DAYS });
        let written = letters::render(&self.campaign.templates, &LetterModel::new(heading, about))?;
        let letter = NewLetter::notice(self.mail.answer_id("code"), to, written);
        letters::queue(self.ledger, &self.campaign.sender(), &letter, self.now)?;
        Ok(true)
    }

    /// Carries out the errand of a code, given by its digest. The code cannot be used again, even if its errand has become pointless and is not
    /// carried out.
    pub(in crate::office) fn carry_errand_out(&mut self, code: Digest, errand: &SeatErrand, world: &World<'_>) -> Result<(), DeskError> {
        self.ledger.use_code(code)?;
        let (seat, epoch, to, how) = match errand {
            SeatErrand::Move { seat, epoch, to } => (*seat, *epoch, to, Move::ByEmail),
            SeatErrand::Undo { seat, epoch, to } => (*seat, *epoch, to, Move::Undone),
        };
        // If the seat has had another token or another player since, the errand is void.
        if self.campaign.holder(seat).is_some() && self.campaign.epoch(seat) == epoch {
            self.campaign.move_player(self.ledger, seat, to, how, world)?;
        }
        Ok(())
    }

    /// CONFIRM RESIGN: nobody holds the seat from here on. What was sent for the open turn stays in force.
    pub(in crate::office) fn resigns(&mut self, judged: &Judged) -> Result<bool, DeskError> {
        let is_said =
            self.content.commands().any(|command| matches!(command, MailCommand::Resign { is_confirmed: true, .. })) && !self.is_try();
        match judged.seat.filter(|_| is_said) {
            Some(seat) => Ok(self.campaign.vacate(self.ledger, seat, WhyVacated::Resigned, None, self.now)?.is_some()),
            None => Ok(false),
        }
    }
}
