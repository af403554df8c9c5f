//! Sending a report again: the same words under a new Message-ID, since servers that know the old one would drop it.

use chrono::{DateTime, Utc};
use serde_json::json;

use super::work::{SeatDone, SeatError, Work, work};
use crate::campaign::watch::Held;
use crate::engine::{Seat, Viewer};
use crate::office::World;
use crate::office::cabinet::desk::{Campaign, Desk};
use crate::office::cabinet::error::DeskError;
use crate::office::cabinet::filed_report::FiledReport;
use crate::office::cabinet::recent::Recent;
use crate::office::deadlines::pauses;
use crate::office::letters::kind::LetterKind;
use crate::office::letters::model::Heading;
use crate::office::letters::picture;
use crate::office::letters::{self, NewLetter};
use crate::office::publishing::deadlines::DeadlineFile;
use crate::office::turns::report_mail::ReportMail;
use crate::post::outgoing::Attachment;
use crate::post::{Letter, MessageId};
use crate::render::letter;
use crate::store::{EmailKind, Ledger};

/// Sends a seat the report of a turn again, the last one if none is named.
///
/// # Errors
/// When there is no such report or seat, or nobody holds the seat.
pub fn send_again(desk: &mut Desk, seat: Seat, turn: Option<u32>, world: &World<'_>) -> Result<SeatDone, SeatError> {
    work(desk, seat, world, |work, _| {
        let last = work.campaign.turns_played();
        let turn = turn.unwrap_or(last);
        if !work.queue_again(turn)? {
            return Err(SeatError::NoReport { campaign: work.campaign.id().to_owned(), turn, seat, last });
        }
        // The game master believes that the address works again; if it does not, the report comes back again.
        if turn == last {
            work.ledger.forget_returned(seat)?;
        }
        Ok(true)
    })
}

impl Work<'_> {
    /// Queues a report of the seat again, to its present player; false if there is none of that turn.
    pub(super) fn queue_again(&mut self, turn: u32) -> Result<bool, DeskError> {
        let Some(mail) = report_again(self.campaign, self.ledger, (self.seat, turn), self.world.now)? else { return Ok(false) };
        let Some(recipient) = self.campaign.config.seat(self.seat).map(|player| player.address.clone()) else { return Ok(false) };
        let id = format!("{}.again.{}", MessageId::report_part(turn, self.seat), self.ledger.times_sent_again(turn, self.seat)? + 1);
        let in_reply_to = self.ledger.last_report(self.seat)?.map(|last| last.message_id);
        let letter = mail.letter(self.campaign, EmailKind::Again, id, &recipient).following(in_reply_to);
        self.queue(&letter)?;
        self.reports_again.push(turn);
        Ok(true)
    }

    /// Queues a letter about the seat.
    pub(super) fn queue(&mut self, letter: &NewLetter) -> Result<(), DeskError> {
        let is_new = letters::queue(self.ledger, &self.campaign.sender(), letter, self.world.now)?;
        self.emails += u32::from(is_new);
        Ok(())
    }
}

/// A report as it was filed, ready to be mailed to the seat's present player, with what has become of its deadline; `None` if there is none
/// of that turn.
pub(super) fn report_again(
    campaign: &Campaign,
    ledger: &Ledger<'_>,
    (seat, turn): (Seat, u32),
    now: DateTime<Utc>,
) -> Result<Option<ReportMail>, DeskError> {
    let (Some(report), Some(stored)) = (ledger.report(turn, Some(seat))?, ledger.turn(turn)?) else { return Ok(None) };
    let mut report = campaign.for_holder(seat, report)?;
    // A command of the shell does not check, as a run does, whether the game is held.
    let held = pauses::is_paused(campaign, ledger)?.then_some(Held::Paused).or(campaign.held);
    let since = campaign.since_report(&report, &Heading { held, ..campaign.heading(Some(seat), LetterKind::Report, now) })?;
    if let Some(since) = &since {
        report.html = letter::before_report(&campaign.templates, "", since, &report.html)?;
        report.text = format!("{since}\n{}", report.text);
    }
    let is_open = turn == campaign.turns_played() && campaign.open_turn().is_some();
    let recent = Recent::of(ledger, campaign.config.game, turn)?;
    let scene = recent.scene(&*campaign.position(&stored)?, Viewer::Seat(seat));
    let subject = match ledger.mailed_report(turn, seat)?.filter(|_| since.is_none()) {
        Some(raw) => campaign.tagged(letters::untagged(&Letter::read(&raw).subject), Some(seat)),
        // Its subject may name the deadline as it was. Where moves alternate, a mover's report is filed only; their receipt says it all.
        None => {
            let model = json!({ "unit": campaign.config.game.unit(), "turn": turn });
            campaign.tagged(campaign.templates.text("shared/again-subject", &model)?.trim_end(), Some(seat))
        }
    };
    let with_html = campaign.reads_html(seat);
    Ok(Some(ReportMail {
        seat,
        with_html,
        order_form: if is_open { FiledReport::of(&report)?.order_template } else { None },
        deadline: if is_open { open_deadline(campaign, ledger, seat)? } else { None },
        pictures: if with_html { picture::inline(&scene).into_iter().collect() } else { Vec::new() },
        subject,
        report,
    }))
}

fn open_deadline(campaign: &Campaign, ledger: &Ledger<'_>, seat: Seat) -> Result<Option<Attachment>, DeskError> {
    let Some(progress) = &campaign.progress else { return Ok(None) };
    Ok(DeadlineFile::of(campaign, progress, ledger)?.and_then(|file| file.for_seat(campaign, seat)))
}
