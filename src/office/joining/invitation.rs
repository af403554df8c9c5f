//! Strangers who want to play: which campaigns look for players, and who hears of the wish.

use std::collections::BTreeMap;

use crate::campaign::Address;
use crate::campaign::budget::Account;
use crate::campaign::config::CampaignConfig;
use crate::engine::{AnyGame, Dice, Seat, Seed};
use crate::games;
use crate::office::Host;
use crate::office::cabinet::error::DeskError;
use crate::office::cabinet::host::each_game_master;
use crate::office::cabinet::players::SenderGame;
use crate::office::cabinet::records::Records;
use crate::office::inbox::arrived::Arrived;
use crate::office::joining::answers::Visitor;
use crate::office::letters::about::About;
use crate::office::letters::campaign::gm_facts;
use crate::office::letters::facts::ForwardedFacts;
use crate::office::letters::forwarded::too_many;
use crate::office::letters::joining::OpenGameFacts;
use crate::office::letters::kind::LetterKind;
use crate::office::letters::model::LetterModel;
use crate::office::letters::{self, NewLetter};
use crate::office::seats::Seats;
use crate::post::tag::subject_without_tags;
use crate::post::veiled;
use crate::render::report::GameMasterFacts;
use crate::render::schedule::ScheduleFacts;
use crate::store::{EmailKind, Ledger};

/// How many game masters are named to a stranger at most; more names would not help.
const MOST_GAME_MASTERS: usize = 3;

/// What a stranger may be told of the campaigns of a host.
pub(in crate::office) struct Invitation {
    /// Those that look for players, in the order of their names.
    pub open_games: Vec<OpenGameFacts>,
    /// The game masters of the host, each once.
    game_masters: Vec<GameMasterFacts>,
}

impl Invitation {
    /// Reads the files of all campaigns, and their lists.
    pub(crate) fn of(host: &Host, ledger: &Ledger<'_>) -> Result<Invitation, DeskError> {
        let configs = host.configs();
        let mut open_games = Vec::new();
        for config in &configs {
            let game = open_game(host, ledger, config)?;
            open_games.extend(Some(game).filter(|game| game.players_wanted > 0 || game.by_mail));
        }
        let game_masters = each_game_master(&configs).into_iter().map(gm_facts).collect();
        Ok(Invitation { open_games, game_masters })
    }

    /// The game masters to whom a stranger may turn.
    pub(crate) fn named_game_masters(&self) -> Vec<GameMasterFacts> {
        self.game_masters.iter().take(MOST_GAME_MASTERS).cloned().collect()
    }

    /// Who is told that somebody wants to play: the game masters who look for players, or all of them if none does.
    fn hearers(&self) -> Vec<Address> {
        let looking = self.open_games.iter().map(|game| &game.gm);
        let all = self.game_masters.iter().filter(|_| self.open_games.is_empty());
        let mut addresses: Vec<Address> = looking.chain(all).map(|gm| gm.address.clone()).collect();
        addresses.sort();
        addresses.dedup();
        addresses
    }
}

/// The games that are not over yet in which an address is the game master's, or a helper's.
pub(in crate::office) fn games_led_by(configs: &[CampaignConfig], address: &Address, records: &Records) -> Vec<SenderGame> {
    let led = configs.iter().filter(|config| config.powers_of(address).is_some());
    let games = led.flat_map(|config| if config.tournament.is_some() { config.paired_games() } else { vec![config.clone()] });
    let goes_on = games.filter(|config| records.get(&config.id).is_none_or(|record| !record.is_over));
    goes_on.map(|config| SenderGame { campaign: config.id.clone(), title: config.title.clone() }).collect()
}

