//! The style of archives' pages.

use crate::render::{TemplateError, Templates};

/// The style of all pages of archives.
///
/// # Errors
/// When a template of the program cannot be rendered; in place of a campaign's own, which may be wrong, the program's is used.
pub fn style(templates: &Templates) -> Result<String, TemplateError> {
    Ok(templates.text("shared/style", &())? + &templates.text("shared/site-style", &())?)
}
