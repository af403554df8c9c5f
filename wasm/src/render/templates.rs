//! Templates that the page is given; none is carried.

#[path = "../../../src/render/templates/carried.rs"]
mod carried;
#[path = "../../../src/render/templates/error.rs"]
mod error;
#[path = "../../../src/render/templates/given.rs"]
mod given;
#[path = "../../../src/render/templates/model.rs"]
mod model;
#[path = "../../../src/render/templates/reading.rs"]
mod reading;
#[path = "../../../src/render/templates/registry.rs"]
mod registry;
#[path = "../../../src/render/templates/tags.rs"]
mod tags;
#[path = "../../../src/render/templates/values.rs"]
mod values;

pub use error::TemplateError;
pub use given::Given;
pub use model::Model;
