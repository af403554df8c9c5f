//! Strangers who ask for something by email: confirmed by a one-time code, so that nobody is entered in another person's name.

mod codes;
mod list;
mod newcomers;
mod opening;
mod requests;

pub(super) use list::still_wanted;
pub(super) use newcomers::attend;
pub(super) use opening::{Entrance, Entrants};
pub(super) use requests::Answered;
