//! What players ask of the ladder: a place on it, a game with somebody who stands above them, or to leave it.

use chrono::TimeDelta;

use super::{letter_id, place_of};
use crate::campaign::config::RefusalCounts;
use crate::campaign::journal::committed;
use crate::campaign::ladder::{Ladder, Rung, Stage};
use crate::campaign::{Address, calendar};
use crate::engine::clean_name;
use crate::engine::nearness::nearest;
use crate::office::World;
use crate::office::cabinet::codes::VALID_DAYS;
use crate::office::cabinet::error::DeskError;
use crate::office::cabinet::ladder::{keep, read};
use crate::office::front::Letterbox;
use crate::office::inbox::arrived::Arrived;
use crate::office::joining::answers::name_asked_for;
use crate::office::joining::answers::{Answered, confirmation_of};
use crate::office::joining::codes::{Errand, Hopeful, LadderChallenge, LadderErrand};
use crate::office::joining::tables::{NewPair, PairedPlayer};
use crate::office::letters::about::About;
use crate::office::letters::ladder::{ConfirmLadderFacts, LadderChallengeFacts, LadderNews, LadderNewsFacts, LadderToConfirm};
use crate::office::letters::ladder_game::LadderEnd;
use crate::office::letters::model::LetterModel;
use crate::store::Ledger;

