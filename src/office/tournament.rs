//! A tournament as a whole: read from the databases of its games, told to its players, shown in its archive.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::desk::{Campaign, Desk, DeskError, Progress, campaign_templates, write_if_changed};
use super::host::HostError;
use super::letters::utc_text;
use super::{Host, World};
use crate::campaign::clock::Limits;
use crate::campaign::config::{CampaignConfig, Pairing, SeatConfig, TournamentConfig};
use crate::campaign::schedule;
use crate::campaign::standings::{Game, GameState, Score, standings};
use crate::engine::{Decision, Outcome, Seat};
use crate::files::Access;
use crate::games;
use crate::render::tournament::{GameFacts, TournamentFacts, pages};

/// A tournament and how its games stand.
#[derive(Debug, Clone)]
pub struct Tournament {
    pub config: CampaignConfig,
    boards: Vec<Board>,
    /// A game has begun by a file with other players or other numbers of games, which pairs them otherwise.
    has_changed: bool,
}

/// How one of its games stands.
#[derive(Debug, Clone, Default)]
struct Board {
    /// Who holds seat 1 and seat 2; nobody before it begins, when the file says who will.
    players: Option<[SeatConfig; 2]>,
    turns_played: u32,
    outcome: Option<Outcome>,
    decision: Decision,
    to_move: Option<Seat>,
    limits: Option<Limits>,
}

impl Board {
    fn of(campaign: &Campaign, progress: &Progress) -> Board {
        let players = [Seat(1), Seat(2)].map(|seat| campaign.config.seat(seat).cloned());
        let [Some(first), Some(second)] = players else { return Board::default() };
        Board {
            players: Some([first, second]),
            turns_played: progress.table.turn(),
            outcome: progress.table.outcome(),
            decision: progress.table.decision(),
            to_move: progress.table.to_move().first().copied(),
            limits: campaign.limits(progress),
        }
    }

    /// What it counts for in the table.
    fn state(&self) -> GameState {
        match (&self.outcome, self.decision) {
            (None, _) => GameState::Open,
            (Some(_), Decision::Void) => GameState::Void,
            (Some(outcome), decision) => GameState::Over { score: Score::of(outcome), on_time: decision == Decision::OnTime },
        }
    }
}

