//! A report in all its forms, from facts that are made once.

use super::report::{ReportModel, template_of};
use super::{Model, TemplateError, Templates};

/// A report as it is written for people.
pub struct Texts {
    /// Plain text, no line longer than 78 columns.
    pub text: String,
    /// One page for a mail client.
    pub html: String,
}

/// Writes a report. A form to reply with is made first, for the report to show.
///
/// # Errors
/// When a template of the campaign's own asks for something that is not there.
pub fn write(templates: &Templates, report: &mut ReportModel, with_form: bool) -> Result<Texts, TemplateError> {
    let mut model = Model::of(report);
    if with_form {
        report.order_template = templates.text_of(&format!("{}/order-template", report.campaign.templates), &model)?;
        model.set("order_template", report.order_template.as_str());
    }
    let name = template_of(report);
    Ok(Texts { text: templates.text_of(&name, &model)?, html: templates.html_of(&name, &model)? })
}