/// A request about the ladder.
#[derive(Clone, Copy)]
pub(in crate::office::joining) enum LadderRequest<'a> {
    Enter { name: Option<&'a String> },
    Leave,
    Challenge { player: &'a str },
}

impl Letterbox {
    /// Answers a request, or sends the code that confirms it.
    pub(in crate::office::joining) fn ask_of_ladder(
        &self,
        ledger: &Ledger<'_>,
        mail: &Arrived,
        request: LadderRequest<'_>,
        world: &World<'_>,
    ) -> Result<Answered, DeskError> {
        let (Some(rules), Some(sender)) = (self.ladder_rules(), &mail.envelope.sender) else { return Ok(Answered::AsAWish) };
        let ladder = read(ledger)?;
        let places_above = usize::from(rules.ladder.places_above);
        let refused = |what, other| Err((what, other, Vec::new()));
        let asked = match request {
            LadderRequest::Enter { name } => match name_of(&ladder, mail, name, sender) {
                Ok(name) => Ok((LadderToConfirm::Enter, LadderErrand::Enter { address: sender.clone(), name })),
                Err(what) => refused(what, None),
            },
            LadderRequest::Leave if ladder.place(sender).is_none() => refused(LadderNews::NotOnIt, None),
            LadderRequest::Leave => Ok((LadderToConfirm::Leave, LadderErrand::Leave { address: sender.clone() })),
            LadderRequest::Challenge { player } => match ladder.named(player) {
                None => {
                    let names = ladder.rungs.iter().map(|rung| rung.name.as_str());
                    let near: Vec<String> = nearest(player, names).into_iter().map(str::to_owned).collect();
                    Err((LadderNews::NoPlayer, clean_name(player), near))
                }
                Some(Rung { address, name }) => match ladder.obstacle(sender, address, places_above) {
                    Some(obstacle) => refused(obstacle.into(), Some(name.clone())),
                    None => {
                        let errand = LadderErrand::Challenge { by: sender.clone(), to: address.clone() };
                        Ok((LadderToConfirm::Challenge { other: name.clone() }, errand))
                    }
                },
            },
        };
        let (what, errand) = match asked {
            Ok((what, errand)) => (what, Errand::Ladder(errand)),
            Err((what, other, near)) => {
                let facts = LadderNewsFacts { near, ..rules.news(ledger, &ladder, sender, (what, other))? };
                let is_answered =
                    self.may_answer(ledger, mail, sender, world.now)? && self.write_of_ladder(ledger, mail, sender, facts, world)?;
                return Ok(Answered::Done(is_answered));
            }
        };
        let (own, ladder) = (place_of(&ladder, sender), rules.facts(ledger, &ladder)?);
        let about = |code| About::ConfirmLadder(ConfirmLadderFacts { ladder, what, own, code, code_days: VALID_DAYS });
        self.ask_to_confirm(ledger, mail, &errand, about, world).map(Answered::Done)
    }

    /// What was confirmed by a code. Returns whether a letter was written.
    pub(in crate::office::joining) fn confirm_ladder(
        &self,
        ledger: &Ledger<'_>,
        mail: &Arrived,
        errand: &LadderErrand,
        world: &World<'_>,
    ) -> Result<bool, DeskError> {
        let Some(rules) = self.ladder_rules() else { return Ok(false) };
        let mut ladder = read(ledger)?;
        let (reader, what, other) = match errand {
            LadderErrand::Enter { address, name } => {
                let what = ladder.enter(address, name).map_or_else(LadderNews::from, |()| LadderNews::Entered);
                (address, what, None)
            }
            LadderErrand::Leave { address } => {
                let was_on_it = self.take_off_ladder(ledger, &mut ladder, address, world)?;
                (address, if was_on_it { LadderNews::Left } else { LadderNews::NotOnIt }, None)
            }
            LadderErrand::Challenge { by, to } => {
                let other = ladder.rung(to).map(|rung| rung.name.clone());
                let what = match ladder.obstacle(by, to, usize::from(rules.ladder.places_above)) {
                    Some(obstacle) => obstacle.into(),
                    None => {
                        self.send_ladder_challenge(ledger, mail, &mut ladder, (by, to), world)?;
                        LadderNews::Sent
                    }
                };
                (by, what, other)
            }
            LadderErrand::Accept(challenge) => {
                if self.begin_game(ledger, mail, &mut ladder, challenge, world)? {
                    keep(ledger, &ladder)?;
                    return Ok(true);
                }
                (&challenge.to, LadderNews::TooLate, None)
            }
        };
        keep(ledger, &ladder)?;
        let facts = rules.news(ledger, &ladder, reader, (what, other))?;
        self.write_of_ladder(ledger, mail, reader, facts, world)
    }

    /// Sends a challenge to the player whom it is for.
    fn send_ladder_challenge(
        &self,
        ledger: &Ledger<'_>,
        mail: &Arrived,
        ladder: &mut Ladder,
        (by, to): (&Address, &Address),
        world: &World<'_>,
    ) -> Result<(), DeskError> {
        let (Some(rules), Some(challenger), Some(own)) = (self.ladder_rules(), ladder.rung(by), place_of(ladder, to)) else {
            return Ok(());
        };
        let other = challenger.name.clone();
        let secret = self.new_secret(&mail.envelope.fingerprint.to_string(), world)?;
        let confirmation = confirmation_of(mail);
        let errand = LadderErrand::Accept(LadderChallenge { by: by.clone(), confirmation, to: to.clone(), secret });
        ladder.ask(by, to, calendar::later(world.now, TimeDelta::days(i64::from(rules.ladder.answer_days))));
        let (ladder, commitment) = (rules.facts(ledger, ladder)?, committed(secret));
        let about = |code| About::LadderChallenge(LadderChallengeFacts { ladder, own, other, code, commitment });
        self.challenge_by_code(ledger, mail, (letter_id(&mail.answer_id("ladder"), to), &Errand::Ladder(errand)), about, world)
    }

    /// Begins the game of a challenge that is still open; returns whether it was.
    fn begin_game(
        &self,
        ledger: &Ledger<'_>,
        mail: &Arrived,
        ladder: &mut Ladder,
        LadderChallenge { by, confirmation, to, secret }: &LadderChallenge,
        world: &World<'_>,
    ) -> Result<bool, DeskError> {
        let names = [by, to].map(|player| ladder.rung(player).map(|rung| rung.name.clone()));
        let place = ladder.place(to);
        let (Some(rules), [Some(name), Some(other)], Some(asked)) = (self.ladder_rules(), names, ladder.asked(by, to)) else {
            return Ok(false);
        };
        let confirmed_at = mail.envelope.received_at;
        let side = |address: &Address, name, confirmation| {
            let wish = Hopeful { game: rules.offer, address: address.clone(), name };
            PairedPlayer { wish, confirmation, confirmed_at }
        };
        let sides = [side(by, name, *confirmation), side(to, other, confirmation_of(mail))];
        let campaign = self.pair_up(ledger, rules.pairing, &NewPair { sides, secret: *secret, place }, world.now)?;
        asked.stage = Stage::Playing { campaign };
        Ok(true)
    }

    /// A challenge was declined: it counts as the host's file says, and both are told. Returns whether it was still open.
    pub(in crate::office::joining) fn decline_ladder(
        &self,
        ledger: &Ledger<'_>,
        mail: &Arrived,
        (by, to): (&Address, &Address),
        world: &World<'_>,
    ) -> Result<bool, DeskError> {
        let mut ladder = read(ledger)?;
        let (Some(rules), Some(asked)) = (self.ladder_rules(), ladder.asked(by, to).cloned()) else { return Ok(false) };
        let end = LadderEnd { what: LadderNews::Declined, challenger_won: rules.ladder.refused == RefusalCounts::Lost };
        self.settle(ledger, &mut ladder, (rules, &asked, end), &mail.answer_id("declined"), world)?;
        keep(ledger, &ladder)?;
        Ok(true)
    }

    /// Takes a player off the ladder. If somebody has an open challenge or game with that player, they are told that it no longer changes
    /// any place. Returns whether the player was on the ladder.
    fn take_off_ladder(&self, ledger: &Ledger<'_>, ladder: &mut Ladder, player: &Address, world: &World<'_>) -> Result<bool, DeskError> {
        let (Some(rules), Some(gone)) = (self.ladder_rules(), ladder.rung(player).cloned()) else { return Ok(false) };
        let open = ladder.open_match(player).cloned();
        ladder.leave(player);
        let others = open.into_iter().flat_map(|open| [open.challenger, open.challenged]);
        for other in others.filter(|other| *other != *player) {
            let Some(Rung { address, .. }) = ladder.rung(&other) else { continue };
            let facts = rules.news(ledger, ladder, address, (LadderNews::CalledOff, Some(gone.name.clone())))?;
            let id = format!("ladder.called-off.{}", world.now.timestamp());
            self.tell_of_ladder(ledger, &id, address, About::Ladder(facts), world)?;
        }
        Ok(true)
    }

    fn write_of_ladder(
        &self,
        ledger: &Ledger<'_>,
        mail: &Arrived,
        reader: &Address,
        facts: LadderNewsFacts,
        world: &World<'_>,
    ) -> Result<bool, DeskError> {
        let letter = LetterModel::new(self.answer_to(mail), About::Ladder(facts));
        self.write_back(ledger, mail, reader, "answer", &letter, world.now)
    }
}

/// By which name somebody would stand on the ladder; or what is wrong with it.
fn name_of(ladder: &Ladder, mail: &Arrived, name: Option<&String>, sender: &Address) -> Result<String, LadderNews> {
    let name = name_asked_for(mail, name).ok_or(LadderNews::NoName)?;
    ladder.clone().enter(sender, &name).map_err(LadderNews::from)?;
    Ok(name)
}
