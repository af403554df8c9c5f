//! What strangers have confirmed by sending a code back.

use crate::campaign::config::CampaignConfig;
use crate::campaign::one_time_code::OneTimeCode;
use crate::campaign::token::Token;
use crate::campaign::{Address, CampaignId, shell};
use crate::engine::Seat;
use crate::office::cabinet::codes;
use crate::office::cabinet::error::DeskError;
use crate::office::cabinet::records::Records;
use crate::office::joining::answers::Visitor;
use crate::office::joining::applicants::{self, Applicant};
use crate::office::joining::codes::Errand;
use crate::office::letters::about::About;
use crate::office::letters::campaign::facts_of;
use crate::office::letters::joining::{ApplicantFacts, RequestFacts, RequestNews};
use crate::office::letters::kind::LetterKind;
use crate::office::letters::model::{Heading, LetterModel};
use crate::office::letters::{self, NewLetter};
use crate::office::seats::Seats;
use crate::store::NewApplicant;

/// A code as an email brought it back, with the word of its tag.
#[derive(Clone, Copy)]
pub(super) struct CodeTag<'a> {
    pub tag: &'a str,
    pub code: &'a Token,
}

/// Somebody who has confirmed that they would like to play in a campaign.
#[derive(Clone, Copy)]
struct Joiner<'a> {
    name: &'a str,
    address: &'a Address,
    prefers: &'a [Seat],
}

impl Visitor<'_> {
    /// Tells the sender that a code is not valid.
    pub(super) fn answer_no_code(&self) -> Result<bool, DeskError> {
        self.answer_if_allowed(RequestFacts::new(None, RequestNews::NoCode))
    }

    /// An answer that bears a code and does not say what to do with it: nothing is done, and the code stays valid. The letter that says so goes
    /// where the code went, and brings it again in the same tag, so that a reply to it counts too.
    pub(super) fn ask_again(&self, CodeTag { tag, code }: CodeTag<'_>, about: About) -> Result<bool, DeskError> {
        let Some((_, errand)) = codes::errand_of::<Errand>(self.ledger, code, self.world.now)? else {
            return self.answer_no_code();
        };
        if !self.may_answer(errand.address())? {
            return Ok(false);
        }
        let heading = self.heading(LetterKind::Asked).tagged(format!("[{tag} {}]", OneTimeCode::sent(code)));
        self.write_back(errand.address(), "answer", &LetterModel::new(heading, about))
    }

    /// An answer with a code: that it came shows that its letter was read, so no budget of strangers holds it up.
    pub(super) fn confirm(&self, code: &Token) -> Result<bool, DeskError> {
        let Some(errand) = self.redeem(code)? else { return self.answer_no_code() };
        let gone = || RequestFacts::new(None, RequestNews::Begun { name: None, may_join: false });
        let facts = match &errand {
            Errand::Table(errand) => return self.confirm_pairing(errand.clone()),
            Errand::Ladder(errand) => return self.confirm_ladder(errand),
            Errand::Observe { campaign, address } => self.enter_observer(campaign, address)?,
            Errand::Leave { campaign, address } => {
                let config = self.joinable(campaign)?;
                config.map(|config| self.take_off(&config, address)).transpose()?
            }
            Errand::Join { campaign, address, name, prefers } => match self.joinable(campaign)? {
                Some(config) => {
                    let Some(facts) = self.join(&config, Joiner { name, address, prefers })? else {
                        return Ok(true);
                    };
                    Some(facts)
                }
                None => None,
            },
        };
        self.answer_with(errand.address(), About::Request(facts.unwrap_or_else(gone)))
    }

    /// Enters somebody who has confirmed, or says why not; `None` if the campaign gives the seat in this run, and its welcome is the answer.
    fn join(&self, config: &CampaignConfig, Joiner { name, address, prefers }: Joiner<'_>) -> Result<Option<RequestFacts>, DeskError> {
        let campaign = &config.id;
        if let Some(obstacle) = self.obstacle(config, address, Some(name), prefers)? {
            return Ok(Some(RequestFacts::new(self.open_game(config)?, obstacle)));
        }
        let has_begun = Records::about(self.ledger, campaign)?.knows(campaign);
        if config.joining.approve && has_begun {
            let asked = Applicant { name: name.to_owned(), address: address.clone() };
            return self.ask_game_master(config, asked).map(Some);
        }
        let (confirmation, confirmed_at) = (self.confirmation(), self.mail.envelope.received_at);
        let applicant = NewApplicant { list: campaign.into(), address, name, prefers, confirmation, confirmed_at };
        if has_begun {
            self.ledger.enter_applicant(&applicant)?;
            return Ok(None);
        }
        self.enter(config, &applicant).map(Some)
    }

    /// Enters an observer, or says why not; `None` if the campaign cannot be observed any more.
    fn enter_observer(&self, campaign: &CampaignId, address: &Address) -> Result<Option<RequestFacts>, DeskError> {
        let Some(config) = self.observable(campaign) else { return Ok(None) };
        let game = self.open_game(&config)?;
        if let Some(obstacle) = self.obstacle_to_observing(&config, address)? {
            return Ok(Some(RequestFacts::new(game, obstacle)));
        }
        self.ledger.enter_observer(campaign, address)?;
        Ok(Some(RequestFacts::new(game, RequestNews::Observes { delay_turns: config.observers.delay_turns })))
    }

    /// Tells the game master who would like to take over a vacant seat, with the command that gives it.
    fn ask_game_master(&self, config: &CampaignConfig, asked: Applicant) -> Result<RequestFacts, DeskError> {
        let Applicant { name, address } = asked.clone();
        applicants::note(self.ledger, &config.id, asked, self.world.now)?;
        let campaign = Some(facts_of(config));
        let heading = Heading { campaign, ..Heading::of_host_about(&self.letterbox.host.config, &config.id) };
        let vacant = Seats::of(&self.letterbox.host, &config.id)?.vacant;
        let commands = vacant.into_iter().map(|seat| shell::replace(&config.id, seat, &name, address.as_str())).collect();
        let about = About::GmApplicant(ApplicantFacts { name: name.clone(), address: address.clone(), seat: None, commands });
        let written = letters::render(&self.letterbox.templates, &LetterModel::new(heading, about))?;
        let letter = NewLetter::notice(self.mail.answer_id("applicant"), &config.gm.address, written).replies_to(Some(address));
        letters::queue(self.ledger, &self.letterbox.sender(), &letter, self.world.now)?;
        Ok(RequestFacts::new(self.open_game(config)?, RequestNews::AskedGm { name }))
    }
}
