//! Private pages of the site move when a token does: whoever knew a seat's folder before finds nothing there any more.

use std::fs;
use std::io::ErrorKind;

use crate::office::desk::{Campaign, DeskError, at};
use crate::store::Ledger;

/// The fact that tells for which epochs the private pages stand: `1:0 2:3`, seat and epoch.
const FOLDERS: &str = "private folders";

impl Campaign {
    /// Whether a seat's private pages stand in the folder of a dead token.
    ///
    /// # Errors
    /// When the database refuses.
    pub(in crate::office) fn private_pages_have_moved(&self, ledger: &Ledger<'_>) -> Result<bool, DeskError> {
        let known = ledger.fact(FOLDERS)?;
        Ok(self.config.policy.private_reports_on_site && known.is_some_and(|known| known != self.epochs()))
    }

    /// Takes the folders of dead tokens off the site.
    ///
    /// # Errors
    /// When a folder cannot be removed.
    pub(in crate::office) fn remove_dead_pages(&self) -> Result<(), DeskError> {
        for holder in &self.holders {
            for epoch in 0..holder.epoch {
                let folder = self.site_folder().join(self.secret.folder_name(self.id(), holder.player.number, epoch));
                match fs::remove_dir_all(&folder) {
                    Err(error) if error.kind() != ErrorKind::NotFound => return Err(at(&folder)(error)),
                    _ => {}
                }
            }
        }
        Ok(())
    }

    /// Notes where the private pages stand now.
    ///
    /// # Errors
    /// When the database refuses.
    pub(in crate::office) fn note_private_pages(&self, ledger: &Ledger<'_>) -> Result<(), DeskError> {
        if self.config.policy.private_reports_on_site {
            ledger.set_fact(FOLDERS, &self.epochs())?;
        }
        Ok(())
    }

    fn epochs(&self) -> String {
        let epochs: Vec<String> = self.holders.iter().map(|holder| format!("{}:{}", holder.player.number, holder.epoch)).collect();
        epochs.join(" ")
    }
}
