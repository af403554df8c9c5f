//! Finds what a game master has to do about a campaign.

use chrono::{DateTime, Utc};
use serde::Serialize;

use super::due::Due;
use crate::campaign::config::CampaignConfig;
use crate::campaign::shell;
use crate::cli::hint;
use crate::cli::times::short;
use crate::office::{
    AbsenceRequest, Applicant, Applicants, DeskError, Held, Hindrance, Host, Keyless, Tournament, obstacles, unusable_intake, unusable_site,
};
use crate::store::Ledger;

/// Why a campaign needs its game master, the most urgent first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum Need {
    /// The whole host is stopped until somebody has checked the clock.
    Clock,
    /// The disk is full, or soon will be.
    Disk,
    /// Emails that come in cannot be read, or not be put away.
    Intake,
    /// It cannot be read.
    Broken,
    /// Emails to its players are not sent.
    Sending,
    /// The pages that everybody may read cannot be written.
    Site,
    /// A turn is due, but no run has played it.
    Overdue,
    /// A turn waits for the game master's decision.
    Waits,
    /// Emails to a player come back.
    Returned,
    /// An edited seat waits for a command.
    Edited,
    /// A player asks for days of absence, or somebody asks to play.
    Asked,
    /// It is open, but something keeps it from beginning.
    Obstacle,
    /// The game master has paused it.
    Paused,
    /// A seat of it is vacant.
    Vacant,
    /// It begins once the game master opens it.
    Draft,
    /// It begins with the next run, or once its seats are taken.
    Begins,
}

impl Need {
    /// Whether players wait for it now or soon. With any other need, a campaign is in a state that the game master wants.
    pub(super) fn is_urgent(self) -> bool {
        self < Need::Paused
    }
}

/// One thing to do.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub(super) struct Todo {
    /// Null if it concerns the whole host.
    pub campaign: Option<String>,
    pub need: Need,
    /// What is wrong.
    pub what: String,
    /// What to do about it; null if `what` already says that.
    pub hint: Option<String>,
}

impl Todo {
    fn new(campaign: &str, need: Need, what: impl Into<String>, hint: impl Into<Option<String>>) -> Todo {
        Todo { campaign: Some(campaign.to_owned()), need, what: what.into(), hint: hint.into() }
    }

    /// The task about a folder or file that cannot be used.
    fn of_unusable(campaign: Option<&str>, need: Need, Hindrance { what, advice }: Hindrance) -> Todo {
        let what = if need == Need::Site { format!("the pages cannot be written: {what}") } else { what };
        Todo { campaign: campaign.map(str::to_owned), need, what, hint: Some(advice) }
    }

    /// The task about the places where email for all campaigns comes in.
    pub(super) fn of_intake(host: &Host) -> Option<Todo> {
        unusable_intake(&host.config.intake).map(|unusable| Todo::of_unusable(None, Need::Intake, unusable))
    }

    /// The task about the page of the host.
    pub(super) fn of_host_page(host: &Host) -> Option<Todo> {
        host.page_folder().and_then(|folder| unusable_site(&folder)).map(|unusable| Todo::of_unusable(None, Need::Site, unusable))
    }

    /// A task that concerns the whole host.
    pub(super) fn of_host(need: Need, what: String, hint: Option<String>) -> Todo {
        Todo { campaign: None, need, what, hint }
    }

    /// The tasks about a campaign that could be opened.
    ///
    /// # Errors
    /// When its database cannot be read.
    pub(super) fn of_campaign(
        campaign: &Keyless,
        ledger: &Ledger<'_>,
        due: Option<Due>,
        now: DateTime<Utc>,
    ) -> Result<Vec<Todo>, DeskError> {
        let id = campaign.id();
        let mut todos = Vec::new();
        if let Some(error) = ledger.last_sending_error()? {
            todos.push(Todo::new(id, Need::Sending, format!("emails wait to be sent: {error}"), hint::sending()));
        }
        let intake = unusable_intake(&campaign.config.intake).filter(|_| campaign.goes_on());
        todos.extend(intake.map(|unusable| Todo::of_unusable(Some(id), Need::Intake, unusable)));
        let site = unusable_site(&campaign.site_folder()).filter(|_| campaign.goes_on());
        todos.extend(site.map(|unusable| Todo::of_unusable(Some(id), Need::Site, unusable)));
        if let (Some(late), Some(turn)) = (due.and_then(|due| due.overdue(now)), campaign.open_turn()) {
            let what = format!("{} {} was due {} ago, and no run has played it", campaign.config.game.unit(), turn.turn, short(late));
            todos.push(Todo::new(id, Need::Overdue, what, "`ashpost tick` plays it; it belongs in your crontab".to_owned()));
        }
        if campaign.held == Some(Held::Asking)
            && let Some(turn) = campaign.open_turn()
        {
            let what = format!("{} {} waits, because email may be lost", campaign.config.game.unit(), turn.turn);
            let hint = format!(
                "`ashpost charge {id}` lets it go on without what is missing, `ashpost extend {id} 2d` gives more time; your email about it says more"
            );
            todos.push(Todo::new(id, Need::Waits, what, hint));
        }
        for player in campaign.config.seats.iter().filter(|_| campaign.goes_on()) {
            if ledger.unreached_since(player.number)?.is_some() {
                let what = format!("emails to {} <{}> come back, or are refused", player.name, player.address);
                let hint = format!(
                    "ask for another address, then run `ashpost address {id} {seat} NEW-ADDRESS`; if the address is right, `ashpost resend {id} --seat {seat}` \
                     sends the report again",
                    seat = player.number
                );
                todos.push(Todo::new(id, Need::Returned, what, hint));
            }
        }
        if campaign.goes_on() && !campaign.seat_edits(ledger)?.is_empty() {
            let hint = format!("`ashpost seat {id}` names the command for each edit");
            todos.push(Todo::new(id, Need::Edited, "a [[seat]] was edited, which takes effect only by a command", hint));
        }
        for vacancy in campaign.vacancies.iter().filter(|_| campaign.goes_on()) {
            let what = format!("seat {} ({}) is vacant", vacancy.seat, vacancy.name);
            let hint = format!("`ashpost replace {id} {} \"Name <address>\"` gives it to a player", vacancy.seat);
            todos.push(Todo::new(id, Need::Vacant, what, hint));
        }
        if campaign.held == Some(Held::Paused) {
            let how = if campaign.config.open {
                format!("`ashpost resume {id}` lets it go on")
            } else {
                "`open = true` in its file resumes it".to_owned()
            };
            let hint = how + ", and deadlines move by the length of the pause";
            todos.push(Todo::new(id, Need::Paused, "paused", hint));
        }
        Ok(todos)
    }

