//! `ashpost verify`: checks a bundle and receipts, without the host and without a network.

mod kept;
mod words;

use std::fmt::Write;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use anyhow::{anyhow, bail};
use clap::Args;
use kept::KeptProofs;
use serde_json::json;
use words::{in_words, named};

use super::common::{Common, EXIT_DIFFERENT, EXIT_FINE};
use super::output::{counted, print, print_json, warn};
use crate::campaign::CampaignId;
use crate::campaign::bundle::Bundle;
use crate::campaign::heads::wrong_head;
use crate::campaign::journal::{Checked, Replay};
use crate::campaign::keys::PublicKey;
use crate::campaign::proven::{Proven, all_proven};
use crate::campaign::receipt::SignedReceipt;

const SCHEMA: &str = "ashpost-verify/1";

#[derive(Debug, Args)]
pub(super) struct VerifyArgs {
    /// A bundle, from `ashpost bundle` or the archive of a campaign.
    bundle: Option<PathBuf>,
    /// The host's key, as its reports and receipts show it; if absent, the bundle's own key is believed.
    #[arg(long, value_name = "KEY")]
    key: Option<PublicKey>,
    /// A message, a mailbox (mbox) or a text with receipts in it.
    #[arg(long = "receipts", visible_alias = "receipt", value_name = "FILE")]
    receipts: Vec<PathBuf>,
}

pub(super) fn run(common: &Common, args: &VerifyArgs) -> anyhow::Result<u8> {
    let kept = KeptProofs::read(&args.receipts)?;
    let has_receipts = !kept.receipts.is_empty() || kept.damaged > 0;
    match &args.bundle {
        _ if !args.receipts.is_empty() && !has_receipts && (args.bundle.is_none() || kept.heads.is_empty()) => {
            bail!("there is no receipt in {}: one begins with `ashpost receipt of`", listed(&args.receipts))
        }
        Some(path) => verify_bundle(common, path, args.key, &kept),
        None if !has_receipts => bail!("name a bundle to verify, or --receipts FILE, or both"),
        None => verify_receipts(common, args.key, &kept.receipts, kept.damaged),
    }
}

fn verify_bundle(common: &Common, path: &Path, key: Option<PublicKey>, kept: &KeptProofs) -> anyhow::Result<u8> {
    let bytes = fs::read(path).map_err(|error| unread(path, &error))?;
    let text = String::from_utf8(bytes).map_err(|error| {
        let line = error.as_bytes()[..error.utf8_error().valid_up_to()].iter().filter(|byte| **byte == b'\n').count() + 1;
        anyhow::anyhow!("{}, line {line}: it is not text in UTF-8", path.display())
    });
    let checked = text.map_err(|error| error.to_string()).and_then(|text| {
        let replay = Bundle::read(&text).and_then(|bundle| bundle.check()).map_err(|error| error.to_string())?;
        match key {
            Some(key) if !replay.keys.contains(&key) => Err(format!("it is signed by {}, not by {key}", replay.key())),
            _ => Ok(replay),
        }
    });
    let replay = match checked {
        Ok(replay) => replay,
        Err(wrong) => {
            if common.json {
                print_json(SCHEMA, &json!({ "bundle": path, "error": wrong, "turns": [], "receipts": [] }))?;
            }
            warn(common.json, &format!("{}: {wrong}", path.display()));
            return Ok(EXIT_DIFFERENT);
        }
    };
    let found = all_proven(&kept.receipts, &replay);
    let wrong_heads: Vec<(u32, &str)> = kept.heads.iter().filter_map(|head| Some((head.tip.number, wrong_head(head, &replay)?))).collect();
    let is_fine = kept.damaged == 0 && wrong_heads.is_empty() && !found.iter().any(|(_, proven)| proven.is_wrong());
    if common.json {
        let mut document = as_json(path, &replay, &found, kept.damaged);
        document["wrong_heads"] = json!(wrong_heads);
        print_json(SCHEMA, &document)?;
    } else {
        let heads = wrong_heads.iter().map(|(entry, what)| format!("entry {entry}: {what}\n")).collect::<String>();
        print(&(in_words(&replay, key, &found, kept) + &heads))?;
    }
    Ok(if is_fine { EXIT_FINE } else { EXIT_DIFFERENT })
}

