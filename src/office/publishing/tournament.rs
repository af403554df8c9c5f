//! A tournament as a whole: read from the databases of its games, told to its players, shown in its archive.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::campaign::config::{CampaignConfig, HostConfig, Pairing, SeatConfig, TournamentConfig};
use crate::campaign::standings::{Game, GameState, Score, standings};
use crate::engine::Seat;
use crate::files::{Access, Together};
use crate::games;
use crate::office::cabinet::desk::{Campaign, Desk, Progress, campaign_templates};
use crate::office::cabinet::error::{DeskError, at};
use crate::office::cabinet::host::{HostError, site_folder};
use crate::office::cabinet::tournament::{GameNow, Tournament};
use crate::office::letters::utc_text;
use crate::office::publishing::listing::ListedTournament;
use crate::office::{Host, World};
use crate::render::site::HostLink;
use crate::render::tournament::{GameFacts, TournamentFacts, pages};

impl Tournament {
    /// Reads how all games of a tournament stand; one that cannot be read counts as not begun, and `status` says what is wrong with it.
    /// `None` if the campaign is no tournament.
    ///
    /// # Errors
    /// When its file cannot be read.
    pub fn read(host: &Host, id: &str) -> Result<Option<Tournament>, HostError> {
        let Some(config) = host.tournament(id)? else { return Ok(None) };
        let mut has_changed = false;
        let mut game = |pairing: Pairing<'_>| {
            let Ok(mut desk) = Desk::open_to_read(host, &config.game_id(pairing.number)) else { return GameNow::default() };
            let opening = desk.store.look().ok().and_then(|ledger| desk.campaign.file_of_opening(&ledger).ok().flatten());
            has_changed |= opening.is_some_and(|opening| shape(&opening) != shape(&config));
            desk.campaign.progress.as_ref().map(|progress| desk.campaign.standing(progress)).unwrap_or_default()
        };
        let games = config.pairings().into_iter().map(&mut game).collect();
        Ok(Some(Tournament { config, games, has_changed }))
    }

    /// What a reader is told; their own games are marked by their name.
    pub fn facts(&self, reader: Option<&str>) -> TournamentFacts {
        let config = &self.config;
        let pairings = config.pairings();
        let names: Vec<String> = (0..config.players().len()).map(|player| self.name_of(player, &pairings)).collect();
        let results = pairings.iter().zip(&self.games).map(|(pairing, game)| Game {
            first: pairing.indices.0,
            second: pairing.indices.1,
            state: game.state(),
        });
        let cell_width = usize::from(config.tournament.map_or(1, |tournament| tournament.games_each_way)) * 2 + 1;
        TournamentFacts {
            id: config.id.to_string(),
            title: config.title.clone(),
            game_title: games::by_id(&config.game).map_or("", |game| game.title()).to_owned(),
            credit: games::by_id(&config.game).and_then(|game| game.credit()),
            games_total: pairings.len(),
            games_over: self.games.iter().filter(|game| game.outcome.is_some()).count(),
            has_void: self.games.iter().any(|game| game.state() == GameState::Void),
            has_on_time: self.games.iter().any(|game| matches!(game.state(), GameState::Over { on_time: true, .. })),
            fits_text: TournamentFacts::fits(names.len(), cell_width),
            cell_width,
            standings: standings(&names, &results.collect::<Vec<_>>()),
            games: pairings.iter().zip(&self.games).map(|(pairing, game)| self.game_facts(pairing, game, reader)).collect(),
        }
    }

    /// The name in the table of a place, which several people may hold one after the other: the one in most of the place's games that
    /// go on, or of all its games once none does; if several are in as many, the one in the last of those.
    fn name_of(&self, player: usize, pairings: &[Pairing<'_>]) -> String {
        let of_place = |is_wanted: &dyn Fn(&GameNow) -> bool| -> Vec<&str> {
            let games = pairings.iter().zip(&self.games).filter(|(_, game)| is_wanted(game));
            let holders = games.flat_map(|(pairing, game)| {
                let [first, second] = holders(pairing, game);
                [(pairing.indices.0, first), (pairing.indices.1, second)]
            });
            holders.filter(|(index, _)| *index == player).map(|(_, holder)| holder.name.as_str()).collect()
        };
        let going_on = of_place(&|game| game.outcome.is_none());
        let names = if going_on.is_empty() { of_place(&|_| true) } else { going_on };
        let count = |name: &str| names.iter().filter(|known| **known == name).count();
        // The last of those with the most, which `max_by_key` finds.
        names.iter().max_by_key(|name| count(name)).map(|name| (*name).to_owned()).unwrap_or_default()
    }

    fn game_facts(&self, pairing: &Pairing<'_>, game: &GameNow, reader: Option<&str>) -> GameFacts {
        let [first_player, second_player] = holders(pairing, game);
        let (first, second) = (&first_player.name, &second_player.name);
        let to_move = game.to_move.map(|seat| if seat == Seat(1) { first } else { second }).filter(|_| game.outcome.is_none());
        let own_zone = [first_player, second_player].into_iter().find(|player| reader == Some(player.name.as_str()));
        let zone = own_zone.and_then(|player| player.zone.as_ref()).unwrap_or(&self.config.schedule.zone);
        GameFacts {
            number: pairing.number,
            id: self.config.game_id(pairing.number).to_string(),
            first: first.clone(),
            second: second.clone(),
            own: reader.is_some_and(|reader| reader == first || reader == second),
            own_move: reader.is_some() && to_move.map(String::as_str) == reader,
            result: score_of(game.state()),
            on_time: matches!(game.state(), GameState::Over { on_time: true, .. }),
            is_void: game.state() == GameState::Void,
            turns_played: game.turns_played,
            to_move: to_move.cloned(),
            deadline_utc: game.limits.map(|limits| utc_text(limits.deadline_at)),
            deadline_local: game.limits.map(|limits| zone.text(limits.deadline_at)),
            closes_local: game.limits.filter(|limits| limits.closes_at > limits.deadline_at).map(|limits| zone.text(limits.closes_at)),
            zone: game.limits.map(|_| zone.to_string()),
            path: format!("game-{}/index.html", pairing.number),
        }
    }

    fn has_begun(&self) -> bool {
        self.games.iter().any(|game| game.to_move.is_some() || game.outcome.is_some())
    }

    /// What the host's page says of it.
    fn row(&self) -> ListedTournament {
        let facts = self.facts(None);
        let leaders = facts.standings.iter().filter(|row| row.place == 1 && row.played > 0);
        ListedTournament {
            id: facts.id,
            title: facts.title,
            game_title: facts.game_title,
            unlisted: self.config.unlisted,
            games_total: facts.games_total,
            games_over: facts.games_over,
            leaders: leaders.map(|row| row.name.clone()).collect(),
        }
    }

    /// The page of the host, as the tournament's page leads back to it; `None` if there is none, or if it does not lead here.
    fn host_link(&self, host: &Host) -> Option<HostLink> {
        (host.config.site.host_page && !self.config.unlisted).then(|| link_to(&host.config, "../index.html"))
    }

    /// Writes the front page of the archive where it has changed.
    ///
    /// # Errors
    /// When a template or the disk refuses.
    pub fn publish(&self, host: &Host, world: &World<'_>) -> Result<(), DeskError> {
        if !self.has_begun() {
            return Ok(());
        }
        let home = host.home(&self.config.id);
        let mut together = Together::default();
        let url = host.config.site.url.as_ref().map(|url| format!("{url}{}/", self.config.id));
        for (name, bytes) in pages(&self.facts(None), self.host_link(host), url.as_deref(), campaign_templates(&home)?.as_ref())? {
            let path = home.join("site").join(name);
            together.write(&path, &bytes, Access::Public).map_err(at(&path))?;
        }
        together.settle().map_err(at(&home))?;
        (world.boundary)("after a tournament's page is written");
        Ok(())
    }
}

