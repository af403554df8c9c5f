//! The errors of templates.

/// A template that does not read, or asks for something that its model does not have.
#[allow(missing_docs, reason = "the messages are the explanation; a line is 0 if it is not known")]
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, thiserror::Error)]
pub enum TemplateError {
    #[error("there is no template {name:?}{}", did_you_mean(nearest))]
    Unknown { name: String, nearest: Option<String> },
    /// An override with a name that is never rendered.
    #[error("the file of a template is named like shared/receipt.txt.hbs or shared/welcome.html.hbs, not {name}.hbs")]
    Name { name: String },
    #[error("template {template}, line {line}: {what}")]
    Syntax { template: String, line: usize, what: String },
    #[error("template {template}, line {line}: {what}")]
    Render { template: String, line: usize, what: String },
}

fn did_you_mean(nearest: &Option<String>) -> String {
    nearest.as_ref().map_or_else(String::new, |name| format!("; did you mean {name:?}?"))
}
