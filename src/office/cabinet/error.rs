//! Why work on a campaign, or on the host, cannot go on.

use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};

use crate::campaign::CampaignId;
use crate::campaign::config::ConfigErrors;
use crate::campaign::keys::PublicKey;
use crate::engine::{RestoreError, SetupError, ViewError};
use crate::games::UnknownGame;
use crate::office::cabinet::host::HostError;
use crate::office::cabinet::lock::{LockHolder, NotLocked};
use crate::office::cabinet::losses::{Damaged, Lost};
use crate::office::cabinet::scenario::ScenarioError;
use crate::post::transport::SendError;
use crate::render::TemplateError;
use crate::store::StoreError;

/// What stops the work on one campaign; the others go on.
#[allow(missing_docs, reason = "each says what it is")]
#[derive(Debug, thiserror::Error)]
pub enum DeskError {
    #[error(transparent)]
    Host(#[from] HostError),
    #[error(transparent)]
    Store(#[from] StoreError),
    #[error(transparent)]
    Template(#[from] TemplateError),
    #[error(transparent)]
    Scenario(#[from] ScenarioError),
    #[error("the scenario cannot be set up: {0}")]
    Setup(#[from] SetupError),
    #[error(transparent)]
    State(#[from] RestoreError),
    #[error(transparent)]
    View(#[from] ViewError),
    #[error("{path}: {source}", path = .path.display())]
    File { path: PathBuf, source: io::Error },
    #[error("there is no campaign `{id}` here{}", nearest.as_ref().map(|near| format!("; did you mean `{near}`?")).unwrap_or_default())]
    NoCampaign { id: String, nearest: Option<String> },
    #[error("it was begun by another ashpost: {0}")]
    UnknownGame(#[from] UnknownGame),
    #[error("campaign `{id}` has not begun: set `open = true` in its campaign.toml and run `ashpost tick`")]
    NotBegun { id: CampaignId },
    #[error("no day of the calendar can be the next deadline: look at [schedule]")]
    NoDeadline,
    #[error(transparent)]
    Send(#[from] SendError),
    #[error(transparent)]
    NotReady(ConfigErrors),
    #[error("`{id}` is a tournament: name one of its games, {id}-1 to {id}-{games}")]
    Tournament { id: CampaignId, games: usize },
    #[error("`{id}` is a tournament of which no round has been drawn: set `open = true` in its campaign.toml and run `ashpost tick`")]
    NoRoundYet { id: CampaignId },
    #[error(
        "`{id}` has begun with other players or another number of games, and with its present file they would be paired differently: {game} does not begin; \
         put [[seat]] and [tournament] back"
    )]
    OtherTournament { id: CampaignId, game: CampaignId },
    #[error("the program broke off here, which is a bug: {0}")]
    Broken(String),
    #[error(transparent)]
    Lost(#[from] Lost),
    #[error(transparent)]
    Damaged(#[from] Damaged),
    #[error("nothing of {id} is lost that could be accepted as lost; nothing was changed")]
    NothingLost { id: CampaignId },
    #[error(
        "{path}, the key of this host, is gone: put the file back from a backup; without a backup, `ashpost keys --new` makes another one, \
         and nobody can tell any more that it is the same host", path = .path.display()
    )]
    KeyLost { path: PathBuf },
    #[error("{path}, the key of this host, is damaged in line {line}: put the file back from a backup; without a backup, move it \
         aside and let `ashpost keys --new` make another one", path = .path.display())]
    KeyDamaged { path: PathBuf, line: usize },
    #[error(
        "the journal of {id} is signed by the key {key}, which is not in ashpost.key: put back the file that belongs to this campaign; \
         without a backup, move the file aside and let `ashpost keys --new` make another one"
    )]
    KeyForeign { id: CampaignId, key: PublicKey },
    #[error(
        "the key of {id} follows from the demonstration_seed in its campaign.toml, so it gets no other. To give it a secret, take the line \
         demonstration_seed out, then run: ashpost accept-loss {id}"
    )]
    KeyOfSeed { id: CampaignId },
    #[error(
        "the database in {} is that of {began_as}: a game keeps the name with which it began. Give the folder the name {began_as} again; if {began_as} \
         is still there, this is a copy of it: move it out of the host's folder (`ashpost clone {began_as} {id}` makes a new game like it)",
        .folder.display()
    )]
    OtherGame { id: CampaignId, began_as: CampaignId, folder: PathBuf },
    #[error(transparent)]
    NotLocked(#[from] NotLocked),
}

impl DeskError {
    /// The run that is at work, if that is why this one cannot be.
    pub fn holder(&self) -> Option<&LockHolder> {
        match self {
            DeskError::NotLocked(NotLocked::Busy { holder, .. }) => Some(holder),
            _ => None,
        }
    }

    /// Whether it comes from handling one email, so that all others can go on.
    pub fn is_about_one_mail(&self) -> bool {
        matches!(self, DeskError::Broken(_) | DeskError::Template(_))
    }
}

/// Turns an I/O error at this path into a [`DeskError`].
pub(in crate::office) fn at(path: &Path) -> impl FnOnce(io::Error) -> DeskError {
    let path = path.to_owned();
    move |source| DeskError::File { path, source }
}

/// Runs a part of the work, so that a panic in it does not stop the rest.
///
/// # Errors
/// What the work fails with; [`DeskError::Broken`] if it panics.
pub fn unbroken<T, E: From<DeskError>>(work: impl FnOnce() -> Result<T, E>) -> Result<T, E> {
    catch_unwind(AssertUnwindSafe(work)).unwrap_or_else(|panic| {
        let told = panic.downcast_ref::<&str>().map(ToString::to_string).or_else(|| panic.downcast_ref::<String>().cloned());
        Err(DeskError::Broken(told.unwrap_or_default()).into())
    })
}
