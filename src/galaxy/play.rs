//! A turn in progress: the state so far, and the book of its events and fates.

use std::collections::BTreeMap;

use super::orders::Count;
use super::{Power, TurnRecord};
use crate::engine::{Audience, Dice, Orders, Outcome, Seat, SeatSet, SheetLine, Stream, Turn, TurnBook};

/// The state of a game whose turns are played in this frame.
pub(crate) trait SpaceState: Clone {
    /// The game's own orders, events, and reasons why an order fails.
    type Order;
    type Event;
    type Reason: Clone;
    /// What the record of a turn holds about a seat.
    type SeatRecord;
    /// Why an order fails after the game has ended.
    const GAME_OVER: Self::Reason;
    /// Why an order fails if a later line of the same sheet overrules it.
    const OVERRULED: Self::Reason;

    /// How many turns have been played.
    fn turn(&self) -> u32;

    /// Everybody who still plays, since all move at once; nobody after the game has ended.
    fn to_move(&self) -> SeatSet;

    /// Why orders of a player who is out of the game fail, and by which rule.
    fn absent(seat: Seat) -> (&'static str, Self::Reason);
}

/// What became of an order with a number: how many were asked for and done, and what limited them; or why none could be done.
pub(crate) type Filled<R> = Result<((u32, u32), R), R>;

/// What the phases of one turn work on.
pub(crate) struct SpacePlay<'a, S: SpaceState> {
    /// The position at the beginning of the turn, for phases whose effects are simultaneous.
    pub before: &'a S,
    pub state: S,
    pub record: TurnRecord<S::SeatRecord>,
    pub book: TurnBook<'a, S::Order, S::Event, S::Reason>,
    dice: &'a Dice,
}

impl<'a, S: SpaceState> SpacePlay<'a, S> {
    /// Begins a turn. `state` is the position before it, with the turn number already advanced.
    pub(crate) fn begin(before: &'a S, state: S, orders: &'a Orders<S::Order>, dice: &'a Dice) -> SpacePlay<'a, S> {
        let record = TurnRecord { turn: state.turn(), battles: 0, landings: 0, revolts: 0, seats: BTreeMap::new() };
        let mut play = SpacePlay { before, state, record, book: TurnBook::open(orders), dice };
        play.turn_away_the_absent();
        play
    }

    /// The result of the turn. By now every order must have its fate.
    pub(crate) fn end(self) -> Turn<S, S::Event, S::Reason> {
        let (events, fates) = self.book.close();
        Turn { state: self.state, events, fates }
    }

    /// The dice of a roll site of this turn; `docs/dice.md` lists all sites.
    pub(crate) fn dice(&self, site: &str) -> Stream {
        self.dice.stream(&format!("turn/{}/{site}", self.state.turn()))
    }

    /// Tells those of `powers` that are players; nobody if none is.
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

    /// Settles an order as carried out, or as failed for this reason.
    pub(crate) fn settle(&mut self, line: SheetLine, rule: &str, result: Result<(), S::Reason>) {
        match result {
            Ok(()) => self.book.done(line, rule),
            Err(reason) => self.book.fail(line, rule, reason),
        }
    }

    /// Settles an order with a number as failed, with nothing done.
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

/// A turn after the end of the game: it changes nothing, and all orders fail by the rule that ended it.
pub(crate) fn after_the_end<S: SpaceState>(state: &S, outcome: &Outcome, orders: &Orders<S::Order>) -> Turn<S, S::Event, S::Reason> {
    let mut book: TurnBook<'_, S::Order, S::Event, S::Reason> = TurnBook::open(orders);
    for (line, _) in book.open_lines() {
        book.fail(line, &outcome.rule, S::GAME_OVER);
    }
    let (events, fates) = book.close();
    Turn { state: state.clone(), events, fates }
}
