//! `ashpost replay`: plays the journal again and names the first difference.

use clap::Args;

use super::{Common, EXIT_DIFFERENT, EXIT_FINE, print, print_json};
use crate::campaign::journal::{Recorded, Replayed, replay};
use crate::office::{Desk, Host};

#[derive(Debug, Args)]
pub struct ReplayArgs {
    campaign: String,
}

pub fn run(common: &Common, args: &ReplayArgs) -> anyhow::Result<u8> {
    let host = Host::load(&common.campaigns)?;
    let mut desk = Desk::open_to_read(&host, &args.campaign)?;
    let turns = desk.store.look()?.turns()?;
    let recorded: Vec<Recorded<'_>> =
        turns.iter().map(|turn| Recorded { turn: turn.turn, entry: &turn.entry, hash: &turn.hash, state: &turn.state }).collect();
    let result = replay(&recorded);
    if common.json {
        let difference = result.as_ref().err().map(ToString::to_string);
        print_json(&serde_json::json!({ "campaign": args.campaign, "turns": result.as_ref().ok(), "difference": difference }))?;
    }
    match result {
        Ok(report) => {
            if !common.json {
                let trusted = report.iter().filter(|(_, how)| *how == Replayed::Trusted).count();
                let trust = if trusted == 0 { String::new() } else { format!(", {trusted} made under older rules were trusted") };
                print(&format!("{}: set-up and {} turns played again, no difference{trust}\n", args.campaign, report.len() - 1))?;
            }
            Ok(EXIT_FINE)
        }
        Err(difference) => {
            eprintln!("ashpost: {}: {difference}", args.campaign);
            Ok(EXIT_DIFFERENT)
        }
    }
}
