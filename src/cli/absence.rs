//! `ashpost absence`: grants or denies the days of absence that a player asks for.

use clap::Args;

use super::common::Common;
use super::games::{CommandWork, GameLine};
use crate::office::{DeskError, Host, Target, asks_for_absence, decide_absence, targets};

#[derive(Debug, Args)]
#[command(group(clap::ArgGroup::new("answer").required(true).args(["approve", "deny"])))]
pub(super) struct AbsenceArgs {
    /// The campaign, a game of a tournament such as spring-3, or a tournament, which means all games in which the player asks.
    campaign: String,
    /// The number of the seat or the name of its player; in a tournament the player's number in its file.
    seat: String,
    /// Grant the days; everybody is told.
    #[arg(long)]
    approve: bool,
    /// Deny them; the player is told that nothing changes.
    #[arg(long)]
    deny: bool,
}

pub(super) fn run(common: &Common, args: &AbsenceArgs) -> anyhow::Result<u8> {
    let work = CommandWork {
        targets: &|host| Ok(those_who_ask(host, targets(host, &args.campaign, &args.seat)?)?),
        campaign_of: &|target: &Target| &target.campaign,
        act: &|desk, target, world| decide_absence(desk, target.seat, args.approve, world),
    };
    work.run(common, ("ashpost-absence/1", "games"), |_, done| {
        let answer = if done.granted { "is away" } else { "is told that you do not agree" };
        let deadline = done.deadline_local.as_ref().map(|local| format!("; the deadline is {local}")).unwrap_or_default();
        GameLine::new(format!("{}: {} (seat {}) {answer} ({}){deadline}", done.campaign, done.name, done.seat, done.days), true)
    })
}

/// Of a player's games in a tournament those in which days were asked for; all of them if that is none, so that the answer says so.
fn those_who_ask(host: &Host, targets: Vec<Target>) -> Result<Vec<Target>, DeskError> {
    let mut asking = Vec::new();
    for target in &targets {
        if asks_for_absence(host, &target.campaign, target.seat)? {
            asking.push(target.clone());
        }
    }
    Ok(if asking.is_empty() { targets } else { asking })
}
