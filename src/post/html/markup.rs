//! The tags of a source, without judgement: each `<` begins one.

/// What stands between a `<` and the next one.
pub(super) struct Markup<'a> {
    /// `/` of an end tag, or nothing.
    pub slash: &'a str,
    /// As it was written; empty where no tag follows.
    pub name: &'a str,
    /// The attributes, the `>` and the text behind it.
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
