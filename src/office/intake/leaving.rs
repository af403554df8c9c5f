//! Orders left for later: `TURN 7 … END` and `STANDING … END`, read now as far as they can be, kept sealed, and read again when they are due.

use std::collections::{BTreeMap, BTreeSet};

use chrono::{DateTime, Utc};

use crate::campaign::config::MissingPolicy;
use crate::engine::{Problem, Reading, Seat};
use crate::office::cabinet::error::DeskError;
use crate::office::inbox::judged::{Intake, Judged, LeftBlock};
use crate::office::letters::expected::Expected;
use crate::office::letters::left::{LeftFacts, LeftState};
use crate::post::{AheadBlock, Aim};
use crate::store::NewLeftOrders;

/// How many turns ahead players may leave orders.
pub(in crate::office) const MOST_TURNS_AHEAD: u32 = 10;

/// What a block asks for.
enum LeavingWish {
    Keep { text: String, reading: Box<Reading> },
    TakeBack,
}

impl Intake<'_> {
    /// Reads the blocks of an email that are meant for later turns; of several for the same turn the last one counts that was understood.
    pub(in crate::office) fn judge_ahead(&self, seat: Seat) -> Result<Vec<LeftBlock>, DeskError> {
        let blocks: Vec<&AheadBlock> = self.content.ahead.iter().filter(|block| self.campaign.takes_block(block)).collect();
        let Some(open) = self.campaign.open_turn().filter(|_| !blocks.is_empty()) else { return Ok(Vec::new()) };
        let known: BTreeSet<Option<u32>> = self.ledger.left_orders(seat)?.into_iter().map(|left| left.turn).collect();
        let (mut judged, mut settled) = (Vec::new(), BTreeMap::new());
        for block in blocks.into_iter().rev() {
            let turn = block.aim.turn();
            let unread = match turn {
                Some(turn) if turn < open.turn => Some(LeftState::Played),
                Some(turn) if turn - open.turn > MOST_TURNS_AHEAD => Some(LeftState::TooFar),
                turn => settled.get(&turn).map(|later| overtaken(block.aim, *later)),
            };
            let left = match unread {
                Some(state) => LeftBlock { block: block.clone(), state, text: None, reading: None },
                None => self.judge_block(seat, block, known.contains(&turn))?,
            };
            if !left.state.is_refused() {
                settled.entry(turn).or_insert(block.aim);
            }
            judged.push(left);
        }
        judged.reverse();
        Ok(judged)
    }

    fn judge_block(&self, seat: Seat, block: &AheadBlock, has_earlier: bool) -> Result<LeftBlock, DeskError> {
        let is_check = self.is_try();
        let holds = self.campaign.config.policy.missing == MissingPolicy::Hold;
        let judged = |state, text, reading| LeftBlock { block: block.clone(), state, text, reading };
        Ok(match self.wish_of(seat, block)? {
            LeavingWish::TakeBack if is_check => judged(LeftState::Tried, None, None),
            LeavingWish::TakeBack if has_earlier => judged(LeftState::TakenBack, None, None),
            LeavingWish::TakeBack => judged(LeftState::Nothing, None, None),
            LeavingWish::Keep { text, reading } => {
                let misread = reading.problems.iter().filter(|problem| !problem.talk).count();
                let read = reading.entries.len() + reading.unmet.len();
                let state = match () {
                    () if read == 0 => LeftState::NotRead,
                    () if holds && block.aim == (Aim::Standing { always: false }) => LeftState::Hold,
                    () if has_earlier && misread > read => LeftState::Worse,
                    () if is_check => LeftState::Tried,
                    () if has_earlier => LeftState::Replaced,
                    () => LeftState::Kept,
                };
                judged(state, Some(text), Some(*reading))
            }
        })
    }

    fn wish_of(&self, seat: Seat, block: &AheadBlock) -> Result<LeavingWish, DeskError> {
        let inside = block.inside();
        let Some(progress) = self.campaign.progress.as_ref().filter(|_| !block.takes_back()) else {
            return Ok(LeavingWish::TakeBack);
        };
        let mut reading = progress.table.read(seat, &inside.orders);
        self.name_near_commands(&mut reading.problems)?;
        let lines = inside.commands.iter().map(|(line, _)| *line).chain(inside.ahead.iter().map(|nested| nested.line));
        for line in lines {
            reading.problems.push(misplaced(block, line, self.campaign.words_for(Expected::OrdersAlone)?));
        }
        reading.problems.sort_by_key(|problem| problem.line);
        reading.problems.iter_mut().for_each(|problem| problem.line += block.line);
        reading.entries.iter_mut().for_each(|entry| entry.line += block.line);
        reading.unmet.iter_mut().for_each(|unmet| unmet.line += block.line);
        // What the plan costs, and where ships fly, is told of the open turn alone.
        (reading.forecast, reading.prospect) = (serde_json::Value::Null, Default::default());
        Ok(LeavingWish::Keep { text: inside.orders, reading: Box::new(reading) })
    }

    /// Keeps what was judged, and says what became of each block.
    pub(in crate::office) fn leave_orders(&self, judged: &Judged, mail: i64) -> Result<Vec<LeftFacts>, DeskError> {
        let (Some(seat), Some(open)) = (judged.seat, self.campaign.open_turn()) else { return Ok(Vec::new()) };
        let mut told = Vec::new();
        for left in &judged.left {
            let is_carried_out = matches!(left.state, LeftState::Kept | LeftState::Replaced | LeftState::TakenBack | LeftState::Nothing);
            let is_last_word = !is_carried_out
                || self.ledger.leave_orders(&NewLeftOrders {
                    mail,
                    seat,
                    turn: left.block.aim.turn(),
                    received_at: self.left_at(seat, left.block.aim.turn())?,
                    always: left.is_always(),
                    text: left.text.as_deref(),
                })?;
            told.push(LeftFacts {
                line: left.block.heading.clone(),
                turn: left.block.aim.turn(),
                always: left.is_always(),
                state: if is_last_word { left.state } else { LeftState::Outrun },
                most_ahead: MOST_TURNS_AHEAD,
                has_sheet: self.ledger.seats_with_sheets(open.turn)?.contains(&seat),
                reading_text: left.reading.as_ref().map(|reading| self.campaign.reading_text(seat, reading)).transpose()?,
            });
        }
        Ok(told)
    }

    /// When orders for later are said to have come: not before those that they replace, if a clock that was ahead has noted these.
    fn left_at(&self, seat: Seat, turn: Option<u32>) -> Result<DateTime<Utc>, DeskError> {
        let known = self.ledger.left_orders(seat)?.into_iter().find(|left| left.turn == turn && left.received_at > self.now);
        Ok(known.map_or(self.mail.envelope.received_at, |left| left.received_at))
    }

    /// The standing orders that come before those of a sheet, as they are once this email is carried out.
    pub(in crate::office) fn always_orders(&self, seat: Seat, left: &[LeftBlock]) -> Result<Option<String>, DeskError> {
        // Where the game master plays only since this turn opened, what others had left before still counts for it.
        let counts_left = self.campaign.takes_orders_ahead() || !self.campaign.closes_first(Some(seat));
        if self.campaign.alternates() || self.campaign.open_turn().is_none() || !counts_left {
            return Ok(None);
        }
        let counts = |left: &&LeftBlock| left.block.aim.turn().is_none() && !left.state.is_refused() && !left.state.is_overtaken();
        match left.iter().find(counts) {
            Some(left) => Ok(left.text.clone().filter(|_| left.is_always())),
            None => Ok(self.ledger.standing_orders(seat)?.filter(|left| left.always).map(|left| left.text)),
        }
    }
}

impl LeftBlock {
    fn is_always(&self) -> bool {
        self.block.aim == Aim::Standing { always: true }
    }
}

/// What becomes of a block if a later one of the same email counts.
fn overtaken(own: Aim, later: Aim) -> LeftState {
    match (own, later) {
        (Aim::Standing { always: own }, Aim::Standing { always: later }) if own != later => LeftState::Displaced,
        _ => LeftState::Overtaken,
    }
}

/// A line of a block that is a command, or the heading of another block.
fn misplaced(block: &AheadBlock, line: u32, expected: String) -> Problem {
    let text = block.lines.get(line.saturating_sub(1) as usize).map(|text| text.trim().to_owned()).unwrap_or_default();
    Problem::of_line(line, text, expected)
}