/// Says why there is no bundle to check. If the path is the name of a campaign, it names the command that writes its bundle.
fn unread(path: &Path, error: &io::Error) -> anyhow::Error {
    let shown = path.display();
    if error.kind() == io::ErrorKind::NotFound && CampaignId::new(&path.to_string_lossy()).is_some() {
        return anyhow!("there is no file {shown}: `ashpost bundle {shown}` writes {shown}.bundle, if {shown} is a campaign");
    }
    anyhow!("{shown}: {error}")
}

/// Checks receipts without a bundle: who signed them, and what they say.
fn verify_receipts(common: &Common, key: Option<PublicKey>, receipts: &[SignedReceipt], damaged: usize) -> anyhow::Result<u8> {
    let Some(key) = key else { bail!("name the key of the host with --key: its reports and receipts show it as `host key`") };
    let mut text = String::new();
    for signed in receipts {
        let what = if signed.is_by(&key) {
            "signed by this host"
        } else {
            "NOT SIGNED with this key: it was changed, or another host gave it, or it is from before the host had this key"
        };
        let _ = writeln!(text, "{}: {what}", named(signed));
        if signed.is_by(&key) {
            let receipt = &signed.receipt;
            let _ = writeln!(
                text,
                "  It says that from then on the sheet with this digest counted for the seat, and that the journal\n  had {} entries, the last one with \
                 this hash. The words around the three lines are not signed: compare them with the digest (docs/fairness.md). A bundle of the\n  campaign shows \
                 whether the host kept its word.\n    sheet   {}\n    salt    {}\n    journal {}",
                receipt.head.number + 1,
                receipt.sheet,
                receipt.salt,
                receipt.head.hash
            );
        }
    }
    if damaged > 0 {
        let _ = writeln!(text, "{} cannot be read: lines are missing, or letters in them were changed", counted(damaged, "receipt"));
    }
    let is_fine = damaged == 0 && receipts.iter().all(|signed| signed.is_by(&key));
    if common.json {
        let rows: Vec<_> = receipts.iter().map(|signed| row(signed, if signed.is_by(&key) { "signed" } else { "not-signed" })).collect();
        print_json(SCHEMA, &json!({ "bundle": null, "error": null, "turns": [], "receipts": rows, "damaged_receipts": damaged }))?;
    } else {
        print(&text)?;
    }
    Ok(if is_fine { EXIT_FINE } else { EXIT_DIFFERENT })
}

fn as_json(path: &Path, replay: &Replay, receipts: &[(&SignedReceipt, Proven)], damaged: usize) -> serde_json::Value {
    let turns: Vec<_> = replay
        .checked
        .iter()
        .map(|checked| {
            let Checked { number, turn, at, hash, replayed, act, sheets, views, undone, .. } = checked;
            json!({ "entry": number, "turn": turn, "at": at, "hash": hash, "replayed": replayed, "act": act, "sheets": sheets, "views": views, "undone": undone })
        })
        .collect();
    let receipts: Vec<_> = receipts.iter().map(|(signed, proven)| row(signed, proven.code())).collect();
    json!({
        "bundle": path,
        "error": null,
        "campaign": replay.campaign,
        "game": replay.game,
        "keys": replay.keys,
        "is_over": replay.is_over,
        "turns": turns,
        "receipts": receipts,
        "damaged_receipts": damaged,
    })
}

fn row(signed: &SignedReceipt, found: &str) -> serde_json::Value {
    let receipt = &signed.receipt;
    json!({
        "campaign": *receipt.campaign,
        "turn": receipt.turn,
        "seat": receipt.seat,
        "number": receipt.number,
        "at": receipt.at,
        "digest": receipt.sheet,
        "found": found,
    })
}

fn listed(files: &[PathBuf]) -> String {
    files.iter().map(|path| path.display().to_string()).collect::<Vec<_>>().join(", ")
}
