//! What strangers ask for, carried out or refused.

use chrono::{DateTime, Utc};

use crate::campaign::config::CampaignConfig;
use crate::campaign::{Address, CampaignId, Digest};
use crate::engine::{Seat, clean_name, is_same_name};
use crate::games;
use crate::office::World;
use crate::office::cabinet::error::DeskError;
use crate::office::cabinet::records::Records;
use crate::office::front::Letterbox;
use crate::office::intake::arrived::Arrived;
use crate::office::intake::joining::{Invitation, open_game};
use crate::office::joining::applicants::{self, Applicant};
use crate::office::joining::codes::Errand;
use crate::office::letters::campaign::facts_of;
use crate::office::letters::joining::{ApplicantFacts, OpenGameFacts, RequestFacts};
use crate::office::letters::model::LetterModel;
use crate::office::letters::{self, NewLetter};
use crate::office::seats::Seats;
use crate::office::turns::reliability::percent_on_host;
use crate::post::requests::{PairingRequest, Request};
use crate::store::{Ledger, NewApplicant};

/// What became of a request.
pub(in crate::office) enum Answered {
    /// It is for a person: who wrote it is told as anybody who would like to play.
    AsAWish,
    /// Whether a letter was written.
    Done(bool),
}

impl Letterbox {
    /// Carries out what an email without a seat asks for. What would enter or remove somebody waits for the answer to a code.
    pub(in crate::office) fn carry_out(
        &self,
        ledger: &Ledger<'_>,
        mail: &Arrived,
        request: &Request,
        world: &World<'_>,
    ) -> Result<Answered, DeskError> {
        let Some(sender) = &mail.envelope.sender else { return Ok(Answered::Done(false)) };
        let facts = match request {
            Request::Join { campaign, name, .. } if self.is_ladder(campaign) => {
                let request = PairingRequest::Play { game: campaign.to_string(), name: name.clone() };
                return self.pair(ledger, mail, &request, world);
            }
            Request::Leave { campaign } if self.is_ladder(campaign) => {
                return self.pair(ledger, mail, &PairingRequest::Leave { game: Some(campaign.to_string()) }, world);
            }
            Request::Pairing(request) => return self.pair(ledger, mail, request, world),
            Request::Games => return self.list_games(ledger, mail, sender, world).map(Answered::Done),
            Request::Confirm { code } => return self.confirm(ledger, mail, sender, code, world).map(Answered::Done),
            Request::Unobserve { campaign } => {
                // Anybody may write so in another's name, and does no harm that OBSERVE does not mend.
                let what = if ledger.drop_observer(campaign, sender)? { "unobserved" } else { "no-observer" };
                RequestFacts { what, game: self.game_of(ledger, campaign)?, ..RequestFacts::default() }
            }
            Request::Observe { campaign } => {
                let Some(config) = self.observable(campaign) else { return Ok(Answered::AsAWish) };
                if self.is_crowded(ledger, &config, sender)? {
                    RequestFacts { what: "crowded", game: open_game(&self.host, ledger, &config)?, ..RequestFacts::default() }
                } else {
                    let errand = Errand::Observe { campaign: config.id.clone(), address: sender.clone() };
                    let facts = RequestFacts { what: "observe", game: open_game(&self.host, ledger, &config)?, ..RequestFacts::default() };
                    return self.ask_to_confirm(ledger, mail, &errand, facts, world).map(Answered::Done);
                }
            }
            Request::Leave { campaign } => {
                let Some(config) = self.joinable(ledger, campaign)? else { return Ok(Answered::AsAWish) };
                let errand = Errand::Leave { campaign: config.id.clone(), address: sender.clone() };
                let facts = RequestFacts { what: "leave", game: open_game(&self.host, ledger, &config)?, ..RequestFacts::default() };
                return self.ask_to_confirm(ledger, mail, &errand, facts, world).map(Answered::Done);
            }
            Request::Join { campaign, name, prefers } => {
                let Some(config) = self.joinable(ledger, campaign)? else { return Ok(Answered::AsAWish) };
                let written = mail.letter.from.as_ref().map(|from| from.name().to_owned()).unwrap_or_default();
                let name = clean_name(name.as_ref().unwrap_or(&written));
                let game = open_game(&self.host, ledger, &config)?;
                match self.obstacle(ledger, &config, sender, name.as_deref(), prefers)? {
                    Some(what) => RequestFacts { what, game, name, least: config.joining.reliability_percent, ..RequestFacts::default() },
                    None => {
                        let (campaign, address) = (config.id.clone(), sender.clone());
                        let errand = Errand::Join { campaign, address, name: name.unwrap_or_default(), prefers: prefers.clone() };
                        let facts = RequestFacts { what: "join", game, ..RequestFacts::default() };
                        return self.ask_to_confirm(ledger, mail, &errand, facts, world).map(Answered::Done);
                    }
                }
            }
        };
        if !self.may_answer(ledger, mail, sender, world.now)? {
            return Ok(Answered::Done(false));
        }
        self.answer_request(ledger, mail, sender, facts, world).map(Answered::Done)
    }

