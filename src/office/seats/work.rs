//! The work of a command about a seat, what it has come to, and why it cannot be done.

use chrono::{DateTime, Utc};
use serde::Serialize;

use crate::campaign::local::LocalTime;
use crate::campaign::roster::Holder;
use crate::campaign::{Address, CampaignId};
use crate::engine::Seat;
use crate::office::World;
use crate::office::cabinet::desk::{Campaign, Desk};
use crate::office::cabinet::error::DeskError;
use crate::office::cabinet::seat_names::{UnknownSeat, no_seat};
use crate::store::Ledger;

/// What a command did to a seat.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct SeatDone {
    /// The campaign that the seat is in.
    pub campaign: CampaignId,
    /// The seat that the command named.
    pub seat: Seat,
    /// Who holds it now.
    pub name: String,
    /// Where letters to that player go.
    pub address: Address,
    /// Who held it before.
    pub before: String,
    /// Whether anything was done; false if it was so already.
    pub changed: bool,
    /// The turns whose reports are sent again.
    pub reports_again: Vec<u32>,
    /// How many emails wait for the next tick.
    pub emails: u32,
    /// Until when its orders for the open turn count, if it has become one of the game master's own, which close first; null if it has not.
    pub closes_first: Option<ClosesFirst>,
}

/// Until when the orders of a seat count that has become one of the game master's own. That takes effect at once: from the next turn on would let
/// its new holder answer sheets that the game master may know by now.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct ClosesFirst {
    /// The open turn.
    pub turn: u32,
    /// What players call a turn.
    pub unit: &'static str,
    /// When its orders are fixed.
    #[serde(flatten)]
    pub at: LocalTime,
    /// Whether that has passed.
    pub is_past: bool,
}

/// Why a command about a seat cannot be carried out.
#[allow(missing_docs, reason = "each says what it is")]
#[derive(Debug, thiserror::Error)]
pub enum SeatError {
    #[error("{0}")]
    Desk(#[from] DeskError),
    #[error("campaign `{id}` has not begun, so its players are those in campaign.toml: edit them there")]
    NotBegun { id: CampaignId },
    #[error("{name} has no game of {id} that has begun, so they are who campaign.toml says: edit it there")]
    NoGame { id: CampaignId, name: String },
    #[error(transparent)]
    Unknown(#[from] UnknownSeat),
    #[error("{campaign} is over, so its seats stay as they are")]
    Over { campaign: CampaignId },
    #[error("seat {seat} ({name}) of {campaign} is vacant: `ashpost replace {campaign} {seat} \"NAME <ADDRESS>\"` gives it to a player")]
    Vacant { campaign: CampaignId, seat: Seat, name: String },
    #[error("{what}")]
    NoPlayer { what: String },
    #[error("`{name}` is the name of another player of {campaign} (seat {seat}): orders could not tell the two apart")]
    NameTaken { campaign: CampaignId, name: String, seat: Seat },
    #[error("there is no report of turn {turn} for seat {seat} of {campaign}; the last one is of turn {last}")]
    NoReport { campaign: CampaignId, turn: u32, seat: Seat, last: u32 },
    #[error(
        "name what to change: --name, --zone, --format, --diagrams, --attachments, --reminders, --digest, --also or --copies; without a seat, all seats are shown"
    )]
    NothingToChange,
}

impl From<crate::store::StoreError> for SeatError {
    fn from(error: crate::store::StoreError) -> SeatError {
        SeatError::Desk(error.into())
    }
}

/// A seat of a running game on the desk, while a command works on it.
pub(super) struct Work<'a> {
    pub campaign: &'a mut Campaign,
    pub ledger: &'a Ledger<'a>,
    pub seat: Seat,
    pub world: &'a World<'a>,
    pub emails: u32,
    pub reports_again: Vec<u32>,
}

impl<'a> Work<'a> {
    pub(super) fn at(campaign: &'a mut Campaign, ledger: &'a Ledger<'a>, seat: Seat, world: &'a World<'a>) -> Work<'a> {
        Work { campaign, ledger, seat, world, emails: 0, reports_again: Vec::new() }
    }
}

/// Does the work of a command about a seat and its holder in one transaction. If it fails, nothing is done, and the desk is read again from the
/// database.
pub(super) fn work(
    desk: &mut Desk,
    seat: Seat,
    world: &World<'_>,
    act: impl FnOnce(&mut Work<'_>, Holder) -> Result<bool, SeatError>,
) -> Result<SeatDone, SeatError> {
    work_at(desk, seat, world, |work| {
        let holder = work.campaign.holder(seat).cloned().ok_or_else(|| vacant(work.campaign, seat))?;
        act(work, holder)
    })
}

/// The same for a seat that anybody or nobody holds; somebody must hold it afterwards.
pub(super) fn work_at(
    desk: &mut Desk,
    seat: Seat,
    world: &World<'_>,
    act: impl FnOnce(&mut Work<'_>) -> Result<bool, SeatError>,
) -> Result<SeatDone, SeatError> {
    let before = name_of(&desk.campaign, seat)?;
    let was_first = desk.campaign.closes_first(Some(seat));
    let (changed, emails, reports_again) = desk.transact(world, |campaign, ledger| {
        let mut work = Work::at(campaign, ledger, seat, world);
        let changed = act(&mut work)?;
        Ok::<_, SeatError>((changed, work.emails, work.reports_again))
    })?;
    let done = done(&desk.campaign, seat, before, (changed, emails, reports_again))?;
    Ok(if was_first { done } else { SeatDone { closes_first: closing(&desk.campaign, seat, world.now), ..done } })
}

/// When the orders of a seat are fixed, if it is the game master's own.
fn closing(campaign: &Campaign, seat: Seat, now: DateTime<Utc>) -> Option<ClosesFirst> {
    let (open, closes_at) = campaign.open_turn().zip(campaign.gm_closes_at()).filter(|_| campaign.closes_first(Some(seat)))?;
    Some(ClosesFirst { turn: open.turn, unit: campaign.config.game.unit(), at: campaign.local(closes_at, None), is_past: closes_at <= now })
}

/// What a command did to a seat that somebody holds now.
fn done(
    campaign: &Campaign,
    seat: Seat,
    before: String,
    (changed, emails, reports_again): (bool, u32, Vec<u32>),
) -> Result<SeatDone, SeatError> {
    let player = campaign.config.seat(seat).ok_or_else(|| vacant(campaign, seat))?;
    Ok(SeatDone {
        campaign: campaign.id().to_owned(),
        seat,
        name: player.name.clone(),
        address: player.address.clone(),
        before,
        changed,
        reports_again,
        emails,
        closes_first: None,
    })
}

pub(super) fn vacant(campaign: &Campaign, seat: Seat) -> SeatError {
    let name = campaign.player_name(seat);
    SeatError::Vacant { campaign: campaign.id().to_owned(), seat, name }
}

/// What a seat of a game that has begun is called.
pub(super) fn name_of(campaign: &Campaign, seat: Seat) -> Result<String, SeatError> {
    if campaign.progress.is_none() {
        return Err(SeatError::NotBegun { id: campaign.id().to_owned() });
    }
    let nobody = || no_seat(campaign.id(), &seat.to_string(), &campaign.seat_names().into_iter().collect::<Vec<_>>());
    Ok(campaign.name_of(seat).map(str::to_owned).ok_or_else(nobody)?)
}
