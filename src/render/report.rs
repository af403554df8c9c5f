//! The report of a turn: one model for text, HTML and JSON.

use std::collections::BTreeMap;
use std::sync::Arc;

use serde::{Deserialize, Serialize, Serializer};
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

/// The version of the JSON format. Any change that its readers would notice raises the number.
pub const SCHEMA: &str = "ashpost-report/2";

/// Everything that one viewer reads about one turn, made only from the viewer's view and the events that the viewer saw.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct ReportModel {
    /// Always [`SCHEMA`].
    pub schema: &'static str,
    /// The campaign that the turn belongs to.
    pub campaign: CampaignFacts,
    /// The turn just played; 0 for the opening.
    pub turn: u32,
    /// The reader of the report.
    pub viewer: ReportViewer,
    /// The game's view for this viewer.
    pub view: Arc<Value>,
    /// What the viewer saw happen, by kind, each kind in order.
    pub events: BTreeMap<String, Vec<Value>>,
    /// What the viewer would tell first, the most urgent first. The caller fills it in; empty if the game tells nothing.
    pub moments: Vec<Moment>,
    /// What happened, in a few words: the report's headline, and its subject. The caller fills it in after rendering it; may be empty.
    pub headline: String,
    /// The viewer's orders as they were on the sheet; empty for the public.
    pub orders: Vec<ReportedOrder>,
    /// Whether the viewer's orders were missing at the deadline (NMR).
    pub no_move_received: bool,
    /// Whether the caretaker gave the orders shown, in the viewer's place.
    pub caretaken: bool,
    /// The next turn; null once the game is over.
    pub next: Option<NextTurn>,
    /// The game master, for players; null on public pages, which robots read.
    pub gm: Option<GameMasterFacts>,
    /// How players begin or join such games by email; null if they cannot, and on public pages.
    pub again: Option<AgainFacts>,
    /// What the host has to say: seals broken by the GM, orders entered for a seat, changes of the schedule.
    pub notices: Vec<String>,
    /// What players have written since the last report, as far as the viewer may know.
    pub press: Vec<PressFacts>,
    /// The game's tournament; null if it belongs to none.
    pub tournament: Option<TournamentFacts>,
    /// The position as text ([`super::picture::diagram::text`]). The caller fills it in; empty if the game is drawn as a map.
    pub diagram: String,
    /// Pictures of the position that the caller sends with the HTML; text has none.
    pub pictures: Vec<Picture>,
    /// The order form. The caller fills it in after rendering it; empty for the public.
    pub order_template: String,
    /// The link to the page on which orders are written by clicking, with what it must know after the `#` ([`crate::campaign::ticket`]). The caller
    /// fills it in; null for all but players, and if there is no such page.
    pub composer_link: Option<String>,
    /// The page of the site that shows this report to whoever knows its address. A report is made and filed without one, since the page may move, or
    /// go; the email has it.
    pub private_page: Option<String>,
    /// What anybody can check about the turn.
    pub integrity: Integrity,
}

/// A picture that goes with the report.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Picture {
    /// Its address: `cid:map` in an email, `turn-7.svg` in the archive.
    pub source: String,
    /// What it shows, for readers who cannot see it.
    pub title: String,
    /// The page of the archive that shows more; null if the host does not say where the archive can be read.
    pub link: Option<String>,
}

/// The campaign's names and terms.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct CampaignFacts {
    /// The id in commands and subjects, such as `rim-3`.
    pub id: CampaignId,
    /// The title that players see, such as `The Rim`.
    pub title: String,
    /// The game's id, as campaign files spell it.
    pub game: String,
    /// The game's name, such as `Ashes of Empire`.
    pub game_title: String,
    /// What players call a turn: `turn`, `round` or `move`.
    pub unit: &'static str,
    /// The game's credit; null if its author does not ask for one.
    pub credit: Option<&'static str>,
    /// Whether the game never counts in ratings.
    pub unrated: bool,
    /// Whether a move can be taken back if both players agree.
    pub takeback: bool,
    /// The folder of the game's templates.
    #[serde(skip)]
    pub templates: &'static str,
}

/// A game master, and how players reach them.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct GameMasterFacts {
    /// The game master's name.
    pub name: String,
    /// The game master's address.
    pub address: Address,
    /// Whether a reply can also carry a message to them (`GM … END`), because the reply proves a seat.
    pub by_reply: bool,
}

/// How players get into another game by email, without asking its game master.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct AgainFacts {
    /// The host's address, which takes requests.
    pub address: Address,
    /// The name by which `PLAY` begins such a game of two; null if it begins none.
    pub offer: Option<String>,
    /// Whether the game was for a place on the ladder.
    pub is_for_place: bool,
}

/// The reader of a report.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct ReportViewer {
    /// `seat`, `public` or `game-master`.
    pub kind: &'static str,
    /// The player's seat; null for the public and the game master.
    pub seat: Option<Seat>,
    /// The player's name; null for the public and the game master.
    pub name: Option<String>,
}

