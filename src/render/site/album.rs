//! What is made once for each turn of an archive, and kept.

use std::borrow::Cow;
use std::ops::RangeInclusive;

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};

use super::captions::caption;
use super::chapters::front_page_begins_at;
use super::frame::{Frame, TurnNews};
use super::reel::Reel;
use super::texts::Texts;
use crate::render::{TemplateError, Templates};

/// The turns of a game from some turn on, without a gap.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Album {
    /// One for each turn, in ascending order.
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

/// The first line of a stored leaf, all numbers; its texts stand behind it as they are. As JSON, they would be read letter by letter, and a
/// turn reads up to a hundred leaves.
#[derive(Serialize, Deserialize)]
struct LeafHead {
    turn: u32,
    /// [`Frame::at`], in seconds since 1970.
    at: i64,
    /// How many bytes these take: id, headline, label, moves, article, item and the film's words.
    lengths: [usize; 7],
    /// How many bytes each sentence takes; they stand behind all else.
    sentences: Vec<usize>,
}

/// What older programs stored as the first line of a leaf.
#[derive(Deserialize)]
struct OlderHead {
    frame: Frame,
}

impl Leaf {
    /// The leaf as it is stored.
    ///
    /// # Errors
    /// When the numbers have no JSON form, which they always have.
    pub fn text(&self) -> serde_json::Result<String> {
        let Frame { turn, id, at, headline, sentences, label, moves_html } = &self.frame;
        let texts = [id, headline, label, moves_html, &self.article_html, &self.item_html, &self.film_svg];
        let lengths = texts.map(String::len);
        let head = LeafHead { turn: *turn, at: at.timestamp(), lengths, sentences: sentences.iter().map(String::len).collect() };
        Ok(serde_json::to_string(&head)? + "\n" + &texts.map(String::as_str).concat() + &sentences.concat())
    }

    /// Reads a stored leaf; `None` if it was stored in another form.
    pub fn read(text: &str) -> Option<Leaf> {
        let (head, texts) = text.split_once('\n')?;
        let LeafHead { turn, at, lengths, sentences } = serde_json::from_str(head).ok()?;
        let mut texts = Texts(texts);
        let mut next = |length| texts.next(length).map(str::to_owned);
        let [id, headline, label, moves_html, article_html, item_html, film_svg] = lengths.map(&mut next);
        let sentences = sentences.into_iter().map(&mut next).collect::<Option<_>>()?;
        let at = DateTime::from_timestamp(at, 0)?;
        let frame = Frame { turn, id: id?, at, headline: headline?, sentences, label: label?, moves_html: moves_html? };
        texts.is_at_end().then_some(Leaf { frame, article_html: article_html?, item_html: item_html?, film_svg: film_svg? })
    }

    /// The frame of a stored leaf, also of one that an older program has stored.
    pub fn frame_in(text: &str) -> Option<Frame> {
        let of_older = || serde_json::from_str(text.lines().next()?).ok().map(|head: OlderHead| head.frame);
        Leaf::read(text).map(|leaf| leaf.frame).or_else(of_older)
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

    /// The first and the last turn; `None` if there is none.
    pub(super) fn ends(&self) -> Option<(u32, u32)> {
        Some((self.leaves.first()?.frame.turn, self.leaves.last()?.frame.turn))
    }

    /// The first turn that the front page tells.
    pub(super) fn front_page_begins_at(&self) -> u32 {
        self.ends().map_or(0, |(_, last)| front_page_begins_at(last))
    }

    /// These turns, as far as they are in it.
    pub fn part(&self, turns: RangeInclusive<u32>) -> Cow<'_, Album> {
        let is_in_it = |leaf: &&Leaf| turns.contains(&leaf.frame.turn);
        if self.leaves.iter().all(|leaf| is_in_it(&leaf)) {
            return Cow::Borrowed(self);
        }
        Cow::Owned(Album { leaves: self.leaves.iter().filter(is_in_it).cloned().collect(), reel: self.reel.part(&turns) })
    }

    /// A turn in words.
    pub(super) fn frame(&self, turn: u32) -> Option<&Frame> {
        self.frames().find(|frame| frame.turn == turn)
    }

    /// All turns in words, in ascending order.
    pub fn frames(&self) -> impl DoubleEndedIterator<Item = &Frame> + ExactSizeIterator {
        self.leaves.iter().map(|leaf| &leaf.frame)
    }

    /// The story, the newest turn first.
    pub(super) fn story_html(&self) -> String {
        self.leaves.iter().rev().map(|leaf| leaf.article_html.as_str()).collect()
    }

    pub(super) fn turns_html(&self) -> String {
        self.leaves.iter().map(|leaf| leaf.item_html.as_str()).collect()
    }
}
