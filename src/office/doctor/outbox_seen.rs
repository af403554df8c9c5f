//! What waits in an outbox.

use chrono::{DateTime, Utc};

use crate::office::Host;
use crate::store::{Ledger, Store, StoreError};

/// What waits to be sent.
pub(super) struct OutboxSeen {
    pub waiting: u32,
    /// Why the last attempt failed.
    pub last_error: Option<String>,
    /// Since when the oldest email has waited.
    pub oldest_since: Option<DateTime<Utc>>,
}

impl OutboxSeen {
    /// Looks into a campaign's outbox, or that of the host itself.
    ///
    /// # Errors
    /// When SQLite refuses.
    pub(super) fn of(ledger: &Ledger<'_>) -> Result<OutboxSeen, StoreError> {
        let waiting = ledger.outbox_count()?.waiting;
        Ok(OutboxSeen { waiting, last_error: ledger.last_sending_error()?, oldest_since: ledger.oldest_waiting()? })
    }

    /// The outbox for emails to people who play in no campaign, and to game masters about the host. `None` if there is none yet, or if it does not read,
    /// which the next run says.
    pub(super) fn of_host(host: &Host) -> Option<OutboxSeen> {
        OutboxSeen::of(&Store::open_to_read(&host.own_database()).ok()?.look().ok()?).ok()
    }
}
