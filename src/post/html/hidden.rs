//! Finds HTML elements that are invisible, such as the line that a program shows in its list of emails; their content is not read.

use std::collections::BTreeMap;

use super::markup::Markup;

/// Elements that have no end tag.
const VOID: [&str; 10] = ["area", "base", "br", "col", "hr", "img", "input", "link", "meta", "wbr"];

/// For each piece of a source that begins a hidden element: the piece that ends it. An element without an end hides nothing, so that no
/// word is lost to a missing tag.
pub(super) fn ends(pieces: &[&str]) -> Vec<Option<usize>> {
    let mut ends = vec![None; pieces.len()];
    // The open elements, each with how many tags before it have set a font size.
    let mut open: BTreeMap<String, Vec<(usize, usize)>> = BTreeMap::new();
    let mut sizes = 0;
    for (at, piece) in pieces.iter().enumerate().skip(1) {
        let Markup { slash, name, .. } = Markup::of(piece);
        let kind = name.to_ascii_lowercase();
        if VOID.contains(&kind.as_str()) {
            continue;
        }
        if slash.is_empty() {
            sizes += usize::from(font_size(attributes(piece)).is_some_and(|size| size > 0.0));
            open.entry(kind).or_default().push((at, sizes));
        } else if let Some((start, sizes_before)) = open.get_mut(&kind).and_then(Vec::pop) {
            let hides = match Hiding::of(attributes(pieces[start])) {
                Hiding::Whole => true,
                Hiding::Letters => sizes == sizes_before,
                Hiding::No => false,
            };
            ends[start] = hides.then_some(at);
        }
    }
    ends
}

/// What the attributes of a tag hide.
enum Hiding {
    /// The element with everything in it.
    Whole,
    /// Its own letters, which have no size; an element inside may give them one.
    Letters,
    No,
}

impl Hiding {
    fn of(attributes: &str) -> Hiding {
        let style = compact(attributes);
        let is_hidden = || unquoted(attributes).split_whitespace().any(|word| word.split('=').next() == Some("hidden"));
        if style.contains("display:none") || style.contains("visibility:hidden") || is_hidden() {
            Hiding::Whole
        } else if font_size(attributes) == Some(0.0) {
            Hiding::Letters
        } else {
            Hiding::No
        }
    }
}

fn attributes(piece: &str) -> &str {
    piece.split('>').next().unwrap_or_default()
}

fn compact(attributes: &str) -> String {
    attributes.chars().filter(|letter| !letter.is_whitespace()).collect::<String>().to_ascii_lowercase()
}

/// The last font size that a tag sets, in whatever unit.
fn font_size(attributes: &str) -> Option<f64> {
    let style = compact(attributes);
    let (_, value) = style.rsplit_once("font-size:")?;
    value[..value.find(|letter: char| !letter.is_ascii_digit() && letter != '.').unwrap_or(value.len())].parse().ok()
}

/// The attributes without their quoted values, in lower case.
fn unquoted(attributes: &str) -> String {
    let mut quote = None;
    let outside = attributes.chars().filter(|letter| match quote {
        Some(mark) => {
            quote = quote.filter(|_| mark != *letter);
            false
        }
        None => {
            quote = Some(*letter).filter(|letter| matches!(letter, '"' | '\''));
            quote.is_none()
        }
    });
    outside.collect::<String>().to_ascii_lowercase()
}
