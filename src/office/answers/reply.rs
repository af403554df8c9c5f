//! Answering an email: the letter that its verdict asks for, to its sender and to the seat's own address.

use crate::campaign::budget::{Account, Budget};
use crate::campaign::envelope::{Verdict, holders_shown};
use crate::office::answers::answer::Answer;
use crate::office::cabinet::error::DeskError;
use crate::office::inbox::allowance::Left;
use crate::office::inbox::judged::{CarriedOut, Intake, Judged, Seatless};
use crate::office::letters::{self, NewLetter};
use crate::post::Address;
use crate::store::EmailKind;

impl Intake<'_> {
    /// Returns whether an answer was written.
    pub(in crate::office) fn answer(&self, judged: &Judged, done: CarriedOut) -> Result<bool, DeskError> {
        if let Some(Seatless::LostTag(seat)) = judged.seatless {
            return self.send_tag_again(seat);
        }
        let player = judged.seat.and_then(|seat| self.campaign.config.seat(seat));
        let known_address = player.map(|player| &player.address);
        // Several people play this seat, so the answer goes to the seat's own address, and they all get copies of its letters.
        let is_shared = player
            .is_some_and(|player| player.copies && self.mail.envelope.sender.as_ref().is_some_and(|sender| player.has_address(sender)));
        let sender = self.mail.envelope.sender.as_ref().filter(|_| !is_shared).or(known_address);
        let (Some(template), Some(sender)) = (judged.verdict.template(), sender) else { return Ok(false) };
        if let Some(seat) = judged.seat.filter(|_| self.wants_new_token()) {
            return self.answer_with_new_token(judged, seat, template, done);
        }
        let roster = self.campaign.roster();
        let holder = self.mail.envelope.token.as_ref().and_then(|token| roster.holder(token));
        let budget = Budget::of_answer(holder, sender, &roster);
        let left = self.left(&budget)?;
        // The receipt of a move goes out even with no budget left: it is the mover's only letter about the turn, and a mail loop makes no
        // moves.
        if left == Left::Nothing && !judged.plays_at_once {
            return Ok(false);
        }
        let (model, picture) = self.model(judged, template, done)?;
        let picture = picture.as_ref();
        let (subject, text) = letters::render(&self.campaign.templates, &model)?;
        let end = if left == Left::LastOne { self.last_answer(&budget)? } else { String::new() };
        let answer =
            Answer { kind: EmailKind::Answer, recipient: sender, subject: &subject, text: text.clone() + &end, picture, budget: &budget };
        self.queue(judged, answer)?;
        if judged.verdict == Verdict::TwoTokens {
            self.tell_holders(sender, &subject, &text)?;
        }
        // If the email came from another address than the seat's own, the holder of the seat gets a copy of the answer.
        if let (Some(seat), Some(address)) =
            (judged.seat, known_address.filter(|_| !player.is_some_and(|player| player.has_address(sender))))
        {
            let own = Budget::Seat(seat);
            let left = self.left(&own)?;
            if left != Left::Nothing || judged.plays_at_once {
                let end = if left == Left::LastOne { self.last_answer(&own)? } else { end };
                self.queue(
                    judged,
                    Answer { kind: EmailKind::Copy, recipient: address, subject: &subject, text: text + &end, picture, budget: &own },
                )?;
            }
        }
        Ok(true)
    }

    /// Tells the holders of the seats whose tokens an email shows, but not its sender again.
    fn tell_holders(&self, sender: &Address, subject: &str, text: &str) -> Result<(), DeskError> {
        for holder in holders_shown(&self.mail.envelope, &self.campaign.roster()).into_iter().filter(|holder| holder.address != *sender) {
            let own = Budget::Seat(holder.seat);
            if self.left(&own)? != Left::Nothing {
                let id = format!("{}.{}", self.mail.answer_id("copy"), holder.seat);
                let letter = NewLetter::answer(id, &holder.address, (subject.to_owned(), text.to_owned()))
                    .of_kind(EmailKind::Copy)
                    .about(self.campaign.open_turn().map(|turn| turn.turn), Some(holder.seat))
                    .counted_with(Account::Answers(own));
                letters::queue(self.ledger, &self.campaign.sender(), &letter, self.now)?;
            }
        }
        Ok(())
    }
}
