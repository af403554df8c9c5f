//! Emails that come back: the game master hears of an address that fails, once a turn.

use chrono::{DateTime, Utc};

use crate::campaign::config::GmLetter;
use crate::campaign::envelope::Verdict;
use crate::office::cabinet::desk::Campaign;
use crate::office::cabinet::error::DeskError;
use crate::office::inbox::arrived::Arrived;
use crate::office::letters::about::About;
use crate::office::letters::facts::BouncedFacts;
use crate::office::letters::model::LetterModel;
use crate::office::letters::{self, NewLetter};
use crate::store::Ledger;

/// Notes that email to a player comes back, and writes to the game master. Anybody can forge a delivery report, so only the addresses of seats count,
/// and nothing else follows.
pub(crate) fn tell_game_master(campaign: &Campaign, ledger: &Ledger<'_>, mail: &Arrived, now: DateTime<Utc>) -> Result<(), DeskError> {
    let turn = campaign.open_turn().map(|turn| turn.turn);
    for player in &campaign.config.seats {
        if !mail.letter.failed_recipients.iter().any(|failed| player.has_address(failed)) {
            continue;
        }
        let seat = player.number;
        ledger.note_returned(seat, ledger.last_report(seat)?.map_or(0, |report| report.turn))?;
        // The letter about the waiting turn says the same, and asks what to do about the move.
        if campaign.mover_now() == Some(seat) && campaign.has_no_report(ledger, seat)? {
            continue;
        }
        let facts = BouncedFacts { seat: player.number, name: player.name.clone(), address: player.address.clone() };
        let model = LetterModel::new(campaign.heading(None, Verdict::Bounce, now), About::GmBounced(facts));
        let (subject, text) = letters::render(&campaign.templates, &model)?;
        let id = format!("notice.bounce.{}.{}", turn.unwrap_or_default(), player.address.identity().short());
        for (reader, address) in campaign.config.readers_of(GmLetter::Bounces).into_iter().enumerate() {
            let id = if reader == 0 { id.clone() } else { format!("{id}.{reader}") };
            let letter = NewLetter::notice(id, address, (subject.clone(), text.clone())).about(turn, None);
            letters::queue(ledger, &campaign.sender(), &letter, now)?;
        }
    }
    Ok(())
}
