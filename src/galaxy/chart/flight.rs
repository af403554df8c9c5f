//! Ships on their way, and where they may have come from.

use crate::engine::Remembered;
use crate::galaxy::story::Seen;
use crate::galaxy::{PlanetId, Power, Survey};

/// The most turns that a flight takes, including that of its departure (B4.1, B6.4, P4.4, P5.6).
pub(crate) const LONGEST_FLIGHT: usize = 4;

/// Ships of one power at one place.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ChartFleet {
    pub power: Power,
    pub fighters: u32,
    pub transporters: u32,
    /// Whether they are not friends of the planet's owner.
    pub is_hostile: bool,
}

/// Ships of one power on their way to a planet.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ChartFlight {
    pub force: ChartFleet,
    pub to: PlanetId,
    /// The turn in which they arrive.
    pub arrives: u32,
    /// Where they departed; empty if unknown.
    pub from: Vec<PlanetId>,
}

/// A departure that the viewer knows of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Departure {
    pub from: PlanetId,
    pub to: PlanetId,
    /// The turn in which its ships arrive.
    pub arrives: u32,
}

impl Departure {
    /// The flights that the viewer ordered, and those that fled from a battle (B6.4, P5.6), in the turns that the viewer remembers. `sent` says from
    /// where to where an order sends ships.
    pub(crate) fn known<E, O, R>(
        survey: &Survey<'_>,
        memory: &[Remembered<E, O>],
        sent: fn(&O) -> Option<(PlanetId, PlanetId)>,
        see: fn(&E, u32, &mut Seen<'_, R>),
    ) -> Vec<Departure> {
        let of_turn = |(turn, known): (u32, &Remembered<E, O>)| {
            let sent = known.done.iter().filter_map(sent).filter_map(|(from, to)| {
                let steps = survey.distance.steps(from, to)?;
                Some(Departure { from, to, arrives: turn.saturating_add(steps as u32) })
            });
            let flights = Seen::of(survey, turn, &known.events, see).flights.into_iter();
            let fled = flights.filter(|flight| Some(flight.force.power) == survey.seat().map(Power::Seat));
            let fled = fled.filter_map(|flight| Some(Departure { from: flight.from, to: flight.to?, arrives: flight.turn }));
            sent.chain(fled).collect::<Vec<_>>()
        };
        (0..=survey.turn).rev().zip(memory).flat_map(of_turn).collect()
    }
}

impl ChartFlight {
    /// Ships that arrive at a planet in the turn `arrives`. They may come from every departure for that planet and turn.
    pub fn new(force: ChartFleet, to: PlanetId, arrives: u32, departures: &[Departure]) -> ChartFlight {
        let theirs = departures.iter().filter(|departure| departure.to == to && departure.arrives == arrives);
        let mut from: Vec<PlanetId> = theirs.map(|departure| departure.from).collect();
        from.sort_unstable();
        from.dedup();
        ChartFlight { force, to, arrives, from }
    }
}
