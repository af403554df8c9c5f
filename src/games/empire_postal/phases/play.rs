//! A turn in the making: the state as far as it has come, what was told to whom, and every order's fate.

use std::collections::BTreeMap;

use crate::engine::{Audience, Dice, Line, Orders, Seat, Stream, Turn, TurnBook};
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
    dice: &'a Dice,
    ledger: TurnBook<'a, Order, Event, Reason>,
}

impl<'a> Play<'a> {
    pub fn begin(before: &'a State, orders: &'a Orders<Order>, dice: &'a Dice) -> Play<'a> {
        let turn = before.turn.saturating_add(1);
        let record = TurnRecord { turn, battles: 0, landings: 0, revolts: 0, seats: BTreeMap::new() };
        let mut state = before.clone();
        state.turn = turn;
        let mut play = Play { before, state, record, dice, ledger: TurnBook::open(orders) };
        play.turn_away_the_absent();
        play
    }

    /// The result; every order has its one fate.
    pub fn end(self) -> Turn<State, Event, Reason> {
        let (events, fates) = self.ledger.close();
        Turn { state: self.state, events, fates }
    }

    /// The orders that have no fate yet, of all who play, seats ascending, lines as they stood.
    pub fn lines(&self) -> Vec<(Line, &'a Order)> {
        self.ledger.open_lines()
    }

    /// See [`TurnBook::last_words`].
    pub fn last_words(&mut self, rule: &str, subject: impl Fn(&Order) -> Option<u16>) -> Vec<(Line, &'a Order)> {
        self.ledger.last_words(rule, Reason::Overruled, subject)
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
        self.ledger.tell(Audience::Everybody, event);
    }

    /// Tells the players among `powers`, and nobody if there is none.
    pub fn tell(&mut self, powers: impl IntoIterator<Item = Power>, event: Event) {
        self.ledger.tell(Audience::seats(powers.into_iter().filter_map(Power::seat)), event);
    }

    pub fn done(&mut self, line: Line, rule: &str) {
        self.ledger.done(line, rule);
    }

    pub fn fail(&mut self, line: Line, rule: &str, reason: Reason) {
        self.ledger.fail(line, rule, reason);
    }

    /// See [`TurnBook::filled`].
    pub fn filled(&mut self, line: Line, rule: &str, numbers: (u32, u32), reason: Option<Reason>) {
        self.ledger.filled(line, rule, numbers, reason);
    }

    /// Settles an order with a number of which nothing could be done.
    pub fn refused(&mut self, line: Line, rule: &str, count: Count, reason: Reason) {
        self.filled(line, rule, (count.number().unwrap_or(0), 0), Some(reason));
    }

    /// P10.2: who is out of the game has no orders any more.
    fn turn_away_the_absent(&mut self) {
        for (line, _) in self.lines() {
            if !self.before.seats_in_play().any(|seat| seat == line.seat) {
                self.fail(line, "P10.2", Reason::PlayerOut { seat: line.seat });
            }
        }
    }
}

/// P10.3, P10.4: once the game has ended, no turn changes it and no order counts.
pub fn after_the_end(state: &State, orders: &Orders<Order>) -> Turn<State, Event, Reason> {
    let rule = state.outcome.as_ref().map_or_else(String::new, |outcome| outcome.rule.clone());
    let mut ledger = TurnBook::open(orders);
    for (line, _) in ledger.open_lines() {
        ledger.fail(line, &rule, Reason::GameOver);
    }
    let (events, fates) = ledger.close();
    Turn { state: state.clone(), events, fates }
}
