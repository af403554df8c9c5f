//! What the verdict on an email changes in the order book, and the receipt for the sheet that counts then.

use crate::campaign::envelope::{BookEffect, OpenTurn, Verdict};
use crate::campaign::journal::sheet_digest;
use crate::campaign::receipt::{SignedReceipt, UNKNOWN_SALT};
use crate::campaign::sealed_sheet::sealed_lines;
use crate::engine::{Reading, Seat};
use crate::office::cabinet::error::DeskError;
use crate::office::inbox::judged::{Intake, Judged};
use crate::store::{NewSheet, StoredSheet};

impl Intake<'_> {
    /// What the verdict changes in the order book. Returns the sheet that came in.
    pub(super) fn enter_in_book(&self, judged: &Judged, seat: Seat, turn: &OpenTurn, mail: i64) -> Result<Option<StoredSheet>, DeskError> {
        let effect = judged.verdict.effect();
        let entered = match (effect, &judged.reading, &judged.confirmed) {
            (BookEffect::Counts, _, Some(sheet)) => {
                self.ledger.put_in_force(sheet.id)?;
                Some(sheet.clone())
            }
            (BookEffect::Counts | BookEffect::HeldBack, Some(reading), None) | (BookEffect::Reveals, Some(reading), _) => {
                Some(self.enter_sheet(judged, reading, seat, turn, mail)?)
            }
            (BookEffect::Withdraws, _, _) => {
                self.ledger.withdraw_sheets(turn.turn, seat)?;
                self.forget_plans(seat, turn, mail)?
            }
            (BookEffect::Seals, _, _) => {
                self.ledger.withdraw_sheets(turn.turn, seat)?;
                None
            }
            _ => None,
        };
        if effect.voids_a_seal() {
            self.ledger.forget_commitment(turn.turn, seat)?;
        }
        if let (BookEffect::Seals, Some(digest)) = (effect, self.content.sealed_digest()) {
            self.ledger.commit_to(turn.turn, seat, mail, self.mail.envelope.received_at, digest)?;
        }
        if effect == BookEffect::Reveals {
            self.campaign.close_orders(self.ledger, turn)?;
        }
        if effect.is_last_word() {
            self.ledger.set_last_word(turn.turn, seat, self.mail.envelope.received_at, self.now)?;
        }
        if effect == BookEffect::HeldBack {
            // A player who sends another sheet is no longer ready, even if the sheet is held back.
            self.ledger.set_not_ready(turn.turn, seat)?;
        }
        Ok(entered)
    }

    fn enter_sheet(&self, judged: &Judged, reading: &Reading, seat: Seat, turn: &OpenTurn, mail: i64) -> Result<StoredSheet, DeskError> {
        // A sheet that is revealed counts as it was sealed, so that its digest is that of what is played.
        let salt = self.content.revealed_salt().filter(|_| judged.verdict == Verdict::Revealed);
        let canonical = if salt.is_some() { sealed_lines(&self.content.orders) } else { reading.canonical() };
        let earlier = judged.earlier.as_ref().filter(|_| self.adds_to(judged.verdict));
        let text = match earlier {
            Some(_) if self.campaign.alternates() => canonical.clone(),
            Some(earlier) if earlier.has_orders() => format!("{}\n{}", earlier.text, self.content.orders),
            _ => self.content.orders.clone(),
        };
        // A sheet that includes an earlier one must count as the later of the two, even if its email had arrived first and was found late. Where all play
        // at once it may also replace a sheet that a clock that was ahead has dated.
        let before = judged.earlier.as_ref().filter(|_| earlier.is_some() || !self.campaign.alternates());
        let received_at = before.map_or(self.mail.envelope.received_at, |sheet| sheet.received_at.max(self.mail.envelope.received_at));
        let id = self.ledger.enter_sheet(&NewSheet {
            mail,
            turn: turn.turn,
            seat,
            received_at,
            text: &text,
            canonical: &canonical,
            digest: sheet_digest(salt.unwrap_or_else(|| self.campaign.salt(turn.turn, seat)), Some(&canonical)),
            salt,
            held_back: judged.verdict == Verdict::HeldBack,
        })?;
        Ok(StoredSheet { id, received_at, text, canonical, salt })
    }

    /// Conditional moves that were sent with an earlier move wait in the game and not in a sheet. WITHDRAW takes them back, too, by the order that does.
    fn forget_plans(&self, seat: Seat, turn: &OpenTurn, mail: i64) -> Result<Option<StoredSheet>, DeskError> {
        let Some(order) = self.campaign.progress.as_ref().and_then(|progress| progress.table.forgetting(seat)) else { return Ok(None) };
        let (canonical, received_at) = (format!("{order}\n"), self.mail.envelope.received_at);
        let id = self.ledger.enter_sheet(&NewSheet {
            mail,
            turn: turn.turn,
            seat,
            received_at,
            text: &order,
            canonical: &canonical,
            digest: sheet_digest(self.campaign.salt(turn.turn, seat), Some(&canonical)),
            salt: None,
            held_back: false,
        })?;
        Ok(Some(StoredSheet { id, received_at, text: order, canonical, salt: None }))
    }

    /// Signs the receipt for the sheet that counts for the seat now, if this email has changed it; `entered` is the sheet that it brought.
    pub(super) fn sign_receipt(
        &self,
        judged: &Judged,
        seat: Seat,
        turn: &OpenTurn,
        entered: Option<StoredSheet>,
    ) -> Result<Option<SignedReceipt>, DeskError> {
        if !judged.verdict.effect().changes_what_counts() || !self.campaign.has_a_say(seat) {
            return Ok(None);
        }
        let counts = self.ledger.counting_sheet_or(turn.turn, seat, entered)?;
        let sealed = self.content.sealed_digest().filter(|_| judged.verdict == Verdict::Sealed);
        let salt = match counts.as_ref().and_then(|sheet| sheet.salt) {
            // Nobody but its player knows the salt of a sealed sheet, until it is revealed.
            _ if sealed.is_some() => UNKNOWN_SALT,
            Some(own) => own,
            None => self.campaign.salt(turn.turn, seat),
        };
        let sheet = sealed.unwrap_or_else(|| sheet_digest(salt, counts.as_ref().map(|sheet| sheet.canonical.as_str())));
        self.campaign.sign_receipt(self.ledger, (turn.turn, seat), (sheet, salt), self.mail.envelope.received_at)
    }
}
