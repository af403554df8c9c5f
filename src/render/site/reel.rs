//! All pictures of a game as one: what stays the same from turn to turn is in it once, and each part has the turns in which it shows.

use std::collections::BTreeMap;
use std::ops::RangeInclusive;

use serde::{Deserialize, Serialize};

use super::texts::Texts;

/// The most pairs of parts that are compared in search of shared parts. Beyond this, the reel is larger but shows the same.
const MOST_PAIRS: usize = 16_000_000;

/// The pictures of an album's turns, as [`crate::render::picture::svg::render`] made them.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Reel {
    /// The width of the largest picture.
    width: f64,
    height: f64,
    /// The attributes of the pictures' roots besides their size, such as the font.
    root: String,
    /// The elements; of those that show in the same turn, later ones lie on top.
    parts: Vec<ReelElement>,
}

/// An element of the pictures.
#[derive(Debug, Clone, PartialEq)]
struct ReelElement {
    svg: String,
    shown: Spans,
}

/// The first line of a stored reel; the elements' texts stand behind it as they are, since JSON would have a sign before each of their quotation marks.
#[derive(Serialize, Deserialize)]
struct ReelHead {
    width: f64,
    height: f64,
    root: String,
    /// How many bytes each element takes, and when it shows.
    parts: Vec<(usize, Spans)>,
}

/// Elements that are adjacent and show in the same turns.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct ReelPiece {
    pub svg: String,
    pub shown: Spans,
}

/// The turns in which something shows, as the first and last turn of each span, in ascending order with at least one turn in between.
#[derive(Debug, Clone, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Spans(Vec<(u32, u32)>);

impl Spans {
    pub(super) fn of(turn: u32) -> Spans {
        Spans(vec![(turn, turn)])
    }

    /// Adds a turn, which must be later than all others.
    fn add(&mut self, turn: u32) {
        match self.0.last_mut() {
            Some((_, last)) if *last + 1 == turn => *last = turn,
            _ => self.0.push((turn, turn)),
        }
    }

    /// Whether it shows in this turn.
    pub fn contains(&self, turn: u32) -> bool {
        self.0.iter().any(|(first, last)| (*first..=*last).contains(&turn))
    }

    /// Whether it shows in all of these turns, and in no others.
    pub fn is_all(&self, (first, last): (u32, u32)) -> bool {
        self.0 == [(first, last)]
    }

    /// Those of them that are among `turns`.
    fn within(&self, turns: &RangeInclusive<u32>) -> Spans {
        let cut = self.iter().map(|(first, last)| (first.max(*turns.start()), last.min(*turns.end())));
        Spans(cut.filter(|(first, last)| first <= last).collect())
    }

    /// The first and last turn of each span.
    pub fn iter(&self) -> impl Iterator<Item = (u32, u32)> {
        self.0.iter().copied()
    }

    /// The spans as scripts read them: `0-3 5`.
    pub fn text(&self) -> String {
        let span = |(first, last): &(u32, u32)| if first == last { first.to_string() } else { format!("{first}-{last}") };
        self.0.iter().map(span).collect::<Vec<_>>().join(" ")
    }
}

impl Reel {
    /// The reel as it is stored.
    ///
    /// # Errors
    /// When its numbers have no JSON form, which they always have.
    pub fn text(&self) -> serde_json::Result<String> {
        let parts = self.parts.iter().map(|part| (part.svg.len(), part.shown.clone())).collect();
        let head = serde_json::to_string(&ReelHead { width: self.width, height: self.height, root: self.root.clone(), parts })?;
        let texts = self.parts.iter().map(|part| part.svg.as_str());
        Ok([head.as_str(), "\n"].into_iter().chain(texts).collect())
    }

    /// Reads a stored reel; `None` if it was stored in another form.
    pub fn read(text: &str) -> Option<Reel> {
        let (head, texts) = text.split_once('\n')?;
        let ReelHead { width, height, root, parts } = serde_json::from_str(head).ok()?;
        let mut texts = Texts(texts);
        let element = |(length, shown)| Some(ReelElement { svg: texts.next(length)?.to_owned(), shown });
        let parts = parts.into_iter().map(element).collect::<Option<_>>()?;
        texts.is_at_end().then_some(Reel { width, height, root, parts })
    }

