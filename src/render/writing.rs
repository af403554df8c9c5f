//! Writes a report for people. Its facts are made once for all its forms.

use super::report::ReportModel;
use super::{Model, TemplateError, Templates};

/// A report being written.
pub struct ReportWriting<'a> {
    templates: &'a Templates,
    report: &'a ReportModel,
    model: Model,
    headline: String,
}

impl<'a> ReportWriting<'a> {
    /// Begins with the headline, which is in all forms.
    ///
    /// # Errors
    /// As [`ReportWriting::text`].
    pub fn of(templates: &'a Templates, report: &'a ReportModel) -> Result<ReportWriting<'a>, TemplateError> {
        let mut model = Model::of(report);
        let template = format!("{}/headline", report.campaign.templates);
        let is_told = templates.has_text(&template);
        let headline = if is_told { templates.text_of(&template, &model)?.trim().to_owned() } else { String::new() };
        model.set("headline", headline.as_str());
        Ok(ReportWriting { templates, report, model, headline })
    }

    /// What happened, in a few words; empty if the game has no headline.
    pub fn headline(&self) -> &str {
        &self.headline
    }

    /// The subject of the email, without the tag.
    ///
    /// # Errors
    /// As [`ReportWriting::text`].
    pub fn subject(&self) -> Result<String, TemplateError> {
        Ok(self.templates.text_of("shared/report-subject", &self.model)?.trim_end().to_owned())
    }

    /// The whole report as plain text, at most 78 columns wide.
    ///
    /// # Errors
    /// When a template of the program cannot be rendered; in place of a campaign's own, which may be wrong, the program's is used.
    pub fn text(&self) -> Result<String, TemplateError> {
        self.templates.text_of(&self.template(), &self.model)
    }

    /// The whole report as an HTML page for mail programs.
    ///
    /// # Errors
    /// As [`ReportWriting::text`].
    pub fn html(&self) -> Result<String, TemplateError> {
        self.templates.html_of(&self.template(), &self.model)
    }

    /// The order form, which the report shows from now on; an empty line for the public and the game master.
    ///
    /// # Errors
    /// As [`ReportWriting::text`].
    pub fn order_form(&mut self) -> Result<String, TemplateError> {
        let form = self.templates.text_of(&format!("{}/order-template", self.report.campaign.templates), &self.model)?;
        self.model.set("order_template", form.as_str());
        Ok(form)
    }

    /// Sets the link to the page on which orders are written by clicking; the HTML shows it from now on.
    pub fn set_composer_link(&mut self, link: &str) {
        self.model.set("composer_link", link);
    }

    /// The public reads its own part, everybody else the whole report.
    fn template(&self) -> String {
        let part = if self.report.viewer.kind == "public" { "public" } else { "report" };
        format!("{}/{part}", self.report.campaign.templates)
    }
}
