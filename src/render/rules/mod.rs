//! The rules of a campaign for its players: one Markdown text from a template, unchanged for emails, and as HTML for pages.

mod anchors;

use serde::Serialize;
use serde_json::Value;

use super::frames::reachable;
use super::report::CampaignFacts;
use super::{Model, TemplateError, Templates, layout};
use crate::campaign::schedule::Span;

/// What the rules of a campaign depend on.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct RulesModel {
    /// The campaign.
    pub campaign: CampaignFacts,
    /// The scenario as it was set up, with the game's defaults for what it leaves out.
    pub settings: Value,
    /// How often a player can take a move back, if the campaign allows that.
    pub takeback_times: u8,
    /// The time that players have.
    pub schedule: RulesSchedule,
}

/// The time that players have.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct RulesSchedule {
    /// Days from one turn to the next; null if turns fall on days of the week.
    pub every_days: Option<u16>,
    /// How long after the deadline the game waits for a missing sheet.
    pub grace_hours: u16,
    /// The reserve in days; null if there is none.
    pub reserve_days: Option<u16>,
    /// The bank that each player begins with, instead of days for each move; null without banks.
    pub bank_days: Option<u16>,
    /// What each move adds to the bank; null for nothing.
    pub increment: Option<Span>,
    /// The most that a bank can hold, in days; null without banks.
    pub bank_limit_days: Option<u16>,
    /// How many days of a game a player may be away.
    pub absence_days: u16,
}

/// The rules as parts of a page. Every heading and rule has an anchor, and every citation is a link.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct RulesHtml {
    /// The title of the rules.
    pub title_html: String,
    /// The headings below the title that have an anchor, in order.
    pub contents: Vec<RulesHeading>,
    /// Everything below the title.
    pub body_html: String,
}

/// A heading in the list of contents.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct RulesHeading {
    /// Its anchor, without `#`.
    pub id: String,
    /// The text of the heading.
    pub title_html: String,
}

#[derive(Serialize)]
struct RulesDocument<'a> {
    campaign: &'a CampaignFacts,
    rules: RulesHtml,
}

/// The model of the rules' template.
#[derive(Serialize)]
struct RulesFacts<'a> {
    #[serde(flatten)]
    rules: &'a RulesModel,
    /// Whether the rules end with tables in plain text; pages of the archive have better ones.
    with_tables: bool,
}

/// The rules in Markdown, at most 78 columns wide.
///
/// # Errors
/// When a template of the program cannot be rendered; in place of a campaign's own, which may be wrong, the program's is used.
pub fn markdown(templates: &Templates, model: &RulesModel) -> Result<String, TemplateError> {
    told(templates, model, true)
}

/// The rules as plain text, at most 78 columns wide, with the headings of a report and no marks.
///
/// # Errors
/// As [`markdown`].
pub fn text(templates: &Templates, model: &RulesModel) -> Result<String, TemplateError> {
    markdown(templates, model).map(|markdown| as_text(&markdown))
}

/// The rules as a page of its own, such as for a letter. It needs no other file and links to none.
///
/// # Errors
/// As [`markdown`].
pub fn html(templates: &Templates, model: &RulesModel) -> Result<String, TemplateError> {
    let rules = parts(&markdown(templates, model)?, "");
    templates.html("shared/rules-page", &RulesDocument { campaign: &model.campaign, rules })
}

/// The rules as parts of a page of the archive, with the game's tables for it.
///
/// # Errors
/// As [`markdown`].
pub(super) fn for_archive(templates: &Templates, model: &RulesModel) -> Result<RulesHtml, TemplateError> {
    let name = format!("{}/site-tables", model.campaign.templates);
    let tables = templates.html_if_any(&name, &Model::of(model))?;
    Ok(parts(&told(templates, model, tables.is_none())?, &tables.unwrap_or_default()))
}

fn told(templates: &Templates, rules: &RulesModel, with_tables: bool) -> Result<String, TemplateError> {
    templates.text(&format!("{}/rules", rules.campaign.templates), &RulesFacts { rules, with_tables })
}

/// The parts of the page; the first heading is the title.
fn parts(markdown: &str, tables: &str) -> RulesHtml {
    let page = reachable(&(anchors::as_html(markdown) + tables));
    let (title, body) = match page.split_once("</h1>") {
        Some((title, body)) => (title.split_once('>').map_or(title, |(_, title)| title), body),
        None => ("", page.as_str()),
    };
    RulesHtml { title_html: title.to_owned(), contents: contents(body), body_html: body.to_owned() }
}

/// The headings that have an anchor.
fn contents(body: &str) -> Vec<RulesHeading> {
    let headings = body.split("<h2 id=\"").skip(1).filter_map(|part| {
        let (id, rest) = part.split_once("\">")?;
        let (title, _) = rest.split_once("</h2>")?;
        Some(RulesHeading { id: id.to_owned(), title_html: title.to_owned() })
    });
    headings.collect()
}

/// Underlines headings, drops the marks of emphasis and code, and leaves everything else as it is.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plain_text_has_no_marks() {
        let text = as_text("# Rules\n\n- **A1** a * b, `a4-a5`\n#x\n    code\n");
        assert_eq!(text, "RULES\n-----\n\n- A1 a * b, a4-a5\n#x\n    code\n");
    }

    #[test]
    fn a_page_names_its_headings_first() {
        let rules = parts("# Rules\n\n## A1 Set-up\n\na\n\n## The end\n\nb\n", "<h2 id=\"table\">Table</h2>");
        let contents: Vec<(&str, &str)> = rules.contents.iter().map(|heading| (heading.id.as_str(), heading.title_html.as_str())).collect();
        assert_eq!(rules.title_html, "Rules");
        assert_eq!(contents, [("A1", "A1 Set-up"), ("the-end", "The end"), ("table", "Table")]);
        assert!(!rules.body_html.contains("<h1") && rules.body_html.ends_with("Table</h2>"), "{}", rules.body_html);
    }
}
