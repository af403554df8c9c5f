//! The rules of a campaign for its players: one Markdown text from a template, as it is for mail, as HTML for a page.

use pulldown_cmark::{Event, Parser, html};
use serde::Serialize;
use serde_json::Value;

use super::frames::reachable;
use super::report::CampaignFacts;
use super::{TemplateError, Templates, layout};

/// What the rules of a campaign depend on.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct RulesModel {
    pub campaign: CampaignFacts,
    /// The scenario as it was set up, with the game's default for whatever it leaves out.
    pub settings: Value,
    pub schedule: RulesSchedule,
}

/// The time that players have.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct RulesSchedule {
    /// Null where turns fall on days of the week.
    pub every_days: Option<u16>,
    pub grace_hours: u16,
    /// Null where there is none.
    pub reserve_days: Option<u16>,
    pub absence_days: u16,
}

#[derive(Serialize)]
struct Page<'a> {
    campaign: &'a CampaignFacts,
    /// The front page of the archive that the page belongs to.
    archive: Option<&'a str>,
    rules_html: String,
}

/// The rules in Markdown, of at most 78 columns.
///
/// # Errors
/// When a template of the campaign's own asks for something that is not there.
pub fn markdown(templates: &Templates, model: &RulesModel) -> Result<String, TemplateError> {
    templates.text(&format!("{}/rules", model.campaign.templates), model)
}

/// The rules as plain text of at most 78 columns, with the headings of a report and no marks.
///
/// # Errors
/// As [`markdown`].
pub fn text(templates: &Templates, model: &RulesModel) -> Result<String, TemplateError> {
    markdown(templates, model).map(|markdown| as_text(&markdown))
}

/// The same as a page of its own. `archive` is the address of the front page to lead back to; a page that goes out with a letter has none.
///
/// # Errors
/// As [`markdown`].
pub fn html(templates: &Templates, model: &RulesModel, archive: Option<&str>) -> Result<String, TemplateError> {
    let rules_html = as_html(&markdown(templates, model)?);
    templates.html("shared/rules-page", &Page { campaign: &model.campaign, archive, rules_html })
}

/// Headings are underlined and the marks of emphasis and code are left out; all else stands as it is.
fn as_text(markdown: &str) -> String {
    let line = |line: &str| match line.trim_start_matches('#') {
        title if title.len() < line.len() && title.starts_with(' ') => {
            let title = title.trim().to_uppercase();
            format!("{title}\n{}\n", "-".repeat(layout::width(&title)))
        }
        _ => format!("{}\n", line.replace("**", "").replace('`', "")),
    };
    markdown.lines().map(line).collect()
}

/// HTML that stands in the text, in a title for example, is shown as it is written.
fn as_html(markdown: &str) -> String {
    let events = Parser::new(markdown).map(|event| match event {
        Event::Html(text) | Event::InlineHtml(text) => Event::Text(text),
        other => other,
    });
    let mut page = String::new();
    html::push_html(&mut page, events);
    reachable(&page)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plain_text_has_no_marks() {
        let text = as_text("# Rules\n\n- **A1** a * b, `a4-a5`\n#x\n    code\n");
        assert_eq!(text, "RULES\n-----\n\n- A1 a * b, a4-a5\n#x\n    code\n");
    }

    #[test]
    fn markdown_becomes_html_and_html_in_it_does_not() {
        let page = as_html("# Rules <script>\n\n- **A1** a * b <= 3\n\n<b>x</b>\n");
        assert_eq!(
            page,
            "<h1>Rules &lt;script&gt;</h1>\n<ul>\n<li><strong>A1</strong> a * b &lt;= 3</li>\n</ul>\n<p>&lt;b&gt;x&lt;/b&gt;</p>\n"
        );
    }
}