fn link_to(host: &HostConfig, path: &str) -> HostLink {
    HostLink { title: host.site.title.clone(), domain: host.address.domain().to_owned(), path: path.to_owned() }
}

/// The result as chess players write it; absent while the game goes on, and of a game that counts for nothing.
fn score_of(state: GameState) -> Option<&'static str> {
    let GameState::Over { score, .. } = state else { return None };
    Some(match score {
        Score { first: 2, .. } => "1-0",
        Score { second: 2, .. } => "0-1",
        Score { .. } => "½-½",
    })
}

/// What the pairings follow from.
fn shape(config: &CampaignConfig) -> (Vec<Seat>, Option<TournamentConfig>) {
    (config.players().iter().map(|player| player.number).collect(), config.tournament)
}

/// Who plays a game: by its own roster once it has begun.
fn holders<'a>(pairing: &Pairing<'a>, game: &'a GameNow) -> [&'a SeatConfig; 2] {
    match &game.players {
        Some([first, second]) => [first, second],
        None => [pairing.first, pairing.second],
    }
}

impl Campaign {
    /// How this game of a tournament stands.
    fn standing(&self, progress: &Progress) -> GameNow {
        let players = [Seat(1), Seat(2)].map(|seat| self.config.seat(seat).cloned());
        let [Some(first), Some(second)] = players else { return GameNow::default() };
        GameNow {
            players: Some([first, second]),
            turns_played: progress.table.turn(),
            outcome: progress.outcome(),
            decision: progress.decision(),
            to_move: progress.table.to_move().first().copied(),
            limits: self.limits(progress),
        }
    }

