//! News as an Atom feed (RFC 4287).

use chrono::{DateTime, Utc};
use serde::Serialize;

use crate::render::{TemplateError, Templates};

/// A feed, as its template takes it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Feed {
    /// An IRI that never changes.
    pub id: String,
    /// What programs show as the name of the feed.
    pub title: String,
    /// When its newest entry was written, in whole seconds.
    pub updated: DateTime<Utc>,
    /// Who stands behind it; never an address.
    pub author: String,
    /// Where the feed stands on the web; null if that is not known.
    pub own_url: Option<String>,
    /// The page that the news is of.
    pub page: String,
    /// The newest first.
    pub entries: Vec<FeedEntry>,
}

/// A turn that was played.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct FeedEntry {
    /// An IRI that never changes and that no other entry has.
    pub id: String,
    /// The title of the campaign, and what it calls a turn.
    pub campaign: String,
    /// `turn`, `round` or `move`.
    pub unit: String,
    /// 0 for the opening.
    pub turn: u32,
    /// May be empty.
    pub headline: String,
    /// When the turn was played, in whole seconds.
    pub updated: DateTime<Utc>,
    /// The page of the turn: its address on the web, or if that is not known its path from the feed's folder.
    pub page: String,
    /// What happened in it, as far as anybody may know; may be empty.
    pub sentences: Vec<String>,
}

impl Feed {
    /// The file.
    ///
    /// # Errors
    /// When a template of the campaign's own asks for something that is not there.
    pub fn file(&self, templates: &Templates) -> Result<Vec<u8>, TemplateError> {
        let text = templates.html("shared/site-atom", self)?;
        // XML 1.0 has no place for them, not even escaped.
        Ok(text.chars().filter(|letter| !letter.is_control() || *letter == '\n').collect::<String>().into_bytes())
    }
}
