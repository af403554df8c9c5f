//! The reports of a turn: rendered for every viewer, filed, and mailed to every seat that does not know it all already.

use std::collections::BTreeMap;
use std::num::NonZeroUsize;

use chrono::{DateTime, Utc};

use crate::campaign::config::{Format, MissingPolicy};
use crate::campaign::journal::{Made, Story, Views};
use crate::campaign::ladder::{Ladder, Match};
use crate::campaign::local::LocalTime;
use crate::engine::{Scene, Seat, SeatSet, Viewer};
use crate::office::cabinet::desk::{Campaign, Progress};
use crate::office::cabinet::error::DeskError;
use crate::office::cabinet::recent::Recent;
use crate::office::deadlines::unsent::Unsent;
use crate::office::letters::campaign::gm_facts;
use crate::office::letters::news::News;
use crate::office::letters::notices::{Acts, Occasion};
use crate::office::letters::picture;
use crate::office::letters::{self};
use crate::office::publishing::deadlines::DeadlineFile;
use crate::office::turns::report_mail::ReportMail;
use crate::office::workers::each;
use crate::post::{Address, MessageId};
use crate::render::press::PressFacts;
use crate::render::report::{self, AgainFacts, DiceFacts, GameMasterFacts, Integrity, NextSecrets, ReportFrame, ReportModel, SheetDigest};
use crate::render::writing::ReportWriting;
use crate::store::{EmailKind, Ledger, StoredReport};

/// All reports of one turn.
pub(crate) struct Issue<'a> {
    pub campaign: &'a Campaign,
    /// The turn that was played; 0 for the opening.
    pub turn: u32,
    pub made: &'a Made,
    pub story: &'a Story,
    /// The seat that caused each event of the story, if one did.
    pub actors: &'a [Option<Seat>],
    /// The game as it is after the turn.
    pub progress: &'a Progress,
    /// What there is to see of it.
    pub views: &'a Views,
    pub unsent: &'a Unsent,
    /// What is played for seats without a sheet from the next turn on, if it was something else before.
    pub new_missing: Option<MissingPolicy>,
    /// Where moves alternate: whose move it was.
    pub moved: &'a SeatSet,
    pub now: DateTime<Utc>,
    /// How many threads may make reports.
    pub jobs: NonZeroUsize,
}

/// A seat's report, ready to be filed and mailed.
struct Draft {
    /// `None` if it is filed only.
    recipient: Option<Address>,
    mail: ReportMail,
}

/// What goes into all reports of a turn.
struct CommonPart {
    /// The same in every report; where moves alternate it takes a view with all legal moves.
    integrity: Integrity,
    /// The lines by reader; `None` is the public.
    notices: BTreeMap<Option<Seat>, Vec<String>>,
    press: BTreeMap<Option<Seat>, Vec<PressFacts>>,
    recent: Recent,
    deadline: Option<DeadlineFile>,
    /// How to play again, once the game is over.
    again: Option<AgainFacts>,
}

/// A report, and the picture that goes with it.
struct PicturedReport {
    model: ReportModel,
    scene: Scene,
}

