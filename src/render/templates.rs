//! The templates: embedded, each replaceable by name, in a registry for text and one for HTML.

use std::collections::BTreeMap;
use std::sync::{Arc, OnceLock};

use handlebars::{Handlebars, RenderErrorReason, Template, no_escape};
use serde::Serialize;

use super::{helpers, layout};

/// Lists files of `templates/` by their names without `.hbs`.
macro_rules! embedded {
    ($($name:literal,)*) => { &[$(($name, include_str!(concat!("../../templates/", $name, ".hbs")))),*] };
}

/// Every template that the program carries: its name and its text.
pub static EMBEDDED: &[(&str, &str)] = embedded![
    "board/credit.html",
    "board/credit.txt",
    "board/deed.txt",
    "board/ending.txt",
    "board/help.txt",
    "board/move.txt",
    "board/news.html",
    "board/news.txt",
    "board/next.html",
    "board/next.txt",
    "board/order-template.txt",
    "board/position.html",
    "board/position.txt",
    "board/public.html",
    "board/public.txt",
    "board/reading.txt",
    "board/reason.txt",
    "board/report.html",
    "board/report.txt",
    "board/rules-anaash.txt",
    "board/rules-ashes.txt",
    "board/rules-autumn-ash.txt",
    "board/rules-ex-nihilo.txt",
    "board/rules-hexhex.txt",
    "board/rules.txt",
    "board/score.html",
    "board/score.txt",
    "board/title.html",
    "board/title.txt",
    "empire/battle-head.txt",
    "empire/battle-without-fire.txt",
    "empire/battle.html",
    "empire/battle.txt",
    "empire/battles.html",
    "empire/battles.txt",
    "empire/before.txt",
    "empire/built-by.txt",
    "empire/built.html",
    "empire/built.txt",
    "empire/choices.html",
    "empire/choices.txt",
    "empire/chosen.txt",
    "empire/closing-dice.txt",
    "empire/conqueror-thrown.txt",
    "empire/converted.txt",
    "empire/dice.txt",
    "empire/ended.txt",
    "empire/ending.html",
    "empire/ending.txt",
    "empire/factories-now.txt",
    "empire/first-orders.html",
    "empire/first-orders.txt",
    "empire/fled.txt",
    "empire/fleets-of-others.html",
    "empire/fleets-of-others.txt",
    "empire/fleets.html",
    "empire/fleets.txt",
    "empire/forces-now.txt",
    "empire/freight-landed.html",
    "empire/freight-landed.txt",
    "empire/freight.txt",
    "empire/game-over.html",
    "empire/game-over.txt",
    "empire/glance.html",
    "empire/glance.txt",
    "empire/goods.txt",
    "empire/grown.txt",
    "empire/hangars-now.txt",
    "empire/help.txt",
    "empire/how-it-ends.txt",
    "empire/how-it-goes.txt",
    "empire/landing-head.txt",
    "empire/landing-outcome.txt",
    "empire/landing.html",
    "empire/landing.txt",
    "empire/landings.html",
    "empire/landings.txt",
    "empire/loser.txt",
    "empire/morale-of-all.txt",
    "empire/morale-turned.txt",
    "empire/morale.txt",
    "empire/movement.html",
    "empire/movement.txt",
    "empire/near.txt",
    "empire/neutral-planets.html",
    "empire/neutral-planets.txt",
    "empire/neutral-works.txt",
    "empire/neutrals.html",
    "empire/neutrals.txt",
    "empire/no-move.txt",
    "empire/order-template.txt",
    "empire/own-fleet.txt",
    "empire/own-planets.html",
    "empire/own-planets.txt",
    "empire/pairs.txt",
    "empire/pirates-came.txt",
    "empire/place.txt",
    "empire/planet-rows.html",
    "empire/planet-rows.txt",
    "empire/planets-by-owner.html",
    "empire/planets-by-owner.txt",
    "empire/planets-head.html",
    "empire/planets-head.txt",
    "empire/planets.html",
    "empire/planets.txt",
    "empire/politics.html",
    "empire/politics.txt",
    "empire/powers.txt",
    "empire/production.html",
    "empire/production.txt",
    "empire/public.html",
    "empire/public.txt",
    "empire/reading.txt",
    "empire/reason.txt",
    "empire/refitted.txt",
    "empire/relation-changed.txt",
    "empire/relations.html",
    "empire/relations.txt",
    "empire/report.html",
    "empire/report.txt",
    "empire/revolt-ahead.txt",
    "empire/revolt.txt",
    "empire/revolts.html",
    "empire/revolts.txt",
    "empire/round.txt",
    "empire/rules-board.txt",
    "empire/rules-building.txt",
    "empire/rules-default-factory.txt",
    "empire/rules-end.txt",
    "empire/rules-fights.txt",
    "empire/rules-flights.txt",
    "empire/rules-orders.txt",
    "empire/rules-peace.txt",
    "empire/rules-round.txt",
    "empire/rules.txt",
    "empire/shot.txt",
    "empire/standings.html",
    "empire/standings.txt",
    "empire/stranger.txt",
    "empire/units.txt",
    "empire/volleys.html",
    "empire/volleys.txt",
    "empire/wished-factories.txt",
    "empire/wished-targets.txt",
    "empire/wishes.html",
    "empire/wishes.txt",
    "empire/works.txt",
    "empire/worth.txt",
    "empire_postal/battles.html",
    "empire_postal/battles.txt",
    "empire_postal/before.txt",
    "empire_postal/cargo-name.txt",
    "empire_postal/cargo.html",
    "empire_postal/cargo.txt",
    "empire_postal/changes.html",
    "empire_postal/changes.txt",
    "empire_postal/fleets.html",
    "empire_postal/fleets.txt",
    "empire_postal/game-over.html",
    "empire_postal/game-over.txt",
    "empire_postal/glance.html",
    "empire_postal/glance.txt",
    "empire_postal/help.txt",
    "empire_postal/landings.html",
    "empire_postal/landings.txt",
    "empire_postal/order-template.txt",
    "empire_postal/own-planets.html",
    "empire_postal/own-planets.txt",
    "empire_postal/public.html",
    "empire_postal/public.txt",
    "empire_postal/reading.txt",
    "empire_postal/reason.txt",
    "empire_postal/report.html",
    "empire_postal/report.txt",
    "empire_postal/research.html",
    "empire_postal/research.txt",
    "empire_postal/rules.txt",
    "empire_postal/standings.html",
    "empire_postal/standings.txt",
    "empire_postal/terms.html",
    "empire_postal/terms.txt",
    "galaxy/announcements.html",
    "galaxy/announcements.txt",
    "galaxy/head.html",
    "galaxy/integrity.html",
    "galaxy/integrity.txt",
    "galaxy/next.html",
    "galaxy/next.txt",
    "galaxy/orders-done.html",
    "galaxy/orders-done.txt",
    "galaxy/pictures.html",
    "galaxy/reading.txt",
    "galaxy/terms.html",
    "galaxy/terms.txt",
    "galaxy/title.html",
    "galaxy/title.txt",
    "galaxy/who.html",
    "shared/absence-line.txt",
    "shared/absence-notice.txt",
    "shared/absence.txt",
    "shared/answer.txt",
    "shared/answers.txt",
    "shared/away.txt",
    "shared/clock-now.txt",
    "shared/clock.html",
    "shared/clock.txt",
    "shared/closing.txt",
    "shared/commands.txt",
    "shared/ended.txt",
    "shared/game-over.txt",
    "shared/gm-notice.txt",
    "shared/last-answer.txt",
    "shared/late.txt",
    "shared/not-yet.txt",
    "shared/nothing-to-do.txt",
    "shared/orders-query.txt",
    "shared/overtaken.txt",
    "shared/ready.txt",
    "shared/receipt.txt",
    "shared/reminder.txt",
    "shared/rules-page.html",
    "shared/site-index.html",
    "shared/site-style.txt",
    "shared/site-tournament.html",
    "shared/site-turn.html",
    "shared/standings.html",
    "shared/standings.txt",
    "shared/status.txt",
    "shared/style.txt",
    "shared/too-large.txt",
    "shared/unknown-campaign.txt",
    "shared/withdrawn.txt",
    "shared/wrong-sender.txt",
    "shared/wrong-token.txt",
];

