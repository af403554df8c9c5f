//! `ashpost orders`: shows who has sent orders for the open turn. The orders themselves stay sealed, unless somebody breaks the seal.

use chrono::{DateTime, Utc};
use clap::Args;
use serde::Serialize;
use serde_json::json;

use super::common::{Common, EXIT_FINE};
use super::games::open;
use super::output::{print, print_json};
use super::table::table;
use super::times;
use super::world::{System, environment};
use crate::campaign::Digest;
use crate::campaign::local::Zone;
use crate::engine::Seat;
use crate::office::{Glance, Host, break_seal, campaign_named, seat_of};

const SCHEMA: &str = "ashpost-orders/1";

#[derive(Debug, Args)]
pub(super) struct OrdersArgs {
    /// The campaign, such as rim-3; of a tournament one of its games, such as spring-1.
    campaign: String,
    /// Read the sealed sheets of the open turn. The journal says so, with your name, and every player is told in their next message.
    #[arg(long)]
    break_seal: bool,
    /// Only the sheet of this seat, by its number or the name of its player.
    #[arg(long, requires = "break_seal", value_name = "SEAT")]
    seat: Option<String>,
    /// Who reads them; by default the user of this machine.
    #[arg(long, requires = "break_seal", value_name = "NAME")]
    by: Option<String>,
}

#[derive(Serialize)]
struct ListedSheet {
    seat: Seat,
    name: String,
    /// Whether nobody plays the seat, so that no sheet is awaited.
    vacant: bool,
    /// When the sheet that counts was received; `None` if there is none.
    #[serde(rename = "received_utc")]
    received_at: Option<DateTime<Utc>>,
    /// The digest of the sheet and its salt, as on the receipt.
    digest: Option<Digest>,
    sheets_sent: u32,
    ready: bool,
}

pub(super) fn run(common: &Common, args: &OrdersArgs) -> anyhow::Result<u8> {
    let host = Host::load(&common.campaigns)?;
    if args.break_seal {
        return read_sealed(common, &host, args);
    }
    let mut glance = Glance::open(&host, &campaign_named(&host, &args.campaign)?)?;
    let Some(window) = glance.campaign.window().cloned() else {
        if common.json {
            print_json(SCHEMA, &json!({ "campaign": args.campaign, "turn": null, "deadline_utc": null, "seats": [] }))?;
        } else {
            print("The game is over; no orders are expected.\n")?;
        }
        return Ok(EXIT_FINE);
    };
    let ledger = glance.store.look()?;
    let book = ledger.sheets_in_force(window.turn)?;
    let (ready, sheets_sent) = (ledger.ready_seats(window.turn)?, ledger.sheets_sent(window.turn)?);
    let to_move = glance.campaign.progress.as_ref().map(|progress| progress.table.to_move()).unwrap_or_default();
    let rows: Vec<ListedSheet> = to_move
        .into_iter()
        .map(|seat| {
            let sheet = book.get(&seat);
            ListedSheet {
                seat,
                name: glance.campaign.name_of(seat).unwrap_or_default().to_owned(),
                vacant: glance.campaign.vacancy(seat).is_some(),
                received_at: sheet.map(|sheet| sheet.received_at),
                digest: sheet.map(|sheet| sheet.digest),
                sheets_sent: sheets_sent.get(&seat).copied().unwrap_or(0),
                ready: ready.contains_key(&seat),
            }
        })
        .collect();
    if common.json {
        let json = json!({ "campaign": args.campaign, "turn": window.turn, "deadline_utc": window.deadline.at, "seats": rows });
        print_json(SCHEMA, &json)?;
    } else {
        let (zone, unit, now) =
            (&glance.campaign.config.schedule.zone, glance.campaign.config.game.unit(), System::new(common).world().now);
        let deadline = times::local(zone, window.deadline.at, now);
        print(&format!("{}: orders for {} {}, due {deadline}\n\n{}", args.campaign, unit, window.turn, as_text(&rows, zone, now)))?;
    }
    Ok(EXIT_FINE)
}

fn read_sealed(common: &Common, host: &Host, args: &OrdersArgs) -> anyhow::Result<u8> {
    let system = System::new(common);
    let by = person(args.by.as_deref());
    let mut desk = open(host, &campaign_named(host, &args.campaign)?, &system.world())?;
    let seat_named = |who: &String| seat_of(desk.campaign.id(), who, desk.campaign.seat_names());
    let seat = args.seat.as_ref().map(seat_named).transpose()?;
    let sheets = break_seal(&mut desk, seat, &by, &system.world())?;
    let name = |seat: &Seat| desk.campaign.name_of(*seat).unwrap_or_default().to_owned();
    if common.json {
        let rows: Vec<_> = sheets.iter().map(|(seat, orders)| json!({ "seat": seat, "name": name(seat), "orders": orders })).collect();
        print_json("ashpost-broken-seal/1", &json!({ "campaign": args.campaign, "by": by, "sheets": rows }))?;
        return Ok(EXIT_FINE);
    }
    if sheets.is_empty() {
        print("There is no sheet to read; the seal is not broken.\n")?;
        return Ok(EXIT_FINE);
    }
    let told = format!("The journal says that {by} has read these orders, and every player is told in their next message.\n");
    let shown = sheets.iter().map(|(seat, orders)| format!("\nseat {seat}, {}:\n{orders}", name(seat)));
    print(&shown.fold(told, |text, sheet| text + &sheet))?;
    Ok(EXIT_FINE)
}

/// Who looks at what is hidden, for the journal: the name that they give, and the user of the machine.
pub(super) fn person(by: Option<&str>) -> String {
    let user = || ["SUDO_USER", "USER", "LOGNAME"].iter().find_map(|name| environment(name)).filter(|name| !name.is_empty());
    let user = user().unwrap_or_else(|| "somebody".to_owned());
    by.map_or(user.clone(), |name| format!("{name} (user {user} of the host)"))
}

fn as_text(rows: &[ListedSheet], zone: &Zone, now: DateTime<Utc>) -> String {
    let rows = rows.iter().map(|row| {
        [
            row.seat.to_string(),
            row.name.clone(),
            row.received_at.map_or_else(|| if row.vacant { "vacant" } else { "nothing yet" }.to_owned(), |at| times::local(zone, at, now)),
            row.sheets_sent.to_string(),
            row.digest.map(|digest| digest.to_string()[..16].to_owned()).unwrap_or_default(),
            if row.ready { "ready" } else { "" }.to_owned(),
        ]
    });
    table(["seat", "player", "received", "sheets", "digest", ""], rows)
}
