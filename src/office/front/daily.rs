//! The daily digest: one email a day to each player who asks for it, about all their games on this host. It is made of the rows that the host
//! keeps of its campaigns; the games that wait are opened, since rows do not change with each email.

use std::collections::BTreeMap;

use chrono::{DateTime, Utc};

use super::awaited::AwaitedPlayers;
use super::{Front, Letterbox};
use crate::campaign::schedule::Span;
use crate::campaign::{CampaignId, Identity, digest};
use crate::office::World;
use crate::office::cabinet::error::DeskError;
use crate::office::cabinet::host::Host;
use crate::office::letters::about::About;
use crate::office::letters::digest_facts::{DigestFacts, DigestGame};
use crate::office::letters::kind::LetterKind;
use crate::office::letters::model::{Heading, LetterModel};
use crate::office::letters::{self, NewLetter};
use crate::office::publishing::kept_listings::{self, DIGESTS_DUE};
use crate::office::publishing::listing::{ListedDeadline, ListedDigest, ListedPlayer, Listing};
use crate::post::Address;
use crate::store::{EmailKind, Ledger};

/// `digest/…` says until when a player's digests tell what was played; the rest of the name is the player's identity.
const LAST: &str = "digest/";

/// Takes the place of the next digest's time while nobody asks for one.
const NEVER: &str = "never";

/// A turn that is due within this many days is news.
const NEAR_DAYS: i64 = 2;

/// A player who asks for a digest, with their games and their name in each.
struct Reader<'a> {
    name: &'a str,
    digest: &'a ListedDigest,
    /// The titles of the games in which they ask.
    asked_in: Vec<&'a str>,
    games: Vec<(&'a Listing, &'a str)>,
}

/// A game that is open in a digest.
struct OpenGame<'a> {
    listing: &'a Listing,
    next: &'a ListedDeadline,
    /// Whether it waits for the reader.
    is_own: bool,
    /// Until when it waits for the reader, or for the others.
    due_at: DateTime<Utc>,
    /// The reader can send no orders any more.
    is_fixed: bool,
    closes_at: Option<DateTime<Utc>>,
}

/// A digest that has fallen due.
struct DueDigest<'a> {
    reader: &'a Reader<'a>,
    /// The games that are open.
    open: Vec<OpenGame<'a>>,
    /// What was played after this time is told.
    last: DateTime<Utc>,
    due: DateTime<Utc>,
}

impl Front {
    /// Writes the digests that have fallen due since the last run; several days that were missed make one.
    ///
    /// # Errors
    /// When the database refuses or a template fails.
    pub(in crate::office) fn write_digests(&mut self, world: &World<'_>) -> Result<(), DeskError> {
        if !is_due(&self.store.look()?, world.now)? {
            return Ok(());
        }
        let ledger = self.store.begin()?;
        let listings = kept_listings::kept(&ledger)?;
        let (mut next, mut known): (Option<DateTime<Utc>>, _) = (None, BTreeMap::new());
        for (identity, reader) in readers(&listings) {
            let ListedDigest { at, zone, .. } = reader.digest;
            let fact = format!("{LAST}{identity}");
            let last: Option<DateTime<Utc>> = ledger.fact_as(&fact)?;
            let due = at.before(world.now, zone).filter(|due| last.is_some_and(|last| *due > last));
            if let Some((due, last)) = due.zip(last) {
                let open = games_in_progress(&self.letterbox.host, &identity, &reader, &mut known, world.now);
                self.letterbox.write_digest(&ledger, &identity, DueDigest { reader: &reader, open, last, due }, world.now)?;
            }
            if last.is_none() || due.is_some() {
                ledger.set_fact(&fact, &told_until(&reader, due.unwrap_or(world.now)).to_rfc3339())?;
            }
            next = next.into_iter().chain(at.after(world.now, zone)).min();
        }
        let next = next.map_or_else(|| NEVER.to_owned(), |next| next.to_rfc3339());
        ledger.set_fact(DIGESTS_DUE, &next)?;
        Ok(ledger.commit()?)
    }
}

/// Whether a digest may be due: not before the noted time, which is forgotten once somebody asks for another. A time that does not read is
/// made anew.
fn is_due(ledger: &Ledger<'_>, now: DateTime<Utc>) -> Result<bool, DeskError> {
    Ok(match ledger.fact(DIGESTS_DUE)?.as_deref() {
        Some(NEVER) => false,
        Some(text) => text.parse::<DateTime<Utc>>().map_or(true, |next| next <= now),
        None => true,
    })
}

/// Those who ask for a digest in any of their games that go on, by their identities. If they ask for several times, the first counts.
fn readers(listings: &[Listing]) -> BTreeMap<Identity, Reader<'_>> {
    let mut readers: BTreeMap<Identity, Reader<'_>> = BTreeMap::new();
    let seats = || listings.iter().flat_map(|listing| listing.players.iter().map(move |player| (listing, player)));
    for (listing, ListedPlayer { name, identity, digest, .. }) in seats().filter(|(listing, _)| listing.ended.is_none()) {
        if let Some(digest) = digest {
            let new = || Reader { name, digest, asked_in: Vec::new(), games: Vec::new() };
            readers.entry(identity.clone()).or_insert_with(new).asked_in.push(&listing.title);
        }
    }
    for (listing, player) in seats() {
        if let Some(reader) = readers.get_mut(&player.identity) {
            reader.games.push((listing, &player.name));
        }
    }
    readers
}

