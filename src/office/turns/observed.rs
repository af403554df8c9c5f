//! Reports for those who follow a game without a seat: the public one, some turns later, and what is left once the game is over.

use chrono::{DateTime, Utc};

use crate::office::cabinet::desk::Campaign;
use crate::office::cabinet::error::DeskError;
use crate::office::letters::about::About;
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
        let observers = self.config.observers;
        if !observers.open {
            return Ok(());
        }
        let Some(newest) = (if is_over { Some(turn) } else { turn.checked_sub(observers.delay_turns) }) else { return Ok(()) };
        let oldest = if is_over { turn.saturating_sub(observers.delay_turns) } else { newest };
        let addresses = Store::open(&self.host_database, Seals::default())?.look()?.observers(self.id())?;
        for told in oldest..=newest {
            let Some(report) = ledger.report(told, None)?.filter(|_| !addresses.is_empty()) else { continue };
            let about = About::Observed { observed: told, is_past: told < turn, answers: [report.text] };
            let model = LetterModel::new(self.heading(None, "observed", now), about);
            let (subject, text) = letters::render(&self.templates, &model)?;
            for address in &addresses {
                let message = Message::plain(subject.clone(), text.clone(), Origin::Calendar);
                let id = format!("{told}.observed.{}", address.identity().short());
                letters::queue(ledger, &self.sender(), &NewLetter::new(EmailKind::Observed, id, address, message), now)?;
            }
        }
        Ok(())
    }
}
