//! Pictures, but for PNG.

#[path = "../../../src/render/picture/board.rs"]
mod board;
#[path = "../../../src/render/picture/diagram.rs"]
pub mod diagram;
#[path = "../../../src/render/picture/figures/mod.rs"]
pub mod figures;
#[path = "../../../src/render/picture/palette.rs"]
pub mod palette;
#[path = "../../../src/render/picture/svg.rs"]
pub mod svg;
