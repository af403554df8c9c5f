//! What a viewer saw of a turn, in words that both games of the galaxy share.

use serde::Serialize;

use crate::engine::Seat;
use crate::galaxy::{Footing, PlanetId, Power, Ships, Survey, SurveyedPlanet};

/// Ships and land troops of one power; what a game does not have is 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct Force {
    /// Whose they are.
    pub power: Power,
    /// Before the fight, if it is about one.
    pub fighters: u32,
    /// As `fighters`.
    pub transporters: u32,
    /// As `fighters`.
    pub troops: u32,
}

/// A force in a fight, and what it lost there.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct Party {
    /// Before the fight.
    #[serde(flatten)]
    pub force: Force,
    /// Of its fighters.
    pub fighters_lost: u32,
    /// Of its transporters.
    pub transporters_lost: u32,
    /// Of its land troops.
    pub troops_lost: u32,
}

/// A battle in space, or a landing.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Fight {
    /// Where it was.
    pub planet: PlanetId,
    /// Who held the planet when it began.
    pub owner: Power,
    /// Who came.
    pub attackers: Vec<Party>,
    /// Who was there; in a landing the planet itself may be all.
    pub defenders: Vec<Party>,
    /// Who had the better of it.
    pub attackers_won: bool,
}

/// Ships that the viewer sees on the way to a planet, or in its orbit.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sighting {
    /// Where they fly, or are.
    pub planet: PlanetId,
    /// Who holds it.
    pub owner: Power,
    /// 0 is the orbit; so many turns the ships are away.
    pub distance: u32,
    /// In the order of the view.
    pub forces: Vec<Force>,
}

/// Fighters that left a lost battle.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct Flight {
    /// Whose they are.
    #[serde(skip)]
    pub power: Power,
    /// From where they flee.
    #[serde(skip)]
    pub from: PlanetId,
    /// How many.
    pub fighters: u32,
    /// To where; nowhere if they are lost.
    pub to: Option<PlanetId>,
    /// The turn in which they arrive.
    pub turn: u32,
}

/// A planet that changed hands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Change {
    /// Which.
    pub planet: PlanetId,
    /// Who held it.
    pub from: Power,
    /// Who holds it now.
    pub to: Power,
}

/// A revolt, whether the planet was lost by it or not.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Revolt {
    /// Where.
    pub planet: PlanetId,
    /// Whose planet it was.
    pub owner: Power,
    /// Whether it has thrown off its owner.
    pub fell: bool,
}

/// What one viewer saw of a turn, in the words of both games.
pub struct Seen<'a, R> {
    /// What the viewer sees now.
    pub survey: &'a Survey<'a>,
    /// Battles in space.
    pub battles: Vec<Fight>,
    /// Landings.
    pub landings: Vec<Fight>,
    /// Planets that changed hands.
    pub changes: Vec<Change>,
    /// Revolts.
    pub revolts: Vec<Revolt>,
    /// Fighters that fled.
    pub flights: Vec<Flight>,
    /// Ships as they are now.
    pub sightings: Vec<Sighting>,
    /// Who left the game.
    pub out: Vec<Seat>,
    /// The viewer's terms that moved.
    pub terms: Vec<TermsMoved<R>>,
}

impl<'a, R> Seen<'a, R> {
    /// What `see` adds for the events of a turn, and who is where now.
    pub fn of<E>(survey: &'a Survey<'a>, turn: u32, events: &[E], see: impl Fn(&E, u32, &mut Seen<'a, R>)) -> Seen<'a, R> {
        let mut seen = Seen {
            survey,
            battles: Vec::new(),
            landings: Vec::new(),
            changes: Vec::new(),
            revolts: Vec::new(),
            flights: Vec::new(),
            sightings: survey.planets.iter().flat_map(sightings).collect(),
            out: Vec::new(),
            terms: Vec::new(),
        };
        events.iter().for_each(|event| see(event, turn, &mut seen));
        seen
    }

    /// The relation between two players moved. Where neither is the viewer, that is no moment for this reader.
    pub fn relation_moved(&mut self, seats: [Seat; 2], before: R, relation: R)
    where
        R: Ord,
    {
        let me = self.survey.seat().filter(|seat| seats.contains(seat));
        let other = me.and_then(|me| seats.into_iter().find(|other| *other != me));
        self.terms.extend(other.map(|seat| TermsMoved { seat, is_worse: relation < before, relation }));
    }

    /// How a power stands to the viewer. A viewer without a seat has neither friends nor enemies.
    pub(super) fn footing(&self, power: Power) -> Footing {
        self.survey.me.as_ref().map_or(Footing::Neutral, |me| me.footing(power))
    }
}

fn sightings(planet: &SurveyedPlanet<'_>) -> impl Iterator<Item = Sighting> {
    let force = |ships: &Ships| Force { power: ships.power, fighters: ships.fighters, transporters: ships.transporters, troops: 0 };
    let (number, owner) = (planet.number, planet.owner);
    planet.track.iter().map(move |(distance, ships)| Sighting {
        planet: number,
        owner,
        distance: *distance,
        forces: ships.iter().map(force).collect(),
    })
}

/// Terms with the viewer that moved.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TermsMoved<R> {
    /// With whom.
    pub seat: Seat,
    /// As they are now.
    pub relation: R,
    /// Whether they were better before.
    pub is_worse: bool,
}

impl Fight {
    /// Whether anybody lost anything in it.
    pub(super) fn has_cost(&self) -> bool {
        let lost = |party: &Party| party.fighters_lost > 0 || party.transporters_lost > 0 || party.troops_lost > 0;
        self.attackers.iter().chain(&self.defenders).any(lost)
    }
}
