//! A letter as a page. It keeps the blocks of the text, so that a phone wraps prose but leaves boards and tables as they are.

use serde::Serialize;

use super::report::Picture;
use super::{TemplateError, Templates, layout};

/// A block of a letter, between empty lines.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(tag = "block", rename_all = "kebab-case")]
enum Paragraph {
    Heading {
        text: String,
    },
    /// Prose, which may be wrapped differently.
    Prose {
        text: String,
    },
    /// Lines that begin with marks or numbers.
    Items {
        items: Vec<Item>,
    },
    /// A board, a table or an example, whose lines stay as they are.
    Lines {
        text: String,
    },
    /// A digest or a signature, which may be broken anywhere.
    Digits {
        text: String,
    },
    Rule,
}

/// A line that begins with a mark or a number.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
struct Item {
    /// `✓` for an order as it was read, `⚠` for one that will not work, `✗` for a line that was not understood; otherwise the text's own mark.
    mark: String,
    text: String,
}

/// What a letter shows besides its text.
#[derive(Debug, Clone, Copy, Default, Serialize)]
pub struct BesideText<'a> {
    /// A picture, placed after the first heading and the text below it.
    pub picture: Option<&'a Picture>,
    /// The link to the page on which orders are written by clicking.
    pub composer_link: Option<&'a str>,
    /// Whether a move is written there, rather than orders.
    pub by_moves: bool,
}

#[derive(Serialize)]
struct LetterPage<'a> {
    title: &'a str,
    blocks: Vec<Paragraph>,
    #[serde(flatten)]
    beside: BesideText<'a>,
    below: Vec<Paragraph>,
}

/// A letter as a page, for readers of HTML. It says what the text says, and shows a picture as well.
///
/// # Errors
/// When a template of the program cannot be rendered; in place of a campaign's own, which may be wrong, the program's is used.
pub fn page(templates: &Templates, subject: &str, text: &str, beside: BesideText<'_>) -> Result<String, TemplateError> {
    let mut blocks = blocks(text);
    let headings = blocks.iter().enumerate().filter(|(_, block)| matches!(block, Paragraph::Heading { .. }));
    let second = headings.map(|(index, _)| index).nth(1).filter(|_| beside.picture.is_some());
    let below = second.map(|second| blocks.split_off(second)).unwrap_or_default();
    templates.html("shared/letter", &LetterPage { title: subject, blocks, beside, below })
}

/// The page of a report with a letter at the beginning of its main part.
///
/// # Errors
/// As [`page`].
pub fn before_report(templates: &Templates, subject: &str, text: &str, report_html: &str) -> Result<String, TemplateError> {
    let letter = LetterPage { title: subject, blocks: blocks(text), beside: BesideText::default(), below: Vec::new() };
    let part = templates.html("shared/welcome", &letter)?;
    let inside = |tag| report_html.find(tag).and_then(|at| Some(at + report_html[at..].find('>')? + 1));
    let (before, behind) = report_html.split_at(inside("<main").or_else(|| inside("<body")).unwrap_or_default());
    Ok(format!("{before}\n{part}{behind}"))
}

/// The page of a report with a part at the end of its main part.
pub fn behind_report(report_html: &str, part: &str) -> String {
    let end = report_html.rfind("</main>").or_else(|| report_html.rfind("</body>")).unwrap_or(report_html.len());
    let (before, behind) = report_html.split_at(end);
    format!("{before}{part}\n{behind}")
}

/// The page of a report whose links to one page lead to another. If there is no other, they are left out, each with the line break before it. Both
/// addresses have no letters that HTML escapes.
pub fn led_elsewhere(report_html: &str, page: &str, other: Option<&str>) -> String {
    let to = |page: &str| format!(" href=\"{page}\"");
    match other {
        Some(other) => report_html.replace(&to(page), &to(other)),
        None => without_links(report_html, &to(page)),
    }
}

/// A page without the links that have this attribute.
fn without_links(html: &str, attribute: &str) -> String {
    let mut parts = html.split(attribute);
    let mut kept = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        kept.truncate(kept.rfind('<').unwrap_or(kept.len()));
        kept.truncate(kept.strip_suffix("<br>").unwrap_or(&kept).len());
        kept.push_str(part.split_once("</a>").map_or(part, |(_, behind)| behind));
    }
    kept
}

fn blocks(text: &str) -> Vec<Paragraph> {
    let mut blocks = Vec::new();
    let mut lines: Vec<&str> = Vec::new();
    for line in text.lines().map(str::trim_end).chain([""]) {
        match lines.last() {
            _ if line.is_empty() => blocks.extend(block(&std::mem::take(&mut lines))),
            Some(title) if is_rule(line) && !is_rule(title) && layout::width(line) == layout::width(title) => {
                let title = capitalised(lines.pop().unwrap_or_default());
                blocks.extend(block(&std::mem::take(&mut lines)));
                blocks.push(Paragraph::Heading { text: title });
            }
            _ => lines.push(line),
        }
    }
    blocks
}

