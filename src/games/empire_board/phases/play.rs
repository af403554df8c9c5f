//! A round in the making: the state as far as it has come, and the ledger of events and fates.

use std::collections::BTreeMap;

use crate::engine::{Audience, Dice, Line, Orders, Seat, Stream, Turn, TurnBook};
use crate::galaxy::PlanetId;
use crate::games::empire_board::event::{Event, Reason};
use crate::games::empire_board::order::{Count, Order};
use crate::games::empire_board::state::{Planet, Player, Power, RoundRecord, State, Statistics};

/// What the phases of one round work on.
pub struct Play<'a> {
    /// The position when the round began.
    pub before: &'a State,
    pub state: State,
    pub record: RoundRecord,
    pub ledger: TurnBook<'a, Order, Event, Reason>,
    dice: &'a Dice,
}

impl<'a> Play<'a> {
    pub fn begin(before: &'a State, orders: &'a Orders<Order>, dice: &'a Dice) -> Play<'a> {
        let turn = before.turn.saturating_add(1);
        let record = RoundRecord { turn, battles: 0, landings: 0, revolts: 0, seats: BTreeMap::new() };
        let state = State { turn, ..before.clone() };
        let mut play = Play { before, state, record, ledger: TurnBook::open(orders), dice };
        play.turn_away_the_absent();
        play
    }

    /// The result; every order has its one fate.
    pub fn end(self) -> Turn<State, Event, Reason> {
        let (events, fates) = self.ledger.close();
        Turn { state: self.state, events, fates }
    }

    /// The dice of a roll site of this round; `docs/dice.md` lists them all.
    pub fn dice(&self, site: &str) -> Stream {
        self.dice.stream(&format!("turn/{}/{site}", self.state.turn))
    }

    /// All planets by number, for walks that change the state on the way.
    pub fn planet_ids(&self) -> impl Iterator<Item = PlanetId> + use<> {
        (1..=self.state.planets.len()).filter_map(|number| u16::try_from(number).ok()).map(PlanetId)
    }

    /// The planet, if it is this seat's.
    pub fn own_planet(&mut self, seat: Seat, id: PlanetId) -> Result<&mut Planet, Reason> {
        self.state.planet_mut(id).filter(|planet| planet.owner == Power::Seat(seat)).ok_or(Reason::NotYourPlanet { planet: id })
    }

    /// Another player who is still in the game; `speaker` is the seat that names that player.
    pub fn rival(&self, speaker: Seat, seat: Seat) -> Result<Seat, Reason> {
        match self.state.players.get(&seat) {
            _ if speaker == seat => Err(Reason::Yourself),
            None => Err(Reason::Nothing),
            Some(player) if player.out_since.is_some() => Err(Reason::PlayerOut { seat }),
            Some(_) => Ok(seat),
        }
    }

    pub fn player_mut(&mut self, power: Power) -> Option<&mut Player> {
        self.state.players.get_mut(&power.seat()?)
    }

    /// Counts something for the hall of fame; neutral planets and pirates have none.
    pub fn count(&mut self, power: Power, counting: impl FnOnce(&mut Statistics)) {
        if let Some(player) = self.player_mut(power) {
            counting(&mut player.statistics);
        }
    }

    /// The board lies open: everybody sees what happens on it.
    pub fn tell(&mut self, event: Event) {
        self.ledger.tell(Audience::Everybody, event);
    }

    /// An order that was carried out, or why not.
    pub fn settle(&mut self, line: Line, rule: &str, result: Result<(), Reason>) {
        match result {
            Ok(()) => self.ledger.done(line, rule),
            Err(reason) => self.ledger.fail(line, rule, reason),
        }
    }

    /// Settles an order with a number of which nothing could be done.
    pub fn refused(&mut self, line: Line, rule: &str, count: Count, reason: Reason) {
        self.ledger.filled(line, rule, (count.number().unwrap_or(0), 0), Some(reason));
    }

    /// B11.4: orders of players who are out of the game fail.
    fn turn_away_the_absent(&mut self) {
        for (line, _) in self.ledger.open_lines() {
            if !self.before.seats_in_play().any(|seat| seat == line.seat) {
                self.ledger.fail(line, "B11.4", Reason::PlayerOut { seat: line.seat });
            }
        }
    }
}

/// B11: once the game has ended, no round changes it and no order counts.
pub fn after_the_end(state: &State, orders: &Orders<Order>) -> Turn<State, Event, Reason> {
    let rule = state.outcome.as_ref().map_or_else(String::new, |outcome| outcome.rule.clone());
    let mut ledger = TurnBook::open(orders);
    for (line, _) in ledger.open_lines() {
        ledger.fail(line, &rule, Reason::GameOver);
    }
    let (events, fates) = ledger.close();
    Turn { state: state.clone(), events, fates }
}
