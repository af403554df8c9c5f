//! HTML mails as lines of text, quotes marked with `> `, in one pass over the source.
//!
//! No document tree is built: a reader of orders needs lines and quotes, and a tree can be made to grow far
//! beyond its source (tags left open are opened again in every paragraph) or to nest deeper than a stack.

use mail_parser::decoders::html::add_html_token;

/// The text that a reader would see; a block element is a line of its own, a `<blockquote>` is quoted.
pub fn to_text(source: &str) -> String {
    let mut page = Page::default();
    let mut never_closed: Vec<String> = Vec::new();
    let mut rest = source;
    while let Some(start) = rest.find('<') {
        page.text(&rest[..start]);
        rest = &rest[start..];
        let Some(tag) = Tag::read(rest) else {
            page.text("<");
            rest = &rest[1..];
            continue;
        };
        rest = &rest[tag.length..];
        page.tag(&tag);
        if is_unseen(&tag.name) && !tag.is_end && !never_closed.contains(&tag.name) {
            match behind_end_tag(rest, &tag.name) {
                Some(behind) => rest = behind,
                // Then its content may be what was meant to be read; and it is not looked for again.
                None => never_closed.push(tag.name),
            }
        }
    }
    page.text(rest);
    page.end_line_if_begun();
    page.lines
}

#[derive(Default)]
struct Page {
    lines: String,
    line: String,
    /// A blank that is written only if something follows on the line.
    owes_blank: bool,
    preformatted: usize,
    quotes: usize,
    /// For each open `<div>`, whether it is a quote without a `<blockquote>`.
    divs: Vec<bool>,
}

impl Page {
    fn text(&mut self, text: &str) {
        for (index, piece) in text.split('&').enumerate() {
            let piece = if index == 0 { piece } else { self.entity(piece) };
            piece.chars().for_each(|letter| self.letter(letter));
        }
    }

    /// Writes the character that `&piece` begins with, and returns what stands behind it.
    fn entity<'a>(&mut self, piece: &'a str) -> &'a str {
        let name = piece.split(|letter: char| !letter.is_ascii_alphanumeric() && letter != '#').next().unwrap_or("");
        let mut decoded = String::new();
        if !name.is_empty() && name.len() <= 10 && piece[name.len()..].starts_with(';') {
            add_html_token(&mut decoded, format!("&{name};").as_bytes(), false);
        }
        if decoded.is_empty() || decoded.starts_with('&') && name != "amp" && name != "AMP" {
            self.letter('&');
            return piece;
        }
        decoded.chars().for_each(|letter| self.seen(letter));
        &piece[name.len() + 1..]
    }

    fn letter(&mut self, letter: char) {
        match letter {
            '\n' if self.preformatted > 0 => self.end_line(),
            ' ' | '\t' if self.preformatted > 0 => self.seen(' '),
            ' ' | '\t' | '\r' | '\n' | '\u{c}' => self.owes_blank = !self.line.is_empty(),
            letter => self.seen(letter),
        }
    }

    fn seen(&mut self, letter: char) {
        if std::mem::take(&mut self.owes_blank) {
            self.line.push(' ');
        }
        self.line.push(letter);
    }

    fn tag(&mut self, tag: &Tag<'_>) {
        match tag.name.as_str() {
            "br" => self.end_line(),
            "td" | "th" => self.owes_blank = !self.line.is_empty(),
            // What is struck out is not meant; the marks keep it from reading as an order.
            "s" | "strike" | "del" => self.text("~~"),
            name if is_block(name) => {
                self.end_line_if_begun();
                self.block(name, tag);
            }
            _ => (),
        }
    }

    fn block(&mut self, name: &str, tag: &Tag<'_>) {
        match (name, tag.is_end) {
            ("pre", false) => self.preformatted += 1,
            ("pre", true) => self.preformatted = self.preformatted.saturating_sub(1),
            ("blockquote", false) => self.quotes += 1,
            ("blockquote", true) => self.quotes = self.quotes.saturating_sub(1),
            ("div", false) => {
                // Yahoo quotes without <blockquote>.
                let is_quote = tag.attributes.contains("yahoo_quoted");
                self.divs.push(is_quote);
                self.quotes += usize::from(is_quote);
            }
            ("div", true) if self.divs.pop() == Some(true) => self.quotes = self.quotes.saturating_sub(1),
            _ => (),
        }
    }

    fn end_line_if_begun(&mut self) {
        if !self.line.is_empty() {
            self.end_line();
        }
    }

    fn end_line(&mut self) {
        if self.quotes > 0 {
            self.lines.push_str("> ");
        }
        self.lines.push_str(&self.line);
        self.lines.push('\n');
        self.line.clear();
        self.owes_blank = false;
    }
}

