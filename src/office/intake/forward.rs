//! Words to the game master: text from a player that is no order is forwarded to a person.

use crate::campaign::budget::Account;
use crate::campaign::config::GmLetter;
use crate::campaign::envelope::Verdict;
use crate::campaign::without_tokens;
use crate::engine::{Problem, Seat};
use crate::office::cabinet::error::DeskError;
use crate::office::inbox::judged::{Intake, Judged};
use crate::office::joining::invitation::are_orders_of_another;
use crate::office::letters::about::About;
use crate::office::letters::facts::{ForwardedFacts, ReceivedFacts};
use crate::office::letters::forwarded::too_many;
use crate::office::letters::kind::LetterKind;
use crate::office::letters::model::LetterModel;
use crate::office::letters::{self, NewLetter};
use crate::post::commands::MailCommand;
use crate::post::{HIDDEN, may_have_diary, veiled};
use crate::store::EmailKind;

/// A line with this many words is a sentence.
const WORDS_OF_A_SENTENCE: usize = 3;

impl Intake<'_> {
    /// Forwards `GM … END`, and an email from the seat's own address in which no order is read and something is said. `None` if there are no such
    /// words.
    pub(in crate::office) fn forward_words(&self, judged: &Judged) -> Result<Option<ForwardedFacts>, DeskError> {
        let Some(seat) = judged.seat.filter(|_| !self.is_try()) else { return Ok(None) };
        let words = self.words_to_game_master().map_or_else(|| self.words_to_a_person(judged, seat), |words| Ok(Some(words)))?;
        let Some(words) = words else { return Ok(None) };
        // A helper may have no power over the seat, which the token would give.
        let words = without_tokens(&words, &self.campaign.tokens());
        let limits = &self.campaign.host.limits;
        let budget = Account::ToGameMaster(seat);
        let facts = ForwardedFacts { too_many: too_many(self.ledger, &budget, limits, self.now)?, ..ForwardedFacts::of(&words, limits) };
        if facts.too_many.is_none() {
            self.mail_to_game_master(seat, &facts)?;
        }
        Ok(Some(facts))
    }

    /// What stands between GM and END.
    fn words_to_game_master(&self) -> Option<String> {
        let said: Vec<&str> = self.content.commands().filter_map(said_to_game_master).filter(|words| !words.trim().is_empty()).collect();
        // Without its END, a block may go on into a diary, which is for nobody.
        (!said.is_empty()).then(|| veiled(&said.join("\n\n"), true))
    }

    /// What an email without orders and commands says to a person, unless that is an opponent.
    fn words_to_a_person(&self, judged: &Judged, seat: Seat) -> Result<Option<String>, DeskError> {
        let Some(words) = self.talk(judged, seat) else { return Ok(None) };
        let is_for_opponent = self.campaign.gm_is_a_player() || self.press_answered(seat)?.is_some();
        Ok((!is_for_opponent).then_some(words))
    }

    fn talk(&self, judged: &Judged, seat: Seat) -> Option<String> {
        let player = self.campaign.config.seat(seat);
        let is_from_own_address = self.mail.envelope.sender.as_ref().zip(player).is_some_and(|(sender, player)| player.has_address(sender));
        let is_read_in_vain = matches!(judged.verdict, Verdict::NothingToDo | Verdict::GameOver);
        let reading = judged.reading.as_ref()?;
        // A line that is near an order, or begins as one does, may be a misspelt one; another sentence was meant for a person.
        let is_sentence = |problem: &Problem| problem.talk && problem.text.split_whitespace().count() >= WORDS_OF_A_SENTENCE;
        let problems = &reading.problems;
        let is_said = problems.iter().any(is_sentence) || problems.iter().all(|problem| problem.talk);
        let is_talk = reading.entries.is_empty() && !problems.is_empty() && is_said;
        let is_all = self.content.commands.is_empty() && self.content.ahead.is_empty();
        // Plans for another game are sealed there, and must not be shown by a wrong tag.
        let is_for_somebody = is_from_own_address && is_read_in_vain && is_talk && is_all;
        let is_secret = may_have_diary(&self.content.orders);
        let is_for_gm = is_for_somebody && !is_secret && !are_orders_of_another(self.campaign.config.game, &self.content.orders);
        // Where nothing but what may be a wrapped order is left, nobody has said anything.
        let is_shown = |words: &String| words.lines().any(|line| line != HIDDEN && line.contains(char::is_alphanumeric));
        is_for_gm.then(|| only_talk(&self.content.orders, problems)).filter(is_shown)
    }

    fn mail_to_game_master(&self, seat: Seat, facts: &ForwardedFacts) -> Result<(), DeskError> {
        let received = self.mail.facts(self.received_at(None));
        let received = ReceivedFacts { subject: without_tokens(&received.subject, &self.campaign.tokens()), ..received };
        let heading = self.campaign.heading(None, LetterKind::ToGm, self.now).on(received);
        let about = About::GmMessageOfPlayer { forwarded: facts.clone(), writer: self.campaign.writer(seat) };
        let written = letters::render(&self.campaign.templates, &LetterModel::new(heading, about))?;
        let player = self.campaign.config.seat(seat);
        for (reader, address) in self.campaign.config.readers_of(GmLetter::Writes).into_iter().enumerate() {
            // All of them are one message of the player's.
            let budget = if reader == 0 { Account::ToGameMaster(seat) } else { Account::ToHelper(seat, reader) };
            let letter = NewLetter::notice(letters::id_for(reader, self.mail.answer_id("to-gm")), address, written.clone())
                .of_kind(EmailKind::ToGm)
                .about(self.campaign.open_turn().map(|turn| turn.turn), None)
                .replies_to(player.map(|player| player.address.clone()))
                .counted_with(budget);
            letters::queue(self.ledger, &self.campaign.sender(), &letter, self.now)?;
        }
        Ok(())
    }
}