/// Until when a digest tells what was played: its own time, or that of the newest turn that stands in it. The turn that another run plays meanwhile
/// stands in the next one.
fn told_until(reader: &Reader<'_>, due: DateTime<Utc>) -> DateTime<Utc> {
    reader.games.iter().filter_map(|(listing, _)| Some(listing.news.first()?.at)).fold(due, DateTime::max)
}

impl Letterbox {
    /// Writes a digest; where nothing was played, and nothing is urgent, none is written.
    fn write_digest(
        &self,
        ledger: &Ledger<'_>,
        identity: &Identity,
        DueDigest { reader, open, last, due }: DueDigest<'_>,
        now: DateTime<Utc>,
    ) -> Result<(), DeskError> {
        let facts = facts(reader, open, last, now);
        // Orders that are due only in a week are not worth an email each morning.
        let is_near = |game: &DigestGame| game.to_move.is_some() || game.left.is_none_or(|left| left.days < NEAR_DAYS);
        if facts.played.is_empty() && !facts.own.iter().any(is_near) {
            return Ok(());
        }
        let recipient: &Address = &reader.digest.address;
        let model = LetterModel::new(Heading::of_host(&self.host.config, LetterKind::Digest), About::Digest(facts));
        let written = letters::render(&self.templates, &model)?;
        let id = format!("digest.{}.{}", &digest(identity)[..8], due.timestamp());
        letters::queue(ledger, &self.sender(), &NewLetter::notice(id, recipient, written).of_kind(EmailKind::Digest), now)?;
        Ok(())
    }
}

/// The open games of a reader that are not paused, the most urgent first. One that cannot be read waits for all that its row names. `known` are the
/// games that were opened for other readers.
fn games_in_progress<'a>(
    host: &Host,
    identity: &Identity,
    reader: &Reader<'a>,
    known: &mut BTreeMap<&'a CampaignId, Option<AwaitedPlayers>>,
    now: DateTime<Utc>,
) -> Vec<OpenGame<'a>> {
    let open = reader.games.iter().filter(|(listing, _)| !listing.is_paused);
    let open = open.filter_map(|(listing, name)| Some((*listing, *name, listing.next()?)));
    let mut games: Vec<OpenGame<'a>> = open
        .map(|(listing, name, next)| {
            let awaited = known.entry(&listing.id).or_insert_with(|| AwaitedPlayers::of(host, &listing.id).ok().flatten()).as_ref();
            let is_named = next.to_move.as_ref().is_none_or(|mover| mover == name);
            let is_own = is_named && awaited.is_none_or(|awaited| awaited.players.contains(identity));
            let own_closing = awaited.and_then(|awaited| awaited.own_closings.get(identity).copied());
            let due_at = own_closing.filter(|_| is_own).unwrap_or(next.at);
            let is_fixed = !is_own && own_closing.is_some_and(|closing| closing <= now);
            OpenGame { listing, next, is_own, due_at, is_fixed, closes_at: awaited.and_then(|awaited| awaited.closes_at) }
        })
        .collect();
    games.sort_by_key(|game| (game.due_at, &game.listing.id));
    games
}

fn facts(reader: &Reader<'_>, open: Vec<OpenGame<'_>>, last: DateTime<Utc>, now: DateTime<Utc>) -> DigestFacts {
    let zone = &reader.digest.zone;
    let waits = |OpenGame { listing, next, due_at, is_fixed, closes_at, .. }: &OpenGame<'_>| DigestGame {
        turn: next.turn,
        due_local: Some(zone.text(*due_at)),
        left: Span::until(*due_at, now),
        is_fixed: *is_fixed,
        to_move: next.to_move.clone(),
        closes_local: closes_at.map(|closes_at| zone.text(closes_at)),
        ..game(listing)
    };
    let was_played = |listing: &Listing| {
        let newest = listing.news.first().filter(|news| news.turn > 0 && news.at > last)?;
        let headline = Some(newest.headline.clone()).filter(|headline| !headline.is_empty());
        Some(DigestGame { turn: newest.turn, headline, ..game(listing) })
    };
    DigestFacts {
        name: reader.name.to_owned(),
        zone: zone.to_string(),
        asked_in: reader.asked_in.iter().map(ToString::to_string).collect(),
        own: open.iter().filter(|game| game.is_own).map(waits).collect(),
        others: open.iter().filter(|game| !game.is_own).map(waits).collect(),
        played: reader.games.iter().filter_map(|(listing, _)| was_played(listing)).collect(),
    }
}

fn game(listing: &Listing) -> DigestGame {
    DigestGame {
        id: listing.id.to_string(),
        title: listing.title.clone(),
        unit: listing.unit.clone(),
        turn: listing.turn,
        due_local: None,
        left: None,
        to_move: None,
        closes_local: None,
        is_fixed: false,
        headline: None,
        is_over: listing.ended.is_some(),
    }
}