struct Tag<'a> {
    /// In lower case; empty for comments and declarations.
    name: String,
    is_end: bool,
    attributes: &'a str,
    length: usize,
}

impl Tag<'_> {
    /// Reads what begins with `<`; `None` if it is no tag but a smaller-than sign.
    fn read(source: &str) -> Option<Tag<'_>> {
        if source.starts_with("<!") || source.starts_with("<?") {
            let end = if source.starts_with("<!--") { "-->" } else { ">" };
            let length = source.find(end).map_or(source.len(), |at| at + end.len());
            return Some(Tag { name: String::new(), is_end: false, attributes: "", length });
        }
        let is_end = source.starts_with("</");
        let inside = &source[1 + usize::from(is_end)..];
        let name_length = inside.find(|letter: char| !letter.is_ascii_alphanumeric() && letter != ':').unwrap_or(inside.len());
        if !inside.starts_with(|letter: char| letter.is_ascii_alphabetic()) {
            return None;
        }
        let attributes = &inside[name_length..];
        let end = end_of_attributes(attributes);
        let length = source.len() - attributes.len() + (end + 1).min(attributes.len());
        Some(Tag { name: inside[..name_length].to_ascii_lowercase(), is_end, attributes: &attributes[..end], length })
    }
}

/// The place of the `>` that ends a tag, or the end of the source; quoted values may hold one.
fn end_of_attributes(attributes: &str) -> usize {
    let mut quote = None;
    for (at, byte) in attributes.bytes().enumerate() {
        match (quote, byte) {
            (None, b'>') => return at,
            (None, b'"' | b'\'') if attributes[..at].ends_with('=') => quote = Some(byte),
            (Some(open), byte) if open == byte => quote = None,
            _ => (),
        }
    }
    attributes.len()
}

fn is_unseen(name: &str) -> bool {
    matches!(name, "script" | "style" | "title" | "textarea" | "noscript" | "template" | "svg")
}

/// What follows `</name>`, if that ever comes.
fn behind_end_tag<'a>(source: &'a str, name: &str) -> Option<&'a str> {
    let mut from = 0;
    while let Some(at) = source[from..].find("</") {
        let end = from + at + 2;
        if source.as_bytes()[end..].get(..name.len()).is_some_and(|found| found.eq_ignore_ascii_case(name.as_bytes())) {
            return Some(source[end + name.len()..].split_once('>').unwrap_or_default().1);
        }
        from = end;
    }
    None
}

fn is_block(name: &str) -> bool {
    let blocks =
        ["address", "article", "body", "blockquote", "center", "dd", "div", "dl", "dt", "footer", "form", "h1", "h2", "h3", "h4", "h5"];
    let more = ["h6", "header", "hr", "html", "li", "main", "ol", "p", "pre", "section", "table", "tbody", "thead", "tr", "ul"];
    blocks.contains(&name) || more.contains(&name)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(source: &str, expected: &str) {
        assert_eq!(to_text(source), expected, "{source}");
    }

    #[test]
    fn each_block_is_a_line_and_a_blockquote_is_quoted() {
        check("<div>BUILD 3 FI\n ON&nbsp;1</div><div>SEND <b>2</b> FI<br></div>", "BUILD 3 FI ON\u{a0}1\nSEND 2 FI\n");
        check("one<div><br></div><blockquote type='cite'><div>old</div>order</blockquote>new", "one\n\n> old\n> order\nnew\n");
        check("<ul><li>a<li>b</ul><table><tr><td>c</td><td>d</table>", "a\nb\nc d\n");
        check("<pre>a\n  b</pre>c", "a\n  b\nc\n");
        check("<div class=\"x yahoo_quoted\"><div>On Monday</div>old</div>new", "> On Monday\n> old\nnew\n");
    }

    #[test]
    fn what_a_reader_does_not_see_is_no_text() {
        check("<html><head><title>T</title><style>a>b{}</style></head><!-- BUILD --><body>x<script>y</script></body>", "x\n");
        check("<a title=\"a > b\" href=x>5 &lt; 6 &amp; 7 &gt; 2 &eacute;&#x41; AT&T &unknown;</a>", "5 < 6 & 7 > 2 éA AT&T &unknown;\n");
        check("<s>BUILD 3 FI ON 1</s>", "~~BUILD 3 FI ON 1~~\n");
    }

    #[test]
    fn broken_sources_are_read_as_far_as_they_go() {
        check("3 < 4 <b", "3 < 4\n");
        check("</div></blockquote>a<!-- open", "a\n");
        check(&"<div>".repeat(50_000), "");
        check("<script>BUILD", "BUILD\n");
        check("<style></style", "");
    }
}
