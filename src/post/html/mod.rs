//! Turns HTML emails into lines of text, with quotes marked by `> `. html2text reads a source that was made harmless before.
//!
//! The tree of html2text grows with the square of the source if tags like `<b>` stay open (13 kB become 1.4 GB), and its time grows with
//! the square of the depth; see docs/decisions/0005-reading-mail.md. So every tag that says nothing about lines or quotes first becomes a
//! `<div>` or a `<span>`, and a source with too many tags is not read at all.

mod hidden;
mod markup;

use html2text::config;

use markup::Markup;

/// The most tags of one text. An email of 2,000 order lines has fewer, and 5,000 nested ones take a fifth of a second.
const TAGS: usize = 5_000;
/// Columns: wider than any line that a person writes, so nothing is wrapped.
const WIDTH: usize = 100_000;

/// Whether a source has more tags than are read.
pub(super) fn is_too_much(source: &str) -> bool {
    let tags = source.split('<').skip(1).filter(|piece| piece.starts_with(|letter: char| letter.is_ascii_alphabetic()));
    // A quote in a quote makes each of its lines longer, so a quote counts as ten tags.
    let is_quote = |tag: &str| is_quote_div(tag) || tag.get(..10).is_some_and(|name| name.eq_ignore_ascii_case("blockquote"));
    tags.map(|tag| if is_quote(tag) { 10 } else { 1 }).sum::<usize>() > TAGS
}

/// What Yahoo, GMX, Zoho and Proton put around a quote, with or without a `<blockquote>` inside.
const QUOTES: [&str; 4] = ["yahoo_quoted", "name=\"quote\"", "zmail_extra", "protonmail_quote"];

fn is_quote_div(tag: &str) -> bool {
    let attributes = tag.split('>').next().unwrap_or("");
    tag.get(..4).is_some_and(|name| name.eq_ignore_ascii_case("div ")) && QUOTES.iter().any(|quote| attributes.contains(quote))
}

/// The text that a reader would see: each block element has its own lines, and a `<blockquote>` is quoted. A source with too many tags
/// gives an empty text.
pub(super) fn to_text(source: &str) -> String {
    if is_too_much(source) {
        return String::new();
    }
    let reader = config::plain_no_decorate().allow_width_overflow().unicode_strikeout(false);
    reader.string_from_read(harmless(source).as_bytes(), WIDTH).unwrap_or_default()
}

/// The source with its tags renamed. Each `<` counts, whether it begins a tag or not, so nothing is left out that looks like a comment or a
/// value to us but like a tag to html2text.
fn harmless(source: &str) -> String {
    // Whether each open <div> is a quote.
    let mut divs = Vec::new();
    let pieces: Vec<&str> = source.split('<').collect();
    let ends = hidden::ends(&pieces);
    let mut tame = pieces[0].to_owned();
    let mut at = 1;
    while at < pieces.len() {
        if let Some(end) = ends[at] {
            tame.push_str(pieces[end].split_once('>').map_or("", |(_, behind)| behind));
            at = end + 1;
            continue;
        }
        let Markup { slash, name, behind } = Markup::of(pieces[at]);
        let piece = pieces[at];
        at += 1;
        let kind = name.to_ascii_lowercase();
        let is_quote = match (kind.as_str(), slash) {
            ("div", "") => {
                divs.push(is_quote_div(piece));
                is_quote_div(piece)
            }
            ("div", _) => divs.pop() == Some(true),
            (name, _) => name == "blockquote",
        };
        // A stray </p> or </div> ends no quote: HTML does not look past the <marquee> for the element to close.
        let (before, name) = match kind.as_str() {
            _ if is_quote && slash.is_empty() => ("<blockquote>", "marquee"),
            _ if is_quote => ("</marquee>", "blockquote"),
            "a" | "b" | "big" | "code" | "em" | "font" | "i" | "img" | "nobr" | "small" | "strong" | "sup" | "tt" | "u" => ("", "span"),
            // Struck-out text is not meant; the marks keep it from being read as an order.
            "s" | "strike" | "del" => ("~~", "span"),
            "td" | "th" => (" ", "span"),
            "caption" | "dd" | "dl" | "dt" | "h1" | "h2" | "h3" | "h4" | "h5" | "h6" | "li" | "ol" | "p" | "table" | "tbody" => ("", "div"),
            "tfoot" | "thead" | "tr" | "ul" => ("", "div"),
            "address" | "article" | "aside" | "center" | "details" | "footer" | "form" | "header" | "main" | "section" | "summary" => {
                ("", "div")
            }
            _ => ("", name),
        };
        // HTML drops a blank at the end of a line, but not one that forbids a break.
        let (behind, blank) = if is_mark_of_signature(behind) { (behind.trim_end(), "\u{a0}") } else { (behind, "") };
        tame.extend([before, "<", slash, name, behind, blank]);
    }
    tame
}

