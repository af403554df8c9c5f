//! What strangers have confirmed by sending a code back.

use crate::campaign::config::CampaignConfig;
use crate::campaign::one_time_code::OneTimeCode;
use crate::campaign::token::Token;
use crate::campaign::{Address, CampaignId, shell};
use crate::engine::Seat;
use crate::office::World;
use crate::office::cabinet::codes;
use crate::office::cabinet::error::DeskError;
use crate::office::cabinet::records::Records;
use crate::office::front::Letterbox;
use crate::office::inbox::arrived::Arrived;
use crate::office::joining::answers::confirmation_of;
use crate::office::joining::applicants::{self, Applicant};
use crate::office::joining::codes::Errand;
use crate::office::joining::invitation::open_game;
use crate::office::letters::about::About;
use crate::office::letters::campaign::facts_of;
use crate::office::letters::joining::{ApplicantFacts, RequestFacts, RequestNews};
use crate::office::letters::model::{Heading, LetterModel};
use crate::office::letters::{self, NewLetter};
use crate::office::seats::Seats;
use crate::store::{Ledger, NewApplicant};

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

impl Letterbox {
    /// Tells the sender that a code is not valid.
    pub(super) fn answer_no_code(
        &self,
        ledger: &Ledger<'_>,
        mail: &Arrived,
        sender: &Address,
        world: &World<'_>,
    ) -> Result<bool, DeskError> {
        self.answer_if_allowed(ledger, mail, sender, RequestFacts::new(None, RequestNews::NoCode), world)
    }

    /// An answer that bears a code and does not say what to do with it: nothing is done, and the code stays valid. The letter that says so goes
    /// where the code went, and brings it again in the same tag, so that a reply to it counts too.
    pub(super) fn ask_again(
        &self,
        ledger: &Ledger<'_>,
        mail: &Arrived,
        sender: &Address,
        CodeTag { tag, code }: CodeTag<'_>,
        about: About,
        world: &World<'_>,
    ) -> Result<bool, DeskError> {
        let Some((_, errand)) = codes::errand_of::<Errand>(ledger, code, world.now)? else {
            return self.answer_no_code(ledger, mail, sender, world);
        };
        if !self.may_answer(ledger, mail, errand.address(), world.now)? {
            return Ok(false);
        }
        let heading = self.answer_to(mail).tagged(format!("[{tag} {}]", OneTimeCode::sent(code)));
        self.write_back(ledger, mail, errand.address(), "answer", &LetterModel::new(heading, about), world.now)
    }

    /// An answer with a code: that it came shows that its letter was read, so no budget of strangers holds it up.
    pub(super) fn confirm(
        &self,
        ledger: &Ledger<'_>,
        mail: &Arrived,
        sender: &Address,
        code: &Token,
        world: &World<'_>,
    ) -> Result<bool, DeskError> {
        let Some(errand) = self.redeem(ledger, code, world.now)? else { return self.answer_no_code(ledger, mail, sender, world) };
        let gone = || RequestFacts::new(None, RequestNews::Begun { name: None, may_join: false });
        let facts = match &errand {
            Errand::Table(errand) => return self.confirm_pairing(ledger, mail, errand.clone(), world),
            Errand::Ladder(errand) => return self.confirm_ladder(ledger, mail, errand, world),
            Errand::Observe { campaign, address } => self.enter_observer(ledger, campaign, address)?,
            Errand::Leave { campaign, address } => {
                let config = self.joinable(ledger, campaign)?;
                config.map(|config| self.take_off(ledger, &config, address, world.now)).transpose()?
            }
            Errand::Join { campaign, address, name, prefers } => match self.joinable(ledger, campaign)? {
                Some(config) => {
                    let Some(facts) = self.join(ledger, mail, &config, Joiner { name, address, prefers }, world)? else {
                        return Ok(true);
                    };
                    Some(facts)
                }
                None => None,
            },
        };
        self.answer_request(ledger, mail, errand.address(), facts.unwrap_or_else(gone), world)
    }

    /// Enters somebody who has confirmed, or says why not; `None` if the campaign gives the seat in this run, and its welcome is the answer.
    fn join(
        &self,
        ledger: &Ledger<'_>,
        mail: &Arrived,
        config: &CampaignConfig,
        Joiner { name, address, prefers }: Joiner<'_>,
        world: &World<'_>,
    ) -> Result<Option<RequestFacts>, DeskError> {
        let campaign = &config.id;
        if let Some(obstacle) = self.obstacle(ledger, config, address, Some(name), prefers)? {
            return Ok(Some(RequestFacts::new(open_game(&self.host, ledger, config)?, obstacle)));
        }
        let has_begun = Records::about(ledger, campaign)?.knows(campaign);
        if config.joining.approve && has_begun {
            let asked = Applicant { name: name.to_owned(), address: address.clone() };
            return self.ask_game_master(ledger, mail, config, asked, world).map(Some);
        }
        let (confirmation, confirmed_at) = (confirmation_of(mail), mail.envelope.received_at);
        let applicant = NewApplicant { list: campaign.into(), address, name, prefers, confirmation, confirmed_at };
        if has_begun {
            ledger.enter_applicant(&applicant)?;
            return Ok(None);
        }
        self.enter(ledger, config, &applicant, world).map(Some)
    }

    /// Enters an observer, or says why not; `None` if the campaign cannot be observed any more.
    fn enter_observer(&self, ledger: &Ledger<'_>, campaign: &CampaignId, address: &Address) -> Result<Option<RequestFacts>, DeskError> {
        let Some(config) = self.observable(campaign) else { return Ok(None) };
        let game = open_game(&self.host, ledger, &config)?;
        if let Some(obstacle) = self.obstacle_to_observing(ledger, &config, address)? {
            return Ok(Some(RequestFacts::new(game, obstacle)));
        }
        ledger.enter_observer(campaign, address)?;
        Ok(Some(RequestFacts::new(game, RequestNews::Observes { delay_turns: config.observers.delay_turns })))
    }

    /// Tells the game master who would like to take over a vacant seat, with the command that gives it.
    fn ask_game_master(
        &self,
        ledger: &Ledger<'_>,
        mail: &Arrived,
        config: &CampaignConfig,
        asked: Applicant,
        world: &World<'_>,
    ) -> Result<RequestFacts, DeskError> {
        let Applicant { name, address } = asked.clone();
        applicants::note(ledger, &config.id, asked, world.now)?;
        let campaign = Some(facts_of(config));
        let heading = Heading { campaign, ..Heading::of_host_about(&self.host.config, &config.id) };
        let vacant = Seats::of(&self.host, &config.id)?.vacant;
        let commands = vacant.into_iter().map(|seat| shell::replace(&config.id, seat, &name, address.as_str())).collect();
        let about = About::GmApplicant(ApplicantFacts { name: name.clone(), address: address.clone(), seat: None, commands });
        let written = letters::render(&self.templates, &LetterModel::new(heading, about))?;
        let letter = NewLetter::notice(mail.answer_id("applicant"), &config.gm.address, written).replies_to(Some(address));
        letters::queue(ledger, &self.sender(), &letter, world.now)?;
        Ok(RequestFacts::new(open_game(&self.host, ledger, config)?, RequestNews::AskedGm { name }))
    }
}
