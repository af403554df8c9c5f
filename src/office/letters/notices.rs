//! What everybody hears of acts in the journal: a line each, in the next report and in answers until then.

use std::collections::BTreeMap;

use crate::campaign::config::MissingPolicy;
use crate::campaign::journal::Act;
use crate::engine::{Seat, SeatSet};
use crate::office::cabinet::desk::Campaign;
use crate::office::cabinet::error::DeskError;
use crate::office::cabinet::held::opening_names;
use crate::office::letters::acts::Listener;
use crate::office::letters::news::{ActFacts, LotFacts, News, SeatDrawn};
use crate::store::{Ledger, RecordedAct};

/// The letter that the lines are for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Occasion {
    /// A report, which tells what has happened for good.
    Report,
    /// Another letter, which leaves out what had a letter of its own.
    Letter,
}

/// The acts of a game, of which several readers may hear.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(in crate::office) struct Acts {
    /// All since the opening, in their order: what was done is told with the names that players had then.
    all: Vec<RecordedAct>,
    opening_names: BTreeMap<Seat, String>,
}

impl Acts {
    /// What there is to tell of acts after an entry of the journal, which is nothing if there are none.
    ///
    /// # Errors
    /// When the database refuses.
    pub(in crate::office) fn after(ledger: &Ledger<'_>, entry: u32) -> Result<Acts, DeskError> {
        if ledger.acts_after(entry)?.is_empty() {
            return Ok(Acts::default());
        }
        Ok(Acts { all: ledger.acts_since(0)?, opening_names: opening_names(ledger)? })
    }
}

impl Campaign {
    /// What a reader hears of the acts after an entry of the journal, a line each, in their order. Acts that are about the reader's own seat are not
    /// among them. `acts` has those after this entry, or after an earlier one.
    pub(in crate::office) fn notices(
        &self,
        acts: &Acts,
        entry: u32,
        reader: Option<Seat>,
        occasion: Occasion,
    ) -> Result<Vec<String>, DeskError> {
        let mut names = acts.opening_names.clone();
        let mut lines = Vec::new();
        for recorded in &acts.all {
            let listener = Listener { campaign: self, names: &names, reader };
            let is_told = occasion == Occasion::Report || recorded.act.renames().is_some() || recorded.act.is_about_trust();
            let news = if is_told && recorded.number > entry { listener.news(recorded) } else { None };
            lines.extend(news.map(|news| self.line(&news)).transpose()?);
            if let Some((seat, name)) = recorded.act.renames() {
                names.insert(seat, name.to_owned());
            }
        }
        Ok(lines)
    }

    /// The line about something that has happened for good.
    pub(in crate::office) fn line(&self, news: &News) -> Result<String, DeskError> {
        Ok(self.templates.text("shared/act.txt", &ActFacts::of(self, news))?.trim().to_owned())
    }

    /// The line about the lot by which seats were drawn at the opening; `None` if there was none.
    pub(in crate::office) fn line_of_lot(&self, ledger: &Ledger<'_>) -> Result<Option<String>, DeskError> {
        let acts = ledger.acts_since(0)?;
        let Some(lot) = acts.into_iter().find_map(|recorded| if let Act::SeatsDrawn { lot } = recorded.act { Some(lot) } else { None })
        else {
            return Ok(None);
        };
        let drawn = lot.drawn.into_iter().map(|(seat, name)| SeatDrawn { seat, name }).collect();
        let lot = LotFacts { drawn, secret: lot.secret, commitment: lot.commitment };
        self.line(&News::SeatsDrawn { lot }).map(Some)
    }

    /// The line about a seat that had sealed a sheet for a turn and has not revealed it.
    pub(in crate::office) fn line_of_unrevealed(&self, seat: Seat, turn: u32) -> Result<String, DeskError> {
        let name = self.player_name(seat);
        self.line(&News::NotRevealed { seat, name, turn })
    }

    /// The line about a seat for which the caretaker has played a turn, whether it is vacant or not.
    pub(in crate::office) fn line_of_caretaker(&self, seat: Seat, turn: u32) -> Result<String, DeskError> {
        let name = self.player_name(seat);
        let is_vacant = self.vacancy(seat).is_some();
        self.line(&if is_vacant { News::VacantKept { seat, name, turn } } else { News::Caretaken { seat, name, turn } })
    }

    /// The line about the policy for seats without a sheet, which is another one from a turn on.
    pub(in crate::office) fn line_of_missing(&self, turn: u32, missing: MissingPolicy) -> Result<String, DeskError> {
        self.line(&News::MissingPolicy { turn, missing, without_standing: !self.config.gm_seats().is_empty() })
    }

    /// The lines about seats that nobody has played in a turn, not even the caretaker: each report says it again. The one that tells of the
    /// leaving itself does not.
    pub(in crate::office) fn lines_of_vacant_seats(
        &self,
        ledger: &Ledger<'_>,
        turn: u32,
        caretaken: &SeatSet,
    ) -> Result<Vec<String>, DeskError> {
        let news = if turn > 0 { ledger.acts_since(turn - 1)? } else { Vec::new() };
        let is_news = |seat: Seat| news.iter().any(|recorded| matches!(recorded.act, Act::Vacated { seat: left, .. } if left == seat));
        let old = self.vacancies.iter().filter(|vacancy| !is_news(vacancy.seat) && !caretaken.contains(&vacancy.seat));
        old.map(|vacancy| self.line(&News::Vacant { seat: vacancy.seat, name: vacancy.name.clone() })).collect()
    }
}
