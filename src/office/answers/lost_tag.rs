//! Emails without the tag in their subject: nothing in them is carried out, and the seat's own address gets the tag and the report again.

use crate::campaign::budget::{Account, Budget};
use crate::campaign::envelope::Verdict;
use crate::engine::Seat;
use crate::office::answers::asked;
use crate::office::cabinet::error::DeskError;
use crate::office::inbox::allowance::Left;
use crate::office::inbox::judged::Intake;
use crate::office::letters::about::About;
use crate::office::letters::model::LetterModel;
use crate::office::letters::{self, NewLetter};

impl Intake<'_> {
    /// The seat whose player writes from its own address, but without its token: the one for which we sent the email that this one answers,
    /// or else the only one with that address.
    pub(in crate::office) fn seat_of_lost_tag(&self) -> Result<Option<Seat>, DeskError> {
        let Some(sender) = &self.mail.envelope.sender else { return Ok(None) };
        let mut own = self.campaign.config.seats.iter().filter(|player| player.has_address(sender)).map(|player| player.number);
        Ok(self.seat_answered()?.or_else(|| own.next().filter(|_| own.next().is_none())))
    }

    /// The seat whose player answers an email that we sent for it, from the seat's own address.
    pub(in crate::office) fn seat_answered(&self) -> Result<Option<Seat>, DeskError> {
        let Some(sender) = &self.mail.envelope.sender else { return Ok(None) };
        for id in self.mail.references().rev() {
            let Some(seat) = self.ledger.seat_of_outgoing(id)? else { continue };
            if self.campaign.config.seat(seat).is_some_and(|player| player.has_address(sender)) {
                return Ok(Some(seat));
            }
        }
        Ok(None)
    }

    /// Sends the tag and the report again, only to the address of the seat, and at most twice a day. The sender may be forged: a stranger can make us
    /// write to a player, but learns nothing. Returns whether it was sent.
    pub(in crate::office) fn send_tag_again(&self, seat: Seat) -> Result<bool, DeskError> {
        let Some(player) = self.campaign.config.seat(seat) else { return Ok(false) };
        let budget = Budget::LostTag(seat);
        if self.left(&budget)? == Left::Nothing {
            return Ok(false);
        }
        let received = self.mail.facts(self.received_at(Some(seat)));
        let heading = self.campaign.heading(Some(seat), Verdict::LostTag, self.now).on(received);
        let about = About::LostTag {
            first_line: format!("ORDERS {} {seat} {}", self.campaign.id(), self.campaign.token(seat)),
            answers: [asked::report(self.campaign, self.ledger, seat, self.now)?],
        };
        let (subject, text) = letters::render(&self.campaign.templates, &LetterModel::new(heading, about))?;
        let letter = NewLetter::answer(self.mail.answer_id("answer"), &player.address, (subject, text))
            .about(self.campaign.open_turn().map(|turn| turn.turn), Some(seat))
            .following(self.mail.letter.message_id.clone())
            .counted_with(Account::Answers(budget));
        letters::queue(self.ledger, &self.campaign.sender(), &letter, self.now)?;
        Ok(true)
    }
}
