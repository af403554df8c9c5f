//! Emails that come back: the game master hears of an address that fails, once a turn.

use chrono::{DateTime, Utc};

use crate::campaign::Address;
use crate::campaign::config::{GmLetter, SeatConfig};
use crate::campaign::envelope::Verdict;
use crate::office::cabinet::desk::Campaign;
use crate::office::cabinet::error::DeskError;
use crate::office::inbox::arrived::Arrived;
use crate::office::letters::about::About;
use crate::office::letters::facts::BouncedFacts;
use crate::office::letters::model::LetterModel;
use crate::office::letters::{self, NewLetter};
use crate::store::Ledger;

/// Notes that email to a player comes back, and writes to the game master. Anybody can forge a delivery report, so only the addresses of seats
/// and the Message-IDs of reports count, and nothing else follows. No clock stands still because a copy or an answer has come back.
pub(crate) fn tell_game_master(campaign: &Campaign, ledger: &Ledger<'_>, mail: &Arrived, now: DateTime<Utc>) -> Result<(), DeskError> {
    let returned = mail.letter.enclosed_id.as_ref();
    let of_report = returned.map(|id| ledger.brought_report_to(id)).transpose()?.flatten();
    let failed = &mail.letter.failed_recipients;
    let is_known = failed.iter().any(|address| campaign.config.seats.iter().any(|player| player.has_address(address)));
    for player in &campaign.config.seats {
        let seat = player.number;
        // A report that was forwarded fails at an address that only the player's server knows.
        let is_forwarded = !is_known && of_report == Some(seat) && !failed.is_empty();
        let address = if failed.contains(&player.address) || is_forwarded {
            Some(&player.address)
        } else {
            failed.iter().find(|address| player.has_address(address))
        };
        let Some(address) = address else { continue };
        if *address == player.address && (returned.is_none() || of_report == Some(seat)) {
            ledger.note_returned(seat, ledger.last_report(seat)?.map_or(0, |report| report.turn))?;
            // The letter about the waiting turn says the same, and asks what to do about the move.
            if campaign.mover_now() == Some(seat) && campaign.has_no_report(ledger, seat)? {
                continue;
            }
        }
        queue_letter(campaign, ledger, (player, address), now)?;
    }
    Ok(())
}

fn queue_letter(
    campaign: &Campaign,
    ledger: &Ledger<'_>,
    (player, address): (&SeatConfig, &Address),
    now: DateTime<Utc>,
) -> Result<(), DeskError> {
    let turn = campaign.open_turn().map(|turn| turn.turn);
    let own_address = (*address != player.address).then(|| player.address.clone());
    let facts = BouncedFacts { seat: player.number, name: player.name.clone(), address: address.clone(), own_address };
    let model = LetterModel::new(campaign.heading(None, Verdict::Bounce, now), About::GmBounced(facts));
    let written = letters::render(&campaign.templates, &model)?;
    let id = format!("notice.bounce.{}.{}", turn.unwrap_or_default(), address.identity().short());
    for (reader, to) in campaign.config.readers_of(GmLetter::Bounces).into_iter().enumerate() {
        let letter = NewLetter::notice(letters::id_for(reader, id.clone()), to, written.clone()).about(turn, None);
        letters::queue(ledger, &campaign.sender(), &letter, now)?;
    }
    Ok(())
}
