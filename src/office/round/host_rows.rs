//! What the host's page shows, made of the rows that the host keeps of its campaigns.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

use crate::campaign::local::utc_text;
use crate::campaign::{CampaignId, Identity};
use crate::games;
use crate::office::Host;
use crate::office::letters::ladder::{LadderFacts, LadderPlace};
use crate::office::letters::pairing::TableFacts;
use crate::office::publishing::listing::{ListedDeadline, ListedPlayer, ListedTournament, Listing, PlayersWanted};
use crate::office::round::host_ratings::{Strengths, by_end, fame, ratings, strengths};
use crate::render::feeds::FeedEntry;
use crate::render::host_page::{
    HostFacts, HostGame, HostLadder, HostModel, HostNext, HostRung, HostTable, HostTournament, HostWaiting, PlayerPage, PlayerRating,
};
use crate::render::site::Frame;

/// How many turns are in the host's feed at most.
const NEWS: usize = 30;

/// All that the page is made of.
#[derive(Debug, Default)]
pub(super) struct Rows {
    /// The rows, without their news; see [`Rows::add`].
    pub listings: Vec<Listing>,
    /// The turns played last in all campaigns, and while rows are added some more.
    pub news: Vec<FeedEntry>,
    pub tournaments: Vec<ListedTournament>,
    /// The campaigns that look for players, by name.
    pub wanted: BTreeMap<CampaignId, PlayersWanted>,
    /// The games of two that players begin by email.
    pub tables: Vec<TableFacts>,
    pub ladder: Option<LadderFacts>,
}

fn table(facts: &TableFacts) -> HostTable {
    let TableFacts { name, game_title, waiting, schedule, .. } = facts.clone();
    HostTable { name, game_title, queued: waiting, schedule }
}

fn ladder(facts: &LadderFacts) -> HostLadder {
    let TableFacts { name, game_title, schedule, .. } = facts.offer.clone();
    let rung = |rung: &LadderPlace| HostRung { place: rung.place, name: rung.name.clone() };
    HostLadder { name, game_title, schedule, places_above: facts.places_above, rungs: facts.places.iter().map(rung).collect() }
}

impl Rows {
    /// Adds the row of a campaign; `url` is where the folder of the page is on the web, if that is known.
    pub(super) fn add(&mut self, mut listing: Listing, url: Option<&str>) {
        let frames = std::mem::take(&mut listing.news);
        let entry = |frame: Frame| FeedEntry {
            campaign: listing.title.clone(),
            unit: listing.unit.clone(),
            page: format!("{}{}{}", url.unwrap_or_default(), listing.path, frame.page()),
            id: frame.id,
            turn: frame.turn,
            headline: frame.headline,
            updated: frame.at,
            sentences: frame.sentences,
            ended: None,
        };
        let mut news: Vec<FeedEntry> = frames.into_iter().filter(|_| !listing.unlisted).map(entry).collect();
        let page = || format!("{}{}index.html", url.unwrap_or_default(), listing.path);
        let end = listing.ended.as_ref().zip(news.iter().max_by_key(|entry| entry.turn));
        let end = end.and_then(|(ended, last)| FeedEntry::of_end(last, &ended.facts, ended.at, page()));
        news.extend(end);
        self.news.extend(news);
        self.listings.push(listing);
        if self.news.len() > 2 * NEWS {
            self.keep_the_newest();
        }
    }

    fn keep_the_newest(&mut self) {
        self.news.sort_by(|one, other| (Reverse(&one.updated), &one.id).cmp(&(Reverse(&other.updated), &other.id)));
        self.news.truncate(NEWS);
    }

    /// The entries of the feed, the newest first.
    pub(super) fn take_news(&mut self) -> Vec<FeedEntry> {
        self.keep_the_newest();
        std::mem::take(&mut self.news)
    }

    /// The campaigns whose deadlines and archives anybody may see.
    pub(super) fn shown(&self) -> impl Iterator<Item = &Listing> {
        self.listings.iter().filter(|listing| !listing.unlisted)
    }

    /// The archives that lie below the page: the name of each, and whether the page is silent about it.
    pub(super) fn archives(&self) -> Vec<(CampaignId, bool)> {
        let alone = self.listings.iter().filter(|listing| listing.tournament.is_none()).map(|listing| (&listing.id, listing.unlisted));
        let all = alone.chain(self.tournaments.iter().map(|row| (&row.id, row.unlisted)));
        all.map(|(id, unlisted)| (id.clone(), unlisted)).collect()
    }

    /// What the page shows, and the pages of the players who have asked for one and have played here.
    pub(super) fn models(&self, host: &Host) -> (HostModel, Vec<PlayerPage>) {
        let (pages, strengths) = (self.page_paths(host), strengths(&self.listings));
        let players = pages.iter().map(|(identity, path)| self.player_page((identity, path), &pages, &strengths)).collect();
        (self.model(host, &pages, &strengths), players)
    }

    fn model(&self, host: &Host, pages: &BTreeMap<Identity, String>, strengths: &BTreeMap<&str, Strengths<'_>>) -> HostModel {
        let site = &host.config.site;
        let alone = || self.shown().filter(|listing| listing.tournament.is_none());
        let mut running: Vec<&Listing> = alone().filter(|listing| listing.ended.is_none()).collect();
        running.sort_by_key(|listing| (listing.next().map(|next| next.at), &listing.id));
        let tournaments = |is_over: bool| {
            let wanted = self.tournaments.iter().filter(move |row| !row.unlisted && row.is_over() == is_over);
            wanted.map(ListedTournament::game)
        };
        HostModel {
            host: HostFacts {
                title: site.title.clone(),
                domain: host.config.address.domain().to_owned(),
                url: site.url.clone(),
                contact: site.contact.as_ref().map(ToString::to_string),
            },
            running: tournaments(false).chain(running.into_iter().map(|listing| listing.game(pages))).collect(),
            waiting: self.wanted.iter().map(|(id, wanted)| self.waiting(id, wanted)).collect(),
            tables: self.tables.iter().map(table).collect(),
            ladder: self.ladder.as_ref().map(ladder),
            finished: tournaments(true).chain(by_end(alone()).into_iter().map(|listing| listing.game(pages))).collect(),
            ratings: ratings(strengths, pages),
            fame: fame(&self.listings, pages),
            has_calendar: self.shown().any(|listing| !listing.deadlines.is_empty()),
            has_feed: !self.news.is_empty(),
        }
    }

