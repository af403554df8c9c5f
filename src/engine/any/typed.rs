//! The one adapter: a typed [`Game`] as text and JSON.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

use super::played::seen_by;
use super::scenario::read_scenario;
use super::sight::{add_numbers, has_move, json, reading, sheet};
use super::{Adjudicated, AnyGame, AnyOrders, AnySheet, Follow, Played, Reading, RestoreError, Table, effort};
use crate::engine::{
    Decision, Dice, Explainer, Fate, Game, Kit, LineAhead, Moment, Moves, OrderLine, Orders, Outcome, Pace, Problem, Scene, Seat,
    SeatField, SeatSet, SetupError, Sheet, Stepwise, Unmet, Viewer, Witnessed, spelt,
};

/// A game as a registry entry.
pub struct Typed<G>(std::marker::PhantomData<fn() -> G>);

impl<G: Game> Typed<G> {
    /// The only value; it holds nothing.
    pub const NEW: Typed<G> = Typed(std::marker::PhantomData);
    const ENTRY: &'static Typed<G> = &Typed::NEW;
}

impl<G: Game> AnyGame for Typed<G> {
    fn id(&self) -> &'static str {
        G::ID
    }

    fn title(&self) -> &'static str {
        G::TITLE
    }

    fn rules(&self) -> u32 {
        G::RULES
    }

    fn undigested(&self) -> &'static [&'static str] {
        G::UNDIGESTED
    }

    fn rule_fields(&self) -> &'static [&'static str] {
        G::RULE_FIELDS
    }

    fn seat_fields(&self) -> &'static [SeatField] {
        G::SEAT_FIELDS
    }

    fn credit(&self) -> Option<&'static str> {
        G::CREDIT
    }

    fn kit(&self) -> &'static Kit {
        G::KIT
    }

    fn templates(&self) -> &'static str {
        G::TEMPLATES
    }

    fn unit(&self) -> &'static str {
        G::UNIT
    }

    fn pace(&self) -> Pace {
        G::PACE
    }

    fn knows_draws(&self) -> bool {
        G::KNOWS_DRAWS
    }

    fn memory(&self) -> usize {
        G::MEMORY
    }

    fn stepwise(&self) -> Option<&'static dyn Stepwise> {
        G::stepwise()
    }

    fn has_trials(&self) -> bool {
        G::TRIALS
    }

    fn explainer(&self) -> Option<&'static dyn Explainer> {
        G::explainer()
    }

    fn set_up(&self, scenario: &str, seats: &BTreeMap<Seat, String>, dice: &Dice) -> Result<Box<dyn Table>, SetupError> {
        let scenario = read_scenario(G::ID, scenario)?;
        Ok(Box::new(TypedTable::<G>(G::setup(scenario, seats, dice)?)))
    }

    fn settings(&self, scenario: &str) -> Result<Value, SetupError> {
        Ok(json(&read_scenario::<G::Scenario>(G::ID, scenario)?))
    }

    fn restore(&self, state: &str) -> Result<Box<dyn Table>, RestoreError> {
        let state = serde_json::from_str(state).map_err(|source| RestoreError { game: G::ID, source })?;
        Ok(Box::new(TypedTable::<G>(state)))
    }
}

struct TypedTable<G: Game>(G::State);

impl<G: Game> TypedTable<G> {
    fn parse(&self, seat: Seat, text: &str) -> TypedSheet<G> {
        let view = G::view(&self.0, Viewer::Seat(seat));
        let sheet = effort::read::<G>(text, &view);
        TypedSheet { view, sheet }
    }
}

