//! `ashpost status`: shows the state of the campaigns, and what their game master has to do.

mod due;
mod needs;
mod next;
mod standings;
mod state;
mod text;

use std::collections::BTreeMap;

use clap::Args;
use serde_json::json;

use super::common::{Common, EXIT_FINE, EXIT_NEEDS_GM};
use super::output::{print, print_json, warn};
use super::terminal::Colours;
use super::tick::held;
use super::world::System;
use crate::campaign::CampaignId;
use crate::campaign::layout::CAMPAIGN_FILE;
use crate::office::{Finding, Host, Keeping, Keyring, Tournament, campaign_named, known_campaigns, lacks_room, ladder_of};
use needs::{Need, Todo};
use standings::{ladder_text, leaders, standings_text};
use state::{CampaignStage, Status};
use text::{as_text, reliability_text};

#[derive(Debug, Args)]
pub(super) struct StatusArgs {
    /// Only this campaign, or all games of this tournament.
    campaign: Option<String>,
    /// Print only the next thing that you should do and, below it, the next deadline; for cron and shell prompts.
    #[arg(long)]
    next: bool,
}

pub(super) fn run(common: &Common, args: &StatusArgs) -> anyhow::Result<u8> {
    let host = Host::load(&common.campaigns)?;
    let world = System::new(common).world();
    let keeping = Keeping::begin(&host, None, &world)?;
    let named = args.campaign.as_ref().map(|campaign| campaign_named(&host, campaign)).transpose()?;
    let tournament = match named.as_ref().filter(|id| host.home(id).join(CAMPAIGN_FILE).is_file()) {
        Some(id) => Tournament::read(&host, id)?,
        None => None,
    };
    let ids = match (named, &tournament) {
        (_, Some(tournament)) => tournament.game_ids(),
        (Some(id), None) => vec![id],
        (None, None) => known_campaigns(&host)?,
    };
    let mut states: Vec<Status> = ids.iter().map(|id| Status::of(&host, id, &keeping, &world)).collect::<Result<_, _>>()?;
    refuse_other_games(&host, &mut states);
    let needs_help = |state: &Status| state.todos.iter().any(|todo| todo.need.is_urgent());
    let lost = Keyring::examine(&host).err().map(|error| error.to_string());
    let stopped = held(&keeping.trust).or(lost).map(|what| Todo::of_host(Need::Clock, what, None)).or_else(|| {
        let Finding { what, advice, .. } = lacks_room(&host)?;
        Some(Todo::of_host(Need::Disk, what, advice))
    });
    let stopped = stopped.or_else(|| Todo::of_intake(&host));
    let edited = tournament.as_ref().filter(|tournament| tournament.has_changed).map(Todo::of_edited_tournament);
    let todos: Vec<Todo> = Todo::of_host_page(&host).into_iter().chain(edited).collect();
    let exit = if stopped.is_some() || !todos.is_empty() || states.iter().any(needs_help) { EXIT_NEEDS_GM } else { EXIT_FINE };
    if args.next {
        next::print_next(common, &states, stopped.into_iter().chain(todos), world.now)?;
        return Ok(exit);
    }
    let facts = tournament.map(|tournament| tournament.facts(None));
    if common.json {
        let (trust, ladder) = (keeping.trust, ladder_of(&host)?);
        let state =
            json!({ "trust": trust, "stopped": stopped, "todos": todos, "tournament": facts, "ladder": ladder, "campaigns": states });
        print_json("ashpost-status/1", &state)?;
    } else {
        let colours = Colours::of_output(common);
        let text = as_text(&states, world.now, colours);
        print(&match &facts {
            Some(facts) => format!("{}\n{text}", standings_text(facts)),
            None if args.campaign.is_some() => {
                text + &states.iter().map(|state| reliability_text(state, colours)).collect::<String>() + &leaders(&host)?
            }
            None => text + &leaders(&host)? + &ladder_text(&host)?,
        })?;
    }
    for todo in stopped.iter().chain(&todos) {
        warn(common.json, &todo.in_words());
    }
    Ok(exit)
}

/// A game that an edited round robin would have, and does not take over, never begins with the next run.
fn refuse_other_games(host: &Host, states: &mut [Status]) {
    let mut tournaments: BTreeMap<CampaignId, Option<Tournament>> = BTreeMap::new();
    for state in states.iter_mut().filter(|state| state.stage == CampaignStage::NotBegun) {
        let Some(game) = host.campaign(&state.campaign).ok().and_then(|config| config.paired) else { continue };
        let read = || Tournament::read(host, &game.tournament).ok().flatten();
        let tournament = tournaments.entry(game.tournament.clone()).or_insert_with(read);
        if let Some(refusal) = tournament.as_ref().and_then(|tournament| tournament.refusal(&state.campaign)) {
            state.refuse(&refusal);
        }
    }
}
