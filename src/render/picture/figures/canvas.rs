//! A sheet of paper with figures on it.

use serde::Serialize;

use super::figure::Figure;
use crate::render::picture::palette;

/// Figures on a sheet of paper, with the origin at the top left; later figures lie on top.
#[derive(Debug, Clone, PartialEq)]
pub struct Canvas {
    /// A description for readers who cannot see the picture.
    pub title: String,
    /// The width of the paper, in units of the picture.
    pub width: f64,
    /// The height of the paper, in units of the picture.
    pub height: f64,
    /// The light for which its colours are made.
    pub lights: Lights,
    /// All figures on the paper.
    pub figures: Vec<Figure>,
    /// What can be pointed at, in reading order.
    pub places: Vec<Touchable>,
}

/// A cell or a disc that can be pointed at, and what it stands for.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Touchable {
    /// Its name in orders.
    pub name: String,
    /// Its name with what is there, for readers who cannot see the picture.
    pub label: String,
    /// The corners of its outline.
    pub corners: Vec<(f64, f64)>,
}

/// The light in which a picture is read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Lights {
    /// Its colours are always shown as they are.
    Day,
    /// Readers who want it dark see other colours ([`palette::NIGHT`]).
    DayAndNight,
}

impl Canvas {
    /// The colours in use, each once, the paper's first.
    pub fn colours(&self) -> Vec<[u8; 3]> {
        let figures = self.figures.iter().flat_map(|figure| [figure.fill, figure.edge.map(|edge| edge.colour)]);
        let mut colours = Vec::new();
        for colour in [palette::PAPER].into_iter().chain(figures.flatten()).map(palette::channels) {
            if !colours.contains(&colour) {
                colours.push(colour);
            }
        }
        colours
    }
}
