//! The reports of a turn: rendered for every viewer, filed, and mailed to every seat.

use chrono::{DateTime, Utc};

use super::desk::{Campaign, DeskError};
use super::letters::{self, Letter};
use crate::campaign::config::{Diagrams, Format, SeatConfig};
use crate::campaign::journal::Decided;
use crate::engine::{Seat, SeatSet, Viewer};
use crate::post::outgoing::{Attachment, Origin, Picture};
use crate::render::diagram::{self, Alphabet};
use crate::render::report::{self, Frame, Integrity, ReportModel};
use crate::render::{png, svg};
use crate::store::{Ledger, StoredReport, TurnWindow};

/// The picture of the position, as a mail's HTML names it.
const PICTURE_ID: &str = "map";

/// Stands in a report's HTML for its picture; the archive on disk puts a file's name in its place.
pub(super) const PICTURE_SOURCE: &str = "cid:map";

/// All reports of one turn.
pub struct Issue<'a> {
    pub campaign: &'a Campaign,
    pub decided: &'a Decided,
    pub hash: &'a str,
    pub window: Option<&'a TurnWindow>,
    pub missing: &'a SeatSet,
    pub now: DateTime<Utc>,
}

/// A seat's report, ready to be filed and mailed.
struct Draft {
    seat: Seat,
    recipient: String,
    with_html: bool,
    report: StoredReport,
    order_form: String,
    pictures: Vec<Picture>,
}

impl Issue<'_> {
    /// Files every report and queues its mail, in the transaction of the turn.
    pub fn send(&self, ledger: &Ledger<'_>) -> Result<(), DeskError> {
        let public = self.report(Viewer::Public)?;
        ledger.file_report(&self.rendered(&public)?)?;
        for draft in self.drafts() {
            let draft = draft?;
            ledger.file_report(&draft.report)?;
            self.mail(ledger, draft)?;
        }
        Ok(())
    }

    /// Every seat's report, in seat order. They depend on nothing but the turn, and drawing takes most of
    /// the time, so the processors share the seats.
    fn drafts(&self) -> Vec<Result<Draft, DeskError>> {
        let seats: Vec<&SeatConfig> = self.campaign.config.seats.iter().collect();
        let workers = std::thread::available_parallelism().map_or(1, usize::from).min(seats.len()).max(1);
        std::thread::scope(|scope| {
            let share = seats.len().div_ceil(workers).max(1);
            let running: Vec<_> = seats
                .chunks(share)
                .map(|seats| scope.spawn(move || seats.iter().map(|seat| self.draft(seat)).collect::<Vec<_>>()))
                .collect();
            running.into_iter().flat_map(|worker| worker.join().unwrap_or_else(|_| vec![Err(DeskError::Drawing)])).collect()
        })
    }

    fn draft(&self, player: &SeatConfig) -> Result<Draft, DeskError> {
        let model = self.report(Viewer::Seat(player.number))?;
        let with_html = player.format == Format::Both;
        Ok(Draft {
            seat: player.number,
            recipient: player.address.clone(),
            with_html,
            report: self.rendered(&model)?,
            order_form: model.order_template,
            pictures: if with_html { self.picture(player.number).into_iter().collect() } else { Vec::new() },
        })
    }

    fn report(&self, viewer: Viewer) -> Result<ReportModel, DeskError> {
        let seat = match viewer {
            Viewer::Seat(seat) => Some(seat),
            Viewer::Public | Viewer::GameMaster => None,
        };
        let player = seat.and_then(|seat| self.campaign.config.seat(seat));
        let entry = &self.decided.entry;
        let frame = Frame {
            campaign: self.campaign.facts(),
            turn: entry.turn,
            name: player.map(|player| player.name.clone()).unwrap_or_default(),
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
        let scene = self.decided.table.scene(viewer);
        model.diagram = diagram::text(&scene, player.map(alphabet).unwrap_or_default());
        if seat.is_some() {
            model.pictures = vec![report::Picture { source: PICTURE_SOURCE.to_owned(), title: scene.title }];
        }
        if seat.is_some() && self.window.is_some() {
            model.order_template = report::order_template(&self.campaign.templates, &model)?;
        }
        Ok(model)
    }

    fn rendered(&self, model: &ReportModel) -> Result<StoredReport, DeskError> {
        Ok(StoredReport {
            turn: model.turn,
            seat: model.viewer.seat.unwrap_or(0),
            text: report::text(&self.campaign.templates, model)?,
            html: report::html(&self.campaign.templates, model)?,
            json: report::json(model),
        })
    }

    fn mail(&self, ledger: &Ledger<'_>, draft: Draft) -> Result<(), DeskError> {
        let Draft { seat, recipient, with_html, report, order_form, pictures } = draft;
        let sender = self.campaign.sender();
        let before = report.turn.checked_sub(1).map(|turn| sender.message_id(&format!("{turn}.report.{seat}")));
        let mut attachments = Vec::new();
        if let Some(window) = self.window {
            attachments.push(Attachment {
                name: format!("{}-turn-{}.form", self.campaign.id(), window.turn),
                content_type: "text/plain; charset=utf-8".to_owned(),
                bytes: order_form.into_bytes(),
            });
        }
        attachments.push(Attachment {
            name: format!("{}-turn-{}-seat-{seat}.json", self.campaign.id(), report.turn),
            content_type: "application/json".to_owned(),
            bytes: report.json.into_bytes(),
        });
        let letter = Letter {
            kind: "report",
            id: format!("{}.report.{seat}", report.turn),
            recipient,
            turn: Some(report.turn),
            seat: Some(seat),
            in_reply_to: before,
            subject: self.subject(seat, report.turn),
            text: report.text,
            html: with_html.then_some(report.html),
            pictures,
            attachments,
            origin: Origin::Calendar,
        };
        letters::queue(ledger, &sender, &letter, self.now)
    }

    fn subject(&self, seat: Seat, played: u32) -> String {
        let tag = self.campaign.subject_tag(Some(seat));
        match self.window {
            Some(window) => {
                let (local, _) = self.campaign.local(window.deadline_at, Some(seat));
                format!("{tag} {}: turn {}, orders by {local}", self.campaign.config.title, window.turn)
            }
            None => format!("{tag} {}: the game is over after turn {}", self.campaign.config.title, played),
        }
    }

    /// The picture that goes with the HTML; a report without one is still a report.
    fn picture(&self, seat: Seat) -> Option<Picture> {
        let png = png::render(&svg::render(&self.decided.table.scene(Viewer::Seat(seat)))).ok()?;
        Some(Picture { content_id: PICTURE_ID.to_owned(), png })
    }
}

fn alphabet(player: &SeatConfig) -> Alphabet {
    match player.diagrams {
        Diagrams::Unicode => Alphabet::Unicode,
        Diagrams::Ascii => Alphabet::Ascii,
    }
}