fn block(lines: &[&str]) -> Option<Paragraph> {
    let (first, _) = lines.split_first()?;
    if lines.iter().all(|line| is_rule(line)) {
        return Some(Paragraph::Rule);
    }
    if let Some(items) = items(lines) {
        return Some(Paragraph::Items { items });
    }
    let words = |line: &&str| line.split_whitespace().map(layout::width).max().unwrap_or_default();
    Some(if lines.iter().any(|line| words(line) > 48) {
        Paragraph::Digits { text: lines.join("\n") }
    } else if lines.iter().all(|line| !line.starts_with(' ') && !line.contains("  ")) && !first.starts_with('|') {
        Paragraph::Prose { text: lines.join(" ") }
    } else {
        Paragraph::Lines { text: lines.join("\n") }
    })
}

/// Lines that each begin with a mark or a number, with their continuation lines.
fn items(lines: &[&str]) -> Option<Vec<Item>> {
    let mut items: Vec<Item> = Vec::new();
    let mut indent = 0;
    for line in lines {
        let blanks = line.len() - line.trim_start().len();
        match (item(line), items.last_mut()) {
            (Some((at, item)), _) => {
                indent = at;
                items.push(item);
            }
            (None, Some(last)) if blanks >= indent && indent > 0 => last.text = format!("{}\n{}", last.text, line.trim_start()),
            _ => return None,
        }
    }
    Some(items)
}

/// A line that begins with a mark, and the column where its text begins.
fn item(line: &str) -> Option<(usize, Item)> {
    let rest = line.trim_start();
    let (mark, text) = rest.split_once(' ')?;
    let is_numbered = !mark.is_empty() && mark.bytes().all(|byte| byte.is_ascii_digit());
    let mark = match (mark, text.chars().next()) {
        (_, Some('!')) if is_numbered => "⚠",
        (_, Some('?')) if is_numbered => "✗",
        (_, Some('.')) if is_numbered => "·",
        (_, Some(' ')) if is_numbered => "✓",
        ("-" | "+" | "!" | "." | "*", _) if line.starts_with(' ') => mark,
        _ => return None,
    };
    let text = text.trim_start_matches(['!', '?', '.', ' ']);
    let at = line.len().checked_sub(text.len())?;
    (!text.is_empty()).then(|| (at, Item { mark: mark.to_owned(), text: text.to_owned() }))
}

fn is_rule(line: &str) -> bool {
    line.len() > 2 && line.bytes().all(|byte| byte == b'-')
}

/// Turns `NOT UNDERSTOOD` into `Not understood`; leaves titles in other letters as they are.
fn capitalised(title: &str) -> String {
    if title.chars().any(char::is_lowercase) {
        return title.to_owned();
    }
    let mut letters = title.chars();
    letters.next().into_iter().chain(letters.flat_map(char::to_lowercase)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_letter_is_prose_headings_items_and_lines_that_stay() {
        let text = "Ann, one\ntwo.\n\nYOUR ORDERS AS READ\n-------------------\n   1   BUILD 3 PDU ON 2\n   2 ! SEND 4 FI\n       FROM 2 TO 9\n\n  a 3\n  b 4\n\n\
                    -----------\nashpost receipt of x\nZm9yIGV4YW1wbGUtZm9yIGV4YW1wbGUtZm9yIGV4YW1wbGUtZm9yIGV4YW1wbGU\n";
        let item = |mark: &str, text: &str| Item { mark: mark.to_owned(), text: text.to_owned() };
        let expected = [
            Paragraph::Prose { text: "Ann, one two.".to_owned() },
            Paragraph::Heading { text: "Your orders as read".to_owned() },
            Paragraph::Items { items: vec![item("✓", "BUILD 3 PDU ON 2"), item("⚠", "SEND 4 FI\nFROM 2 TO 9")] },
            Paragraph::Lines { text: "  a 3\n  b 4".to_owned() },
        ];
        let found = blocks(text);
        assert_eq!(found[..4], expected);
        assert!(matches!(&found[4], Paragraph::Digits { text } if text.ends_with("YW1wbGU")), "{found:?}");
    }

    #[test]
    fn what_stands_behind_a_report_ends_its_main_part() {
        let pages = ["<body><main>a</main></body>", "<body>a</body>", "a"].map(|page| behind_report(page, "<p>b</p>"));
        assert_eq!(pages, ["<body><main>a<p>b</p>\n</main></body>", "<body>a<p>b</p>\n</body>", "a<p>b</p>\n"]);
    }

    #[test]
    fn a_link_leads_elsewhere_or_goes_with_the_line_break_before_it() {
        let page = "<p><img src=\"cid:map\"><br><a href=\"https://a/1\">More</a></p><p>https://a/1, <a class=\"b\" href=\"https://a/\">all</a></p>";
        let led = |link: &str, other| led_elsewhere(page, link, other);
        assert_eq!(led("https://a/1", Some("https://d/1")), page.replace("\"https://a/1\"", "\"https://d/1\""));
        assert_eq!(led("https://a/1", None), page.replace("<br><a href=\"https://a/1\">More</a>", ""));
        assert_eq!(led("https://a/", None), page.replace("<a class=\"b\" href=\"https://a/\">all</a>", ""));
        assert_eq!([led("https://d/1", None), led("https://d/1", Some("https://a/1"))], [page, page]);
    }

    #[test]
    fn a_heading_is_as_wide_as_its_rule_in_columns() {
        for title in ["BATTLE AT 星", "BATTLE AT E\u{301}DEN", "BATTLE AT ÉDEN"] {
            let text = format!("{title}\n{}\n", "-".repeat(layout::width(title)));
            assert!(matches!(blocks(&text)[..], [Paragraph::Heading { .. }]), "{text}");
        }
    }
}
