//! Answers of the host to emails without a seat.

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

/// Somebody who has written to the host without a seat, in the transaction that answers their email.
pub(in crate::office) struct Visitor<'a> {
    pub letterbox: &'a Letterbox,
    pub ledger: &'a Ledger<'a>,
    pub mail: &'a Arrived,
    pub sender: &'a Address,
    pub world: &'a World<'a>,
}

impl Visitor<'_> {
    /// Takes one answer out of the budget for strangers; returns whether there was one.
    pub(super) fn may_answer(&self, recipient: &Address) -> Result<bool, DeskError> {
        let limits = &self.letterbox.host.config.limits;
        may_answer_stranger(self.ledger, &self.mail.envelope.fingerprint, recipient, limits, || true, self.world.now)
    }

    /// Answers a request if strangers have an answer left. Returns whether it was written.
    pub(super) fn answer_if_allowed(&self, facts: RequestFacts) -> Result<bool, DeskError> {
        Ok(self.may_answer(self.sender)? && self.answer_with(self.sender, About::Request(facts))?)
    }

    /// Answers a request whose answer is counted already. Returns that it was written.
    pub(super) fn answer_with(&self, recipient: &Address, about: About) -> Result<bool, DeskError> {
        self.write_back(recipient, "answer", &LetterModel::new(self.heading(LetterKind::Asked), about))
    }

    /// The heading of a letter of the host about the email.
    pub(in crate::office) fn heading(&self, kind: impl Into<LetterKind>) -> Heading {
        Heading::of_host(&self.letterbox.host.config, kind).on(self.mail.facts(utc_text(self.mail.envelope.received_at)))
    }

    /// Queues an answer to the email; `kind` tells it from others to the same one. Returns that it was written.
    pub(in crate::office) fn write_back(&self, recipient: &Address, kind: &str, letter: &LetterModel) -> Result<bool, DeskError> {
        let mut written = letters::render(&self.letterbox.templates, letter)?;
        written.1 += &other_requests(&self.letterbox.templates, &requests::others(&self.mail.letter))?;
        let letter = NewLetter::answer(self.mail.answer_id(kind), recipient, written).following(self.mail.letter.message_id.clone());
        letters::queue(self.ledger, &self.letterbox.sender(), &letter, self.world.now)?;
        Ok(true)
    }

    /// The name by which they want to play: as they wrote it, or else that of their address; `None` if it is none.
    pub(super) fn name_asked_for(&self, name: Option<&String>) -> Option<String> {
        clean_name(name.map_or_else(|| self.mail.sender_name.as_str(), String::as_str))
    }

    /// What a confirmation adds to a lot: the Message-ID of its email, which the sender's mail program has chosen, and not the host.
    pub(super) fn confirmation(&self) -> Digest {
        let chosen = self.mail.letter.message_id.as_ref().map_or(self.mail.envelope.fingerprint.to_string(), ToString::to_string);
        Digest::of(chosen.as_bytes())
    }
}

/// The end of an answer to an email with other requests than the one that was read; empty if it has none.
pub(in crate::office) fn other_requests(templates: &Templates, words: &[String]) -> Result<String, DeskError> {
    if words.is_empty() {
        return Ok(String::new());
    }
    Ok(String::from("\n") + &templates.text("shared/other-requests.txt", &serde_json::json!({ "words": words }))?)
}
