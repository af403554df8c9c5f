//! One-time codes on their way out and back: what an answer brings about, and how many letters one address may get.

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};

use crate::campaign::Address;
use crate::engine::Seat;
use crate::office::World;
use crate::office::answers::allowance::may_answer_stranger;
use crate::office::cabinet::codes::{self, VALID_DAYS};
use crate::office::cabinet::error::DeskError;
use crate::office::front::Letterbox;
use crate::office::intake::arrived::Arrived;
use crate::office::letters::joining::RequestFacts;
use crate::office::letters::model::LetterModel;
use crate::post::requests::CODE_TAG;
use crate::store::Ledger;

/// So many letters with a code go to one address about the same thing a day: the first may have been lost.
const MOST_CODES_A_DAY: u32 = 2;

/// What the answer to a code brings about.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum Errand {
    Join { campaign: String, address: Address, name: String, prefers: Vec<Seat> },
    Leave { campaign: String, address: Address },
    Observe { campaign: String, address: Address },
}

impl Errand {
    fn address(&self) -> &Address {
        match self {
            Errand::Join { address, .. } | Errand::Leave { address, .. } | Errand::Observe { address, .. } => address,
        }
    }

    /// What it is about and for whom.
    fn about(&self) -> String {
        let (what, campaign) = match self {
            Errand::Join { campaign, .. } => ("join", campaign),
            Errand::Leave { campaign, .. } => ("leave", campaign),
            Errand::Observe { campaign, .. } => ("observe", campaign),
        };
        format!("{what}/{campaign}/{}", self.address().identity())
    }
}

impl Letterbox {
    /// Sends a code to the address that an errand is for. Returns whether a letter was written: nobody gets more than a few a day, whoever
    /// asks for them in their name.
    pub(super) fn ask_to_confirm(
        &self,
        ledger: &Ledger<'_>,
        mail: &Arrived,
        errand: &Errand,
        facts: RequestFacts,
        world: &World<'_>,
    ) -> Result<bool, DeskError> {
        let (now, about) = (world.now, errand.about());
        if codes::had_enough(ledger, &about, MOST_CODES_A_DAY, now)? || !self.may_answer(ledger, mail, errand.address(), now)? {
            return Ok(false);
        }
        let code = codes::make(ledger, errand, &about, &mail.envelope.fingerprint, (world, &self.host.own_database()))?;
        let facts = RequestFacts { code: Some(code.as_str().to_owned()), days: VALID_DAYS, ..facts };
        let fill = |model: &mut LetterModel| {
            model.heading.subject_tag = format!("[{CODE_TAG} {}]", code.as_str());
            model.office.request = Some(facts);
        };
        self.write_back(ledger, mail, errand.address(), (mail.answer_id("code"), "shared/confirm-request.txt"), fill, now)
    }

    /// What a code that was sent back brings about; from here on it serves nobody any more. `None` if it is not known, or has expired.
    pub(super) fn redeem(&self, ledger: &Ledger<'_>, folded: &str, now: DateTime<Utc>) -> Result<Option<Errand>, DeskError> {
        let Some((digest, errand)) = codes::errand_of(ledger, folded, now)? else { return Ok(None) };
        ledger.use_code(digest)?;
        Ok(Some(errand))
    }

    /// Takes an answer out of what is left for strangers.
    pub(super) fn may_answer(
        &self,
        ledger: &Ledger<'_>,
        mail: &Arrived,
        recipient: &Address,
        now: DateTime<Utc>,
    ) -> Result<bool, DeskError> {
        may_answer_stranger(ledger, &mail.envelope.fingerprint, recipient, &self.host.config.limits, || true, now)
    }
}
