//! Parts of sample letters: sheets, how they are read, and what is promised of them.

use chrono::TimeDelta;

use super::game::Sample;
use crate::campaign::difference::Difference;
use crate::campaign::journal::{Salt, sheet_digest};
use crate::campaign::receipt::Receipt;
use crate::engine::Reading;
use crate::office::cabinet::error::DeskError;
use crate::office::intake::leaving::MOST_TURNS_AHEAD;
use crate::office::letters::answer::SentSheet;
use crate::office::letters::left::{LeftFacts, LeftState};
use crate::office::letters::seal_facts::{FoundSheet, SealFacts};
use crate::office::letters::sheet_facts::{MisreadLine, ReadyFacts, ReadyState, ReceiptFacts, SheetFacts};

/// A line with errors, in a sheet that is otherwise correct.
const SLIP: &str = "BULD 3 XX ON 99";

impl Sample<'_> {
    /// A sheet with a line that nobody can read.
    fn sent(&self) -> Reading {
        self.reading(&format!("{}{SLIP}\n", self.orders(self.reader)))
    }

    /// The same as its receipt tells it.
    ///
    /// # Errors
    /// When the program's own template cannot be rendered.
    pub(super) fn sheet(&self, is_replaced: bool) -> Result<SentSheet, DeskError> {
        let reading = self.sent();
        let orders: Vec<String> = reading.entries.iter().map(|entry| entry.order.clone()).collect();
        let campaign = &self.desk.campaign;
        Ok(SentSheet {
            reading_text: Some(campaign.reading_text(self.reader, &reading)?),
            difference: (is_replaced && !campaign.alternates()).then(|| Difference::between(orders.get(1..).unwrap_or_default(), &orders)),
            plays_at_once: campaign.alternates() && !orders.is_empty(),
            ..SheetFacts::of(&reading, self.received().at, is_replaced).into()
        })
    }

    /// What the host signs of that sheet.
    pub(super) fn receipt(&self) -> Option<ReceiptFacts> {
        let campaign = &self.desk.campaign;
        let canonical = self.sent().canonical();
        let turn = campaign.open_turn()?.turn;
        let salt = campaign.salt(turn, self.reader);
        let receipt = Receipt {
            campaign: campaign.config.id.clone(),
            turn,
            seat: self.reader,
            number: 3,
            at: self.world.now,
            sheet: sheet_digest(salt, Some(&canonical)),
            salt,
            head: campaign.progress.as_ref()?.tip.clone(),
        };
        Some(ReceiptFacts::of(&receipt.signed(&campaign.key), &campaign.key))
    }

    pub(super) fn seal(&self) -> SealFacts {
        let digest = |canonical: &str| sheet_digest(Salt::from_bytes([7; 16]), Some(canonical));
        let orders = self.orders(self.reader);
        let mut seal = SealFacts::new(Some(digest(&orders)), Some(self.deadline(20)), Some(self.deadline(44)));
        seal.found = Some(FoundSheet { digest: digest(""), lines: orders });
        seal
    }

    pub(super) fn ready(&self, state: ReadyState) -> ReadyFacts {
        let line = MisreadLine { line: 4, text: SLIP.to_owned() };
        let misread = if state == ReadyState::Misread { vec![line] } else { Vec::new() };
        ReadyFacts { state, misread, pause: Some(TimeDelta::hours(1).into()) }
    }

    /// Orders left for later, and kept.
    ///
    /// # Errors
    /// When the program's own template cannot be rendered.
    pub(super) fn left(&self) -> Result<Vec<LeftFacts>, DeskError> {
        let reading = Reading { forecast: serde_json::Value::Null, ..self.reading(&self.orders(self.reader)) };
        let text = self.desk.campaign.reading_text(self.reader, &reading)?;
        let block = |line: &str, turn, state| LeftFacts {
            line: line.to_owned(),
            turn,
            always: turn.is_none(),
            state,
            most_ahead: MOST_TURNS_AHEAD,
            has_sheet: true,
            reading_text: (state == LeftState::Kept).then(|| text.clone()),
        };
        let later = self.desk.campaign.open_turn().map(|turn| turn.turn + 2);
        Ok(vec![block("TURN 9", later, LeftState::Kept), block("STANDING OFF", None, LeftState::TakenBack)])
    }
}
