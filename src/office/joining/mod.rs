//! Strangers who ask for something by email: confirmed by a one-time code, so that nobody is entered in another person's name.

mod applicants;
mod codes;
mod ladder;
mod list;
mod newcomers;
mod opening;
mod opponents;
mod pairing;
mod queue;
mod requests;
mod tables;

pub(super) use applicants::forget_old as forget_old_applicants;
pub use applicants::{Applicant, Applicants};
pub(super) use ladder::attend_ladder;
pub use ladder::ladder_of;
pub(super) use list::still_wanted;
pub(super) use newcomers::attend;
pub(super) use opening::{Entrance, Entrants};
pub(super) use queue::attend_queues;
pub(super) use requests::Answered;
