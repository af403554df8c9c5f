//! Deadlines as a calendar that players subscribe to.

use chrono::{DateTime, Utc};
use serde::Serialize;

use crate::office::publishing::listing::ListedDeadline;
use crate::render::feeds::{Calendar, CalendarEvent};
use crate::render::{TemplateError, Templates};

/// Which campaign a deadline is of.
#[derive(Debug, Clone, Copy)]
pub(super) struct Owner<'a> {
    pub title: &'a str,
    pub unit: &'a str,
    pub game_title: &'a str,
    /// The address of its archive on the web.
    pub url: Option<&'a str>,
}

#[derive(Serialize)]
struct Words<'a> {
    title: &'a str,
    unit: &'a str,
    turn: u32,
    game_title: &'a str,
    to_move: &'a Option<String>,
}

/// A calendar of that name; the same deadlines give the same bytes.
///
/// # Errors
/// When a template of the campaign's own asks for something that is not there.
pub(super) fn calendar<'a>(
    name: &str,
    deadlines: impl Iterator<Item = (Owner<'a>, &'a ListedDeadline)>,
    templates: &Templates,
) -> Result<Calendar, TemplateError> {
    let event = |(owner, deadline): (Owner<'_>, &ListedDeadline)| {
        let Owner { title, unit, game_title, url } = owner;
        let words = Words { title, unit, turn: deadline.turn, game_title, to_move: &deadline.to_move };
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
