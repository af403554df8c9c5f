//! One-time codes of the host on their way out and back: what an answer brings about, and how many letters one address may get.

use chrono::TimeDelta;
use serde::{Deserialize, Serialize};

use crate::campaign::config::PairingOffer;
use crate::campaign::one_time_code::OneTimeCode;
use crate::campaign::token::Token;
use crate::campaign::{Address, CampaignId, Digest, calendar};
use crate::engine::{Seat, Seed};
use crate::office::cabinet::codes::{self, VALID_DAYS};
use crate::office::cabinet::error::DeskError;
use crate::office::joining::answers::Visitor;
use crate::office::letters::about::About;
use crate::office::letters::kind::LetterKind;
use crate::office::letters::model::{Heading, LetterModel};
use crate::post::requests::{CHALLENGE_TAG, CODE_TAG};
use crate::store::NewCode;

/// How many letters with a code go to one address about the same thing a day at most: the first may have been lost.
const MOST_CODES_A_DAY: u32 = 2;

/// What the answer to a code brings about.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum Errand {
    Join { campaign: CampaignId, address: Address, name: String, prefers: Vec<Seat> },
    Leave { campaign: CampaignId, address: Address },
    Observe { campaign: CampaignId, address: Address },
    Table(TableErrand),
    Ladder(LadderErrand),
}

/// The same for games of two.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum TableErrand {
    Play(Hopeful),
    Challenge(TableChallenge),
    /// The game of a challenge: who has challenged, and whom; the secret of their lot is fixed before the answer.
    Accept {
        by: Hopeful,
        confirmation: Digest,
        to: Address,
        to_name: String,
        secret: Seed,
    },
}

/// The same for the ladder.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum LadderErrand {
    Enter {
        address: Address,
        name: String,
    },
    Leave {
        address: Address,
    },
    Challenge {
        by: Address,
        to: Address,
    },
    /// The game of a challenge.
    Accept(LadderChallenge),
}

/// Who would like to challenge whom to a game of two.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct TableChallenge {
    pub by: Hopeful,
    pub to: Address,
    pub to_name: String,
}

/// Who has challenged whom on the ladder; the secret of the lot of their game is fixed before the answer.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct LadderChallenge {
    pub by: Address,
    /// What the challenger adds to the lot.
    pub confirmation: Digest,
    pub to: Address,
    pub secret: Seed,
}

/// Somebody who would like to play a game of two, by a name.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Hopeful {
    pub game: PairingOffer,
    pub address: Address,
    pub name: String,
}

impl LadderErrand {
    fn what(&self) -> &'static str {
        match self {
            LadderErrand::Enter { .. } => "ladder-enter",
            LadderErrand::Leave { .. } => "ladder-leave",
            LadderErrand::Challenge { .. } => "ladder-challenge",
            LadderErrand::Accept(_) => "ladder-challenged",
        }
    }
}

impl Errand {
    /// The address whose owner has to confirm it.
    pub(super) fn address(&self) -> &Address {
        match self {
            Errand::Table(TableErrand::Play(wish) | TableErrand::Challenge(TableChallenge { by: wish, .. })) => &wish.address,
            Errand::Table(TableErrand::Accept { to, .. }) => to,
            Errand::Ladder(LadderErrand::Enter { address, .. } | LadderErrand::Leave { address }) => address,
            Errand::Ladder(LadderErrand::Challenge { by, .. }) => by,
            Errand::Ladder(LadderErrand::Accept(LadderChallenge { to, .. })) => to,
            Errand::Join { address, .. } | Errand::Leave { address, .. } | Errand::Observe { address, .. } => address,
        }
    }

    /// What it is about and for whom.
    pub(super) fn about(&self) -> String {
        let (what, about) = match self {
            Errand::Ladder(errand) => return format!("{}/{}", errand.what(), self.address().identity()),
            Errand::Table(TableErrand::Play(wish)) => ("play", wish.game.to_string()),
            Errand::Table(TableErrand::Challenge(TableChallenge { by, .. })) => ("challenge", by.game.to_string()),
            // However many people challenge somebody, and at whatever games.
            Errand::Table(TableErrand::Accept { .. }) => return format!("challenged/{}", self.address().identity()),
            Errand::Join { campaign, .. } => ("join", campaign.to_string()),
            Errand::Leave { campaign, .. } => ("leave", campaign.to_string()),
            Errand::Observe { campaign, .. } => ("observe", campaign.to_string()),
        };
        format!("{what}/{about}/{}", self.address().identity())
    }
}

impl Visitor<'_> {
    /// Sends a code to the address that an errand is for, in a letter about this. Returns whether it was written: an address gets only a few a
    /// day, even if other people ask for them in its name, and none if the budget for strangers is used up.
    pub(super) fn ask_to_confirm(&self, errand: &Errand, about: impl FnOnce(String) -> About) -> Result<bool, DeskError> {
        let is_enough = codes::had_enough(self.ledger, &errand.about(), MOST_CODES_A_DAY, self.world.now)?;
        if is_enough || !self.may_answer(errand.address())? {
            return Ok(false);
        }
        let code = self.keep_errand(errand)?;
        let heading = self.heading(LetterKind::Asked).tagged(format!("[{CODE_TAG} {code}]"));
        self.write_back(errand.address(), "code", &LetterModel::new(heading, about(code)))
    }

    /// Sends a challenge to the player whom an errand is for, with the code that accepts it.
    pub(super) fn challenge_by_code(&self, (id, errand): (String, &Errand), about: impl FnOnce(String) -> About) -> Result<(), DeskError> {
        let code = self.keep_errand(errand)?;
        let heading = Heading::of_host(&self.letterbox.host.config, LetterKind::Asked).tagged(format!("[{CHALLENGE_TAG} {code}]"));
        self.letterbox.send_notice(self.ledger, (id, errand.address()), &LetterModel::new(heading, about(code)), self.world.now)?;
        Ok(())
    }

    /// Keeps an errand that waits for the code which is returned.
    fn keep_errand(&self, errand: &Errand) -> Result<String, DeskError> {
        let code = OneTimeCode::new(self.letterbox.new_secret("one-time codes", self.world)?, &self.mail.envelope.fingerprint.to_string());
        let (made_at, expires_at) = (self.world.now, calendar::later(self.world.now, TimeDelta::days(VALID_DAYS)));
        self.ledger.keep_code(&NewCode { digest: code.digest(), errand, about: &errand.about(), made_at, expires_at })?;
        Ok(code.to_string())
    }

    /// The errand of a code that was sent back, which cannot be used again. `None` if the code is not known, or has expired.
    pub(super) fn redeem(&self, code: &Token) -> Result<Option<Errand>, DeskError> {
        let Some((digest, errand)) = codes::errand_of(self.ledger, code, self.world.now)? else { return Ok(None) };
        self.ledger.use_code(digest)?;
        Ok(Some(errand))
    }
}
