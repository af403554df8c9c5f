//! The state of a campaign: what `--json` prints, and what only people are told.

use chrono::{DateTime, TimeDelta, Utc};
use serde::Serialize;

use super::due::Due;
use super::needs::{HOW_TO_BEGIN, Todo, begins};
use crate::campaign::CampaignId;
use crate::campaign::attendance::SeatReliability;
use crate::campaign::local::{Zone, utc_text};
use crate::campaign::schedule::Span;
use crate::cli::output::counted;
use crate::engine::{Outcome, Viewer};
use crate::office::{AbsenceRequest, Applicants, DeskError, Glance, Held, Host, Keeping, Keyless, ProposalFacts, World};
use crate::render::clock::ClockFacts;
use crate::store::{Ledger, MailCount, OutboxCount, TurnWindow};

/// The phase of a campaign's life.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum CampaignStage {
    Running,
    NotBegun,
    /// It cannot be read.
    Broken,
    Over,
}

#[derive(Serialize)]
pub(super) struct Status {
    pub campaign: CampaignId,
    pub title: String,
    pub game: String,
    pub stage: CampaignStage,
    /// Why it has not begun or cannot be read.
    pub error: Option<String>,
    pub turns_played: u32,
    pub next_turn: Option<u32>,
    pub deadline_utc: Option<String>,
    pub deadline_in_words: Option<String>,
    /// Whose move it is, and everybody's time; null if all move at once.
    pub clock: Option<ClockFacts>,
    pub orders_in: usize,
    /// How many sheets the open turn has or still waits for; a seat of the game master that has closed without one is not counted.
    pub orders_awaited: usize,
    /// When the orders of the game master's own seats are fixed, which is before those of others are taken; null where there are none, and while no
    /// clock runs.
    pub gm_closes_utc: Option<String>,
    /// Whether they are fixed; null where there are none.
    pub gm_closed: Option<bool>,
    /// How many are ready, and do not ask the turn to wait.
    pub ready: usize,
    /// When the turn is played because all are ready; null while it waits for its deadline.
    pub early_utc: Option<String>,
    pub outcome: Option<Outcome>,
    /// Why it accepts emails but is not played.
    pub held: Option<Held>,
    pub mails: Vec<MailCount>,
    pub outbox: OutboxCount,
    /// How reliably its players send orders.
    pub reliability: Vec<SeatReliability>,
    /// Why a message that still waits could not be sent.
    pub sending_error: Option<String>,
    /// The proposals on which its players are voting.
    pub proposals: Vec<ProposalFacts>,
    /// The days of absence on which the game master must decide.
    pub absence_requests: Vec<AbsenceRequest>,
    /// The people who ask to play in it.
    pub applicants: Applicants,
    /// What players call a turn.
    #[serde(skip)]
    pub unit: &'static str,
    #[serde(skip)]
    pub zone: Zone,
    #[serde(skip)]
    pub gm_closes_at: Option<DateTime<Utc>>,
    /// How long they will still count once clocks run again; `None` if they run.
    #[serde(skip)]
    pub gm_time_left: Option<TimeDelta>,
    /// What its time is running out for; `None` if no time runs.
    #[serde(skip)]
    pub due: Option<Due>,
    /// What its game master has to do, the most urgent first.
    #[serde(skip)]
    pub todos: Vec<Todo>,
}

impl Status {
    /// The state of a campaign, even of one that cannot be opened.
    ///
    /// # Errors
    /// When no campaign has this name, or its database cannot be read.
    pub(super) fn of(host: &Host, id: &CampaignId, keeping: &Keeping, world: &World<'_>) -> Result<Status, DeskError> {
        let whole = Glance::open(host, id).and_then(|mut glance| glance.examine(host).map(|()| glance));
        let mut glance = match whole {
            Ok(glance) => glance,
            Err(error @ DeskError::NoCampaign { .. }) => return Err(error),
            Err(error) => return Status::unopened(host, id, &error),
        };
        glance.look_at_the_clock(keeping, world)?;
        Status::opened(&glance.campaign, &glance.store.look()?, world.now)
    }

