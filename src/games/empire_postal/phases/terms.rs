//! P4.1: announcements, the vote on the length of the game, and relations between players.

use super::play::Play;
use crate::engine::SheetLine;
use crate::galaxy::{RelationMoved, Stance};
use crate::games::empire_postal::event::{Event, Reason};
use crate::games::empire_postal::order::Order;
use crate::games::empire_postal::state::{Power, Relation};

/// P1.7: the length without a vote.
const DEFAULT_ROUNDS: u32 = 20;

pub(super) fn declare_terms(turn: &mut Play) {
    announce(turn);
    vote_on_length(turn);
    take_stances(turn);
    move_relations(turn);
}

fn announce(turn: &mut Play) {
    for (line, order) in turn.book.open_lines() {
        if let Order::Announce { text } = order {
            turn.tell_everybody(Event::Announcement { seat: line.seat, text: text.clone() });
            turn.book.done(line, "P4.1");
        }
    }
}

/// P1.7: the first orders settle the length, unless the scenario has.
fn vote_on_length(turn: &mut Play) {
    let ballots = turn.last_words("P1.7", |order| matches!(order, Order::Vote { .. }).then_some(()));
    let votes: Vec<u32> = ballots.into_iter().filter_map(|(line, order)| count_vote(turn, line, order)).collect();
    if turn.state.rounds.is_none() {
        let cast = votes.len() as u32;
        let rounds = votes.iter().sum::<u32>().checked_div(cast).unwrap_or(DEFAULT_ROUNDS);
        turn.state.rounds = Some(rounds);
        turn.tell_everybody(Event::GameLength { rounds, votes: cast });
    }
}

fn count_vote(turn: &mut Play, line: SheetLine, order: &Order) -> Option<u32> {
    let Order::Vote { rounds } = order else { return None };
    let objection = match turn.before.rounds {
        _ if turn.before.turn > 0 => Some(Reason::VotingOver),
        Some(rounds) => Some(Reason::LengthFixed { rounds }),
        None => (!(10..=30).contains(rounds)).then_some(Reason::VoteOutOfRange),
    };
    turn.settle(line, "P1.7", objection.map_or(Ok(()), Err));
    turn.before.rounds.is_none().then_some(*rounds).filter(|rounds| (10..=30).contains(rounds))
}

fn take_stances(turn: &mut Play) {
    let declared = turn.last_words("P4.1", |order| match order {
        Order::Declare { on, .. } => Some(*on),
        _ => None,
    });
    for (line, order) in declared {
        let Order::Declare { stance, on } = order else { continue };
        let is_in_play = turn.state.seats_in_play().any(|seat| seat == *on);
        match turn.state.players.get_mut(&line.seat) {
            Some(_) if *on == line.seat => turn.book.fail(line, "P4.1", Reason::Yourself),
            Some(player) if is_in_play => {
                player.stances.insert(*on, *stance);
                turn.book.done(line, "P4.1");
            }
            _ => turn.book.fail(line, "P10.2", Reason::PlayerOut { seat: *on }),
        }
    }
}

/// P4.1: relations move one step at most, towards the lower of both stances. An offer stands until withdrawn, so that letters that cross still meet.
fn move_relations(turn: &mut Play) {
    let (relations, moved) = turn.state.relations.after_a_turn(|seat, other| turn.state.stance(seat, other), Relation::step_towards);
    turn.state.relations = relations;
    for RelationMoved { seats, before, relation } in moved {
        turn.tell(seats.map(Power::Seat), Event::RelationChanged { seats, before, relation });
    }
}
