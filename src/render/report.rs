//! The report of a turn: one model for text, HTML and JSON.

use std::collections::BTreeMap;
use std::sync::Arc;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::clock::ClockFacts;
pub use super::fates::ReportedOrder;
use super::fates::orders_of;
use super::press::PressFacts;
use super::tournament::TournamentFacts;
use crate::campaign::keys::PublicKey;
use crate::campaign::local::Zone;
use crate::campaign::{Address, CampaignId, Digest};
pub use crate::engine::Played;
use crate::engine::{Decision, Moment, Seat, Seed, Viewer, Witnessed};

/// The version of the JSON form; a change that a reader of it would notice raises the number.
pub const SCHEMA: &str = "ashpost-report/1";

/// Everything that one viewer reads about one turn; made of the viewer's view and the events that the viewer saw, nothing else.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct ReportModel {
    /// Always [`SCHEMA`].
    pub schema: &'static str,
    /// The campaign that the turn belongs to.
    pub campaign: CampaignFacts,
    /// The turn just played; 0 for the opening.
    pub turn: u32,
    /// Who reads the report.
    pub viewer: ReportViewer,
    /// The game's view of this viewer.
    pub view: Arc<Value>,
    /// What the viewer saw happen, by kind, each in the order of happening.
    pub events: BTreeMap<String, Vec<Value>>,
    /// What the viewer would tell first, the most urgent first; filled in by the caller, and empty where a game tells nothing.
    pub moments: Vec<Moment>,
    /// What happened in a few words, filled in by the caller once rendered: the report's headline, and its subject; may be empty.
    pub headline: String,
    /// The viewer's orders as they stood on the sheet; empty for the public.
    pub orders: Vec<ReportedOrder>,
    /// Whether the viewer's orders were missing at the deadline (NMR).
    pub no_move_received: bool,
    /// Whether the caretaker gave orders in the viewer's place: those that the report shows.
    pub caretaken: bool,
    /// Absent once the game is over.
    pub next: Option<NextTurn>,
    /// The game master, for those who hold a seat; null on public pages, which robots read.
    pub gm: Option<GameMasterFacts>,
    /// What the house has to say: seals broken by the GM, orders entered for a seat, changes of the schedule.
    pub notices: Vec<String>,
    /// What players have written since the report before, as far as the viewer may know of it.
    pub press: Vec<PressFacts>,
    /// The tournament that the game belongs to; null for all others.
    pub tournament: Option<TournamentFacts>,
    /// The position as text ([`super::picture::diagram::text`]), filled in by the caller; empty where a game is drawn as a map.
    pub diagram: String,
    /// Pictures of the position that the caller sends along with the HTML; the text goes without.
    pub pictures: Vec<Picture>,
    /// The form to reply with, filled in by the caller once rendered; empty for the public.
    pub order_template: String,
    /// Where orders can be written by clicking: the page, and behind its `#` what it must know ([`crate::campaign::ticket`]). Filled in by the
    /// caller; null for all but players, and where there is no such page.
    pub composer_link: Option<String>,
    /// What anybody can check of the turn.
    pub integrity: Integrity,
}

/// A picture that stands beside the report.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Picture {
    /// Where it is: `cid:map` in an email, `turn-7.svg` in the archive.
    pub source: String,
    /// What it shows, for those who cannot see it.
    pub title: String,
    /// The page of the archive that shows more; null where the host does not say where that can be read.
    pub link: Option<String>,
}

/// Which campaign it is.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct CampaignFacts {
    /// What commands and subjects call it, such as `rim-3`.
    pub id: CampaignId,
    /// The name that players see, such as `The Rim`.
    pub title: String,
    /// The game's id, as campaign files spell it.
    pub game: String,
    /// The name of the game, such as `Ashes of Empire`.
    pub game_title: String,
    /// What players call a turn: `turn`, `round` or `move`.
    pub unit: &'static str,
    /// Whose game it is; null where nobody asks to be named.
    pub credit: Option<&'static str>,
    /// Whether it counts in no ratings, whatever becomes of it.
    pub unrated: bool,
    /// Whether a move is taken back if both players agree.
    pub takeback: bool,
    /// The folder of the game's templates.
    #[serde(skip)]
    pub templates: &'static str,
}

/// A game master, as players reach them.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct GameMasterFacts {
    /// What the game master is called.
    pub name: String,
    /// Where emails reach the game master.
    pub address: Address,
    /// Whether words in a reply reach them too (`GM … END`), because the reply proves a seat.
    pub by_reply: bool,
}

/// For whom a report is.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct ReportViewer {
    /// `seat`, `public` or `game-master`.
    pub kind: &'static str,
    /// Null for the public and the game master.
    pub seat: Option<Seat>,
    /// The player's name; null for the public and the game master.
    pub name: Option<String>,
}

/// What to do for the next turn.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct NextTurn {
    /// The turn that orders are for.
    pub turn: u32,
    /// Such as `2026-11-27 19:00 UTC`.
    pub deadline_utc: String,
    /// Such as `Fri 27 Nov 2026 20:00`, in the player's zone.
    pub deadline_local: String,
    /// Such as `Europe/Berlin`.
    pub zone: Zone,
    /// Whether the reader's orders are waited for.
    pub is_awaited: bool,
    /// Where the orders go.
    pub how_to_send: HowToSend,
    /// Null where all play at once.
    pub clock: Option<ClockFacts>,
}

