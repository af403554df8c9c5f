//! A tournament in one campaign file: every pair of its players is a campaign of its own.

use super::{CampaignConfig, ConfigError, PairedGame, SeatConfig};
use crate::campaign::CampaignId;
use crate::campaign::pairing::round_robin;
use crate::engine::{AnyGame, Pace, Seat};

/// More games than this are not hosted in one tournament.
const MOST_GAMES: usize = 600;

/// One game of a tournament.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Pairing<'a> {
    pub number: u32,
    /// The player who begins and the one who answers, by their index in [`CampaignConfig::players`].
    pub indices: (usize, usize),
    pub first: &'a SeatConfig,
    pub second: &'a SeatConfig,
}

impl CampaignConfig {
    /// The players of a tournament, in the order of their numbers.
    pub fn players(&self) -> Vec<&SeatConfig> {
        let mut players: Vec<&SeatConfig> = self.seats.iter().collect();
        players.sort_by_key(|player| player.number);
        players
    }

    /// The games of a tournament; none of an ordinary campaign.
    pub fn pairings(&self) -> Vec<Pairing<'_>> {
        let Some(tournament) = self.tournament else { return Vec::new() };
        let players = self.players();
        let pairs = round_robin(players.len(), tournament.games_each_way).into_iter();
        let pairing = |(number, indices): (u32, (usize, usize))| {
            Some(Pairing { number, indices, first: *players.get(indices.0)?, second: *players.get(indices.1)? })
        };
        (1..).zip(pairs).filter_map(pairing).collect()
    }

    /// The id of a game of this tournament, such as `spring-3`.
    pub fn game_id(&self, number: u32) -> CampaignId {
        self.id.numbered(number)
    }

    /// The ids of its games; none of an ordinary campaign.
    pub fn game_ids(&self) -> Vec<CampaignId> {
        self.pairings().iter().map(|pairing| self.game_id(pairing.number)).collect()
    }

    /// A game of this tournament as a campaign of its own; `None` if it has no such game.
    pub fn paired_game(&self, number: u32) -> Option<CampaignConfig> {
        let pairing = self.pairings().into_iter().find(|pairing| pairing.number == number)?;
        let seat = |number, player: &SeatConfig| SeatConfig { number: Seat(number), ..player.clone() };
        let players = [pairing.first.number, pairing.second.number];
        let mut game = CampaignConfig {
            id: self.game_id(number),
            seats: vec![seat(1, pairing.first), seat(2, pairing.second)],
            tournament: None,
            paired: Some(PairedGame { tournament: self.id.to_string(), title: self.title.clone(), number, players }),
            ..self.clone()
        };
        game.name_game();
        Some(game)
    }

    /// Gives a game of a tournament the title that names its players; other campaigns keep theirs.
    pub fn name_game(&mut self) {
        if let (Some(game), [first, second]) = (&self.paired, &self.seats[..]) {
            self.title = format!("{}, game {}: {} - {}", game.title, game.number, first.name, second.name);
        }
    }

    /// What `[tournament]` says must fit the game and the players.
    pub(super) fn check_tournament(&self, game: &dyn AnyGame, wrong: &dyn Fn(&str, String) -> ConfigError) -> Result<(), ConfigError> {
        let Some(tournament) = self.tournament else { return Ok(()) };
        let key = "tournament.games_each_way";
        if game.pace() == Pace::Simultaneous {
            return Err(wrong(
                "tournament",
                format!("a tournament needs a game of two players whose moves alternate, and {} is none", game.title()),
            ));
        }
        if self.seats.len() < 2 {
            return Err(wrong("tournament", "a tournament needs at least two [[seat]] players".to_owned()));
        }
        if tournament.games_each_way == 0 {
            return Err(wrong(key, "0 is no number of games; with 1, each pair plays one game with each colour".to_owned()));
        }
        let games = self.seats.len() * (self.seats.len() - 1) * usize::from(tournament.games_each_way);
        if games > MOST_GAMES {
            return Err(wrong(key, format!("{} players would play {games} games, and {MOST_GAMES} is the limit", self.seats.len())));
        }
        let longest = format!("{}-{games}", self.id);
        if CampaignId::new(&longest).is_none() {
            return Err(wrong(
                "tournament",
                format!("the folder's name is too long: its games are called {longest}, and 31 letters is the limit"),
            ));
        }
        Ok(())
    }
}
