//! NEW TOKEN by email: the answer goes to the seat's own address and to no other, since it holds the new token.

use crate::campaign::budget::Budget;
use crate::campaign::envelope::Verdict;
use crate::engine::Seat;
use crate::office::answers::answer::Answer;
use crate::office::cabinet::error::DeskError;
use crate::office::inbox::judged::{CarriedOut, Intake, Judged};
use crate::office::letters;
use crate::office::letters::about::About;
use crate::office::letters::model::LetterModel;
use crate::store::EmailKind;

impl Intake<'_> {
    /// Answers an email that has renewed its seat's token, however many answers there were before: asking for another one takes the token in this
    /// one. A sender from elsewhere is told where the answer went, and nothing more.
    pub(in crate::office) fn answer_with_new_token(
        &self,
        judged: &Judged,
        seat: Seat,
        template: &'static str,
        done: CarriedOut,
    ) -> Result<bool, DeskError> {
        let Some(own) = self.campaign.config.seat(seat).map(|player| player.address.clone()) else { return Ok(false) };
        let (model, picture) = self.model(judged, template, done)?;
        let (subject, text) = letters::render(&self.campaign.templates, &model)?;
        let (picture, budget) = (picture.as_ref(), Budget::Seat(seat));
        self.queue(judged, Answer { kind: EmailKind::Answer, recipient: &own, subject: &subject, text, picture, budget: &budget })?;
        let Some(elsewhere) = self.mail.envelope.sender.as_ref().filter(|sender| **sender != own) else { return Ok(true) };
        let model = LetterModel::new(self.campaign.heading(None, Verdict::Answered, self.now), About::TokenElsewhere);
        let (subject, text) = letters::render(&self.campaign.templates, &model)?;
        // A letter about no seat carries no token, neither in its subject nor in Reply-To.
        let unproven = Judged::unread(judged.verdict);
        let budget = Budget::Elsewhere(seat);
        self.queue(
            &unproven,
            Answer { kind: EmailKind::Copy, recipient: elsewhere, subject: &subject, text, picture: None, budget: &budget },
        )?;
        Ok(true)
    }
}