/// How a game that is over has ended.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct EndFacts {
    /// Who shares the first place, `Ann` or `Ann and Bob`; null if all do, which is a draw.
    pub winner: Option<String>,
    /// Whether that is more than one.
    pub several: bool,
    /// The rule under which it ended; empty where no rule ended it.
    pub rule: String,
    /// Whether play or the clock decided it, or nothing did.
    pub decision: Decision,
    /// How it was ended by decision; null where the rules of the game ended it.
    #[serde(default)]
    pub decided: Option<DecidedFacts>,
}

/// How a game was ended by decision.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct DecidedFacts {
    /// `aborted`, `drawn`, `conceded` or `forfeited`.
    pub kind: String,
    /// `game-master`, `players`, `one-player` or `house`.
    pub by: String,
    /// In the words of whoever decided it; null if there are none.
    pub reason: Option<String>,
    /// The player who is gone, of a game that was forfeited, or who has ended it alone.
    pub left: Option<String>,
}

/// Where orders go; the public gets empty texts.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct HowToSend {
    /// The address of the host.
    pub address: String,
    /// The subject to use, with the campaign's tag.
    pub subject: String,
}

/// What anybody can check.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Integrity {
    /// SHA-256 of the public view after this turn, as JSON.
    pub state_digest: Digest,
    /// The number of the journal's entry for this turn, and its hash.
    pub journal_entry: u32,
    /// The hash of that entry, 64 hexadecimal digits.
    pub journal_hash: Digest,
    /// The key of the host that signs the journal.
    pub key: PublicKey,
    /// The version of the game's rules that the turn was played by.
    pub rules_version: u32,
    /// Absent for the opening, which throws what players must find out.
    pub dice: Option<DiceFacts>,
    /// What the host has committed to for the next turn; absent once the game is over.
    pub next: Option<NextSecrets>,
}

/// The dice of a turn.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct DiceFacts {
    /// What was committed before the turn.
    pub secret: Seed,
    /// The salted digest of every seat's sheet, in the order of seats.
    pub sheets: Vec<SheetDigest>,
    /// From which all dice of the turn follow.
    pub seed: Seed,
}

/// The digest of a seat's sheet; a seat without one has a digest, too.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct SheetDigest {
    /// Whose sheet it is.
    pub seat: Seat,
    /// The SHA-256 of the seat's salt and its sheet, 64 hexadecimal digits.
    pub digest: Digest,
}

/// The SHA-256 of the secrets of the next turn.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct NextSecrets {
    /// Of the secret that the dice follow from, once the sheets are known.
    pub dice: Digest,
    /// Of the secret that the salts of the sheets follow from.
    pub salts: Digest,
}

/// What the office adds to a turn.
#[allow(missing_docs, reason = "what is not explained is the field of that name in `ReportModel`")]
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReportFrame {
    pub campaign: CampaignFacts,
    /// The turn just played; 0 for the opening.
    pub turn: u32,
    /// The name of a viewer who holds a seat.
    pub name: String,
    pub no_move_received: bool,
    pub caretaken: bool,
    pub next: Option<NextTurn>,
    /// Who players may write to.
    pub gm: GameMasterFacts,
    pub notices: Vec<String>,
    pub press: Vec<PressFacts>,
    pub tournament: Option<TournamentFacts>,
    pub integrity: Integrity,
}

/// The report of a turn for one viewer; `played` is absent for the opening.
///
/// Of the events only those that `viewer` saw get in, of the orders only those of the viewer.
pub fn model(frame: ReportFrame, viewer: Viewer, view: impl Into<Arc<Value>>, played: Option<Played<'_>>) -> ReportModel {
    ReportModel {
        schema: SCHEMA,
        campaign: frame.campaign,
        turn: frame.turn,
        viewer: viewer_of(viewer, frame.name),
        view: view.into(),
        events: played.map(|turn| events_seen(turn.events, viewer)).unwrap_or_default(),
        moments: Vec::new(),
        headline: String::new(),
        orders: played.map(|turn| orders_of(turn, viewer)).unwrap_or_default(),
        no_move_received: frame.no_move_received,
        caretaken: frame.caretaken,
        next: frame.next,
        gm: Some(frame.gm).filter(|_| matches!(viewer, Viewer::Seat(_))),
        notices: frame.notices,
        press: frame.press,
        tournament: frame.tournament,
        diagram: String::new(),
        pictures: Vec::new(),
        order_template: String::new(),
        composer_link: None,
        integrity: frame.integrity,
    }
}

/// For whom something is written; `name` is that of a player.
pub(super) fn viewer_of(viewer: Viewer, name: String) -> ReportViewer {
    match viewer {
        Viewer::Seat(seat) => ReportViewer { kind: "seat", seat: Some(seat), name: Some(name) },
        Viewer::Public => ReportViewer { kind: "public", seat: None, name: None },
        Viewer::GameMaster => ReportViewer { kind: "game-master", seat: None, name: None },
    }
}

/// What a viewer saw happen, by kind.
pub(super) fn events_seen(events: &[Witnessed<Value>], viewer: Viewer) -> BTreeMap<String, Vec<Value>> {
    let mut by_kind: BTreeMap<String, Vec<Value>> = BTreeMap::new();
    for seen in events.iter().filter(|seen| seen.seen_by.includes(viewer)) {
        by_kind.entry(seen.kind().to_owned()).or_default().push(seen.event.clone());
    }
    by_kind
}

/// A report as JSON for programs (schema [`SCHEMA`]).
pub fn json(report: &ReportModel) -> String {
    serde_json::to_string_pretty(report).expect("a report is plain data with text keys")
}
