//! PROPOSE, AGREE and DISAGREE: what a player writes about things that all decide together.

use std::collections::BTreeMap;

use chrono::{DateTime, Utc};

use crate::campaign::Fingerprint;
use crate::campaign::extension::days_later;
use crate::campaign::journal::Act;
use crate::campaign::votes::{Motion, Share, VoteResult};
use crate::engine::Seat;
use crate::engine::reader::harmless;
use crate::office::cabinet::desk::Campaign;
use crate::office::cabinet::error::DeskError;
use crate::office::cabinet::ration::Ration;
use crate::office::cabinet::seat_names::seat_of;
use crate::office::letters::about::About;
use crate::office::letters::to_all::write_to;
use crate::office::letters::vote_facts::{ProposalFacts, VoteFacts, VoteLine, VoteState};
use crate::office::voting::book::{self, Proposal};
use crate::post::Content;
use crate::post::commands::MailCommand;
use crate::store::Ledger;

/// The proposals of a player: everybody gets a letter when one is made, and another when it is decided or taken back.
pub(in crate::office) const PROPOSALS: Ration = Ration { what: "proposals", most: 3 };

/// An email with such lines.
pub(in crate::office) struct Voting<'a> {
    pub seat: Seat,
    pub received_at: DateTime<Utc>,
    /// Tells its letters from those of other emails.
    pub fingerprint: &'a Fingerprint,
}

/// What became of a line, and the proposal that it was about, as it stood then.
type Became = (VoteState, Option<ProposalFacts>);

