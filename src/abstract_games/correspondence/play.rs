//! One turn of the campaign: the move that arrived, and every conditional move that then applies.

use super::event::{Event, Reason, StepTaken};
use super::state::{Ended, How, ScoreEntry, State};
use super::stored::Last;
use super::{Order, Plan, PlannedTurn, Ply};
use crate::abstract_games::AbstractGame;
use crate::engine::{Audience, Extent, Fate, Orders, Seat, Turn, Witnessed};

/// A turn in progress.
struct TurnInPlay<G: AbstractGame> {
    state: State<G>,
    events: Vec<Witnessed<Event>>,
}

/// Plays the turn: all orders of the mover, then the opponent's; then C7 time, and C3 conditional moves.
pub(super) fn adjudicate<G: AbstractGame>(state: &State<G>, orders: &Orders<Order<G::Step>>) -> Turn<State<G>, Event, Reason> {
    let mut playing = TurnInPlay { state: state.clone(), events: Vec::new() };
    playing.state.turn += 1;
    let mover = state.to_move();
    let mut fates: Vec<Fate<Reason>> = Vec::new();
    // The mover comes first, because a resignation that crosses a move which ends the game does not undo it.
    let by_mover = orders.iter().filter(|(seat, _)| Some(**seat) == mover);
    let by_others = orders.iter().filter(|(seat, _)| Some(**seat) != mover);
    orders.iter().for_each(|(seat, sheet)| playing.replace_plans(*seat, sheet, mover));
    for (seat, sheet) in by_mover.chain(by_others) {
        fates.extend(sheet.iter().enumerate().map(|(entry, order)| playing.carry_out(*seat, entry, order, mover)));
    }
    if let Some(seat) = mover.filter(|_| playing.state.ended.is_none() && playing.state.score.len() == state.score.len()) {
        playing.overstep(seat);
    }
    playing.play_plans();
    if state.ended.is_none() {
        playing.finish();
    }
    fates.sort_by_key(|fate| (fate.seat, fate.entry));
    Turn { state: playing.state, events: playing.events, fates }
}

impl<G: AbstractGame> TurnInPlay<G> {
    fn tell(&mut self, event: Event) {
        self.events.push(Witnessed { event, seen_by: Audience::Everybody });
    }

    /// C3: a sheet's conditional moves replace all earlier ones.
    fn replace_plans(&mut self, seat: Seat, sheet: &[Order<G::Step>], mover: Option<Seat>) {
        let plans: Vec<Plan> = sheet
            .iter()
            .filter_map(|order| match order {
                Order::Plan(plan) => Some(plan.clone()),
                _ => None,
            })
            .collect();
        if self.state.game.side(seat).is_none() || plans.is_empty() && !sheet.contains(&Order::Forget) {
            return;
        }
        // The mover's own move is put before their plans, because every plan is compared with what is played.
        let own_move = sheet.iter().find_map(|order| match order {
            Order::Move(ply) if Some(seat) == mover => Some(PlannedTurn { own: true, ply: ply.to_string() }),
            _ => None,
        });
        let whole = |plan: Plan| Plan { links: own_move.iter().cloned().chain(plan.links).collect() };
        self.state.plans.insert(seat, plans.into_iter().map(whole).collect());
        self.state.plans.retain(|_, plans| !plans.is_empty());
    }

    fn carry_out(&mut self, seat: Seat, entry: usize, order: &Order<G::Step>, mover: Option<Seat>) -> Fate<Reason> {
        let rule = match order {
            Order::Move(Ply::Swap) => "C6",
            Order::Move(_) => "C1",
            Order::Plan(_) | Order::Forget => "C3",
            Order::Note(_) => "C4",
            Order::Resign => "C5",
        };
        let reason = match order {
            _ if self.state.game.side(seat).is_none() => Some(Reason::NotYourMove),
            Order::Move(ply) => self.refusal(seat, ply, mover),
            Order::Resign | Order::Plan(_) if self.state.ended.is_some() => Some(Reason::GameOver),
            _ => None,
        };
        match (order, &reason) {
            (Order::Move(ply), None) => self.play(ply, false),
            (Order::Resign, None) => self.resign(seat),
            (Order::Note(text), None) => self.note(seat, text),
            _ => {}
        }
        let verdict = if reason.is_some() { Extent::Failed } else { Extent::Done };
        Fate { seat, entry, verdict, asked: None, done: None, reason, rule: rule.to_owned() }
    }