    fn opened(campaign: &Keyless, ledger: &Ledger<'_>, now: DateTime<Utc>) -> Result<Status, DeskError> {
        let progress = campaign.progress.as_ref();
        let window = progress.and_then(|progress| progress.window.as_ref());
        let (orders_in, ready, early_at) = match window {
            Some(TurnWindow { turn, .. }) => {
                (ledger.sheets_in_force(*turn)?.len(), ledger.ready_to_play(*turn)?.len(), campaign.early_at(ledger, *turn)?)
            }
            None => (0, 0, None),
        };
        let due = Due::of(campaign, early_at, now);
        let (absence_requests, applicants) = (campaign.absence_requests(ledger, now)?, Applicants::of_vacancies(campaign, now)?);
        let mut todos = Todo::of_campaign(campaign, ledger, due, now)?;
        todos.extend(Todo::of_requests(campaign, &absence_requests, &applicants));
        Ok(Status {
            campaign: campaign.id().to_owned(),
            title: campaign.config.title.clone(),
            game: campaign.config.game.id().to_owned(),
            stage: if campaign.goes_on() { CampaignStage::Running } else { CampaignStage::Over },
            error: None,
            turns_played: progress.map_or(0, |progress| progress.table.turn()),
            next_turn: window.map(|window| window.turn),
            deadline_utc: window.map(|window| utc_text(window.deadline.at)),
            deadline_in_words: window.and_then(|window| Span::until(window.deadline.at, now)).map(in_words),
            clock: progress.and_then(|progress| campaign.clock_facts(progress, Viewer::GameMaster, now)),
            orders_in,
            ready,
            early_utc: early_at.filter(|_| campaign.held.is_none()).map(utc_text),
            orders_awaited: progress.map(|progress| campaign.sheets_expected(progress, ledger)).transpose()?.map_or(0, |seats| seats.len()),
            gm_closes_utc: campaign.gm_closes_at().filter(|_| !campaign.gm_closing_stands()).map(utc_text),
            gm_closed: campaign.are_gm_seats_closed(),
            outcome: progress.and_then(|progress| progress.outcome()),
            held: campaign.held,
            mails: ledger.mail_counts()?,
            outbox: ledger.outbox_count()?,
            reliability: campaign.reliability(ledger)?,
            sending_error: ledger.last_sending_error()?,
            proposals: campaign.open_proposals(ledger, None)?,
            absence_requests,
            applicants,
            unit: campaign.config.game.unit(),
            zone: campaign.zone_of(None).clone(),
            gm_closes_at: campaign.gm_closes_at(),
            gm_time_left: campaign.gm_time_left(),
            due,
            todos,
        })
    }

    /// Notes why a campaign does not begin.
    pub(super) fn refuse(&mut self, error: &DeskError) {
        self.error = Some(error.to_string());
        self.todos = vec![Todo::of_refused(&self.campaign, error)];
    }

    /// The state of a campaign that has not begun, or cannot be read.
    fn unopened(host: &Host, id: &CampaignId, error: &DeskError) -> Result<Status, DeskError> {
        let config = host.campaign(id).ok();
        let applicants = config.as_ref().map(|config| Applicants::before_the_game(host, config)).transpose()?.unwrap_or_default();
        let is_open = config.as_ref().is_some_and(|config| config.open);
        let (stage, told) = match error {
            DeskError::NotBegun { .. } if is_open => (CampaignStage::NotBegun, begins(&applicants)),
            DeskError::NotBegun { .. } => (CampaignStage::NotBegun, HOW_TO_BEGIN.to_owned()),
            error => (CampaignStage::Broken, error.to_string()),
        };
        let todos = vec![Todo::of_unopened(host, id, config.as_ref(), &applicants, error)];
        Ok(Status {
            campaign: id.to_owned(),
            title: config.as_ref().map(|config| config.title.clone()).unwrap_or_default(),
            game: config.as_ref().map(|config| config.game.id().to_owned()).unwrap_or_default(),
            stage,
            error: Some(told),
            turns_played: 0,
            next_turn: None,
            deadline_utc: None,
            deadline_in_words: None,
            clock: None,
            orders_in: 0,
            orders_awaited: 0,
            gm_closes_utc: None,
            gm_closed: None,
            ready: 0,
            early_utc: None,
            outcome: None,
            held: None,
            mails: Vec::new(),
            outbox: OutboxCount::default(),
            reliability: Vec::new(),
            sending_error: None,
            proposals: Vec::new(),
            absence_requests: Vec::new(),
            applicants,
            unit: "turn",
            zone: config.as_ref().map_or_else(Zone::utc, |config| config.schedule.zone.clone()),
            gm_closes_at: None,
            gm_time_left: None,
            due: None,
            todos,
        })
    }
}

/// `2 days 3 hours`: the two largest units, in the form that programs have always got.
fn in_words(span: Span) -> String {
    match span {
        Span { days: 0, hours: 0, minutes } => counted(minutes, "minute"),
        Span { days: 0, hours, .. } => counted(hours, "hour"),
        Span { days, hours: 0, .. } => counted(days, "day"),
        Span { days, hours, .. } => format!("{} {}", counted(days, "day"), counted(hours, "hour")),
    }
}
