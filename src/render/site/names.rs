//! The names of the files of an archive.

/// The style of all pages.
pub const STYLE: &str = "style.css";

/// The newest picture.
pub const PICTURE: &str = "picture.png";

/// The film of the game.
pub const FILM: &str = "film.svg";

/// The book, once the game is over.
pub const BOOK: &str = "book.html";

/// The record of moves.
pub const RECORD: &str = "record.txt";

/// The rules.
pub const RULES: &str = "rules.html";

/// The page of a chapter.
pub(super) fn page_of_chapter(first: u32, last: u32) -> String {
    format!("turns-{first}-{last}.html")
}

/// The page of a turn.
pub fn page_of_turn(turn: u32) -> String {
    format!("turn-{turn}.html")
}