/// All templates of a campaign, ready to render.
pub struct Templates {
    text: Handlebars<'static>,
    html: Handlebars<'static>,
}

/// A template that does not read, or that asks for something its model does not have.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum TemplateError {
    #[error("there is no template {name:?}{}", did_you_mean(nearest))]
    Unknown { name: String, nearest: Option<String> },
    /// An override for a name that nothing is rendered by.
    #[error("a template is named like \"shared/receipt.txt\" or \"empire_postal/report.html\", not {name:?}")]
    Name { name: String },
    #[error("template {template}, line {line}: {what}")]
    Syntax { template: String, line: usize, what: String },
    #[error("template {template}, line {line}: {what}")]
    Render { template: String, line: usize, what: String },
}

impl Templates {
    /// The embedded templates, with those of `overrides` (`shared/receipt.txt` -> text) in their place
    /// or beside them.
    ///
    /// A template is called, as a partial too, by its name without `.txt` or `.html`. Where there is no HTML template of a
    /// name, the text template serves in HTML as well, with everything escaped: so a sentence is written once.
    ///
    /// # Errors
    /// When a template does not read, with its line.
    pub fn new(overrides: &BTreeMap<String, String>) -> Result<Templates, TemplateError> {
        let mut sources: BTreeMap<&str, &str> = EMBEDDED.iter().copied().collect();
        sources.extend(overrides.iter().map(|(name, source)| (name.as_str(), source.as_str())));
        let (mut text, mut html) = (registry(), registry());
        text.register_escape_fn(no_escape);
        for (name, source) in &sources {
            let template = compile(name, source)?;
            match name.rsplit_once('.') {
                Some((stem, "txt")) => {
                    if !sources.contains_key(format!("{stem}.html").as_str()) {
                        html.register_template(stem, template.clone());
                    }
                    text.register_template(stem, template);
                }
                Some((stem, "html")) => html.register_template(stem, template),
                _ => return Err(TemplateError::Name { name: (*name).to_owned() }),
            }
        }
        Ok(Templates { text, html })
    }

