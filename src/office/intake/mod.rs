//! Emails come in: found, read as facts, judged, filed, and put away.

pub mod arrived;
pub mod bounced;
pub mod earlier;
pub mod filing;
pub mod forward;
pub mod joining;
pub mod judged;
pub mod judging;
pub mod lost_tag;
pub mod quarantine;
pub mod strays;
pub mod stream;
