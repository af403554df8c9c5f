//! Who plays: the roster of a game that has begun, and the commands that change it.

mod address;
mod again;
mod asked;
mod edits;
mod find;
mod held;
mod notices;
mod pages;
mod replace;
mod settings;
mod token;

use serde::Serialize;

pub use address::change_address;
pub use again::send_again;
pub use find::{Target, known_campaign, seat_of, targets};
pub(super) use notices::Occasion;
pub(super) use pages::Stale;
pub use replace::{NewPlayer, replace};
pub use settings::{SeatSettings, change_settings};
pub use token::rotate_token;

use crate::campaign::roster::Holder;
use crate::engine::Seat;
use crate::office::World;
use crate::office::cabinet::desk::{Campaign, Desk};
use crate::office::cabinet::error::DeskError;
use crate::store::Ledger;

/// What a command did to a seat.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct SeatDone {
    pub campaign: String,
    pub seat: Seat,
    /// Who holds it now.
    pub name: String,
    pub address: String,
    /// Who held it before.
    pub before: String,
    /// Whether anything was done; false if it was so already.
    pub changed: bool,
    /// The turns whose reports are sent again.
    pub reports_again: Vec<u32>,
    /// How many emails wait for the next tick.
    pub emails: u32,
}

/// Why a command about a seat cannot be carried out.
#[derive(Debug, thiserror::Error)]
pub enum SeatError {
    #[error(transparent)]
    Desk(#[from] DeskError),
    #[error("there is no campaign `{id}` here{}", nearest.as_ref().map(|near| format!("; did you mean `{near}`?")).unwrap_or_default())]
    NoCampaign { id: String, nearest: Option<String> },
    #[error("campaign `{id}` has not begun, so its players are those in campaign.toml: edit them there")]
    NotBegun { id: String },
    #[error("{campaign} has no seat or player `{asked}`; there are {known}")]
    NoSeat { campaign: String, asked: String, known: String },
    #[error("{campaign} has no seat or player `{asked}`; did you mean {near}?")]
    NearSeat { campaign: String, asked: String, near: String },
    #[error("`{asked}` may be any of {known}: name the number")]
    SeveralSeats { asked: String, known: String },
    #[error("{campaign} is over: it needs no new player")]
    Over { campaign: String },
    #[error("{what}")]
    NoPlayer { what: String },
    #[error("`{name}` is the name of another player of {campaign} (seat {seat}): orders could not tell the two apart")]
    NameTaken { campaign: String, name: String, seat: Seat },
    #[error("there is no report of turn {turn} for seat {seat} of {campaign}; the last one is of turn {last}")]
    NoReport { campaign: String, turn: u32, seat: Seat, last: u32 },
    #[error("name what to change: --name, --zone, --format, --diagrams or --attachments")]
    NothingToChange,
}

impl From<crate::store::StoreError> for SeatError {
    fn from(error: crate::store::StoreError) -> SeatError {
        SeatError::Desk(error.into())
    }
}

/// A seat of a running game on the desk, while a command works on it.
struct Work<'a> {
    campaign: &'a mut Campaign,
    ledger: &'a Ledger<'a>,
    seat: Seat,
    /// Who holds it when the command begins.
    holder: Holder,
    world: &'a World<'a>,
    emails: u32,
    reports_again: Vec<u32>,
}

/// Does the work of a command in one transaction. If it fails, nothing was done; in memory the desk is as the database says.
fn work(
    desk: &mut Desk,
    seat: Seat,
    world: &World<'_>,
    act: impl FnOnce(&mut Work<'_>) -> Result<bool, SeatError>,
) -> Result<SeatDone, SeatError> {
    let Some(holder) = desk.campaign.holder(seat).cloned() else {
        let campaign = &desk.campaign;
        return Err(match campaign.progress {
            None => SeatError::NotBegun { id: campaign.id().to_owned() },
            Some(_) => find::no_seat(campaign.id(), &seat.to_string(), &campaign.config.seats),
        });
    };
    let before = holder.player.name.clone();
    let (changed, emails, reports_again) = desk.transact(world, |campaign, ledger| {
        let mut work = Work { campaign, ledger, seat, holder, world, emails: 0, reports_again: Vec::new() };
        let changed = act(&mut work)?;
        Ok::<_, SeatError>((changed, work.emails, work.reports_again))
    })?;
    let holds = desk.campaign.holder(seat).map(|holder| holder.player.clone());
    let (name, address) = holds.map(|player| (player.name, player.address.to_string())).unwrap_or_default();
    Ok(SeatDone { campaign: desk.campaign.id().to_owned(), seat, name, address, before, changed, reports_again, emails })
}
