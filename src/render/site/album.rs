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
#[derive(Debug, Clone, PartialEq, Eq)]
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

/// The first line of a stored leaf; its texts stand behind it as they are. As JSON, they would be read letter by letter because of their quotation
/// marks, which took half of what an album of 300 turns costs.
#[derive(Serialize, Deserialize)]
struct LeafHead<F> {
    frame: F,
    /// How many bytes the article, the item and the film's words take. `None` in leaves of older programs, which had them as fields.
    lengths: Option<[usize; 3]>,
}

impl Leaf {
    /// The leaf as it is stored.
    ///
    /// # Errors
    /// When the frame has no JSON form, which it always has.
    pub fn text(&self) -> serde_json::Result<String> {
        let texts = [&self.article_html, &self.item_html, &self.film_svg];
        let head = serde_json::to_string(&LeafHead { frame: &self.frame, lengths: Some(texts.map(String::len)) })?;
        Ok(head + "\n" + &texts.map(String::as_str).concat())
    }

    /// Reads a stored leaf; `None` if it was stored in another form.
    pub fn read(text: &str) -> Option<Leaf> {
        let (head, texts) = text.split_once('\n')?;
        let LeafHead { frame, lengths } = serde_json::from_str(head).ok()?;
        let [article, item, film] = lengths?;
        let (article_html, texts) = texts.split_at_checked(article)?;
        let (item_html, film_svg) = texts.split_at_checked(item)?;
        let [article_html, item_html, film_svg] = [article_html, item_html, film_svg].map(str::to_owned);
        (film_svg.len() == film).then_some(Leaf { frame, article_html, item_html, film_svg })
    }

    /// The frame of a stored leaf, also of one that an older program has stored.
    pub fn frame_in(text: &str) -> Option<Frame> {
        let head: LeafHead<Frame> = serde_json::from_str(text.lines().next()?).ok()?;
        Some(head.frame)
    }
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
