//! What people see: report models and scenes as text, HTML, JSON, SVG and PNG, and the archive site.
//!
//! Wording is in `templates/`, facts are in models. Nothing here knows a game, a clock or a file.

mod blocks;
pub(crate) mod charts;
pub mod clock;
pub mod composer;
mod fates;
pub mod feeds;
mod frames;
mod helpers;
pub mod host_page;
mod layout;
pub mod letter;
pub mod picture;
pub mod press;
pub mod report;
pub mod rules;
pub mod schedule;
pub mod site;
pub mod templates;
pub mod tournament;
pub mod writing;

pub use picture::png::PngError;
pub use report::ReportModel;
pub use templates::{Model, Nothing, TemplateError, Templates};

/// A file of the archive: its path from the site's folder, and its bytes.
pub type SiteFile = (String, Vec<u8>);
