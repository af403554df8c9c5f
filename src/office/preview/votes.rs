//! Samples of proposals and votes, and of days that a game master has to agree to.

use super::game::Sample;
use crate::campaign::votes::VoteResult;
use crate::office::letters::gm_facts::AskedAbsenceFacts;
use crate::office::letters::vote_facts::{DecisionFacts, ProposalFacts, VoteFacts, VoteLine, VoteState};

impl Sample<'_> {
    /// Somebody else has proposed a pause.
    pub(super) fn proposal(&self) -> ProposalFacts {
        let until = self.deadline(48);
        ProposalFacts {
            number: 2,
            name: self.name(false),
            is_own: false,
            kind: "pause",
            days: Some(3),
            turn: None,
            winner: None,
            until_local: until.time.local,
            zone: until.time.zone,
            needed: 2,
            voters: 2,
            answered: 1,
            own_vote: None,
            may_vote: true,
        }
    }

    pub(super) fn asked_absence(&self) -> AskedAbsenceFacts {
        AskedAbsenceFacts {
            seat: self.other,
            name: self.name(false),
            days: "2027-02-20 to 2027-02-24".to_owned(),
            code: "ABCDEFGHIJKIMNOP".to_owned(),
            until: self.deadline(48),
        }
    }

    pub(super) fn decision(&self, result: VoteResult) -> DecisionFacts {
        let (own, other) = (vec![self.name(true)], vec![self.name(false)]);
        let (agreed, disagreed, silent) = match result {
            VoteResult::Passed => ([own, other].concat(), Vec::new(), Vec::new()),
            VoteResult::Failed => (other, own, Vec::new()),
            _ => (other, Vec::new(), own),
        };
        DecisionFacts { proposal: self.proposal(), result, agreed, disagreed, silent }
    }

    /// What became of a line about a vote.
    pub(super) fn vote(&self, became: VoteState) -> VoteFacts {
        let asked = if became == VoteState::Voted { VoteLine::Agree } else { VoteLine::Propose };
        let proposal = ProposalFacts { is_own: asked == VoteLine::Propose, own_vote: Some(true), ..self.proposal() };
        VoteFacts {
            asked,
            became,
            said: "PAUSE 3d".to_owned(),
            proposal: Some(proposal),
            open: vec![self.proposal()],
            allowed: vec!["pause"],
            most_days: 14,
            most_a_day: 3,
            again_local: Some(self.deadline(24).time.to_string()),
        }
    }
}