    /// The file of a campaign that can be observed by email.
    fn observable(&self, id: &CampaignId) -> Option<CampaignConfig> {
        self.host.campaign(id).ok().filter(|config| config.observers.open)
    }

    /// Whether one observer more would be too many. A player does not follow their own game so: it would tell them nothing.
    fn is_crowded(&self, ledger: &Ledger<'_>, config: &CampaignConfig, address: &Address) -> Result<bool, DeskError> {
        let observers = ledger.observers(&config.id)?;
        Ok(!observers.contains(address) && observers.len() >= usize::from(config.observers.most))
    }

    fn enter_observer(&self, ledger: &Ledger<'_>, campaign: &str, address: &Address) -> Result<RequestFacts, DeskError> {
        let Some(config) = CampaignId::new(campaign).and_then(|id| self.observable(&id)) else {
            return Ok(RequestFacts { what: "begun", ..RequestFacts::default() });
        };
        let game = open_game(&self.host, ledger, &config)?;
        if self.is_crowded(ledger, &config, address)? {
            return Ok(RequestFacts { what: "crowded", game, ..RequestFacts::default() });
        }
        ledger.enter_observer(campaign, address)?;
        Ok(RequestFacts { what: "observes", game, delay_turns: config.observers.delay_turns, ..RequestFacts::default() })
    }

    fn game_of(&self, ledger: &Ledger<'_>, id: &CampaignId) -> Result<Option<OpenGameFacts>, DeskError> {
        self.host.campaign(id).ok().map(|config| open_game(&self.host, ledger, &config)).transpose().map(Option::flatten)
    }

    /// The file of a campaign that can be joined by email.
    fn joinable(&self, ledger: &Ledger<'_>, id: &CampaignId) -> Result<Option<CampaignConfig>, DeskError> {
        let Some(config) = self.host.campaign(id).ok().filter(|config| config.joining.open) else { return Ok(None) };
        let has_seats = !config.joining.seats.is_empty() || Records::of(ledger)?.knows(id);
        Ok(has_seats.then_some(config))
    }