/// Whether the text behind a tag is the mark of a signature, two hyphens and a blank.
fn is_mark_of_signature(behind: &str) -> bool {
    behind.split_once('>').is_some_and(|(_, text)| text.trim_start() == "-- ")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(source: &str, expected: &str) {
        assert_eq!(to_text(source), expected, "{source:.200}");
    }

    #[test]
    fn each_block_is_a_line_and_a_blockquote_is_quoted() {
        check("<div>BUILD 3 FI\n ON&nbsp;1</div><div>SEND <b>2</b> FI<br></div>", "BUILD 3 FI ON\u{a0}1\nSEND 2 FI\n");
        check("one<div><br></div><blockquote type='cite'><div>old</div>order</blockquote>new", "one\n\n\n> old\n> order\n\nnew\n");
        check("<ul><li>a<li>b</ul><table><tr><td>c</td><td>d</table>", "a\nb\nc d\n");
        check("<section>a</section><details><summary>b</summary>c</details>", "a\nb\nc\n");
        check("<p>a</p>b<p>c<p>d</p></p>e", "a\nb\nc\nd\ne\n");
        check("<div><blockquote>old</p> order</li></div></tr></blockquote>new</div>", "> old order\n\nnew\n");
        check("<pre>a\n  b</pre>c", "a\n  b\n\nc\n");
        check("<div name=\"quote\"><b>Von:</b> GM<div name=\"quoted-content\">old</div></div>new", "> Von: GM\n> old\n\nnew\n");
        check("<div class=\"sig\">-- <br>Ann</div>", "--\u{a0}\nAnn\n");
        check("<div class=\"x yahoo_quoted\"><div>On Monday</div>old</div>new", "> On Monday\n> old\n\nnew\n");
    }

    #[test]
    fn what_a_reader_does_not_see_is_no_text() {
        check("<html><head><title>T</title><style>a>b{}</style></head><!-- BUILD --><body>x<script>y</script></body>", "x\n");
        check("<a title=\"a > b\" href=x>5 &lt; 6 &amp; 7 &gt; 2 &eacute;&#x41; AT&T &unknown;</a>", "5 < 6 & 7 > 2 éA AT&T &unknown;\n");
        check("<s>BUILD 3 FI ON 1</s>", "~~BUILD 3 FI ON 1~~\n");
    }

    #[test]
    fn what_its_writer_hid_is_no_text() {
        for style in [
            "style=\"color:red; Display : none\"",
            "style='visibility:hidden'",
            "hidden",
            "hidden=\"\"",
            "class=x hidden id=y",
            "style=font-size:0",
            "style=\"font-size: 0px;\"",
        ] {
            check(&format!("a<div {style}>BUILD<div>9</div><br></div>b"), "ab\n");
            check(&format!("a <span {style}><b>BUILD</b></span> b<p {style}>c"), "a b\nc\n");
        }
        for style in [
            "style=\"overflow:hidden\"",
            "title=\"a hidden path\"",
            "aria-hidden=false",
            "type=hidden",
            "class=\"x hidden y\"",
            "style=\"font-size:0.9em\"",
            "style=\"display:block\"",
            "",
        ] {
            check(&format!("<div {style}>BUILD 1</div>"), "BUILD 1\n");
        }
        check("<div style=font-size:0><span style=font-size:14px>BUILD 1</span></div>", "BUILD 1\n");
        check("<br hidden>a<img style=display:none>b", "\nab\n");
        check("<div hidden><blockquote></div>a", "a\n");
        check(&format!("{}a", "<p hidden>".repeat(4_000)), "a\n");
        check(&format!("a{}", "<div hidden>x</div>".repeat(4_000)), "a\n");
    }

    #[test]
    fn too_many_tags_are_not_read() {
        for tag in ["<div>", "<b id=1><p>", "<table><tr><td>", "<ul><li>", "<blockquote>"] {
            assert!(is_too_much(&tag.repeat(TAGS + 1)), "{tag}");
            check(&tag.repeat(TAGS + 1), "");
        }
        // These 13 kB once became 1.4 GB.
        let tags: String = (0..1_000).map(|id| format!("<b id={id}><p>x")).collect();
        check(&tags, &"x\n".repeat(1_000));
    }

    #[test]
    fn broken_sources_are_read_as_far_as_they_go() {
        check("3 < 4 <b", "3 < 4\n");
        check("</div></blockquote>a<!-- open", "a\n");
        check(&"<div>".repeat(50_000), "");
        check("<script>BUILD", "");
        check("<style></style", "");
    }
}
