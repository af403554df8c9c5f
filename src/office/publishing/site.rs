//! The archive on disk: every turn's reports, and the static site. Both are derived from the
//! database and can be made again at any time.

use crate::campaign::diary::DiaryEntry;
use crate::campaign::layout::REPORTS_FOLDER;
use crate::campaign::urn;
use crate::engine::{Drawing, Paint, Scene, Seat, Tone, Viewer};
use crate::files::{self, Access, Together};
use crate::office::World;
use crate::office::cabinet::desk::{Campaign, Desk};
use crate::office::cabinet::error::{DeskError, at};
use crate::office::cabinet::recent::Recent;
use crate::office::letters::picture;
use crate::office::publishing::album::{Drawn, Newest, OpenAlbum, Wanted};
use crate::office::publishing::bundle::PublishedBundle;
use crate::office::publishing::deadlines::{Owner, calendar};
use crate::office::publishing::published::Lacking;
use crate::office::publishing::rules_page::RulesSource;
use crate::office::publishing::{album, composer, listing, undone};
use crate::render::SiteFile;
use crate::render::feeds::{Feed, FeedEntry};
use crate::render::picture::{palette, png};
use crate::render::site::{self, Album, SiteDiaryEntry, SiteModel, SitePlayer, SiteProof, SiteTurn};
use crate::store::Ledger;

/// The feed of the turns played last.
pub(super) const FEED: &str = "feed.atom";

/// The calendar of deadlines.
pub(super) const CALENDAR: &str = "deadlines.ics";

/// How many turns are in a campaign's feed at most.
const NEWS: usize = 20;

/// Publishes the turns that are not yet on disk. Returns how many there were.
pub(crate) fn publish_news(desk: &mut Desk, world: &World<'_>) -> Result<u32, DeskError> {
    let Some(lacking) = Lacking::of(desk)? else { return Ok(0) };
    let Lacking { first, last, .. } = lacking;
    let ledger = desk.store.look()?;
    let mut together = Together::default();
    for turn in first..=last {
        write_reports(&ledger, &desk.campaign, turn, &mut together)?;
        (world.boundary)("after a turn's reports are written");
    }
    drop(ledger);
    if lacking.has_stale_folders() {
        desk.campaign.remove_dead_pages()?;
    }
    if let Some(published) = lacking.overtaken {
        undone::remove(&desk.campaign, last, published)?;
    }
    let mut newest = Newest::default();
    let wanted = Wanted::of(&desk.campaign, &lacking);
    let OpenAlbum { album, kept } = OpenAlbum::of(&desk.store.look()?, &desk.campaign, wanted, &mut newest)?;
    let mut model = site_model(desk, wanted, album, newest)?;
    let rules = RulesSource::of(&desk.campaign, &model)?;
    model.keeps_rules = rules.is_there(&desk.store.look()?, &desk.campaign)?;
    let pages = site::build(&mut model, &desk.campaign.templates)?;
    let made = rules.made(&pages);
    let (_, bundle) = write_site(desk, wanted.first_page, &model.album, pages, &mut together)?;
    together.settle().map_err(at(&desk.campaign.folder))?;
    (world.boundary)("after the site is written");
    let ledger = desk.store.begin()?;
    lacking.note_published(&ledger)?;
    bundle.note(&ledger)?;
    made.map(|(name, value)| ledger.set_fact(name, &value)).transpose()?;
    album::keep(&ledger, &desk.campaign, &model.album, kept)?;
    desk.campaign.note_pages(&ledger)?;
    ledger.commit()?;
    (world.boundary)("after publishing commits");
    Ok((last + 1).saturating_sub(first))
}

/// Writes `reports/turn-3/seat-2.txt`, and the same for `public`. They are for the game master; others read the site. Their HTML and JSON are only in
/// the database, and `ashpost report` brings them out.
fn write_reports(ledger: &Ledger<'_>, campaign: &Campaign, turn: u32, together: &mut Together) -> Result<(), DeskError> {
    let folder = campaign.folder.join(REPORTS_FOLDER).join(format!("turn-{turn}"));
    for (seat, text) in ledger.report_texts(turn)? {
        let name = seat.map_or_else(|| "public.txt".to_owned(), |seat| format!("seat-{seat}.txt"));
        let path = folder.join(name);
        together.write(&path, text.as_bytes(), Access::Private).map_err(at(&path))?;
    }
    Ok(())
}

