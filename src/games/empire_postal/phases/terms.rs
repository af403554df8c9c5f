//! P4.1: announcements, the vote on the length of the game, and the terms that players are on.

use super::play::Play;
use crate::engine::{Line, Seat};
use crate::games::empire_postal::event::{Event, Reason};
use crate::games::empire_postal::order::Order;
use crate::games::empire_postal::state::{Power, Relation};

/// P1.7: without a vote.
const DEFAULT_ROUNDS: u32 = 20;

pub fn declare_terms(turn: &mut Play) {
    announce(turn);
    vote_on_length(turn);
    take_stances(turn);
    move_relations(turn);
}

fn announce(turn: &mut Play) {
    for (line, order) in turn.lines() {
        if let Order::Announce { text } = order {
            turn.tell_everybody(Event::Announcement { seat: line.seat, text: text.clone() });
            turn.done(line, "P4.1");
        }
    }
}

/// P1.7: the first orders settle the length, unless the scenario did.
fn vote_on_length(turn: &mut Play) {
    let ballots = turn.last_words("P1.7", |order| matches!(order, Order::Vote { .. }).then_some(0));
    let votes: Vec<u32> = ballots.into_iter().filter_map(|(line, order)| count_vote(turn, line, order)).collect();
    if turn.state.rounds.is_none() {
        let cast = votes.len() as u32;
        let rounds = votes.iter().sum::<u32>().checked_div(cast).unwrap_or(DEFAULT_ROUNDS);
        turn.state.rounds = Some(rounds);
        turn.tell_everybody(Event::GameLength { rounds, votes: cast });
    }
}

fn count_vote(turn: &mut Play, line: Line, order: &Order) -> Option<u32> {
    let Order::Vote { rounds } = order else { return None };
    let objection = match turn.before.rounds {
        _ if turn.before.turn > 0 => Some(Reason::VotingOver),
        Some(rounds) => Some(Reason::LengthFixed { rounds }),
        None => (!(10..=30).contains(rounds)).then_some(Reason::VoteOutOfRange),
    };
    match objection {
        Some(reason) => turn.fail(line, "P1.7", reason),
        None => turn.done(line, "P1.7"),
    }
    turn.before.rounds.is_none().then_some(*rounds).filter(|rounds| (10..=30).contains(rounds))
}

fn take_stances(turn: &mut Play) {
    let declared = turn.last_words("P4.1", |order| match order {
        Order::Declare { on, .. } => Some(u16::from(on.0)),
        _ => None,
    });
    for (line, order) in declared {
        let Order::Declare { stance, on } = order else { continue };
        let is_in_play = turn.state.seats_in_play().any(|seat| seat == *on);
        match turn.state.players.get_mut(&line.seat) {
            Some(_) if *on == line.seat => turn.fail(line, "P4.1", Reason::Yourself),
            Some(player) if is_in_play => {
                player.stances.insert(*on, *stance);
                turn.done(line, "P4.1");
            }
            _ => turn.fail(line, "P10.2", Reason::PlayerOut { seat: *on }),
        }
    }
}

/// One step at most, towards the lower of both stances. An offer stands until withdrawn, so that
/// letters that cross still meet.
fn move_relations(turn: &mut Play) {
    let mut relations = std::mem::take(&mut turn.state.relations);
    for between in &mut relations {
        let goal = stance(turn, between.low, between.high).min(stance(turn, between.high, between.low));
        let before = between.relation;
        between.relation = one_step(before, goal);
        if between.relation != before {
            let seats = [between.low, between.high];
            let event = Event::RelationChanged { seats, before, relation: between.relation };
            turn.tell(seats.map(Power::Seat), event);
        }
    }
    turn.state.relations = relations;
}

fn stance(turn: &Play, seat: Seat, towards: Seat) -> Relation {
    let player = turn.state.players.get(&seat);
    player.and_then(|player| player.stances.get(&towards)).copied().unwrap_or(Relation::Neutral)
}

fn one_step(from: Relation, goal: Relation) -> Relation {
    match (from, goal) {
        (Relation::War, Relation::Peace) | (Relation::Peace, Relation::War) => Relation::Neutral,
        _ => goal,
    }
}
