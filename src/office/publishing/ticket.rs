//! The link of a report to the page in which orders are written by clicking.

use chrono::SubsecRound;

use crate::campaign::config::SealPolicy;
use crate::campaign::ticket::{self, SCHEMA, Ticket, thinned};
use crate::engine::Seat;
use crate::office::cabinet::desk::{Campaign, Progress};
use crate::render::report::ReportModel;

impl Campaign {
    /// The address of the page with what it takes from a report whose reader has this form to reply with; `None` for all but players, once the
    /// game is over, and where there is no such page.
    pub(in crate::office) fn composer_link(&self, progress: &Progress, report: &ReportModel, form: &str) -> Option<String> {
        let page = self.composer_page()?;
        let (seat, next) = (report.viewer.seat?, report.next.as_ref()?);
        let deadline_at = self.deadline_of(progress, Some(seat))?;
        let ticket = Ticket {
            schema: SCHEMA,
            game: report.campaign.game.clone(),
            rules: self.config.game.rules(),
            campaign: self.id().clone(),
            title: report.campaign.title.clone(),
            turn: next.turn,
            unit: report.campaign.unit.to_owned(),
            seat,
            name: report.viewer.name.clone().unwrap_or_default(),
            deadline: next.is_awaited.then(|| deadline_at.trunc_subsecs(0)),
            deadline_says: if next.is_awaited { format!("{} ({})", next.deadline_local, next.zone) } else { String::new() },
            to: self.host.address.clone(),
            subject: next.how_to_send.subject.clone(),
            seal: if self.reveals() { SealPolicy::Reveal } else { SealPolicy::Host },
            template: form.to_owned(),
            view: thinned(self.config.game, &report.view),
        };
        Some(format!("{page}#{}", ticket.fragment(self.config.game)))
    }

    /// What stands behind the `#` of such a link, with the name of the seat's present player and the deadline as it stands; `None` if it has another
    /// format.
    pub(super) fn current_fragment(&self, seat: Seat, turn: u32, fragment: &str) -> Option<String> {
        let name = self.config.seat(seat)?.name.clone();
        let progress = self.progress.as_ref()?;
        let is_awaited = progress.window.as_ref().is_some_and(|window| window.turn == turn) && progress.table.to_move().contains(&seat);
        let deadline_at = self.deadline_of(progress, Some(seat)).filter(|_| is_awaited);
        ticket::changed(fragment, |ticket| {
            ticket.name = name;
            if let Some(deadline_at) = deadline_at {
                ticket.deadline = Some(deadline_at.trunc_subsecs(0));
                ticket.deadline_says = self.local(deadline_at, Some(seat)).to_string();
            }
        })
    }
}
