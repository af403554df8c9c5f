//! What both games' views show of the galaxy, for names and conditions in orders, the star map, and the story of a turn.

use super::{Distances, PlanetId, Power, Stance, Terms};
use crate::engine::{Outcome, Seat};

/// The galaxy as one viewer sees it.
pub struct Survey<'v> {
    /// Turns played so far.
    pub turn: u32,
    /// The viewer's seat; `None` for the public and the game master.
    pub me: Option<Surveyor>,
    /// Everybody who has a seat, by seat number.
    pub players: Vec<(Seat, &'v str)>,
    /// All planets, in board order.
    pub planets: Vec<SurveyedPlanet<'v>>,
    /// The distances between planets.
    pub distance: &'v Distances,
    /// How the game ended, once it has.
    pub outcome: Option<&'v Outcome>,
}

/// A viewer with a seat.
pub struct Surveyor {
    /// Whose seat it is.
    pub seat: Seat,
    /// Whether the viewer is out of the game.
    pub is_out: bool,
    /// The home planet, if there is one left.
    pub home: Option<PlanetId>,
    /// How the viewer stands to all others in the game.
    pub terms: Vec<(Seat, Footing)>,
}

/// A planet, and the ships seen there.
pub struct SurveyedPlanet<'v> {
    /// Its number on the board.
    pub number: PlanetId,
    /// Its present name.
    pub name: &'v str,
    /// Other names that it goes by.
    pub other_names: &'v [String],
    /// Its place on the drawn map, in hundredths of a step.
    pub drawn_at: (i32, i32),
    /// Who holds it.
    pub owner: Power,
    /// Ships by how many turns they are away; 0 is the orbit.
    pub track: Vec<(u32, Vec<Ships>)>,
}

/// Ships of one power at one place.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Ships {
    /// Whose they are.
    pub power: Power,
    /// How many are seen.
    pub fighters: u32,
    /// How many transporters are seen.
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
    /// The viewer's seat, if they have one.
    pub fn seat(&self) -> Option<Seat> {
        self.me.as_ref().map(|me| me.seat)
    }
}

impl Surveyor {
    /// A viewer with terms of a rulebook.
    pub fn new<R: Stance>(seat: Seat, is_out: bool, home: Option<PlanetId>, terms: &[Terms<R>]) -> Surveyor {
        Surveyor { seat, is_out, home, terms: terms.iter().map(|terms| (terms.seat, Footing::of(terms.relation))).collect() }
    }

    /// How the viewer stands to a power. Neutral planets, pirates and players who are out are enemies.
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
    /// The footing for a relation of a rulebook.
    pub fn of<R: Stance>(relation: R) -> Footing {
        match relation {
            relation if relation == R::ENEMIES => Footing::Enemies,
            relation if relation == R::FRIENDS => Footing::Friends,
            _ => Footing::Neutral,
        }
    }
}
