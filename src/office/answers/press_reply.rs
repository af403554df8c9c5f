//! Plain replies to press: they reach nobody, because a reply alone does not say whom it is for.

use crate::campaign::envelope::Verdict;
use crate::campaign::press::Press;
use crate::engine::Seat;
use crate::office::cabinet::error::DeskError;
use crate::office::inbox::judged::{Intake, Judged};
use crate::office::letters::facts::PressReplyFacts;
use crate::office::letters::press::PressNames;
use crate::post::may_have_diary;
use crate::store::EmailKind;

impl Intake<'_> {
    /// The message that an email without orders and commands answers.
    pub(super) fn press_reply(&self, judged: &Judged, seat: Seat) -> Result<Option<PressReplyFacts>, DeskError> {
        if judged.verdict != Verdict::NothingToDo {
            return Ok(None);
        }
        let Some(press) = self.press_answered(seat)? else { return Ok(None) };
        let name = (!press.is_anonymous).then_some(PressNames::of(self.campaign, self.ledger)?.writer(&press).name);
        let holder = name.as_ref().filter(|_| self.campaign.vacancy(press.from).is_none()).map(|_| self.campaign.player_name(press.from));
        let to = if press.is_public() || name.is_none() { "ALL".to_owned() } else { press.from.to_string() };
        let words = self.content.orders.trim();
        Ok(Some(PressReplyFacts { name, holder, to, text: (!words.is_empty() && !may_have_diary(words)).then(|| words.to_owned()) }))
    }

    /// The message that an email of a seat answers, if the email is a reply to the letter that brought it.
    pub(in crate::office) fn press_answered(&self, seat: Seat) -> Result<Option<Press>, DeskError> {
        let Some(id) = self.mail.references().next_back() else { return Ok(None) };
        if !self.ledger.is_letter_to(id, EmailKind::Press, seat)? {
            return Ok(None);
        }
        Ok(self.ledger.press_since(0)?.into_iter().find(|press| id.as_str().contains(&press.code)))
    }
}
