//! Rates players by Glicko-2, from finished games.

use std::collections::BTreeMap;

use serde::Serialize;
use skillratings::Outcomes;
use skillratings::glicko2::{Glicko2Config, Glicko2Rating, glicko2_rating_period};

use super::Identity;

/// The name of the method.
pub const METHOD: &str = "Glicko-2";

/// A finished game with its players.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EndedGame {
    /// One entry for each seat with a place, so somebody with several seats has several entries.
    pub players: Vec<Finisher>,
}

/// One of its players.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Finisher {
    /// Identifies the player.
    pub identity: Identity,
    /// The player's name in that game.
    pub name: String,
    /// 1 for the winner; players who share a place have drawn.
    pub place: u32,
}

/// A player's rating.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Rating {
    /// Identifies the player; never shown.
    #[serde(skip)]
    pub identity: Identity,
    /// The player's name in the last game.
    pub name: String,
    /// The rating; a new player has 1500.
    pub rating: i64,
    /// How far the rating may be wrong; a new player has 350.
    pub deviation: i64,
    /// How many games were rated: those against at least one other person.
    pub games: u32,
    /// How many opponents were beaten; each other player of a game counts singly.
    pub won: u32,
    /// How many opponents shared the place, counted likewise.
    pub drawn: u32,
    /// How many opponents won, counted likewise.
    pub lost: u32,
}

#[derive(Default)]
struct RatedPlayer {
    name: String,
    rating: Glicko2Rating,
    games: u32,
    won: u32,
    drawn: u32,
    lost: u32,
}

/// Rates all players from games in the order in which they ended. The best come first, equal ratings by name. Each game is a rating period
/// of its own, in which everybody meets everybody else and the better place wins.
pub fn rate(games: &[EndedGame]) -> Vec<Rating> {
    let mut players: BTreeMap<&Identity, RatedPlayer> = BTreeMap::new();
    for game in games {
        let before: BTreeMap<&Identity, Glicko2Rating> =
            game.players.iter().map(|finisher| (&finisher.identity, players.entry(&finisher.identity).or_default().rating)).collect();
        for identity in before.keys() {
            if let Some(player) = players.get_mut(identity) {
                player.play(identity, game, &before);
            }
        }
    }
    let mut ratings: Vec<Rating> =
        players.into_iter().filter(|(_, player)| player.games > 0).map(|(identity, player)| player.rating(identity)).collect();
    ratings.sort_by(|one, other| (other.rating, &one.name).cmp(&(one.rating, &other.name)));
    ratings
}

impl RatedPlayer {
    /// Plays all seats of the player in a game, which is one rating period, against all seats of others.
    fn play(&mut self, identity: &Identity, game: &EndedGame, before: &BTreeMap<&Identity, Glicko2Rating>) {
        let (own, others): (Vec<_>, Vec<_>) = game.players.iter().partition(|finisher| finisher.identity == *identity);
        if let Some(last) = own.last() {
            self.name.clone_from(&last.name);
        }
        let mut results = Vec::new();
        for (seat, other) in own.iter().flat_map(|seat| others.iter().map(move |other| (seat, other))) {
            let Some(opponent) = before.get(&other.identity) else { continue };
            let outcome = match seat.place.cmp(&other.place) {
                std::cmp::Ordering::Less => Outcomes::WIN,
                std::cmp::Ordering::Equal => Outcomes::DRAW,
                std::cmp::Ordering::Greater => Outcomes::LOSS,
            };
            *match outcome {
                Outcomes::WIN => &mut self.won,
                Outcomes::DRAW => &mut self.drawn,
                Outcomes::LOSS => &mut self.lost,
            } += 1;
            results.push((*opponent, outcome));
        }
        if !results.is_empty() {
            self.games += 1;
            self.rating = glicko2_rating_period(&self.rating, &results, &Glicko2Config::new());
        }
    }
}

impl RatedPlayer {
    fn rating(self, identity: &Identity) -> Rating {
        let RatedPlayer { name, rating, games, won, drawn, lost } = self;
        Rating {
            identity: identity.clone(),
            name,
            rating: rating.rating.round() as i64,
            deviation: rating.deviation.round() as i64,
            games,
            won,
            drawn,
            lost,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game(places: &[(&str, u32)]) -> EndedGame {
        let finisher = |(name, place): &(&str, u32)| Finisher { identity: Identity::of(name), name: (*name).to_owned(), place: *place };
        EndedGame { players: places.iter().map(finisher).collect() }
    }

    fn table(games: &[EndedGame]) -> Vec<String> {
        let line =
            |row: Rating| format!("{} {} {} {} +{} ={} -{}", row.name, row.rating, row.deviation, row.games, row.won, row.drawn, row.lost);
        rate(games).into_iter().map(line).collect()
    }

    #[test]
    fn a_first_win_and_a_draw_as_the_published_formulas_have_them() {
        assert_eq!(table(&[game(&[("Ann", 1), ("Bob", 2)])]), ["Ann 1662 290 1 +1 =0 -0", "Bob 1338 290 1 +0 =0 -1"]);
        assert_eq!(table(&[game(&[("Ann", 1), ("Bob", 1)])]), ["Ann 1500 290 1 +0 =1 -0", "Bob 1500 290 1 +0 =1 -0"]);
    }

    #[test]
    fn of_many_seats_every_pair_counts_by_place_and_nobody_plays_himself() {
        let many = table(&[game(&[("Ann", 1), ("Bob", 2), ("Cid", 2), ("Dot", 4)])]);
        assert!(many[0].ends_with("1 +3 =0 -0") && many[1].starts_with("Bob 1500") && many[3].ends_with("1 +0 =0 -3"), "{many:?}");
        assert_eq!(table(&[game(&[("Ann", 1), ("ann", 2)])]), Vec::<String>::new());
        let of_two_seats = table(&[game(&[("Ann", 1), ("Bob", 2), ("Ann", 3)])]);
        assert!(of_two_seats[0].starts_with("Ann 1500") && of_two_seats[0].ends_with("1 +1 =0 -1"), "one game: {of_two_seats:?}");
        assert_eq!(table(&[]), Vec::<String>::new());
    }

    #[test]
    fn the_last_name_is_shown_and_the_order_of_games_matters_little_but_surely() {
        let games = [game(&[("Ann", 1), ("Bob", 2)]), game(&[("ANN", 2), ("Bob", 1)])];
        let forth = table(&games);
        assert!(forth.iter().any(|line| line.starts_with("ANN ") && line.ends_with("2 +1 =0 -1")), "{forth:?}");
        assert_eq!(forth, table(&games));
    }
}