    /// The tournament that the game belongs to, with the game as it stands after this progress.
    pub fn tournament_facts(&self, progress: Option<&Progress>, reader: Option<Seat>) -> Option<TournamentFacts> {
        let mut tournament = Tournament::clone(self.tournament.as_ref()?);
        if let (Some(game), Some(progress)) = (&self.config.paired, progress) {
            tournament.note(game.number, self.standing(progress));
        }
        let name = reader.and_then(|seat| self.config.seat(seat)).map(|seat| seat.name.as_str());
        Some(tournament.facts(name))
    }

    /// Where the archive of this campaign is written: a game of a tournament below the tournament's page.
    pub fn site_folder(&self) -> PathBuf {
        site_folder(&self.home, &self.config)
    }

    /// Where that is on the web, with a slash at the end; `None` if the host does not say.
    pub fn site_url(&self) -> Option<String> {
        self.host.site.url.as_ref().map(|url| url.clone() + &self.site_path())
    }

    /// Where a turn's page of the archive can be read; `None` if the host does not say.
    pub fn page_of_turn(&self, turn: u32) -> Option<String> {
        self.site_url().map(|url| format!("{url}turn-{turn}.html"))
    }

    /// The page of the host, as the archive leads back to it; `None` if there is none, or if it does not lead here.
    pub fn host_link(&self) -> Option<HostLink> {
        let site = &self.host.site;
        let path = if self.config.paired.is_some() { "../../index.html" } else { "../index.html" };
        (site.host_page && !self.config.unlisted).then(|| link_to(&self.host, path))
    }

    /// The archive as it is reached from the host's page, with a slash at the end.
    pub fn site_path(&self) -> String {
        match &self.config.paired {
            Some(game) => format!("{}/game-{}/", game.tournament, game.number),
            None => format!("{}/", self.id()),
        }
    }

    /// The page at which a reader on this machine enters the archive: below the host's page, where the way back leads to it, or in the
    /// campaign's own folder where no host's page leads here.
    pub fn front_page(&self, host: &Host) -> PathBuf {
        let below = host.page_folder().map(|folder| folder.join(self.site_path()).join("index.html"));
        below.filter(|page| page.is_file()).unwrap_or_else(|| self.site_folder().join("index.html"))
    }
}

/// The tournaments whose games a run works on, each read when the first of them is opened.
#[derive(Default)]
pub(crate) struct Tournaments(Mutex<BTreeMap<String, Option<Arc<Tournament>>>>);

impl Tournaments {
    /// The tournament that a campaign is a game of; what is wrong with its file shows when the campaign is opened.
    pub(crate) fn of(&self, host: &Host, config: &CampaignConfig) -> Option<Arc<Tournament>> {
        let id = &config.paired.as_ref()?.tournament;
        let read = || Some(Arc::new(Tournament::read(host, id).ok()??));
        self.known().entry(id.clone()).or_insert_with(read).clone()
    }

    /// Notes how a game stands after the work on it.
    pub(crate) fn note(&self, campaign: &mut Campaign) {
        campaign.tournament = None;
        if let (Some(game), Some(progress)) = (&campaign.config.paired, &campaign.progress)
            && let Some(Some(tournament)) = self.known().get_mut(&game.tournament)
        {
            Arc::make_mut(tournament).note(game.number, campaign.standing(progress));
        }
    }

    /// Writes what has changed of their archives; returns what went wrong.
    pub(crate) fn publish(&self, host: &Host, world: &World<'_>) -> Vec<String> {
        let publish = |tournament: &Arc<Tournament>| tournament.publish(host, world).err().map(|error| error.to_string());
        self.known().values().flatten().filter_map(publish).collect()
    }

    /// How they stand, for the host's page; those in which nothing has begun are left out.
    pub(crate) fn rows(&self) -> Vec<ListedTournament> {
        self.known().values().flatten().filter(|tournament| tournament.has_begun()).map(|tournament| tournament.row()).collect()
    }

    fn known(&self) -> MutexGuard<'_, BTreeMap<String, Option<Arc<Tournament>>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
