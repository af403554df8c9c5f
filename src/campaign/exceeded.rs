//! The limits of a host that an email can exceed.

/// A limit that an email exceeds, with what the host's configuration allows.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "kebab-case", tag = "limit")]
pub enum Exceeded {
    /// More bytes than `at_most`; how many is unknown, because no more are read.
    Size {
        /// The most bytes of the whole email.
        at_most: usize,
    },
    /// Too many parts besides the body's text.
    Attachments {
        /// How many the email has.
        count: usize,
        /// The most that are read.
        at_most: usize,
    },
    /// Multiparts nested too deep, or HTML with too many tags.
    Depth {
        /// How deep they may be nested.
        at_most: usize,
    },
    /// Too many lines of order text; those beyond the limit are not read.
    Lines {
        /// How many the email has.
        count: usize,
        /// The most that are read.
        at_most: usize,
    },
}
