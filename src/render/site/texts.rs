//! Texts that are stored one behind the other, as they are: their lengths stand elsewhere.

/// What has not been read yet.
pub(super) struct Texts<'a>(pub &'a str);

impl<'a> Texts<'a> {
    /// The next text, of so many bytes; `None` if none that long can follow.
    pub(super) fn next(&mut self, length_bytes: usize) -> Option<&'a str> {
        let (next, rest) = self.0.split_at_checked(length_bytes)?;
        self.0 = rest;
        Some(next)
    }

    /// Whether all has been read.
    pub(super) fn is_at_end(&self) -> bool {
        self.0.is_empty()
    }
}