impl Voting<'_> {
    /// Carries out what the lines say; returns what became of each.
    pub(in crate::office) fn carry_out(
        &self,
        campaign: &mut Campaign,
        ledger: &Ledger<'_>,
        content: &Content,
        now: DateTime<Utc>,
    ) -> Result<Vec<VoteFacts>, DeskError> {
        let mut facts = Vec::new();
        for command in content.commands() {
            let (asked, words, (became, proposal)) = match command {
                MailCommand::Propose(words) => (VoteLine::Propose, words.as_str(), self.propose(campaign, ledger, words, now)?),
                MailCommand::Vote { agrees, number } => {
                    let asked = if *agrees { VoteLine::Agree } else { VoteLine::Disagree };
                    (asked, "", self.vote(campaign, ledger, *agrees, *number, now)?)
                }
                _ => continue,
            };
            let again = if became == VoteState::TooMany { PROPOSALS.used_up_until(ledger, self.seat, now)? } else { None };
            facts.push(VoteFacts {
                asked,
                became,
                said: harmless(words),
                proposal,
                open: campaign.open_proposals(ledger, Some(self.seat))?,
                allowed: campaign.config.votes.allowed(campaign.alternates()),
                most_days: campaign.config.votes.most_days,
                most_a_day: PROPOSALS.most,
                again_local: again.map(|at| campaign.local(at, Some(self.seat)).to_string()),
            });
        }
        Ok(facts)
    }

    fn propose(&self, campaign: &mut Campaign, ledger: &Ledger<'_>, words: &str, now: DateTime<Utc>) -> Result<Became, DeskError> {
        let Some(turn) = campaign.open_turn().map(|turn| turn.turn) else { return Ok((VoteState::Closed, None)) };
        let seat = |name: &str| seat_of(campaign.id(), name, campaign.seat_names()).ok();
        let motion = match Motion::read(words, turn, seat) {
            Ok(motion) => motion,
            Err(why) => return Ok((VoteState::Misread(why), None)),
        };
        let open = book::open(ledger)?;
        if let Some(why) = self.refusal(campaign, ledger, &motion, (&open, now))? {
            let same = open.iter().find(|proposal| proposal.motion == motion);
            return Ok((why, same.map(|same| campaign.proposal_facts(same, Some(self.seat)))));
        }
        let days = campaign.config.votes.open_days;
        let until = days_later(self.received_at.max(now), days, campaign.zone_of(None)).ok_or(DeskError::NoDeadline)?;
        let votes = BTreeMap::from([(self.seat, true)]);
        let name = campaign.player_name(self.seat);
        let proposal = Proposal { number: book::next_number(ledger)?, by: Some(self.seat), name, motion: motion.clone(), until, votes };
        book::keep(ledger, &proposal)?;
        PROPOSALS.note(ledger, self.seat, now)?;
        campaign.record(ledger, Act::Proposed { number: proposal.number, seat: self.seat, motion, until }, now)?;
        let facts = campaign.proposal_facts(&proposal, Some(self.seat));
        let became = campaign.settle(ledger, &proposal, None, now)?.map_or(VoteState::Proposed, VoteState::Decided);
        if became == VoteState::Proposed {
            self.tell_all_others(campaign, ledger, &proposal, now)?;
        }
        Ok((became, Some(facts)))
    }

    /// Why the player cannot propose this.
    fn refusal(
        &self,
        campaign: &Campaign,
        ledger: &Ledger<'_>,
        motion: &Motion,
        (open, now): (&[Proposal], DateTime<Utc>),
    ) -> Result<Option<VoteState>, DeskError> {
        let votes = &campaign.config.votes;
        Ok(if campaign.alternates() && motion.ends_the_game() {
            Some(VoteState::OfTwo)
        } else if votes.share(motion) == Share::No {
            Some(VoteState::NotAllowed)
        } else if *motion == (Motion::Concede { to: self.seat }) {
            Some(VoteState::ToSelf)
        } else if !campaign.voters(motion).contains(&self.seat) {
            Some(VoteState::NoVote)
        } else if motion.days().is_some_and(|days| days > votes.most_days) {
            Some(VoteState::TooLong)
        } else if let Some(why) = campaign.objection(ledger, motion)? {
            Some(why)
        } else if open.iter().any(|proposal| proposal.motion == *motion) {
            Some(VoteState::SameOpen)
        } else if open.iter().any(|proposal| proposal.by == Some(self.seat)) {
            Some(VoteState::OwnOpen)
        } else if PROPOSALS.used_up_until(ledger, self.seat, now)?.is_some() {
            Some(VoteState::TooMany)
        } else {
            None
        })
    }

    fn vote(
        &self,
        campaign: &mut Campaign,
        ledger: &Ledger<'_>,
        agrees: bool,
        number: Option<u32>,
        now: DateTime<Utc>,
    ) -> Result<Became, DeskError> {
        if !campaign.goes_on() {
            return Ok((VoteState::Closed, None));
        }
        let mut open = book::open(ledger)?;
        match number {
            Some(number) => open.retain(|proposal| proposal.number == number),
            // A line without a number is about the proposals on which its writer has a vote.
            None => open.retain(|proposal| campaign.voters(&proposal.motion).contains(&self.seat)),
        }
        let mut proposal = match (open.pop(), open.len()) {
            (None, _) => return Ok((VoteState::Nothing, None)),
            (Some(_), 1..) => return Ok((VoteState::Which, None)),
            (Some(proposal), 0) => proposal,
        };
        let facts = |campaign: &Campaign, proposal: &Proposal| Some(campaign.proposal_facts(proposal, Some(self.seat)));
        if !campaign.voters(&proposal.motion).contains(&self.seat) {
            return Ok((VoteState::NoVote, facts(campaign, &proposal)));
        }
        if self.received_at > proposal.until {
            return Ok((VoteState::Over, facts(campaign, &proposal)));
        }
        if proposal.votes.insert(self.seat, agrees) == Some(agrees) {
            return Ok((VoteState::Known, facts(campaign, &proposal)));
        }
        book::keep(ledger, &proposal)?;
        let told = facts(campaign, &proposal);
        // A player who disagrees with their own proposal withdraws it.
        let otherwise = (!agrees && proposal.by == Some(self.seat)).then_some(VoteResult::Withdrawn);
        Ok((campaign.settle(ledger, &proposal, otherwise, now)?.map_or(VoteState::Voted, VoteState::Decided), told))
    }

    /// Writes to each other player, and to the game master.
    fn tell_all_others(&self, campaign: &Campaign, ledger: &Ledger<'_>, proposal: &Proposal, now: DateTime<Utc>) -> Result<(), DeskError> {
        let id = format!("vote.{}.{}", proposal.number, self.fingerprint.short());
        let about = |seat| About::VoteProposed(campaign.proposal_facts(proposal, seat));
        write_to(campaign, ledger, &campaign.readers_but(self.seat), &id, about, now)?;
        Ok(())
    }
}
