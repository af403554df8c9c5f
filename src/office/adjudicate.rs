//! Opening a campaign and adjudicating a turn: journal, snapshot, reports and mails in one transaction.

use std::collections::BTreeMap;

use chrono::{DateTime, Utc};

use super::World;
use super::desk::{Campaign, Desk, DeskError, Progress};
use super::letters::{self, Letter};
use super::scenario::scenario_text;
use crate::campaign::config::Format;
use crate::campaign::journal::{self, Decided};
use crate::campaign::schedule::{self, Awaited};
use crate::engine::{Seat, SeatSet, Viewer};
use crate::post::outgoing::{Attachment, Origin, Picture};
use crate::render::report::{self, Frame, Integrity, ReportModel};
use crate::render::{png, svg};
use crate::store::{Ledger, StoredReport, StoredTurn, TurnWindow};

/// The picture of the position, as a mail's HTML names it.
const PICTURE_ID: &str = "map";

/// Stands in a report's HTML for its picture; the archive on disk puts a file's name in its place.
pub(super) const PICTURE_SOURCE: &str = "cid:map";

/// What a run did about a campaign's turn.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize)]
pub struct Played {
    /// 0 for the opening.
    pub turn: u32,
    /// The seats whose sheets counted, and those whose orders were missing (NMR).
    pub sheets: u32,
    pub missing: Vec<Seat>,
    pub events: usize,
    pub game_over: bool,
}

/// Sets the campaign up if it is open and was not yet, or adjudicates its turn if that is due.
pub fn adjudicate_if_due(desk: &mut Desk, world: &World<'_>) -> Result<Option<Played>, DeskError> {
    match &desk.campaign.progress {
        None if desk.campaign.config.open => open(desk, world).map(Some),
        None => Ok(None),
        Some(_) => play_if_due(desk, world),
    }
}

fn open(desk: &mut Desk, world: &World<'_>) -> Result<Played, DeskError> {
    let Desk { store, campaign, .. } = desk;
    let scenario = scenario_text(&campaign.config, &campaign.folder)?;
    let seats = campaign.config.seat_names();
    let decided = journal::set_up(campaign.game, campaign.id(), &scenario, &seats, &campaign.secret)?;
    let ledger = store.begin()?;
    let progress = write(&ledger, campaign, decided, None, &SeatSet::new(), world)?;
    (world.boundary)("before the opening commits");
    ledger.commit()?;
    (world.boundary)("after the opening commits");
    campaign.progress = Some(progress);
    Ok(Played { turn: 0, sheets: 0, missing: Vec::new(), events: 0, game_over: false })
}

fn play_if_due(desk: &mut Desk, world: &World<'_>) -> Result<Option<Played>, DeskError> {
    let Desk { store, campaign, .. } = desk;
    let Some(progress) = &campaign.progress else { return Ok(None) };
    let Some(window) = &progress.window else { return Ok(None) };
    let ledger = store.begin()?;
    let book = ledger.order_book(window.turn)?;
    let to_move = progress.table.to_move();
    let sent: SeatSet = book.keys().copied().collect();
    let ready = ledger.ready_seats(window.turn)?;
    let awaited = Awaited { to_move: &to_move, sent: &sent, ready: &ready };
    if !schedule::is_due(&campaign.config.schedule, window.deadline_at, world.now, &awaited) {
        return Ok(None);
    }
    // A player who is out of the game may have written; his sheet has no say.
    let sheets: BTreeMap<Seat, String> =
        book.into_iter().filter(|(seat, _)| to_move.contains(seat)).map(|(seat, sheet)| (seat, sheet.canonical)).collect();
    let missing: SeatSet = to_move.iter().filter(|seat| !sheets.contains_key(seat)).copied().collect();
    let decided = journal::play(progress.table.as_ref(), campaign.id(), &progress.journal_hash, &sheets, &campaign.secret);
    let played = Played {
        turn: decided.table.turn(),
        sheets: sheets.len() as u32,
        missing: missing.iter().copied().collect(),
        events: decided.story.events.len(),
        game_over: decided.table.outcome().is_some(),
    };
    let progress = write(&ledger, campaign, decided, Some(window.deadline_at), &missing, world)?;
    (world.boundary)("before the turn commits");
    ledger.commit()?;
    (world.boundary)("after the turn commits");
    campaign.progress = Some(progress);
    Ok(Some(played))
}

/// Writes everything that follows from a decided turn into the transaction.
fn write(
    ledger: &Ledger<'_>,
    campaign: &Campaign,
    decided: Decided,
    previous_deadline: Option<DateTime<Utc>>,
    missing: &SeatSet,
    world: &World<'_>,
) -> Result<Progress, DeskError> {
    let turn = decided.table.turn();
    let (entry, hash) = decided.entry.sealed();
    let story = serde_json::json!(decided.story).to_string();
    ledger.append_turn(&StoredTurn { turn, entry, hash: hash.clone(), state: decided.table.state(), story })?;
    let window =
        if decided.table.outcome().is_some() { None } else { Some(next_window(campaign, turn + 1, previous_deadline, world.now)?) };
    if let Some(window) = &window {
        ledger.announce_window(window)?;
    }
    let issue = Issue { campaign, decided: &decided, hash: &hash, window: window.as_ref(), missing, now: world.now };
    issue.publish(ledger)?;
    Ok(Progress { table: decided.table, journal_hash: hash, window })
}

