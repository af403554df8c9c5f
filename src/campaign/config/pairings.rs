//! A tournament in one campaign file: each game of two of its players is a campaign of its own.

use super::review::Review;
use super::{CampaignConfig, CampaignFile, PairedGame, SeatConfig};
use crate::campaign::CampaignId;
use crate::campaign::pairing::round_robin;
use crate::campaign::swiss::SwissRound;
use crate::engine::{Pace, Seat};

/// The most games of one tournament.
const MOST_GAMES: usize = 600;

/// One game of a tournament.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Pairing<'a> {
    /// Its number in the tournament, from 1; its id ends with it.
    pub number: u32,
    /// The round, from 1, in a Swiss.
    pub round: Option<u32>,
    /// The first and the second player, by their index among the players in the order of their numbers.
    pub indices: (usize, usize),
    /// The player who begins, as the tournament's file has them …
    pub first: &'a SeatConfig,
    /// … and the one who answers.
    pub second: &'a SeatConfig,
}

impl CampaignFile {
    /// The players of a tournament, in the order of their numbers.
    pub fn players(&self) -> Vec<&SeatConfig> {
        let mut players: Vec<&SeatConfig> = self.seats.iter().collect();
        players.sort_by_key(|player| player.number);
        players
    }

    /// How many rounds a Swiss has; `None` for any other campaign.
    pub fn swiss_rounds(&self) -> Option<usize> {
        self.tournament?.rounds.map(usize::from)
    }
}

impl CampaignConfig {
    /// The games of a tournament, in a Swiss those of the rounds drawn so far; empty for an ordinary campaign.
    pub fn pairings(&self) -> Vec<Pairing<'_>> {
        let Some(tournament) = self.tournament else { return Vec::new() };
        let players = self.players();
        let pairs = match tournament.rounds {
            Some(_) => self.drawn_pairs(&players),
            None => round_robin(players.len(), tournament.games_each_way).into_iter().map(|indices| (None, indices)).collect(),
        };
        let pairing = |(number, (round, indices)): (u32, (Option<u32>, (usize, usize)))| {
            Some(Pairing { number, round, indices, first: *players.get(indices.0)?, second: *players.get(indices.1)? })
        };
        (1..).zip(pairs).filter_map(pairing).collect()
    }

    /// The pairs of all rounds, each with its round and the players' indices.
    fn drawn_pairs(&self, players: &[&SeatConfig]) -> Vec<(Option<u32>, (usize, usize))> {
        let index = |number: Seat| players.iter().position(|player| player.number == number);
        let of_round = |(round, drawn): (u32, &SwissRound)| -> Vec<(Option<u32>, (usize, usize))> {
            drawn.pairs.iter().filter_map(|[first, second]| Some((Some(round), (index(*first)?, index(*second)?)))).collect()
        };
        (1..).zip(&self.rounds).flat_map(of_round).collect()
    }

    /// The id of a game of this tournament, such as `spring-3`.
    pub fn game_id(&self, number: u32) -> CampaignId {
        self.id.numbered(number)
    }

    /// The ids of its games; empty for an ordinary campaign.
    pub fn game_ids(&self) -> Vec<CampaignId> {
        self.pairings().iter().map(|pairing| self.game_id(pairing.number)).collect()
    }

    /// A game of this tournament as a campaign of its own; `None` if it has no such game.
    pub fn paired_game(&self, number: u32) -> Option<CampaignConfig> {
        let pairing = self.pairings().into_iter().find(|pairing| pairing.number == number)?;
        Some(self.game_of(&pairing))
    }

    /// All games of this tournament as campaigns of their own, in the order of their numbers; none if it is an ordinary campaign.
    pub fn paired_games(&self) -> Vec<CampaignConfig> {
        self.pairings().iter().map(|pairing| self.game_of(pairing)).collect()
    }

    /// An example of this tournament's games; `None` for an ordinary campaign. In a Swiss without a drawn round it is a game of the first
    /// two players.
    pub fn any_game(&self) -> Option<CampaignConfig> {
        let players = self.players();
        let first_two = || {
            let round = self.swiss_rounds().map(|_| 1);
            Some(Pairing { number: 1, round, indices: (0, 1), first: *players.first()?, second: *players.get(1)? })
        };
        let pairing = self.pairings().into_iter().next().or_else(first_two).filter(|_| self.tournament.is_some())?;
        Some(self.game_of(&pairing))
    }

    fn game_of(&self, pairing: &Pairing<'_>) -> CampaignConfig {
        let seat = |number, player: &SeatConfig| SeatConfig { number: Seat(number), withdrawn: false, ..player.clone() };
        let (number, round) = (pairing.number, pairing.round);
        let players = [pairing.first.number, pairing.second.number];
        let mut said = CampaignFile { tournament: None, ..self.said.clone() };
        said.seats = vec![seat(1, pairing.first), seat(2, pairing.second)];
        let paired = Some(PairedGame { tournament: self.id.clone(), title: self.title.clone(), number, round, players });
        let mut game = CampaignConfig { id: self.game_id(number), said, rounds: Vec::new(), paired, source: self.source.clone() };
        game.name_game();
        game
    }

    /// Gives a game of a tournament a title with its players' names; other campaigns keep theirs.
    pub fn name_game(&mut self) {
        if let (Some(game), [first, second]) = (&self.paired, &self.seats[..]) {
            let place = game.round.map_or_else(|| format!("game {}", game.number), |round| format!("round {round}"));
            self.said.title = format!("{}, {place}: {} - {}", game.title, first.name, second.name);
        }
    }
}

