//! Until when a campaign waits for its open turn, and what players are told about their time.

use std::collections::BTreeMap;

use chrono::{DateTime, TimeDelta, Utc};

use crate::campaign::calendar::later;
use crate::campaign::clock::{Clock, Clocks, Limits};
use crate::campaign::config::{SealPolicy, SeatConfig};
use crate::campaign::envelope::OpenTurn;
use crate::campaign::local::{LocalTime, Zone};
use crate::campaign::schedule::Span;
use crate::campaign::watch::Held;
use crate::engine::{Seat, SeatSet, Viewer};
use crate::office::cabinet::desk::{Keyless, Progress};
use crate::office::cabinet::error::DeskError;
use crate::post::AheadBlock;
use crate::render::clock::{BankFacts, ClockFacts, Running, SeatClock};
use crate::render::schedule::increment_of;
use crate::store::Ledger;

impl Keyless {
    /// Whether one seat moves at a time, and its move is played when it arrives.
    pub fn alternates(&self) -> bool {
        self.config.game.alternates()
    }

    /// Whether players may seal their sheets against the game master.
    pub fn reveals(&self) -> bool {
        self.config.policy.seal == SealPolicy::Reveal && !self.alternates()
    }

    /// Whether conditional moves are refused: where moves alternate and sheets are sealed against the game master. A move is played when it
    /// arrives, so nothing is left for the game master to read.
    pub fn takes_no_plans(&self) -> bool {
        self.config.policy.seal == SealPolicy::Reveal && self.alternates()
    }

    /// Whether players may leave orders for later turns, and standing orders. Where moves alternate they have conditional moves; and where
    /// the game master plays, no sheet may lie here before the game master's own is closed.
    pub fn takes_orders_ahead(&self) -> bool {
        !self.alternates() && self.config.gm_seats().is_empty() && self.open_turn().is_some()
    }

    /// Whether a block for later turns is heeded. One that only takes back what was left is, also where no others are.
    pub fn takes_block(&self, block: &AheadBlock) -> bool {
        self.takes_orders_ahead() || !self.alternates() && self.open_turn().is_some() && block.takes_back()
    }

    /// Until when the sheets of a turn that closes at that time can be revealed.
    pub fn revealed_until(&self, closes_at: DateTime<Utc>) -> DateTime<Utc> {
        if self.reveals() { later(closes_at, TimeDelta::hours(self.config.policy.reveal_hours.into())) } else { closes_at }
    }

    /// The turn that orders are taken for; `None` before the start and after the end.
    pub fn open_turn(&self) -> Option<OpenTurn> {
        let progress = self.progress.as_ref()?;
        let window = progress.window.as_ref()?;
        // Nothing is too early for a turn that a clock opened that was ahead, or as long as nobody knows which clock was wrong.
        let reported_at = if self.is_opening_unknown(progress) { DateTime::<Utc>::MIN_UTC } else { window.opened_at };
        // Where moves alternate, an email may be sent at any time: one from before the report is read against the current position.
        let opened_at = if self.alternates() { DateTime::<Utc>::MIN_UTC } else { reported_at };
        // While play is held nobody is late: the deadline moves once it goes on.
        let closes_at = if self.held.is_some() { DateTime::<Utc>::MAX_UTC } else { self.limits(progress)?.closes_at };
        let revealed_until = self.revealed_until(closes_at);
        Some(OpenTurn { turn: window.turn, opened_at, reported_at, taken_from: opened_at, closes_at, revealed_until })
    }

    /// Whether nobody knows when the open turn really opened: a clock was ahead then, or may have been.
    pub(in crate::office) fn is_opening_unknown(&self, progress: &Progress) -> bool {
        progress.opened_ahead || self.held == Some(Held::ClockBehind)
    }

    /// Whether no turn is played at all, not even one for which every sheet has come.
    pub fn plays_nothing(&self) -> bool {
        matches!(self.held, Some(Held::Paused | Held::Outage | Held::ClockBehind))
    }

    /// Until when the open turn is waited for; `None` once the game is over.
    pub fn limits(&self, progress: &Progress) -> Option<Limits> {
        let deadline_at = progress.window.as_ref()?.deadline.at;
        let clock = match self.mover(progress) {
            Some(seat) => self.clock(&progress.clocks, seat),
            None => Clock::full(&self.config.schedule),
        };
        Some(clock.limits(deadline_at, self.config.schedule.grace_hours))
    }

    /// When the seats of the game master close; `None` where the game master holds none, unless some have closed, and once the game is over.
    pub fn gm_closes_at(&self) -> Option<DateTime<Utc>> {
        self.gm_closes_in(self.progress.as_ref()?)
    }