fn next_window(campaign: &Campaign, turn: u32, previous: Option<DateTime<Utc>>, now: DateTime<Utc>) -> Result<TurnWindow, DeskError> {
    let deadline = schedule::next_deadline(&campaign.config.schedule, previous, now).ok_or(DeskError::NoDeadline)?;
    Ok(TurnWindow {
        turn,
        opened_at: now,
        deadline_at: deadline.at,
        deadline_local: deadline.local,
        zone: deadline.zone,
        tzdb: deadline.tzdb,
    })
}

/// All reports of one turn.
struct Issue<'a> {
    campaign: &'a Campaign,
    decided: &'a Decided,
    hash: &'a str,
    window: Option<&'a TurnWindow>,
    missing: &'a SeatSet,
    now: DateTime<Utc>,
}

impl Issue<'_> {
    fn publish(&self, ledger: &Ledger<'_>) -> Result<(), DeskError> {
        self.file(ledger, &self.report(Viewer::Public)?)?;
        for seat in self.campaign.config.seats.iter().map(|seat| seat.number) {
            let model = self.report(Viewer::Seat(seat))?;
            let report = self.file(ledger, &model)?;
            self.mail(ledger, seat, &model, report)?;
        }
        Ok(())
    }

    fn report(&self, viewer: Viewer) -> Result<ReportModel, DeskError> {
        let seat = match viewer {
            Viewer::Seat(seat) => Some(seat),
            Viewer::Public | Viewer::GameMaster => None,
        };
        let entry = &self.decided.entry;
        let frame = Frame {
            campaign: self.campaign.facts(),
            turn: entry.turn,
            name: seat.and_then(|seat| self.campaign.config.seat(seat)).map(|seat| seat.name.clone()).unwrap_or_default(),
            no_move_received: seat.is_some_and(|seat| self.missing.contains(&seat)),
            next: self.window.map(|window| self.campaign.next_turn(window.turn, window.deadline_at, seat)),
            notices: Vec::new(),
            integrity: Integrity {
                state_digest: entry.state_digest.clone(),
                journal_hash: self.hash.to_owned(),
                rules_version: entry.rules,
                // P9.2: set-up throws the tempers of neutral planets, which none but spies may learn.
                seed: (entry.turn > 0).then(|| entry.seed.to_string()),
            },
        };
        let story = &self.decided.story;
        let played = report::Played { events: &story.events, fates: &story.fates, orders: &story.orders };
        let played = (entry.turn > 0).then_some(played);
        let mut model = report::model(frame, viewer, self.decided.table.view(viewer), played);
        if seat.is_some() {
            model.pictures = vec![report::Picture { source: PICTURE_SOURCE.to_owned(), title: self.decided.table.scene(viewer).title }];
        }
        if seat.is_some() && self.window.is_some() {
            model.order_template = report::order_template(&self.campaign.templates, &model)?;
        }
        Ok(model)
    }

    fn file(&self, ledger: &Ledger<'_>, model: &ReportModel) -> Result<StoredReport, DeskError> {
        let report = StoredReport {
            turn: model.turn,
            seat: model.viewer.seat.unwrap_or(0),
            text: report::text(&self.campaign.templates, model)?,
            html: report::html(&self.campaign.templates, model)?,
            json: report::json(model),
        };
        ledger.file_report(&report)?;
        Ok(report)
    }

    fn mail(&self, ledger: &Ledger<'_>, seat: Seat, model: &ReportModel, report: StoredReport) -> Result<(), DeskError> {
        let Some(player) = self.campaign.config.seat(seat) else { return Ok(()) };
        let sender = self.campaign.sender();
        let before = model.turn.checked_sub(1).map(|turn| sender.message_id(&format!("{turn}.report.{seat}")));
        let with_html = player.format == Format::Both;
        let mut attachments = vec![Attachment {
            name: format!("{}-turn-{}-seat-{seat}.json", self.campaign.id(), model.turn),
            content_type: "application/json".to_owned(),
            bytes: report.json.into_bytes(),
        }];
        if let Some(window) = self.window {
            attachments.insert(0, order_form(self.campaign, window.turn, model));
        }
        let letter = Letter {
            kind: "report",
            id: format!("{}.report.{seat}", model.turn),
            recipient: player.address.clone(),
            turn: Some(model.turn),
            seat: Some(seat),
            in_reply_to: before,
            subject: self.subject(seat, model),
            text: report.text,
            html: with_html.then_some(report.html),
            pictures: if with_html { self.picture(seat).into_iter().collect() } else { Vec::new() },
            attachments,
            origin: Origin::Calendar,
        };
        letters::queue(ledger, &sender, &letter, self.now)
    }

    fn subject(&self, seat: Seat, model: &ReportModel) -> String {
        let tag = self.campaign.subject_tag(Some(seat));
        match self.window {
            Some(window) => {
                let (local, _) = self.campaign.local(window.deadline_at, Some(seat));
                format!("{tag} {}: turn {}, orders by {local}", self.campaign.config.title, window.turn)
            }
            None => format!("{tag} {}: the game is over after turn {}", self.campaign.config.title, model.turn),
        }
    }

    /// The picture that goes with the HTML; a report without one is still a report.
    fn picture(&self, seat: Seat) -> Option<Picture> {
        let png = png::render(&svg::render(&self.decided.table.scene(Viewer::Seat(seat)))).ok()?;
        Some(Picture { content_id: PICTURE_ID.to_owned(), png })
    }
}

fn order_form(campaign: &Campaign, turn: u32, model: &ReportModel) -> Attachment {
    Attachment {
        name: format!("{}-turn-{turn}.orders.form", campaign.id()),
        content_type: "text/plain; charset=utf-8".to_owned(),
        bytes: model.order_template.clone().into_bytes(),
    }
}
