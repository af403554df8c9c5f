//! Fair beyond doubt: honest campaigns of every game verify, forged ones are found and named, and receipts show what a key can rewrite.

mod forgeries;
mod honest;
mod leaks;
mod older;
mod reveal;
pub(crate) mod sealed;

use ashpost::campaign::bundle::{self, Bundle};
use ashpost::campaign::journal::{Replay, Signed};

/// What `ashpost verify` finds in a bundle of a game that is over.
pub(crate) fn verify(journal: &[Signed]) -> Result<Replay, String> {
    verify_text(&bundle::write(journal, true))
}

pub(crate) fn verify_text(text: &str) -> Result<Replay, String> {
    Bundle::read(text).and_then(|bundle| bundle.check()).map_err(|error| error.to_string())
}
