//! `ashpost sandbox`: plays without a campaign. The JSON is described in `docs/json.md`.

mod args;
mod moves;
mod orders;

pub(super) use args::SandboxArgs;

use super::common::Common;
use crate::office::loose_scenario;

pub(super) fn run(common: &Common, args: &SandboxArgs) -> anyhow::Result<u8> {
    if let Some(file) = &args.source.record {
        return moves::run_record(common, file);
    }
    let mut scenario = loose_scenario(&args.scenario)?;
    scenario.game = args.game.clone().or(scenario.game);
    match (&args.source.orders, &args.source.moves) {
        (Some(folder), _) => orders::run(common, args, &scenario, folder),
        (None, Some(file)) => moves::run(common, args, &scenario, file),
        (None, None) => anyhow::bail!("there is nothing to play: expected --orders, --moves or --record"),
    }
}
