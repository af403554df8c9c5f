//! What the views of both games show of the galaxy: from this come names and conditions in orders, the star map, and the story of a turn.

use super::{Distances, PlanetId, Power, Stance, Terms};
use crate::engine::{Outcome, Seat};

/// The galaxy as one viewer sees it.
pub struct Survey<'v> {
    /// Turns played so far.
    pub turn: u32,
    /// `None` for the public and the game master.
    pub me: Option<Surveyor>,
    /// Everybody who has a seat, by its number.
    pub players: Vec<(Seat, &'v str)>,
    /// In board order.
    pub planets: Vec<SurveyedPlanet<'v>>,
    /// Between planets.
    pub distance: &'v Distances,
    /// How the game ended, once it has.
    pub outcome: Option<&'v Outcome>,
}

/// A viewer who has a seat.
pub struct Surveyor {
    /// Whose seat it is.
    pub seat: Seat,
    /// Whether the viewer has left the game.
    pub is_out: bool,
    /// The home planet, if one is left.
    pub home: Option<PlanetId>,
    /// How the viewer stands to all others who are in the game.
    pub terms: Vec<(Seat, Footing)>,
}

/// A planet, and who is seen there.
pub struct SurveyedPlanet<'v> {
    /// On the board.
    pub number: PlanetId,
    /// As it is called now.
    pub name: &'v str,
    /// What it may be called, too.
    pub other_names: &'v [String],
    /// In hundredths of a step.
    pub drawn_at: (i32, i32),
    /// Whose it is.
    pub owner: Power,
    /// Ships by the turns that they are away; 0 is the orbit.
    pub track: Vec<(u32, Vec<Ships>)>,
}

/// Ships of one power at one place.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Ships {
    /// Whose they are.
    pub power: Power,
    /// How many are seen.
    pub fighters: u32,
    /// As `fighters`.
    pub transporters: u32,
}

/// How two powers stand to each other, whatever a rulebook calls it.
#[allow(missing_docs, reason = "the three are what they are called")]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Footing {
    Enemies,
    Neutral,
    Friends,
}

impl Survey<'_> {
    /// The seat of the viewer who has one.
    pub fn seat(&self) -> Option<Seat> {
        self.me.as_ref().map(|me| me.seat)
    }
}

impl Surveyor {
    /// A viewer by the terms of a rulebook.
    pub fn new<R: Stance>(seat: Seat, is_out: bool, home: Option<PlanetId>, terms: &[Terms<R>]) -> Surveyor {
        Surveyor { seat, is_out, home, terms: terms.iter().map(|terms| (terms.seat, Footing::of(terms.relation))).collect() }
    }

    /// How the viewer stands to a power. Neutral planets and pirates are everybody's enemies, and so is a player who is out.
    pub fn footing(&self, power: Power) -> Footing {
        match power.seat() {
            None => Footing::Enemies,
            Some(seat) if seat == self.seat => Footing::Friends,
            Some(seat) => self.terms.iter().find(|(with, _)| *with == seat).map_or(Footing::Enemies, |(_, footing)| *footing),
        }
    }
}

impl SurveyedPlanet<'_> {
    /// The ships in its orbit.
    pub fn orbit(&self) -> impl Iterator<Item = &Ships> {
        self.track.iter().filter(|(distance, _)| *distance == 0).flat_map(|(_, ships)| ships)
    }
}

impl Footing {
    /// Of a relation of a rulebook.
    pub fn of<R: Stance>(relation: R) -> Footing {
        match relation {
            relation if relation == R::ENEMIES => Footing::Enemies,
            relation if relation == R::FRIENDS => Footing::Friends,
            _ => Footing::Neutral,
        }
    }
}
