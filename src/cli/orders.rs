//! `ashpost orders`: who has sent orders for the open turn. The orders themselves stay sealed.

use clap::Args;
use serde::Serialize;
use serde_json::json;

use super::table::table;
use super::{Common, EXIT_FINE, print, print_json};
use crate::engine::Seat;
use crate::office::{Desk, Host};

const SCHEMA: &str = "ashpost-orders/1";

#[derive(Debug, Args)]
pub(super) struct OrdersArgs {
    campaign: String,
}

#[derive(Serialize)]
struct SheetRow {
    seat: Seat,
    name: String,
    /// When the sheet that counts was received; `None` if there is none.
    received_utc: Option<String>,
    /// SHA-256 of the sheet in canonical spelling, as on the receipt.
    digest: Option<String>,
    sheets_sent: u32,
    ready: bool,
}

pub(super) fn run(common: &Common, args: &OrdersArgs) -> anyhow::Result<u8> {
    let host = Host::load(&common.campaigns)?;
    let mut desk = Desk::open_to_read(&host, &args.campaign)?;
    let Some(window) = desk.campaign.progress.as_ref().and_then(|progress| progress.window.clone()) else {
        if common.json {
            print_json(SCHEMA, &json!({ "campaign": args.campaign, "turn": null, "deadline_utc": null, "seats": [] }))?;
        } else {
            print("The game is over; no orders are expected.\n")?;
        }
        return Ok(EXIT_FINE);
    };
    let ledger = desk.store.look()?;
    let book = ledger.order_book(window.turn)?;
    let (ready, sheets_sent) = (ledger.ready_seats(window.turn)?, ledger.sheets_sent(window.turn)?);
    let to_move = desk.campaign.progress.as_ref().map(|progress| progress.table.to_move()).unwrap_or_default();
    let rows: Vec<SheetRow> = to_move
        .into_iter()
        .map(|seat| {
            let sheet = book.get(&seat);
            SheetRow {
                seat,
                name: desk.campaign.config.seat(seat).map(|seat| seat.name.clone()).unwrap_or_default(),
                received_utc: sheet.map(|sheet| sheet.received_at.format("%Y-%m-%d %H:%M:%S").to_string()),
                digest: sheet.map(|sheet| sheet.digest.clone()),
                sheets_sent: sheets_sent.get(&seat).copied().unwrap_or(0),
                ready: ready.contains_key(&seat),
            }
        })
        .collect();
    if common.json {
        let json = json!({ "campaign": args.campaign, "turn": window.turn, "deadline_utc": window.deadline_at, "seats": rows });
        print_json(SCHEMA, &json)?;
    } else {
        let deadline = window.deadline_at.format("%Y-%m-%d %H:%M UTC");
        print(&format!("{}: orders for turn {}, due {deadline}\n\n{}", args.campaign, window.turn, as_text(&rows)))?;
    }
    Ok(EXIT_FINE)
}

fn as_text(rows: &[SheetRow]) -> String {
    let rows = rows.iter().map(|row| {
        [
            row.seat.to_string(),
            row.name.clone(),
            row.received_utc.clone().unwrap_or_else(|| "nothing yet".to_owned()),
            row.sheets_sent.to_string(),
            row.digest.as_ref().map(|digest| digest[..16.min(digest.len())].to_owned()).unwrap_or_default(),
            if row.ready { "ready" } else { "" }.to_owned(),
        ]
    });
    table(["seat", "player", "received (UTC)", "sheets", "digest", ""], rows)
}
