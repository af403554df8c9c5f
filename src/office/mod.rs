//! The office: reads everything, asks the pure core, writes one transaction; then moves files and
//! sends mail. The clock, entropy and the environment come in from `cli` as a [`World`].

mod absences;
mod accept;
mod adjudicate;
mod allowance;
mod answers;
mod arrived;
mod bounced;
mod clocks;
mod deadline_moves;
mod desk;
mod earlier;
mod file_edits;
mod forward;
mod found;
mod front;
mod harm;
mod host;
mod intake;
mod issue;
mod joining;
mod judging;
mod letter_facts;
mod letter_model;
mod letters;
mod lock;
mod lost_tag;
mod modes;
mod publish;
mod quarantine;
mod ratings;
mod readiness;
mod ready;
mod records;
mod remaking;
mod remind;
mod replayed;
mod reply;
mod report_mail;
mod round;
mod rules;
mod scenario;
mod seats;
mod sending;
mod strays;
mod stream;
mod tick;
mod time_notices;
mod timekeeping;
mod tournament;
mod transport;
mod trial;
mod visit;

use chrono::{DateTime, Utc};

pub use accept::{Accepted, accept_loss};
pub use adjudicate::Played;
pub use arrived::keep_in_spool;
pub use deadline_moves::MovedDeadline;
pub use desk::{Campaign, Desk, DeskError, campaign_templates};
pub use earlier::{earlier_mail, note_founding};
pub use found::examine;
pub use harm::{Damaged, Lost};
pub use host::{CAMPAIGN_FILE, HOST_FILE, Host, HostError};
pub use intake::Handled;
pub use modes::{OpenToOthers, open_to_others, repair as repair_modes};
pub use publish::publish_site;
pub use ratings::{EndedGames, ended_games};
pub use readiness::{cautions, host_obstacles, obstacles};
pub use records::known_campaigns;
pub use rules::{campaign_rules, opening_scenario};
pub use scenario::{CARRIED_SCENARIOS, LooseScenario, ScenarioError, likely_game, loose_scenario, scenario_seats, scenario_text};
pub use seats::{
    NewPlayer, SeatDone, SeatError, SeatSettings, Target, change_address, change_settings, known_campaign, replace, rotate_token, seat_of,
    send_again, targets,
};
pub use tick::{CampaignTick, TickReport, tick};
pub use time_notices::TimeFacts;
pub use timekeeping::{Held, Keeping};
pub use tournament::Tournament;
pub use trial::send_trial;

use crate::engine::Seed;

/// Where the time of a run comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Timekeeping {
    /// It was named, as in tests and rehearsals, and may leap by weeks.
    Rehearsal,
    /// From the clock. Only a run of `tick` is remembered, and only the game master confirms that the clock is right.
    Real { is_tick: bool, is_confirmed: bool },
}

/// What the office knows of the world outside its folder.
#[derive(Clone, Copy)]
pub struct World<'a> {
    /// The time of this run; it does not pass while the office works.
    pub now: DateTime<Utc>,
    /// Whether that is the time of the clock, and so held against that of earlier runs.
    pub timekeeping: Timekeeping,
    /// 32 bytes that nobody can foretell, for a new campaign's secret.
    pub entropy: &'a dyn Fn() -> std::io::Result<Seed>,
    /// An environment variable, for passwords.
    pub environment: &'a dyn Fn(&str) -> Option<String>,
    /// Called at every transaction and file boundary, so that tests can pull the plug there.
    pub boundary: &'a dyn Fn(&'static str),
}
