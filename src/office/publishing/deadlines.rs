//! Deadlines as a calendar that players subscribe to, and the open one as a file of their reports.

use chrono::{DateTime, Utc};
use serde::Serialize;

use crate::campaign::config::Attachments;
use crate::engine::Seat;
use crate::office::cabinet::desk::{Campaign, Progress};
use crate::office::cabinet::error::DeskError;
use crate::office::publishing::listing::{self, ListedDeadline};
use crate::post::outgoing::{Attachment, FileKind};
use crate::render::feeds::{Calendar, CalendarEvent};
use crate::render::{TemplateError, Templates};
use crate::store::Ledger;

/// The campaign that a deadline belongs to.
#[derive(Debug, Clone, Copy)]
pub(in crate::office) struct Owner<'a> {
    pub title: &'a str,
    pub unit: &'a str,
    pub game_title: &'a str,
    /// The address of its archive on the web.
    pub url: Option<&'a str>,
}

#[derive(Serialize)]
struct DeadlineWords<'a> {
    title: &'a str,
    unit: &'a str,
    turn: u32,
    game_title: &'a str,
    to_move: &'a Option<String>,
}

/// A calendar of that name; the same deadlines give the same bytes.
///
/// # Errors
/// When the program's own template cannot be rendered.
pub(in crate::office) fn calendar<'a>(
    name: &str,
    deadlines: impl Iterator<Item = (Owner<'a>, &'a ListedDeadline)>,
    templates: &Templates,
) -> Result<Calendar, TemplateError> {
    let event = |(owner, deadline): (Owner<'_>, &ListedDeadline)| {
        let Owner { title, unit, game_title, url } = owner;
        let words = DeadlineWords { title, unit, turn: deadline.turn, game_title, to_move: &deadline.to_move };
        let text = templates.text("shared/site-deadline", &words)?;
        let (summary, description) = text.split_once('\n').unwrap_or((&text, ""));
        Ok(CalendarEvent {
            uid: deadline.uid.clone(),
            sequence: deadline.sequence,
            stamp: basic(deadline.stamp),
            at: basic(deadline.at),
            summary: summary.to_owned(),
            description: description.to_owned(),
            url: url.map(str::to_owned),
        })
    };
    Ok(Calendar { name: name.to_owned(), events: deadlines.map(event).collect::<Result<_, _>>()? })
}

/// An instant as calendars write it, `20270305T190000Z`.
fn basic(instant: DateTime<Utc>) -> String {
    instant.format("%Y%m%dT%H%M%SZ").to_string()
}

/// The open deadline as a file for the calendars of its readers. It has the name of the event that the site's calendar has, so that a program that
/// reads both, or reads it again after it has moved, shows it once.
pub(in crate::office) struct DeadlineFile {
    attachment: Attachment,
    /// The same for the seats of the game master, whose orders close before.
    closes_first: Option<Attachment>,
    /// Where moves alternate: whose move it is.
    mover: Option<Seat>,
}

impl DeadlineFile {
    /// The deadline that is open in `progress`, as the transaction sees it.
    ///
    /// # Errors
    /// When the database does not read, or the program's own template cannot be rendered.
    pub(in crate::office) fn of(campaign: &Campaign, progress: &Progress, ledger: &Ledger<'_>) -> Result<Option<DeadlineFile>, DeskError> {
        if campaign.config.seats.iter().all(|player| player.attachments == Attachments::None) {
            return Ok(None);
        }
        let Some(open) = listing::deadlines(campaign, progress, ledger)?.pop().filter(|deadline| deadline.is_open) else { return Ok(None) };
        let (facts, url) = (campaign.facts(), campaign.site_url());
        let owner = Owner { title: &facts.title, unit: facts.unit, game_title: &facts.game_title, url: url.as_deref() };
        let name = format!("{}-{}-{}.ics", campaign.id(), facts.unit, open.turn);
        let file = |deadline: &ListedDeadline| -> Result<Option<Attachment>, DeskError> {
            let bytes = calendar(&facts.title, std::iter::once((owner, deadline)), &campaign.templates)?.file();
            Ok(bytes.map(|bytes| Attachment { name: name.clone(), kind: FileKind::Calendar, bytes }))
        };
        let Some(attachment) = file(&open)? else { return Ok(None) };
        let closes_first = match campaign.gm_closes_in(progress) {
            Some(at) => file(&ListedDeadline { at, ..open })?,
            None => None,
        };
        Ok(Some(DeadlineFile { attachment, closes_first, mover: campaign.mover(progress) }))
    }

    /// The file, for a seat whose player wants it and whose time runs.
    pub(in crate::office) fn for_seat(&self, campaign: &Campaign, seat: Seat) -> Option<Attachment> {
        let wants = campaign.config.seat(seat).is_some_and(|player| player.attachments != Attachments::None);
        let is_concerned = self.mover.is_none_or(|mover| mover == seat);
        let own = self.closes_first.as_ref().filter(|_| campaign.closes_first(Some(seat)));
        (wants && is_concerned).then(|| own.unwrap_or(&self.attachment).clone())
    }
}
