//! News as an Atom feed (RFC 4287).

use chrono::{DateTime, Utc};
use serde::Serialize;

use crate::render::{TemplateError, Templates};

/// A feed, as the model of its template.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Feed {
    /// An IRI that never changes.
    pub id: String,
    /// The name of the feed in feed readers.
    pub title: String,
    /// When its newest entry was written, in whole seconds.
    pub updated: DateTime<Utc>,
    /// The name of its author; never an address.
    pub author: String,
    /// The feed's own address on the web; null if unknown.
    pub own_url: Option<String>,
    /// The page that the news is about.
    pub page: String,
    /// The entries, the newest first.
    pub entries: Vec<FeedEntry>,
}

/// A turn that was played.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct FeedEntry {
    /// An IRI that never changes and no other entry has.
    pub id: String,
    /// The title of the campaign.
    pub campaign: String,
    /// What the campaign calls a turn: `turn`, `round` or `move`.
    pub unit: String,
    /// The turn; 0 for the opening.
    pub turn: u32,
    /// What happened, in a few words; may be empty.
    pub headline: String,
    /// When the turn was played, in whole seconds.
    pub updated: DateTime<Utc>,
    /// The page of the turn: its address on the web or, if unknown, its path from the feed's folder.
    pub page: String,
    /// What happened, as far as everybody may know; may be empty.
    pub sentences: Vec<String>,
}

impl Feed {
    /// The feed as a file.
    ///
    /// # Errors
    /// When a template of the program cannot be rendered; in place of a campaign's own, which may be wrong, the program's is used.
    pub fn file(&self, templates: &Templates) -> Result<Vec<u8>, TemplateError> {
        let text = templates.html("shared/site-atom", self)?;
        // XML 1.0 does not allow control characters, not even escaped.
        Ok(text.chars().filter(|letter| !letter.is_control() || *letter == '\n').collect::<String>().into_bytes())
    }
}
