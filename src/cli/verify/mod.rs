//! `ashpost verify`: checks a bundle, and receipts, with neither host nor network.

mod kept;

use std::collections::BTreeSet;
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use chrono::{DateTime, Utc};
use clap::Args;
use kept::KeptProofs;
use serde_json::json;

use super::common::{Common, EXIT_DIFFERENT, EXIT_FINE};
use super::output::{counted, print, print_json, warn};
use crate::campaign::bundle::Bundle;
use crate::campaign::heads::wrong_head;
use crate::campaign::journal::{Act, Checked, DecidedBy, Ending, Replay, Replayed, WhyRolledBack, WhyVacated};
use crate::campaign::keys::PublicKey;
use crate::campaign::proven::{Proven, all_proven};
use crate::campaign::receipt::SignedReceipt;
use crate::engine::Seat;
use crate::games;

const SCHEMA: &str = "ashpost-verify/1";

#[derive(Debug, Args)]
pub(super) struct VerifyArgs {
    /// A bundle, as `ashpost bundle` or the archive of a campaign gives it.
    bundle: Option<PathBuf>,
    /// The key of the host, as it stands in every message from it; without it the bundle's own key is believed.
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
    let bytes = fs::read(path).with_context(|| path.display().to_string())?;
    let text = String::from_utf8(bytes).map_err(|error| {
        let line = error.as_bytes()[..error.utf8_error().valid_up_to()].iter().filter(|byte| **byte == b'\n').count() + 1;
        anyhow::anyhow!("{}, line {line}: it is no text", path.display())
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

/// Receipts by themselves: who signed them, and what they say.
fn verify_receipts(common: &Common, key: Option<PublicKey>, receipts: &[SignedReceipt], damaged: usize) -> anyhow::Result<u8> {
    let Some(key) = key else { bail!("name the key of the host with --key: it stands in every message from it, as `host key`") };
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
                 whether the word was kept.\n    sheet   {}\n    salt    {}\n    journal {}",
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

fn in_words(replay: &Replay, key: Option<PublicKey>, receipts: &[(&SignedReceipt, Proven)], kept: &KeptProofs) -> String {
    let title = games::by_id(replay.game).map_or(replay.game, |game| game.title());
    let mut text = format!("{}: {title}, {}\nsigned by {}\n", replay.campaign, counted(replay.seats.len(), "seat"), replay.key());
    if key.is_none() {
        text += "  Compare this key with the one in messages from the host, or name that with --key.\n";
    }
    if replay.lost_keys > 0 {
        text += "  The host lost its key in between: nothing proves that it is the same host before and after.\n";
    }
    text.push('\n');
    for checked in &replay.checked {
        let _ = writeln!(text, "{:<9} {}  {}", place(checked), day(checked.at), finding(checked));
    }
    let turns = replay.turns().count() - 1;
    let _ = writeln!(text, "\nNothing differs in {} and {}.", counted(turns, "turn"), counted(replay.acts(), "other entry"));
    if !replay.is_over {
        text += "The game goes on: its orders are told, and played again here, once it is over.\n";
    }
    if receipts.is_empty() && kept.heads.is_empty() {
        text += "Not excluded: that whoever holds the host's key has rewritten the past. Players' receipts show that: --receipts FILE.\n";
    }
    for (signed, proven) in receipts {
        let _ = writeln!(text, "{}: {}", named(signed), proven.in_words());
    }
    let fits = kept.heads.iter().filter(|head| head.campaign == replay.campaign && wrong_head(head, replay).is_none()).count();
    if fits > 0 {
        let _ = writeln!(text, "{} of the journal in your reports fit it.", counted(fits, "entry"));
    }
    if kept.damaged > 0 {
        let _ = writeln!(text, "{} cannot be read: lines are missing, or letters in them were changed", counted(kept.damaged, "receipt"));
    }
    text
}

fn place(checked: &Checked) -> String {
    match (&checked.act, checked.turn) {
        (Some(_), _) => format!("entry {}", checked.number),
        (None, 0) => "set-up".to_owned(),
        (None, turn) => format!("turn {turn}"),
    }
}

fn finding(checked: &Checked) -> String {
    if let Some(act) = &checked.act {
        return format!("signed; {}", act_in_words(act));
    }
    let sheets = if checked.sheets == 0 { String::new() } else { format!("; {} with their digests", counted(checked.sheets, "sheet")) };
    let dice = if checked.turn == 0 { "" } else { "; dice as committed" };
    let played = match checked.replayed {
        Some(Replayed::Same) => format!("; played again: the same position, {} the same", counted(checked.views, "view")),
        Some(Replayed::Trusted) => "; made under other rules than this ashpost's: trusted, not played again".to_owned(),
        Some(Replayed::Hidden) | None => "; hidden until the game is over".to_owned(),
    };
    let of_seats = |what: &str, seats: &BTreeSet<Seat>| {
        let seats: Vec<String> = seats.iter().map(ToString::to_string).collect();
        if seats.is_empty() { String::new() } else { format!("; {what} seat {}", seats.join(", ")) }
    };
    let unrevealed = of_seats("NOT REVEALED by", &checked.unrevealed);
    let caretaken = of_seats("the caretaker played for", &checked.caretaken);
    let undone = if checked.undone { "; UNDONE: the game went back behind it" } else { "" };
    format!("signed{dice}{sheets}{unrevealed}{caretaken}{played}{undone}")
}

fn act_in_words(act: &Act) -> String {
    match act {
        Act::Replaced { seat, name, .. } => format!("{name} plays seat {seat} from here on"),
        Act::Vacated { seat, why } => format!("nobody plays seat {seat} from here on: {}", why_vacated(*why)),
        Act::Ended { ending, by, reason } => {
            let reason = reason.as_ref().map(|reason| format!(", with the words: {reason}")).unwrap_or_default();
            format!("THE GAME WAS ENDED by {}: {}{reason}", decided_by(*by), ending_in_words(ending))
        }
        Act::DrawOffered { seat, .. } => format!("the player of seat {seat} offered to end the game by consent"),
        Act::DrawDeclined { seat } => format!("the player of seat {seat} declined to end the game by consent"),
        Act::TakebackAsked { seat, to } => format!("the player of seat {seat} asked to take a move back, to the position after turn {to}"),
        Act::TakebackDeclined { seat } => format!("the player of seat {seat} declined to let a move be taken back"),
        Act::Renamed { seat, name } => format!("the player of seat {seat} is called {name}"),
        Act::AddressChanged { seat } => format!("the player of seat {seat} has another address"),
        Act::TokenRotated { seat, .. } => format!("seat {seat} has another token"),
        Act::DeadlineMoved { turn, from, to, .. } => format!("the deadline of turn {turn} was moved from {from} to {to}"),
        Act::Announced { text, by } => format!("{} wrote to all: {text}", by.as_deref().unwrap_or("the game master")),
        Act::PlayedByCommand { turn, deadline } => {
            format!("the game master had turn {turn} played now, without waiting for its deadline, {deadline}")
        }
        Act::RolledBack { to, why, .. } => {
            let why = match why {
                WhyRolledBack::GameMaster { reason } => format!("by the game master: {reason}"),
                WhyRolledBack::Takeback { seat } => format!("seat {seat} asked to take a move back, and the others agreed"),
            };
            format!("THE GAME WENT BACK to turn {to}; what was played after it does not count, and dice were committed anew ({why})")
        }
        Act::RolledForward { to, .. } => {
            format!("THE ROLLBACK WAS TAKEN BACK: the turns up to turn {to} count again, and dice were committed anew")
        }
        Act::PositionRead { by } => format!("{by} looked at the whole position, with all that it hides"),
        Act::MailShown { seat, turn, by } => format!("{by} read the emails of seat {seat} from turn {turn}; its player was told"),
        Act::Edited { reason, .. } => format!("THE GAME MASTER CHANGED THE POSITION BY HAND: {reason}"),
        Act::TurnWaits { turn, .. } => format!("turn {turn} waited instead of being played, and the game master was asked"),
        Act::WaitEnded { turn } => format!("the game master let turn {turn} go on without what was missing"),
        Act::Paused => "the game was paused".to_owned(),
        Act::PausedByVote { until } => format!("the players paused the game until {until}"),
        Act::Proposed { number, seat, motion, .. } => format!("the player of seat {seat} made proposal {number}: {}", motion.code()),
        Act::Decided { number, motion, result, agreed, disagreed } => {
            let (result, motion) = (result.code(), motion.code());
            format!("proposal {number} ({motion}) {result}: {} agreed, {} disagreed", agreed.len(), disagreed.len())
        }
        Act::Resumed { .. } => "the game went on".to_owned(),
        Act::GameMasterClosed { turn, sheets } => {
            format!(
                "the game master's {} for turn {turn} {} fixed; the others were taken from here on",
                counted(sheets.len(), "sheet"),
                if sheets.len() == 1 { "is" } else { "are" }
            )
        }
        Act::SealBroken { turn, seats, by } => {
            let seats: Vec<String> = seats.iter().map(ToString::to_string).collect();
            format!("THE SEAL WAS BROKEN: {by} read the sheets of seat {} for turn {turn} before it was played", seats.join(", "))
        }
        Act::KeyReplaced { .. } => {
            "THE CAMPAIGN'S KEY WAS REPLACED: sheets of the open turn became void, and its dice were committed anew".to_owned()
        }
        Act::HostKeyReplaced { key, is_lost: false } => format!("the host signs with {key} from here on; the old key has signed this"),
        Act::SeatsDrawn { lot } => {
            let drawn: Vec<String> = lot.drawn.iter().map(|(seat, name)| format!("seat {seat} {name}")).collect();
            format!("seats by lot, drawn again with the committed secret: {}", drawn.join(", "))
        }
        Act::HostKeyReplaced { key, is_lost: true } => format!("THE HOST LOST ITS KEY and signs with {key} from here on"),
    }
}

fn why_vacated(why: WhyVacated) -> &'static str {
    match why {
        WhyVacated::Ejected => "the game master has removed the player",
        WhyVacated::Vacated => "the game master has freed the seat",
        WhyVacated::Resigned => "the player has resigned",
        WhyVacated::Missed => "the player's orders were missing too often",
    }
}

fn decided_by(by: DecidedBy) -> &'static str {
    match by {
        DecidedBy::GameMaster => "the game master",
        DecidedBy::OnePlayer { .. } => "one player, before both had moved",
        DecidedBy::Players => "the players",
        DecidedBy::House => "the campaign's own rule",
    }
}

fn ending_in_words(ending: &Ending) -> String {
    let listed = |seats: &BTreeSet<Seat>| seats.iter().map(|seat| format!("seat {seat}")).collect::<Vec<_>>().join(", ");
    match ending {
        Ending::Aborted => "it has no result".to_owned(),
        Ending::Drawn { among } => format!("a draw among {}", listed(among)),
        Ending::Conceded { to } => format!("won by {}", listed(to)),
        Ending::Forfeited { seat, why } => format!("lost by seat {seat}, since {}", why_vacated(*why)),
    }
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

fn named(signed: &SignedReceipt) -> String {
    let receipt = &signed.receipt;
    let at = receipt.at.format("%Y-%m-%d %H:%M:%S UTC");
    format!("receipt {} of seat {} in {}, turn {}, {at}", receipt.number, receipt.seat, receipt.campaign, receipt.turn)
}

fn day(at: DateTime<Utc>) -> String {
    at.format("%Y-%m-%d %H:%M").to_string()
}

fn listed(files: &[PathBuf]) -> String {
    files.iter().map(|path| path.display().to_string()).collect::<Vec<_>>().join(", ")
}