    /// As [`Templates::new`]; the embedded ones alone are read once, however many campaigns use them.
    ///
    /// # Errors
    /// As [`Templates::new`].
    pub fn shared(overrides: &BTreeMap<String, String>) -> Result<Arc<Templates>, TemplateError> {
        static EMBEDDED_ALONE: OnceLock<Arc<Templates>> = OnceLock::new();
        match EMBEDDED_ALONE.get() {
            Some(templates) if overrides.is_empty() => Ok(templates.clone()),
            None if overrides.is_empty() => {
                let templates = Arc::new(Templates::new(overrides)?);
                Ok(EMBEDDED_ALONE.get_or_init(|| templates).clone())
            }
            _ => Ok(Arc::new(Templates::new(overrides)?)),
        }
    }

    /// Renders plain text: nothing is escaped, no blanks at line ends, no two empty lines in a row.
    ///
    /// # Errors
    /// When there is no such template, or it asks for something that the model does not have.
    pub fn text(&self, name: &str, model: &impl Serialize) -> Result<String, TemplateError> {
        render(&self.text, name.strip_suffix(".txt").unwrap_or(name), ".txt", model).map(|text| layout::tidy(&text))
    }

    /// Renders HTML; every value is escaped.
    ///
    /// # Errors
    /// As [`Templates::text`].
    pub fn html(&self, name: &str, model: &impl Serialize) -> Result<String, TemplateError> {
        render(&self.html, name.strip_suffix(".html").unwrap_or(name), ".html", model)
    }

    /// Whether a text template of that name exists.
    pub fn has_text(&self, name: &str) -> bool {
        self.text.has_template(name.strip_suffix(".txt").unwrap_or(name))
    }
}

fn registry() -> Handlebars<'static> {
    let mut registry = Handlebars::new();
    registry.set_strict_mode(true);
    helpers::register(&mut registry);
    registry
}

