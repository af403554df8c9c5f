//! The site follows the roster and the program: names are those of who plays now, private pages move when a token does, so that nobody who knew a
//! seat's earlier folder finds anything there, and the page for writing orders reads the links that this program makes.

use std::fs;
use std::io::ErrorKind;

use crate::campaign::token::Secret;
use crate::engine::Seat;
use crate::files::unless_missing;
use crate::office::cabinet::build::BUILD;
use crate::office::cabinet::desk::{Campaign, Keyless};
use crate::office::cabinet::error::{DeskError, at};
use crate::render::composer;
use crate::render::site::page_of_turn;
use crate::store::Ledger;

/// The facts that tell for which roster the site was made: the names of the front page, and those of the private folders.
const NAMES: &str = "names of the site";
const FOLDERS: &str = "private folders";

/// The fact that tells where on the web the page for writing orders is, empty if there is none.
const COMPOSER: &str = "page for orders";

/// The fact that tells which program made the site.
const PROGRAM: &str = "program of the site";

/// What of the site an act, or another program, has made stale.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Stale {
    Nothing,
    /// Pages of today: those that name the players, and the page for writing orders.
    Today,
    /// All private pages.
    Folders,
}

/// The names of the private folders that the archive was last published with.
///
/// # Errors
/// When the database refuses.
pub(super) fn published_folders(ledger: &Ledger<'_>) -> Result<Vec<String>, DeskError> {
    Ok(ledger.fact(FOLDERS)?.unwrap_or_default().split_whitespace().map(str::to_owned).collect())
}

/// Whether the archive was last published with the page for writing orders, and has it still.
///
/// # Errors
/// When the database refuses.
pub(super) fn has_composer(campaign: &Keyless, ledger: &Ledger<'_>) -> Result<bool, DeskError> {
    let published = ledger.fact(COMPOSER)?;
    // The next run writes or removes a page that has come, gone or moved since.
    Ok(published.is_some() && published == campaign.composer_page())
}

impl Campaign {
    /// What of the site does not fit the roster any more.
    ///
    /// # Errors
    /// When the database refuses.
    pub(in crate::office) fn stale_pages(&self, ledger: &Ledger<'_>) -> Result<Stale, DeskError> {
        let is_other = |known: Option<String>, now: String| known.is_some_and(|known| known != now);
        if is_other(ledger.fact(FOLDERS)?, self.private_folders().join(" ")) {
            return Ok(Stale::Folders);
        }
        // An archive without this fact was made before there was one. Once the game is over, no more links are written.
        let is_of_this_program = self.is_over() || ledger.fact(PROGRAM)? == Some(self.program());
        let is_of_today = is_of_this_program
            && !is_other(ledger.fact(NAMES)?, self.names())
            && !is_other(ledger.fact(COMPOSER)?, self.composer_page().unwrap_or_default());
        Ok(if is_of_today { Stale::Nothing } else { Stale::Today })
    }

    /// The names of the private folders of those who hold the seats now; none where no reports are published.
    pub(super) fn private_folders(&self) -> Vec<String> {
        let holders = self.holders.iter().filter(|_| self.config.policy.private_reports_on_site);
        holders.map(|holder| self.secret.folder_name(&self.config.id, holder.player.number, holder.epoch)).collect()
    }

    /// The private page of a turn for a seat's present holder, as a path in the site.
    pub(super) fn private_page(&self, seat: Seat, turn: u32) -> String {
        format!("{}/{}", self.secret.folder_name(&self.config.id, seat, self.epoch(seat)), page_of_turn(turn))
    }

    /// Where that page is on the web; `None` where no reports are published, and if the host does not say where its pages are.
    pub(in crate::office) fn link_to_private_page(&self, seat: Seat, turn: u32) -> Option<String> {
        let url = self.site_url().filter(|_| self.config.policy.private_reports_on_site)?;
        Some(url + &self.private_page(seat, turn))
    }

    /// Removes all private folders from the site but those of the present holders: of tokens that no longer count, of another secret, and all of them
    /// once no reports are published any more.
    ///
    /// # Errors
    /// When the site cannot be read, or a folder cannot be removed.
    pub(in crate::office) fn remove_dead_pages(&self) -> Result<(), DeskError> {
        let site = self.site_folder();
        let entries = match fs::read_dir(&site) {
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(()),
            entries => entries.map_err(at(&site))?,
        };
        let present = self.private_folders();
        for entry in entries {
            let entry = entry.map_err(at(&site))?;
            let name = entry.file_name().to_string_lossy().into_owned();
            if Secret::is_folder_name(&name) && !present.contains(&name) && entry.path().is_dir() {
                fs::remove_dir_all(entry.path()).map_err(at(&entry.path()))?;
            }
        }
        Ok(())
    }

    /// Removes the page for writing orders from the site if there is to be none.
    ///
    /// # Errors
    /// When it cannot be removed.
    pub(super) fn remove_composer(&self) -> Result<(), DeskError> {
        if self.composer_page().is_some() {
            return Ok(());
        }
        let page = self.site_folder().join(composer::PAGE);
        unless_missing(fs::remove_file(&page)).map_err(at(&page))
    }

    /// Notes that the site is made for the present roster, by this program.
    ///
    /// # Errors
    /// When the database refuses.
    pub(in crate::office) fn note_pages(&self, ledger: &Ledger<'_>) -> Result<(), DeskError> {
        ledger.set_fact(NAMES, &self.names())?;
        ledger.set_fact(PROGRAM, &self.program())?;
        ledger.set_fact(COMPOSER, &self.composer_page().unwrap_or_default())?;
        Ok(ledger.set_fact(FOLDERS, &self.private_folders().join(" "))?)
    }

    fn program(&self) -> String {
        format!("{BUILD} {}", self.config.game.rules())
    }

    fn names(&self) -> String {
        let held = self.holders.iter().map(|holder| holder.player.name.clone());
        let vacant = self.vacancies.iter().map(|vacancy| format!("{} is vacant", vacancy.seat));
        held.chain(vacant).collect::<Vec<_>>().join("\n")
    }
}
