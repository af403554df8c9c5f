//! Markdown as HTML with links to everything that has a number: headings and rules get anchors, and citations lead to them.

use std::collections::BTreeSet;

use pulldown_cmark::{CowStr, Event, HeadingLevel, Parser, Tag, TagEnd, html};

/// Markdown as HTML. HTML within the text, such as in a title, is shown as written.
pub(super) fn as_html(markdown: &str) -> String {
    let events: Vec<Event<'_>> = Parser::new(markdown).collect();
    let known = numbers(&events);
    let mut writer = AnchorWriter { known: &known, anchored: BTreeSet::new(), is_plain: false };
    let linked: Vec<Event<'_>> = events.iter().enumerate().flat_map(|(index, event)| writer.written(&events, index, event)).collect();
    let mut page = String::new();
    html::push_html(&mut page, linked.into_iter());
    page
}

/// The numbers of all rules and headings.
fn numbers(events: &[Event<'_>]) -> BTreeSet<String> {
    let at = |index: usize| match &events[index] {
        Event::Start(Tag::Heading { .. }) => number(&text_from(events, index)).map(str::to_owned),
        Event::Start(Tag::Strong) if is_first(events, index) => number(&text_from(events, index)).map(str::to_owned),
        _ => None,
    };
    (0..events.len()).filter_map(at).collect()
}

/// Whether an event is the first of a paragraph or of an item in a list.
fn is_first(events: &[Event<'_>], index: usize) -> bool {
    let before = index.checked_sub(1).and_then(|before| events.get(before));
    matches!(before, Some(Event::Start(Tag::Item | Tag::Paragraph)))
}

/// The text from the beginning of a heading or of strong words up to its end.
fn text_from(events: &[Event<'_>], start: usize) -> String {
    let inside = events[start + 1..].iter().take_while(|event| !matches!(event, Event::End(TagEnd::Heading(_) | TagEnd::Strong)));
    let text = inside.filter_map(|event| match event {
        Event::Text(text) | Event::Code(text) => Some(text.as_ref()),
        _ => None,
    });
    text.collect()
}

/// The number at the beginning of a text: a capital letter, then digits and points.
fn number(text: &str) -> Option<&str> {
    let word = text.split_whitespace().next()?.trim_end_matches('.');
    is_number(word).then_some(word)
}

fn is_number(word: &str) -> bool {
    let mut letters = word.chars();
    letters.next().is_some_and(|letter| letter.is_ascii_uppercase())
        && letters.next().is_some_and(|letter| letter.is_ascii_digit())
        && letters.all(|letter| letter.is_ascii_digit() || letter == '.')
}

struct AnchorWriter<'a> {
    known: &'a BTreeSet<String>,
    /// Rules that have their anchor. A number that appears again in bold only refers to its rule.
    anchored: BTreeSet<String>,
    /// Whether this is a heading, a number or code, in which nothing is a citation.
    is_plain: bool,
}

impl AnchorWriter<'_> {
    fn written<'e>(&mut self, events: &[Event<'e>], index: usize, event: &Event<'e>) -> Vec<Event<'e>> {
        match event {
            Event::Start(Tag::Heading { level: HeadingLevel::H2, .. }) => {
                self.is_plain = true;
                let text = text_from(events, index);
                let id = number(&text).map_or_else(|| slug(&text), str::to_owned);
                self.anchored.insert(id.clone());
                vec![raw(format!("<h2 id=\"{id}\">"))]
            }
            Event::End(TagEnd::Heading(HeadingLevel::H2)) => {
                self.is_plain = false;
                vec![raw("</h2>\n".to_owned())]
            }
            Event::Start(Tag::Strong) if is_first(events, index) => match number(&text_from(events, index)) {
                Some(id) if self.anchored.insert(id.to_owned()) => {
                    self.is_plain = true;
                    vec![raw(format!("<strong id=\"{id}\">"))]
                }
                _ => vec![event.clone()],
            },
            Event::Start(Tag::CodeBlock(_)) => {
                self.is_plain = true;
                vec![raw("<pre tabindex=\"0\"><code>".to_owned())]
            }
            Event::End(TagEnd::Strong | TagEnd::CodeBlock) => {
                self.is_plain = false;
                vec![event.clone()]
            }
            Event::Html(text) | Event::InlineHtml(text) => vec![Event::Text(text.clone())],
            Event::Text(text) if !self.is_plain => self.linked(text),
            other => vec![other.clone()],
        }
    }

    /// A text in which each number of a rule is a link.
    fn linked<'e>(&self, text: &str) -> Vec<Event<'e>> {
        let (mut parts, mut told) = (Vec::new(), 0);
        let plain = |part: &str| Event::Text(CowStr::from(part.to_owned()));
        for (at, word) in words(text) {
            if !self.known.contains(word) || !stands_alone(&text[..at], &text[at + word.len()..]) {
                continue;
            }
            parts.push(plain(&text[told..at]));
            parts.push(raw(format!("<a href=\"#{word}\">{word}</a>")));
            told = at + word.len();
        }
        parts.push(plain(&text[told..]));
        parts
    }
}

