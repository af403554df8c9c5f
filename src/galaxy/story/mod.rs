//! What a power would tell first about a turn of Ashes of Empire: planets lost and won, sieges, approaching fleets, terms.
//!
//! Both games translate their events and views into [`Seen`]; templates (`galaxy/moment.txt`) hold the sentences.

mod seen;

use serde::Serialize;

pub use seen::{Change, Fight, FightResult, Flight, Force, Party, Revolt, Seen, Sighting, TermsMoved};

use super::{Footing, PlanetId, Power};
use crate::engine::{Moment, Seat, Weight};
use seen::Turnover;

/// A moment of either game, with names as in [`Seen`].
#[derive(Debug, Serialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
enum StoryMoment<'a, R> {
    /// The viewer lost a planet; `to` holds it now. `landing` and `battle` are the fights in which it was the viewer's.
    LostPlanet {
        planet: PlanetId,
        to: Power,
        by_revolt: bool,
        landing: Option<&'a Fight>,
        battle: Option<&'a Fight>,
        flights: Vec<Flight>,
    },
    /// The viewer lost a battle, at their own planet or elsewhere.
    LostBattle {
        battle: &'a Fight,
        own_planet: bool,
        mine: Party,
        flights: Vec<Flight>,
    },
    /// The viewer's landing failed.
    LostLanding {
        landing: &'a Fight,
        mine: Party,
        holding: u32,
    },
    Besieged {
        planet: PlanetId,
        forces: Vec<Force>,
    },
    Arriving {
        planet: PlanetId,
        forces: Vec<Force>,
        turn: u32,
        hostile: bool,
    },
    Terms {
        seat: Seat,
        relation: R,
        worse: bool,
    },
    /// `to` holds the planet now.
    Revolt {
        planet: PlanetId,
        owner: Power,
        fell: bool,
        to: Power,
    },
    /// `revolted_from` lost the planet to a revolt in the same turn, and may be the viewer.
    TookPlanet {
        planet: PlanetId,
        from: Power,
        revolted_from: Option<Power>,
        landing: Option<&'a Fight>,
    },
    WonBattle {
        battle: &'a Fight,
        own_planet: bool,
        mine: Party,
    },
    HeldPlanet {
        landing: &'a Fight,
    },
    /// The viewer's ships are on their way to a friend's planet.
    FriendAhead {
        planet: PlanetId,
        owner: Power,
        force: Force,
        turn: u32,
    },
    /// A planet changed hands, for readers without a seat.
    Taken {
        planet: PlanetId,
        from: Power,
        to: Power,
        landing: Option<&'a Fight>,
    },
    Fought {
        battle: &'a Fight,
    },
    LandingFailed {
        landing: &'a Fight,
    },
    Out {
        seat: Seat,
    },
    /// The viewer holds nothing any more.
    YouAreOut,
    /// The game is over: the place of a viewer with a seat, and the winners.
    Over {
        place: Option<u32>,
        winners: Vec<Seat>,
    },
}

/// When a viewer left the game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Leaving {
    /// In this turn.
    Now,
    Earlier,
}

