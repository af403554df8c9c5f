//! The office: reads everything, asks the pure core, writes one transaction; then moves files and sends email. The clock, entropy and the environment
//! come in from `cli` as a [`World`].

mod answers;
mod cabinet;
mod deadlines;
mod doctor;
mod front;
mod gm;
mod inbox;
mod intake;
mod joining;
mod letters;
mod preview;
mod publishing;
mod round;
mod seats;
mod sending;
mod swiss;
mod tick;
mod turns;
mod voting;
mod workers;
mod world;

pub use crate::campaign::watch::Held;
pub use answers::explained::{ExplainQuestion, Explanation};
pub use answers::what_if::{WhatIf, what_if};
pub use cabinet::backup::{BackedUp, BackupError, Keys, back_up, restore};
pub use cabinet::compact::{Compacted, compact};
pub use cabinet::desk::{Campaign, Desk, Keyless};
pub use cabinet::error::{DeskError, unbroken};
pub use cabinet::found::{campaign_among, campaign_named, examine, no_tournament};
pub use cabinet::glance::Glance;
pub use cabinet::host::{CAMPAIGN_FILE, HOST_FILE, Host, HostError};
pub use cabinet::keyring::Keyring;
pub use cabinet::losses::{Damaged, Lost};
pub use cabinet::modes::{OpenToOthers, open_to_others, repair as repair_modes};
pub use cabinet::readiness::{cautions, host_obstacles, obstacles};
pub use cabinet::records::known_campaigns;
pub use cabinet::scenario::{LooseScenario, ScenarioError, carried_scenarios, likely_game, loose_scenario, scenario_text};
pub use cabinet::seat_names::{UnknownSeat, seat_of};
pub use cabinet::tournament::Tournament;
pub use cabinet::wording::campaign_templates;
pub use deadlines::asked_absences::{AbsenceDecided, AbsenceError, AbsenceRequest, decide_absence};
pub use deadlines::commands::{TimeDone, TimeError, charge, extend, pause, reschedule, resume};
pub use deadlines::moves::MovedDeadline;
pub use deadlines::timekeeping::Keeping;
pub use doctor::{Finding, Health, Part, examine_host, lacks_room};
pub use front::accept_loss::{Accepted, accept_loss, replace_campaign_key};
pub use inbox::arrived::{keep_in_spool, settle_in_spool};
pub use inbox::earlier::note_founding;
pub use inbox::judged::Handled;
pub use inbox::stream::earlier_mail;
pub use joining::ladder_of;
pub use joining::{Applicant, Applicants};
pub use letters::broadcast::{Broadcast, BroadcastError, broadcast};
pub use letters::ladder::LadderNews;
pub use letters::picture::within as report_page;
pub use letters::vote_facts::ProposalFacts;
pub use preview::{Bot, Group, Preview, ShownTemplate, TemplateFault, preview};
pub use publishing::ratings::{EndedGames, ended_games};
pub use publishing::rules::{campaign_rules, opening_scenario};
pub use publishing::site::publish_site;
pub use round::report::{CampaignTick, TickReport};
pub use seats::{
    MailShown, NewPlayer, SeatDone, SeatError, SeatSettings, ShowMailError, ShownEmail, Target, Vacated, ZoneSetting, change_address,
    change_settings, known_campaign, replace, rotate_token, send_again, show_mail, targets, vacate,
};
pub use sending::trial::send_trial;
pub use tick::{receive, tick};
pub use turns::adjudicate::TurnProgress;
pub use turns::early::{Email, Player, Run, RunError, dry_run, run};
pub use turns::edit::{EditDone, PositionError, PositionRead, edit_position, read_position};
pub use turns::ending::{EndError, GameEnded, end_game};
pub use turns::older_copy::go_on_from_older_copy;
pub use turns::rollback::{RollError, Rolled, roll_forward, rollback};
pub use turns::seal::{SealError, break_seal};
pub use world::{RunPart, Timekeeping, World};