/// Runs of letters, digits and points, without a final point, and where each begins.
fn words(text: &str) -> Vec<(usize, &str)> {
    let belongs = |letter: char| letter.is_ascii_alphanumeric() || letter == '.';
    let mut words = Vec::new();
    let mut rest = text;
    while let Some(start) = rest.find(belongs) {
        let from = &rest[start..];
        let end = from.find(|letter: char| !belongs(letter)).unwrap_or(from.len());
        words.push((text.len() - from.len(), from[..end].trim_end_matches('.')));
        rest = &from[end..];
    }
    words
}

/// A word next to `=`, `@` or `-` is a square or part of a move rather than the number of a rule.
fn stands_alone(before: &str, behind: &str) -> bool {
    before.chars().next_back().is_none_or(|letter| " (\n".contains(letter))
        && behind.chars().next().is_none_or(|letter| " ).,;:\n".contains(letter))
}

/// `The distance table` as `the-distance-table`.
fn slug(text: &str) -> String {
    let words = text.split(|letter: char| !letter.is_ascii_alphanumeric()).filter(|word| !word.is_empty());
    words.collect::<Vec<_>>().join("-").to_lowercase()
}

fn raw<'e>(html: String) -> Event<'e> {
    Event::InlineHtml(CowStr::from(html))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn markdown_becomes_html_and_html_in_it_does_not() {
        let page = as_html("# Rules <script>\n\n- **A1** a * b <= 3\n\n<b>x</b>\n");
        assert_eq!(
            page,
            "<h1>Rules &lt;script&gt;</h1>\n<ul>\n<li><strong id=\"A1\">A1</strong> a * b &lt;= 3</li>\n</ul>\n<p>&lt;b&gt;x&lt;/b&gt;</p>\n"
        );
    }

    #[test]
    fn headings_and_rules_have_anchors_and_citations_lead_to_them() {
        let page =
            as_html("## B1 The box\n\n- **B1.2 Stock.** See B1.2, (B1) and B9; not `B1.2` nor B1.2=x.\n\n## The end\n\n**B1.2** again\n");
        for expected in [
            "<h2 id=\"B1\">B1 The box</h2>",
            "<strong id=\"B1.2\">B1.2 Stock.</strong> See <a href=\"#B1.2\">B1.2</a>, (<a href=\"#B1\">B1</a>) and B9; not <code>B1.2</code> nor B1.2=x.",
            "<h2 id=\"the-end\">The end</h2>",
            "<strong><a href=\"#B1.2\">B1.2</a></strong> again",
        ] {
            assert!(page.contains(expected), "{expected}\n{page}");
        }
    }

    #[test]
    fn what_scrolls_can_be_reached_with_the_keyboard() {
        assert_eq!(as_html("    A1 <b>\n"), "<pre tabindex=\"0\"><code>A1 &lt;b&gt;\n</code></pre>\n");
    }
}