/// The next turn, and what to do for it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct NextTurn {
    /// The turn that orders are for.
    pub turn: u32,
    /// The deadline in UTC, such as `2026-11-27 19:00 UTC`.
    pub deadline_utc: String,
    /// The deadline in the reader's zone, such as `Fri 27 Nov 2026 20:00`.
    pub deadline_local: String,
    /// The reader's zone, such as `Europe/Berlin`.
    pub zone: Zone,
    /// Whether the turn waits for the reader's orders.
    pub is_awaited: bool,
    /// Where the orders go.
    pub how_to_send: HowToSend,
    /// Everybody's time; null if all play at once.
    pub clock: Option<ClockFacts>,
    /// A whole move that the reader can play; null if all play at once, or if it is not the reader's move.
    pub example: Option<String>,
}

/// How a game ended.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct EndFacts {
    /// Who shares the first place, `Ann` or `Ann and Bob`; null if all do, which is a draw.
    pub winner: Option<String>,
    /// Whether several share it.
    pub several: bool,
    /// The rule under which it ended; empty if no rule ended it.
    pub rule: String,
    /// Whether it was decided by play, by the clock, or not at all.
    pub decision: Decision,
    /// What kind of tournament the game belongs to; null if it belongs to none.
    #[serde(default)]
    pub tournament: Option<TournamentKind>,
    /// The decision that ended it; null if the rules did.
    #[serde(default)]
    pub decided: Option<DecidedFacts>,
}

/// The kinds of tournaments, which count void games in different ways.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[allow(missing_docs, reason = "each says what it is")]
pub enum TournamentKind {
    RoundRobin,
    Swiss,
}

/// A decision that ended a game.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct DecidedFacts {
    /// `aborted`, `drawn`, `conceded` or `forfeited`.
    pub kind: String,
    /// `game-master`, `players`, `one-player` or `house`.
    pub by: String,
    /// The reason in the words of whoever decided; null if none was given.
    pub reason: Option<String>,
    /// The player who is gone from a forfeited game, or who ended the game alone.
    pub left: Option<String>,
}

/// Where orders go; empty texts for the public.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct HowToSend {
    /// The host's address; for the public an empty text, which is what readers of the JSON know.
    #[serde(serialize_with = "as_text")]
    pub address: Option<Address>,
    /// The subject to use, with the campaign's tag.
    pub subject: String,
}

fn as_text<S: Serializer>(address: &Option<Address>, out: S) -> Result<S::Ok, S::Error> {
    out.serialize_str(address.as_ref().map_or("", Address::as_str))
}

/// What anybody can check.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Integrity {
    /// SHA-256 of the public view after this turn, as JSON.
    pub state_digest: Digest,
    /// The number of the journal's entry for this turn.
    pub journal_entry: u32,
    /// The hash of that entry, 64 hexadecimal digits.
    pub journal_hash: Digest,
    /// The host's key, which signs the journal.
    pub key: PublicKey,
    /// The version of the rules by which the turn was played.
    pub rules_version: u32,
    /// The dice of the turn; null for the opening, whose dice decide what players must find out.
    pub dice: Option<DiceFacts>,
    /// What the host has committed to for the next turn; null once the game is over.
    pub next: Option<NextSecrets>,
}

/// The dice of a turn.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct DiceFacts {
    /// The secret that was committed to before the turn.
    pub secret: Seed,
    /// The salted digest of each seat's sheet, in the order of seats.
    pub sheets: Vec<SheetDigest>,
    /// The seed from which all dice of the turn follow.
    pub seed: Seed,
}

/// The digest of a seat's sheet. A seat without a sheet has a digest too.
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
    /// The digest of the secret from which the dice follow, together with the sheets.
    pub dice: Digest,
    /// The digest of the secret from which the sheets' salts follow.
    pub salts: Digest,
}

/// What the office adds to a turn.
#[allow(missing_docs, reason = "what is not explained is the field of that name in `ReportModel`")]
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReportFrame {
    pub campaign: CampaignFacts,
    /// The turn just played; 0 for the opening.
    pub turn: u32,
    /// The viewer's name, if they hold a seat.
    pub name: String,
    pub no_move_received: bool,
    pub caretaken: bool,
    pub next: Option<NextTurn>,
    /// The game master to whom players may write.
    pub gm: GameMasterFacts,
    pub again: Option<AgainFacts>,
    pub notices: Vec<String>,
    pub press: Vec<PressFacts>,
    pub tournament: Option<TournamentFacts>,
    pub integrity: Integrity,
}

/// The report of a turn for one viewer; `played` is `None` for the opening.
///
/// Includes only the events that `viewer` saw, and only the viewer's orders.
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
        again: frame.again.filter(|_| matches!(viewer, Viewer::Seat(_))),
        notices: frame.notices,
        press: frame.press,
        tournament: frame.tournament,
        diagram: String::new(),
        pictures: Vec::new(),
        order_template: String::new(),
        composer_link: None,
        private_page: None,
        integrity: frame.integrity,
    }
}

/// The reader of something; `name` is used only for a player.
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
