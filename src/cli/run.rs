//! `ashpost run`: plays the open turn before its deadline, or shows what that would do.

use std::fmt::Write;

use clap::Args;

use super::common::Common;
use super::games::{GameLine, at_each_game};
use crate::office::{Email, Player, Run, dry_run, run as run_turn};
use crate::store::EmailKind;

#[derive(Debug, Args)]
pub(super) struct RunArgs {
    /// The campaign, or a tournament, which means all its running games.
    campaign: String,
    /// Play nothing and tell nobody: only show who has sent orders, and which emails would be sent.
    #[arg(long)]
    dry_run: bool,
}

pub(super) fn run(common: &Common, args: &RunArgs) -> anyhow::Result<u8> {
    let act = if args.dry_run { dry_run } else { run_turn };
    at_each_game("ashpost-run/1", common, &args.campaign, act, |_, done| {
        GameLine::new(if done.dry_run { foreseen(done) } else { played(done) }, !done.dry_run)
    })
}

fn played(done: &Run) -> String {
    let Run { campaign, turn, unit, deadline_local, zone, .. } = done;
    let missing = match names(&done.missing) {
        names if names.is_empty() => String::new(),
        names => format!("; played without orders from {names}"),
    };
    let caretaken = match names(&done.caretaken) {
        names if names.is_empty() => String::new(),
        names => format!("; the caretaker played for {names}"),
    };
    let next = match (&done.played, &done.next_deadline_local) {
        (Some(played), _) if played.game_over => "; the game is over".to_owned(),
        (_, Some(local)) => format!("; the next deadline is {local} ({zone})"),
        _ => String::new(),
    };
    format!("{campaign}: {unit} {turn} was played without waiting for its deadline, {deadline_local} ({zone}){missing}{caretaken}{next}")
}

fn foreseen(done: &Run) -> String {
    let Run { campaign, turn, unit, deadline_local, zone, .. } = done;
    let nobody = |names: String| if names.is_empty() { "nobody".to_owned() } else { names };
    let mut text = format!("{campaign}: a run now would play {unit} {turn}, which is due on {deadline_local} ({zone})\n");
    let _ = writeln!(text, "  Orders are there from    {}", nobody(names(&done.sent)));
    let _ = writeln!(text, "  Orders are missing from  {}", nobody(names(&done.missing)));
    if !done.caretaken.is_empty() {
        let _ = writeln!(text, "  The caretaker plays for  {}", names(&done.caretaken));
    } else if !done.missing.is_empty() {
        text += "                           As at the deadline, the turn would be played without them.\n";
    }
    if let Some(local) = &done.next_deadline_local {
        let _ = writeln!(text, "  The next deadline, unless the game ends: {local} ({zone})");
    }
    let mut kinds = Vec::new();
    for email in &done.emails {
        if !kinds.contains(&email.kind) {
            kinds.push(email.kind);
        }
    }
    for kind in kinds {
        let mut to: Vec<String> = done.emails.iter().filter(|email| email.kind == kind).map(reader).collect();
        // Each address of a player gets a copy of its own.
        to.dedup();
        let _ = writeln!(text, "  Email: {kind} to {}", to.join(", "));
    }
    text + "  Nothing was played, and nobody was told."
}

fn reader(email: &Email) -> String {
    match &email.to {
        Some(player) => format!("{} (seat {})", player.name, player.seat),
        None if email.kind == EmailKind::Observed => "those who follow the game".to_owned(),
        None => "the game master".to_owned(),
    }
}

fn names(players: &[Player]) -> String {
    players.iter().map(|player| format!("{} (seat {})", player.name, player.seat)).collect::<Vec<_>>().join(", ")
}