    /// Why somebody cannot be entered.
    fn obstacle(
        &self,
        ledger: &Ledger<'_>,
        config: &CampaignConfig,
        sender: &Address,
        name: Option<&str>,
        prefers: &[Seat],
    ) -> Result<Option<&'static str>, DeskError> {
        let standing = if Records::of(ledger)?.knows(&config.id) {
            Seats::of(&self.host, &config.id)
        } else {
            Seats { vacant: config.joining.seats.clone(), players: config.seats.clone() }
        };
        let Some(name) = name else { return Ok(Some("no-name")) };
        let list = ledger.applicants(&config.id)?;
        let least = u32::from(config.joining.reliability_percent);
        let is_unreliable = least > 0 && percent_on_host(ledger, sender)?.is_some_and(|percent| percent < least);
        let mut of_others = list.iter().filter(|known| known.address != *sender).map(|known| known.name.as_str());
        Ok(match () {
            () if standing.players.iter().any(|seat| seat.has_address(sender)) => Some("plays-already"),
            () if standing.vacant.is_empty() => Some("begun"),
            () if is_unreliable => Some("unreliable"),
            () if standing.players.iter().any(|seat| seat.has_name(name)) || of_others.any(|known| is_same_name(known, name)) => {
                Some("name-taken")
            }
            () if prefers.iter().any(|seat| !standing.vacant.contains(seat)) => Some("no-seat"),
            () => None,
        })
    }

    /// An answer with a code: that it came shows that its letter was read, so no budget of strangers holds it up.
    pub(super) fn confirm(
        &self,
        ledger: &Ledger<'_>,
        mail: &Arrived,
        sender: &Address,
        code: &str,
        world: &World<'_>,
    ) -> Result<bool, DeskError> {
        let Some(errand) = self.redeem(ledger, code, world.now)? else {
            let facts = RequestFacts { what: "no-code", ..RequestFacts::default() };
            return Ok(self.may_answer(ledger, mail, sender, world.now)? && self.answer_request(ledger, mail, sender, facts, world)?);
        };
        let (campaign, address) = match &errand {
            Errand::Join { campaign, address, .. } | Errand::Leave { campaign, address } | Errand::Observe { campaign, address } => {
                (campaign, address)
            }
            Errand::Table(errand) => return self.confirm_pairing(ledger, mail, errand.clone(), world),
            Errand::Ladder(errand) => return self.confirm_ladder(ledger, mail, errand, world),
        };
        let known = CampaignId::new(campaign).map(|id| self.joinable(ledger, &id)).transpose()?.flatten();
        let gone = || RequestFacts { what: "begun", ..RequestFacts::default() };
        let facts = match (&errand, known) {
            (Errand::Observe { .. }, _) => self.enter_observer(ledger, campaign, address)?,
            (Errand::Table(_) | Errand::Ladder(_), _) | (_, None) => gone(),
            (Errand::Leave { .. }, Some(config)) => self.take_off(ledger, &config, address, world.now)?,
            (Errand::Join { name, prefers, .. }, Some(config)) => {
                match self.obstacle(ledger, &config, address, Some(name), prefers)? {
                    Some(what) => {
                        let game = open_game(&self.host, ledger, &config)?;
                        let least = config.joining.reliability_percent;
                        RequestFacts { what, game, name: Some(name.clone()), least, ..RequestFacts::default() }
                    }
                    None if config.joining.approve && Records::of(ledger)?.knows(campaign) => {
                        self.ask_game_master(ledger, mail, &config, (name, address), world)?
                    }
                    None => {
                        let confirmation = confirmation_of(mail);
                        let confirmed_at = mail.envelope.received_at;
                        let applicant = NewApplicant { campaign, address, name, prefers, confirmation, confirmed_at };
                        if Records::of(ledger)?.knows(campaign) {
                            // The campaign gives the seat in this run, and its welcome is the answer.
                            ledger.enter_applicant(&applicant)?;
                            return Ok(true);
                        }
                        self.enter(ledger, &config, &applicant, world)?
                    }
                }
            }
        };
        self.answer_request(ledger, mail, address, facts, world)
    }

    /// Tells the game master who would like to take over a vacant seat, with the command that gives it.
    fn ask_game_master(
        &self,
        ledger: &Ledger<'_>,
        mail: &Arrived,
        config: &CampaignConfig,
        (name, address): (&str, &Address),
        world: &World<'_>,
    ) -> Result<RequestFacts, DeskError> {
        let asked = Applicant { name: name.to_owned(), address: address.clone() };
        applicants::note(ledger, &config.id, asked, world.now)?;
        let mut model = LetterModel::of_host_about(&self.host.config, &config.id);
        model.heading.campaign = games::by_id(&config.game).map(|game| facts_of(config, game));
        let vacant = Seats::of(&self.host, &config.id).vacant;
        model.office.applicant = Some(ApplicantFacts { name: name.to_owned(), address: address.to_string(), seat: None, vacant });
        let written = letters::render(&self.templates, "shared/gm-applicant.txt", &model)?;
        let letter =
            NewLetter::notice("notice", mail.answer_id("applicant"), &config.gm.address, written).replies_to(Some(address.clone()));
        letters::queue(ledger, &self.sender(), &letter, world.now)?;
        let game = open_game(&self.host, ledger, config)?;
        Ok(RequestFacts { what: "asked-gm", game, name: Some(name.to_owned()), ..RequestFacts::default() })
    }

    fn list_games(&self, ledger: &Ledger<'_>, mail: &Arrived, sender: &Address, world: &World<'_>) -> Result<bool, DeskError> {
        if !self.may_answer(ledger, mail, sender, world.now)? {
            return Ok(false);
        }
        let open_games = Invitation::of(&self.host, ledger)?.open_games;
        let (offers, ladder) = (self.offers(ledger)?, self.ladder_now(ledger)?);
        let letter = (mail.answer_id("answer"), "shared/games.txt");
        let fill =
            |model: &mut LetterModel| (model.office.open_games, model.office.offers, model.office.ladder) = (open_games, offers, ladder);
        self.write_back(ledger, mail, sender, letter, fill, world.now)
    }

    /// Answers a request whose answer is counted already.
    fn answer_request(
        &self,
        ledger: &Ledger<'_>,
        mail: &Arrived,
        recipient: &Address,
        facts: RequestFacts,
        world: &World<'_>,
    ) -> Result<bool, DeskError> {
        let letter = (mail.answer_id("answer"), "shared/request.txt");
        self.write_back(ledger, mail, recipient, letter, |model| model.office.request = Some(facts), world.now)
    }

    /// Queues an answer of the host to an email without a seat, with this id and template. Returns that it was written.
    pub(super) fn write_back(
        &self,
        ledger: &Ledger<'_>,
        mail: &Arrived,
        recipient: &Address,
        (id, template): (String, &str),
        fill: impl FnOnce(&mut LetterModel),
        now: DateTime<Utc>,
    ) -> Result<bool, DeskError> {
        let mut model = LetterModel::of_host(&self.host.config, "asked");
        model.answered.received = Some(mail.facts(letters::utc_text(mail.envelope.received_at)));
        fill(&mut model);
        let written = letters::render(&self.templates, template, &model)?;
        let letter = NewLetter::answer("answer", id, recipient, written).following(mail.letter.message_id.clone());
        letters::queue(ledger, &self.sender(), &letter, now)?;
        Ok(true)
    }
}

/// What whoever confirms adds to a lot: chosen by their mail program, and not by the host.
pub(super) fn confirmation_of(mail: &Arrived) -> Digest {
    let chosen = mail.letter.message_id.as_ref().map_or(mail.envelope.fingerprint.to_string(), ToString::to_string);
    Digest::of(chosen.as_bytes())
}
