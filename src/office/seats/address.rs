//! The same player, written to elsewhere: what may not have arrived is sent again.

use std::collections::BTreeSet;

use super::{SeatDone, SeatError, Work, work};
use crate::campaign::Address;
use crate::campaign::config::SeatConfig;
use crate::campaign::journal::Act;
use crate::campaign::roster::{Holder, SeatKey};
use crate::engine::Seat;
use crate::office::World;
use crate::office::cabinet::desk::Desk;
use crate::office::cabinet::error::DeskError;
use crate::office::letters::facts::SeatActFacts;
use crate::office::letters::{self, NewLetter};

/// Why mail to the address before is given up.
const GIVEN_UP: &str = "the player has another address now";

/// Enters another address for the player of a seat. Reports that came back or could not be delivered are sent again.
///
/// # Errors
/// When there is no such seat, or the database refuses.
pub fn change_address(desk: &mut Desk, seat: Seat, address: &Address, world: &World<'_>) -> Result<SeatDone, SeatError> {
    work(desk, seat, world, |work, holder| {
        let old = holder.player.clone();
        let player = SeatConfig { address: address.clone(), ..old.clone() };
        let mut holder = Holder { player, ..holder };
        holder.settle(&work.campaign.file_seats, &[SeatKey::Address]);
        if holder.player == old {
            work.campaign.keep_holder(work.ledger, holder)?;
            return Ok(false);
        }
        let lost = work.lost_reports()?;
        let comes_back = work.ledger.comes_back_since(seat)?.is_some();
        work.campaign.keep_holder(work.ledger, holder)?;
        work.campaign.record(work.ledger, Act::AddressChanged { seat }, world.now)?;
        work.ledger.forget_returned(seat)?;
        work.ledger.give_up_waiting(seat, GIVEN_UP)?;
        work.tell_address(&player_facts(seat, &old, lost.len()), address, "new-address")?;
        // Nothing arrives at an address that sends all back.
        if !comes_back {
            work.tell_address(&player_facts(seat, &old, 0), &old.address, "old-address")?;
        }
        for turn in lost {
            work.queue_again(turn)?;
        }
        Ok(true)
    })
}

fn player_facts(seat: Seat, player: &SeatConfig, reports_again: usize) -> SeatActFacts {
    SeatActFacts { seat, name: player.name.clone(), before: player.name.clone(), by_mail: false, reports_again, has_sheet: false }
}

impl Work<'_> {
    /// The turns whose reports did not arrive: those that could not be sent, and all from the last one before mail began to come back.
    /// None from before the player held the seat.
    fn lost_reports(&self) -> Result<BTreeSet<u32>, DeskError> {
        let mut lost = self.ledger.undelivered_reports(self.seat)?;
        if let Some(since) = self.ledger.comes_back_since(self.seat)? {
            lost.extend(self.ledger.mailed_turns(self.seat)?.range(since..));
        }
        let acts = self.ledger.acts_since(0)?;
        let came = acts.iter().rfind(|recorded| matches!(recorded.act, Act::Replaced { seat, .. } if seat == self.seat));
        let first = came.map_or(0, |recorded| recorded.turn);
        Ok(lost.split_off(&first))
    }

    fn tell_address(&mut self, facts: &SeatActFacts, recipient: &Address, verdict: &str) -> Result<(), DeskError> {
        // Without the seat the old address learns no token, neither from the subject nor from Reply-To.
        let reader = (verdict == "new-address").then_some(self.seat);
        let mut model = self.campaign.letter_model(reader, verdict, self.world.now);
        model.done.seat_act = Some(facts.clone());
        let rendered = letters::render(&self.campaign.templates, "shared/address-changed.txt", &model)?;
        let number = self.ledger.tip()?.map_or(0, |tip| tip.number);
        let id = format!("{verdict}.{}.{number}", self.seat);
        self.queue(&NewLetter::notice("notice", id, recipient, rendered).about(None, reader))
    }
}
