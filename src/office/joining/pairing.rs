//! Requests of players who want a game of two: a place in a queue, or a certain opponent.

use crate::campaign::config::PairingConfig;
use crate::campaign::token::Token;
use crate::campaign::{Address, CampaignId};
use crate::engine::clean_name;
use crate::office::World;
use crate::office::cabinet::codes::{self, VALID_DAYS};
use crate::office::cabinet::error::DeskError;
use crate::office::front::Letterbox;
use crate::office::inbox::arrived::Arrived;
use crate::office::joining::answers::Answered;
use crate::office::joining::answers::name_asked_for;
use crate::office::joining::codes::{Errand, Hopeful, LadderChallenge, LadderErrand, TableChallenge, TableErrand};
use crate::office::joining::confirmed::CodeTag;
use crate::office::joining::ladder::LadderRequest;
use crate::office::joining::offers::facts_of;
use crate::office::joining::opponents::{self, Opponent};
use crate::office::letters::about::About;
use crate::office::letters::pairing::{ConfirmPairingFacts, PairingNews, PairingToConfirm, TableFacts};
use crate::post::requests::{CHALLENGE_TAG, PairingRequest};
use crate::store::Ledger;

impl Letterbox {
    /// Carries out a request about a game of two in an email without a seat. A request that enters somebody, or writes to somebody else,
    /// waits for the answer to a code.
    pub(super) fn pair(
        &self,
        ledger: &Ledger<'_>,
        mail: &Arrived,
        request: &PairingRequest,
        world: &World<'_>,
    ) -> Result<Answered, DeskError> {
        let (Some(pairing), Some(sender)) = (&self.host.config.pairing, &mail.envelope.sender) else { return Ok(Answered::AsAWish) };
        let of_ladder = match request {
            PairingRequest::Play { game, name } if self.is_ladder(game) => Some(LadderRequest::Enter { name: name.as_ref() }),
            PairingRequest::Leave { game: Some(game) } if self.is_ladder(game) => Some(LadderRequest::Leave),
            PairingRequest::Challenge { player, game, .. } if self.is_ladder(game) => Some(LadderRequest::Challenge { player }),
            _ => None,
        };
        if let Some(request) = of_ladder {
            return self.ask_of_ladder(ledger, mail, request, world);
        }
        let news = match request {
            PairingRequest::Answer { code, accepts: Some(true) } => {
                return self.confirm(ledger, mail, sender, code, world).map(Answered::Done);
            }
            PairingRequest::Answer { code, accepts: Some(false) } => return self.decline(ledger, mail, sender, code, world),
            PairingRequest::Answer { code, accepts: None } => {
                let about = About::Pairing { pairing: self.pairing_facts(PairingNews::NoAnswer), offers: Vec::new() };
                return self.ask_again(ledger, mail, sender, CodeTag { tag: CHALLENGE_TAG, code }, about, world).map(Answered::Done);
            }
            // This needs no code: a forged request does no harm, since the player can undo it with the opposite request.
            PairingRequest::Challenges { on } => {
                opponents::let_be_challenged(ledger, sender, *on)?;
                if *on { PairingNews::On } else { PairingNews::Off }
            }
            PairingRequest::Leave { game } => {
                let was_waiting = self.leave_queues(ledger, sender, game.as_deref())?;
                if was_waiting { PairingNews::Left } else { PairingNews::NotWaiting }
            }
            PairingRequest::Play { game, name } => match wish(pairing, mail, sender, game, name.as_ref()) {
                Err(news) => *news,
                Ok(wish) => {
                    let asked = (PairingToConfirm::Play, facts_of(ledger, pairing, &wish.game)?);
                    return self.ask_to_confirm_pairing(ledger, mail, &Errand::Table(TableErrand::Play(wish)), asked, world);
                }
            },
            PairingRequest::Challenge { player, campaign, game, name } => match wish(pairing, mail, sender, game, name.as_ref()) {
                Err(news) => *news,
                Ok(_) if !pairing.challenges => PairingNews::NoChallenges,
                // A sender who gets no answer costs no search.
                Ok(_) if !self.may_answer(ledger, mail, sender, world.now)? => return Ok(Answered::Done(false)),
                Ok(wish) => {
                    let offer = facts_of(ledger, pairing, &wish.game)?;
                    match self.challenge(ledger, &wish, (player, campaign.as_ref()), &offer)? {
                        Err(news) => news,
                        Ok(errand) => {
                            let asked = (PairingToConfirm::Challenge, offer);
                            return self.ask_to_confirm_pairing(ledger, mail, &errand, asked, world);
                        }
                    }
                }
            },
        };
        self.answer_pairing(ledger, mail, news, world)
    }

