//! Reports for those who follow a game without a seat: the public one, some turns later, and what is left once the game is over.

use std::ops::RangeInclusive;

use chrono::{DateTime, Utc};

use crate::office::cabinet::desk::Campaign;
use crate::office::cabinet::error::DeskError;
use crate::office::letters::about::About;
use crate::office::letters::kind::LetterKind;
use crate::office::letters::model::LetterModel;
use crate::office::letters::{self, NewLetter};
use crate::post::outgoing::{Message, Origin};
use crate::store::{EmailKind, Ledger, Seals, Store};

impl Campaign {
    /// Queues what observers may read once a turn is played. They get what anybody may read, and nothing that a seat sees.
    ///
    /// # Errors
    /// When a database refuses.
    pub(in crate::office) fn mail_observers(
        &self,
        ledger: &Ledger<'_>,
        turn: u32,
        is_over: bool,
        now: DateTime<Utc>,
    ) -> Result<(), DeskError> {
        let delay_turns = self.config.observers.delay_turns;
        let Some(newest) = (if is_over { Some(turn) } else { turn.checked_sub(delay_turns) }) else { return Ok(()) };
        let oldest = if is_over { turn.saturating_sub(delay_turns) } else { newest };
        self.mail_public_reports(ledger, (oldest..=newest, turn), "observed", now)
    }

    /// Queues what observers have yet to read of a game that was ended by decision: each gets the last report at least, which says how it ended.
    ///
    /// # Errors
    /// When a database refuses.
    pub(super) fn mail_rest_to_observers(&self, ledger: &Ledger<'_>, now: DateTime<Utc>) -> Result<(), DeskError> {
        let last = self.turns_played();
        let oldest = (last + 1).saturating_sub(self.config.observers.delay_turns).min(last);
        self.mail_public_reports(ledger, (oldest..=last, last), "observed-end", now)
    }

    /// Queues the public reports of these turns to all observers who hold no seat now; `last` is the last turn that was played. `part` keeps the
    /// Message-IDs of a report that is sent twice apart.
    fn mail_public_reports(
        &self,
        ledger: &Ledger<'_>,
        (turns, last): (RangeInclusive<u32>, u32),
        part: &str,
        now: DateTime<Utc>,
    ) -> Result<(), DeskError> {
        if !self.config.observers.open {
            return Ok(());
        }
        let mut addresses = Store::open(&self.host_database, Seals::default())?.look()?.observers(self.id())?;
        addresses.retain(|address| !self.config.seats.iter().any(|player| player.is_written_to_at(address)));
        for told in turns {
            let Some(report) = ledger.report(told, None)?.filter(|_| !addresses.is_empty()) else { continue };
            let about = About::Observed { observed: told, is_past: told < last, answers: [report.text] };
            let model = LetterModel::new(self.heading(None, LetterKind::Observed, now), about);
            let (subject, text) = letters::render(&self.templates, &model)?;
            for address in &addresses {
                let message = Message::plain(subject.clone(), text.clone(), Origin::Calendar);
                let id = format!("{told}.{part}.{}", address.identity().short());
                let letter = NewLetter::new(EmailKind::Observed, id, address, message).about(Some(told), None);
                letters::queue(ledger, &self.sender(), &letter, now)?;
            }
        }
        Ok(())
    }
}
