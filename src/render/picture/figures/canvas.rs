//! A sheet of paper with figures on it.

use serde::Serialize;

use super::figure::Figure;
use crate::render::picture::palette;

/// Figures on a sheet of paper, the origin at the top left; later ones on top.
#[derive(Debug, Clone, PartialEq)]
pub struct Canvas {
    /// A description for readers who cannot see the picture.
    pub title: String,
    /// Of the paper, in units of the picture.
    pub width: f64,
    /// Of the paper, in units of the picture.
    pub height: f64,
    /// The light (day or night) that its colours are made for.
    pub lights: Lights,
    /// All that is drawn on the paper.
    pub figures: Vec<Figure>,
    /// What can be pointed at, in the order in which it is read.
    pub places: Vec<Touchable>,
}

/// A cell or a disc that can be pointed at, and what it stands for.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Touchable {
    /// As orders name it.
    pub name: String,
    /// The same with what is there, for readers who cannot see the picture.
    pub label: String,
    /// Its outline.
    pub corners: Vec<(f64, f64)>,
}

/// The light in which a picture is read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Lights {
    /// Its colours mean themselves.
    Day,
    /// For readers who want it dark there are others ([`palette::NIGHT`]).
    DayAndNight,
}

impl Canvas {
    /// The colours that it names, each once, paper first.
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
