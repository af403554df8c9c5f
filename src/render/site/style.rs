//! The style of archives' pages.

use crate::render::{TemplateError, Templates};

/// The style of all pages of archives.
///
/// # Errors
/// When one of the campaign's own templates asks for something that does not exist.
pub fn style(templates: &Templates) -> Result<String, TemplateError> {
    Ok(templates.text("shared/style", &())? + &templates.text("shared/site-style", &())?)
}
