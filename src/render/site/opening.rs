//! What the page of the opening tells besides the position: who plays, with which settings, and when the first turn is played.

use chrono::NaiveDate;
use serde::Serialize;

use super::frame::Frame;
use super::model::{SiteModel, SitePlayer};
use super::parts::{Link, link};
use crate::render::report::NextTurn;
use crate::render::{Model, TemplateError, Templates};

#[derive(Serialize)]
pub(super) struct Opening<'a> {
    players: &'a [SitePlayer],
    /// The game's settings as items of a list; empty if the game has no template for them.
    settings_html: String,
    /// When the first turn is due; null once it has been played.
    next: Option<&'a NextTurn>,
    /// The page of the first turn; null until it has been played.
    first: Option<Link>,
    /// The day on which the first turn was played, such as `2027-03-05`; null until then.
    first_on: Option<NaiveDate>,
    contact: Option<&'a str>,
    is_over: bool,
}

impl<'a> Opening<'a> {
    pub(super) fn of(site: &'a SiteModel, templates: &Templates) -> Result<Opening<'a>, TemplateError> {
        let name = format!("{}/site-settings", site.campaign.templates);
        let settings_html = templates.html_if_any(&name, &Model::of(&site.rules))?.unwrap_or_default();
        let first = site.album.frame(1);
        Ok(Opening {
            players: &site.players,
            settings_html,
            next: site.next.as_ref().filter(|_| first.is_none()),
            first: first.map(|frame| link(frame.turn)),
            first_on: first.map(Frame::day),
            contact: site.contact.as_deref(),
            is_over: site.ended.is_some(),
        })
    }
}
