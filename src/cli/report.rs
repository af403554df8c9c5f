//! `ashpost report`: prints a report from the archive as it was sent.

use anyhow::{Context, bail};
use clap::{Args, ValueEnum};

use super::common::{Common, EXIT_FINE};
use super::output::print;
use crate::engine::Viewer;
use crate::office::{Glance, Host, campaign_named, report_page, seat_of};
use crate::store::StoredReport;

#[derive(Debug, Args)]
pub(super) struct ReportArgs {
    /// The campaign, such as rim-3; of a tournament one of its games, such as spring-1.
    campaign: String,
    /// The turn; the last one if absent.
    #[arg(long)]
    turn: Option<u32>,
    /// The number of the seat or the name of the player whose report it is; the public report if absent.
    #[arg(long)]
    seat: Option<String>,
    #[arg(long, value_enum, default_value_t = ReportForm::Text)]
    form: ReportForm,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum ReportForm {
    Text,
    Html,
    Json,
}

pub(super) fn run(common: &Common, args: &ReportArgs) -> anyhow::Result<u8> {
    let host = Host::load(&common.campaigns)?;
    let mut glance = Glance::open(&host, &campaign_named(&host, &args.campaign)?)?;
    let last = glance.campaign.turns_played();
    let turn = args.turn.unwrap_or(last);
    let seat = args.seat.as_ref().map(|who| seat_of(glance.campaign.id(), who, glance.campaign.seat_names())).transpose()?;
    if turn > last {
        bail!("turn {turn} of {} has not been played; the last one is turn {last}", args.campaign);
    }
    let Some(report) = glance.store.look()?.report(turn, seat)? else {
        let reader = seat.map_or_else(|| "the public".to_owned(), |seat| format!("seat {seat}"));
        bail!("the archive of {} has no report of turn {turn} for {reader}", args.campaign);
    };
    let form = if common.json { ReportForm::Json } else { args.form };
    print(&match form {
        ReportForm::Text => report.text,
        ReportForm::Html => page(&mut glance, &report)?,
        ReportForm::Json => report.json,
    })?;
    Ok(EXIT_FINE)
}

/// An archived report as a page with its picture, which shows the position after the turn as the report's reader may see it.
///
/// # Errors
/// When the position is not in the archive.
pub(super) fn page(glance: &mut Glance, report: &StoredReport) -> anyhow::Result<String> {
    let viewer = report.seat.map_or(Viewer::Public, Viewer::Seat);
    let scene =
        glance.scene(report.turn, viewer)?.with_context(|| format!("the archive holds turn {}, but not its position", report.turn))?;
    Ok(report_page(&report.html, &scene))
}
