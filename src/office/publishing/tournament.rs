//! A tournament as a whole: read from the databases of its games, told to its players, shown in its archive.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::campaign::CampaignId;
use crate::campaign::config::{CampaignConfig, TournamentConfig};
use crate::campaign::layout::SITE_FOLDER;
use crate::engine::Seat;
use crate::files::{Access, Together};
use crate::office::cabinet::desk::{Campaign, Keyless, Progress};
use crate::office::cabinet::error::{DeskError, at};
use crate::office::cabinet::glance::Glance;
use crate::office::cabinet::host::HostError;
use crate::office::cabinet::tournament::{GameNow, Tournament};
use crate::office::cabinet::wording::campaign_templates;
use crate::office::publishing::listing::ListedTournament;
use crate::office::publishing::place::link_to;
use crate::office::{Host, World};
use crate::render::site::HostLink;
use crate::render::tournament::{TournamentFacts, pages};
use crate::store::Store;

impl Tournament {
    /// Reads how all games of a tournament stand; one that cannot be read counts as not begun, and `status` says what is wrong with it.
    /// `None` if the campaign is no tournament.
    ///
    /// # Errors
    /// When its file cannot be read.
    pub fn read(host: &Host, id: &CampaignId) -> Result<Option<Tournament>, HostError> {
        let Some(mut config) = host.tournament(id)? else { return Ok(None) };
        let mut began_as = None;
        let games = games_now(host, &config, |opening| {
            if shape(&opening) != shape(&config) {
                began_as = Some(opening);
            }
        });
        let Some(began_as) = began_as else { return Ok(Some(Tournament { config, games, has_changed: false })) };
        // An edit of who plays whom is not taken over, so its games stay what they were.
        config.said.seats = began_as.said.seats;
        config.said.tournament = began_as.said.tournament;
        let games = games_now(host, &config, |_| ());
        Ok(Some(Tournament { config, games, has_changed: true }))
    }

    /// Why a game of it that has not begun does not begin; `None` if nothing is known against it.
    pub fn refusal(&self, game: &CampaignId) -> Option<DeskError> {
        self.has_changed.then(|| DeskError::OtherTournament { id: self.config.id.clone(), game: game.to_owned() })
    }

    fn has_begun(&self) -> bool {
        self.games.iter().any(|game| game.to_move.is_some() || game.outcome.is_some())
    }

    /// What the host's page says of it.
    fn row(&self) -> ListedTournament {
        let facts = self.facts(None);
        let leaders = facts.standings.iter().filter(|row| row.place == 1 && row.played > 0);
        ListedTournament {
            id: self.config.id.clone(),
            title: facts.title,
            game_title: facts.game_title,
            unlisted: self.config.unlisted,
            is_over: Some(facts.is_over),
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
    /// When a template does not read, or a file cannot be written.
    pub fn publish(&self, host: &Host, world: &World<'_>) -> Result<(), DeskError> {
        if !self.has_begun() {
            return Ok(());
        }
        let home = host.home(&self.config.id);
        let mut together = Together::default();
        let url = host.config.site.url_for(self.config.unlisted).map(|url| format!("{url}{}/", self.config.id));
        for (name, bytes) in pages(&self.facts(None), self.host_link(host), url.as_deref(), campaign_templates(&home)?.as_ref())? {
            let path = home.join(SITE_FOLDER).join(name);
            together.write(&path, &bytes, Access::Public).map_err(at(&path))?;
        }
        together.settle().map_err(at(&home))?;
        (world.boundary)("after a tournament's page is written");
        Ok(())
    }
}

/// How the games of a tournament stand by its file `config`, which may be an earlier one than is on disk; `seen` is told by which file each has begun.
fn games_now(host: &Host, config: &CampaignConfig, mut seen: impl FnMut(CampaignConfig)) -> Vec<GameNow> {
    let mut now = |game: CampaignConfig| -> Option<GameNow> {
        let mut glance = match Glance::open(host, &game.id) {
            Ok(glance) => glance,
            Err(DeskError::NotBegun { .. }) => return None,
            // The file on disk may have no such game.
            Err(_) => {
                let store = Store::open_to_read(&host.database(&game.id)).ok()?;
                Glance::of(host, game, store).ok()?
            }
        };
        glance.store.look().ok().and_then(|ledger| glance.campaign.file_of_opening(&ledger).ok().flatten()).map(&mut seen);
        glance.campaign.progress.as_ref().map(|progress| glance.campaign.standing(progress))
    };
    config.paired_games().into_iter().map(|game| now(game).unwrap_or_default()).collect()
}

/// What the pairings of a round robin follow from; those of a Swiss have a file of their own.
fn shape(config: &CampaignConfig) -> Option<(Vec<Seat>, Option<TournamentConfig>)> {
    let numbers = || config.players().iter().map(|player| player.number).collect();
    config.swiss_rounds().is_none().then(|| (numbers(), config.tournament))
}

impl Keyless {
    /// How this game of a tournament stands.
    fn standing(&self, progress: &Progress) -> GameNow {
        let players = [Seat(1), Seat(2)].map(|seat| self.config.seat(seat).cloned());
        let [Some(first), Some(second)] = players else { return GameNow::default() };
        GameNow {
            players: Some([first, second]),
            turns_played: progress.table.turn(),
            outcome: progress.outcome(),
            decision: progress.decision(),
            left_by: progress.left_by(),
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
}

/// The tournaments whose games a run works on, each read when the first of them is opened.
#[derive(Default)]
pub(crate) struct Tournaments(Mutex<BTreeMap<CampaignId, Option<Arc<Tournament>>>>);

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

    /// The tournaments by the Swiss system in which no game goes on.
    pub(crate) fn settled_swisses(&self) -> Vec<CampaignId> {
        let is_wanted = |tournament: &&Arc<Tournament>| tournament.config.swiss_rounds().is_some() && tournament.is_settled();
        self.known().values().flatten().filter(is_wanted).map(|tournament| tournament.config.id.clone()).collect()
    }

    /// The rows of tournaments for the host's page, without those in which nothing has begun.
    pub(crate) fn rows(&self) -> Vec<ListedTournament> {
        self.known().values().flatten().filter(|tournament| tournament.has_begun()).map(|tournament| tournament.row()).collect()
    }

    fn known(&self) -> MutexGuard<'_, BTreeMap<CampaignId, Option<Arc<Tournament>>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
