//! Emails come in: each is judged, filed, carried out and put away.

pub(super) mod bounced;
mod diary;
mod errands;
pub(super) mod filing;
mod forward;
mod house_rules;
pub(super) mod judging;
pub(super) mod leaving;
mod order_book;
pub(super) mod press;
pub(super) mod quarantine;
mod ready;
pub(super) mod settings;
pub(super) mod strays;
mod wait;
