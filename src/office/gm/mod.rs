//! The game master by email: what an email from their address asks for, a code that proves it, and what that carries out.

mod deeds;
mod judging;
mod news;
mod refused;
mod serving;

pub(super) use news::write_news;
