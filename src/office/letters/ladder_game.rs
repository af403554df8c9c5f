//! A game for a place on the ladder: what its reports say of the place, and how its end counts.

use std::collections::BTreeMap;

use crate::campaign::Address;
use crate::campaign::config::RefusalCounts;
use crate::campaign::ladder::{Ladder, Match};
use crate::campaign::standings::Score;
use crate::engine::{Decision, Seat};
use crate::office::cabinet::desk::{Campaign, Keyless, Progress};
use crate::office::cabinet::error::DeskError;
use crate::office::letters::ladder::LadderNews;
use crate::office::letters::news::{LadderRole, News};

/// How a challenge or its game has ended.
#[derive(Debug, Clone, Copy)]
pub(in crate::office) struct LadderEnd {
    pub what: LadderNews,
    pub challenger_won: bool,
}

impl Keyless {
    /// How this game counts on the ladder; `None` while it goes on.
    pub(in crate::office) fn end_on_ladder(&self, progress: &Progress, open: &Match) -> Option<LadderEnd> {
        let own = self.seat_of_challenger(open);
        if progress.decision() == Decision::Void {
            // Otherwise a challenged player could accept and leave at once, and keep the place that a refusal would cost.
            let has_refused = own.is_some() && progress.left_by().is_some_and(|left| Some(left) != own);
            let is_lost = has_refused && self.refusal_counts() == RefusalCounts::Lost;
            return Some(LadderEnd { what: if is_lost { LadderNews::WalkedOut } else { LadderNews::Void }, challenger_won: is_lost });
        }
        let score = Score::of(&progress.outcome()?);
        let half_points = match own {
            Some(Seat(1)) => Some(score.first),
            Some(Seat(2)) => Some(score.second),
            _ => None,
        };
        Some(match half_points {
            Some(2) => LadderEnd { what: LadderNews::Won, challenger_won: true },
            Some(_) => LadderEnd { what: LadderNews::Kept, challenger_won: false },
            None => LadderEnd { what: LadderNews::Void, challenger_won: false },
        })
    }

    fn refusal_counts(&self) -> RefusalCounts {
        let ladder = self.host.pairing.as_ref().and_then(|pairing| pairing.ladder.as_ref());
        ladder.map(|ladder| ladder.refused).unwrap_or_default()
    }

    fn seat_of_challenger(&self, open: &Match) -> Option<Seat> {
        let seat = |player: &Address| self.config.seats.iter().find(|seat| seat.has_address(player)).map(|seat| seat.number);
        // Nobody holds a seat that was given up, but the other seat tells whose it was. Another person in it plays for no place.
        let of_other = || seat(&open.challenged).map(|other| Seat(3_u8.saturating_sub(other.0)));
        seat(&open.challenger).or_else(|| of_other().filter(|seat| self.holder(*seat).is_none()))
    }
}

impl Campaign {
    /// What each reader, `None` being the public, is told at the opening and at the end of the place on the ladder that the game is for, by
    /// [`Keyless::match_on_ladder`]. Nobody is told anything if it is for none.
    ///
    /// # Errors
    /// When the program's own template cannot be rendered.
    pub(in crate::office) fn lines_of_ladder(
        &self,
        progress: &Progress,
        on_ladder: Option<(Ladder, Match)>,
    ) -> Result<BTreeMap<Option<Seat>, String>, DeskError> {
        let Some((mut ladder, open)) = on_ladder else { return Ok(BTreeMap::new()) };
        let names = [&open.challenger, &open.challenged].map(|player| ladder.rung(player).map(|rung| rung.name.clone()));
        let ([Some(name), Some(before)], Some(place)) = (names, ladder.place(&open.challenged)) else { return Ok(BTreeMap::new()) };
        let (end, rungs) = (self.end_on_ladder(progress, &open), ladder.rungs.clone());
        ladder.settle(&open, end.is_some_and(|end| end.challenger_won));
        let (own, has_moved) = (self.seat_of_challenger(&open), ladder.rungs != rungs);
        let role = |seat| if Some(seat) == own { LadderRole::Challenger } else { LadderRole::Challenged };
        let line = |reader: Option<Seat>| {
            let (name, before, role) = (name.clone(), before.clone(), reader.map(role));
            let news = News::ForPlace { place, below: place + 1, name, before, role, is_over: end.is_some(), has_moved };
            Ok((reader, self.line(&news)?))
        };
        self.config.seat_numbers().map(Some).chain([None]).map(line).collect()
    }
}