fn compile(name: &str, source: &str) -> Result<Template, TemplateError> {
    Template::compile_with_name(source, name.to_owned()).map_err(|error| TemplateError::Syntax {
        template: name.to_owned(),
        line: error.pos().map_or(0, |(line, _)| line),
        what: error.reason().to_string(),
    })
}

fn render(registry: &Handlebars<'_>, name: &str, suffix: &str, model: &impl Serialize) -> Result<String, TemplateError> {
    let Some(template) = registry.get_template(name) else {
        let known = registry.get_templates().keys().min_by_key(|known| (strsim::levenshtein(known, name), (*known).clone()));
        let near = known.filter(|known| strsim::levenshtein(known, name) <= 3);
        return Err(TemplateError::Unknown { name: format!("{name}{suffix}"), nearest: near.map(|near| format!("{near}{suffix}")) });
    };
    registry.render(name, model).map_err(|error| TemplateError::Render {
        template: error.template_name.clone().or_else(|| template.name.clone()).unwrap_or_default(),
        line: error.line_no.unwrap_or(0),
        what: explain(error.reason()),
    })
}

fn explain(reason: &RenderErrorReason) -> String {
    match reason {
        RenderErrorReason::MissingVariable(Some(path)) => format!("what it is given has no {path:?}"),
        RenderErrorReason::MissingVariable(None) => "what it is given has no such value".to_owned(),
        RenderErrorReason::PartialNotFound(name) => format!("there is no partial {name:?}"),
        RenderErrorReason::HelperNotFound(name) => format!("there is no helper {name:?}, and nothing of that name takes values"),
        other => other.to_string(),
    }
}

fn did_you_mean(nearest: &Option<String>) -> String {
    nearest.as_ref().map_or_else(String::new, |name| format!("; did you mean {name:?}?"))
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use serde_json::json;

    use super::*;

    fn with(name: &str, source: &str) -> Result<Templates, TemplateError> {
        Templates::new(&BTreeMap::from([(name.to_owned(), source.to_owned())]))
    }

    #[test]
    fn every_file_is_in_the_table_and_every_entry_is_a_file() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("templates");
        let mut files = Vec::new();
        for folder in std::fs::read_dir(&root).unwrap() {
            let folder = folder.unwrap().path();
            for file in std::fs::read_dir(&folder).unwrap() {
                let file = file.unwrap().path();
                let name = file.strip_prefix(&root).unwrap().to_string_lossy().into_owned();
                files.extend(name.strip_suffix(".hbs").map(str::to_owned));
            }
        }
        files.sort();
        let mut table: Vec<String> = EMBEDDED.iter().map(|(name, _)| (*name).to_owned()).collect();
        table.sort();
        assert_eq!(files, table);
        assert!(Templates::new(&BTreeMap::new()).is_ok());
    }

    #[test]
    fn errors_name_the_template_the_line_and_what_is_missing() {
        let error = with("shared/receipt.txt", "one\n{{#if a}}").err().unwrap().to_string();
        assert!(error.starts_with("template shared/receipt.txt, line 2: "), "{error}");
        let templates = with("x/y.txt", "one\ntwo {{three.four}}").unwrap();
        let error = templates.text("x/y", &json!({})).unwrap_err().to_string();
        assert_eq!(error, "template x/y.txt, line 2: what it is given has no \"three.four\"");
        let error = templates.text("x/z", &json!({})).unwrap_err().to_string();
        assert_eq!(error, "there is no template \"x/z.txt\"; did you mean \"x/y.txt\"?");
        assert!(matches!(with("receipt", ""), Err(TemplateError::Name { .. })));
    }

    #[test]
    fn html_escapes_and_borrows_the_text_where_it_has_none_of_its_own() {
        let templates = with("x/y.txt", "{{name}}").unwrap();
        let model = json!({"name": "<b> & \"c\""});
        assert_eq!(templates.text("x/y.txt", &model).unwrap(), "<b> & \"c\"\n");
        assert_eq!(templates.html("x/y", &model).unwrap(), "&lt;b&gt; &amp; &quot;c&quot;");
    }
}
