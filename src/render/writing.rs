//! Writing a report for people: its facts are made once for all its forms.

use super::report::ReportModel;
use super::{Model, TemplateError, Templates};

/// A report that is being written.
pub struct ReportWriting<'a> {
    templates: &'a Templates,
    report: &'a ReportModel,
    model: Model,
    headline: String,
}

impl<'a> ReportWriting<'a> {
    /// Begins with the headline, which stands in all forms.
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

    /// What happened in a few words; empty for a game that says nothing of the kind.
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

    /// The whole report as plain text, no line longer than 78 columns.
    ///
    /// # Errors
    /// When a template of the campaign's own asks for something that is not there.
    pub fn text(&self) -> Result<String, TemplateError> {
        self.templates.text_of(&self.template(), &self.model)
    }

    /// The same as one HTML page for a mail client.
    ///
    /// # Errors
    /// As [`ReportWriting::text`].
    pub fn html(&self) -> Result<String, TemplateError> {
        self.templates.html_of(&self.template(), &self.model)
    }

    /// The order form to reply with, which the report then shows; for the public and the game master an empty line.
    ///
    /// # Errors
    /// As [`ReportWriting::text`].
    pub fn order_form(&mut self) -> Result<String, TemplateError> {
        let form = self.templates.text_of(&format!("{}/order-template", self.report.campaign.templates), &self.model)?;
        self.model.set("order_template", form.as_str());
        Ok(form)
    }

    /// From now on the HTML leads to the page in which orders are written by clicking.
    pub fn set_composer_link(&mut self, link: &str) {
        self.model.set("composer_link", link);
    }

    /// The public reads its part, everybody else the whole report.
    fn template(&self) -> String {
        let part = if self.report.viewer.kind == "public" { "public" } else { "report" };
        format!("{}/{part}", self.report.campaign.templates)
    }
}
