//! `ashpost report`: a report from the archive, as it was sent.

use anyhow::Context;
use clap::{Args, ValueEnum};

use super::{Common, EXIT_FINE, print};
use crate::office::{Desk, Host};

#[derive(Debug, Args)]
pub struct ReportArgs {
    campaign: String,
    /// The turn; the last one if absent.
    #[arg(long)]
    turn: Option<u32>,
    /// The seat whose report it is; the public report if absent.
    #[arg(long)]
    seat: Option<u8>,
    #[arg(long, value_enum, default_value_t = Form::Text)]
    form: Form,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Form {
    Text,
    Html,
    Json,
}

pub fn run(common: &Common, args: &ReportArgs) -> anyhow::Result<u8> {
    let host = Host::load(&common.campaigns)?;
    let mut desk = Desk::open_to_read(&host, &args.campaign)?;
    let last = desk.campaign.progress.as_ref().map_or(0, |progress| progress.table.turn());
    let turn = args.turn.unwrap_or(last);
    let report = desk.store.look()?.report(turn, args.seat.unwrap_or(0))?;
    let report = report.with_context(|| match args.seat {
        Some(seat) => format!("there is no report of turn {turn} for seat {seat}; turns 0 to {last} are in the archive"),
        None => format!("there is no report of turn {turn}; turns 0 to {last} are in the archive"),
    })?;
    let form = if common.json { Form::Json } else { args.form };
    print(match form {
        Form::Text => &report.text,
        Form::Html => &report.html,
        Form::Json => &report.json,
    })?;
    Ok(EXIT_FINE)
}
