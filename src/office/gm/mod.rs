//! The game master by email: what an email from their address asks for, a code that proves it, and what that carries out.

mod deeds;
mod requests;
mod serving;