/// Writes the whole static site; returns how many files it has.
///
/// # Errors
/// When a file cannot be written, the database refuses, or the program's own template cannot be rendered.
pub fn publish_site(desk: &mut Desk) -> Result<usize, DeskError> {
    let mut together = Together::default();
    let mut newest = Newest::default();
    let OpenAlbum { album, kept } = OpenAlbum::of(&desk.store.look()?, &desk.campaign, Wanted::ALL, &mut newest)?;
    let mut model = site_model(desk, Wanted::ALL, album, newest)?;
    let pages = site::build(&mut model, &desk.campaign.templates)?;
    let (files, bundle) = write_site(desk, 0, &model.album, pages, &mut together)?;
    together.settle().map_err(at(&desk.campaign.folder))?;
    // The next turn is told beside those that were told anew.
    let ledger = desk.store.begin()?;
    bundle.note(&ledger)?;
    album::keep(&ledger, &desk.campaign, &model.album, kept)?;
    ledger.commit()?;
    Ok(files)
}

/// Writes these pages, the feeds and the bundle, and the private pages of each seat from the turn `first` on. So even a game of a hundred turns costs
/// only two pages a turn. Returns how many files there are, and the bundle, which is to be noted once they are on disk.
fn write_site(
    desk: &mut Desk,
    first: u32,
    album: &Album,
    mut pages: Vec<SiteFile>,
    together: &mut Together,
) -> Result<(usize, PublishedBundle), DeskError> {
    pages.extend(feeds(desk, album)?);
    pages.extend(composer::file(&desk.campaign)?);
    let with_private = desk.campaign.config.policy.private_reports_on_site;
    let private = if with_private { private_pages(desk, first)? } else { Vec::new() };
    let root = desk.campaign.site_folder();
    // The names of private folders are their locks, so that nobody may list them; they are made before what is in them.
    let access = if with_private { Access::ByName } else { Access::Public };
    files::make_folder(&root, access).and_then(|()| files::narrow(&root, access)).map_err(at(&root))?;
    let pages = pages.into_iter().map(|page| (page, Access::Public));
    let all: Vec<_> = pages.chain(private.into_iter().map(|page| (page, Access::ByName))).collect();
    for ((name, bytes), access) in &all {
        let path = root.join(name);
        together.write(&path, bytes, *access).map_err(at(&path))?;
    }
    desk.campaign.remove_composer()?;
    let bundle = PublishedBundle::of(&desk.campaign, &desk.store.look()?, first == 0)?;
    bundle.write(together)?;
    Ok((all.len() + 1, bundle))
}

/// The feed of the turns played last, and the calendar of deadlines.
fn feeds(desk: &mut Desk, album: &Album) -> Result<Vec<SiteFile>, DeskError> {
    let Desk { store, campaign, .. } = desk;
    let ledger = store.look()?;
    let (facts, url) = (campaign.facts(), campaign.site_url());
    let page = |name: &str| format!("{}{name}", url.as_deref().unwrap_or_default());
    let entries = album.frames().rev().take(NEWS).map(|frame| FeedEntry {
        id: frame.id.clone(),
        campaign: facts.title.clone(),
        unit: facts.unit.to_owned(),
        turn: frame.turn,
        headline: frame.headline.clone(),
        updated: frame.at,
        page: page(&frame.page()),
        sentences: frame.sentences.clone(),
        ended: None,
    });
    let mut entries: Vec<FeedEntry> = entries.collect();
    let end = campaign.end_facts().zip(campaign.ended_at(&ledger)?);
    let end = end.zip(entries.first()).and_then(|((facts, at), last)| FeedEntry::of_end(last, &facts, at, page("index.html")));
    entries.splice(0..0, end);
    let opening = ledger.opening()?.map(|opening| opening.hash.to_string()).unwrap_or_default();
    let feed = Feed {
        id: urn(&[&opening, "feed"]),
        title: facts.title.clone(),
        updated: entries.first().map(|entry| entry.updated).unwrap_or_default(),
        author: campaign.host.name.clone(),
        own_url: url.is_some().then(|| page(FEED)),
        page: page("index.html"),
        entries,
    };
    let address = url.is_some().then(|| page("index.html"));
    let owner = Owner { title: &facts.title, unit: facts.unit, game_title: &facts.game_title, url: address.as_deref() };
    let deadlines = match &campaign.progress {
        Some(progress) => listing::deadlines(campaign, progress, &ledger)?,
        None => Vec::new(),
    };
    let calendar = calendar(&facts.title, deadlines.iter().map(|deadline| (owner, deadline)), &campaign.templates)?;
    let mut files = vec![(FEED.to_owned(), feed.file(&campaign.templates)?)];
    files.extend(calendar.file().map(|bytes| (CALENDAR.to_owned(), bytes)));
    Ok(files)
}

