//! A filed report as the present holder of its seat gets it. The filed one never changes, but tokens do, and the pages that it leads to move or go.

use serde_json::json;

use crate::engine::Seat;
use crate::office::cabinet::desk::Campaign;
use crate::office::cabinet::error::DeskError;
use crate::office::cabinet::filed_report::FiledReport;
use crate::render::letter;
use crate::store::{Ledger, StoredReport};

impl Campaign {
    /// A seat's report as it was filed, for its present player: with the token that counts, a link to the page for orders as it is now that has their
    /// name and the deadline as it stands, and one to its private page. Where there is no such page, there is no link.
    ///
    /// # Errors
    /// When it does not read, or the program's own template cannot be rendered.
    pub(in crate::office) fn for_holder(&self, seat: Seat, report: StoredReport) -> Result<StoredReport, DeskError> {
        let mut report = self.renewed(seat, report)?;
        if let Some(filed) = FiledReport::of(&report)?.composer_link {
            report = self.with_current_link(seat, &filed, report)?;
        }
        self.with_private_page(seat, report)
    }

    /// A report that was filed with this link to the page for orders, with the present one.
    fn with_current_link(&self, seat: Seat, filed: &str, report: StoredReport) -> Result<StoredReport, DeskError> {
        let Some(page) = self.composer_page() else { return self.without_composer(filed, report) };
        let Some((_, fragment)) = filed.split_once('#') else { return Ok(report) };
        let current = self.current_fragment(seat, report.turn + 1, fragment);
        let current = format!("{page}#{}", current.as_deref().unwrap_or(fragment));
        // No letter of such a link is written otherwise in HTML or in JSON.
        Ok(StoredReport { html: report.html.replace(filed, &current), json: report.json.replace(filed, &current), ..report })
    }

    fn without_composer(&self, link: &str, report: StoredReport) -> Result<StoredReport, DeskError> {
        let part = self.templates.html("composer/link", &json!({ "composer_link": link, "by_moves": self.alternates() }))?;
        Ok(StoredReport {
            html: report.html.replace(part.trim(), ""),
            json: report.json.replace(&in_json("composer_link", Some(link)), &in_json("composer_link", None)),
            ..report
        })
    }

    /// A filed report with the token of its seat that counts: the one that it was filed with would lead answers astray, and the present holder may
    /// never have had it. Its picture leads to the page of the turn as it is now. A link to its private page that an earlier version filed with it is
    /// left out.
    ///
    /// # Errors
    /// When it does not read, or the program's own template cannot be rendered.
    pub(super) fn renewed(&self, seat: Seat, report: StoredReport) -> Result<StoredReport, DeskError> {
        let filed = FiledReport::of(&report)?;
        let report = match &filed.private_page {
            Some(page) => self.without_page(page, report)?,
            None => report,
        };
        let report = self.with_page_of_turn(&filed, report);
        let present = self.token(seat).to_string();
        let Some(token) = filed.token().filter(|token| *token != present) else { return Ok(report) };
        let renewed = |text: &str| text.replace(token, &present);
        Ok(StoredReport { text: renewed(&report.text), html: renewed(&report.html), json: renewed(&report.json), ..report })
    }

    /// A report with a link to its private page at its end, if there is one. No report is filed with it, since the page may move, or go.
    ///
    /// # Errors
    /// When the program's own template cannot be rendered.
    pub(in crate::office) fn with_private_page(&self, seat: Seat, report: StoredReport) -> Result<StoredReport, DeskError> {
        let Some(page) = self.link_to_private_page(seat, report.turn) else { return Ok(report) };
        let [text, html] = self.sections_about(&page)?;
        Ok(StoredReport {
            text: format!("{}\n\n{text}\n", report.text.trim_end()),
            html: letter::behind_report(&report.html, &html),
            json: report.json.replacen(&page_in_json(None), &page_in_json(Some(&page)), 1),
            ..report
        })
    }

    /// A report whose picture leads to the page of its turn as it is now, and nowhere if nothing leads there any more. One that was filed without a link
    /// gets none, since only its template knows where the link would stand.
    fn with_page_of_turn(&self, filed: &FiledReport, report: StoredReport) -> StoredReport {
        let present = self.page_of_turn(report.turn);
        let Some(page) = filed.page_of_turn().filter(|page| present.as_deref() != Some(*page)) else { return report };
        StoredReport {
            html: letter::led_elsewhere(&report.html, page, present.as_deref()),
            json: report.json.replace(&in_json("link", Some(page)), &in_json("link", present.as_deref())),
            ..report
        }
    }

    fn without_page(&self, page: &str, report: StoredReport) -> Result<StoredReport, DeskError> {
        let [text, html] = self.sections_about(page)?;
        Ok(StoredReport {
            text: report.text.replace(&format!("{text}\n\n"), ""),
            html: report.html.replace(&html, ""),
            json: report.json.replacen(&page_in_json(Some(page)), &page_in_json(None), 1),
            ..report
        })
    }

    /// What a report says of its private page, as text and as HTML.
    fn sections_about(&self, page: &str) -> Result<[String; 2], DeskError> {
        let (name, model) = ("shared/private-page", json!({ "private_page": page }));
        let sections = [self.templates.text(name, &model)?, self.templates.html(name, &model)?];
        Ok(sections.map(|section| section.trim().to_owned()))
    }

    /// The link of a seat's last report to the page for orders, for its present player; `None` if no turn is open for orders, and where there is no
    /// such page.
    pub(in crate::office) fn current_link(&self, ledger: &Ledger<'_>, seat: Seat) -> Result<Option<String>, DeskError> {
        let report =
            ledger.report(self.turns_played(), Some(seat))?.filter(|_| self.open_turn().is_some() && self.composer_page().is_some());
        let Some(report) = report else { return Ok(None) };
        Ok(FiledReport::of(&self.for_holder(seat, report)?)?.composer_link)
    }
}

/// How the JSON of a report says whether it has a private page. No other line of it is indented like this.
fn page_in_json(page: Option<&str>) -> String {
    format!("\n  {}", in_json("private_page", page))
}

fn in_json(name: &str, value: Option<&str>) -> String {
    format!("\"{name}\": {}", json!(value))
}
