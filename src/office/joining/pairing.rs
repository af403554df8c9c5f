//! Requests of players who want a game of two: a place in a queue, or a certain opponent.

use crate::campaign::CampaignId;
use crate::campaign::config::PairingConfig;
use crate::campaign::token::Token;
use crate::engine::clean_name;
use crate::office::cabinet::codes::{self, VALID_DAYS};
use crate::office::cabinet::error::DeskError;
use crate::office::joining::answers::{Answered, Visitor};
use crate::office::joining::codes::{Errand, Hopeful, LadderChallenge, LadderErrand, TableChallenge, TableErrand};
use crate::office::joining::confirmed::CodeTag;
use crate::office::joining::ladder::LadderRequest;
use crate::office::joining::offers::facts_of;
use crate::office::joining::opponents::{self, Opponent};
use crate::office::letters::about::About;
use crate::office::letters::pairing::{ConfirmPairingFacts, PairingNews, PairingToConfirm, TableFacts};
use crate::post::requests::{CHALLENGE_TAG, PairingRequest};

impl Visitor<'_> {
    /// Carries out a request about a game of two in an email without a seat. A request that enters somebody, or writes to somebody else,
    /// waits for the answer to a code.
    pub(super) fn pair(&self, request: &PairingRequest) -> Result<Answered, DeskError> {
        let Some(pairing) = &self.letterbox.host.config.pairing else { return Ok(Answered::AsAWish) };
        let of_ladder = match request {
            PairingRequest::Play { game, name } if self.letterbox.is_ladder(game) => Some(LadderRequest::Enter { name: name.as_ref() }),
            PairingRequest::Leave { game: Some(game) } if self.letterbox.is_ladder(game) => Some(LadderRequest::Leave),
            PairingRequest::Challenge { player, game, .. } if self.letterbox.is_ladder(game) => Some(LadderRequest::Challenge { player }),
            _ => None,
        };
        if let Some(request) = of_ladder {
            return self.ask_of_ladder(request);
        }
        let news = match request {
            PairingRequest::Answer { code, accepts: Some(true) } => {
                return self.confirm(code).map(Answered::Done);
            }
            PairingRequest::Answer { code, accepts: Some(false) } => return self.decline(code),
            PairingRequest::Answer { code, accepts: None } => {
                let about = About::Pairing { pairing: self.letterbox.pairing_facts(PairingNews::NoAnswer), offers: Vec::new() };
                return self.ask_again(CodeTag { tag: CHALLENGE_TAG, code }, about).map(Answered::Done);
            }
            // This needs no code: a forged request does no harm, since the player can undo it with the opposite request.
            PairingRequest::Challenges { on } => {
                opponents::let_be_challenged(self.ledger, self.sender, *on)?;
                if *on { PairingNews::On } else { PairingNews::Off }
            }
            PairingRequest::Leave { game } => {
                let was_waiting = self.leave_queues(pairing, game.as_deref())?;
                if was_waiting { PairingNews::Left } else { PairingNews::NotWaiting }
            }
            PairingRequest::Play { game, name } => match self.wish(pairing, game, name.as_ref()) {
                Err(news) => *news,
                Ok(wish) => {
                    let asked = (PairingToConfirm::Play, facts_of(self.ledger, pairing, &wish.game)?);
                    return self.ask_to_confirm_pairing(&Errand::Table(TableErrand::Play(wish)), asked);
                }
            },
            PairingRequest::Challenge { player, campaign, game, name } => match self.wish(pairing, game, name.as_ref()) {
                Err(news) => *news,
                Ok(_) if !pairing.challenges => PairingNews::NoChallenges,
                // A sender who gets no answer costs no search.
                Ok(_) if !self.may_answer(self.sender)? => return Ok(Answered::Done(false)),
                Ok(wish) => {
                    let offer = facts_of(self.ledger, pairing, &wish.game)?;
                    match self.challenge(&wish, (player, campaign.as_ref()), &offer)? {
                        Err(news) => news,
                        Ok(errand) => {
                            let asked = (PairingToConfirm::Challenge, offer);
                            return self.ask_to_confirm_pairing(&errand, asked);
                        }
                    }
                }
            },
        };
        self.answer_pairing(news)
    }

    /// Whom somebody challenges, or why that cannot be.
    fn challenge(
        &self,
        by: &Hopeful,
        (player, campaign): (&str, Option<&CampaignId>),
        offer: &TableFacts,
    ) -> Result<Result<Errand, PairingNews>, DeskError> {
        // Text that is no name is not repeated in the answer, so that strangers cannot have us send it to others.
        let (offer, other) = (offer.clone(), clean_name(player));
        Ok(match opponents::find(self.ledger, player, campaign)? {
            Opponent::One { address, .. } if address == by.address => Err(PairingNews::OwnName { offer }),
            Opponent::One { address, name } => {
                let challenge = TableChallenge { by: by.clone(), to: address, to_name: name };
                Ok(Errand::Table(TableErrand::Challenge(challenge)))
            }
            Opponent::Several { campaigns } => {
                let near = campaigns.iter().map(ToString::to_string).collect();
                Err(PairingNews::SeveralPlayers { offer, other, near })
            }
            Opponent::Nobody { near } => Err(PairingNews::NoPlayer { offer, other, near }),
        })
    }

    /// Takes somebody out of one queue, or out of all; returns whether they were in any.
    fn leave_queues(&self, pairing: &PairingConfig, game: Option<&str>) -> Result<bool, DeskError> {
        let named = game.and_then(|game| pairing.offer(game));
        let mut was_waiting = false;
        for offer in pairing.games.iter().filter(|offer| game.is_none() || named == Some(**offer)) {
            was_waiting |= self.ledger.drop_applicant(offer, self.sender)?;
        }
        Ok(was_waiting)
    }

    fn decline(&self, code: &Token) -> Result<Answered, DeskError> {
        // Whatever else a code stands for is refused by doing nothing, and can still be confirmed.
        match codes::errand_of(self.ledger, code, self.world.now)? {
            Some((digest, Errand::Ladder(LadderErrand::Accept(LadderChallenge { by, to, .. })))) => {
                self.ledger.use_code(digest)?;
                if self.decline_ladder((&by, &to))? {
                    return Ok(Answered::Done(true));
                }
                self.answer_no_code().map(Answered::Done)
            }
            Some((digest, Errand::Table(TableErrand::Accept { by, to_name, .. }))) => {
                self.ledger.use_code(digest)?;
                let news = PairingNews::Declined { other: to_name };
                self.letterbox.tell_of_pairing(self.ledger, &self.mail.answer_id("declined"), &by, news, self.world.now)?;
                self.answer_pairing(PairingNews::Declines { other: by.name })
            }
            _ => self.answer_no_code().map(Answered::Done),
        }
    }

    fn ask_to_confirm_pairing(&self, errand: &Errand, (what, offer): (PairingToConfirm, TableFacts)) -> Result<Answered, DeskError> {
        let about = |code| About::ConfirmPairing(ConfirmPairingFacts { what, offer, code, days: VALID_DAYS });
        self.ask_to_confirm(errand, about).map(Answered::Done)
    }

    /// Answers what asked for no code.
    fn answer_pairing(&self, news: PairingNews) -> Result<Answered, DeskError> {
        if !self.may_answer(self.sender)? {
            return Ok(Answered::Done(false));
        }
        self.write_of_pairing(news).map(Answered::Done)
    }

    /// Which game they want to play, and by which name; or what is wrong.
    fn wish(&self, pairing: &PairingConfig, game: &str, name: Option<&String>) -> Result<Hopeful, Box<PairingNews>> {
        let game = pairing.offer(game).ok_or_else(|| Box::new(PairingNews::NoGame))?;
        let name = self.name_asked_for(name).ok_or_else(|| Box::new(PairingNews::NoName))?;
        Ok(Hopeful { game, address: self.sender.clone(), name })
    }
}