fn said_to_game_master(command: &MailCommand) -> Option<&str> {
    match command {
        MailCommand::GameMaster(words) => Some(words),
        _ => None,
    }
}

/// The lines that were read as talk. A misspelt order stays secret whatever stands beside it, and with it the rest of its paragraph, which may
/// be what an email program has wrapped.
fn only_talk(text: &str, problems: &[Problem]) -> String {
    let is_talk = |number: u32| {
        let mut of_line = problems.iter().filter(|problem| problem.line == number).peekable();
        // The reader stops listing lines when too many were misread.
        of_line.peek().is_some() && of_line.all(|problem| problem.talk)
    };
    let (mut shown, mut is_hidden) = (Vec::new(), false);
    for (number, line) in (1..).zip(text.trim_end().lines()) {
        let is_empty = line.trim().is_empty();
        let was_hidden = is_hidden;
        let has_words = line.contains(char::is_alphanumeric);
        is_hidden = !is_empty && (is_hidden || has_words && !is_talk(number));
        match (is_hidden, was_hidden) {
            (true, false) => shown.push(HIDDEN),
            (true, true) => {}
            (false, _) => shown.push(line),
        }
    }
    shown.join("\n").trim_matches('\n').to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_is_forwarded_that_may_be_a_misspelt_order() {
        let problem = |line: u32, talk: bool| {
            let [text, found, expected] = [const { String::new() }; 3];
            Problem { line, column: 1, text, found, expected, nearest: Vec::new(), talk }
        };
        let problems = [problem(1, true), problem(3, true), problem(4, false), problem(5, true), problem(8, true)];
        let text = "Dear Ida,\n\nhere they are:\nBULD 1 FP ON\n1\n\n# mine\nAnn\n\nAnn\n";
        assert_eq!(only_talk(text, &problems), format!("Dear Ida,\n\nhere they are:\n{HIDDEN}\n\n{HIDDEN}\n\n{HIDDEN}"));
    }
}
