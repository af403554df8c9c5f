//! Email in and out: letters as facts, what players wrote in them, and the ways by which email travels.
//!
//! Nothing here decides who may do what, and nothing here reads a clock: `campaign` judges, `cli`
//! passes the time in. Reading is best effort and total: any bytes give a [`Letter`].

mod aim;
pub mod arrival;
mod attribution;
mod blocks;
pub mod commands;
mod content;
mod flow;
mod footer;
pub mod gm_commands;
mod header;
mod html;
mod letter;
mod mailbox;
mod mime;
mod noise;
mod old_mail;
pub mod outgoing;
pub mod press;
mod quote;
pub mod requests;
mod returned;
pub mod source;
pub mod tag;
pub mod text;
pub mod transport;
mod words;

pub use aim::{Aim, turn_before_orders};
pub use content::{AheadBlock, Content, HIDDEN, may_have_diary, split, veiled};
pub use flow::Flow;
pub use letter::{EmailLimits, Inside, Letter, NoSender};
pub use mailbox::Mailbox;
pub use mime::TextPart;
pub use noise::is_from_house;

pub use crate::campaign::{Address, Exceeded, MessageId};