    /// Adds the picture of a turn, which must be later than all others. A text that is no picture adds nothing.
    pub fn add(&mut self, turn: u32, svg: &str) {
        let Some(picture) = PictureParts::read(svg) else { return };
        (self.width, self.height) = (self.width.max(picture.size.0), self.height.max(picture.size.1));
        if !picture.root.is_empty() {
            self.root = picture.root;
        }
        let mut merged = Vec::with_capacity(self.parts.len() + 16);
        let mut old = std::mem::take(&mut self.parts).into_iter();
        let known: Vec<&str> = old.as_slice().iter().map(|part| part.svg.as_str()).collect();
        let shared = shared(&known, &picture.elements);
        let mut taken = 0;
        for (index, element) in picture.elements.iter().enumerate() {
            let Some(at) = shared.get(&index) else {
                merged.push(ReelElement { svg: (*element).to_owned(), shown: Spans::of(turn) });
                continue;
            };
            merged.extend(old.by_ref().take(at - taken));
            if let Some(mut part) = old.next() {
                part.shown.add(turn);
                merged.push(part);
            }
            taken = at + 1;
        }
        merged.extend(old);
        self.parts = merged;
    }

    /// What shows in these turns.
    pub(super) fn part(&self, turns: &RangeInclusive<u32>) -> Reel {
        let cut = self.parts.iter().map(|part| ReelElement { svg: part.svg.clone(), shown: part.shown.within(turns) });
        Reel { parts: cut.filter(|part| !part.shown.0.is_empty()).collect(), root: self.root.clone(), ..*self }
    }

    /// Whether there is nothing to show.
    pub fn is_empty(&self) -> bool {
        self.parts.is_empty()
    }

    /// Width and height, in units of the pictures.
    pub fn size(&self) -> (f64, f64) {
        (self.width, self.height)
    }

    /// The attributes for an element around the pieces, each after a blank.
    pub fn attributes(&self) -> &str {
        &self.root
    }

    /// The pieces, the lowest first.
    pub fn pieces(&self) -> Vec<ReelPiece> {
        let mut pieces: Vec<ReelPiece> = Vec::new();
        for part in &self.parts {
            match pieces.last_mut().filter(|piece| piece.shown == part.shown) {
                Some(piece) => piece.svg.push_str(&part.svg),
                None => pieces.push(ReelPiece { svg: part.svg.clone(), shown: part.shown.clone() }),
            }
        }
        pieces
    }
}

/// The elements that two lists share in the same order, as many as possible, as index in `new` to index in `old`.
fn shared(old: &[&str], new: &[&str]) -> BTreeMap<usize, usize> {
    let same = |(one, other): &(&&str, &&str)| one == other;
    let front = old.iter().zip(new).take_while(same).count();
    let back = old[front..].iter().rev().zip(new[front..].iter().rev()).take_while(same).count();
    let (inner_old, inner_new) = (&old[front..old.len() - back], &new[front..new.len() - back]);
    let ends = (0..front).map(|index| (index, index));
    let ends = ends.chain((1..=back).map(|from_end| (new.len() - from_end, old.len() - from_end)));
    ends.chain(longest_in_common(inner_old, inner_new).into_iter().map(|(new, old)| (new + front, old + front))).collect()
}

/// The longest common subsequence, by the usual table of lengths, as pairs of indices in `new` and `old`.
fn longest_in_common<'a>(old: &[&'a str], new: &[&'a str]) -> Vec<(usize, usize)> {
    if old.is_empty() || new.is_empty() || old.len().saturating_mul(new.len()) > MOST_PAIRS {
        return Vec::new();
    }
    // Numbers are compared faster than long texts that begin alike.
    let mut numbers: BTreeMap<&str, usize> = BTreeMap::new();
    let mut numbered = |list: &[&'a str]| -> Vec<usize> {
        list.iter()
            .map(|text| {
                let next = numbers.len();
                *numbers.entry(text).or_insert(next)
            })
            .collect()
    };
    let (old, new) = (numbered(old), numbered(new));
    // `best[row][column]` is the length of what the lists share from there on.
    let columns = new.len() + 1;
    let mut best = vec![0_u32; (old.len() + 1) * columns];
    for row in (0..old.len()).rev() {
        for column in (0..new.len()).rev() {
            best[row * columns + column] = if old[row] == new[column] {
                best[(row + 1) * columns + column + 1] + 1
            } else {
                best[(row + 1) * columns + column].max(best[row * columns + column + 1])
            };
        }
    }
    let (mut row, mut column, mut pairs) = (0, 0, Vec::new());
    while row < old.len() && column < new.len() {
        if old[row] == new[column] {
            pairs.push((column, row));
            (row, column) = (row + 1, column + 1);
        } else if best[(row + 1) * columns + column] >= best[row * columns + column + 1] {
            row += 1;
        } else {
            column += 1;
        }
    }
    pairs
}

/// A picture taken apart.
struct PictureParts<'a> {
    size: (f64, f64),
    root: String,
    /// All elements but the title.
    elements: Vec<&'a str>,
}

