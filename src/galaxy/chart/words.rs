//! The words of labels, and the rank of each label.

use super::content::{Chart, ChartPlanet};
use super::flight::ChartFleet;
use super::flights::FlightArrow;
use super::frame::MapFrame;
use super::labels::{ChartLabel, LabelLine, Labelled, shortened};
use crate::engine::Tone;
use crate::galaxy::{Power, Ship};

/// The most characters of a planet's name; longer ones leave the map no room.
const LONGEST_NAME: usize = 16;
const LONGEST_OWNER: usize = 9;
/// The rank of a planet that is not the viewer's but has the viewer's ships.
const OWN_SHIPS: u8 = 3;
/// The most lines about ships in a label.
const MOST_FORCES: usize = 3;

impl Chart<'_> {
    /// A planet's name and the ships in its orbit.
    pub(super) fn label_of(&self, planet: &ChartPlanet<'_>, spot: Labelled) -> ChartLabel {
        let name = LabelLine { text: shortened(planet.name, LONGEST_NAME), bold: self.is_viewer(planet.owner), tone: Tone::Ink };
        let forces: Vec<LabelLine> = self.fate_of(planet).into_iter().chain(self.forces_at(planet)).collect();
        let lines = std::iter::once(name.clone()).chain(forces.iter().cloned()).collect();
        let rank = self.rank_of(planet);
        let parts = match rank {
            _ if forces.is_empty() => Vec::new(),
            // Where the viewer has ships, they matter more than the planet's name.
            0..=OWN_SHIPS => vec![forces, vec![name]],
            _ => vec![vec![name], forces],
        };
        ChartLabel { rank, spot, lines, parts }
    }

    /// Whether the viewer has just lost or taken the planet.
    fn fate_of(&self, planet: &ChartPlanet<'_>) -> Option<LabelLine> {
        let was = planet.happened.taken_from?;
        let word = match () {
            () if self.is_viewer(was) && !self.is_viewer(planet.owner) => "lost",
            () if self.is_viewer(planet.owner) && !self.is_viewer(was) => "taken",
            () => return None,
        };
        Some(LabelLine { text: word.to_owned(), bold: true, tone: Tone::Highlight })
    }

    fn rank_of(&self, planet: &ChartPlanet<'_>) -> u8 {
        let is_news = planet.is_besieged() || planet.happened.battle || planet.happened.taken_from.is_some();
        let has_viewer = planet.in_orbit.iter().any(|force| self.is_viewer(force.power));
        let is_target = self.flights.iter().any(|flight| self.is_viewer(flight.force.power) && flight.to == planet.number);
        match () {
            () if planet.happened.taken_from.is_some_and(|was| self.is_viewer(was)) => 0,
            () if self.is_viewer(planet.owner) => {
                if is_news {
                    0
                } else {
                    1
                }
            }
            () if has_viewer => OWN_SHIPS,
            () if is_news => 4,
            () if is_target => 5,
            () if planet.owner.seat().is_some() => 6,
            () => 7,
        }
    }

    /// The owner's ships first, which need no name, then the viewer's, then those of powers that are not friends; the largest first.
    fn forces_at(&self, planet: &ChartPlanet<'_>) -> Vec<LabelLine> {
        let mut forces: Vec<&ChartFleet> = planet.in_orbit.iter().collect();
        forces
            .sort_by_key(|force| (force.power != planet.owner, !self.is_viewer(force.power), !force.is_hostile, u32::MAX - force.fighters));
        let is_told = if forces.len() > MOST_FORCES { MOST_FORCES - 1 } else { MOST_FORCES };
        let mut lines: Vec<LabelLine> = forces.iter().take(is_told).map(|force| self.force_at(planet, force)).collect();
        if forces.len() > is_told {
            lines.push(LabelLine { text: format!("and {} more", forces.len() - is_told), bold: false, tone: Tone::Ink });
        }
        lines
    }

    fn force_at(&self, planet: &ChartPlanet<'_>, force: &ChartFleet) -> LabelLine {
        let is_own = self.is_viewer(force.power);
        let owner = match () {
            () if force.power == planet.owner => String::new(),
            () if is_own => "you ".to_owned(),
            () => self.short_name_of(force.power),
        };
        let threatens = force.is_hostile && self.is_viewer(planet.owner);
        LabelLine {
            text: format!("{owner}{}", force.ships()),
            bold: is_own || threatens,
            tone: if threatens { Tone::Highlight } else { Tone::Ink },
        }
    }

    /// The ships of a flight, and when they arrive.
    pub(super) fn label_of_course(&self, course: &FlightArrow<'_>) -> ChartLabel {
        let line = |text: String| LabelLine { text, bold: course.is_own, tone: course.tone() };
        let turn = |arrives: u32| format!("{} {arrives}", self.unit);
        let name = |force: &ChartFleet| if course.is_own { String::new() } else { self.short_name_of(force.power) };
        let lines = match course.flights.as_slice() {
            [flight] => vec![line(format!("{}{}", name(&flight.force), flight.force.ships())), line(turn(flight.arrives))],
            flights => flights
                .iter()
                .map(|flight| line(format!("{}{}, {}", name(&flight.force), flight.force.ships(), turn(flight.arrives))))
                .collect(),
        };
        let parts = course.flights.first().map(|flight| vec![line(turn(flight.arrives))]);
        let rank = match () {
            () if self.viewer.is_none() => 8,
            () if course.is_own || course.is_attack => 0,
            () => 2,
        };
        ChartLabel { rank, spot: Labelled::Arrow(course.longest()), lines, parts: parts.into_iter().collect() }
    }

    /// The power's short name, followed by a blank.
    fn short_name_of(&self, power: Power) -> String {
        format!("{} ", shortened(&self.name_of(power), LONGEST_OWNER))
    }

    /// The labels of everything shown, in the order in which they are placed.
    pub(super) fn all_labels(&self, frame: &MapFrame, courses: &[FlightArrow<'_>]) -> Vec<ChartLabel> {
        let planets = frame.shown().map(|(index, at)| {
            let planet = &self.planets[index];
            self.label_of(planet, Labelled::Disc(at, self.reach(planet)))
        });
        let mut labels: Vec<ChartLabel> = planets.chain(courses.iter().map(|course| self.label_of_course(course))).collect();
        labels.sort_by_key(|label| label.rank);
        labels
    }
}

impl ChartFleet {
    /// The ships as orders write them: `12 FI 3 TR`.
    fn ships(&self) -> String {
        let ships = [(self.fighters, Ship::Fighter), (self.transporters, Ship::Transporter)];
        let told = ships.into_iter().filter(|(count, _)| *count > 0).map(|(count, ship)| format!("{count} {}", ship.code()));
        told.collect::<Vec<_>>().join(" ")
    }
}
