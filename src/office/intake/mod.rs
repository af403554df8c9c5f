//! Emails come in: found, read as facts, judged, filed, and put away.

pub(super) mod arrived;
pub(super) mod bounced;
mod diary;
pub(super) mod earlier;
mod errands;
pub(super) mod filing;
pub(super) mod forward;
pub(super) mod gaps;
mod house_rules;
pub(super) mod joining;
pub(super) mod judged;
pub(super) mod judging;
pub(super) mod leaving;
pub(super) mod lost_tag;
pub(super) mod press;
pub(super) mod quarantine;
mod ready;
pub(super) mod settings;
pub(super) mod strays;
pub(super) mod stream;
mod wait;
