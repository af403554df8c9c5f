//! What strangers ask for, carried out or refused.

use crate::campaign::CampaignId;
use crate::campaign::config::CampaignConfig;
use crate::engine::Seat;
use crate::office::cabinet::codes::VALID_DAYS;
use crate::office::cabinet::error::DeskError;
use crate::office::joining::answers::{Answered, Visitor};
use crate::office::joining::applicants;
use crate::office::joining::codes::Errand;
use crate::office::joining::confirmed::CodeTag;
use crate::office::joining::invitation::Invitation;
use crate::office::letters::about::About;
use crate::office::letters::joining::{ConfirmFacts, OpenGameFacts, RequestFacts, RequestNews, ToConfirm};
use crate::office::seats::Seats;
use crate::post::requests::{CODE_TAG, PairingRequest, Request};

impl Visitor<'_> {
    /// Carries out what an email without a seat asks for. What would enter or remove somebody waits for the answer to a code.
    pub(in crate::office) fn carry_out(&self, request: &Request) -> Result<Answered, DeskError> {
        match request {
            Request::Join { campaign, name, .. } if self.letterbox.is_ladder(campaign) => {
                let request = PairingRequest::Play { game: campaign.to_string(), name: name.clone() };
                self.pair(&request)
            }
            Request::Leave { campaign } if self.letterbox.is_ladder(campaign) => {
                self.pair(&PairingRequest::Leave { game: Some(campaign.to_string()) })
            }
            Request::Pairing(request) => self.pair(request),
            Request::Games => self.list_games().map(Answered::Done),
            Request::Confirm { code } => self.confirm(code).map(Answered::Done),
            Request::Unclear { code } => {
                let about = About::Request(RequestFacts::new(None, RequestNews::Unclear));
                self.ask_again(CodeTag { tag: CODE_TAG, code }, about).map(Answered::Done)
            }
            Request::Unobserve { campaign } => {
                // This needs no code: a forged request does no harm, since the reader can undo it with OBSERVE.
                let news =
                    if self.ledger.drop_observer(campaign, self.sender)? { RequestNews::Unobserved } else { RequestNews::NoObserver };
                let facts = RequestFacts::new(self.game_of(campaign)?, news);
                self.answer_if_allowed(facts).map(Answered::Done)
            }
            Request::Observe { campaign } => {
                let Some(config) = self.observable(campaign) else { return Ok(Answered::AsAWish) };
                self.ask_to_observe(&config).map(Answered::Done)
            }
            Request::Leave { campaign } => {
                let Some(config) = self.joinable(campaign)? else { return Ok(Answered::AsAWish) };
                if Seats::of(&self.letterbox.host, &config.id)?.are_played_from(self.sender) {
                    let facts = RequestFacts::new(self.open_game(&config)?, RequestNews::PlaysAlready);
                    return self.answer_if_allowed(facts).map(Answered::Done);
                }
                if !applicants::is_waiting(self.ledger, &config.id, self.sender)? {
                    let facts = RequestFacts::new(self.open_game(&config)?, RequestNews::NotListed);
                    return self.answer_if_allowed(facts).map(Answered::Done);
                }
                let errand = Errand::Leave { campaign: config.id.clone(), address: self.sender.clone() };
                let about = confirming(ToConfirm::Leave, self.open_game(&config)?);
                self.ask_to_confirm(&errand, about).map(Answered::Done)
            }
            Request::Join { campaign, name, prefers } => {
                let Some(config) = self.joinable(campaign)? else { return Ok(Answered::AsAWish) };
                self.ask_to_join(name.as_ref(), prefers, &config).map(Answered::Done)
            }
        }
    }

    fn ask_to_observe(&self, config: &CampaignConfig) -> Result<bool, DeskError> {
        let game = self.open_game(config)?;
        if let Some(obstacle) = self.obstacle_to_observing(config, self.sender)? {
            return self.answer_if_allowed(RequestFacts::new(game, obstacle));
        }
        let errand = Errand::Observe { campaign: config.id.clone(), address: self.sender.clone() };
        self.ask_to_confirm(&errand, confirming(ToConfirm::Observe, game))
    }

    fn ask_to_join(&self, name: Option<&String>, prefers: &[Seat], config: &CampaignConfig) -> Result<bool, DeskError> {
        let name = self.name_asked_for(name);
        let game = self.open_game(config)?;
        if let Some(obstacle) = self.obstacle(config, self.sender, name.as_deref(), prefers)? {
            return self.answer_if_allowed(RequestFacts::new(game, obstacle));
        }
        let (campaign, address) = (config.id.clone(), self.sender.clone());
        let errand = Errand::Join { campaign, address, name: name.unwrap_or_default(), prefers: prefers.to_vec() };
        self.ask_to_confirm(&errand, confirming(ToConfirm::Join, game))
    }

    fn game_of(&self, id: &CampaignId) -> Result<Option<OpenGameFacts>, DeskError> {
        self.letterbox.host.campaign(id).ok().map(|config| self.open_game(&config)).transpose()
    }

    fn list_games(&self) -> Result<bool, DeskError> {
        if !self.may_answer(self.sender)? {
            return Ok(false);
        }
        let open_games = Invitation::of(&self.letterbox.host, self.ledger)?.open_games;
        let about =
            About::Games { open_games, offers: self.letterbox.offers(self.ledger)?, ladder: self.letterbox.ladder_now(self.ledger)? };
        self.answer_with(self.sender, about)
    }
}

/// What the letter with a code says of a campaign.
fn confirming(what: ToConfirm, game: OpenGameFacts) -> impl FnOnce(String) -> About {
    move |code| About::ConfirmRequest(ConfirmFacts { what, game: Some(game), code, days: VALID_DAYS })
}
