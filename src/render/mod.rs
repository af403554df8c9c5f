//! What people see: report models and scenes as text, HTML, JSON, SVG, PNG, and the archive site.
//!
//! Wording lives in `templates/`, facts in models; nothing here knows a game, a clock or a file.

mod blocks;
mod board;
pub mod diagram;
mod helpers;
mod layout;
pub mod palette;
pub mod png;
pub mod report;
pub mod rules;
pub mod site;
pub mod svg;
pub mod templates;
pub mod tournament;

pub use png::PngError;
pub use report::ReportModel;
pub use templates::{TemplateError, Templates};
