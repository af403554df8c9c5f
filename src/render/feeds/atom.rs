//! News as an Atom feed (RFC 4287).

use chrono::{DateTime, SubsecRound, Utc};
use serde::Serialize;

use crate::campaign::urn;
use crate::render::report::EndFacts;
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

/// A turn that was played, or the end of the game.
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
    /// How the game ended, in the entry about a decision that ended it; null in that of a turn.
    pub ended: Option<EndFacts>,
}

impl FeedEntry {
    /// The entry about a decision that ended a game after its last turn; `None` if the rules ended it, as the last turn tells. `page` is that of the
    /// campaign.
    pub fn of_end(last: &FeedEntry, facts: &EndFacts, at: DateTime<Utc>, page: String) -> Option<FeedEntry> {
        let id = urn(&[&last.id, "end"]);
        let (headline, sentences) = (String::new(), Vec::new());
        facts.decided.is_some().then(|| FeedEntry {
            id,
            headline,
            updated: at.trunc_subsecs(0),
            page,
            sentences,
            ended: Some(facts.clone()),
            ..last.clone()
        })
    }
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
