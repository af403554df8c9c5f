//! B9.1: stances, and the relations that follow them.

use super::play::Play;
use crate::engine::Seat;
use crate::galaxy::{RelationMoved, Stance};
use crate::games::empire_board::event::{Event, Reason};
use crate::games::empire_board::order::Order;
use crate::games::empire_board::rulebook::RelationPace;
use crate::games::empire_board::state::Relation;

const RULE: &str = "B9.1";

pub(super) fn declare(round: &mut Play) {
    let lines = round.last_words(RULE, |order| match order {
        Order::Declare { on, .. } => Some(*on),
        _ => None,
    });
    for (line, order) in lines {
        let Order::Declare { stance, on } = order else { continue };
        let result = take_stance(round, line.seat, *on, *stance);
        round.settle(line, RULE, result);
    }
    move_relations(round);
}

fn take_stance(round: &mut Play, seat: Seat, other: Seat, stance: Relation) -> Result<(), Reason> {
    if !round.state.rulebook.politics {
        return Err(Reason::NotInTheseRules { setting: "politics".to_owned() });
    }
    let other = round.rival(seat, other)?;
    if let Some(player) = round.state.players.get_mut(&seat) {
        player.stances.insert(other, stance);
    }
    Ok(())
}

/// At most one step a round towards the lower of both stances, or as the rulebook says.
fn move_relations(round: &mut Play) {
    let pace = match round.state.rulebook.relation_pace {
        RelationPace::OneStep => Relation::step_towards,
        RelationPace::AtOnce => |_, wanted| wanted,
    };
    let (relations, moved) = round.state.relations.after_a_turn(|seat, other| round.state.stance(seat, other), pace);
    round.state.relations = relations;
    for RelationMoved { seats, before, relation } in moved {
        round.tell_everybody(Event::RelationChanged { seats, before, relation });
    }
}
