//! The clocks of games of two: the open move, the time left, and the deadlines that follow.

use std::fmt::Write;

use chrono::{DateTime, Utc};
use serde::Serialize;

use crate::campaign::CampaignId;
use crate::campaign::clock::Clocks;
use crate::campaign::clock_ahead::{Haste, TimedMove, move_from, moves_ahead};
use crate::campaign::config::CampaignConfig;
use crate::campaign::local::Zone;
use crate::cli::times::short;
use crate::engine::{Seat, Viewer};
use crate::office::{DeskError, Glance, Held, Host, Keeping, World};

/// How many moves of each game are shown by default.
const SHOWN: usize = 4;

/// A game whose moves alternate, with its clocks.
#[derive(Debug, Serialize)]
pub(super) struct GameAhead {
    campaign: CampaignId,
    title: String,
    /// Whether it has begun; if not, it is shown as if it began now.
    has_begun: bool,
    /// Why it is not played now; null if it is.
    held: Option<Held>,
    zone: Zone,
    players: Vec<PlayerClock>,
    /// The open move and those after it, if every move comes now.
    at_once: Vec<MoveRow>,
    /// The same, if every move comes at the last moment.
    at_the_last: Vec<MoveRow>,
}

#[derive(Debug, Serialize)]
struct PlayerClock {
    seat: Seat,
    name: String,
    /// Null if players have no reserve.
    reserve_seconds: Option<i64>,
    /// Null if players have no bank.
    bank_seconds: Option<i64>,
}

#[derive(Debug, Serialize)]
struct MoveRow {
    turn: u32,
    seat: Seat,
    name: String,
    deadline: DateTime<Utc>,
    local: String,
    /// When the game is lost without a move: when grace and reserve, or the bank, are used up.
    closes: DateTime<Utc>,
    closes_local: String,
}

/// The running games of a campaign or tournament; if none runs, one as if it began now.
pub(super) fn games_ahead(
    host: &Host,
    config: &CampaignConfig,
    (keeping, world): (&Keeping, &World<'_>),
    count: Option<u32>,
) -> Result<Vec<GameAhead>, DeskError> {
    let count = count.map_or(SHOWN, |count| count as usize);
    let ids = match config.tournament {
        Some(_) => config.game_ids(),
        None => vec![config.id.clone()],
    };
    let (mut all, mut is_over) = (Vec::new(), false);
    for id in ids {
        match Glance::open(host, &id) {
            Ok(mut glance) => {
                glance.look_at_the_clock(keeping, world)?;
                is_over |= !glance.campaign.goes_on();
                all.extend(running(&glance, world.now, count));
            }
            Err(DeskError::NotBegun { .. }) => {}
            Err(error) => return Err(error),
        }
    }
    if all.is_empty() && !is_over {
        let game = config.any_game().unwrap_or_else(|| config.clone());
        all.extend(not_begun(&game, world.now, count));
    }
    Ok(all)
}

fn running(glance: &Glance, now: DateTime<Utc>, count: usize) -> Option<GameAhead> {
    let campaign = &glance.campaign;
    let progress = campaign.progress.as_ref()?;
    let window = progress.window.as_ref()?;
    let open = TimedMove { turn: window.turn, seat: campaign.mover(progress)?, limits: campaign.limits(progress)? };
    let facts = campaign.clock_facts(progress, Viewer::GameMaster, now)?;
    let players = facts.seats.iter().map(|seat| PlayerClock {
        seat: seat.number,
        name: seat.name.clone(),
        reserve_seconds: facts.has_reserve.then_some(seat.reserve_seconds),
        bank_seconds: seat.bank_seconds,
    });
    let ahead = Ahead { config: &campaign.config, clocks: &progress.clocks, open, now, count };
    Some(GameAhead { has_begun: true, held: campaign.held, players: players.collect(), ..ahead.game() })
}

fn not_begun(config: &CampaignConfig, now: DateTime<Utc>, count: usize) -> Option<GameAhead> {
    let clocks = Clocks::default();
    let open = move_from(config, &clocks, (1, config.seats.first()?.number), now)?;
    Some(Ahead { config, clocks: &clocks, open, now, count }.game())
}

struct Ahead<'a> {
    config: &'a CampaignConfig,
    clocks: &'a Clocks,
    open: TimedMove,
    now: DateTime<Utc>,
    count: usize,
}

impl Ahead<'_> {
    /// The game before it begins, with its coming moves.
    fn game(&self) -> GameAhead {
        let config = self.config;
        let rows = |haste| {
            let moves = moves_ahead(config, self.clocks.clone(), self.open, (haste, self.now), self.count);
            moves.into_iter().map(|ahead| self.row(ahead)).collect()
        };
        GameAhead {
            campaign: config.id.clone(),
            title: config.title.clone(),
            has_begun: false,
            held: None,
            zone: config.schedule.zone.clone(),
            players: Vec::new(),
            at_once: rows(Haste::AtOnce),
            at_the_last: rows(Haste::AtTheLast),
        }
    }

    fn row(&self, TimedMove { turn, seat, limits }: TimedMove) -> MoveRow {
        let zone = &self.config.schedule.zone;
        MoveRow {
            turn,
            seat,
            name: self.config.seat(seat).map_or_else(|| format!("seat {seat}"), |player| player.name.clone()),
            deadline: limits.deadline_at,
            local: zone.text(limits.deadline_at),
            closes: limits.closes_at,
            closes_local: zone.text(limits.closes_at),
        }
    }
}

impl GameAhead {
    pub(super) fn text(&self) -> String {
        let GameAhead { campaign, title, zone, .. } = self;
        let mut text = match self.at_once.first() {
            Some(open) if self.has_begun => format!("{title} ({campaign}, {zone}): move {}, {} to move\n", open.turn, open.name),
            _ => format!("{title} ({campaign}, {zone}): if it began now\n"),
        };
        if self.held.is_some() {
            text.push_str("  Play is held: when it goes on, the open deadline moves by the time that it was held.\n");
        }
        for (what, left) in [("Reserve left", left(&self.players, |player| player.reserve_seconds)), ("In the bank", self.in_the_bank())] {
            if !left.is_empty() {
                let _ = writeln!(text, "  {what}: {left}");
            }
        }
        for (when, rows) in [("at once", &self.at_once), ("at the last moment", &self.at_the_last)] {
            let _ = writeln!(text, "  Deadlines if every move comes {when}:");
            rows.iter().for_each(|row| text.push_str(&row.text()));
        }
        text
    }

    fn in_the_bank(&self) -> String {
        left(&self.players, |player| player.bank_seconds)
    }
}

impl MoveRow {
    fn text(&self) -> String {
        let MoveRow { turn, name, local, closes_local, .. } = self;
        let lost = if self.closes == self.deadline { String::new() } else { format!(", lost on {closes_local}") };
        format!("    move {turn:>3}  {name:<24}  {local}{lost}\n")
    }
}

/// `Ann 8 d 12 h, Bob 10 d`; empty if there is no such time.
fn left(players: &[PlayerClock], seconds: impl Fn(&PlayerClock) -> Option<i64>) -> String {
    let of = |player: &PlayerClock| Some(format!("{} {}", player.name, short(chrono::TimeDelta::seconds(seconds(player)?))));
    players.iter().filter_map(of).collect::<Vec<_>>().join(", ")
}
