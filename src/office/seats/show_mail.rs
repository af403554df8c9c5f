//! The emails of a player, shown to the game master, for a dispute about what was sent; the player is told, and if orders in them still count,
//! everybody is.

use chrono::{DateTime, Utc};
use serde::Serialize;

use crate::campaign::CampaignId;
use crate::campaign::envelope::Verdict;
use crate::campaign::journal::Act;
use crate::engine::Seat;
use crate::engine::reader::harmless;
use crate::office::World;
use crate::office::cabinet::desk::{Campaign, Desk};
use crate::office::cabinet::error::DeskError;
use crate::post::{Letter, veiled};
use crate::store::{KeptMail, Ledger, StoreError};

/// The emails that a seat sent while a turn was open.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct MailShown {
    /// The campaign that they were sent to.
    pub campaign: CampaignId,
    /// The seat that they speak for.
    pub seat: Seat,
    /// The name of the seat's holder, or of its last one.
    pub name: String,
    /// The turn that was open when they came.
    pub turn: u32,
    /// Who the journal says has read them.
    pub by: String,
    /// Whether orders in them still count, so that everybody is told.
    pub breaks_seal: bool,
    /// Oldest first.
    pub emails: Vec<ShownEmail>,
}

/// An email as the game master reads it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct ShownEmail {
    /// When the host's own mail server took it.
    pub received_at: DateTime<Utc>,
    /// Its one sender; `None` if it names none or several, and for a file of orders.
    pub sender: Option<String>,
    /// What the host made of it, such as `accepted`.
    pub verdict: Verdict,
    /// Empty if it has none, and where there is no `text`.
    pub subject: String,
    /// All that it says, quotes included, except diaries and the press of which the game master gets no copies; `None` once it was dropped to save
    /// room, or if the key that opens it is lost.
    pub text: Option<String>,
}

/// Why a player's emails are not shown.
#[allow(missing_docs, reason = "each says what it is")]
#[derive(Debug, thiserror::Error)]
pub enum ShowMailError {
    #[error("{0}")]
    Desk(#[from] DeskError),
    #[error("the game master of {campaign} plays in it, and whoever plays may not read the emails of others")]
    Plays { campaign: CampaignId },
    #[error("{campaign} has not begun, so nobody has sent orders")]
    NotBegun { campaign: CampaignId },
    #[error("no turn of {campaign} was played yet: name turn {open} to read what was sent for it")]
    NothingPlayed { campaign: CampaignId, open: u32 },
    #[error("{campaign} has no turn {turn} yet; the last one is {last}")]
    NoTurn { campaign: CampaignId, turn: u32, last: u32 },
    #[error("{why}: --break-seal shows the emails of turn {turn} all the same, and tells every player that you have read them")]
    Sealed { turn: u32, why: &'static str },
}

impl From<StoreError> for ShowMailError {
    fn from(error: StoreError) -> ShowMailError {
        ShowMailError::Desk(error.into())
    }
}

/// The emails of a seat for a turn, the last one that was played if none is named. The journal says that they were read, and by whom, before anything
/// is returned; without an email nothing is written.
///
/// # Errors
/// When the game master plays, there is no such turn, orders in the emails still count and the seal is not to be broken, or the database refuses.
pub fn show_mail(
    desk: &mut Desk,
    seat: Seat,
    turn: Option<u32>,
    may_break_seal: bool,
    by: &str,
    world: &World<'_>,
) -> Result<MailShown, ShowMailError> {
    desk.transact(world, |campaign, ledger| {
        let turn = turn_meant(campaign, turn)?;
        let kept = ledger.mail_of(seat, turn)?;
        let sealed = why_sealed(campaign, ledger, seat, turn, &kept)?.filter(|_| !kept.is_empty());
        match sealed {
            Some(why) if !may_break_seal => return Err(ShowMailError::Sealed { turn, why }),
            Some(_) => {
                let act =
                    Act::SealBroken { turn: campaign.open_turn().map_or(turn, |open| open.turn), seats: vec![seat], by: by.to_owned() };
                campaign.record(ledger, act, world.now)?;
            }
            None => {}
        }
        if !kept.is_empty() {
            campaign.record(ledger, Act::MailShown { seat, turn, by: by.to_owned() }, world.now)?;
        }
        let name = campaign.player_name(seat);
        let with_press = campaign.gm_reads_press();
        let emails = kept.into_iter().map(|mail| shown(mail, with_press)).collect();
        Ok(MailShown { campaign: campaign.id().to_owned(), seat, name, turn, by: by.to_owned(), breaks_seal: sealed.is_some(), emails })
    })
}

fn turn_meant(campaign: &Campaign, turn: Option<u32>) -> Result<u32, ShowMailError> {
    let id = || campaign.id().to_owned();
    let progress = campaign.progress.as_ref().ok_or_else(|| ShowMailError::NotBegun { campaign: id() })?;
    if campaign.config.gm_holds_a_seat() {
        return Err(ShowMailError::Plays { campaign: id() });
    }
    let played = progress.table.turn();
    let last = campaign.open_turn().map_or(played, |open| open.turn);
    match turn {
        None if played == 0 => Err(ShowMailError::NothingPlayed { campaign: id(), open: last }),
        None => Ok(played),
        Some(turn) if turn > last => Err(ShowMailError::NoTurn { campaign: id(), turn, last }),
        Some(turn) => Ok(turn),
    }
}

/// Why orders in these emails still count; `None` if they do not.
fn why_sealed(
    campaign: &Campaign,
    ledger: &Ledger<'_>,
    seat: Seat,
    turn: u32,
    kept: &[KeptMail],
) -> Result<Option<&'static str>, DeskError> {
    let Some(open) = campaign.open_turn() else { return Ok(None) };
    if turn == open.turn {
        return Ok(Some("that turn is open, and its orders are sealed"));
    }
    if campaign.alternates() {
        return Ok(Some("conditional moves in them may count until the game is over"));
    }
    let left = ledger.left_orders(seat)?;
    let counts = left.iter().any(|left| left.turn.is_none_or(|turn| turn >= open.turn) && kept.iter().any(|mail| mail.id == left.mail));
    Ok(counts.then_some("orders in them are for a turn that was not played yet"))
}

/// Diaries are published when the game is over, and the campaign's file says who reads what players write to each other.
fn shown(mail: KeptMail, with_press: bool) -> ShownEmail {
    let KeptMail { received_at, sender, verdict, raw, .. } = mail;
    let (subject, words) = raw.as_deref().map(Letter::subject_and_words).unzip();
    ShownEmail {
        received_at,
        sender: sender.map(|sender| harmless(sender.as_str())),
        verdict,
        subject: harmless(&subject.unwrap_or_default()),
        text: words.map(|words| harmless(veiled(&words, with_press).trim())),
    }
}
