//! What was confirmed by a code that is about a game of two: a place in a queue, a challenge, or a game.

use crate::campaign::config::PairingConfig;
use crate::campaign::journal::committed;
use crate::office::World;
use crate::office::cabinet::codes::{self, VALID_DAYS};
use crate::office::cabinet::error::DeskError;
use crate::office::front::Letterbox;
use crate::office::inbox::arrived::Arrived;
use crate::office::joining::answers::confirmation_of;
use crate::office::joining::codes::{Errand, Hopeful, TableChallenge, TableErrand};
use crate::office::joining::offers::facts_of;
use crate::office::joining::opponents;
use crate::office::joining::tables::{NewPair, PairedPlayer};
use crate::office::letters::about::About;
use crate::office::letters::model::LetterModel;
use crate::office::letters::pairing::{ChallengeFacts, PairingNews};
use crate::store::{Ledger, NewApplicant};

/// How many challenges a day reach one player at most, whoever sends them.
const MOST_CHALLENGES_A_DAY: u32 = 3;

impl Letterbox {
    /// What was confirmed by a code: a place in a queue, a challenge, or a game.
    pub(super) fn confirm_pairing(
        &self,
        ledger: &Ledger<'_>,
        mail: &Arrived,
        errand: TableErrand,
        world: &World<'_>,
    ) -> Result<bool, DeskError> {
        let (TableErrand::Play(Hopeful { game, .. })
        | TableErrand::Challenge(TableChallenge { by: Hopeful { game, .. }, .. })
        | TableErrand::Accept { by: Hopeful { game, .. }, .. }) = errand;
        let Some(pairing) = self.host.config.pairing.as_ref().filter(|pairing| pairing.games.contains(&game)) else {
            // The game master has taken it out of the host's file since.
            return self.write_of_pairing(ledger, mail, PairingNews::NoGame, world);
        };
        let news = match errand {
            TableErrand::Play(wish) => {
                ledger.enter_applicant(&NewApplicant {
                    list: (&game).into(),
                    address: &wish.address,
                    name: &wish.name,
                    prefers: &[],
                    confirmation: confirmation_of(mail),
                    confirmed_at: mail.envelope.received_at,
                })?;
                self.news_of_waiting(ledger, pairing, &wish, world)?
            }
            TableErrand::Challenge(challenge) => self.send_challenge(ledger, mail, pairing, challenge, world)?,
            TableErrand::Accept { by, confirmation, to, to_name, secret } => {
                let confirmed_at = mail.envelope.received_at;
                let own = Hopeful { game, address: to, name: to_name };
                let own = PairedPlayer { wish: own, confirmation: confirmation_of(mail), confirmed_at };
                let challenger = PairedPlayer { wish: by, confirmation, confirmed_at };
                self.pair_up(ledger, pairing, &NewPair { sides: [challenger, own], secret, place: None }, world.now)?;
                return Ok(true);
            }
        };
        self.write_of_pairing(ledger, mail, news, world)
    }

    /// Sends a challenge to the challenged player. It names the challenger and shows nothing else of their email. Returns what the
    /// challenger is told; a player who said CHALLENGES OFF meanwhile cannot be told from one who is not there.
    fn send_challenge(
        &self,
        ledger: &Ledger<'_>,
        mail: &Arrived,
        pairing: &PairingConfig,
        challenge: TableChallenge,
        world: &World<'_>,
    ) -> Result<PairingNews, DeskError> {
        let TableChallenge { by, to, to_name: other } = challenge;
        let offer = facts_of(ledger, pairing, &by.game)?;
        if !opponents::may_be_challenged(ledger, &to)? {
            return Ok(PairingNews::NoPlayer { offer, other: Some(other), near: Vec::new() });
        }
        let secret = self.new_secret(&mail.envelope.fingerprint.to_string(), world)?;
        let (challenger, confirmation) = (by.name.clone(), confirmation_of(mail));
        let errand = Errand::Table(TableErrand::Accept { by, confirmation, to, to_name: other.clone(), secret });
        if codes::had_enough(ledger, &errand.about(), MOST_CHALLENGES_A_DAY, world.now)? {
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
        self.challenge_by_code(ledger, mail, (mail.answer_id("challenge"), &errand), about, world)?;
        Ok(PairingNews::Sent { offer, other, days: VALID_DAYS })
    }

    pub(super) fn write_of_pairing(
        &self,
        ledger: &Ledger<'_>,
        mail: &Arrived,
        news: PairingNews,
        world: &World<'_>,
    ) -> Result<bool, DeskError> {
        let Some(sender) = &mail.envelope.sender else { return Ok(false) };
        let about = About::Pairing { pairing: self.pairing_facts(news), offers: self.offers(ledger)? };
        self.write_back(ledger, mail, sender, "answer", &LetterModel::new(self.answer_to(mail), about), world.now)
    }
}