impl Issue<'_> {
    /// Files every report and queues its email, in the transaction of the turn.
    pub(crate) fn send(&self, ledger: &Ledger<'_>) -> Result<(), DeskError> {
        let recent = Recent::of(ledger, self.campaign.config.game, self.turn)?;
        let deadline = DeadlineFile::of(self.campaign, self.progress, ledger)?;
        let press = self.campaign.press_in_reports(ledger, self.turn)?;
        let is_over = self.progress.is_over();
        let on_ladder = if self.turn == 0 || is_over { self.campaign.match_on_ladder(ledger) } else { None };
        let again = if is_over { self.campaign.again(on_ladder.is_some()) } else { None };
        let notices = self.notices(ledger, on_ladder)?;
        let common = CommonPart { integrity: self.integrity(), notices, press, recent, deadline, again };
        let mut public = self.report(Viewer::Public, &common)?.model;
        ledger.file_report(&self.written(&mut public, false)?.0)?;
        for draft in self.drafts(&common) {
            let Draft { recipient, mail } = draft?;
            ledger.file_report(&mail.report)?;
            if let Some(recipient) = recipient {
                self.mail(ledger, &recipient, mail)?;
            }
        }
        self.campaign.mail_press_beside_reports(ledger, self.now)
    }

    /// What each reader is told of the acts since the last report that they were sent, and of the place that the game is for on the ladder.
    fn notices(&self, ledger: &Ledger<'_>, on_ladder: Option<(Ladder, Match)>) -> Result<BTreeMap<Option<Seat>, Vec<String>>, DeskError> {
        let mut notices: BTreeMap<Option<Seat>, Vec<String>> = BTreeMap::new();
        if self.turn > 0 {
            let before = ledger.turn_entry_before(self.progress.tip.number)?;
            let played_before = ledger.played_before(self.turn)?;
            let until = |seat: Seat| ledger.told_until(seat).map(|told| (seat, told.min(before)));
            let told_until = self.campaign.config.seat_numbers().map(until).collect::<Result<Vec<_>, _>>()?;
            let acts = Acts::after(ledger, told_until.iter().map(|(_, told)| *told).min().unwrap_or(before))?;
            let mut told = self.campaign.notices(&acts, before, None, Occasion::Report)?;
            let again =
                played_before.map(|at| News::PlayedAgain { turn: self.turn, from_local: self.campaign.local(at, None).to_string() });
            told.extend(again.map(|again| self.campaign.line(&again)).transpose()?);
            notices.insert(None, told);
            for (seat, until) in told_until {
                let mut told = self.campaign.notices(&acts, until, Some(seat), Occasion::Report)?;
                let sent = ledger.undone_report_of(self.turn, seat)?;
                let replaces =
                    sent.map(|at| News::ReplacesReport { turn: self.turn, from_local: self.campaign.local(at, Some(seat)).to_string() });
                told.extend(replaces.map(|replaces| self.campaign.line(&replaces)).transpose()?);
                notices.insert(Some(seat), told);
            }
        }
        if self.turn == 0
            && let Some(line) = self.campaign.line_of_lot(ledger)?
        {
            self.tell_all(&mut notices, &line);
        }
        for (reader, line) in self.campaign.lines_of_ladder(self.progress, on_ladder)? {
            notices.entry(reader).or_default().push(line);
        }
        if let Some(closes_at) = self.campaign.gm_closes_in(self.progress) {
            for seat in self.campaign.config.seat_numbers() {
                let LocalTime { local: from_local, zone, .. } = self.campaign.local(closes_at, Some(seat));
                let is_own = self.campaign.config.gm_seats().contains(&seat);
                let first = News::GameMasterFirst { name: self.campaign.config.gm.name.clone(), from_local, zone, is_own };
                notices.entry(Some(seat)).or_default().push(self.campaign.line(&first)?);
            }
        }
        if let Some(missing) = self.new_missing {
            let line = self.campaign.line_of_missing(self.turn + 1, missing)?;
            self.tell_all(&mut notices, &line);
        }
        for seat in &self.unsent.warned {
            notices.entry(Some(*seat)).or_default().push(self.campaign.line(&News::LastChance)?);
        }
        for seat in &self.unsent.standing {
            notices.entry(Some(*seat)).or_default().push(self.campaign.line(&News::Standing { turn: self.turn })?);
        }
        for seat in &self.made.unrevealed {
            let line = self.campaign.line_of_unrevealed(*seat, self.turn)?;
            self.tell_all(&mut notices, &line);
        }
        for seat in &self.unsent.caretaken {
            let line = self.campaign.line_of_caretaker(*seat, self.turn)?;
            // The seat's own report says it where it says that no orders came.
            self.tell_all_but(&mut notices, Some(*seat), &line);
        }
        for line in self.campaign.lines_of_vacant_seats(ledger, self.turn, &self.unsent.caretaken)? {
            self.tell_all(&mut notices, &line);
        }
        Ok(notices)
    }

    fn tell_all(&self, notices: &mut BTreeMap<Option<Seat>, Vec<String>>, line: &str) {
        self.tell_all_but(notices, None, line);
    }

    /// Adds a line for all readers except one seat, if one is named.
    fn tell_all_but(&self, notices: &mut BTreeMap<Option<Seat>, Vec<String>>, but: Option<Seat>, line: &str) {
        let players = self.campaign.config.seat_numbers().filter(|seat| Some(*seat) != but);
        let readers = players.map(Some).chain([None]);
        readers.for_each(|reader| notices.entry(reader).or_default().push(line.to_owned()));
    }

    /// Whether a seat is sent its report. Skip players whose receipt already told them everything: they have just moved, need not move
    /// again, and learned of nothing that others did.
    fn is_mailed(&self, seat: Seat) -> bool {
        let knows_all = self.moved.contains(&seat) && !self.progress.table.to_move().contains(&seat) && !self.hears_of_others(seat);
        self.progress.is_over() || !knows_all
    }

    /// Whether a seat learns in this turn what another one did, such as a note that waited for the move. What it may not know, such as
    /// that there are conditional moves, makes no difference.
    fn hears_of_others(&self, seat: Seat) -> bool {
        let seen = self.story.events.iter().zip(self.actors).filter(|(event, _)| event.seen_by.includes(Viewer::Seat(seat)));
        seen.filter_map(|(_, actor)| *actor).any(|actor| actor != seat)
    }

    /// Every seat's report, in seat order. They depend on nothing but the turn, and drawing takes most of
    /// the time, so threads share the seats.
    fn drafts(&self, common: &CommonPart) -> Vec<Result<Draft, DeskError>> {
        // The report of a vacant seat is filed for whoever takes it over.
        each(self.campaign.seat_names().into_keys(), self.jobs, |seat| self.draft(seat, common))
    }

    fn draft(&self, seat: Seat, common: &CommonPart) -> Result<Draft, DeskError> {
        let player = self.campaign.config.seat(seat).filter(|_| self.is_mailed(seat));
        let PicturedReport { mut model, scene } = self.report(Viewer::Seat(seat), common)?;
        let is_open = !self.progress.is_over();
        let with_html = player.is_some_and(|player| player.format == Format::Both);
        let (report, subject) = self.written(&mut model, is_open)?;
        Ok(Draft {
            recipient: player.map(|player| player.address.clone()),
            mail: ReportMail {
                seat,
                with_html,
                report,
                order_form: is_open.then_some(model.order_template),
                deadline: common.deadline.as_ref().and_then(|file| file.for_seat(self.campaign, seat)),
                pictures: if with_html { picture::inline(&scene).into_iter().collect() } else { Vec::new() },
                subject: self.campaign.tagged(&subject, Some(seat)),
            },
        })
    }

    fn report(&self, viewer: Viewer, common: &CommonPart) -> Result<PicturedReport, DeskError> {
        let seat = match viewer {
            Viewer::Seat(seat) => Some(seat),
            Viewer::Public | Viewer::GameMaster => None,
        };
        let frame = ReportFrame {
            campaign: self.campaign.facts(),
            turn: self.turn,
            name: seat.and_then(|seat| self.campaign.name_of(seat)).unwrap_or_default().to_owned(),
            no_move_received: seat.is_some_and(|seat| self.unsent.missing.contains(&seat)),
            caretaken: seat.is_some_and(|seat| self.unsent.caretaken.contains(&seat)),
            next: self.campaign.next_turn(self.progress, seat, self.now),
            gm: GameMasterFacts { by_reply: true, ..gm_facts(&self.campaign.config.gm) },
            again: common.again.clone(),
            notices: common.notices.get(&seat).cloned().unwrap_or_default(),
            press: common.press.get(&seat).cloned().unwrap_or_default(),
            tournament: self.campaign.tournament_facts(Some(self.progress), seat),
            integrity: common.integrity.clone(),
        };
        let played = report::Played { events: &self.story.events, fates: &self.story.fates, orders: &self.story.orders };
        let played = (self.turn > 0).then_some(played);
        let mut model = report::model(frame, viewer, self.views.shown_to(seat), played);
        model.moments = self.progress.table.moments(viewer, &self.story.events);
        let scene = common.recent.scene(self.progress.table.as_ref(), viewer);
        model.diagram = self.campaign.diagram(seat, &scene);
        if seat.is_some() {
            model.pictures = vec![report::Picture { link: self.campaign.page_of_turn(self.turn), ..picture::shown(&scene) }];
        }
        Ok(PicturedReport { model, scene })
    }

    /// What anybody can check. The digest is of what everybody sees: what is hidden in a state, a wish or a few conditional moves, could
    /// be tried out against a digest of all of it.
    fn integrity(&self) -> Integrity {
        let Made { rules, dice, next, view, .. } = self.made;
        Integrity {
            state_digest: *view,
            journal_entry: self.progress.tip.number,
            journal_hash: self.progress.tip.hash,
            key: self.campaign.key.public(),
            rules_version: *rules,
            // P9.2: set-up throws the tempers of neutral planets, which none but spies may learn.
            dice: dice.as_ref().map(|dice| DiceFacts {
                secret: dice.secret,
                sheets: dice.sheets.iter().map(|(seat, digest)| SheetDigest { seat: *seat, digest: *digest }).collect(),
                seed: dice.seed,
            }),
            next: next.map(|next| NextSecrets { dice: next.dice, salts: next.salts }),
        }
    }

    /// A report as it is filed, and the subject that it is mailed under, without the tag.
    fn written(&self, model: &mut ReportModel, with_form: bool) -> Result<(StoredReport, String), DeskError> {
        let mut writing = ReportWriting::of(&self.campaign.templates, model)?;
        let headline = writing.headline().to_owned();
        let form = if with_form { writing.order_form()? } else { String::new() };
        let link = self.campaign.composer_link(self.progress, model, &form);
        if let Some(link) = &link {
            writing.set_composer_link(link);
        }
        let (text, html, subject) = (writing.text()?, writing.html()?, writing.subject()?);
        (model.headline, model.order_template, model.composer_link) = (headline, form, link);
        Ok((StoredReport { turn: model.turn, seat: model.viewer.seat, text, html, json: report::json(model) }, subject))
    }

    fn mail(&self, ledger: &Ledger<'_>, recipient: &Address, mail: ReportMail) -> Result<(), DeskError> {
        let in_reply_to = ledger.last_report(mail.seat)?.map(|last| last.message_id);
        let id = MessageId::report_part(self.turn, mail.seat);
        let mail = ReportMail { report: self.campaign.with_private_page(mail.seat, mail.report)?, ..mail };
        let letter = mail.letter(self.campaign, EmailKind::Report, id, recipient).following(in_reply_to);
        letters::queue(ledger, &self.campaign.sender(), &letter, self.now)?;
        Ok(())
    }
}
