//! Cuts a source into tags without judging them: each `<` begins one.

/// The text between one `<` and the next.
pub(super) struct Markup<'a> {
    /// `/` for an end tag, else empty.
    pub slash: &'a str,
    /// The tag's name as written; empty if no tag follows.
    pub name: &'a str,
    /// The attributes, the `>` and the text after it.
    pub behind: &'a str,
}

impl Markup<'_> {
    pub(super) fn of(piece: &str) -> Markup<'_> {
        let (slash, piece) = piece.split_at(usize::from(piece.starts_with('/')));
        let end = piece.find(|letter: char| letter.is_ascii_whitespace() || matches!(letter, '/' | '>')).unwrap_or(piece.len());
        let (name, behind) = piece.split_at(end);
        Markup { slash, name, behind }
    }
}
