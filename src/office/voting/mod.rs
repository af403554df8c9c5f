//! Votes: a player proposes something, all are asked, and what enough of them want is done at once.

pub(super) mod asking;
pub(super) mod book;
pub(super) mod deciding;
pub(super) mod lapse;
pub(super) mod telling;
