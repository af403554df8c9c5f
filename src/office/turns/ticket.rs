//! The link of a report to the page in which orders are written by clicking.

use chrono::SecondsFormat;

use crate::campaign::config::SealPolicy;
use crate::campaign::ticket::{SCHEMA, Ticket, thinned};
use crate::engine::Seat;
use crate::office::cabinet::desk::{Campaign, Progress};
use crate::render::composer;
use crate::render::report::ReportModel;

impl Campaign {
    /// Where the page stands on the web; `None` if the host publishes none.
    pub fn composer_page(&self) -> Option<String> {
        let site = &self.host.site;
        let is_there = site.composer && composer::is_there_for(self.game);
        self.site_url().filter(|_| is_there).map(|url| url + composer::PAGE)
    }

    /// The address of the page with what it takes from a report whose reader has this form to reply with; `None` for all but players, once the
    /// game is over, and where there is no such page.
    pub(super) fn composer_link(&self, progress: &Progress, report: &ReportModel, form: &str) -> Option<String> {
        let page = self.composer_page()?;
        let (seat, next) = (Seat(report.viewer.seat?), report.next.as_ref()?);
        let window = progress.window.as_ref()?;
        let ticket = Ticket {
            schema: SCHEMA,
            game: report.campaign.game.clone(),
            rules: self.game.rules(),
            campaign: report.campaign.id.clone(),
            title: report.campaign.title.clone(),
            turn: next.turn,
            unit: report.campaign.unit.to_owned(),
            seat,
            name: report.viewer.name.clone().unwrap_or_default(),
            deadline: next.is_awaited.then(|| window.deadline_at.to_rfc3339_opts(SecondsFormat::Secs, true)),
            deadline_says: if next.is_awaited { format!("{} ({})", next.deadline_local, next.zone) } else { String::new() },
            to: next.how_to_send.address.clone(),
            subject: next.how_to_send.subject.clone(),
            seal: if self.reveals() { SealPolicy::Reveal } else { SealPolicy::Host },
            template: form.to_owned(),
            view: thinned(self.game, report.view.clone()),
        };
        Some(format!("{page}#{}", ticket.fragment(self.game)))
    }
}
