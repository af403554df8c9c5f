//! Writing a report for people: its facts are made once for all its forms.

use super::report::ReportModel;
use super::{Model, TemplateError, Templates};

/// A report that is being written.
pub struct Writing<'a> {
    templates: &'a Templates,
    report: &'a ReportModel,
    model: Model,
}

impl<'a> Writing<'a> {
    pub fn of(templates: &'a Templates, report: &'a ReportModel) -> Writing<'a> {
        Writing { templates, report, model: Model::of(report) }
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
    /// As [`Writing::text`].
    pub fn html(&self) -> Result<String, TemplateError> {
        self.templates.html_of(&self.template(), &self.model)
    }

    /// The order form to reply with, which the report then shows; for the public and the game master an empty line.
    ///
    /// # Errors
    /// As [`Writing::text`].
    pub fn order_form(&mut self) -> Result<String, TemplateError> {
        let form = self.templates.text_of(&format!("{}/order-template", self.report.campaign.templates), &self.model)?;
        self.model.set("order_template", form.as_str());
        Ok(form)
    }

    /// The public reads its part, everybody else the whole report.
    fn template(&self) -> String {
        let part = if self.report.viewer.kind == "public" { "public" } else { "report" };
        format!("{}/{part}", self.report.campaign.templates)
    }
}
