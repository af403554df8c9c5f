//! What has become of the deadline that an earlier report names.

use crate::campaign::local::utc_text;
use crate::office::cabinet::desk::Campaign;
use crate::office::cabinet::error::DeskError;
use crate::office::cabinet::filed_report::FiledReport;
use crate::office::letters::model::Heading;
use crate::store::StoredReport;

impl Campaign {
    /// The words above a report that is sent again, since the filed one is not changed; `None` if its deadline is the one that runs, and for the
    /// report of an earlier turn, whose deadline is over.
    pub(in crate::office) fn since_report(&self, report: &StoredReport, heading: &Heading) -> Result<Option<String>, DeskError> {
        let window = self.progress.as_ref().and_then(|progress| progress.window.as_ref()).filter(|window| window.turn == report.turn + 1);
        let Some(window) = window else { return Ok(None) };
        let Some(told) = FiledReport::of(report)?.next.map(|next| next.deadline_utc) else { return Ok(None) };
        if heading.held.is_none() && utc_text(window.deadline.at) == told {
            return Ok(None);
        }
        Ok(Some(self.templates.text("shared/since-report", heading)?))
    }
}
