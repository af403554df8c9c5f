//! Templates that the page is given; none is carried.

#[path = "../../../src/render/templates/carried.rs"]
mod carried;
#[path = "../../../src/render/templates/error.rs"]
mod error;
#[path = "../../../src/render/templates/given.rs"]
mod given;
#[path = "../../../src/render/templates/model.rs"]
mod model;
#[path = "../../../src/render/templates/registry.rs"]
mod registry;

pub use error::TemplateError;
pub use given::Given;
pub use model::Model;