fn site_model(desk: &mut Desk, wanted: Wanted, album: Album, mut newest: Newest) -> Result<SiteModel, DeskError> {
    let Desk { store, campaign, .. } = desk;
    let ledger = store.look()?;
    let tip = ledger.tip()?;
    let proof = SiteProof {
        key: ledger.signer()?.map(|key| key.to_string()).unwrap_or_default(),
        entry: tip.as_ref().map_or(0, |tip| tip.number),
        hash: tip.map(|tip| tip.hash.to_string()).unwrap_or_default(),
        bundle: campaign.bundle_name(),
    };
    let (mut turns, mut position) = (Vec::new(), None);
    for stored in ledger.turns_from(wanted.first_page)? {
        let (report_text, report_html) = ledger.public_report(stored.turn)?.unwrap_or_default();
        let Drawn { scene, svg, .. } = newest.drawn(&ledger, campaign, &stored)?;
        turns.push(SiteTurn {
            turn: stored.turn,
            report_html,
            report_text,
            map_svg: svg,
            full: if campaign.is_over() { Some(album::news(&ledger, campaign, &stored, Viewer::GameMaster)?) } else { None },
        });
        position = Some(scene);
    }
    let now = newest.news(&ledger, campaign)?;
    let players = players(campaign, position.as_ref());
    let picture = position.and_then(|scene| png::render(&scene).ok());
    let progress = campaign.progress.as_ref();
    let next = progress.and_then(|progress| campaign.next_turn(progress, None, progress.window.as_ref()?.opened_at));
    let tournament = campaign.config.paired.as_ref().map(|board| board.title.clone());
    Ok(SiteModel {
        campaign: campaign.facts(),
        players,
        host: campaign.host_link(),
        tournament,
        url: campaign.site_url(),
        earlier: wanted.first_page.checked_sub(1),
        turns,
        next,
        ended: campaign.end_facts(),
        proof,
        rules: campaign.rules_model(&ledger)?,
        keeps_rules: false,
        contact: campaign.host.site.contact.as_ref().map(ToString::to_string),
        record: campaign.record_of_moves(&ledger)?.map(|record| record.to_string()),
        diaries: if campaign.is_over() { diaries(&ledger)? } else { Vec::new() },
        album,
        chapters_from: wanted.chapters_from,
        now,
        picture,
        has_composer: campaign.composer_page().is_some(),
    })
}

/// What players wrote while the game went on.
fn diaries(ledger: &Ledger<'_>) -> Result<Vec<SiteDiaryEntry>, DeskError> {
    let entries = ledger.diaries()?.into_iter();
    Ok(entries.map(|DiaryEntry { name, turn, text, .. }| SiteDiaryEntry { name, turn, text }).collect())
}

/// Every seat's reports from a turn on, in a folder whose name only its holder is told.
fn private_pages(desk: &mut Desk, first: u32) -> Result<Vec<(String, Vec<u8>)>, DeskError> {
    let Desk { store, campaign, .. } = desk;
    let ledger = store.look()?;
    let last = campaign.turns_played();
    let mut pages = Vec::new();
    for turn in first..=last {
        let Some(stored) = ledger.turn(turn)? else { continue };
        let (table, recent) = (campaign.position(&stored)?, Recent::of(&ledger, campaign.config.game, turn)?);
        for report in ledger.reports(turn)? {
            let Some(seat) = report.seat.filter(|seat| campaign.holder(*seat).is_some()) else { continue };
            // The picture that an email brings along is in the page itself.
            let page = picture::within(&campaign.renewed(seat, report)?.html, &recent.scene(&*table, Viewer::Seat(seat)));
            pages.push((campaign.private_page(seat, turn), page.into_bytes()));
        }
    }
    Ok(pages)
}

/// Everybody with the colour that this picture gives to the seat or, in a game of two sides, to the side.
fn players(campaign: &Campaign, picture: Option<&Scene>) -> Vec<SitePlayer> {
    let table = campaign.progress.as_ref().map(|progress| &progress.table);
    let seats = table.map(|table| table.seats_by_side()).unwrap_or_default();
    let looks = match picture.map(|picture| &picture.drawing) {
        Some(Drawing::Board(board)) => Some(&board.sides),
        _ => None,
    };
    let player = |(seat, name): (Seat, String)| {
        let vacant = campaign.vacancy(seat).is_some();
        let Some(looks) = looks else {
            return SitePlayer { name, vacant, side: None, colour: Some(palette::colour(Tone::Seat(seat.0))) };
        };
        let look = seats.iter().zip(looks).find(|(holder, _)| **holder == seat).map(|(_, look)| look);
        SitePlayer {
            name,
            vacant,
            side: look.map(|look| look.name.to_owned()),
            colour: look.filter(|look| look.paint != Paint::ByPiece).map(|look| palette::lacquer(look.paint).face),
        }
    };
    campaign.seat_names().into_iter().map(player).collect()
}