impl<'a> PictureParts<'a> {
    /// Takes a picture apart; `None` for a text that is no picture with a size.
    fn read(svg: &'a str) -> Option<PictureParts<'a>> {
        let (_, from_root) = svg.split_once("<svg")?;
        let (root, inside) = from_root.split_once('>')?;
        let (inside, _) = inside.rsplit_once("</svg>")?;
        let view: Vec<f64> = attribute(root, "viewBox")?.split_whitespace().filter_map(|number| number.parse().ok()).collect();
        let [_, _, width, height] = view[..] else { return None };
        let kept = ["class", "font-family", "stroke-linejoin", "stroke-linecap"].into_iter();
        let kept = kept.filter_map(|name| Some(format!(" {name}=\"{}\"", attribute(root, name)?)));
        let elements = elements(inside).into_iter().filter(|element| !element.starts_with("<title"));
        Some(PictureParts { size: (width, height), root: kept.collect(), elements: elements.collect() })
    }
}

fn attribute<'a>(tag: &'a str, name: &str) -> Option<&'a str> {
    let (_, value) = tag.split_once(&format!(" {name}=\""))?;
    Some(value.split_once('"')?.0)
}

/// The elements of the top level with their content; text between them is not drawn.
fn elements(inside: &str) -> Vec<&str> {
    let (mut elements, mut start, mut depth, mut at) = (Vec::new(), 0, 0_usize, 0);
    while let Some(begin) = inside[at..].find('<').map(|offset| at + offset) {
        if depth == 0 {
            start = begin;
        }
        let Some(end) = inside[begin..].find('>').map(|offset| begin + offset + 1) else { break };
        let tag = &inside[begin..end];
        if tag.starts_with("</") {
            depth = depth.saturating_sub(1);
        } else if !tag.ends_with("/>") {
            depth += 1;
        }
        if depth == 0 {
            elements.push(&inside[start..end]);
        }
        at = end;
    }
    elements
}

#[cfg(test)]
mod tests {
    use super::*;

    fn picture(elements: &[&str]) -> String {
        let inside: String = elements.iter().map(|id| format!("<g id=\"{id}\"><text>{id}</text></g>\n")).collect();
        format!("<svg xmlns=\"x\" viewBox=\"0 0 40 30\" role=\"img\" font-family=\"A, b\">\n<title>t</title>\n{inside}</svg>\n")
    }

    fn reel(turns: &[&[&str]]) -> Reel {
        let mut reel = Reel::default();
        (0..).zip(turns).for_each(|(turn, elements)| reel.add(turn, &picture(elements)));
        reel
    }

    fn told(reel: &Reel) -> Vec<String> {
        let id = |svg: &str| svg.split("id=\"").skip(1).map(|part| part.split_once('"').unwrap().0).collect::<String>();
        reel.pieces().iter().map(|piece| format!("{} {}", id(&piece.svg), piece.shown.text())).collect()
    }

    /// Checks the reel, and that each turn shows its own picture, in order.
    fn check(turns: &[&[&str]], expected: &[&str]) {
        let reel = reel(turns);
        assert_eq!(told(&reel), expected);
        for (turn, elements) in (0..).zip(turns) {
            let shown: Vec<&str> = reel.parts.iter().filter(|part| part.shown.contains(turn)).map(|part| part.svg.as_str()).collect();
            let picture = picture(elements);
            assert_eq!(shown, PictureParts::read(&picture).unwrap().elements, "turn {turn}");
        }
    }

    #[test]
    fn what_stays_is_there_once_and_what_comes_back_shows_again() {
        check(&[&["a", "b", "z"], &["a", "c", "z"], &["a", "b", "z"]], &["a 0-2", "c 1", "b 0 2", "z 0-2"]);
        check(&[&["a"], &["a"], &["a"]], &["a 0-2"]);
        check(&[&[], &["a"], &[]], &["a 1"]);
    }

    #[test]
    fn what_lies_on_top_stays_on_top() {
        check(&[&["a", "b", "c"], &["c", "a", "b"]], &["c 1", "ab 0-1", "c 0"]);
        check(&[&["a", "a", "b"], &["a", "b", "b"], &["b", "a"]], &["a 0-1", "b 1-2", "a 0 2", "b 0-1"]);
    }

    #[test]
    fn the_root_keeps_its_font_and_the_largest_size() {
        let mut reel = reel(&[&["a"]]);
        reel.add(1, "<svg viewBox=\"0 0 20 50\"><circle r=\"1\"/></svg>");
        assert_eq!((reel.size(), reel.pieces()[0].svg.as_str()), ((40.0, 50.0), "<circle r=\"1\"/>"));
        assert_eq!(self::reel(&[&["a"]]).attributes(), " font-family=\"A, b\"");
        for nothing in ["", "<svg></svg>", "<svg viewBox=\"\"><a></svg>", "<svg viewBox=\"0 0 1 1\"><a"] {
            reel.add(2, nothing);
        }
        assert_eq!(reel.pieces().len(), 2);
    }
}