impl<G: Game> Table for TypedTable<G> {
    fn game(&self) -> &'static dyn AnyGame {
        Typed::<G>::ENTRY
    }

    fn turn(&self) -> u32 {
        G::turn(&self.0)
    }

    fn to_move(&self) -> SeatSet {
        G::to_move(&self.0)
    }

    fn sheet<'table>(&'table self, seat: Seat, text: &str) -> Box<dyn AnySheet + 'table> {
        Box::new(self.parse(seat, text))
    }

    fn order_lines(&self, seat: Seat, text: &str) -> BTreeSet<u32> {
        effort::order_lines::<G>(text, &G::view(&self.0, Viewer::Seat(seat)))
    }

    fn orders<'table>(&'table self, sheets: &BTreeMap<Seat, String>) -> Box<dyn AnyOrders + 'table> {
        let mut orders = TypedOrders { table: self, sheets: BTreeMap::new(), orders: Orders::new() };
        sheets.iter().for_each(|(seat, text)| orders.count(*seat, self.parse(*seat, text)));
        Box::new(orders)
    }

    fn resigned_by(&self, seat: Seat, dice: &Dice) -> Option<Box<dyn Table>> {
        let orders = Orders::from([(seat, vec![G::resignation()?])]);
        Some(Box::new(TypedTable::<G>(G::adjudicate(&self.0, &orders, dice).state)))
    }

    fn caretaker(&self, seat: Seat, salt: u64) -> String {
        sheet::<G>(&G::caretaker(&G::view(&self.0, Viewer::Seat(seat)), salt))
    }

    fn view(&self, viewer: Viewer) -> Value {
        json(&G::view(&self.0, viewer))
    }

    fn echo_view(&self, viewer: Viewer, reading: &Value) -> Value {
        let mut numbers = BTreeSet::new();
        add_numbers(&mut numbers, reading);
        json(&G::echo_view(&self.0, viewer, &numbers))
    }

    fn view_with_history(&self, viewer: Viewer, step: usize) -> Value {
        let mut view = self.view(viewer);
        if let (Value::Object(fields), Some(history)) = (&mut view, G::history(&self.0, viewer)) {
            let last = history.len();
            let is_wanted = |turn: usize| turn == 1 || turn == last || turn.is_multiple_of(step);
            let turns = (1..).zip(history).filter(|(turn, _)| is_wanted(*turn)).map(|(_, record)| json(&record));
            fields.insert("history".to_owned(), turns.collect());
        }
        view
    }

    fn look_ahead(&self, seat: Seat, line: &str) -> Option<LineAhead> {
        G::look_ahead(&G::view(&self.0, Viewer::Seat(seat)), line)
    }

    fn scene_after(&self, viewer: Viewer, played: &[Played<'_>]) -> Scene {
        let view = G::view(&self.0, viewer);
        let memory: Vec<_> = played.iter().take(G::MEMORY).map(|turn| turn.as_known_to::<G>(viewer, &view)).collect();
        G::scene(&view, &memory)
    }

    fn moments(&self, viewer: Viewer, events: &[Witnessed<Value>]) -> Vec<Moment> {
        G::moments(&G::view(&self.0, viewer), &seen_by::<G>(viewer, events), viewer)
    }

    fn outcome(&self) -> Option<Outcome> {
        G::outcome(&self.0)
    }

    fn decision(&self) -> Decision {
        G::decision(&self.0)
    }

    fn seats_by_side(&self) -> Vec<Seat> {
        G::seats_by_side(&self.0)
    }

    fn moves(&self) -> Option<Moves> {
        G::moves(&self.0)
    }

    fn players(&self) -> BTreeMap<Seat, String> {
        G::players(&self.0)
    }

    fn whole_move(&self, seat: Seat) -> Option<String> {
        G::whole_move(&G::view(&self.0, Viewer::Seat(seat))).map(|order| order.to_string())
    }

    fn plans(&self, seat: Seat) -> Vec<String> {
        G::plans(&G::view(&self.0, Viewer::Seat(seat)))
    }

    fn forgetting(&self, seat: Seat) -> Option<String> {
        G::forgetting(&self.0, seat).map(|order| order.to_string())
    }

    fn drop_plans(&mut self) {
        G::drop_plans(&mut self.0);
    }

    fn rename(&mut self, seat: Seat, name: &str) {
        G::rename(&mut self.0, seat, name);
    }

    fn state(&self) -> String {
        spelt(&self.0)
    }
}

struct TypedSheet<G: Game> {
    view: G::View,
    sheet: Sheet<G::Order>,
}

impl<G: Game> AnySheet for TypedSheet<G> {
    fn orders_read(&self) -> usize {
        self.sheet.entries.len() + self.sheet.unmet.len()
    }

    fn orders(&self) -> Vec<String> {
        self.sheet.orders().map(ToString::to_string).collect()
    }

