//! Press around a turn: what reports tell of it, and the messages that leave with them.

use std::collections::BTreeMap;

use chrono::{DateTime, Utc};

use crate::campaign::press::Press;
use crate::engine::Seat;
use crate::office::cabinet::desk::Campaign;
use crate::office::cabinet::error::DeskError;
use crate::office::letters::press::PressNames;
use crate::render::press::PressFacts;
use crate::store::Ledger;

impl Campaign {
    /// What the reports of a turn tell each reader of press since the last report that they were sent, if there is any; `None` is the public. Public
    /// messages are there word for word. Of the others, whose words are in letters of their own, readers see who wrote to whom. Where the game master plays they
    /// see nothing of them, since reports can be read on the host.
    pub(in crate::office) fn press_in_reports(
        &self,
        ledger: &Ledger<'_>,
        turn: u32,
    ) -> Result<BTreeMap<Option<Seat>, Vec<PressFacts>>, DeskError> {
        let Some(before) = turn.checked_sub(1) else { return Ok(BTreeMap::new()) };
        let readers = self.config.seat_numbers().map(Some).chain([None]);
        let news = |reader| -> Result<_, DeskError> {
            let since = match reader {
                Some(seat) => ledger.last_report(seat)?.map_or(0, |report| report.turn).min(before),
                None => before,
            };
            Ok((reader, in_order(ledger.press_since(since)?)))
        };
        let news: Vec<_> = readers.map(news).collect::<Result<_, _>>()?;
        // Most turns have none, and need not ask who holds the seats.
        if news.iter().all(|(_, news)| news.is_empty()) {
            return Ok(BTreeMap::new());
        }
        let names = PressNames::of(self, ledger)?;
        let is_told = |title: &PressFacts| title.is_public || !self.config.policy.gm_plays && (title.is_own || title.to_reader);
        let titles = |(reader, news): (Option<Seat>, Vec<Press>)| {
            let titles = news.iter().map(|press| names.facts(press, reader, press.is_public()));
            (reader, counted(titles.filter(is_told)))
        };
        Ok(news.into_iter().map(titles).collect())
    }

    /// Mails what was kept for a report, where none is written.
    pub(in crate::office) fn mail_waiting_press(&self, ledger: &Ledger<'_>, now: DateTime<Utc>) -> Result<(), DeskError> {
        in_order(ledger.take_waiting_press()?).iter().try_for_each(|press| self.mail_press(ledger, press, now))
    }

    /// Mails what was kept for the report, but for public messages, which are in the report itself.
    pub(in crate::office) fn mail_press_beside_reports(&self, ledger: &Ledger<'_>, now: DateTime<Utc>) -> Result<(), DeskError> {
        let waiting = in_order(ledger.take_waiting_press()?);
        waiting.iter().filter(|press| !press.is_public()).try_for_each(|press| self.mail_press(ledger, press, now))
    }
}

/// Messages of which the title alone is told, once for each title.
fn counted(titles: impl Iterator<Item = PressFacts>) -> Vec<PressFacts> {
    let mut told: Vec<PressFacts> = Vec::new();
    for title in titles {
        let same = told.iter_mut().find(|known| title.text.is_none() && PressFacts { messages: 1, ..(**known).clone() } == title);
        match same {
            Some(known) => known.messages += 1,
            None => told.push(title),
        }
    }
    told
}

/// Signed messages as they came, then anonymous ones, in an order that tells nothing of when they came.
fn in_order(mut all: Vec<Press>) -> Vec<Press> {
    all.sort_by_key(|press| if press.is_anonymous { (true, press.code.clone()) } else { (false, String::new()) });
    all
}
