//! What the views of games by correspondence hide: the conditional moves of others (C3).

use ashpost::engine::Viewer;
use serde_json::Value;

/// The state without the conditional moves that this viewer may not know.
pub(super) fn disguise(state: &Value, viewer: Viewer) -> Value {
    let mut other = state.clone();
    let own = match viewer {
        Viewer::Seat(seat) => seat.to_string(),
        Viewer::Public | Viewer::GameMaster => String::new(),
    };
    other["plans"].as_object_mut().unwrap().retain(|seat, _| *seat == own);
    other
}
