//! What of rendering a page needs: words from templates that it is given, and pictures as SVG and as text.

#[path = "../../../src/render/blocks.rs"]
mod blocks;
#[path = "../../../src/render/charts.rs"]
mod charts;
#[path = "../../../src/render/helpers/mod.rs"]
mod helpers;
#[path = "../../../src/render/layout.rs"]
mod layout;
pub mod picture;
pub mod templates;
