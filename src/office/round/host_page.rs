//! The host's page on disk: rebuilt when a row that it is made of has changed, and at no other time.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};

use crate::campaign::layout::SITE_FOLDER;
use crate::campaign::{CampaignId, Digest, digest, urn};
use crate::files::{Access, Together};
use crate::office::cabinet::build::BUILD;
use crate::office::cabinet::error::{DeskError, at};
use crate::office::front::Front;
use crate::office::publishing::deadlines::{Owner, calendar};
use crate::office::publishing::kept_listings::{self, HOST_PAGE};
use crate::office::publishing::listing::PlayersWanted;
use crate::office::round::host_rows::Rows;
use crate::office::{Host, World};
use crate::render::feeds::{Feed, FeedEntry};
use crate::render::host_page::pages;
use crate::render::{SiteFile, Templates};
use crate::store::Store;

/// The fact that names the files of the page on disk, each with the digest of what was written.
const FILES: &str = "files of the host page";

/// Writes the page if what it is made of has changed since it was written last, and removes it if there is to be none; `wanted` are the campaigns
/// that look for players.
///
/// # Errors
/// When the database or the disk refuses, or a template fails.
pub(crate) fn publish(front: &mut Front, wanted: &BTreeMap<CampaignId, PlayersWanted>, world: &World<'_>) -> Result<(), DeskError> {
    let Front { store, letterbox, .. } = front;
    let host = &letterbox.host;
    let Some(folder) = host.page_folder() else { return withdraw(store, host) };
    let ledger = store.look()?;
    let (tables, ladder) = (letterbox.offers(&ledger)?, letterbox.ladder_now(&ledger)?);
    let (site, looking) = (serde_json::json!(host.config.site), serde_json::json!([wanted, tables, ladder]));
    let made_of = digest(&format!("{BUILD} {site} {looking}"));
    if ledger.fact(HOST_PAGE)?.as_ref() == Some(&made_of) && folder.join("index.html").exists() {
        return Ok(());
    }
    let is_there = |id: &CampaignId, path: &str| host.home(id).join(SITE_FOLDER).is_dir() && !path.is_empty();
    let tournaments = kept_listings::kept_tournaments(&ledger)?.into_iter().filter(|row| is_there(&row.id, &row.id)).collect();
    let mut rows = Rows { tournaments, wanted: wanted.clone(), tables, ladder, ..Rows::default() };
    let url = host.config.site.url.as_deref();
    kept_listings::for_each(&ledger, |listing| {
        if is_there(&listing.id, &listing.path) {
            rows.add(listing, url);
        }
    })?;
    drop(ledger);
    let written = write(host, &folder, rows, &letterbox.templates)?;
    (world.boundary)("after the host's page is written");
    let ledger = store.begin()?;
    ledger.set_fact(HOST_PAGE, &made_of)?;
    ledger.set_fact_in_json(FILES, &written)?;
    Ok(ledger.commit()?)
}

/// Removes what was written for the page, once there is to be none. A file that somebody has written since is theirs, and stays.
fn withdraw(store: &mut Store, host: &Host) -> Result<(), DeskError> {
    let Some(written) = store.look()?.fact_in_json::<BTreeMap<String, String>>(FILES)? else { return Ok(()) };
    let folder = host.folder.join(SITE_FOLDER);
    for (name, known) in written {
        let path = folder.join(name);
        if fs::read(&path).is_ok_and(|bytes| Digest::of(&bytes).to_string() == known) {
            fs::remove_file(&path).map_err(at(&path))?;
        }
    }
    remove_links(&folder, |_| true).map_err(at(&folder))?;
    for folder in [folder.join("players"), folder] {
        // Only an empty folder goes.
        let _ = fs::remove_dir(folder);
    }
    let ledger = store.begin()?;
    ledger.forget_fact(FILES)?;
    ledger.forget_fact(HOST_PAGE)?;
    Ok(ledger.commit()?)
}

