//! The board game: orders and problems.

mod laws;
mod position;

use ashpost::engine::Doubt;
use ashpost::games::empire::event::Reason;
use ashpost::games::empire::parse::parse;

use crate::case::reading;
use position::Position;

/// Orders by line, then `?` problems.
pub fn read(position: &str, text: &str) -> String {
    let sheet = parse(text, &Position::read(position).view());
    let doubts: [Doubt<Reason>; 0] = [];
    reading(&sheet, &doubts)
}