impl Tournament {
    /// Reads how all games of a tournament stand; one that cannot be read counts as not begun, and `status` says what is wrong with it.
    /// `None` if the campaign is no tournament.
    ///
    /// # Errors
    /// When its file cannot be read.
    pub fn read(host: &Host, id: &str) -> Result<Option<Tournament>, HostError> {
        let Some(config) = host.tournament(id)? else { return Ok(None) };
        let mut has_changed = false;
        let mut board = |pairing: Pairing<'_>| {
            let Ok(mut desk) = Desk::open_to_read(host, &config.board_id(pairing.number)) else { return Board::default() };
            let opening = desk.store.look().ok().and_then(|ledger| desk.campaign.file_of_opening(&ledger).ok().flatten());
            has_changed |= opening.is_some_and(|opening| shape(&opening) != shape(&config));
            desk.campaign.progress.as_ref().map(|progress| Board::of(&desk.campaign, progress)).unwrap_or_default()
        };
        let boards = config.pairings().into_iter().map(&mut board).collect();
        Ok(Some(Tournament { config, boards, has_changed }))
    }

    /// Whether no game more may begin, since the file pairs the players otherwise than when the first ones began.
    pub fn has_changed(&self) -> bool {
        self.has_changed
    }

    /// The ids of its games.
    pub fn board_ids(&self) -> Vec<String> {
        self.config.pairings().iter().map(|pairing| self.config.board_id(pairing.number)).collect()
    }

    /// Notes how a game stands now.
    pub fn note(&mut self, number: u32, campaign: &Campaign, progress: &Progress) {
        if let Some(board) = self.boards.get_mut(number.saturating_sub(1) as usize) {
            *board = Board::of(campaign, progress);
        }
    }

    /// What a reader is told; their own games are marked by their name.
    pub fn facts(&self, reader: Option<&str>) -> TournamentFacts {
        let config = &self.config;
        let pairings = config.pairings();
        let names: Vec<String> = (0..config.players().len()).map(|player| self.name_of(player, &pairings)).collect();
        let results = pairings.iter().zip(&self.boards).map(|(pairing, board)| Game {
            first: pairing.indices.0,
            second: pairing.indices.1,
            state: board.state(),
        });
        let cell_width = usize::from(config.tournament.map_or(1, |tournament| tournament.games_each_way)) * 2 + 1;
        TournamentFacts {
            id: config.id.clone(),
            title: config.title.clone(),
            game_title: games::by_id(&config.game).map_or("", |game| game.title()).to_owned(),
            credit: games::by_id(&config.game).and_then(|game| game.credit()),
            games_total: pairings.len(),
            games_over: self.boards.iter().filter(|board| board.outcome.is_some()).count(),
            has_void: self.boards.iter().any(|board| board.state() == GameState::Void),
            has_on_time: self.boards.iter().any(|board| matches!(board.state(), GameState::Over { on_time: true, .. })),
            fits_text: TournamentFacts::fits(names.len(), cell_width),
            cell_width,
            standings: standings(&names, &results.collect::<Vec<_>>()),
            games: pairings.iter().zip(&self.boards).map(|(pairing, board)| self.game_facts(pairing, board, reader)).collect(),
        }
    }

    /// The name in the table of a place, which several people may hold one after the other: the one in most of the place's games that
    /// go on, or of all its games once none does; if several are in as many, the one in the last of those.
    fn name_of(&self, player: usize, pairings: &[Pairing<'_>]) -> String {
        let of_place = |is_wanted: &dyn Fn(&Board) -> bool| -> Vec<&str> {
            let games = pairings.iter().zip(&self.boards).filter(|(_, board)| is_wanted(board));
            let holders = games.flat_map(|(pairing, board)| {
                let [first, second] = holders(pairing, board);
                [(pairing.indices.0, first), (pairing.indices.1, second)]
            });
            holders.filter(|(index, _)| *index == player).map(|(_, holder)| holder.name.as_str()).collect()
        };
        let going_on = of_place(&|board| board.outcome.is_none());
        let names = if going_on.is_empty() { of_place(&|_| true) } else { going_on };
        let count = |name: &str| names.iter().filter(|known| **known == name).count();
        // The last of those with the most, which `max_by_key` finds.
        names.iter().max_by_key(|name| count(name)).map(|name| (*name).to_owned()).unwrap_or_default()
    }

    fn game_facts(&self, pairing: &Pairing<'_>, board: &Board, reader: Option<&str>) -> GameFacts {
        let [first_player, second_player] = holders(pairing, board);
        let (first, second) = (&first_player.name, &second_player.name);
        let to_move = board.to_move.map(|seat| if seat == Seat(1) { first } else { second }).filter(|_| board.outcome.is_none());
        let own_zone = [first_player, second_player].into_iter().find(|player| reader == Some(player.name.as_str()));
        let zone = own_zone.and_then(|player| player.zone.as_ref()).unwrap_or(&self.config.schedule.zone);
        GameFacts {
            number: pairing.number,
            id: self.config.board_id(pairing.number),
            first: first.clone(),
            second: second.clone(),
            own: reader.is_some_and(|reader| reader == first || reader == second),
            own_move: reader.is_some() && to_move.map(String::as_str) == reader,
            result: result_text(board.state()),
            turns_played: board.turns_played,
            to_move: to_move.cloned(),
            deadline_utc: board.limits.map(|limits| utc_text(limits.deadline_at)),
            deadline_local: board.limits.and_then(|limits| schedule::in_zone(limits.deadline_at, zone)),
            closes_local: board
                .limits
                .filter(|limits| limits.closes_at > limits.deadline_at)
                .and_then(|limits| schedule::in_zone(limits.closes_at, zone)),
            zone: board.limits.map(|_| zone.clone()),
            path: format!("game-{}/index.html", pairing.number),
        }
    }

    /// Writes the front page of the archive where it has changed.
    ///
    /// # Errors
    /// When a template or the disk refuses.
    pub fn publish(&self, host: &Host, world: &World<'_>) -> Result<(), DeskError> {
        if self.boards.iter().all(|board| board.to_move.is_none() && board.outcome.is_none()) {
            return Ok(());
        }
        let home = host.home(&self.config.id);
        for (name, bytes) in pages(&self.facts(None), campaign_templates(&home)?.as_ref())? {
            write_if_changed(&home.join("site").join(name), &bytes, Access::Public)?;
        }
        (world.boundary)("after a tournament's page is written");
        Ok(())
    }
}

