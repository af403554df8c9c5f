//! Strangers who want to play: which campaigns look for players, and who hears of the wish.

use std::collections::BTreeMap;

use chrono::{DateTime, TimeDelta, Utc};

use super::arrived::Arrived;
use super::desk::DeskError;
use super::forward::{ForwardedFacts, cut};
use super::front::Letterbox;
use super::letter_model::{LetterModel, OpenGameFacts, gm_facts};
use super::letters::{self, Letter};
use super::reply::received_facts;
use super::{CARRIED_SCENARIOS, Host};
use crate::campaign::journal::digest;
use crate::engine::{Dice, Seat, Seed};
use crate::games;
use crate::post::outgoing::Origin;
use crate::post::tag::subject_without_tags;
use crate::render::report::GameMasterFacts;
use crate::store::Ledger;

/// So many game masters are named to a stranger; more help nobody.
const MOST_GAME_MASTERS: usize = 3;

/// The campaigns that look for players, in the order of their names. A file that does not read is another's to tell of.
pub(super) fn open_games(host: &Host) -> Vec<OpenGameFacts> {
    let ids = host.file_ids().unwrap_or_default();
    let configs = ids.iter().filter_map(|id| host.campaign(id).ok()).filter(|config| config.players_wanted > 0);
    let open = configs.filter_map(|config| {
        Some(OpenGameFacts {
            game_title: games::by_id(&config.game)?.title().to_owned(),
            players_wanted: config.players_wanted,
            has_begun: host.has_game_in(&host.campaign_folder(&config.id)),
            gm: gm_facts(&config.gm, false),
            id: config.id,
            title: config.title,
        })
    });
    open.collect()
}

/// The game masters to whom a stranger may turn, each once.
pub(super) fn game_masters(host: &Host) -> Vec<GameMasterFacts> {
    let ids = host.file_ids().unwrap_or_default();
    let mut found: Vec<GameMasterFacts> = Vec::new();
    for config in ids.iter().filter_map(|id| host.campaign(id).ok()) {
        if found.len() < MOST_GAME_MASTERS && !found.iter().any(|known| known.address == config.gm.address) {
            found.push(gm_facts(&config.gm, false));
        }
    }
    found
}

/// Whether an email holds what some game here would take for orders.
pub(super) fn holds_orders(mail: &Arrived) -> bool {
    // A stranger who names a campaign believes to be playing in it.
    mail.campaign.is_some() || games::GAMES.iter().any(|game| reads_an_order(*game, &mail.content.orders))
}

/// Read at the opening of a usual scenario, since nothing is known of the game that the writer means.
fn reads_an_order(game: &dyn crate::engine::AnyGame, text: &str) -> bool {
    let Some((_, _, scenario)) = CARRIED_SCENARIOS.iter().find(|(id, _, _)| *id == game.id()) else { return false };
    let seats: BTreeMap<Seat, String> = [1, 2].map(|seat| (Seat(seat), format!("Player {seat}"))).into();
    let table = game.set_up(scenario, &seats, &Dice::new(Seed([0; 32])));
    table.is_ok_and(|table| !table.read(Seat(1), text).entries.is_empty())
}

/// Whether somebody asks to play: JOIN at the beginning of a line or of the subject, or a wish in words.
pub(super) fn asks_to_play(mail: &Arrived) -> bool {
    let subject = subject_without_tags(&mail.subject).to_lowercase();
    let text = mail.content.orders.to_lowercase();
    let words = |text: &str| -> Vec<String> {
        text.split(|letter: char| !letter.is_alphanumeric()).filter(|word| !word.is_empty()).map(str::to_owned).collect()
    };
    if text.lines().chain([subject.as_str()]).any(|line| words(line).first().is_some_and(|word| word == "join")) {
        return true;
    }
    let said = words(&format!("{subject} {text}"));
    let has = |wanted: &[&str]| said.iter().any(|word| wanted.contains(&word.as_str()));
    has(&["join", "play", "playing", "player", "participate"]) && has(&["game", "games", "campaign", "like", "want", "may", "can", "could"])
}

impl Letterbox {
    /// Forwards the wish of a stranger to the game masters who look for players, or to all if none does. Returns whether it went to
    /// somebody, now or before.
    pub(super) fn tell_of_wish(
        &self,
        ledger: &Ledger<'_>,
        mail: &Arrived,
        open_games: &[OpenGameFacts],
        now: DateTime<Utc>,
    ) -> Result<bool, DeskError> {
        if !asks_to_play(mail) {
            return Ok(false);
        }
        let limits = &self.host.config.limits;
        let (text, is_cut) = cut(mail.content.orders.trim(), usize::from(limits.gm_message_kibibytes) * 1024);
        let mut model = LetterModel::of_host(&self.host.config, "to-gm");
        model.received = Some(received_facts(mail, letters::utc_text(mail.received_at)));
        model.forwarded = Some(ForwardedFacts { text, is_cut, too_many: None });
        model.open_games = open_games.to_vec();
        let (subject, text) = letters::render(&self.templates, "shared/gm-message.txt", &model)?;
        let mut recipients: Vec<_> = open_games.iter().map(|game| game.gm.address.clone()).collect();
        if recipients.is_empty() {
            recipients = self.host.game_masters();
        }
        recipients.sort();
        recipients.dedup();
        let mut was_told = false;
        for recipient in recipients {
            let budget = format!("to-gm:{}", recipient.identity());
            if ledger.spent_since(&budget, now - TimeDelta::days(1))? >= u32::from(limits.gm_messages_a_day) {
                continue;
            }
            let id = format!("{}.{}", mail.answer_id("to-gm"), &digest(recipient.as_str())[..8]);
            let letter = Letter {
                reply_to: mail.sender.clone(),
                budget: Some(budget),
                ..Letter::plain("to-gm", id, &recipient, (subject.clone(), text.clone()), Origin::Calendar)
            };
            letters::queue(ledger, &self.sender(), &letter, now)?;
            was_told = true;
        }
        Ok(was_told)
    }
}