/// What strangers are told of a campaign.
fn open_game(host: &Host, ledger: &Ledger<'_>, config: &CampaignConfig) -> Result<OpenGameFacts, DeskError> {
    let has_begun = host.has_game_in(&host.campaign_folder(&config.id)) && Records::about(ledger, &config.id)?.knows(&config.id);
    let seats = match has_begun {
        // A game that does not read is offered to nobody.
        true if config.joining.open => Seats::of(host, &config.id).unwrap_or_default().vacant,
        true => Vec::new(),
        false => config.joining.seats.clone(),
    };
    let by_mail = config.joining.open && !seats.is_empty();
    let (places, applicants) = (seats.len(), if by_mail { ledger.applicants(&config.id)?.len() } else { 0 });
    let free = u8::try_from(places.saturating_sub(applicants)).unwrap_or(u8::MAX);
    let archive = if has_begun && !config.unlisted { format!("{}/", config.id) } else { String::new() };
    Ok(OpenGameFacts {
        id: config.id.clone(),
        title: config.title.clone(),
        game_title: config.game.title().to_owned(),
        players_wanted: if by_mail { free } else { config.players_wanted },
        has_begun,
        by_mail,
        seats,
        waiting: applicants.saturating_sub(places),
        schedule: ScheduleFacts::of(config),
        url: host.config.site.url.as_ref().map(|url| format!("{url}{archive}")),
        gm: gm_facts(&config.gm),
    })
}

/// Whether an email holds what some game here would take for orders.
pub(in crate::office) fn holds_orders(mail: &Arrived) -> bool {
    // A stranger who names a campaign believes to be playing in it.
    mail.envelope.campaign.is_some() || games::GAMES.iter().any(|game| reads_an_order(*game, &mail.content.orders))
}

/// Whether a text has orders in another game than its own, so that it probably went to the wrong one.
pub(in crate::office) fn are_orders_of_another(own: &dyn AnyGame, text: &str) -> bool {
    games::GAMES.iter().filter(|game| game.id() != own.id()).any(|game| reads_an_order(*game, text))
}

/// Whether the text has an order, read at the opening of the usual scenario, since it is not known which game the writer means.
fn reads_an_order(game: &dyn AnyGame, text: &str) -> bool {
    let Some((_, scenario)) = game.kit().scenarios.first() else { return false };
    let seats: BTreeMap<Seat, String> = [1, 2].map(|seat| (Seat(seat), format!("Player {seat}"))).into();
    let table = game.set_up(scenario, &seats, &Dice::new(Seed([0; 32])));
    table.is_ok_and(|table| !table.order_lines(Seat(1), text).is_empty())
}

/// What a stranger writes, a request such as JOIN included. It may be a player without the tag, so what is for nobody else stays out.
fn words_of(mail: &Arrived) -> String {
    veiled(&mail.letter.orders.text, false)
}

/// Whether somebody asks to play: JOIN at the beginning of a line or of the subject, or a wish in words.
pub(in crate::office) fn asks_to_play(mail: &Arrived) -> bool {
    let subject = subject_without_tags(&mail.letter.subject).to_lowercase();
    let text = words_of(mail).to_lowercase();
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

impl Visitor<'_> {
    /// What they may be told of a campaign.
    pub(super) fn open_game(&self, config: &CampaignConfig) -> Result<OpenGameFacts, DeskError> {
        open_game(&self.letterbox.host, self.ledger, config)
    }

    /// Forwards the wish of a stranger to play, who is told which games look for players, and whether others can be begun by email. Returns
    /// whether it went to somebody.
    pub(in crate::office) fn tell_of_wish(&self, (invitation, can_begin): (&Invitation, bool)) -> Result<bool, DeskError> {
        let limits = &self.letterbox.host.config.limits;
        let heading = self.heading(LetterKind::ToGm);
        let forwarded = ForwardedFacts::of(words_of(self.mail).trim(), limits);
        let about = About::GmMessageOfStranger { forwarded, open_games: invitation.open_games.clone(), can_begin };
        let written = letters::render(&self.letterbox.templates, &LetterModel::new(heading, about))?;
        let mut was_told = false;
        for recipient in invitation.hearers() {
            let budget = Account::Wishes(recipient.clone());
            if too_many(self.ledger, &budget, limits, self.world.now)?.is_some() {
                continue;
            }
            let id = format!("{}.{}", self.mail.answer_id("to-gm"), recipient.identity().short());
            let letter = NewLetter::notice(id, &recipient, written.clone())
                .of_kind(EmailKind::ToGm)
                .replies_to(Some(self.sender.clone()))
                .counted_with(budget);
            letters::queue(self.ledger, &self.letterbox.sender(), &letter, self.world.now)?;
            was_told = true;
        }
        Ok(was_told)
    }
}
