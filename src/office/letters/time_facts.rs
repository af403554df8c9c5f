//! What letters say of time: a pause, its end, an outage, a deadline that has moved.

use serde::Serialize;

use crate::campaign::local::Zone;
use crate::campaign::schedule::Span;
use crate::office::letters::facts::DeadlineFacts;
use crate::render::Nothing;

/// What a letter about time says.
#[derive(Debug, Clone, Serialize)]
pub(crate) struct TimeFacts {
    #[serde(flatten)]
    nothing: Nothing,
    #[serde(flatten)]
    pub news: TimeNews,
    #[serde(flatten)]
    pub moved: Option<MovedFacts>,
    /// When the turn is played after a pause or an outage, because everybody is ready.
    pub early: Option<DeadlineFacts>,
    /// The time zone of the reader, in which all times are.
    pub zone: Zone,
}

/// A deadline that has moved.
#[derive(Debug, Clone, Serialize)]
pub(crate) struct MovedFacts {
    /// The deadline that was announced before.
    pub from_local: String,
    /// The deadline that counts.
    pub to_local: String,
    /// Whether it would be earlier if nobody were away.
    pub waits_for_the_absent: bool,
}

/// What has happened to the time, in templates by its name in kebab case.
#[derive(Debug, Clone, Serialize)]
#[serde(tag = "what", rename_all = "kebab-case")]
pub(crate) enum TimeNews {
    Paused,
    /// Nothing was played since then.
    Resumed {
        since_local: String,
    },
    /// The players have agreed on a pause, on its end, or on more time.
    AgreedPause {
        until_local: String,
    },
    AgreedResume {
        since_local: String,
    },
    AgreedExtension,
    Outage {
        since_local: String,
        until_local: String,
        span: Span,
    },
    /// The clock of the host had been wrong.
    Clock,
    LateReports {
        span: Span,
    },
    /// A report that had come back is on its way again.
    SentAgain {
        span: Span,
    },
    /// The clock of the mover runs although email to them comes back.
    Charged {
        span: Span,
    },
    /// The game master has given more time, and may have said why.
    Extended {
        reason: Option<String>,
    },
    /// The open turn keeps to an edited schedule.
    Rescheduled,
}

impl TimeFacts {
    pub(crate) fn new(news: TimeNews, moved: Option<MovedFacts>, zone: Zone) -> TimeFacts {
        let nothing =
            Nothing { values: "from_local reason since_local span to_local until_local", flags: "waits_for_the_absent", lists: "" };
        TimeFacts { nothing, news, moved, early: None, zone }
    }
}
