//! What is made once for each turn of an archive, and kept.

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};

use super::captions::caption;
use super::frame::{Frame, TurnNews};
use super::reel::Reel;
use crate::render::{TemplateError, Templates};

/// All turns, the opening first.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Album {
    /// One for each turn, the opening first.
    pub leaves: Vec<Leaf>,
    /// The pictures of the same turns.
    pub reel: Reel,
}

/// A turn in an album.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Leaf {
    /// The turn in words.
    pub frame: Frame,
    /// The turn in the story on the front page.
    pub(super) article_html: String,
    /// The turn in the list of all turns.
    pub(super) item_html: String,
    /// The turn's words in the film.
    pub(super) film_svg: String,
}

impl Album {
    /// Adds a turn, which must be later than all others, with its picture. `id` is that of its [`Frame`], and `at` is when it was played.
    ///
    /// # Errors
    /// When a template of the program cannot be rendered; in place of a campaign's own, which may be wrong, the program's is used.
    pub fn add(
        &mut self,
        news: &TurnNews,
        (id, at): (String, DateTime<Utc>),
        svg: &str,
        templates: &Templates,
    ) -> Result<(), TemplateError> {
        let frame = news.frame(templates, id, at)?;
        let told = news.told(&frame);
        let [article_html, item_html] = ["shared/site-article", "shared/site-item"].map(|name| templates.html_of(name, &told));
        self.reel.add(frame.turn, svg);
        self.leaves.push(Leaf { article_html: article_html?, item_html: item_html?, film_svg: caption(&frame), frame });
        Ok(())
    }

    /// All turns in words, the opening first.
    pub fn frames(&self) -> impl DoubleEndedIterator<Item = &Frame> + ExactSizeIterator {
        self.leaves.iter().map(|leaf| &leaf.frame)
    }

    /// The story so far, the newest turn first.
    pub(super) fn story_html(&self) -> String {
        self.leaves.iter().rev().map(|leaf| leaf.article_html.as_str()).collect()
    }

    pub(super) fn turns_html(&self) -> String {
        self.leaves.iter().map(|leaf| leaf.item_html.as_str()).collect()
    }
}
