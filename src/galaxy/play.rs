//! A turn in the making: the state as far as it has come, and the ledger of events and fates.

use std::collections::BTreeMap;

use super::orders::Count;
use super::{Power, TurnRecord};
use crate::engine::{Audience, Dice, Game, Orders, Seat, SheetLine, Stream, Turn, TurnBook};

/// A game whose turns are played in this frame.
pub(crate) trait SpaceGame: Game {
    /// What the record of a turn keeps of a seat.
    type SeatRecord;
    /// Why an order fails once the game has ended.
    const GAME_OVER: Self::Reason;
    /// Why an order fails where a later line of the same sheet says otherwise.
    const OVERRULED: Self::Reason;

    /// The rule by which orders of a player who is out of the game fail, and why.
    fn absent(seat: Seat) -> (&'static str, Self::Reason);
}

/// What became of an order with a number: how many were asked for and done, and what limited them; or why nothing could be done.
pub(crate) type Filled<R> = Result<((u32, u32), R), R>;

/// What the phases of one turn work on.
pub(crate) struct SpacePlay<'a, G: SpaceGame> {
    /// The position when the turn began: what is to happen at once is judged by it where a phase needs it.
    pub before: &'a G::State,
    pub state: G::State,
    pub record: TurnRecord<G::SeatRecord>,
    pub ledger: TurnBook<'a, G::Order, G::Event, G::Reason>,
    dice: &'a Dice,
}

impl<'a, G: SpaceGame> SpacePlay<'a, G> {
    /// `state` is the position before, but for the number of the turn.
    pub(crate) fn begin(before: &'a G::State, state: G::State, orders: &'a Orders<G::Order>, dice: &'a Dice) -> SpacePlay<'a, G> {
        let record = TurnRecord { turn: G::turn(&state), battles: 0, landings: 0, revolts: 0, seats: BTreeMap::new() };
        let mut play = SpacePlay { before, state, record, ledger: TurnBook::open(orders), dice };
        play.turn_away_the_absent();
        play
    }

    /// The result; every order has its one fate.
    pub(crate) fn end(self) -> Turn<G::State, G::Event, G::Reason> {
        let (events, fates) = self.ledger.close();
        Turn { state: self.state, events, fates }
    }

    /// The dice of a roll site of this turn; `docs/dice.md` lists them all.
    pub(crate) fn dice(&self, site: &str) -> Stream {
        self.dice.stream(&format!("turn/{}/{site}", G::turn(&self.state)))
    }

    /// Tells the players among `powers`, and nobody if there is none.
    pub(crate) fn tell(&mut self, powers: impl IntoIterator<Item = Power>, event: G::Event) {
        self.ledger.tell(Audience::seats(powers.into_iter().filter_map(Power::seat)), event);
    }

    pub(crate) fn tell_everybody(&mut self, event: G::Event) {
        self.ledger.tell(Audience::Everybody, event);
    }

    /// See [`TurnBook::last_words`].
    pub(crate) fn last_words<K: Ord>(&mut self, rule: &str, subject: impl Fn(&G::Order) -> Option<K>) -> Vec<(SheetLine, &'a G::Order)> {
        self.ledger.last_words(rule, G::OVERRULED, subject)
    }

    /// An order that was carried out, or why not.
    pub(crate) fn settle(&mut self, line: SheetLine, rule: &str, result: Result<(), G::Reason>) {
        match result {
            Ok(()) => self.ledger.done(line, rule),
            Err(reason) => self.ledger.fail(line, rule, reason),
        }
    }

    /// Settles an order with a number of which nothing could be done.
    pub(crate) fn refused(&mut self, line: SheetLine, rule: &str, count: Count, reason: G::Reason) {
        self.ledger.filled(line, rule, (count.number().unwrap_or(0), 0), Some(reason));
    }

    /// Settles an order with a number.
    pub(crate) fn fill(&mut self, line: SheetLine, rule: &str, count: Count, result: Filled<G::Reason>) {
        match result {
            Ok((numbers, limit)) => self.ledger.filled(line, rule, numbers, Some(limit)),
            Err(reason) => self.refused(line, rule, count, reason),
        }
    }

    fn turn_away_the_absent(&mut self) {
        let playing = G::to_move(self.before);
        for (line, _) in self.ledger.open_lines().into_iter().filter(|(line, _)| !playing.contains(&line.seat)) {
            let (rule, reason) = G::absent(line.seat);
            self.ledger.fail(line, rule, reason);
        }
    }
}

/// Once the game has ended, no turn changes it and no order counts.
pub(crate) fn after_the_end<G: SpaceGame>(state: &G::State, orders: &Orders<G::Order>) -> Turn<G::State, G::Event, G::Reason> {
    let rule = G::outcome(state).map_or_else(String::new, |outcome| outcome.rule);
    let mut ledger: TurnBook<'_, G::Order, G::Event, G::Reason> = TurnBook::open(orders);
    for (line, _) in ledger.open_lines() {
        ledger.fail(line, &rule, G::GAME_OVER);
    }
    let (events, fates) = ledger.close();
    Turn { state: state.clone(), events, fates }
}
