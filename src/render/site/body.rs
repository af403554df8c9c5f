//! Parts of reports as parts of pages: without what stands on the page already, and fit for narrow screens and keyboards.

use super::model::SiteTurn;
use crate::render::frames::reachable;

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
    let part = reachable(part).replace("<h1", "<h2").replace("</h1>", "</h2>");
    if is_open { part.replace("<details>", "<details open>") } else { part }
}

/// The page of a turn stays as it is, and a deadline does not, so the page leaves it out; the front page tells what comes next. The page
/// itself lists the moves, as links.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_part_stands_below_the_heading_of_its_page() {
        assert_eq!(
            finished("<h1 class=\"x\">a</h1><details><p>b</p></details>", true),
            "<h2 class=\"x\">a</h2><details open><p>b</p></details>"
        );
    }
}
