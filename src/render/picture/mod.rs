//! Drawing: a scene as text, as SVG and as PNG.

mod board;
pub mod diagram;
pub mod figures;
pub mod palette;
pub mod png;
pub mod svg;