/// The result as chess players write it; absent while the game goes on.
fn result_text(state: GameState) -> Option<String> {
    let GameState::Over { score, on_time } = state else { return (state == GameState::Void).then(|| "void".to_owned()) };
    let result = match score {
        Score { first: 2, .. } => "1-0",
        Score { second: 2, .. } => "0-1",
        Score { .. } => "½-½",
    };
    Some(format!("{result}{}", if on_time { " on time" } else { "" }))
}

/// What the pairings follow from.
fn shape(config: &CampaignConfig) -> (Vec<Seat>, Option<TournamentConfig>) {
    (config.players().iter().map(|player| player.number).collect(), config.tournament)
}

/// Who plays a game: by its own roster once it has begun.
fn holders<'a>(pairing: &Pairing<'a>, board: &'a Board) -> [&'a SeatConfig; 2] {
    match &board.players {
        Some([first, second]) => [first, second],
        None => [pairing.first, pairing.second],
    }
}

impl Campaign {
    /// The tournament that the game belongs to, with the game as it stands after this progress.
    pub fn tournament_facts(&self, progress: Option<&Progress>, reader: Option<Seat>) -> Option<TournamentFacts> {
        let mut tournament = Tournament::clone(self.tournament.as_ref()?);
        if let (Some(board), Some(progress)) = (&self.config.board, progress) {
            tournament.note(board.number, self, progress);
        }
        let name = reader.and_then(|seat| self.config.seat(seat)).map(|seat| seat.name.as_str());
        Some(tournament.facts(name))
    }

    /// Where the archive of this campaign is written: a game of a tournament below the tournament's page.
    pub fn site_folder(&self) -> PathBuf {
        site_folder(&self.home, &self.config)
    }
}

/// Where the archive of a campaign is written, whose file is in that folder.
pub(super) fn site_folder(home: &Path, config: &CampaignConfig) -> PathBuf {
    let site = home.join("site");
    config.board.as_ref().map_or(site.clone(), |board| site.join(format!("game-{}", board.number)))
}

/// All tournaments of a host while a run works on their games.
#[derive(Default)]
pub struct Tournaments(std::collections::BTreeMap<String, Arc<Tournament>>);

impl Tournaments {
    /// Reads the tournaments of a host; what is wrong with a file shows when its campaign is opened.
    ///
    /// # Errors
    /// When the host's folder cannot be read.
    pub fn read(host: &Host) -> Result<Tournaments, HostError> {
        let tournament = |id: String| Some((id.clone(), Arc::new(Tournament::read(host, &id).ok()??)));
        Ok(Tournaments(host.file_ids()?.into_iter().filter_map(tournament).collect()))
    }

    /// The tournament that a campaign is a game of.
    pub fn of(&self, config: &CampaignConfig) -> Option<Arc<Tournament>> {
        self.0.get(&config.board.as_ref()?.tournament).cloned()
    }

    /// Notes how a game stands after the work on it.
    pub fn note(&mut self, campaign: &mut Campaign) {
        campaign.tournament = None;
        if let (Some(board), Some(progress)) = (&campaign.config.board, &campaign.progress)
            && let Some(tournament) = self.0.get_mut(&board.tournament)
        {
            Arc::make_mut(tournament).note(board.number, campaign, progress);
        }
    }

    /// Writes what has changed of their archives; returns what went wrong.
    pub fn publish(&self, host: &Host, world: &World<'_>) -> Vec<String> {
        let publish = |tournament: &Arc<Tournament>| tournament.publish(host, world).err().map(|error| error.to_string());
        self.0.values().filter_map(publish).collect()
    }
}
