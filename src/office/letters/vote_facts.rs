//! What letters say of proposals that all players decide on.

use crate::campaign::local::Zone;
use serde::Serialize;

use crate::campaign::votes::{MotionError, VoteResult};

/// A proposal, as one reader is told of it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct ProposalFacts {
    /// The number by which players answer it: 1 for the first proposal of a campaign, and never given twice.
    pub number: u32,
    /// Who has made it.
    pub name: String,
    /// Whether the reader has made it.
    pub is_own: bool,
    /// `pause`, `resume`, `extend`, `draw`, `concede` or `cancel`.
    pub kind: &'static str,
    /// How many days a pause or an extension lasts.
    pub days: Option<u16>,
    /// The turn whose deadline would move.
    pub turn: Option<u32>,
    /// The player who would win.
    pub winner: Option<String>,
    /// Until when it can be answered, in the reader's time zone.
    pub until_local: String,
    /// The time zone of the reader.
    pub zone: Zone,
    /// How many of `voters` must agree.
    pub needed: usize,
    /// How many players have a vote on it.
    pub voters: usize,
    /// How many have answered; who said what is told when it is decided.
    pub answered: usize,
    /// What the reader has said; null if nothing, or if they have no vote.
    pub own_vote: Option<bool>,
    /// Whether the reader has a vote on it.
    pub may_vote: bool,
}

/// What has become of a proposal.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub(crate) struct DecisionFacts {
    pub proposal: ProposalFacts,
    pub result: VoteResult,
    pub agreed: Vec<String>,
    pub disagreed: Vec<String>,
    pub silent: Vec<String>,
}

/// What became of PROPOSE, AGREE or DISAGREE.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub(crate) struct VoteFacts {
    pub asked: VoteLine,
    pub became: VoteState,
    /// The line as the player wrote it.
    pub said: String,
    /// The proposal that it is about.
    pub proposal: Option<ProposalFacts>,
    /// The proposals that are open.
    pub open: Vec<ProposalFacts>,
    /// What the campaign lets its players decide: `pause`, `extend`, `draw`, `concede`, `cancel`.
    pub allowed: Vec<&'static str>,
    /// How many days a pause or an extension may last at most.
    pub most_days: u16,
    /// How many proposals a player can make in 24 hours.
    pub most_a_day: usize,
    /// From when on the player can make another, in their time zone; null unless there were too many.
    pub again_local: Option<String>,
}

/// A line about something that all decide together.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum VoteLine {
    Propose,
    Agree,
    Disagree,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum VoteState {
    Proposed,
    Voted,
    /// The same was said before.
    Known,
    NotAllowed,
    /// Games of two have their own lines for it.
    OfTwo,
    /// The player has another proposal open.
    OwnOpen,
    /// The player has made too many in 24 hours.
    TooMany,
    /// Somebody has proposed the same.
    SameOpen,
    TooLong,
    Paused,
    NotPaused,
    PausedByGm,
    ToSelf,
    NotInGame,
    NoVote,
    /// Several proposals are open.
    Which,
    /// No proposal is open.
    Nothing,
    /// Its time was over.
    Over,
    /// The game has ended.
    Closed,
    #[serde(untagged)]
    Misread(MotionError),
    /// What was decided by this vote.
    #[serde(untagged)]
    Decided(VoteResult),
}
