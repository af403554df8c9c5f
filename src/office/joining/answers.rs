//! Answers of the host to emails without a seat.

use chrono::{DateTime, Utc};

use crate::campaign::local::utc_text;
use crate::campaign::{Address, Digest};
use crate::engine::clean_name;
use crate::office::World;
use crate::office::cabinet::error::DeskError;
use crate::office::front::Letterbox;
use crate::office::inbox::allowance::may_answer_stranger;
use crate::office::inbox::arrived::Arrived;
use crate::office::letters::about::About;
use crate::office::letters::joining::RequestFacts;
use crate::office::letters::kind::LetterKind;
use crate::office::letters::model::{Heading, LetterModel};
use crate::office::letters::{self, NewLetter};
use crate::post::requests;
use crate::render::Templates;
use crate::store::Ledger;

/// What became of a request.
pub(in crate::office) enum Answered {
    /// It is for a person: the sender gets the answer for everybody who would like to play.
    AsAWish,
    /// Whether a letter was written.
    Done(bool),
}

impl Letterbox {
    /// Takes one answer out of the budget for strangers; returns whether there was one.
    pub(super) fn may_answer(
        &self,
        ledger: &Ledger<'_>,
        mail: &Arrived,
        recipient: &Address,
        now: DateTime<Utc>,
    ) -> Result<bool, DeskError> {
        may_answer_stranger(ledger, &mail.envelope.fingerprint, recipient, &self.host.config.limits, || true, now)
    }

    /// Answers a request if strangers have an answer left. Returns whether it was written.
    pub(super) fn answer_if_allowed(
        &self,
        ledger: &Ledger<'_>,
        mail: &Arrived,
        recipient: &Address,
        facts: RequestFacts,
        world: &World<'_>,
    ) -> Result<bool, DeskError> {
        Ok(self.may_answer(ledger, mail, recipient, world.now)? && self.answer_request(ledger, mail, recipient, facts, world)?)
    }

    /// Answers a request whose answer is counted already.
    pub(super) fn answer_request(
        &self,
        ledger: &Ledger<'_>,
        mail: &Arrived,
        recipient: &Address,
        facts: RequestFacts,
        world: &World<'_>,
    ) -> Result<bool, DeskError> {
        let letter = LetterModel::new(self.answer_to(mail), About::Request(facts));
        self.write_back(ledger, mail, recipient, "answer", &letter, world.now)
    }

    /// The heading of an answer of the host to an email without a seat.
    pub(super) fn answer_to(&self, mail: &Arrived) -> Heading {
        Heading::of_host(&self.host.config, LetterKind::Asked).on(mail.facts(utc_text(mail.envelope.received_at)))
    }

    /// Queues such an answer; `kind` tells it from others to the same email. Returns that it was written.
    pub(in crate::office) fn write_back(
        &self,
        ledger: &Ledger<'_>,
        mail: &Arrived,
        recipient: &Address,
        kind: &str,
        letter: &LetterModel,
        now: DateTime<Utc>,
    ) -> Result<bool, DeskError> {
        let mut written = letters::render(&self.templates, letter)?;
        written.1 += &other_requests(&self.templates, &requests::others(&mail.letter))?;
        let letter = NewLetter::answer(mail.answer_id(kind), recipient, written).following(mail.letter.message_id.clone());
        letters::queue(ledger, &self.sender(), &letter, now)?;
        Ok(true)
    }
}

/// The end of an answer to an email with other requests than the one that was read; empty if it has none.
pub(in crate::office) fn other_requests(templates: &Templates, words: &[String]) -> Result<String, DeskError> {
    if words.is_empty() {
        return Ok(String::new());
    }
    Ok(String::from("\n") + &templates.text("shared/other-requests.txt", &serde_json::json!({ "words": words }))?)
}

/// The name by which somebody wants to play: as they wrote it, or else that of their address; `None` if it is none.
pub(super) fn name_asked_for(mail: &Arrived, name: Option<&String>) -> Option<String> {
    clean_name(name.map_or_else(|| mail.sender_name.as_str(), String::as_str))
}

/// What a confirmation adds to a lot: the Message-ID of its email, which the sender's mail program has chosen, and not the host.
pub(super) fn confirmation_of(mail: &Arrived) -> Digest {
    let chosen = mail.letter.message_id.as_ref().map_or(mail.envelope.fingerprint.to_string(), ToString::to_string);
    Digest::of(chosen.as_bytes())
}
