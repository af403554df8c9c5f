//! `ashpost broadcast`: sends words of the game master to all players.

use std::io::Read;

use anyhow::Context;
use clap::Args;

use super::common::Common;
use super::games::{GameLine, at_each_game};
use crate::office::broadcast;

/// The most bytes that are read: longer texts are not sent.
const MOST_READ: u64 = 1 << 20;

#[derive(Debug, Args)]
pub(super) struct BroadcastArgs {
    /// The campaign, or a tournament, which means all its running games.
    campaign: String,
    /// The words; read from standard input if absent.
    text: Option<String>,
}

pub(super) fn run(common: &Common, args: &BroadcastArgs) -> anyhow::Result<u8> {
    let text = match &args.text {
        Some(text) => text.clone(),
        None => {
            let mut text = String::new();
            std::io::stdin().lock().take(MOST_READ).read_to_string(&mut text).context("standard input is not text in UTF-8")?;
            text
        }
    };
    at_each_game(
        "ashpost-broadcast/1",
        common,
        &args.campaign,
        |desk, world| broadcast(desk, &text, world),
        |_, done| {
            let emails = if done.emails == 1 { "1 email".to_owned() } else { format!("{} emails", done.emails) };
            GameLine::new(format!("{}: {emails}", done.campaign), true)
        },
    )
}
