//! What a viewer saw of a turn, in terms that both games share.

use serde::Serialize;

use crate::engine::Seat;
use crate::galaxy::{Footing, PlanetId, Power, Ships, Survey, SurveyedPlanet};

/// Ships and land troops of one power. What a game does not have is 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct Force {
    /// Whose they are.
    pub power: Power,
    /// How many, before the fight if there is one.
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
    /// How many of its fighters were lost.
    pub fighters_lost: u32,
    /// How many of its transporters were lost.
    pub transporters_lost: u32,
    /// How many of its land troops were lost.
    pub troops_lost: u32,
}

/// A battle in space, or a landing.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Fight {
    /// Where it took place.
    pub planet: PlanetId,
    /// Who held the planet when it began.
    pub owner: Power,
    /// Who came.
    pub attackers: Vec<Party>,
    /// Who was there; in a landing this may be only the planet itself.
    pub defenders: Vec<Party>,
    /// How it ended.
    pub result: FightResult,
}

/// How a battle or landing ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum FightResult {
    /// Nobody fired: the attackers hold the place, but they have beaten nobody.
    NoResistance,
    /// The attackers beat the defenders.
    AttackersWin,
    /// The attackers were beaten.
    DefendersWin,
}

/// Ships that the viewer sees in orbit, or on the way to a planet.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sighting {
    /// Where they are, or fly to.
    pub planet: PlanetId,
    /// Who holds it.
    pub owner: Power,
    /// How many turns they are away; 0 in orbit.
    pub distance: u32,
    /// In the order of the view.
    pub forces: Vec<Force>,
}

/// Ships that fled from a lost battle.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct Flight {
    /// The ships, after the battle.
    #[serde(flatten)]
    pub force: Force,
    /// Where they fled from.
    #[serde(skip)]
    pub from: PlanetId,
    /// Where they fled to; `None` if they are lost.
    pub to: Option<PlanetId>,
    /// The turn in which they arrive.
    pub turn: u32,
}

/// A planet that changed hands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Change {
    /// Which planet.
    pub planet: PlanetId,
    /// Who held it.
    pub from: Power,
    /// Who held it after that.
    pub to: Power,
}

/// A revolt, whether or not the planet was lost by it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Revolt {
    /// Where.
    pub planet: PlanetId,
    /// Who held the planet.
    pub owner: Power,
    /// Whether the planet broke free.
    pub fell: bool,
}

/// What one viewer saw of a turn, in terms that both games share.
pub struct Seen<'a, R> {
    /// What the viewer sees now.
    pub survey: &'a Survey<'a>,
    /// Battles in space.
    pub battles: Vec<Fight>,
    /// Landings.
    pub landings: Vec<Fight>,
    /// Planets that changed hands, in the order in which they did. One that revolts may then be taken in the postal game, and the other way round in the
    /// board game.
    pub changes: Vec<Change>,
    /// Revolts.
    pub revolts: Vec<Revolt>,
    /// Ships that fled.
    pub flights: Vec<Flight>,
    /// Ships as they are now.
    pub sightings: Vec<Sighting>,
    /// Who left the game.
    pub out: Vec<Seat>,
    /// The viewer's terms that changed.
    pub terms: Vec<TermsMoved<R>>,
}

impl<'a, R> Seen<'a, R> {
    /// The viewer's view of now, and whatever `see` adds for each event of the turn.
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

    /// A relation between two players changed. It matters only if one of them is the viewer.
    pub fn relation_moved(&mut self, seats: [Seat; 2], before: R, relation: R)
    where
        R: Ord,
    {
        let me = self.survey.seat().filter(|seat| seats.contains(seat));
        let other = me.and_then(|me| seats.into_iter().find(|other| *other != me));
        self.terms.extend(other.map(|seat| TermsMoved { seat, is_worse: relation < before, relation }));
    }

    /// How a power stands to the viewer; neutral to a viewer without a seat.
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

/// Terms with the viewer that changed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TermsMoved<R> {
    /// With whom.
    pub seat: Seat,
    /// The terms now.
    pub relation: R,
    /// Whether they were better before.
    pub is_worse: bool,
}

/// What all changes of the turn together made of a planet.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Turnover {
    pub planet: PlanetId,
    /// Who held it when the turn began.
    pub before: Power,
    /// From whom it came to `now`: another than `before` if it revolted and was then taken.
    pub from: Power,
    /// Who holds it now.
    pub now: Power,
    /// Who lost it to a revolt.
    pub revolted_from: Option<Power>,
}

impl<R> Seen<'_, R> {
    /// A turnover for each planet that changed hands, in the order in which the first of its changes was seen.
    pub(super) fn turnovers(&self) -> Vec<Turnover> {
        let mut turnovers: Vec<Turnover> = Vec::new();
        for Change { planet, from, to } in self.changes.iter().copied() {
            match turnovers.iter_mut().find(|turnover| turnover.planet == planet) {
                Some(turnover) => (turnover.from, turnover.now) = (from, to),
                None => turnovers.push(Turnover { planet, before: from, from, now: to, revolted_from: self.revolted_from(planet) }),
            }
        }
        turnovers
    }

    fn revolted_from(&self, planet: PlanetId) -> Option<Power> {
        self.revolts.iter().find(|revolt| revolt.planet == planet && revolt.fell).map(|revolt| revolt.owner)
    }

    /// Who holds a planet after the turn, if it changed hands.
    pub(super) fn holder(&self, planet: PlanetId) -> Option<Power> {
        self.changes.iter().rfind(|change| change.planet == planet).map(|change| change.to)
    }
}

impl Fight {
    /// Whether the attackers hold the place afterwards, with or without a fight.
    pub(super) fn is_attackers(&self) -> bool {
        self.result != FightResult::DefendersWin
    }

    /// Whether anybody lost anything in it.
    pub(super) fn has_cost(&self) -> bool {
        let lost = |party: &Party| party.fighters_lost > 0 || party.transporters_lost > 0 || party.troops_lost > 0;
        self.attackers.iter().chain(&self.defenders).any(lost)
    }
}
