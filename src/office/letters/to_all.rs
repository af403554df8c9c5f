//! A letter to everybody in a campaign: each seat, and the game master unless they hold one.

use chrono::{DateTime, Utc};

use super::model::LetterModel;
use super::{NewLetter, queue, render};
use crate::campaign::Address;
use crate::engine::Seat;
use crate::office::cabinet::desk::Campaign;
use crate::office::cabinet::error::DeskError;
use crate::post::outgoing::Attachment;
use crate::store::Ledger;

/// Queues a letter to each, in the thread of their last report; `id` makes its Message-ID different from others of the campaign, and
/// `fill` says what it tells that reader, `None` being the game master. Returns how many there are.
///
/// # Errors
/// When a letter cannot be written or kept.
pub(in crate::office) fn write_to_all(
    campaign: &Campaign,
    ledger: &Ledger<'_>,
    (id, template): (&str, &str),
    fill: impl Fn(&mut LetterModel, Option<Seat>),
    now: DateTime<Utc>,
) -> Result<u32, DeskError> {
    write_letters(campaign, ledger, ("notice", id, template), fill, |_| None, now)
}

/// The same with letters of another kind than notices, and with a file for some of the seats.
///
/// # Errors
/// When a letter cannot be written or kept.
pub(in crate::office) fn write_letters(
    campaign: &Campaign,
    ledger: &Ledger<'_>,
    (kind, id, template): (&'static str, &str, &str),
    fill: impl Fn(&mut LetterModel, Option<Seat>),
    file: impl Fn(Seat) -> Option<Attachment>,
    now: DateTime<Utc>,
) -> Result<u32, DeskError> {
    let turn = campaign.open_turn().map_or(0, |turn| turn.turn);
    let holders = campaign.config.seats.iter().map(|seat| (Some(seat.number), seat.address.clone()));
    let plays = |address: &Address| campaign.config.seats.iter().any(|seat| seat.address == *address);
    let game_master = Some((None, campaign.config.gm.address.clone())).filter(|(_, address)| !plays(address));
    let mut count = 0;
    for (seat, address) in holders.chain(game_master) {
        let mut model = campaign.letter_model(seat, "notice", now);
        fill(&mut model, seat);
        let rendered = render(&campaign.templates, template, &model)?;
        let answered = seat.map(|seat| ledger.last_report(seat)).transpose()?.flatten();
        let id = format!("{id}.{}", seat.map_or("gm".to_owned(), |seat| seat.to_string()));
        let mut letter =
            NewLetter::notice(kind, id, &address, rendered).about(Some(turn), seat).following(answered.map(|report| report.message_id));
        letter.message.attachments.extend(seat.and_then(&file));
        count += u32::from(queue(ledger, &campaign.sender(), &letter, now)?);
    }
    Ok(count)
}

/// Queues a letter to some of the seats, each in the thread of their last report.
///
/// # Errors
/// When a letter cannot be written or kept.
pub(in crate::office) fn write_to_seats(
    campaign: &Campaign,
    ledger: &Ledger<'_>,
    (id, template): (&str, &str),
    seats: &[Seat],
    fill: impl Fn(&mut LetterModel, Seat),
    now: DateTime<Utc>,
) -> Result<(), DeskError> {
    let turn = campaign.open_turn().map(|turn| turn.turn);
    for player in campaign.config.seats.iter().filter(|player| seats.contains(&player.number)) {
        let seat = player.number;
        let mut model = campaign.letter_model(Some(seat), "notice", now);
        fill(&mut model, seat);
        let rendered = render(&campaign.templates, template, &model)?;
        let letter = NewLetter::notice("notice", format!("{id}.{seat}"), &player.address, rendered)
            .about(turn, Some(seat))
            .following(ledger.last_report(seat)?.map(|report| report.message_id));
        queue(ledger, &campaign.sender(), &letter, now)?;
    }
    Ok(())
}
