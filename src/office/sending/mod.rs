//! What waits in the outboxes leaves the host.

pub mod outboxes;
pub mod transport;
pub mod trial;
