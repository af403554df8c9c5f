//! How strong the players of a host are, and who has won: the tables of its page, made of the same rows.

use std::collections::BTreeMap;

use crate::campaign::Identity;
use crate::campaign::ratings::{EndedGame, Rating, rate};
use crate::office::publishing::listing::{ListedPlayer, Listing};
use crate::render::host_page::{HostFame, HostPlayer, HostRating, HostRatings};

/// How many players are in a table of ratings, and in the hall of fame, at most.
const BEST: usize = 50;

/// How strong the players of a game are, the best first.
pub(super) struct Strengths<'a> {
    pub game_title: &'a str,
    /// How many games are over and count.
    games: usize,
    pub ratings: Vec<Rating>,
}

/// How strong the players of each game are, by its name in campaign files.
pub(super) fn strengths(listings: &[Listing]) -> BTreeMap<&str, Strengths<'_>> {
    let titles: BTreeMap<&str, &str> = listings.iter().map(|listing| (listing.game.as_str(), listing.game_title.as_str())).collect();
    let strengths = |(game, game_title)| {
        let rated = rated(listings, game);
        (game, Strengths { game_title, games: rated.len(), ratings: rate(&rated) })
    };
    titles.into_iter().map(strengths).collect()
}

/// The games that are over, the last to end first.
pub(super) fn by_end<'a>(listings: impl Iterator<Item = &'a Listing>) -> Vec<&'a Listing> {
    let mut ended: Vec<&Listing> = listings.filter(|listing| listing.ended.is_some()).collect();
    ended.sort_by_key(|listing| (listing.ended.as_ref().map(|ended| ended.at), &listing.id));
    ended.reverse();
    ended
}

/// A table for each game, in the order of their titles.
pub(super) fn ratings(strengths: &BTreeMap<&str, Strengths<'_>>, pages: &BTreeMap<Identity, String>) -> Vec<HostRatings> {
    let tables = strengths.values().filter(|game| !game.ratings.is_empty()).map(|game| {
        let best = game.ratings.iter().take(BEST).cloned();
        let players = best.map(|rating| HostRating { page: pages.get(&rating.identity).cloned(), rating });
        HostRatings { game_title: game.game_title.to_owned(), games: game.games, players: players.collect() }
    });
    let mut tables: Vec<HostRatings> = tables.collect();
    tables.sort_by(|one, other| one.game_title.cmp(&other.game_title));
    tables
}

/// The games of a kind that are over and count, in the order in which they ended.
fn rated(listings: &[Listing], game: &str) -> Vec<EndedGame> {
    by_end(listings.iter().filter(|listing| listing.game == game)).into_iter().rev().filter_map(Listing::rated).collect()
}

/// The players who have won a game that counts, most wins first; a first place that all share is a draw and no win.
pub(super) fn fame(listings: &[Listing], pages: &BTreeMap<Identity, String>) -> Vec<HostFame> {
    let mut winners: BTreeMap<&Identity, HostFame> = BTreeMap::new();
    for listing in by_end(listings.iter().filter(|listing| listing.rated().is_some())) {
        let is_draw = listing.players.iter().all(|player| player.place == Some(1));
        for player in &listing.players {
            let unknown = || HostFame { player: HostPlayer { place: None, ..player.shown(pages) }, won: 0, games: 0, titles: Vec::new() };
            let row = winners.entry(&player.identity).or_insert_with(unknown);
            row.games += 1;
            if player.place == Some(1) && !is_draw {
                row.won += 1;
                row.titles.extend((!listing.unlisted).then(|| listing.title.clone()));
            }
        }
    }
    let mut fame: Vec<HostFame> = winners.into_values().filter(|row| row.won > 0).collect();
    fame.sort_by(|one, other| (other.won, one.games, &one.player.name).cmp(&(one.won, other.games, &other.player.name)));
    fame.truncate(BEST);
    fame
}

impl ListedPlayer {
    pub(super) fn shown(&self, pages: &BTreeMap<Identity, String>) -> HostPlayer {
        HostPlayer { name: self.name.clone(), page: pages.get(&self.identity).cloned(), vacant: self.vacant, place: self.place }
    }
}
