//! Orders below a signature, or in what looks like an old email, which nobody carries out: their writer is told of them.

use std::collections::BTreeSet;

use crate::engine::Seat;
use crate::office::inbox::judged::Intake;
use crate::office::letters::answer::UnreadOrders;
use crate::post;

impl Intake<'_> {
    /// What would have been read in a text that is not read, such as the email's signature, if it stood above it; `None` if nothing would.
    pub(super) fn unread_orders(&self, seat: Seat, text: &str) -> Option<UnreadOrders> {
        let content = post::split(text);
        let mut lines: BTreeSet<u32> = content.commands.iter().map(|(line, _)| *line).collect();
        lines.extend(content.ahead.iter().map(|block| block.line));
        if let Some(progress) = self.campaign.progress.as_ref().filter(|_| !content.has_no_orders() && may_be_orders(&content.orders)) {
            lines.extend(progress.table.order_lines(seat, &content.orders));
        }
        let first = text.lines().nth((*lines.first()? as usize).checked_sub(1)?)?.trim().to_owned();
        Some(UnreadOrders { lines: lines.len(), first })
    }
}

/// Whether a text may have orders, which is found out before it is read as a sheet: a word alone without a digit is a name.
fn may_be_orders(text: &str) -> bool {
    text.lines().any(|line| line.split_whitespace().nth(1).is_some() || line.contains(|letter: char| letter.is_ascii_digit()))
}
