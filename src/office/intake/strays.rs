//! Emails that are for no campaign of this host: filed, and answered once a day.

use chrono::{DateTime, TimeDelta, Utc};

use crate::campaign::budget::{Account, Budget};
use crate::campaign::calendar;
use crate::campaign::config::{CampaignConfig, LimitsConfig};
use crate::campaign::envelope::{self, Envelope, Verdict};
use crate::campaign::local::Zone;
use crate::campaign::{CampaignId, Noise};
use crate::engine::nearness::nearest;
use crate::office::World;
use crate::office::cabinet::error::{DeskError, unbroken};
use crate::office::cabinet::players::{SenderGame, WhoPlays};
use crate::office::cabinet::records::Records;
use crate::office::front::{Front, Letterbox};
use crate::office::inbox::allowance::{Left, last_answer, left_of, may_answer_stranger, more_from};
use crate::office::inbox::arrived::{Arrived, Leave};
use crate::office::inbox::judged::{BATCH, Handled};
use crate::office::intake::quarantine;
use crate::office::joining::invitation::{Invitation, asks_to_play, games_led_by, holds_orders};
use crate::office::joining::{Answered, Visitor};
use crate::office::letters::about::About;
use crate::office::letters::facts::DeadlineFacts;
use crate::office::letters::model::LetterModel;
use crate::office::letters::{self, NewLetter};
use crate::post::Address;
use crate::post::gm_commands::{self, GmContent};
use crate::post::requests::{self, Request};
use crate::store::{FiledMail, Ledger};

/// What a game master leads.
struct LedGames {
    games: Vec<SenderGame>,
    /// The tournament that the email names.
    tournament: Option<CampaignConfig>,
}

/// How many answers somebody may still get.
struct AnswersLeft {
    budget: Budget,
    left: Left,
}

/// Files and answers the emails that are for no campaign of this host.
pub(crate) fn take_in_strays(front: &mut Front, arrived: &[Arrived], world: &World<'_>) -> Result<Vec<Handled>, DeskError> {
    let Front { store, letterbox, .. } = front;
    let mut handled = Vec::new();
    for batch in arrived.chunks(BATCH) {
        let ledger = store.begin()?;
        for mail in batch {
            let taken = ledger.apart(|| unbroken(|| letterbox.take(&ledger, mail, world)));
            handled.push(match taken {
                Err(error) if error.is_about_one_mail() => quarantine::keep_stray(letterbox, &ledger, mail, &error, world)?,
                taken => taken?,
            });
        }
        drop_old_strangers(&ledger, &letterbox.host.config.limits, world.now)?;
        (world.boundary)("before strays commit");
        ledger.commit()?;
        (world.boundary)("after strays commit");
        for mail in batch {
            mail.put_away(Leave::AsItCame)?;
            (world.boundary)("after a stray is put away");
        }
    }
    Ok(handled)
}

/// Drops the bytes of email that speaks for no seat once there is too much of it, or it is too old. The verdict on each such email stays on
/// file, and so does every email that became a sheet.
pub(crate) fn drop_old_strangers(ledger: &Ledger<'_>, limits: &LimitsConfig, now: DateTime<Utc>) -> Result<(), DeskError> {
    let before = calendar::earlier(now, TimeDelta::days(limits.strangers_days.into()));
    Ok(ledger.drop_raw_of_strangers(before, u64::from(limits.strangers_mebibytes) << 20)?)
}

impl Letterbox {
    fn take(&self, ledger: &Ledger<'_>, mail: &Arrived, world: &World<'_>) -> Result<Handled, DeskError> {
        if mail.is_broken {
            return Err(DeskError::Broken("the message could not be read".to_owned()));
        }
        let noise = mail.envelope.noise.clone().or_else(|| self.is_from_owner(mail, world).then_some(Noise::FromHouse));
        let named = if mail.envelope.campaign.is_some() { Verdict::UnknownCampaign } else { Verdict::Stranger };
        let request = requests::find(&mail.letter);
        let read = if request.is_some() { Verdict::Asked } else { named };
        let verdict = envelope::refuse_unread(&Envelope { noise, ..mail.envelope.clone() }).unwrap_or(read);
        let known = ledger.file_mail(&mail.filed_as(verdict))? == FiledMail::Known;
        let answered = match &mail.envelope.sender {
            Some(sender) if !known => Visitor { letterbox: self, ledger, mail, sender, world }.attend_to(request.as_ref(), verdict)?,
            _ => false,
        };
        Ok(Handled { known, answered, ..Handled::of(mail, verdict, None) })
    }

    /// The tournament of that name, if the address leads it.
    fn tournament_led_by(&self, address: &Address, named: Option<&CampaignId>) -> Option<CampaignConfig> {
        self.host.tournament(named?).ok().flatten().filter(|tournament| tournament.powers_of(address).is_some())
    }

    /// Whether it comes from the user as whom this program runs, at the host's own domain: programs that run as that user write to it.
    /// A game master or a player who has that address is answered.
    fn is_from_owner(&self, mail: &Arrived, world: &World<'_>) -> bool {
        let Some(sender) = &mail.envelope.sender else { return false };
        let is_own_domain = ["localhost", "localhost.localdomain", self.host.config.address.domain()].contains(&sender.domain());
        let is_owner = (world.environment)("LOGNAME").is_some_and(|owner| owner.eq_ignore_ascii_case(sender.local_part()));
        is_owner && is_own_domain && !self.host.people().contains(sender)
    }
}

