//! What a file says of sealed sheets, and of a game master who plays, has to fit its game and schedule.

use super::{CampaignConfig, ConfigError, Policy, SealPolicy};
use crate::engine::{AnyGame, Pace, Seat};

impl CampaignConfig {
    /// What is sealed against the game master needs a schedule in which there is time to reveal it.
    pub(super) fn check_seal(&self, game: &dyn AnyGame, wrong: &dyn Fn(&str, String) -> ConfigError) -> Result<(), ConfigError> {
        let Policy { seal, reveal_hours, gm_plays, gm_hours, .. } = self.policy;
        let reveals = seal == SealPolicy::Reveal;
        let alternates = game.pace() == Pace::Alternating;
        let problem = match () {
            () if reveals && !alternates && self.schedule.grace_hours > 0 => Some((
                "schedule.grace_hours",
                "with `seal = \"reveal\"` there is no grace: after the deadline sheets are revealed".to_owned(),
            )),
            () if reveals && self.schedule.when_all_ready => Some((
                "schedule.when_all_ready",
                "with `seal = \"reveal\"` no turn is played early: after the deadline sheets are revealed".to_owned(),
            )),
            () if reveals && !(1..=168).contains(&reveal_hours) => {
                Some(("policy.reveal_hours", format!("{reveal_hours} is not from 1 to 168 hours")))
            }
            () if gm_plays && alternates && !reveals => {
                let what = format!(
                    "in {} a game master who plays could read the conditional moves of the other side: write `seal = \"reveal\"`, and none are taken",
                    game.title()
                );
                Some(("policy.gm_plays", what))
            }
            () if gm_plays && self.gm_seats().is_empty() => Some(("policy.gm_plays", "no [[seat]] has the address of [gm]".to_owned())),
            () if gm_plays && !alternates && !(1..self.schedule.minimum_hours).contains(&gm_hours) => Some((
                "policy.gm_hours",
                format!(
                    "{gm_hours} is not from 1 to below `minimum_hours` ({}): the others need time after it",
                    self.schedule.minimum_hours
                ),
            )),
            () => None,
        };
        problem.map_or(Ok(()), |(key, what)| Err(wrong(key, what)))
    }

    /// The seats that the game master holds, where `gm_plays` says so.
    pub fn gm_seats(&self) -> Vec<Seat> {
        let own = self.seats.iter().filter(|seat| self.policy.gm_plays && seat.address == self.gm.address);
        own.map(|seat| seat.number).collect()
    }

    /// Whether the game master holds a seat, with or without `gm_plays`.
    pub fn gm_holds_a_seat(&self) -> bool {
        self.seats.iter().any(|seat| seat.address == self.gm.address)
    }
}
