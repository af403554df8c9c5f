//! One-time codes on their way out and back: what an answer brings about, and how many letters one address may get.

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};

use crate::campaign::token::Token;
use crate::campaign::{Address, CampaignId, Digest};
use crate::engine::{Seat, Seed};
use crate::office::World;
use crate::office::cabinet::codes::{self, VALID_DAYS};
use crate::office::cabinet::error::DeskError;
use crate::office::front::Letterbox;
use crate::office::inbox::arrived::Arrived;
use crate::office::letters::about::About;
use crate::office::letters::joining::{ConfirmFacts, OpenGameFacts, ToConfirm};
use crate::office::letters::model::LetterModel;
use crate::post::requests::CODE_TAG;
use crate::store::Ledger;

/// So many letters with a code go to one address about the same thing a day: the first may have been lost.
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
    Challenge {
        by: Hopeful,
        to: Address,
        to_name: String,
    },
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
    Enter(Hopeful),
    Leave {
        address: Address,
    },
    Challenge {
        by: Address,
        to: Address,
    },
    /// The game of a challenge; the secret of its lot is fixed before the answer.
    Accept {
        by: Address,
        confirmation: Digest,
        to: Address,
        secret: Seed,
    },
}

/// Somebody who would like to play a game of two, by a name.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Hopeful {
    /// As the host's file has it: the game's id, a slash and the scenario.
    pub game: String,
    pub address: Address,
    pub name: String,
}

impl LadderErrand {
    fn what(&self) -> &'static str {
        match self {
            LadderErrand::Enter(_) => "ladder-enter",
            LadderErrand::Leave { .. } => "ladder-leave",
            LadderErrand::Challenge { .. } => "ladder-challenge",
            LadderErrand::Accept { .. } => "ladder-challenged",
        }
    }
}

impl Errand {
    /// Whose confirmation it waits for.
    pub(super) fn address(&self) -> &Address {
        match self {
            Errand::Table(TableErrand::Play(wish) | TableErrand::Challenge { by: wish, .. }) => &wish.address,
            Errand::Table(TableErrand::Accept { to, .. }) => to,
            Errand::Ladder(LadderErrand::Enter(wish)) => &wish.address,
            Errand::Ladder(LadderErrand::Leave { address }) => address,
            Errand::Ladder(LadderErrand::Challenge { by, .. }) => by,
            Errand::Ladder(LadderErrand::Accept { to, .. }) => to,
            Errand::Join { address, .. } | Errand::Leave { address, .. } | Errand::Observe { address, .. } => address,
        }
    }

    /// What it is about and for whom.
    pub(super) fn about(&self) -> String {
        let (what, about) = match self {
            Errand::Ladder(errand) => return format!("{}/{}", errand.what(), self.address().identity()),
            Errand::Table(TableErrand::Play(wish)) => ("play", wish.game.as_str()),
            Errand::Table(TableErrand::Challenge { by, .. }) => ("challenge", by.game.as_str()),
            // However many people challenge somebody, and at whatever games.
            Errand::Table(TableErrand::Accept { .. }) => return format!("challenged/{}", self.address().identity()),
            Errand::Join { campaign, .. } => ("join", &**campaign),
            Errand::Leave { campaign, .. } => ("leave", &**campaign),
            Errand::Observe { campaign, .. } => ("observe", &**campaign),
        };
        format!("{what}/{about}/{}", self.address().identity())
    }
}

impl Letterbox {
    /// Sends a code to the address that an errand is for. Returns whether a letter was written: an address gets only a few a day, even if
    /// other people ask for them in its name.
    pub(super) fn ask_to_confirm(
        &self,
        ledger: &Ledger<'_>,
        mail: &Arrived,
        errand: &Errand,
        (what, game): (ToConfirm, Option<OpenGameFacts>),
        world: &World<'_>,
    ) -> Result<bool, DeskError> {
        let Some(code) = self.code_for(ledger, mail, errand, world)? else { return Ok(false) };
        let heading = self.answer_to(mail).tagged(format!("[{CODE_TAG} {code}]"));
        let about = About::ConfirmRequest(ConfirmFacts { what, game, code, days: VALID_DAYS });
        self.write_back(ledger, mail, errand.address(), "code", &LetterModel::new(heading, about), world.now)
    }

    /// Makes a code for the address that an errand is for; `None` if the address has had its codes for today, or if the budget for
    /// strangers is used up.
    pub(super) fn code_for(
        &self,
        ledger: &Ledger<'_>,
        mail: &Arrived,
        errand: &Errand,
        world: &World<'_>,
    ) -> Result<Option<String>, DeskError> {
        let may_have = !codes::had_enough(ledger, &errand.about(), MOST_CODES_A_DAY, world.now)?
            && self.may_answer(ledger, mail, errand.address(), world.now)?;
        may_have.then(|| self.new_code(ledger, mail, errand, world)).transpose()
    }

    /// Makes a code for somebody who may have one.
    pub(super) fn new_code(&self, ledger: &Ledger<'_>, mail: &Arrived, errand: &Errand, world: &World<'_>) -> Result<String, DeskError> {
        let database = self.host.own_database();
        let code = codes::make(ledger, errand, &errand.about(), &mail.envelope.fingerprint, (world, &database))?;
        Ok(code.to_string())
    }

    /// The errand of a code that was sent back, which cannot be used again. `None` if the code is not known, or has expired.
    pub(super) fn redeem(&self, ledger: &Ledger<'_>, code: &Token, now: DateTime<Utc>) -> Result<Option<Errand>, DeskError> {
        let Some((digest, errand)) = codes::errand_of(ledger, code, now)? else { return Ok(None) };
        ledger.use_code(digest)?;
        Ok(Some(errand))
    }
}
