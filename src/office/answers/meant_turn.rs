//! The turn that the writer of an email means, if it is not the one that takes orders: the receipt says so.

use crate::engine::Seat;
use crate::games::is_unit;
use crate::office::cabinet::error::DeskError;
use crate::office::inbox::judged::Intake;
use crate::post::tag::subject_without_tags;

/// How an email says which turn it is for.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct MeantTurn {
    /// It answers an email of ours that was for this turn.
    pub(super) answered: Option<u32>,
    /// Its subject names this turn.
    pub(super) named: Option<u32>,
}

impl Intake<'_> {
    /// The turn that the email is for, if the seat has been asked for the orders of another one since. At most one of the two fields is set.
    pub(super) fn meant_turn(&self, seat: Seat) -> Result<MeantTurn, DeskError> {
        let nothing = MeantTurn::default();
        if self.campaign.open_turn().is_none() {
            return Ok(nothing);
        }
        let awaited = self.ledger.last_report(seat)?.map_or(0, |report| report.turn) + 1;
        let answered = self.answered_turn()?;
        let named = turn_in_subject(&self.mail.letter.subject).filter(|_| !self.campaign.alternates());
        Ok(match (answered, named) {
            (_, Some(named)) if named.turn > awaited => MeantTurn { named: Some(named.turn), ..nothing },
            (Some(answered), _) => MeantTurn { answered: Some(answered).filter(|turn| *turn < awaited), ..nothing },
            // `Turn 1: peace with Bob` is the subject of the report that asks for the orders of turn 2.
            (None, Some(named)) if named.turn + 1 == awaited && named.is_headed => nothing,
            (None, named) => MeantTurn { named: named.map(|named| named.turn).filter(|turn| *turn < awaited), ..nothing },
        })
    }

    /// The last turn that the email answers. Where moves alternate only reports count, since only they bring a new position.
    fn answered_turn(&self) -> Result<Option<u32>, DeskError> {
        let mut turns = Vec::new();
        for id in self.mail.references() {
            match id.turn_of_report(self.campaign.id()) {
                Some(report) => turns.push(report + 1),
                None if self.campaign.alternates() => {}
                None => turns.extend(self.ledger.turn_of_outgoing(id)?.filter(|turn| *turn > 0)),
            }
        }
        Ok(turns.into_iter().max())
    }
}

/// A turn as a subject names it.
#[derive(Debug, PartialEq, Eq)]
struct NamedTurn {
    turn: u32,
    /// A colon follows.
    is_headed: bool,
}

/// The first turn that a subject names.
fn turn_in_subject(subject: &str) -> Option<NamedTurn> {
    let subject = subject_without_tags(subject).to_lowercase();
    let words: Vec<&str> = subject.split_whitespace().collect();
    words.windows(2).find_map(|pair| {
        let unit = pair[0].trim_start_matches(|letter: char| !letter.is_alphanumeric());
        let number = pair[1].trim_end_matches(|letter: char| !letter.is_alphanumeric());
        let turn = is_unit(unit).then(|| number.parse().ok()).flatten()?;
        // A turn's number has few digits; a year is none.
        (turn < 1000).then(|| NamedTurn { turn, is_headed: pair[1].ends_with(':') })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_subject_names_a_turn_by_any_word_for_it() {
        for (subject, turn, is_headed) in [
            ("turn 1 [rim-3 ABCDEFGHIJKLMNOP]", 1, false),
            ("Re: Turn 12: peace with Bob [rim-3 ABCDEFGHIJKLMNOP]", 12, true),
            ("my orders (Round 3)", 3, false),
            ("AW: Turn 1 of The Rim: your orders are missing", 1, false),
        ] {
            assert_eq!(turn_in_subject(subject), Some(NamedTurn { turn, is_headed }), "{subject}");
        }
        for subject in ["orders", "my turn", "turn left", "Turn 2027", "return 3 ships", "3 turns"] {
            assert_eq!(turn_in_subject(subject), None, "{subject}");
        }
    }
}