    /// The same for another position of the game.
    pub(in crate::office) fn gm_closes_in(&self, progress: &Progress) -> Option<DateTime<Utc>> {
        let window = progress.window.as_ref()?;
        let is_needed = !self.alternates() && (progress.gm_closing.has_closed() || !self.config.gm_seats().is_empty());
        is_needed.then(|| progress.gm_closing.moved_to().unwrap_or_else(|| self.gm_closes_after(window.opened_at)))
    }

    /// When the seats of the game master close if they have their hours from an instant on.
    pub(in crate::office) fn gm_closes_after(&self, instant: DateTime<Utc>) -> DateTime<Utc> {
        later(instant, TimeDelta::hours(self.config.policy.gm_hours.into()))
    }

    /// Whether the orders of a seat close before those of others are taken: those of the game master, and those that have closed so and have another
    /// player since.
    pub fn closes_first(&self, seat: Option<Seat>) -> bool {
        let has_closed = |seat: &Seat| self.closed_first().is_some_and(|closed| closed.contains(seat));
        !self.alternates() && seat.is_some_and(|seat| self.config.gm_seats().contains(&seat) || has_closed(&seat))
    }

    /// The seats whose orders for the open turn are fixed: those that closed before the others, whoever holds them now, and those that the game master,
    /// whose seats have closed, has taken since.
    pub(in crate::office) fn fixed_seats(&self) -> SeatSet {
        self.closed_first().map(|closed| closed | &self.config.gm_seats()).unwrap_or_default()
    }

    fn closed_first(&self) -> Option<&SeatSet> {
        self.progress.as_ref()?.gm_closing.closed()
    }

    /// Whether the orders of the game master's own seats are fixed for the open turn; `None` where the game master holds none, and once the game is over.
    pub fn are_gm_seats_closed(&self) -> Option<bool> {
        self.gm_closes_at().map(|_| self.closed_first().is_some())
    }

    /// Whether the closing of the game master's seats stands still with all clocks, so that nobody knows when it will be.
    pub fn gm_closing_stands(&self) -> bool {
        self.plays_nothing() && self.are_gm_seats_closed() == Some(false)
    }

    /// How much time the game master's seats have left once the game goes on; `None` unless their closing stands still.
    pub fn gm_time_left(&self) -> Option<TimeDelta> {
        let stands_since = self.stands_since.filter(|_| self.gm_closing_stands())?;
        Some(self.gm_closes_at()?.signed_duration_since(stands_since)).filter(|left| *left > TimeDelta::zero())
    }

    /// Until when a reader may send orders, apart from the grace, which those who close first do not have. `None` once the game is over.
    pub fn deadline_of(&self, progress: &Progress, seat: Option<Seat>) -> Option<DateTime<Utc>> {
        match self.gm_closes_in(progress).filter(|_| self.closes_first(seat)) {
            Some(closes_at) => Some(closes_at),
            None => Some(progress.window.as_ref()?.deadline.at),
        }
    }

    /// The seat whose clock runs; `None` where all play at once, and once the game is over.
    pub fn mover(&self, progress: &Progress) -> Option<Seat> {
        progress.table.to_move().first().copied().filter(|_| self.alternates())
    }

    /// The seat whose clock runs now; `None` where all play at once, before the start and after the end.
    pub fn mover_now(&self) -> Option<Seat> {
        self.mover(self.progress.as_ref()?)
    }

