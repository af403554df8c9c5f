//! B9.1: stances, and relations that follow them.

use super::play::Play;
use crate::engine::Seat;
use crate::games::empire_board::event::{Event, Reason};
use crate::games::empire_board::order::Order;
use crate::games::empire_board::rulebook::RelationPace;
use crate::games::empire_board::state::{Relation, RelationBetween};

const RULE: &str = "B9.1";

pub fn declare(round: &mut Play) {
    let lines = round.ledger.last_words(RULE, Reason::Overruled, |order| match order {
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

/// One step a round towards the lower of both stances, or as the rulebook says.
fn move_relations(round: &mut Play) {
    let state = &round.state;
    let step = |between: &RelationBetween| {
        let wanted = state.stance(between.low, between.high).min(state.stance(between.high, between.low));
        let relation = match state.rulebook.relation_pace {
            RelationPace::OneStep => step_towards(between.relation, wanted),
            RelationPace::AtOnce => wanted,
        };
        RelationBetween { relation, ..*between }
    };
    let after: Vec<RelationBetween> = state.relations.iter().map(step).collect();
    let before = std::mem::replace(&mut round.state.relations, after.clone());
    for (before, after) in before.into_iter().zip(after).filter(|(before, after)| before != after) {
        let seats = [after.low, after.high];
        round.tell(Event::RelationChanged { seats, before: before.relation, relation: after.relation });
    }
}

fn step_towards(relation: Relation, wanted: Relation) -> Relation {
    match (relation, wanted) {
        (Relation::Hostile, Relation::Allied) | (Relation::Allied, Relation::Hostile) => Relation::Neutral,
        _ => wanted,
    }
}
