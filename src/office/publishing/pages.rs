//! The site follows the roster and the program: names are those of who plays now, private pages move when a token does, so that nobody who knew a
//! seat's earlier folder finds anything there, and the page for writing orders reads the links that this program makes.

use std::fs;
use std::io::ErrorKind;

use crate::office::cabinet::build::BUILD;
use crate::office::cabinet::desk::Campaign;
use crate::office::cabinet::error::{DeskError, at};
use crate::store::Ledger;

/// The facts that tell for which roster the site was made: the names of the front page, and the epochs of the private folders.
const NAMES: &str = "names of the site";
const FOLDERS: &str = "private folders";

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

impl Campaign {
    /// What of the site does not fit the roster any more.
    ///
    /// # Errors
    /// When the database refuses.
    pub(in crate::office) fn stale_pages(&self, ledger: &Ledger<'_>) -> Result<Stale, DeskError> {
        let is_other = |known: Option<String>, now: String| known.is_some_and(|known| known != now);
        if self.config.policy.private_reports_on_site && is_other(ledger.fact(FOLDERS)?, self.epochs()) {
            return Ok(Stale::Folders);
        }
        // An archive without this fact was made before there was one. Once the game is over, no more links are written.
        let is_of_this_program = self.is_over() || ledger.fact(PROGRAM)? == Some(self.program());
        let is_of_today = is_of_this_program && !is_other(ledger.fact(NAMES)?, self.names());
        Ok(if is_of_today { Stale::Nothing } else { Stale::Today })
    }

    /// Removes the folders of tokens that no longer count from the site.
    ///
    /// # Errors
    /// When a folder cannot be removed.
    pub(in crate::office) fn remove_dead_pages(&self) -> Result<(), DeskError> {
        let held = self.holders.iter().flat_map(|holder| (0..holder.epoch).map(|epoch| (holder.player.number, epoch)));
        // The last token of a vacant seat is dead as well.
        let vacant = self.vacancies.iter().flat_map(|vacancy| (0..=vacancy.epoch).map(|epoch| (vacancy.seat, epoch)));
        for (seat, epoch) in held.chain(vacant) {
            let folder = self.site_folder().join(self.secret.folder_name(&self.config.id, seat, epoch));
            match fs::remove_dir_all(&folder) {
                Err(error) if error.kind() != ErrorKind::NotFound => return Err(at(&folder)(error)),
                _ => {}
            }
        }
        Ok(())
    }

    /// Notes that the site is made for the present roster, by this program.
    ///
    /// # Errors
    /// When the database refuses.
    pub(in crate::office) fn note_pages(&self, ledger: &Ledger<'_>) -> Result<(), DeskError> {
        ledger.set_fact(NAMES, &self.names())?;
        ledger.set_fact(PROGRAM, &self.program())?;
        if self.config.policy.private_reports_on_site {
            ledger.set_fact(FOLDERS, &self.epochs())?;
        }
        Ok(())
    }

    fn program(&self) -> String {
        format!("{BUILD} {}", self.config.game.rules())
    }

    fn names(&self) -> String {
        let held = self.holders.iter().map(|holder| holder.player.name.clone());
        let vacant = self.vacancies.iter().map(|vacancy| format!("{} is vacant", vacancy.seat));
        held.chain(vacant).collect::<Vec<_>>().join("\n")
    }

    fn epochs(&self) -> String {
        let held = self.holders.iter().map(|holder| format!("{}:{}", holder.player.number, holder.epoch));
        let vacant = self.vacancies.iter().map(|vacancy| format!("{}:vacant", vacancy.seat));
        held.chain(vacant).collect::<Vec<_>>().join(" ")
    }
}
