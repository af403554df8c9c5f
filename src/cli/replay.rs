//! `ashpost replay`: replays the journal and names the first difference.

use clap::Args;

use super::common::{Common, EXIT_DIFFERENT, EXIT_FINE};
use super::output::{print, print_json, warn};
use crate::campaign::journal::{Replay, Replayed};
use crate::office::{Glance, Host, campaign_named};

#[derive(Debug, Args)]
pub(super) struct ReplayArgs {
    /// The campaign, such as rim-3; of a tournament one of its games, such as spring-1.
    campaign: String,
}

pub(super) fn run(common: &Common, args: &ReplayArgs) -> anyhow::Result<u8> {
    let host = Host::load(&common.campaigns)?;
    let mut glance = Glance::open(&host, &campaign_named(&host, &args.campaign)?)?;
    let result = glance.replay()?;
    if common.json {
        let difference = result.as_ref().err().map(ToString::to_string);
        let turns = result.as_ref().ok().map(|done| done.turns().collect::<Vec<_>>());
        let (acts, undone) = result.as_ref().map_or((None, None), |done| (Some(done.acts()), Some(done.undone())));
        let json =
            serde_json::json!({ "campaign": args.campaign, "turns": turns, "acts": acts, "undone": undone, "difference": difference });
        print_json("ashpost-replay/1", &json)?;
    }
    match result {
        Ok(done) => {
            if !common.json {
                print(&in_words(&args.campaign, &done))?;
            }
            Ok(EXIT_FINE)
        }
        Err(difference) => {
            warn(common.json, &format!("{}: {difference}", args.campaign));
            Ok(EXIT_DIFFERENT)
        }
    }
}

fn in_words(campaign: &str, done: &Replay) -> String {
    let trusted = done.turns().filter(|(_, how)| *how == Replayed::Trusted).count();
    let (how, trust) = match trusted {
        0 => ("played again", String::new()),
        _ => ("checked", format!("; {trusted} made under other rules than this ashpost's: trusted, not played again")),
    };
    let acts = match done.acts() {
        0 => String::new(),
        1 => ", and 1 act between them was applied".to_owned(),
        acts => format!(", and {acts} acts between them were applied"),
    };
    let turns = match done.turns().count() - 1 {
        1 => "1 turn".to_owned(),
        turns => format!("{turns} turns"),
    };
    let undone = match done.undone() {
        0 => String::new(),
        1 => " (1 of them does not count any more, since the game went back)".to_owned(),
        undone => format!(" ({undone} of them do not count any more, since the game went back)"),
    };
    format!("{campaign}: the set-up and {turns}{undone} were {how}{acts}; there is no difference{trust}\n")
}
