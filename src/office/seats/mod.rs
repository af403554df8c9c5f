//! Who plays: the roster of a game that has begun, and the commands that change it.

mod address;
mod again;
mod edits;
mod eject;
mod find;
mod replace;
mod settings;
mod show_mail;
mod token;
mod vacant;
mod vacate;
mod work;

pub(super) use address::Move;
pub use address::change_address;
pub use again::send_again;
pub(super) use eject::eject;
pub use find::{Target, known_campaign, targets};
pub use replace::{NewPlayer, replace};
pub use settings::{SeatSettings, ZoneSetting, change_settings};
pub use show_mail::{MailShown, ShowMailError, ShownEmail, show_mail};
pub use token::rotate_token;
pub(super) use vacant::Seats;
pub use vacate::{Vacated, vacate};
pub use work::{ClosesFirst, SeatDone, SeatError};
