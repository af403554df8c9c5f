//! The books of a round: what its events tell accounts for every ship, planet, good and unit of population that is there after it.

use ashpost::engine::{Seat, Turn};
use ashpost::games::empire_board::event::{Event, Fight, Reason};
use ashpost::games::empire_board::order::{Cargo, Unit};
use ashpost::games::empire_board::state::{Fleet, Goods, Power, State};

type Round = Turn<State, Event, Reason>;

/// For rules by which the reserve of what is not built returns (B5.3).
pub(crate) fn check(before: &State, round: &Round, place: &str) {
    before.seats_in_play().for_each(|seat| check_seat(before, round, seat, &format!("{place}, seat {seat}")));
    let came = sum(round, |event| if let Event::PiratesCame { fighters, .. } = event { *fighters } else { 0 });
    let pirates = |state: &State| fighters(state, Power::Pirates);
    assert_eq!(pirates(&round.state) + fallen(round, Power::Pirates).fighters, pirates(before) + came, "{place}: pirates");
    // B4.4: freight is lost with its transporter.
    if sum(round, |event| u32::from(matches!(event, Event::Fled { power: Power::Seat(_), to: None, .. }))) > 0 {
        return;
    }
    let grown = sum(round, |event| u32::from(matches!(event, Event::Grew { .. })));
    assert_eq!(population(&round.state), population(before) + grown, "{place}: population");
    let founded = sum(round, |event| u32::from(matches!(event, Event::FactoryFounded { .. })));
    let built = sum(round, |event| match event {
        Event::Built { unit: Unit::Factory(_) | Unit::Hangar(_), count, .. } => *count,
        _ => 0,
    });
    assert_eq!(works(&round.state), works(before) + founded + built, "{place}: factories and hangars");
}

fn check_seat(before: &State, round: &Round, seat: Seat, place: &str) {
    let (had, has) = (before.holdings(seat), round.state.holdings(seat));
    let built = |wanted: Unit| {
        sum(round, |event| match event {
            Event::Built { seat: whose, unit, count, .. } if (*whose, *unit) == (seat, wanted) => *count,
            _ => 0,
        })
    };
    let fallen = fallen(round, Power::Seat(seat));
    let is_out = round.state.players[&seat].out_since.is_some();
    // B11.4: fighters leave the game with their player.
    assert!(is_out || has.fighters + fallen.fighters == had.fighters + built(Unit::Fighter), "{place}: fighters");
    assert_eq!(has.transporters + fallen.transporters, had.transporters + built(Unit::Transporter), "{place}: transporters");
    let mut spent = Goods::default();
    let mut made = Goods::default();
    let mut planets = had.planets;
    for event in round.events.iter().map(|seen| &seen.event) {
        match event {
            Event::Built { seat: whose, unit, count, .. } if *whose == seat => {
                spent = spent.plus(before.rulebook.price(*unit).times(*count))
            }
            Event::Produced { seat: whose, goods } if *whose == seat => made = made.plus(*goods),
            Event::PlanetTaken { to, .. } if *to == Power::Seat(seat) => planets += 1,
            Event::PlanetTaken { from, .. } if *from == Power::Seat(seat) => planets -= 1,
            _ => {}
        }
    }
    assert_eq!(has.warehouse.plus(spent), had.warehouse.plus(made), "{place}: goods");
    assert_eq!(has.planets, planets, "{place}: planets");
}

/// Ships that a power lost: in fights, and in flight from them to nowhere.
fn fallen(round: &Round, whose: Power) -> Fleet {
    let mut fallen = Fleet::default();
    for event in round.events.iter().map(|seen| &seen.event) {
        let lost = |fight: &Fight| fight.forces().filter(|(force, _)| force.power == whose).map(|(force, _)| force.lost).sum::<u32>();
        match event {
            Event::Battle(fight) => fallen.fighters += lost(fight),
            Event::Landing(fight) if fight.owner != whose => fallen.transporters += lost(fight),
            Event::Fled { power, fighters, transporters, to: None, .. } if *power == whose => {
                fallen.fighters += fighters;
                fallen.transporters += transporters;
            }
            _ => {}
        }
    }
    fallen
}

fn sum(round: &Round, count: impl Fn(&Event) -> u32) -> u32 {
    round.events.iter().map(|seen| count(&seen.event)).sum()
}

fn fighters(state: &State, whose: Power) -> u32 {
    state.planets.iter().flat_map(|planet| &planet.track).map(|space| space.of(whose).fighters).sum()
}

fn freight(state: &State, wanted: fn(&Cargo) -> bool) -> u32 {
    let fleets = state.planets.iter().flat_map(|planet| &planet.track).flat_map(|space| space.0.values());
    fleets.flat_map(|fleet| &fleet.freight).filter(|cargo| wanted(cargo)).count() as u32
}

fn population(state: &State) -> u32 {
    let people: u32 = state.planets.iter().map(|planet| planet.population).sum();
    people + freight(state, |cargo| *cargo == Cargo::Population)
}

fn works(state: &State) -> u32 {
    let standing: usize = state.planets.iter().map(|planet| planet.factories.len() + planet.hangars.len()).sum();
    standing as u32 + freight(state, |cargo| matches!(cargo, Cargo::Factory(_) | Cargo::Hangar(_)))
}