/// Returns what was written. Each form of the data about all campaigns is dropped as soon as the next one is made, to save memory.
fn write(host: &Host, folder: &Path, mut rows: Rows, templates: &Templates) -> Result<BTreeMap<String, String>, DeskError> {
    let ((model, players), archives) = (rows.models(host), rows.archives());
    let name = model.host.title.clone().unwrap_or_else(|| model.host.domain.clone());
    let feed = feed(host, &name, rows.take_news(), templates)?.map(|bytes| ("feed.atom".to_owned(), bytes));
    let deadlines = deadlines(host, &name, &rows, templates)?.map(|bytes| ("deadlines.ics".to_owned(), bytes));
    drop(rows);
    let files: Vec<SiteFile> = pages(model, &players, templates)?.into_iter().chain(feed).chain(deadlines).collect();
    let mut together = Together::default();
    for (file, bytes) in &files {
        let path = folder.join(file);
        together.write(&path, bytes, Access::Public).map_err(at(&path))?;
    }
    together.settle().map_err(at(folder))?;
    remove_what_is_not_made_any_more(folder, &files).map_err(at(folder))?;
    remove_links(folder, |link| !link.exists()).map_err(at(folder))?;
    lead_to_archives(folder, &archives).map_err(at(folder))?;
    Ok(files.into_iter().map(|(name, bytes)| (name, Digest::of(&bytes).to_string())).collect())
}

/// The turns played last in all campaigns, the newest first; `None` before there are any.
fn feed(host: &Host, title: &str, news: Vec<FeedEntry>, templates: &Templates) -> Result<Option<Vec<u8>>, DeskError> {
    let url = host.config.site.url.as_deref();
    let Some(newest) = news.first() else { return Ok(None) };
    let feed = Feed {
        id: urn(&["host", host.config.address.as_str()]),
        title: title.to_owned(),
        updated: newest.updated,
        author: host.config.name.clone(),
        own_url: url.map(|url| format!("{url}feed.atom")),
        page: format!("{}index.html", url.unwrap_or_default()),
        entries: news,
    };
    Ok(Some(feed.file(templates)?))
}

/// The open deadlines of all campaigns, and those before them.
fn deadlines(host: &Host, name: &str, rows: &Rows, templates: &Templates) -> Result<Option<Vec<u8>>, DeskError> {
    let url = |path: &str| host.config.site.url.as_ref().map(|url| format!("{url}{path}index.html"));
    let with_url: Vec<_> = rows.shown().map(|listing| (listing, url(&listing.path))).collect();
    let events = with_url.iter().flat_map(|(listing, url)| {
        let owner = Owner { title: &listing.title, unit: &listing.unit, game_title: &listing.game_title, url: url.as_deref() };
        listing.deadlines.iter().map(move |deadline| (owner, deadline))
    });
    Ok(calendar(name, events, templates)?.file())
}

/// Removes the pages of players who no longer want one, and feeds that would be empty.
fn remove_what_is_not_made_any_more(folder: &Path, made: &[SiteFile]) -> io::Result<()> {
    let made: BTreeSet<PathBuf> = made.iter().map(|(name, _)| folder.join(name)).collect();
    let players = fs::read_dir(folder.join("players")).into_iter().flatten().filter_map(Result::ok).map(|entry| entry.path());
    let feeds = ["feed.atom", "deadlines.ics"].map(|name| folder.join(name)).into_iter().filter(|path| path.exists());
    players.chain(feeds).filter(|path| !made.contains(path)).try_for_each(fs::remove_file)
}

/// Removes links to archives, those that are not wanted.
fn remove_links(folder: &Path, is_unwanted: impl Fn(&Path) -> bool) -> io::Result<()> {
    let entries = match fs::read_dir(folder) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
        entries => entries?,
    };
    for entry in entries {
        let entry = entry?;
        let (link, target) = (entry.path(), Path::new("..").join(entry.file_name()).join(SITE_FOLDER));
        if fs::read_link(&link).is_ok_and(|led_to| led_to == target) && is_unwanted(&link) {
            fs::remove_file(&link)?;
        }
    }
    Ok(())
}

/// Makes the archives reachable below the page, each by a link of its campaign's name, so that a web server needs one folder alone. Anything else of
/// that name stays as it is.
fn lead_to_archives(folder: &Path, archives: &[(CampaignId, bool)]) -> io::Result<()> {
    for (id, unlisted) in archives {
        let unlisted = *unlisted;
        let (link, target) = (folder.join(id), Path::new("..").join(id).join(SITE_FOLDER));
        match fs::symlink_metadata(&link) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                if !unlisted {
                    symlink(&target, &link)?;
                }
            }
            found => {
                if unlisted && found?.is_symlink() && fs::read_link(&link)? == target {
                    fs::remove_file(&link)?;
                }
            }
        }
    }
    Ok(())
}
