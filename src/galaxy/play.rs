//! A turn in the making: the state as far as it has come, and the book of its events and fates.

use std::collections::BTreeMap;

use super::orders::Count;
use super::{Power, TurnRecord};
use crate::engine::{Audience, Dice, Orders, Outcome, Seat, SeatSet, SheetLine, Stream, Turn, TurnBook};

/// A position from which turns are played in this frame.
pub(crate) trait SpaceState: Clone {
    /// What players may order in it, what happens, and why an order fails.
    type Order;
    type Event;
    type Reason: Clone;
    /// What the record of a turn keeps of a seat.
    type SeatRecord;
    /// Why an order fails once the game has ended.
    const GAME_OVER: Self::Reason;
    /// Why an order fails where a later line of the same sheet says otherwise.
    const OVERRULED: Self::Reason;

    /// How many turns were played.
    fn turn(&self) -> u32;

    /// Everybody who still plays, since all move at once; nobody once the game has ended.
    fn to_move(&self) -> SeatSet;

    /// How the game ended; `None` while it goes on.
    fn outcome(&self) -> Option<&Outcome>;

    /// The rule by which orders of a player who is out of the game fail, and why.
    fn absent(seat: Seat) -> (&'static str, Self::Reason);
}

/// What became of an order with a number: how many were asked for and done, and what limited them; or why nothing could be done.
pub(crate) type Filled<R> = Result<((u32, u32), R), R>;

/// What the phases of one turn work on.
pub(crate) struct SpacePlay<'a, S: SpaceState> {
    /// The position when the turn began: what is to happen at once is judged by it where a phase needs it.
    pub before: &'a S,
    pub state: S,
    pub record: TurnRecord<S::SeatRecord>,
    pub book: TurnBook<'a, S::Order, S::Event, S::Reason>,
    dice: &'a Dice,
}

impl<'a, S: SpaceState> SpacePlay<'a, S> {
    /// `state` is the position before, but for the number of the turn.
    pub(crate) fn begin(before: &'a S, state: S, orders: &'a Orders<S::Order>, dice: &'a Dice) -> SpacePlay<'a, S> {
        let record = TurnRecord { turn: state.turn(), battles: 0, landings: 0, revolts: 0, seats: BTreeMap::new() };
        let mut play = SpacePlay { before, state, record, book: TurnBook::open(orders), dice };
        play.turn_away_the_absent();
        play
    }

    /// The result; every order has its one fate.
    pub(crate) fn end(self) -> Turn<S, S::Event, S::Reason> {
        let (events, fates) = self.book.close();
        Turn { state: self.state, events, fates }
    }

    /// The dice of a roll site of this turn; `docs/dice.md` lists them all.
    pub(crate) fn dice(&self, site: &str) -> Stream {
        self.dice.stream(&format!("turn/{}/{site}", self.state.turn()))
    }

    /// Tells the players among `powers`, and nobody if there is none.
    pub(crate) fn tell(&mut self, powers: impl IntoIterator<Item = Power>, event: S::Event) {
        self.book.tell(Audience::seats(powers.into_iter().filter_map(Power::seat)), event);
    }

    pub(crate) fn tell_everybody(&mut self, event: S::Event) {
        self.book.tell(Audience::Everybody, event);
    }

    /// See [`TurnBook::last_words`].
    pub(crate) fn last_words<K: Ord>(&mut self, rule: &str, subject: impl Fn(&S::Order) -> Option<K>) -> Vec<(SheetLine, &'a S::Order)> {
        self.book.last_words(rule, S::OVERRULED, subject)
    }

    /// An order that was carried out, or why not.
    pub(crate) fn settle(&mut self, line: SheetLine, rule: &str, result: Result<(), S::Reason>) {
        match result {
            Ok(()) => self.book.done(line, rule),
            Err(reason) => self.book.fail(line, rule, reason),
        }
    }

    /// Settles an order with a number of which nothing could be done.
    pub(crate) fn refused(&mut self, line: SheetLine, rule: &str, count: Count, reason: S::Reason) {
        self.book.filled(line, rule, (count.number().unwrap_or(0), 0), Some(reason));
    }

    /// Settles an order with a number.
    pub(crate) fn fill(&mut self, line: SheetLine, rule: &str, count: Count, result: Filled<S::Reason>) {
        match result {
            Ok((numbers, limit)) => self.book.filled(line, rule, numbers, Some(limit)),
            Err(reason) => self.refused(line, rule, count, reason),
        }
    }

    fn turn_away_the_absent(&mut self) {
        let playing = self.before.to_move();
        for (line, _) in self.book.open_lines().into_iter().filter(|(line, _)| !playing.contains(&line.seat)) {
            let (rule, reason) = S::absent(line.seat);
            self.book.fail(line, rule, reason);
        }
    }
}

/// Once the game has ended, no turn changes it and no order counts.
pub(crate) fn after_the_end<S: SpaceState>(state: &S, orders: &Orders<S::Order>) -> Turn<S, S::Event, S::Reason> {
    let rule = state.outcome().map_or_else(String::new, |outcome| outcome.rule.clone());
    let mut book: TurnBook<'_, S::Order, S::Event, S::Reason> = TurnBook::open(orders);
    for (line, _) in book.open_lines() {
        book.fail(line, &rule, S::GAME_OVER);
    }
    let (events, fates) = book.close();
    Turn { state: state.clone(), events, fates }
}
