//! Parts of reports as parts of pages: without what stands on the page already, and fit for narrow screens and keyboards.

use super::SiteTurn;

/// What public reports have in front of the deadline of the next turn and of the moves of the game; `</section>` stands behind it.
const NEXT: &str = "<section class=\"next\">";
const MOVES: &str = "<section class=\"moves\">";

/// The public report of a turn; `is_open` says that its details are to be seen at once.
pub(super) fn of_report(turn: &SiteTurn, is_open: bool) -> String {
    match main_part(&turn.report_html) {
        part if part.trim().is_empty() => format!("<pre tabindex=\"0\">{}</pre>", handlebars::html_escape(&turn.report_text)),
        part => finished(&without(MOVES, &without(NEXT, part)), is_open),
    }
}

/// A part that stands below the heading of the page.
pub(super) fn finished(part: &str, is_open: bool) -> String {
    let part = in_frames(part).replace("<h1", "<h2").replace("</h1>", "</h2>").replace("<pre>", "<pre tabindex=\"0\">");
    if is_open { part.replace("<details>", "<details open>") } else { part }
}

/// A page stands for ever, and a deadline does not: the front page tells what comes next, the pages of turns leave it out. The moves are told as
/// links by the page itself.
fn without(section: &str, report: &str) -> String {
    let mut parts = report.split(section);
    let before = parts.next().unwrap_or_default().to_owned();
    parts.fold(before, |kept, part| kept + part.split_once("</section>").map_or(part, |(_, behind)| behind))
}

/// What stands in `<main>`; the whole page, if a campaign's own template has none.
fn main_part(page: &str) -> &str {
    let inside = page.split_once("<main").and_then(|(_, rest)| rest.split_once('>')).and_then(|(_, rest)| rest.rsplit_once("</main>"));
    inside.map_or(page, |(part, _)| part)
}

/// Puts every table into a frame that scrolls by itself and can be reached with the keyboard, so that no page is wider than its screen.
fn in_frames(part: &str) -> String {
    const FRAME: &str = "<div class=\"wide\"";
    let part = part.replace(" tabindex=\"0\"", "").replace(FRAME, &format!("{FRAME} tabindex=\"0\""));
    let mut framed = String::with_capacity(part.len() + 256);
    let mut rest = part.as_str();
    while let Some((before, from_table)) = rest.split_once("<table") {
        let (table, behind) = from_table.split_once("</table>").unwrap_or((from_table, ""));
        let is_framed = before.trim_end().rsplit('<').next().is_some_and(|tag| tag.starts_with(&FRAME[1..]));
        let (open, close) = if is_framed { ("", "") } else { ("<div class=\"wide\" tabindex=\"0\">", "</div>") };
        framed.extend([before, open, "<table", table, "</table>", close]);
        rest = behind;
    }
    framed + rest
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_table_has_one_frame() {
        let table = "<table><tr><td>1</td></tr></table>";
        let frame = format!("<div class=\"wide\" tabindex=\"0\">{table}</div>");
        assert_eq!(in_frames(&format!("<p>a</p>{table}<p>b</p>")), format!("<p>a</p>{frame}<p>b</p>"));
        assert_eq!(in_frames(&format!("<div class=\"wide\">{table}</div>{table}")), format!("{frame}{frame}"));
        assert_eq!(in_frames(&frame), frame);
        assert_eq!(in_frames("no table"), "no table");
    }

    #[test]
    fn a_part_stands_below_the_heading_of_its_page() {
        assert_eq!(
            finished("<h1 class=\"x\">a</h1><details><p>b</p></details>", true),
            "<h2 class=\"x\">a</h2><details open><p>b</p></details>"
        );
    }
}
