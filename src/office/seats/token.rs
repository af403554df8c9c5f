//! A new reply token for a seat: by the game master's command, or by the player's NEW TOKEN.

use chrono::{DateTime, Utc};

use super::work::{SeatDone, SeatError, Work, work};
use crate::campaign::Address;
use crate::engine::Seat;
use crate::office::World;
use crate::office::cabinet::desk::{Campaign, Desk};
use crate::office::cabinet::error::DeskError;
use crate::office::letters::about::About;
use crate::office::letters::facts::SeatActFacts;
use crate::office::letters::kind::LetterKind;
use crate::office::letters::model::LetterModel;
use crate::office::letters::{self, NewLetter};
use crate::store::Ledger;

/// Makes the seat's token worthless and emails its player another.
///
/// # Errors
/// When there is no such seat, or nobody holds it.
pub fn rotate_token(desk: &mut Desk, seat: Seat, world: &World<'_>) -> Result<SeatDone, SeatError> {
    work(desk, seat, world, |work, holder| {
        work.campaign.rotate_token(work.ledger, seat, world.now)?;
        work.tell_new_token(&holder.player.address)?;
        Ok(true)
    })
}

impl Work<'_> {
    fn tell_new_token(&mut self, address: &Address) -> Result<(), DeskError> {
        let about = About::NewToken(self.campaign.token_facts(self.seat, false));
        let model = LetterModel::new(self.campaign.heading(Some(self.seat), LetterKind::NewToken, self.world.now), about);
        let rendered = letters::render(&self.campaign.templates, &model)?;
        let id = format!("token.{}.{}", self.seat, self.campaign.epoch(self.seat));
        let letter = NewLetter::notice(id, address, rendered)
            .about(None, Some(self.seat))
            .following(self.ledger.last_report(self.seat)?.map(|last| last.message_id));
        self.queue(&letter)
    }
}

impl Campaign {
    /// Gives a seat a token of the next epoch: in memory, in the roster and in the journal. Telling its player is the caller's part.
    pub(in crate::office) fn rotate_token(&mut self, ledger: &Ledger<'_>, seat: Seat, now: DateTime<Utc>) -> Result<(), DeskError> {
        self.set_epoch(ledger, seat, self.epoch(seat) + 1, now)
    }

    /// What a letter says of a new token.
    pub(in crate::office) fn token_facts(&self, seat: Seat, by_mail: bool) -> SeatActFacts {
        SeatActFacts { by_mail, ..SeatActFacts::new(seat, self.player_name(seat)) }
    }
}
