//! Strangers who ask for something by email: confirmed by a one-time code, so that nobody is entered in another person's name.

mod admission;
mod answers;
mod applicants;
mod codes;
mod confirmed;
pub(super) mod invitation;
mod ladder;
mod list;
mod newcomers;
mod offers;
mod opponents;
mod paired;
mod pairing;
mod queue;
mod requests;
mod tables;

pub(super) use answers::{Answered, Visitor, other_requests};
pub(super) use applicants::forget_old as forget_old_applicants;
pub use applicants::{Applicant, Applicants};
pub(super) use ladder::attend_ladder;
pub use ladder::ladder_of;
pub(super) use list::still_wanted;
pub(super) use newcomers::attend;
pub(super) use queue::attend_queues;
pub(super) use tables::write_tables;
