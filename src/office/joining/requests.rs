//! What strangers ask for, carried out or refused.

use crate::campaign::config::CampaignConfig;
use crate::campaign::{Address, CampaignId};
use crate::engine::Seat;
use crate::office::World;
use crate::office::cabinet::codes::VALID_DAYS;
use crate::office::cabinet::error::DeskError;
use crate::office::front::Letterbox;
use crate::office::inbox::arrived::Arrived;
use crate::office::joining::answers::Answered;
use crate::office::joining::answers::name_asked_for;
use crate::office::joining::applicants;
use crate::office::joining::codes::Errand;
use crate::office::joining::confirmed::CodeTag;
use crate::office::joining::invitation::{Invitation, open_game};
use crate::office::letters::about::About;
use crate::office::letters::joining::{ConfirmFacts, OpenGameFacts, RequestFacts, RequestNews, ToConfirm};
use crate::office::letters::model::LetterModel;
use crate::office::seats::Seats;
use crate::post::requests::{CODE_TAG, PairingRequest, Request};
use crate::store::Ledger;

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
        match request {
            Request::Join { campaign, name, .. } if self.is_ladder(campaign) => {
                let request = PairingRequest::Play { game: campaign.to_string(), name: name.clone() };
                self.pair(ledger, mail, &request, world)
            }
            Request::Leave { campaign } if self.is_ladder(campaign) => {
                self.pair(ledger, mail, &PairingRequest::Leave { game: Some(campaign.to_string()) }, world)
            }
            Request::Pairing(request) => self.pair(ledger, mail, request, world),
            Request::Games => self.list_games(ledger, mail, sender, world).map(Answered::Done),
            Request::Confirm { code } => self.confirm(ledger, mail, sender, code, world).map(Answered::Done),
            Request::Unclear { code } => {
                let about = About::Request(RequestFacts::new(None, RequestNews::Unclear));
                self.ask_again(ledger, mail, sender, CodeTag { tag: CODE_TAG, code }, about, world).map(Answered::Done)
            }
            Request::Unobserve { campaign } => {
                // This needs no code: a forged request does no harm, since the reader can undo it with OBSERVE.
                let news = if ledger.drop_observer(campaign, sender)? { RequestNews::Unobserved } else { RequestNews::NoObserver };
                let facts = RequestFacts::new(self.game_of(ledger, campaign)?, news);
                self.answer_if_allowed(ledger, mail, sender, facts, world).map(Answered::Done)
            }
            Request::Observe { campaign } => {
                let Some(config) = self.observable(campaign) else { return Ok(Answered::AsAWish) };
                self.ask_to_observe(ledger, mail, sender, &config, world).map(Answered::Done)
            }
            Request::Leave { campaign } => {
                let Some(config) = self.joinable(ledger, campaign)? else { return Ok(Answered::AsAWish) };
                if Seats::of(&self.host, &config.id)?.are_played_from(sender) {
                    let facts = RequestFacts::new(open_game(&self.host, ledger, &config)?, RequestNews::PlaysAlready);
                    return self.answer_if_allowed(ledger, mail, sender, facts, world).map(Answered::Done);
                }
                if !applicants::is_waiting(ledger, &config.id, sender)? {
                    let facts = RequestFacts::new(open_game(&self.host, ledger, &config)?, RequestNews::NotListed);
                    return self.answer_if_allowed(ledger, mail, sender, facts, world).map(Answered::Done);
                }
                let errand = Errand::Leave { campaign: config.id.clone(), address: sender.clone() };
                let about = confirming(ToConfirm::Leave, open_game(&self.host, ledger, &config)?);
                self.ask_to_confirm(ledger, mail, &errand, about, world).map(Answered::Done)
            }
            Request::Join { campaign, name, prefers } => {
                let Some(config) = self.joinable(ledger, campaign)? else { return Ok(Answered::AsAWish) };
                self.ask_to_join(ledger, mail, (sender, name.as_ref(), prefers.as_slice()), &config, world).map(Answered::Done)
            }
        }
    }

    fn ask_to_observe(
        &self,
        ledger: &Ledger<'_>,
        mail: &Arrived,
        sender: &Address,
        config: &CampaignConfig,
        world: &World<'_>,
    ) -> Result<bool, DeskError> {
        let game = open_game(&self.host, ledger, config)?;
        if let Some(obstacle) = self.obstacle_to_observing(ledger, config, sender)? {
            return self.answer_if_allowed(ledger, mail, sender, RequestFacts::new(game, obstacle), world);
        }
        let errand = Errand::Observe { campaign: config.id.clone(), address: sender.clone() };
        self.ask_to_confirm(ledger, mail, &errand, confirming(ToConfirm::Observe, game), world)
    }

    fn ask_to_join(
        &self,
        ledger: &Ledger<'_>,
        mail: &Arrived,
        (sender, name, prefers): (&Address, Option<&String>, &[Seat]),
        config: &CampaignConfig,
        world: &World<'_>,
    ) -> Result<bool, DeskError> {
        let name = name_asked_for(mail, name);
        let game = open_game(&self.host, ledger, config)?;
        if let Some(obstacle) = self.obstacle(ledger, config, sender, name.as_deref(), prefers)? {
            return self.answer_if_allowed(ledger, mail, sender, RequestFacts::new(game, obstacle), world);
        }
        let (campaign, address) = (config.id.clone(), sender.clone());
        let errand = Errand::Join { campaign, address, name: name.unwrap_or_default(), prefers: prefers.to_vec() };
        self.ask_to_confirm(ledger, mail, &errand, confirming(ToConfirm::Join, game), world)
    }

    fn game_of(&self, ledger: &Ledger<'_>, id: &CampaignId) -> Result<Option<OpenGameFacts>, DeskError> {
        self.host.campaign(id).ok().map(|config| open_game(&self.host, ledger, &config)).transpose()
    }

    fn list_games(&self, ledger: &Ledger<'_>, mail: &Arrived, sender: &Address, world: &World<'_>) -> Result<bool, DeskError> {
        if !self.may_answer(ledger, mail, sender, world.now)? {
            return Ok(false);
        }
        let open_games = Invitation::of(&self.host, ledger)?.open_games;
        let about = About::Games { open_games, offers: self.offers(ledger)?, ladder: self.ladder_now(ledger)? };
        self.write_back(ledger, mail, sender, "answer", &LetterModel::new(self.answer_to(mail), about), world.now)
    }
}

/// What the letter with a code says of a campaign.
fn confirming(what: ToConfirm, game: OpenGameFacts) -> impl FnOnce(String) -> About {
    move |code| About::ConfirmRequest(ConfirmFacts { what, game: Some(game), code, days: VALID_DAYS })
}