    /// The task about a round robin whose file pairs other players now, or has another number of games.
    pub(super) fn of_edited_tournament(tournament: &Tournament) -> Todo {
        let what = "[[seat]] or [tournament] was edited, which a round robin that has begun does not take over";
        Todo::new(&tournament.config.id, Need::Edited, what, "put them back as they were: until then no other game begins".to_owned())
    }

    /// The task about a game that would not begin with the next run.
    pub(super) fn of_refused(id: &str, error: &DeskError) -> Todo {
        Todo::new(id, Need::Obstacle, format!("it cannot begin: {error}"), None)
    }

    /// The requests on which the game master decides.
    pub(super) fn of_requests(campaign: &Keyless, absences: &[AbsenceRequest], applicants: &Applicants) -> Vec<Todo> {
        let id = campaign.id();
        let absence = |AbsenceRequest { seat, name, days }: &AbsenceRequest| {
            let hint = format!("`ashpost absence {id} {seat} --approve` grants it, and `--deny` denies it");
            Todo::new(id, Need::Asked, format!("{name} (seat {seat}) asks to be away ({days})"), hint)
        };
        let application = |Applicant { name, address }: &Applicant| {
            let seat = campaign.vacancies.first().map(|vacancy| vacancy.seat)?;
            let hint = format!("`{}` gives seat {seat} to them", shell::replace(id, seat, name, address.as_str()));
            Some(Todo::new(id, Need::Asked, format!("{name} would like to take over a vacant seat"), hint))
        };
        absences.iter().map(absence).chain(applicants.asking.iter().filter_map(application)).collect()
    }

    /// The task about a campaign that has not begun, or cannot be read.
    pub(super) fn of_unopened(host: &Host, id: &str, config: Option<&CampaignConfig>, applicants: &Applicants, error: &DeskError) -> Todo {
        let config = match (error, config) {
            (DeskError::NotBegun { .. }, Some(config)) => config,
            _ => return Todo::new(id, Need::Broken, error.to_string(), hint::of(error)),
        };
        if !config.open {
            return Todo::new(id, Need::Draft, "not begun", HOW_TO_BEGIN.to_owned());
        }
        match obstacles(host, config).map(|found| found.first().map(ToString::to_string)) {
            Ok(None) => Todo::new(id, Need::Begins, begins(applicants), None),
            Ok(Some(obstacle)) => {
                let hint = format!("`ashpost check-config {id}` names all that is missing");
                Todo::new(id, Need::Obstacle, format!("it cannot begin: {obstacle}"), hint)
            }
            Err(error) => Todo::new(id, Need::Broken, error.to_string(), hint::of(&error)),
        }
    }

    /// The whole task in one line.
    pub(super) fn in_words(&self) -> String {
        let whose = self.campaign.as_ref().map_or_else(String::new, |id| format!("{id}: "));
        let hint = self.hint.as_ref().map_or_else(String::new, |hint| format!(". {}", capital(hint)));
        format!("{whose}{}{hint}", self.what.trim_end_matches('.'))
    }
}

/// What to do about a campaign that is not open.
pub(super) const HOW_TO_BEGIN: &str = "set `open = true` in its campaign.toml, and it begins with the next tick";

/// When an open campaign begins, in words.
pub(super) fn begins(applicants: &Applicants) -> String {
    if applicants.placed() < applicants.places {
        format!("it begins once all seats are taken: {} of {} are", applicants.placed(), applicants.places)
    } else {
        "it begins with the next `ashpost tick`".to_owned()
    }
}

/// A hint as a sentence of its own; one that begins with a command is unchanged.
pub(super) fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}