    /// The clock of a seat by the campaign's schedule, its days in the seat's time zone.
    pub fn clock<'a>(&self, clocks: &'a Clocks, seat: Seat) -> Clock<'a> {
        clocks.of(&self.config.schedule, seat, self.zone_of(Some(seat)))
    }

    /// The time zone of a seat, in which its days begin: its own if it has one, else the schedule's, which also serves readers without a seat.
    pub fn zone_of(&self, seat: Option<Seat>) -> &Zone {
        self.config.zone_of(seat)
    }

    /// An instant in the time zone of a seat.
    pub fn local(&self, instant: DateTime<Utc>, seat: Option<Seat>) -> LocalTime {
        self.zone_of(seat).local(instant)
    }

    /// The sheets that count in the open turn. Where all play at once, the sheet of a player who is out of the game does not.
    ///
    /// # Errors
    /// When the database refuses.
    pub fn sheets_that_count(&self, progress: &Progress, ledger: &Ledger<'_>, turn: u32) -> Result<BTreeMap<Seat, String>, DeskError> {
        let to_move = progress.table.to_move();
        let book = ledger.order_book(turn)?.into_iter().filter(|(seat, _)| self.alternates() || to_move.contains(seat));
        Ok(book.map(|(seat, sheet)| (seat, sheet.canonical)).collect())
    }

    /// The seats whose sheets count in the open turn. No sheet is opened.
    ///
    /// # Errors
    /// When the database refuses.
    pub fn seats_whose_sheets_count(&self, progress: &Progress, ledger: &Ledger<'_>, turn: u32) -> Result<SeatSet, DeskError> {
        let to_move = progress.table.to_move();
        let seats = ledger.sheets_sent(turn)?.into_keys();
        Ok(seats.filter(|seat| self.alternates() || to_move.contains(seat)).collect())
    }

    /// Whether a sheet of the seat counts in the open turn.
    pub fn has_a_say(&self, seat: Seat) -> bool {
        self.progress.as_ref().is_some_and(|progress| self.alternates() || progress.table.to_move().contains(&seat))
    }

    /// What a reader is told about time; `None` where all play at once, and once the game is over. Public pages are not updated as time
    /// passes, so they say nothing that depends on the present; and only those who play with somebody learn when that player is away.
    pub fn clock_facts(&self, progress: &Progress, reader: Viewer, now: DateTime<Utc>) -> Option<ClockFacts> {
        let mover = self.mover(progress)?;
        let limits = self.limits(progress)?;
        let seat = match reader {
            Viewer::Seat(seat) => Some(seat),
            Viewer::Public | Viewer::GameMaster => None,
        };
        let from_now = |instant| Span::until(instant, now).filter(|_| reader != Viewer::Public);
        let (clock, bank) = (self.clock(&progress.clocks, mover), self.config.schedule.bank());
        let still = if bank.is_some() { clock.stands_until(now) } else { clock.absent_at(now).map(|away| away.until) };
        let still = still.filter(|_| reader != Viewer::Public);
        let running = running(&limits, bank.is_some(), still.is_some(), now);
        let zone = self.zone_of(seat);
        let mut seats: Vec<SeatClock> = self.config.seats.iter().map(|seat| self.seat_clock(progress, seat, mover, &limits, now)).collect();
        if reader == Viewer::Public {
            seats.iter_mut().for_each(|seat| seat.absences.clear());
        }
        Some(ClockFacts {
            to_move: self.player_name(mover),
            own_move: seat == Some(mover),
            deadline_local: zone.text(limits.deadline_at),
            zone: zone.clone(),
            deadline_in: from_now(limits.deadline_at).filter(|_| bank.is_some() || running == Running::Time),
            running,
            grace_local: (limits.reserve_from > limits.deadline_at).then(|| zone.text(limits.reserve_from)),
            still_until: still.filter(|_| running == Running::Nothing).map(|last| last.to_string()),
            closes_local: zone.text(limits.closes_at),
            closes_in: from_now(limits.closes_at),
            has_reserve: self.config.schedule.reserve_days.is_some_and(|days| days > 0),
            has_reserve_left: limits.closes_at > limits.reserve_from,
            would_void: progress.table.moves().is_some_and(|moves| !moves.all_have_moved()),
            bank: bank.map(|bank| BankFacts { increment: increment_of(&self.config.schedule), limit: bank.limit.into() }),
            seats,
        })
    }

    /// What the player to move has left in the bank. If all clocks have stopped, that is what was left when they did.
    fn mover_bank(&self, progress: &Progress, clock: &Clock<'_>, now: DateTime<Utc>) -> TimeDelta {
        let Some(window) = &progress.window else { return TimeDelta::zero() };
        let stands_since = self.stands_since.filter(|since| *since >= window.opened_at);
        clock.counted(stands_since.map_or(now, |since| since.min(now)), window.deadline.at)
    }

    fn seat_clock(&self, progress: &Progress, seat: &SeatConfig, mover: Seat, limits: &Limits, now: DateTime<Utc>) -> SeatClock {
        let clock = self.clock(&progress.clocks, seat.number);
        let running = if seat.number == mover { clock.used(limits, now) } else { TimeDelta::zero() };
        let left = clock.reserve - running;
        let banked = clock.bank.map(|bank| if seat.number == mover { self.mover_bank(progress, &clock, now) } else { bank });
        let today = clock.zone.day(now);
        let to_come = clock.absences.iter().filter(|absence| today.is_none_or(|today| absence.until >= today));
        SeatClock {
            number: seat.number,
            name: seat.name.clone(),
            to_move: seat.number == mover,
            reserve_left: left.into(),
            reserve_seconds: left.num_seconds(),
            bank_left: banked.map(Span::from),
            bank_seconds: banked.map(|left| left.num_seconds()),
            absences: to_come.map(ToString::to_string).collect(),
        }
    }
}

fn running(limits: &Limits, has_bank: bool, stands_still: bool, now: DateTime<Utc>) -> Running {
    if has_bank {
        return match now < limits.closes_at {
            true if stands_still => Running::Nothing,
            true => Running::Bank,
            false => Running::Empty,
        };
    }
    if now < limits.deadline_at {
        Running::Time
    } else if now < limits.reserve_from {
        Running::Grace
    } else if now >= limits.closes_at {
        Running::Over
    } else if stands_still {
        Running::Nothing
    } else {
        Running::Reserve
    }
}