impl<R: Serialize + Copy> Seen<'_, R> {
    /// What the viewer would tell first, the most urgent first. The game adds its own moments: `own` about the viewer's planets and place, which are
    /// dropped once the viewer is out, and `of_all`. Players who left in an earlier turn look on: they are told what the public is told.
    pub fn moments(&self, own: Vec<Moment>, of_all: Vec<Moment>) -> Vec<Moment> {
        let mut moments = self.of_the_turn();
        match self.left() {
            Some(Leaving::Now) => moments.retain(|moment| moment.weight == Weight::Loss),
            Some(Leaving::Earlier) => {}
            None => moments.extend(own),
        }
        moments.extend(of_all);
        moments.sort_by_key(|moment| moment.weight);
        let told: StoryMoment<'_, R> = StoryMoment::YouAreOut;
        let you_are_out = |left: Leaving, weight| self.is_told_out(left).then(|| Moment::new(weight, &told));
        let first = self.over().into_iter().chain(you_are_out(Leaving::Now, Weight::Loss));
        first.chain(moments).chain(you_are_out(Leaving::Earlier, Weight::News)).collect()
    }

    /// When the viewer left the game; `None` if they are in it, or have no seat.
    fn left(&self) -> Option<Leaving> {
        let me = self.survey.me.as_ref().filter(|me| me.is_out)?;
        Some(if self.out.contains(&me.seat) { Leaving::Now } else { Leaving::Earlier })
    }

    /// Whether a viewer who left at this time is told so.
    fn is_told_out(&self, left: Leaving) -> bool {
        self.left() == Some(left) && self.survey.outcome.is_none()
    }

    fn over(&self) -> Option<Moment> {
        let places = &self.survey.outcome?.places;
        let place = places.iter().find(|place| Some(place.seat) == self.survey.seat()).map(|place| place.place);
        let weight = if place == Some(1) { Weight::Gain } else { Weight::News };
        let told: StoryMoment<'_, R> =
            StoryMoment::Over { place, winners: places.iter().filter(|place| place.place == 1).map(|place| place.seat).collect() };
        Some(Moment::new(weight, &told))
    }

    fn of_the_turn(&self) -> Vec<Moment> {
        match self.survey.seat().filter(|_| self.left() != Some(Leaving::Earlier)).map(Power::Seat) {
            Some(me) => {
                self.losses(me).into_iter().chain(self.dangers(me)).chain(self.gains(me)).chain(self.departures(Some(me))).collect()
            }
            None => self.chronicle(),
        }
    }

    /// Lost planets, then battles, then landings.
    fn losses(&self, me: Power) -> Vec<Moment> {
        let mut told: Vec<StoryMoment<'_, R>> = Vec::new();
        let is_lost = |turnover: &Turnover| turnover.now != me && (turnover.before == me || turnover.revolted_from == Some(me));
        let lost: Vec<Turnover> = self.turnovers().into_iter().filter(is_lost).collect();
        let was_mine = |fight: &&Fight| fight.owner == me;
        for Turnover { planet, now, revolted_from, .. } in lost.iter().copied() {
            let (landing, battle) = (at(&self.landings, planet).filter(was_mine), at(&self.battles, planet).filter(was_mine));
            let flights = battle.map(|_| self.flights_of(me, planet)).unwrap_or_default();
            told.push(StoryMoment::LostPlanet { planet, to: now, by_revolt: revolted_from == Some(me), landing, battle, flights });
        }
        let is_told = |battle: &Fight| battle.owner == me && lost.iter().any(|turnover| turnover.planet == battle.planet);
        for battle in self.battles.iter().filter(|battle| !is_told(battle)) {
            let side = if battle.is_attackers() { &battle.defenders } else { &battle.attackers };
            if let Some(mine) = of(side, me) {
                let flights = self.flights_of(me, battle.planet);
                told.push(StoryMoment::LostBattle { battle, own_planet: battle.owner == me, mine, flights });
            }
        }
        for landing in self.landings.iter().filter(|landing| !landing.is_attackers()) {
            if let Some(mine) = of(&landing.attackers, me) {
                told.push(StoryMoment::LostLanding { landing, mine, holding: self.fighters_in_orbit(me, landing.planet) });
            }
        }
        told.iter().map(|told| Moment::new(Weight::Loss, told)).collect()
    }

    /// What will be lost unless the viewer acts: enemies present, enemies coming, worse terms, revolts.
    fn dangers(&self, me: Power) -> Vec<Moment> {
        let mut told: Vec<(Weight, StoryMoment<'_, R>)> = Vec::new();
        let own = |sighting: &&Sighting| sighting.owner == me;
        for sighting in self.sightings.iter().filter(own).filter(|sighting| sighting.distance == 0) {
            let forces = self.those(sighting, |footing| footing == Footing::Enemies);
            let is_held = at(&self.battles, sighting.planet).is_some_and(|battle| !battle.is_attackers());
            if !forces.is_empty() && !is_held {
                told.push((Weight::Danger, StoryMoment::Besieged { planet: sighting.planet, forces }));
            }
        }
        let mut coming: Vec<&Sighting> = self.sightings.iter().filter(own).filter(|sighting| sighting.distance > 0).collect();
        coming.sort_by_key(|sighting| sighting.distance);
        for sighting in coming {
            let (turn, planet) = (self.survey.turn.saturating_add(sighting.distance), sighting.planet);
            for (hostile, footing) in [(true, Footing::Enemies), (false, Footing::Neutral)] {
                let forces = self.those(sighting, |found| found == footing);
                if !forces.is_empty() {
                    let weight = if hostile { Weight::Danger } else { Weight::News };
                    told.push((weight, StoryMoment::Arriving { planet, forces, turn, hostile }));
                }
            }
        }
        let worse = self.terms.iter().filter(|moved| moved.is_worse);
        told.extend(worse.map(|moved| (Weight::Danger, StoryMoment::Terms { seat: moved.seat, relation: moved.relation, worse: true })));
        let put_down = self.revolts.iter().filter(|revolt| revolt.owner == me && !revolt.fell);
        told.extend(put_down.map(|revolt| (Weight::Danger, StoryMoment::Revolt { planet: revolt.planet, owner: me, fell: false, to: me })));
        told.iter().map(|(weight, told)| Moment::new(*weight, told)).collect()
    }

    fn gains(&self, me: Power) -> Vec<Moment> {
        let mut told: Vec<StoryMoment<'_, R>> = Vec::new();
        for Turnover { planet, from, revolted_from, .. } in self.turnovers().into_iter().filter(|turnover| turnover.now == me) {
            told.push(StoryMoment::TookPlanet { planet, from, revolted_from, landing: at(&self.landings, planet) });
        }
        // A viewer who tried to land, took the planet, or lost it after this battle has read about it already. One who fought for an ally's landing
        // has not, nor one who beat the rebels of a planet that had just revolted.
        let is_told = |battle: &Fight| {
            let changed_for_me = |change: &Change| change.to == me || (change.from == me && battle.owner == me);
            self.changes.iter().any(|change| change.planet == battle.planet && changed_for_me(change))
                || self.landings.iter().any(|landing| landing.planet == battle.planet && of(&landing.attackers, me).is_some())
        };
        for battle in self.battles.iter().filter(|battle| !is_told(battle)) {
            let side = if battle.is_attackers() { &battle.attackers } else { &battle.defenders };
            if let Some(mine) = of(side, me) {
                told.push(StoryMoment::WonBattle { battle, own_planet: battle.owner == me, mine });
            }
        }
        let held = self.landings.iter().filter(|landing| landing.owner == me && !landing.is_attackers());
        told.extend(held.map(|landing| StoryMoment::HeldPlanet { landing }));
        let mut moments: Vec<Moment> = told.iter().map(|told| Moment::new(Weight::Gain, told)).collect();
        let better = self.terms.iter().filter(|moved| !moved.is_worse);
        let better = better.map(|moved| StoryMoment::Terms { seat: moved.seat, relation: moved.relation, worse: false });
        moments.extend(better.chain(self.friends_ahead(me)).map(|told| Moment::new(Weight::News, &told)));
        moments
    }

    fn friends_ahead(&self, me: Power) -> impl Iterator<Item = StoryMoment<'_, R>> {
        let friendly =
            move |sighting: &&Sighting| sighting.distance > 0 && sighting.owner != me && self.footing(sighting.owner) == Footing::Friends;
        self.sightings.iter().filter(friendly).filter_map(move |sighting| {
            let force = *sighting.forces.iter().find(|force| force.power == me)?;
            let turn = self.survey.turn.saturating_add(sighting.distance);
            Some(StoryMoment::FriendAhead { planet: sighting.planet, owner: sighting.owner, force, turn })
        })
    }

    /// What readers without a seat are told: who is out, planets that changed hands, revolts, failed landings, costly battles. The rarest stands first,
    /// because headlines and pages have room for only so much.
    fn chronicle(&self) -> Vec<Moment> {
        let changed = |planet: PlanetId| self.changes.iter().any(|change| change.planet == planet);
        let taken = self.turnovers().into_iter().filter(|turnover| turnover.revolted_from.is_none());
        let mut told: Vec<StoryMoment<'_, R>> = taken
            .map(|Turnover { planet, from, now, .. }| StoryMoment::Taken { planet, from, to: now, landing: at(&self.landings, planet) })
            .collect();
        let (fell, put_down): (Vec<&Revolt>, Vec<&Revolt>) = self.revolts.iter().partition(|revolt| revolt.fell);
        told.extend(fell.into_iter().chain(put_down).map(|revolt| StoryMoment::Revolt {
            planet: revolt.planet,
            owner: revolt.owner,
            fell: revolt.fell,
            to: self.holder(revolt.planet).unwrap_or(revolt.owner),
        }));
        let failed = self.landings.iter().filter(|landing| !landing.is_attackers() && !changed(landing.planet));
        told.extend(failed.map(|landing| StoryMoment::LandingFailed { landing }));
        let landed = |planet: PlanetId| self.landings.iter().any(|landing| landing.planet == planet);
        let fought = self.battles.iter().filter(|battle| !changed(battle.planet) && !landed(battle.planet) && battle.has_cost());
        told.extend(fought.map(|battle| StoryMoment::Fought { battle }));
        self.departures(None).chain(told.iter().map(|told| Moment::new(Weight::News, told))).collect()
    }

    fn departures(&self, me: Option<Power>) -> impl Iterator<Item = Moment> {
        let others = self.out.iter().filter(move |seat| me != Some(Power::Seat(**seat)));
        others.map(|seat| {
            let told: StoryMoment<'_, R> = StoryMoment::Out { seat: *seat };
            Moment::new(Weight::News, &told)
        })
    }

    fn flights_of(&self, me: Power, planet: PlanetId) -> Vec<Flight> {
        self.flights.iter().filter(|flight| flight.force.power == me && flight.from == planet).copied().collect()
    }

    fn those(&self, sighting: &Sighting, are: impl Fn(Footing) -> bool) -> Vec<Force> {
        let armed = |force: &&Force| force.fighters > 0 || force.transporters > 0;
        sighting.forces.iter().filter(armed).filter(|force| are(self.footing(force.power))).copied().collect()
    }

    fn fighters_in_orbit(&self, me: Power, planet: PlanetId) -> u32 {
        let orbit = self.sightings.iter().filter(|sighting| sighting.planet == planet && sighting.distance == 0);
        orbit.flat_map(|sighting| &sighting.forces).filter(|force| force.power == me).map(|force| force.fighters).sum()
    }
}

fn at(fights: &[Fight], planet: PlanetId) -> Option<&Fight> {
    fights.iter().find(|fight| fight.planet == planet)
}

fn of(side: &[Party], power: Power) -> Option<Party> {
    side.iter().find(|party| party.force.power == power).copied()
}