    /// Whom somebody challenges, or why that cannot be.
    fn challenge(
        &self,
        ledger: &Ledger<'_>,
        by: &Hopeful,
        (player, campaign): (&str, Option<&CampaignId>),
        offer: &TableFacts,
    ) -> Result<Result<Errand, PairingNews>, DeskError> {
        // Text that is no name is not repeated in the answer, so that strangers cannot have us send it to others.
        let (offer, other) = (offer.clone(), clean_name(player));
        Ok(match opponents::find(ledger, player, campaign)? {
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
    fn leave_queues(&self, ledger: &Ledger<'_>, sender: &Address, game: Option<&str>) -> Result<bool, DeskError> {
        let Some(pairing) = &self.host.config.pairing else { return Ok(false) };
        let named = game.and_then(|game| pairing.offer(game));
        let mut was_waiting = false;
        for offer in pairing.games.iter().filter(|offer| game.is_none() || named == Some(**offer)) {
            was_waiting |= ledger.drop_applicant(offer, sender)?;
        }
        Ok(was_waiting)
    }

    fn decline(
        &self,
        ledger: &Ledger<'_>,
        mail: &Arrived,
        sender: &Address,
        code: &Token,
        world: &World<'_>,
    ) -> Result<Answered, DeskError> {
        // Whatever else a code stands for is refused by doing nothing, and can still be confirmed.
        match codes::errand_of(ledger, code, world.now)? {
            Some((digest, Errand::Ladder(LadderErrand::Accept(LadderChallenge { by, to, .. })))) => {
                ledger.use_code(digest)?;
                if self.decline_ladder(ledger, mail, (&by, &to), world)? {
                    return Ok(Answered::Done(true));
                }
                self.answer_no_code(ledger, mail, sender, world).map(Answered::Done)
            }
            Some((digest, Errand::Table(TableErrand::Accept { by, to_name, .. }))) => {
                ledger.use_code(digest)?;
                let news = PairingNews::Declined { other: to_name };
                self.tell_of_pairing(ledger, &mail.answer_id("declined"), &by, news, world.now)?;
                self.answer_pairing(ledger, mail, PairingNews::Declines { other: by.name }, world)
            }
            _ => self.answer_no_code(ledger, mail, sender, world).map(Answered::Done),
        }
    }

    fn ask_to_confirm_pairing(
        &self,
        ledger: &Ledger<'_>,
        mail: &Arrived,
        errand: &Errand,
        (what, offer): (PairingToConfirm, TableFacts),
        world: &World<'_>,
    ) -> Result<Answered, DeskError> {
        let about = |code| About::ConfirmPairing(ConfirmPairingFacts { what, offer, code, days: VALID_DAYS });
        self.ask_to_confirm(ledger, mail, errand, about, world).map(Answered::Done)
    }

    /// Answers what asked for no code.
    fn answer_pairing(&self, ledger: &Ledger<'_>, mail: &Arrived, news: PairingNews, world: &World<'_>) -> Result<Answered, DeskError> {
        let Some(sender) = &mail.envelope.sender else { return Ok(Answered::Done(false)) };
        if !self.may_answer(ledger, mail, sender, world.now)? {
            return Ok(Answered::Done(false));
        }
        self.write_of_pairing(ledger, mail, news, world).map(Answered::Done)
    }
}

/// Which game somebody wants to play, and by which name; or what is wrong.
fn wish(pairing: &PairingConfig, mail: &Arrived, sender: &Address, game: &str, name: Option<&String>) -> Result<Hopeful, Box<PairingNews>> {
    let game = pairing.offer(game).ok_or_else(|| Box::new(PairingNews::NoGame))?;
    let name = name_asked_for(mail, name).ok_or_else(|| Box::new(PairingNews::NoName))?;
    Ok(Hopeful { game, address: sender.clone(), name })
}