    fn refusal(&self, seat: Seat, ply: &Ply<G::Step>, mover: Option<Seat>) -> Option<Reason> {
        let has_moved = self.state.score.last().is_some_and(|played| played.turn == self.state.turn);
        if self.state.ended.is_some() {
            Some(Reason::GameOver)
        } else if mover != Some(seat) {
            Some(Reason::NotYourMove)
        } else if has_moved {
            Some(Reason::AlreadyMoved)
        } else if self.state.game.read_ply(&ply.to_string()).as_ref() != Ok(ply) {
            Some(Reason::NotLegal)
        } else {
            None
        }
    }

    fn note(&mut self, seat: Seat, text: &str) {
        let event = Event::Note { seat, name: self.state.name(seat), text: text.to_owned() };
        self.events.push(Witnessed { event, seen_by: Audience::seats(self.state.players.keys().copied()) });
    }

    fn resign(&mut self, seat: Seat) {
        self.tell(Event::Resigned { seat, name: self.state.name(seat) });
        self.lose(seat, How::Resigned, "C5");
    }

    fn overstep(&mut self, seat: Seat) {
        self.tell(Event::Overstepped { seat, name: self.state.name(seat) });
        self.lose(seat, How::Overstepped, "C7");
    }

    fn lose(&mut self, seat: Seat, how: How, rule: &str) {
        self.state.ended = Some(Ended { winner: Some(self.state.opponent(seat)), rule: rule.to_owned(), how });
    }

    /// Plays a legal turn of the side to move.
    fn play(&mut self, ply: &Ply<G::Step>, planned: bool) {
        let game = &mut self.state.game;
        let (Some(side), Some(seat)) = (game.position.to_move(), game.to_move()) else { return };
        let before = game.position.to_string();
        let passed = game.play(ply);
        let name = self.state.name(seat);
        match ply {
            Ply::Swap => self.tell(Event::Swapped { seat, name, planned }),
            Ply::Steps(steps) => {
                let told = steps.iter().zip(&passed).map(|(step, before)| StepTaken { text: step.to_string(), deeds: before.deeds(*step) });
                let told = told.collect();
                let is_passed = self.state.game.position.to_move() == Some(side);
                let passed_over = is_passed.then(|| G::look(side.other()).name.to_owned());
                let side = G::look(side).name.to_owned();
                self.tell(Event::Moved { seat, name, side, text: ply.to_string(), steps: told, planned, passed_over });
                self.state.last = Some(Last { before, steps: steps.clone() });
            }
        }
        let turn = self.state.turn;
        self.state.score.push(ScoreEntry { seat, side, text: ply.to_string(), turn, planned });
        if let Some(finish) = self.state.game.position.finish() {
            let winner = finish.winner.map(|side| self.state.game.holder(side));
            self.state.ended = Some(Ended { winner, rule: finish.rule.to_owned(), how: How::Played });
        }
        self.follow(seat, ply);
    }

    /// C3: every line of conditional moves goes on from what was played, or is dropped.
    fn follow(&mut self, mover: Seat, played: &Ply<G::Step>) {
        let mut dropped = Vec::new();
        let played = played.to_string();
        for (owner, plans) in &mut self.state.plans {
            let before: Vec<String> = plans.iter().map(ToString::to_string).collect();
            plans.retain_mut(|plan| {
                let fits = plan.links.first().is_some_and(|link| link.own == (*owner == mover) && link.ply == played);
                plan.links.drain(..usize::from(fits));
                fits
            });
            if plans.is_empty() {
                dropped.push((*owner, before));
            }
            plans.retain(|plan| !plan.links.is_empty());
        }
        self.state.plans.retain(|_, plans| !plans.is_empty());
        for (seat, plans) in dropped {
            self.events.push(Witnessed { event: Event::PlanDropped { seat, plans }, seen_by: Audience::seats([seat]) });
        }
    }

    /// C3: plays conditional moves while one applies. Each time the lines get shorter, so this ends.
    fn play_plans(&mut self) {
        while self.state.ended.is_none()
            && let Some(ply) = self.planned_ply()
        {
            self.play(&ply, true);
        }
    }

    fn planned_ply(&self) -> Option<Ply<G::Step>> {
        let plans = self.state.plans.get(&self.state.to_move()?)?;
        let next = plans.iter().find_map(|plan| plan.links.first().filter(|link| link.own))?;
        self.state.game.read_ply(&next.ply).ok()
    }

    /// Tells how the game ended, and forgets what no longer matters.
    fn finish(&mut self) {
        let Some(ended) = self.state.ended.clone() else { return };
        self.state.plans.clear();
        let name = ended.winner.map(|winner| self.state.name(winner));
        self.tell(Event::Ended { winner: ended.winner, name, rule: ended.rule, how: ended.how });
    }
}