impl CampaignFile {
    /// Checks that `[tournament]` fits the game, the players and the name of the campaign.
    pub(super) fn check_tournament(&self, name: &str, review: &mut Review<'_>) {
        if let Some(index) = self.seats.iter().position(|seat| seat.withdrawn).filter(|_| self.swiss_rounds().is_none()) {
            let what = "only a player of a Swiss, which draws its rounds one after the other, can be withdrawn; use ashpost vacate instead";
            review.wrong(&format!("seat[{index}].withdrawn"), what);
        }
        let Some(tournament) = self.tournament else { return };
        if self.game.pace() == Pace::Simultaneous {
            let title = self.game.title();
            let what = format!("a tournament needs a game of two players whose moves alternate, and {title} is none");
            return review.wrong("tournament", what);
        }
        if self.seats.len() < 2 {
            return review.wrong("tournament", "a tournament needs at least two [[seat]] players");
        }
        let (key, what, games) = match tournament.rounds {
            Some(rounds) => ("tournament.rounds", self.mistake_in_rounds(rounds), self.seats.len() / 2 * usize::from(rounds)),
            None => {
                let games = self.seats.len() * (self.seats.len() - 1) * usize::from(tournament.games_each_way);
                let none = "0 is no number of games; with 1, each pair plays one game with each colour";
                ("tournament.games_each_way", (tournament.games_each_way == 0).then(|| none.to_owned()), games)
            }
        };
        let too_many = || format!("{} players would play {games} games, and {MOST_GAMES} is the limit", self.seats.len());
        if let Some(what) = what.or_else(|| (games > MOST_GAMES).then(too_many)) {
            review.wrong(key, what);
        }
        let longest = format!("{name}-{games}");
        if CampaignId::new(name).is_some() && CampaignId::new(&longest).is_none() {
            let what = format!("the folder's name is too long: its games are called {longest}, and 31 letters is the limit");
            review.wrong("tournament", what);
        }
    }

    /// What is wrong with the rounds of a Swiss.
    fn mistake_in_rounds(&self, rounds: u8) -> Option<String> {
        let players = self.seats.len();
        // With an odd number of players each has one bye.
        let most = players - 1 + players % 2;
        match usize::from(rounds) {
            _ if self.tournament.is_some_and(|tournament| tournament.games_each_way != 1) => {
                Some("in a Swiss two players meet once: leave games_each_way out".to_owned())
            }
            0 => Some("0 is no number of rounds; 5 are usual for up to 32 players".to_owned()),
            rounds if rounds > most => {
                let most = if most == 1 { "1 round".to_owned() } else { format!("{most} rounds") };
                Some(format!(
                    "after {most}, all {players} players have met each other: write a smaller number, or leave the key out, and all play all"
                ))
            }
            _ => None,
        }
    }
}
