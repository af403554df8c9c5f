//! The same letter to several readers: everybody in a campaign, or some of them.

use chrono::{DateTime, Utc};

use super::about::About;
use super::model::LetterModel;
use super::{NewLetter, queue, render};
use crate::campaign::Address;
use crate::engine::Seat;
use crate::office::cabinet::desk::Campaign;
use crate::office::cabinet::error::DeskError;
use crate::office::letters::kind::LetterKind;
use crate::post::outgoing::Attachment;
use crate::store::{EmailKind, Ledger};

impl Campaign {
    /// Everybody who reads a letter to all: each seat, and `None`, the game master, unless letters to a seat go to their address.
    pub(in crate::office) fn readers(&self) -> Vec<Option<Seat>> {
        let reads_as_player = self.config.seats.iter().any(|player| player.is_written_to_at(&self.config.gm.address));
        let game_master = (!reads_as_player).then_some(None);
        self.config.seat_numbers().map(Some).chain(game_master).collect()
    }

    /// The same without one seat.
    pub(in crate::office) fn readers_but(&self, seat: Seat) -> Vec<Option<Seat>> {
        self.readers().into_iter().filter(|reader| *reader != Some(seat)).collect()
    }

    fn address_of(&self, reader: Option<Seat>) -> Option<&Address> {
        match reader {
            Some(seat) => self.config.seat(seat).map(|player| &player.address),
            None => Some(&self.config.gm.address),
        }
    }
}

/// Queues a letter to each, in the thread of their last report; `id` makes its Message-ID different from others of the campaign, and
/// `about` says what it tells that reader, `None` being the game master. Returns how many there are.
///
/// # Errors
/// When a letter cannot be written or kept.
pub(in crate::office) fn write_to_all(
    campaign: &Campaign,
    ledger: &Ledger<'_>,
    id: &str,
    about: impl Fn(Option<Seat>) -> About,
    now: DateTime<Utc>,
) -> Result<u32, DeskError> {
    write_to(campaign, ledger, &campaign.readers(), id, about, now)
}

/// The same to these readers alone.
///
/// # Errors
/// When a letter cannot be written or kept.
pub(in crate::office) fn write_to(
    campaign: &Campaign,
    ledger: &Ledger<'_>,
    readers: &[Option<Seat>],
    id: &str,
    about: impl Fn(Option<Seat>) -> About,
    now: DateTime<Utc>,
) -> Result<u32, DeskError> {
    write_letters(campaign, ledger, readers, (EmailKind::Notice, id), about, |_| None, now)
}

/// The same with letters of another kind than notices, and with a file for some of the seats.
///
/// # Errors
/// When a letter cannot be written or kept.
pub(in crate::office) fn write_letters(
    campaign: &Campaign,
    ledger: &Ledger<'_>,
    readers: &[Option<Seat>],
    (kind, id): (EmailKind, &str),
    about: impl Fn(Option<Seat>) -> About,
    file: impl Fn(Seat) -> Option<Attachment>,
    now: DateTime<Utc>,
) -> Result<u32, DeskError> {
    let turn = campaign.open_turn().map_or(0, |turn| turn.turn);
    let mut count = 0;
    for &reader in readers {
        let Some(address) = campaign.address_of(reader) else { continue };
        let heading = match reader {
            Some(_) => campaign.heading(reader, LetterKind::Notice, now),
            None => campaign.heading_of_gm(LetterKind::Notice, now),
        };
        let model = LetterModel::new(heading, about(reader));
        let rendered = render(&campaign.templates, &model)?;
        let answered = reader.map(|seat| ledger.last_report(seat)).transpose()?.flatten();
        let id = format!("{id}.{}", reader.map_or("gm".to_owned(), |seat| seat.to_string()));
        let mut letter = NewLetter::notice(id, address, rendered)
            .of_kind(kind)
            .about(Some(turn), reader)
            .following(answered.map(|report| report.message_id));
        letter.message.attachments.extend(reader.and_then(&file));
        count += u32::from(queue(ledger, &campaign.sender(), &letter, now)?);
    }
    Ok(count)
}
