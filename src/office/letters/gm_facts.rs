//! What a letter to a game master says of commands that came by email.

use serde::Serialize;

use super::facts::DeadlineFacts;
use crate::campaign::Address;
use crate::campaign::config::GmPower;
use crate::campaign::local::Zone;
use crate::engine::Seat;
use crate::post::gm_commands::StrayLine;
use crate::render::Nothing;

/// What became of the commands of an email.
#[derive(Debug, Clone, Default, Serialize)]
pub(crate) struct GmMailFacts {
    /// Who gave them.
    pub name: String,
    /// What the code of this letter carries out.
    pub asked: Vec<GmDeed<DeedAsked>>,
    /// The code, which the subject has, too; null if nothing waits for one.
    pub code: Option<String>,
    pub until: Option<DeadlineFacts>,
    /// What a code has carried out.
    pub done: Vec<GmDeed<DeedDone>>,
    /// What was not done, and why.
    pub refused: Vec<GmRefusal>,
    /// Lines that are near a command but are none.
    pub unread: Vec<StrayLine>,
    /// Lines that are near no command.
    pub talk: Vec<StrayLine>,
    /// How many lines follow the last command that an email may have.
    pub beyond: usize,
    /// What only the command line does.
    pub by_shell: Vec<GmRefusal>,
    /// Why a code carries nothing out; null if it has, or if the email shows none.
    pub code_state: Option<CodeState>,
    /// Asked for by STATUS and HELP.
    pub wants_status: bool,
    pub wants_help: bool,
    /// What they may do by email.
    pub powers: Vec<GmPower>,
}

/// Why a code carries nothing out.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum CodeState {
    /// It is no code of this campaign.
    Unknown,
    Used,
    Expired,
    /// It went to somebody who is no game master any more.
    Void,
    /// This email or an earlier one has cancelled it.
    Cancelled,
    /// The email says neither CONFIRM nor CANCEL, and the code still holds.
    Unclear,
}

/// Days of absence that a player asks for.
#[derive(Debug, Clone, Serialize)]
pub(crate) struct AskedAbsenceFacts {
    pub seat: Seat,
    pub name: String,
    pub days: String,
    /// The code that grants them.
    pub code: String,
    pub until: DeadlineFacts,
}

/// A command; what it has nothing to say about is null.
#[derive(Debug, Clone, Serialize)]
pub(crate) struct GmDeed<T> {
    #[serde(flatten)]
    nothing: Nothing,
    #[serde(flatten)]
    deed: T,
}

/// What a command would do; `said` is what players read about it.
#[derive(Debug, Clone, Serialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub(crate) enum DeedAsked {
    /// The deadline that is announced, and the one in its place.
    Extend {
        from_local: String,
        to_local: String,
        zone: Zone,
        said: Option<String>,
    },
    Pause,
    Resume,
    Charge,
    Broadcast {
        said: String,
    },
    /// The deadline that is not waited for.
    Run {
        from_local: String,
        zone: Zone,
    },
    Eject {
        seat: Seat,
        name: String,
        said: Option<String>,
    },
    AbsenceYes {
        seat: Seat,
        name: String,
    },
    AbsenceNo {
        seat: Seat,
        name: String,
    },
}

/// What a command has done; `to_local` is the deadline that it led to.
#[derive(Debug, Clone, Serialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub(crate) enum DeedDone {
    Extend {
        to_local: String,
        zone: Zone,
    },
    Pause,
    Resume {
        to_local: String,
        zone: Zone,
    },
    Charge {
        to_local: String,
        zone: Zone,
    },
    Broadcast,
    /// Whose orders were missing.
    Run {
        missing: Vec<String>,
    },
    Eject {
        seat: Seat,
        name: String,
    },
    AbsenceYes(AbsenceDone),
    AbsenceNo(AbsenceDone),
}

/// Days of absence that were decided on.
#[derive(Debug, Clone, Serialize)]
pub(crate) struct AbsenceDone {
    pub name: String,
    #[serde(rename = "from_local")]
    pub days: String,
    /// The deadline that counts now; null if it did not move.
    pub to_local: Option<String>,
}

impl<T> From<T> for GmDeed<T> {
    fn from(deed: T) -> GmDeed<T> {
        let nothing = Nothing { values: "from_local name said seat to_local zone", flags: "", lists: "missing" };
        GmDeed { nothing, deed }
    }
}

/// A line that is not carried out.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub(crate) struct GmRefusal {
    pub line: String,
    /// Why, or what to run instead.
    pub why: String,
}

/// A turn that is not played at its deadline, and why.
#[derive(Debug, Clone, Serialize)]
pub(crate) struct WaitingFacts {
    #[serde(flatten)]
    nothing: Nothing,
    #[serde(flatten)]
    pub why: WaitReason,
    /// The time zone of the reader.
    pub zone: Zone,
    /// Where moves alternate: who is to move.
    pub mover: Option<String>,
    /// The reader has sent orders.
    pub sent: bool,
}

/// Why a turn is not played, in templates by its name in kebab case.
#[derive(Debug, Clone, Serialize)]
#[serde(tag = "why", rename_all = "kebab-case")]
pub(crate) enum WaitReason {
    /// The orders of how many of how many seats are missing.
    Missing { missing: u32, total: u32 },
    /// Since when no email could be fetched, in the reader's zone.
    MailDown { since_local: String },
    /// Whose emails come back, and from where; the address is for the game master.
    Returned { seat: Seat, name: Option<String>, address: Option<Address> },
}

impl WaitingFacts {
    pub(crate) fn new(why: WaitReason, zone: Zone, mover: Option<String>, sent: bool) -> WaitingFacts {
        let nothing = Nothing { values: "address missing name seat since_local total", flags: "", lists: "" };
        WaitingFacts { nothing, why, zone, mover, sent }
    }
}

/// What a game master is told of the course of a campaign.
#[derive(Debug, Clone, Serialize)]
pub(crate) struct GmNewsFacts {
    #[serde(flatten)]
    nothing: Nothing,
    #[serde(flatten)]
    pub news: GmNews,
    pub turn: u32,
}

/// What has happened, in templates by its name in kebab case.
#[derive(Debug, Clone, Serialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub(crate) enum GmNews {
    Opened,
    /// What everybody reads above the report, if it has a headline, and whose orders were missing.
    Played {
        headline: Option<String>,
        missing: Vec<String>,
    },
    /// Whose orders are missing, and until when they are waited for.
    Missing {
        missing: Vec<String>,
        closes: Option<DeadlineFacts>,
    },
}

impl GmNewsFacts {
    pub(crate) fn new(news: GmNews, turn: u32) -> GmNewsFacts {
        GmNewsFacts { nothing: Nothing { values: "closes headline", flags: "", lists: "missing" }, news, turn }
    }
}
