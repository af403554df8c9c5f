//! Checks that settings about sealed sheets, and about a game master who plays, fit the game and the schedule.

use super::review::Review;
use super::{CampaignFile, Policy, SealPolicy};
use crate::engine::{Pace, SeatSet};

impl CampaignFile {
    /// Checks that the schedule leaves time to reveal what is sealed against the game master.
    pub(super) fn check_seal(&self, review: &mut Review<'_>) {
        let Policy { seal, reveal_hours, .. } = self.policy;
        if seal != SealPolicy::Reveal {
            return;
        }
        if self.game.pace() == Pace::Simultaneous && self.schedule.grace_hours > 0 {
            let what = "with `seal = \"reveal\"` there is no grace: after the deadline sheets are revealed";
            review.wrong("schedule.grace_hours", what);
        }
        if self.schedule.when_all_ready {
            let what = "with `seal = \"reveal\"` no turn is played early: after the deadline sheets are revealed";
            review.wrong("schedule.when_all_ready", what);
        }
        if !(1..=168).contains(&reveal_hours) {
            review.wrong("policy.reveal_hours", format!("{reveal_hours} is not from 1 to 168 hours"));
        }
    }

    /// Checks that the seats of a game master who plays close before the others.
    pub(super) fn check_gm_seats(&self, review: &mut Review<'_>) {
        let Policy { seal, gm_plays, gm_hours, .. } = self.policy;
        if !gm_plays {
            return;
        }
        let alternates = self.game.alternates();
        if alternates && seal != SealPolicy::Reveal {
            let what = format!(
                "in {} a game master who plays could read the conditional moves of the other side: write `seal = \"reveal\"`, and none are taken",
                self.game.title()
            );
            review.wrong("policy.gm_plays", what);
        }
        if self.gm_seats().is_empty() {
            review.wrong("policy.gm_plays", "no [[seat]] has the address of [gm]");
        }
        let minimum_hours = self.schedule.minimum_hours;
        if !alternates && !(1..minimum_hours).contains(&gm_hours) {
            let what = format!("{gm_hours} is not from 1 to below `minimum_hours` ({minimum_hours}): the others need time after it");
            review.wrong("policy.gm_hours", what);
        }
    }

    /// The seats that the game master holds; empty without `gm_plays`.
    pub fn gm_seats(&self) -> SeatSet {
        let own = self.seats.iter().filter(|seat| self.policy.gm_plays && seat.has_address(&self.gm.address));
        own.map(|seat| seat.number).collect()
    }

    /// Whether the game master holds a seat, with or without `gm_plays`.
    pub fn gm_holds_a_seat(&self) -> bool {
        self.seats.iter().any(|seat| seat.has_address(&self.gm.address))
    }
}
