//! `ashpost seal`: seals an order file so that nobody can read it before the deadline, not even the game master.

use std::ffi::OsString;
use std::path::PathBuf;

use anyhow::{Context, bail};
use clap::Args;
use serde_json::json;

use super::common::{Common, EXIT_FINE};
use super::output::{print, print_json};
use super::world::System;
use crate::campaign::journal::Salt;
use crate::campaign::sealed_sheet::{sealed_digest, sealed_lines};
use crate::files::{self, Access};

#[derive(Debug, Args)]
pub(super) struct SealArgs {
    /// A text file with your orders, one on each line.
    file: PathBuf,
}

pub(super) fn run(common: &Common, args: &SealArgs) -> anyhow::Result<u8> {
    let text = std::fs::read_to_string(&args.file).with_context(|| args.file.display().to_string())?;
    let lines = sealed_lines(&text);
    if lines.is_empty() {
        bail!("{} holds no orders", args.file.display());
    }
    let mut name = OsString::from(&args.file);
    name.push(".reveal");
    let reveal = PathBuf::from(name);
    if reveal.exists() {
        bail!("{} exists already: you need it to reveal what you sealed before. Move it elsewhere first", reveal.display());
    }
    let system = System::new(common);
    let mut half = [0; 16];
    half.copy_from_slice(&(system.world().entropy)()?.0[..16]);
    let salt = Salt::from_bytes(half);
    files::write_durably(&reveal, format!("REVEAL {salt}\n{lines}").as_bytes(), Access::Private)
        .with_context(|| reveal.display().to_string())?;
    let digest = sealed_digest(salt, &text);
    if common.json {
        print_json("ashpost-seal/1", &json!({ "digest": digest, "reveal": reveal }))?;
    } else {
        print(&format!(
            "Before the deadline, send this line and nothing else:\n\nSEALED {digest}\n\nAfter the deadline, send what is in {}. Keep that file, and show it to \
             nobody before.\n",
            reveal.display()
        ))?;
    }
    Ok(EXIT_FINE)
}