    fn problems(&self) -> &[Problem] {
        &self.sheet.problems
    }

    fn has_move(&self) -> bool {
        has_move::<G>(&self.sheet)
    }

    fn notes(&self) -> Vec<String> {
        self.sheet.orders().filter_map(G::note).map(str::to_owned).collect()
    }

    fn follow(&mut self, earlier: &str, how: Follow) {
        let Sheet { entries, problems, unmet } = effort::read::<G>(earlier, &self.view);
        let unread = problems.into_iter().filter(|problem| !problem.talk).map(|problem| Problem { line: 0, ..problem });
        self.sheet.problems.splice(0..0, unread);
        self.sheet.unmet.splice(0..0, unmet.into_iter().map(|unmet| Unmet { line: 0, ..unmet }));
        let earlier = entries.into_iter().map(|line| OrderLine { line: 0, ..line });
        let later = std::mem::take(&mut self.sheet.entries);
        self.sheet.entries = match how {
            Follow::Merged => G::merge(earlier.collect(), later),
            Follow::Behind => earlier.chain(later).collect(),
        };
    }

    fn reading(&self, sees_pictures: bool) -> Reading {
        reading::<G>(&self.sheet, &self.view, sees_pictures)
    }
}

struct TypedOrders<'table, G: Game> {
    table: &'table TypedTable<G>,
    sheets: BTreeMap<Seat, TypedSheet<G>>,
    orders: Orders<G::Order>,
}

impl<G: Game> TypedOrders<'_, G> {
    fn count(&mut self, seat: Seat, read: TypedSheet<G>) {
        self.orders.insert(seat, read.sheet.orders().cloned().collect());
        self.sheets.insert(seat, read);
    }
}

impl<G: Game> AnyOrders for TypedOrders<'_, G> {
    fn enter(&mut self, seat: Seat, text: &str) -> Reading {
        let read = self.table.parse(seat, text);
        let reading = read.reading(false);
        self.count(seat, read);
        reading
    }

    fn enter_caretaker(&mut self, seat: Seat, salt: u64) -> Option<String> {
        let view = G::view(&self.table.0, Viewer::Seat(seat));
        let orders = G::caretaker(&view, salt);
        let canonical = Some(sheet::<G>(&orders)).filter(|sheet| !sheet.is_empty())?;
        let entries = (1..).zip(orders).map(|(line, order)| OrderLine { line, order }).collect();
        self.count(seat, TypedSheet { view, sheet: Sheet { entries, ..Sheet::empty() } });
        Some(canonical)
    }

    fn readings(&self) -> BTreeMap<Seat, Reading> {
        self.sheets.iter().map(|(seat, sheet)| (*seat, sheet.reading(true))).collect()
    }

    fn play_at_once(&self) -> bool {
        G::plays_at_once(&G::view(&self.table.0, Viewer::Public), &self.orders)
    }

    fn adjudicate(&self, dice: &Dice) -> Adjudicated {
        let turn = G::adjudicate(&self.table.0, &self.orders, dice);
        let disclosed = G::disclosed(&self.orders, &turn);
        Adjudicated {
            disclosed: disclosed.map(|orders| orders.iter().map(|(seat, orders)| (*seat, sheet::<G>(orders))).collect()),
            table: Box::new(TypedTable::<G>(turn.state)),
            actors: turn.events.iter().map(|seen| G::actor(&seen.event)).collect(),
            resigned: turn.events.iter().find_map(|seen| G::resigned(&seen.event)),
            events: turn.events.into_iter().map(|seen| Witnessed { event: json(&seen.event), seen_by: seen.seen_by }).collect(),
            fates: turn.fates.into_iter().map(fate_as_json).collect(),
            orders: self.orders.iter().map(|(seat, orders)| (*seat, orders.iter().map(ToString::to_string).collect())).collect(),
        }
    }
}

pub(super) fn fate_as_json<R: serde::Serialize>(fate: Fate<R>) -> Fate<Value> {
    Fate {
        seat: fate.seat,
        entry: fate.entry,
        verdict: fate.verdict,
        asked: fate.asked,
        done: fate.done,
        reason: fate.reason.map(|reason| json(&reason)),
        rule: fate.rule,
    }
}
