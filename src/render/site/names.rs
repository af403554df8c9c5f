//! How the files of an archive are called.

/// The name of the picture's file.
pub const PICTURE: &str = "picture.png";

/// The film in one file, from the first turn on, and the book of a game that is over.
pub(super) const FILM: &str = "film.svg";
/// The book in one file; there is one only for a game that is over.
pub const BOOK: &str = "book.html";

/// The name of the record's file.
pub(super) const RECORD: &str = "record.txt";

/// The name of the page of the rules.
pub const RULES: &str = "rules.html";

/// The name of the page of a turn.
pub fn page_of_turn(turn: u32) -> String {
    format!("turn-{turn}.html")
}
