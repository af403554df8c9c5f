//! What was confirmed by a code that is about a game of two: a place in a queue, a challenge, or a game.

use crate::campaign::config::PairingConfig;
use crate::campaign::journal::committed;
use crate::office::cabinet::codes::{self, VALID_DAYS};
use crate::office::cabinet::error::DeskError;
use crate::office::joining::answers::Visitor;
use crate::office::joining::codes::{Errand, Hopeful, TableChallenge, TableErrand};
use crate::office::joining::offers::facts_of;
use crate::office::joining::opponents;
use crate::office::joining::tables::{NewPair, PairedPlayer};
use crate::office::letters::about::About;
use crate::office::letters::pairing::{ChallengeFacts, PairingNews};
use crate::store::NewApplicant;

/// How many challenges a day reach one player at most, whoever sends them.
const MOST_CHALLENGES_A_DAY: u32 = 3;

impl Visitor<'_> {
    /// What was confirmed by a code: a place in a queue, a challenge, or a game.
    pub(super) fn confirm_pairing(&self, errand: TableErrand) -> Result<bool, DeskError> {
        let (TableErrand::Play(Hopeful { game, .. })
        | TableErrand::Challenge(TableChallenge { by: Hopeful { game, .. }, .. })
        | TableErrand::Accept { by: Hopeful { game, .. }, .. }) = errand;
        let Some(pairing) = self.letterbox.host.config.pairing.as_ref().filter(|pairing| pairing.games.contains(&game)) else {
            // The game master has taken it out of the host's file since.
            return self.write_of_pairing(PairingNews::NoGame);
        };
        let news = match errand {
            TableErrand::Play(wish) => {
                self.ledger.enter_applicant(&NewApplicant {
                    list: (&game).into(),
                    address: &wish.address,
                    name: &wish.name,
                    prefers: &[],
                    confirmation: self.confirmation(),
                    confirmed_at: self.mail.envelope.received_at,
                })?;
                self.letterbox.news_of_waiting(self.ledger, pairing, &wish, self.world)?
            }
            TableErrand::Challenge(challenge) => self.send_challenge(pairing, challenge)?,
            TableErrand::Accept { by, confirmation, to, to_name, secret } => {
                let confirmed_at = self.mail.envelope.received_at;
                let own = Hopeful { game, address: to, name: to_name };
                let own = PairedPlayer { wish: own, confirmation: self.confirmation(), confirmed_at };
                let challenger = PairedPlayer { wish: by, confirmation, confirmed_at };
                self.letterbox.pair_up(self.ledger, pairing, &NewPair { sides: [challenger, own], secret, place: None }, self.world.now)?;
                return Ok(true);
            }
        };
        self.write_of_pairing(news)
    }

    /// Sends a challenge to the challenged player. It names the challenger and shows nothing else of their email. Returns what the
    /// challenger is told; a player who said CHALLENGES OFF meanwhile cannot be told from one who is not there.
    fn send_challenge(&self, pairing: &PairingConfig, challenge: TableChallenge) -> Result<PairingNews, DeskError> {
        let TableChallenge { by, to, to_name: other } = challenge;
        let offer = facts_of(self.ledger, pairing, &by.game)?;
        if !opponents::may_be_challenged(self.ledger, &to)? {
            return Ok(PairingNews::NoPlayer { offer, other: Some(other), near: Vec::new() });
        }
        let secret = self.letterbox.new_secret(&self.mail.envelope.fingerprint.to_string(), self.world)?;
        let (challenger, confirmation) = (by.name.clone(), self.confirmation());
        let errand = Errand::Table(TableErrand::Accept { by, confirmation, to, to_name: other.clone(), secret });
        if codes::had_enough(self.ledger, &errand.about(), MOST_CHALLENGES_A_DAY, self.world.now)? {
            return Ok(PairingNews::Enough { offer, other });
        }
        let about = |code| {
            About::Challenge(ChallengeFacts {
                name: other.clone(),
                other: challenger,
                offer: offer.clone(),
                code,
                days: VALID_DAYS,
                commitment: committed(secret),
                gm: pairing.gm.name.clone(),
            })
        };
        self.challenge_by_code((self.mail.answer_id("challenge"), &errand), about)?;
        Ok(PairingNews::Sent { offer, other, days: VALID_DAYS })
    }

    pub(super) fn write_of_pairing(&self, news: PairingNews) -> Result<bool, DeskError> {
        let about = About::Pairing { pairing: self.letterbox.pairing_facts(news), offers: self.letterbox.offers(self.ledger)? };
        self.answer_with(self.sender, about)
    }
}
