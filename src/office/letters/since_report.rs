//! What has become of the deadline that an earlier report names.

use crate::campaign::local::utc_text;
use crate::office::cabinet::desk::{Campaign, Progress};
use crate::office::cabinet::error::DeskError;
use crate::office::cabinet::filed_report::FiledReport;
use crate::office::letters::model::Heading;
use crate::store::StoredReport;

impl Campaign {
    /// The words above a report that is sent again, since the filed one is not changed; `None` if its deadline is the one that runs, and for the
    /// report of an earlier turn, whose deadline is over.
    pub(in crate::office) fn since_report(&self, report: &StoredReport, heading: &Heading) -> Result<Option<String>, DeskError> {
        let is_of_open_turn = |progress: &&Progress| progress.window.as_ref().is_some_and(|window| window.turn == report.turn + 1);
        let Some(progress) = self.progress.as_ref().filter(is_of_open_turn) else { return Ok(None) };
        let Some(told) = FiledReport::of(report)?.next.map(|next| next.deadline_utc) else { return Ok(None) };
        if heading.held.is_none() && self.deadline_of(progress, report.seat).map(utc_text) == Some(told) {
            return Ok(None);
        }
        let deadline = heading.own_closes.clone().or_else(|| heading.deadline.clone());
        Ok(Some(self.templates.text("shared/since-report", &Heading { deadline, ..heading.clone() })?))
    }
}
