//! How readers are told of proposals: those that are open, and what has become of one.

use crate::campaign::local::LocalTime;
use crate::campaign::votes::{Motion, Tally, VoteResult};
use crate::engine::{Seat, SeatSet};
use crate::office::cabinet::desk::Keyless;
use crate::office::cabinet::error::DeskError;
use crate::office::letters::vote_facts::{DecisionFacts, ProposalFacts};
use crate::office::voting::book::{self, Proposal};
use crate::store::Ledger;

impl Keyless {
    /// The seats that have a vote on a motion: all that are in the game, except the one that it makes the winner.
    pub(super) fn voters(&self, motion: &Motion) -> SeatSet {
        let mut voters = self.players_in_the_game();
        if let Motion::Concede { to } = motion {
            voters.remove(to);
        }
        voters
    }

    /// How the votes on a proposal stand.
    pub(super) fn tally(&self, proposal: &Proposal) -> Tally {
        Tally::of(self.config.votes.share(&proposal.motion), &self.voters(&proposal.motion), &proposal.votes)
    }

    /// A proposal, as a reader is told of it.
    pub(super) fn proposal_facts(&self, proposal: &Proposal, reader: Option<Seat>) -> ProposalFacts {
        let Proposal { number, by, name: proposer, motion, until, votes } = proposal;
        let LocalTime { local: until_local, zone, .. } = self.local(*until, reader);
        let (voters, tally) = (self.voters(motion), self.tally(proposal));
        let name = |seat: Seat| self.player_name(seat);
        let may_vote = reader.is_some_and(|reader| voters.contains(&reader));
        ProposalFacts {
            number: *number,
            name: proposer.clone(),
            is_own: by.is_some() && reader == *by,
            kind: motion.code(),
            days: motion.days(),
            turn: if let Motion::Extend { turn, .. } = motion { Some(*turn) } else { None },
            winner: if let Motion::Concede { to } = motion { Some(name(*to)) } else { None },
            until_local,
            zone,
            needed: tally.needed,
            voters: voters.len(),
            answered: voters.len() - tally.silent.len(),
            own_vote: reader.filter(|_| may_vote).and_then(|reader| votes.get(&reader).copied()),
            may_vote,
        }
    }

    /// The open proposals, as a reader is told of them.
    ///
    /// # Errors
    /// When the database does not read.
    pub fn open_proposals(&self, ledger: &Ledger<'_>, reader: Option<Seat>) -> Result<Vec<ProposalFacts>, DeskError> {
        if !self.goes_on() {
            return Ok(Vec::new());
        }
        Ok(book::open(ledger)?.iter().map(|proposal| self.proposal_facts(proposal, reader)).collect())
    }

    /// What has become of a proposal, with everybody's word on it.
    pub(super) fn decision_facts(&self, proposal: &Proposal, result: VoteResult) -> DecisionFacts {
        let tally = self.tally(proposal);
        let names = |seats: &[Seat]| seats.iter().filter_map(|seat| self.name_of(*seat)).map(str::to_owned).collect();
        DecisionFacts {
            proposal: self.proposal_facts(proposal, None),
            result,
            agreed: names(&tally.agreed),
            disagreed: names(&tally.disagreed),
            silent: names(&tally.silent),
        }
    }
}