impl Visitor<'_> {
    /// Does what is asked for, or says why not. Returns whether an answer was written.
    fn attend_to(&self, request: Option<&Request>, verdict: Verdict) -> Result<bool, DeskError> {
        if let Some(request) = request.filter(|_| verdict == Verdict::Asked)
            && let Answered::Done(answered) = self.carry_out(request)?
        {
            return Ok(answered);
        }
        self.answer(request, verdict)
    }

    /// Answers an email that cannot have what it asks for, or asks for nothing that was understood. Returns whether an answer was written.
    fn answer(&self, request: Option<&Request>, verdict: Verdict) -> Result<bool, DeskError> {
        if verdict.template().is_none() {
            return Ok(false);
        }
        let Visitor { letterbox, ledger, mail, sender, world } = *self;
        let limits = &letterbox.host.config.limits;
        let asks_to_play = asks_to_play(mail);
        if request.is_none() && !asks_to_play && self.writes_as_game_master()? {
            let budget = Budget::GameMaster { address: sender.clone() };
            let left = left_of(ledger, &budget, limits, world.now)?;
            if left == Left::Nothing {
                return Ok(false);
            }
            let led = LedGames {
                games: games_led_by(&letterbox.host.configs(), sender, &Records::of(ledger)?),
                tournament: letterbox.tournament_led_by(sender, mail.envelope.campaign.as_ref()),
            };
            if !led.games.is_empty() || led.tournament.is_some() {
                return self.ask_which_game(verdict, led, AnswersLeft { budget, left });
            }
        }
        let is_urgent = || asks_to_play || holds_orders(mail);
        if !may_answer_stranger(ledger, &mail.envelope.fingerprint, sender, limits, is_urgent, world.now)? {
            return Ok(false);
        }
        let invitation = Invitation::of(&letterbox.host, ledger)?;
        let (offers, ladder) = (letterbox.offers(ledger)?, letterbox.ladder_now(ledger)?);
        let can_begin = !offers.is_empty() || ladder.is_some();
        let wish_was_told = asks_to_play && self.tell_of_wish((&invitation, can_begin))?;
        let (closed, unknown) = match request {
            Some(Request::Join { campaign, .. } | Request::Leave { campaign } | Request::Observe { campaign }) => {
                let is_here = letterbox.host.campaign(campaign).is_ok();
                if is_here { (Some(campaign), None) } else { (None, Some(campaign)) }
            }
            _ => (None, mail.envelope.campaign.as_ref()),
        };
        let heading = self.heading(verdict);
        let about = About::UnknownCampaign {
            own_games: WhoPlays::of(ledger)?.games_of(sender).to_vec(),
            game_masters: invitation.named_game_masters(),
            open_games: invitation.open_games,
            offers,
            ladder,
            wish_was_told,
            trouble: unknown.map(ToString::to_string),
            asked_about: requests::asked_about(&mail.letter).filter(|_| request.is_none()),
            closed: closed.map(ToString::to_string),
        };
        self.write_back(sender, "answer", &LetterModel::new(heading, about))
    }

    /// Whether a game master or helper has sent the email as such: somebody who also plays here writes a command then.
    fn writes_as_game_master(&self) -> Result<bool, DeskError> {
        if !self.letterbox.is_game_master(self.sender) {
            return Ok(false);
        }
        let GmContent { campaign, commands, .. } = gm_commands::read(&self.mail.letter.orders.text);
        Ok(campaign.is_some() || !commands.is_empty() || WhoPlays::of(self.ledger)?.games_of(self.sender).is_empty())
    }

    /// Asks a game master which game is meant. Returns whether that was written.
    fn ask_which_game(
        &self,
        verdict: Verdict,
        LedGames { games, tournament }: LedGames,
        AnswersLeft { budget, left }: AnswersLeft,
    ) -> Result<bool, DeskError> {
        let limits = &self.letterbox.host.config.limits;
        let named = self.mail.envelope.campaign.as_ref();
        let games: Vec<SenderGame> = match &tournament {
            Some(tournament) => games.into_iter().filter(|game| tournament.game_ids().contains(&game.campaign)).collect(),
            None => games,
        };
        let near = named
            .filter(|_| tournament.is_none())
            .and_then(|named| nearest(named, games.iter().map(|game| &*game.campaign)).first().map(|near| (*near).to_owned()));
        let heading = self.heading(verdict);
        let about = About::GmWhichGame {
            example: near.clone().or_else(|| Some(games.first()?.campaign.to_string())),
            near,
            trouble: named.map(ToString::to_string),
            is_tournament: tournament.is_some(),
            games,
        };
        let mut written = letters::render(&self.letterbox.templates, &LetterModel::new(heading, about))?;
        if left == Left::LastOne {
            let until = DeadlineFacts::of(Zone::utc().local(more_from(self.ledger, &budget, limits, self.world.now)?), self.world.now);
            written.1 += &last_answer(&self.letterbox.templates, (&budget, limits), &until, false)?;
        }
        let letter = NewLetter::answer(self.mail.answer_id("answer"), self.sender, written)
            .following(self.mail.letter.message_id.clone())
            .counted_with(Account::Answers(budget));
        letters::queue(self.ledger, &self.letterbox.sender(), &letter, self.world.now)
    }
}
