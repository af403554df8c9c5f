//! How the pages of archives look.

use crate::render::{TemplateError, Templates};

/// The style of all pages of archives.
///
/// # Errors
/// When a template of the campaign's own asks for something that is not there.
pub fn style(templates: &Templates) -> Result<String, TemplateError> {
    Ok(templates.text("shared/style", &())? + &templates.text("shared/site-style", &())?)
}
