//! Makes reports part of pages: without what the page already has, and fit for narrow screens and keyboards.

use super::model::SiteTurn;
use crate::render::frames::reachable;

/// The beginnings of the sections of public reports for the next deadline and for the moves; each ends with `</section>`.
const NEXT: &str = "<section class=\"next\">";
const MOVES: &str = "<section class=\"moves\">";

/// The public report of a turn. If `is_open`, its details are open from the start.
pub(super) fn of_report(turn: &SiteTurn, is_open: bool) -> String {
    match main_part(&turn.report_html) {
        part if part.trim().is_empty() => format!("<pre tabindex=\"0\">{}</pre>", handlebars::html_escape(&turn.report_text)),
        part => finished(&without(MOVES, &without(NEXT, part)), is_open),
    }
}

/// A part of a page, to be placed below its heading.
pub(super) fn finished(part: &str, is_open: bool) -> String {
    let part = reachable(part).replace("<h1", "<h2").replace("</h1>", "</h2>");
    if is_open { part.replace("<details>", "<details open>") } else { part }
}

/// A report without such a section. A turn's page stays unchanged while a deadline does not, so the front page tells what comes next; and the page
/// itself lists the moves, as links.
fn without(section: &str, report: &str) -> String {
    let mut parts = report.split(section);
    let before = parts.next().unwrap_or_default().to_owned();
    parts.fold(before, |kept, part| kept + part.split_once("</section>").map_or(part, |(_, behind)| behind))
}

/// The content of `<main>`; the whole page if a campaign's own template has no `<main>`.
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
