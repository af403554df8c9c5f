//! Says what was found in a bundle, entry by entry and receipt by receipt.

use std::collections::BTreeSet;
use std::fmt::Write;

use chrono::{DateTime, Utc};

use super::kept::KeptProofs;
use crate::campaign::heads::wrong_head;
use crate::campaign::journal::{Act, Checked, DecidedBy, Ending, Replay, Replayed, Tip, WhyRolledBack, WhyVacated};
use crate::campaign::keys::PublicKey;
use crate::campaign::proven::Proven;
use crate::campaign::receipt::SignedReceipt;
use crate::cli::output::counted;
use crate::engine::Seat;
use crate::games;

/// A bundle without any fault: what was found in each entry, and in the receipts and heads that were given.
pub(super) fn in_words(replay: &Replay, key: Option<PublicKey>, receipts: &[(&SignedReceipt, Proven)], kept: &KeptProofs) -> String {
    let title = games::by_id(replay.game).map_or(replay.game, |game| game.title());
    let mut text = format!("{}: {title}, {}\nsigned by {}\n", replay.campaign, counted(replay.seats.len(), "seat"), replay.key());
    if key.is_none() {
        text += "  Compare this key with the one in messages from the host, or name that with --key.\n";
    }
    if replay.lost_keys > 0 {
        text += "  The host lost its key in between: nothing proves that it was the same host before and after.\n";
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
        text += "This does not exclude that whoever holds the host's key has rewritten the past. Receipts of players would show it: --receipts FILE.\n";
    }
    for (signed, proven) in receipts {
        let _ = writeln!(text, "{}: {}", named(signed), proven.in_words());
    }
    let fits = kept.heads.iter().filter(|head| head.campaign == replay.campaign && wrong_head(head, replay).is_none()).count();
    if fits > 0 {
        let _ = writeln!(text, "The journal agrees with {} in your reports.", counted(fits, "entry"));
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
    let undone = if checked.undone { "; UNDONE: the game went back to before it" } else { "" };
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
        Act::RolledBack { to, why, .. } => match why {
            WhyRolledBack::GameMaster { reason } => went_back(*to, &format!("by the game master: {reason}")),
            WhyRolledBack::Takeback { seat } => went_back(*to, &format!("seat {seat} asked to take a move back, and the others agreed")),
            WhyRolledBack::OlderCopy { reason, played, lost: Tip { number, hash }, .. } => format!(
                "THE GAME WENT ON FROM AN OLDER COPY, from turn {to}; the database that had come to turn {played} and to entry {number} ({hash}) \
                 was lost, and dice were committed anew (by the game master: {reason})"
            ),
        },
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

fn went_back(to: u32, why: &str) -> String {
    format!("THE GAME WENT BACK to turn {to}; what was played after it does not count, and dice were committed anew ({why})")
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

/// The name of a receipt: its number, seat, campaign, turn and time.
pub(super) fn named(signed: &SignedReceipt) -> String {
    let receipt = &signed.receipt;
    let at = receipt.at.format("%Y-%m-%d %H:%M:%S UTC");
    format!("receipt {} of seat {} in {}, turn {}, {at}", receipt.number, receipt.seat, receipt.campaign, receipt.turn)
}

fn day(at: DateTime<Utc>) -> String {
    at.format("%Y-%m-%d %H:%M").to_string()
}
