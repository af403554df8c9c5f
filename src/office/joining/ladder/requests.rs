//! What players ask of the ladder: a place on it, a game with somebody who stands above them, or to leave it.

use chrono::TimeDelta;

use super::{letter_id, place_of};
use crate::campaign::config::RefusalCounts;
use crate::campaign::journal::committed;
use crate::campaign::ladder::{Ladder, Rung, Stage};
use crate::campaign::{Address, calendar};
use crate::engine::clean_name;
use crate::engine::nearness::nearest;
use crate::office::cabinet::codes::VALID_DAYS;
use crate::office::cabinet::error::DeskError;
use crate::office::cabinet::ladder::{keep, read};
use crate::office::joining::answers::{Answered, Visitor};
use crate::office::joining::codes::{Errand, Hopeful, LadderChallenge, LadderErrand};
use crate::office::joining::tables::{NewPair, PairedPlayer};
use crate::office::letters::about::About;
use crate::office::letters::ladder::{ConfirmLadderFacts, LadderChallengeFacts, LadderNews, LadderNewsFacts, LadderToConfirm};
use crate::office::letters::ladder_game::LadderEnd;

/// A request about the ladder.
#[derive(Clone, Copy)]
pub(in crate::office::joining) enum LadderRequest<'a> {
    Enter { name: Option<&'a String> },
    Leave,
    Challenge { player: &'a str },
}

impl Visitor<'_> {
    /// Answers a request, or sends the code that confirms it.
    pub(in crate::office::joining) fn ask_of_ladder(&self, request: LadderRequest<'_>) -> Result<Answered, DeskError> {
        let Some(rules) = self.letterbox.ladder_rules() else { return Ok(Answered::AsAWish) };
        let ladder = read(self.ledger)?;
        let places_above = usize::from(rules.ladder.places_above);
        let refused = |what, other| Err((what, other, Vec::new()));
        let asked = match request {
            LadderRequest::Enter { name } => match self.name_on(&ladder, name) {
                Ok(name) => Ok((LadderToConfirm::Enter, LadderErrand::Enter { address: self.sender.clone(), name })),
                Err(what) => refused(what, None),
            },
            LadderRequest::Leave if ladder.place(self.sender).is_none() => refused(LadderNews::NotOnIt, None),
            LadderRequest::Leave => Ok((LadderToConfirm::Leave, LadderErrand::Leave { address: self.sender.clone() })),
            LadderRequest::Challenge { player } => match ladder.named(player) {
                None => {
                    let names = ladder.rungs.iter().map(|rung| rung.name.as_str());
                    let near: Vec<String> = nearest(player, names).into_iter().map(str::to_owned).collect();
                    Err((LadderNews::NoPlayer, clean_name(player), near))
                }
                Some(Rung { address, name }) => match ladder.obstacle(self.sender, address, places_above) {
                    Some(obstacle) => refused(obstacle.into(), Some(name.clone())),
                    None => {
                        let errand = LadderErrand::Challenge { by: self.sender.clone(), to: address.clone() };
                        Ok((LadderToConfirm::Challenge { other: name.clone() }, errand))
                    }
                },
            },
        };
        let (what, errand) = match asked {
            Ok((what, errand)) => (what, Errand::Ladder(errand)),
            Err((what, other, near)) => {
                let facts = LadderNewsFacts { near, ..rules.news(self.ledger, &ladder, self.sender, (what, other))? };
                let is_answered = self.may_answer(self.sender)? && self.answer_with(self.sender, About::Ladder(facts))?;
                return Ok(Answered::Done(is_answered));
            }
        };
        let (own, ladder) = (place_of(&ladder, self.sender), rules.facts(self.ledger, &ladder)?);
        let about = |code| About::ConfirmLadder(ConfirmLadderFacts { ladder, what, own, code, code_days: VALID_DAYS });
        self.ask_to_confirm(&errand, about).map(Answered::Done)
    }

    /// What was confirmed by a code. Returns whether a letter was written.
    pub(in crate::office::joining) fn confirm_ladder(&self, errand: &LadderErrand) -> Result<bool, DeskError> {
        let Some(rules) = self.letterbox.ladder_rules() else { return Ok(false) };
        let mut ladder = read(self.ledger)?;
        let (reader, what, other) = match errand {
            LadderErrand::Enter { address, name } => {
                let what = ladder.enter(address, name).map_or_else(LadderNews::from, |()| LadderNews::Entered);
                (address, what, None)
            }
            LadderErrand::Leave { address } => {
                let was_on_it = self.take_off_ladder(&mut ladder, address)?;
                (address, if was_on_it { LadderNews::Left } else { LadderNews::NotOnIt }, None)
            }
            LadderErrand::Challenge { by, to } => {
                let other = ladder.rung(to).map(|rung| rung.name.clone());
                let what = match ladder.obstacle(by, to, usize::from(rules.ladder.places_above)) {
                    Some(obstacle) => obstacle.into(),
                    None => {
                        self.send_ladder_challenge(&mut ladder, (by, to))?;
                        LadderNews::Sent
                    }
                };
                (by, what, other)
            }
            LadderErrand::Accept(challenge) => {
                if self.begin_game(&mut ladder, challenge)? {
                    keep(self.ledger, &ladder)?;
                    return Ok(true);
                }
                (&challenge.to, LadderNews::TooLate, None)
            }
        };
        keep(self.ledger, &ladder)?;
        let facts = rules.news(self.ledger, &ladder, reader, (what, other))?;
        self.answer_with(reader, About::Ladder(facts))
    }

    /// Sends a challenge to the player whom it is for.
    fn send_ladder_challenge(&self, ladder: &mut Ladder, (by, to): (&Address, &Address)) -> Result<(), DeskError> {
        let (Some(rules), Some(challenger), Some(own)) = (self.letterbox.ladder_rules(), ladder.rung(by), place_of(ladder, to)) else {
            return Ok(());
        };
        let other = challenger.name.clone();
        let secret = self.letterbox.new_secret(&self.mail.envelope.fingerprint.to_string(), self.world)?;
        let confirmation = self.confirmation();
        let errand = LadderErrand::Accept(LadderChallenge { by: by.clone(), confirmation, to: to.clone(), secret });
        ladder.ask(by, to, calendar::later(self.world.now, TimeDelta::days(i64::from(rules.ladder.answer_days))));
        let (ladder, commitment) = (rules.facts(self.ledger, ladder)?, committed(secret));
        let about = |code| About::LadderChallenge(LadderChallengeFacts { ladder, own, other, code, commitment });
        self.challenge_by_code((letter_id(&self.mail.answer_id("ladder"), to), &Errand::Ladder(errand)), about)
    }

    /// Begins the game of a challenge that is still open; returns whether it was.
    fn begin_game(
        &self,
        ladder: &mut Ladder,
        LadderChallenge { by, confirmation, to, secret }: &LadderChallenge,
    ) -> Result<bool, DeskError> {
        let names = [by, to].map(|player| ladder.rung(player).map(|rung| rung.name.clone()));
        let place = ladder.place(to);
        let (Some(rules), [Some(name), Some(other)], Some(asked)) = (self.letterbox.ladder_rules(), names, ladder.asked(by, to)) else {
            return Ok(false);
        };
        let confirmed_at = self.mail.envelope.received_at;
        let side = |address: &Address, name, confirmation| {
            let wish = Hopeful { game: rules.offer, address: address.clone(), name };
            PairedPlayer { wish, confirmation, confirmed_at }
        };
        let sides = [side(by, name, *confirmation), side(to, other, self.confirmation())];
        let campaign = self.letterbox.pair_up(self.ledger, rules.pairing, &NewPair { sides, secret: *secret, place }, self.world.now)?;
        asked.stage = Stage::Playing { campaign };
        Ok(true)
    }

    /// A challenge was declined: it counts as the host's file says, and both are told. Returns whether it was still open.
    pub(in crate::office::joining) fn decline_ladder(&self, (by, to): (&Address, &Address)) -> Result<bool, DeskError> {
        let mut ladder = read(self.ledger)?;
        let (Some(rules), Some(asked)) = (self.letterbox.ladder_rules(), ladder.asked(by, to).cloned()) else { return Ok(false) };
        let end = LadderEnd { what: LadderNews::Declined, challenger_won: rules.ladder.refused == RefusalCounts::Lost };
        self.letterbox.settle(self.ledger, &mut ladder, (rules, &asked, end), &self.mail.answer_id("declined"), self.world)?;
        keep(self.ledger, &ladder)?;
        Ok(true)
    }

    /// Takes a player off the ladder. If somebody has an open challenge or game with that player, they are told that it no longer changes
    /// any place. Returns whether the player was on the ladder.
    fn take_off_ladder(&self, ladder: &mut Ladder, player: &Address) -> Result<bool, DeskError> {
        let (Some(rules), Some(gone)) = (self.letterbox.ladder_rules(), ladder.rung(player).cloned()) else { return Ok(false) };
        let open = ladder.open_match(player).cloned();
        ladder.leave(player);
        let others = open.into_iter().flat_map(|open| [open.challenger, open.challenged]);
        for other in others.filter(|other| *other != *player) {
            let Some(Rung { address, .. }) = ladder.rung(&other) else { continue };
            let facts = rules.news(self.ledger, ladder, address, (LadderNews::CalledOff, Some(gone.name.clone())))?;
            let id = format!("ladder.called-off.{}", self.world.now.timestamp());
            self.letterbox.tell_of_ladder(self.ledger, &id, address, About::Ladder(facts), self.world)?;
        }
        Ok(true)
    }

    /// By which name they would stand on the ladder; or what is wrong with it.
    fn name_on(&self, ladder: &Ladder, name: Option<&String>) -> Result<String, LadderNews> {
        let name = self.name_asked_for(name).ok_or(LadderNews::NoName)?;
        ladder.clone().enter(self.sender, &name).map_err(LadderNews::from)?;
        Ok(name)
    }
}