    fn waiting(&self, id: &CampaignId, wanted: &PlayersWanted) -> HostWaiting {
        let begun = self.listings.iter().find(|listing| listing.id == *id && !listing.unlisted);
        HostWaiting {
            id: id.clone(),
            title: wanted.title.clone(),
            game_title: games::by_id(&wanted.game).map_or("", |game| game.title()).to_owned(),
            players_wanted: wanted.players,
            by_mail: wanted.by_mail,
            schedule: wanted.schedule.clone(),
            path: begun.map(|listing| format!("{}index.html", listing.path)),
        }
    }

    /// The paths of the pages of players who have asked for one and have played here, by identity.
    fn page_paths(&self, host: &Host) -> BTreeMap<Identity, String> {
        let mut paths: BTreeMap<Identity, String> = BTreeMap::new();
        let mut taken = BTreeSet::new();
        for player in self.listings.iter().flat_map(|listing| &listing.players).filter(|player| host.config.site.has_page(&player.identity))
        {
            if !paths.contains_key(&player.identity) {
                let slug = slug(&player.name);
                let names = std::iter::once(slug.clone()).chain((2..).map(|number| format!("{slug}-{number}")));
                let free = names.into_iter().find(|name| taken.insert(name.clone())).unwrap_or(slug);
                paths.insert(player.identity.clone(), format!("players/{free}.html"));
            }
        }
        paths
    }

    fn player_page(
        &self,
        (identity, path): (&Identity, &str),
        pages: &BTreeMap<Identity, String>,
        strengths: &BTreeMap<&str, Strengths<'_>>,
    ) -> PlayerPage {
        let own = || {
            self.listings.iter().filter(|listing| !listing.unlisted && listing.players.iter().any(|player| player.identity == *identity))
        };
        let seat = |listing: &Listing| listing.players.iter().find(|player| player.identity == *identity).map(|player| player.name.clone());
        let strength = |game: &str| {
            let Strengths { game_title, ratings, .. } = strengths.get(game)?;
            let rating = ratings.iter().find(|rating| rating.identity == *identity)?.clone();
            Some(PlayerRating { game_title: (*game_title).to_owned(), rating })
        };
        let played: BTreeSet<&str> = own().map(|listing| listing.game.as_str()).collect();
        PlayerPage {
            name: own().next_back().and_then(seat).unwrap_or_default(),
            path: path.to_owned(),
            running: own().filter(|listing| listing.ended.is_none()).map(|listing| listing.game(pages)).collect(),
            finished: by_end(own()).into_iter().map(|listing| listing.game(pages)).collect(),
            ratings: played.into_iter().filter_map(strength).collect(),
        }
    }
}

impl Listing {
    fn game(&self, pages: &BTreeMap<Identity, String>) -> HostGame {
        let player = |player: &ListedPlayer| player.shown(pages);
        let next = |next: &ListedDeadline| HostNext {
            turn: next.turn,
            deadline_local: next.local.clone(),
            zone: next.zone.clone(),
            deadline_utc: utc_text(next.at),
            to_move: next.to_move.clone(),
        };
        HostGame {
            id: self.id.clone(),
            title: self.title.clone(),
            game_title: self.game_title.clone(),
            unit: self.unit.clone(),
            path: format!("{}index.html", self.path),
            turn: self.turn,
            players: self.players.iter().map(player).collect(),
            next: self.next().map(next),
            ended: self.ended.as_ref().map(|ended| ended.facts.clone()),
            ended_on: self.ended.as_ref().map(|ended| ended.at.date_naive()),
            tournament: None,
        }
    }
}

impl ListedTournament {
    fn is_over(&self) -> bool {
        self.is_over.unwrap_or(self.games_over == self.games_total)
    }

    fn game(&self) -> HostGame {
        HostGame {
            id: self.id.clone(),
            title: self.title.clone(),
            game_title: self.game_title.clone(),
            unit: String::new(),
            path: format!("{}/index.html", self.id),
            turn: 0,
            players: Vec::new(),
            next: None,
            ended: None,
            ended_on: None,
            tournament: Some(HostTournament {
                games_total: self.games_total,
                games_over: self.games_over,
                is_over: self.is_over(),
                leaders: self.leaders.clone(),
            }),
        }
    }
}

/// A name as the name of a file.
fn slug(name: &str) -> String {
    let words = name.to_lowercase();
    let words = words.split(|letter: char| !letter.is_ascii_alphanumeric()).filter(|word| !word.is_empty());
    let slug = words.collect::<Vec<_>>().join("-");
    if slug.is_empty() { "player".to_owned() } else { slug }
}

#[cfg(test)]
mod tests {
    use super::slug;

    #[test]
    fn a_page_has_a_name_that_every_server_can_give_out() {
        for (name, expected) in [("Ann O'Hara", "ann-o-hara"), ("Béla", "b-la"), ("Ольга", "player"), ("../x", "x")] {
            assert_eq!(slug(name), expected);
        }
    }
}
