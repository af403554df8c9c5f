//! DIARY in an email: each entry is kept until the game is over, or refused, and its writer is told which.

use crate::campaign::diary::{DiaryEntry, NoEntry, entry};
use crate::engine::Seat;
use crate::office::cabinet::error::DeskError;
use crate::office::cabinet::tenure::Tenure;
use crate::office::inbox::judged::{Intake, Judged};
use crate::office::letters::facts::DiaryFacts;
use crate::post::commands::MailCommand;

impl Intake<'_> {
    /// Carries out DIARY and DIARY OFF; what became of each, in their order. A try changes nothing, and is told what would come of it.
    pub(in crate::office) fn write_diary(&self, judged: &Judged) -> Result<Vec<DiaryFacts>, DeskError> {
        let Some(seat) = judged.seat else { return Ok(Vec::new()) };
        let mut told = Vec::new();
        for command in self.content.commands() {
            let (problem, dropped, lines) = match command {
                MailCommand::Diary(words) => {
                    let problem = self.keep_entry(seat, words.as_deref())?;
                    (problem, None, words.iter().flat_map(|words| words.trim().lines()).count())
                }
                MailCommand::DiaryOff => {
                    let (problem, dropped) = self.drop_diary(seat)?;
                    (problem, dropped, 0)
                }
                _ => continue,
            };
            told.push(DiaryFacts {
                problem,
                dropped,
                entries: self.tenure(seat)?.diary_entries(self.ledger, seat, None)?,
                lines,
                is_try: self.is_try(),
            });
        }
        // Entries that are refused for one reason are told of once.
        told.dedup_by(|next, before| next.problem.is_some() && next.problem == before.problem);
        Ok(told)
    }

    fn keep_entry(&self, seat: Seat, words: Option<&str>) -> Result<Option<NoEntry>, DeskError> {
        if let Some(problem) = self.no_diary() {
            return Ok(Some(problem));
        }
        let campaign = &self.campaign;
        let turn = campaign.open_turn().map_or_else(|| campaign.turns_played() + 1, |turn| turn.turn);
        let text = match entry(words, self.tenure(seat)?.diary_entries(self.ledger, seat, Some(turn))?, &campaign.tokens()) {
            Ok(text) => text,
            Err(problem) => return Ok(Some(problem)),
        };
        if self.is_try() {
            return Ok(None);
        }
        let name = campaign.player_name(seat);
        self.ledger.keep_diary_entry(&DiaryEntry { seat, name, turn, at: self.mail.envelope.received_at, text })?;
        Ok(None)
    }

    fn drop_diary(&self, seat: Seat) -> Result<(Option<NoEntry>, Option<usize>), DeskError> {
        match self.no_diary() {
            Some(problem) => Ok((Some(problem), None)),
            None if self.is_try() => Ok((None, Some(self.tenure(seat)?.diary_entries(self.ledger, seat, None)?))),
            None => Ok((None, Some(self.tenure(seat)?.drop_diary(self.ledger, seat)?))),
        }
    }

    fn tenure(&self, seat: Seat) -> Result<Tenure, DeskError> {
        Tenure::of(self.ledger, seat)
    }

    fn no_diary(&self) -> Option<NoEntry> {
        match (self.campaign.config.policy.diaries, self.campaign.is_over()) {
            (false, _) => Some(NoEntry::None),
            (true, true) => Some(NoEntry::Over),
            (true, false) => None,
        }
    }
}
