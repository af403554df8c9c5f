//! What waits in the outboxes leaves the host.

pub(super) mod outboxes;
pub(super) mod transport;
pub(super) mod trial;
