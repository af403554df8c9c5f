//! `ashpost backup` and `ashpost restore`: write all that a host needs into one file, and make a host from such a file.

use std::path::PathBuf;

use clap::Args;

use super::common::{Common, EXIT_FINE, EXIT_NEEDS_GM};
use super::output::{print, print_json, warn};
use crate::office::{BackedUp, Host, Keys, back_up, restore};

#[derive(Debug, Args)]
pub(super) struct BackupArgs {
    /// The file to write, such as games-2026-11-27.tar.gz. Keep it where nobody else can read it.
    file: PathBuf,
    /// Leave out the keys of the host and of its campaigns, which open what is sealed in the backup. Keep them elsewhere.
    #[arg(long)]
    without_keys: bool,
}

#[derive(Debug, Args)]
pub(super) struct RestoreArgs {
    /// A file that `ashpost backup` has written. It is restored into the folder that --campaigns names, which must be empty or absent.
    file: PathBuf,
}

pub(super) fn run_backup(common: &Common, args: &BackupArgs) -> anyhow::Result<u8> {
    Host::load(&common.campaigns)?;
    let done = back_up(&common.campaigns, &args.file, if args.without_keys { Keys::Apart } else { Keys::Within })?;
    let what = format!(
        "{} holds {}. The sites are not in it: the first tick after a restore makes them again",
        args.file.display(),
        in_words(&done)
    );
    told(common, "ashpost-backup/1", &done, &what)
}

pub(super) fn run_restore(common: &Common, args: &RestoreArgs) -> anyhow::Result<u8> {
    let done = restore(&args.file, &common.campaigns)?;
    let folder = common.campaigns.display();
    let what = format!(
        "{folder} holds {}. Stop the old host before `ashpost tick` runs here: two hosts would play the same games twice",
        in_words(&done)
    );
    told(common, "ashpost-restore/1", &done, &what)
}

fn in_words(done: &BackedUp) -> String {
    format!("{} files, {} of them databases, {} KiB", done.files, done.databases, done.bytes.div_ceil(1024))
}

fn told(common: &Common, schema: &str, done: &BackedUp, what: &str) -> anyhow::Result<u8> {
    for database in &done.damaged {
        warn(common.json, &format!("{database} is damaged and was copied as it is; `ashpost status` says what to do about it"));
    }
    if common.json {
        print_json(schema, done)?;
    } else {
        print(&format!("{what}.\n"))?;
    }
    Ok(if done.damaged.is_empty() { EXIT_FINE } else { EXIT_NEEDS_GM })
}
