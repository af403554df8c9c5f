//! A turn in the making: the state as far as it has come, what was told to whom, and every order's fate.

use std::collections::BTreeMap;

use crate::engine::{Audience, Dice, Fate, Orders, Seat, Stream, Turn, Verdict, Witnessed};
use crate::galaxy::PlanetId;
use crate::games::empire_postal::event::{Event, Reason};
use crate::games::empire_postal::order::{Count, Order};
use crate::games::empire_postal::state::{Planet, Player, Power, State, Statistics, TurnRecord};

/// What the phases of one turn work on.
pub struct Play<'a> {
    /// The position when the turn began: what P0 calls "at once" is judged by it where a phase needs it.
    pub before: &'a State,
    pub state: State,
    pub record: TurnRecord,
    orders: &'a Orders<Order>,
    dice: &'a Dice,
    events: Vec<Witnessed<Event>>,
    fates: BTreeMap<Line, Fate<Reason>>,
}

/// An order by its seat and its index on that seat's sheet.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Line {
    pub seat: Seat,
    pub entry: usize,
}

impl<'a> Play<'a> {
    pub fn begin(before: &'a State, orders: &'a Orders<Order>, dice: &'a Dice) -> Play<'a> {
        let turn = before.turn.saturating_add(1);
        let record = TurnRecord { turn, battles: 0, landings: 0, revolts: 0, seats: BTreeMap::new() };
        let mut state = before.clone();
        state.turn = turn;
        let mut play = Play { before, state, record, orders, dice, events: Vec::new(), fates: BTreeMap::new() };
        play.turn_away_the_absent();
        play
    }

    /// The result; every order has its one fate.
    pub fn end(self) -> Turn<State, Event, Reason> {
        Turn { state: self.state, events: self.events, fates: self.fates.into_values().collect() }
    }

    /// The orders of all who play, seats ascending, lines as they stood.
    pub fn lines(&self) -> impl Iterator<Item = (Line, &'a Order)> + use<'a> {
        let before = self.before;
        all_lines(self.orders).filter(move |(line, _)| is_in_play(before, line.seat))
    }

    /// Of the lines for which `subject` names one, each seat's last on each subject: an earlier
    /// line on the same subject fails, because the later one says otherwise.
    pub fn last_words(&mut self, rule: &str, subject: impl Fn(&Order) -> Option<u16>) -> Vec<(Line, &'a Order)> {
        let mut last: BTreeMap<(Seat, u16), (Line, &'a Order)> = BTreeMap::new();
        for (line, order) in self.lines() {
            let Some(subject) = subject(order) else { continue };
            if let Some((overruled, _)) = last.insert((line.seat, subject), (line, order)) {
                self.fail(overruled, rule, Reason::Overruled);
            }
        }
        last.into_values().collect()
    }

    /// The dice of a roll site of this turn; `docs/dice.md` lists them all.
    pub fn dice(&self, site: &str) -> Stream {
        self.dice.stream(&format!("turn/{}/{site}", self.state.turn))
    }

    /// Dice that the printed seed of the turn does not tell.
    pub fn hidden_dice(&self, site: &str) -> Stream {
        Dice::new(self.state.hidden_seed).stream(&format!("turn/{}/{site}", self.state.turn))
    }

    /// All planets by number, for walks that change the state on the way.
    pub fn planet_ids(&self) -> impl Iterator<Item = PlanetId> + use<> {
        (1..=self.state.planets.len()).filter_map(|number| u16::try_from(number).ok()).map(PlanetId)
    }

    /// The planet, if it is this seat's.
    pub fn own_planet(&mut self, seat: Seat, id: PlanetId) -> Result<&mut Planet, Reason> {
        self.state.planet_mut(id).filter(|planet| planet.owner == Power::Seat(seat)).ok_or(Reason::NotYourPlanet { planet: id })
    }

    pub fn player_mut(&mut self, power: Power) -> Option<&mut Player> {
        self.state.players.get_mut(&power.seat()?)
    }

    /// P10.5: counts something for the hall of fame; neutrals have none.
    pub fn count(&mut self, power: Power, counting: impl FnOnce(&mut Statistics)) {
        if let Some(player) = self.player_mut(power) {
            counting(&mut player.statistics);
        }
    }

    pub fn tell_everybody(&mut self, event: Event) {
        self.events.push(Witnessed { event, seen_by: Audience::Everybody });
    }

    /// Tells the players among `powers`, and nobody if there is none.
    pub fn tell(&mut self, powers: impl IntoIterator<Item = Power>, event: Event) {
        let seen_by = Audience::seats(powers.into_iter().filter_map(Power::seat));
        self.events.push(Witnessed { event, seen_by });
    }

    pub fn done(&mut self, line: Line, rule: &str) {
        self.settle(line, rule, Verdict::Done, None, None);
    }

    pub fn fail(&mut self, line: Line, rule: &str, reason: Reason) {
        self.settle(line, rule, Verdict::Failed, None, Some(reason));
    }

    /// Settles an order with a number; `reason` counts if not all was done.
    pub fn filled(&mut self, line: Line, rule: &str, (asked, done): (u32, u32), reason: Option<Reason>) {
        let verdict = match done {
            0 => Verdict::Failed,
            _ if done < asked => Verdict::Cut,
            _ => Verdict::Done,
        };
        let reason = reason.filter(|_| verdict != Verdict::Done);
        self.settle(line, rule, verdict, Some((asked, done)), reason);
    }

    /// Settles an order with a number of which nothing could be done.
    pub fn refused(&mut self, line: Line, rule: &str, count: Count, reason: Reason) {
        self.filled(line, rule, (count.number().unwrap_or(0), 0), Some(reason));
    }

    fn settle(&mut self, line: Line, rule: &str, verdict: Verdict, numbers: Option<(u32, u32)>, reason: Option<Reason>) {
        let (asked, done) = numbers.unzip();
        let fate = Fate { seat: line.seat, entry: line.entry, verdict, asked, done, reason, rule: rule.to_owned() };
        let earlier = self.fates.insert(line, fate);
        debug_assert!(earlier.is_none(), "an order has one fate: {earlier:?}");
    }

    /// P10.2: who is out of the game has no orders any more.
    fn turn_away_the_absent(&mut self) {
        let before = self.before;
        for (line, _) in all_lines(self.orders).filter(|(line, _)| !is_in_play(before, line.seat)) {
            self.fail(line, "P10.2", Reason::PlayerOut { seat: line.seat });
        }
    }
}

/// P10.3, P10.4: once the game has ended, no turn changes it and no order counts.
pub fn after_the_end(state: &State, orders: &Orders<Order>) -> Turn<State, Event, Reason> {
    let refused = |(line, _): (Line, &Order)| Fate {
        seat: line.seat,
        entry: line.entry,
        verdict: Verdict::Failed,
        asked: None,
        done: None,
        reason: Some(Reason::GameOver),
        rule: state.outcome.as_ref().map_or_else(String::new, |outcome| outcome.rule.clone()),
    };
    Turn { state: state.clone(), events: Vec::new(), fates: all_lines(orders).map(refused).collect() }
}

fn all_lines(orders: &Orders<Order>) -> impl Iterator<Item = (Line, &Order)> {
    orders.iter().flat_map(|(seat, sheet)| sheet.iter().enumerate().map(|(entry, order)| (Line { seat: *seat, entry }, order)))
}

fn is_in_play(state: &State, seat: Seat) -> bool {
    state.players.get(&seat).is_some_and(|player| player.out_since.is_none())
}
