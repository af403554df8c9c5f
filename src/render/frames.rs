//! Parts of pages that scroll sideways. The keyboard reaches each, and each is named after the heading above it.

/// Puts each table into a frame that scrolls by itself, so that no page is wider than its screen. Names these frames, and all texts that keep their
/// lines, unless they have a name.
pub(super) fn reachable(part: &str) -> String {
    const FRAME: &str = "div class=\"wide\"";
    let mut made = String::with_capacity(part.len() + part.len() / 8);
    let (mut rest, mut name, mut is_framed) = (part, String::new(), false);
    while let Some((text, from_tag)) = rest.split_once('<') {
        let (tag, behind) = from_tag.split_once('>').unwrap_or((from_tag, ""));
        made.extend([text, "<"]);
        match tag.split_whitespace().next().unwrap_or_default() {
            "h1" | "h2" | "h3" | "h4" => {
                name = words(behind.split_once("</h").map_or("", |(heading, _)| heading));
                made.push_str(tag);
            }
            "pre" => made.push_str(&named(tag, &name)),
            "div" if tag.starts_with(FRAME) || tag.contains("overflow-x:") => {
                is_framed = true;
                made.push_str(&named(tag, &name));
            }
            "table" if !is_framed => made.extend([&named(FRAME, &name), "><", tag]),
            "/table" => made.push_str(if std::mem::take(&mut is_framed) { tag } else { "/table></div" }),
            _ => made.push_str(tag),
        }
        made.push('>');
        rest = behind;
    }
    made + rest
}

/// A tag made reachable by keyboard, with a name. Its role is group rather than landmark, since a page may have many.
fn named(tag: &str, name: &str) -> String {
    if tag.contains("aria-label") {
        return tag.to_owned();
    }
    let bare = tag.replace(" tabindex=\"0\"", "");
    if name.is_empty() { format!("{bare} tabindex=\"0\"") } else { format!("{bare} role=\"group\" aria-label=\"{name}\" tabindex=\"0\"") }
}

/// The text of a heading, safe for an attribute.
fn words(heading: &str) -> String {
    let mut pieces = heading.split('<');
    let first = pieces.next().unwrap_or_default().to_owned();
    let text = pieces.fold(first, |said, piece| said + piece.split_once('>').map_or("", |(_, text)| text));
    text.split_whitespace().collect::<Vec<_>>().join(" ").replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use super::*;

    const TABLE: &str = "<table><tr><td>1</td></tr></table>";

    #[test]
    fn every_table_has_one_frame() {
        let frame = format!("<div class=\"wide\" tabindex=\"0\">{TABLE}</div>");
        assert_eq!(reachable(&format!("<p>a</p>{TABLE}<p>b</p>")), format!("<p>a</p>{frame}<p>b</p>"));
        assert_eq!(reachable(&format!("<div class=\"wide\">{TABLE}</div>{TABLE}")), format!("{frame}{frame}"));
        assert_eq!(reachable(&frame), frame);
        assert_eq!(reachable("no <b>table</b>"), "no <b>table</b>");
    }

    #[test]
    fn what_scrolls_is_called_after_the_heading_above_it() {
        let group = |name: &str| format!("role=\"group\" aria-label=\"{name}\" tabindex=\"0\"");
        let (one, other) = (group("Ann&#x27;s &quot;Rim&quot;"), group("b"));
        assert_eq!(
            reachable("<h2>Ann&#x27;s <b>\"Rim\"</b></h2><pre>1</pre><h3>b</h3><pre style=\"x\" tabindex=\"0\">2</pre>"),
            format!("<h2>Ann&#x27;s <b>\"Rim\"</b></h2><pre {one}>1</pre><h3>b</h3><pre style=\"x\" {other}>2</pre>")
        );
        let own = "<div style=\"overflow-x:auto\" aria-label=\"own\"><table></table></div>";
        assert_eq!(reachable(own), own);
        let own = "<h2>a</h2><pre role=\"group\" aria-label=\"own\" tabindex=\"0\">1</pre>";
        assert_eq!(reachable(own), own);
    }
}
