//! Sheets that the game master cannot read or answer: the game master's own close first, and sealed ones are revealed after the deadline.

use std::collections::BTreeMap;
use std::ops::RangeInclusive;

use chrono::{DateTime, TimeDelta, Utc};

use crate::campaign::Digest;
use crate::campaign::calendar::{earlier, later};
use crate::campaign::envelope::OpenTurn;
use crate::campaign::journal::{Act, Committed, sheet_digest};
use crate::engine::{Seat, SeatSet};
use crate::office::World;
use crate::office::cabinet::desk::{Campaign, Desk, Progress};
use crate::office::cabinet::error::DeskError;
use crate::office::cabinet::gm_closing::{ClosedSeats, GmClosing};
use crate::office::letters::about::About;
use crate::office::letters::kind::LetterKind;
use crate::office::letters::left::LeftInBook;
use crate::office::letters::model::{Heading, LetterModel};
use crate::office::letters::seal_facts::{ClosedFacts, FixedSheet, SealFacts};
use crate::office::letters::{self, NewLetter};
use crate::store::{Ledger, LeftOrders, TurnWindow};

impl Campaign {
    /// The open turn as it is for one seat: the seats of the game master close first, and only then are the sheets of others taken. Orders that have
    /// closed for good stay closed, however the deadline has moved since.
    ///
    /// # Errors
    /// When the database refuses.
    pub fn open_turn_of(&self, ledger: &Ledger<'_>, seat: Seat) -> Result<Option<OpenTurn>, DeskError> {
        let Some(turn) = self.open_turn() else { return Ok(None) };
        let closes_at = self.orders_closed_at(ledger, turn.turn)?.unwrap_or(turn.closes_at);
        let turn = OpenTurn { closes_at, ..turn };
        let closing = |at| OpenTurn { closes_at: at, revealed_until: at, ..turn };
        // An email that was under way when these seats closed comes too late: the others already know the digests.
        let is_fixed = self.fixed_seats().contains(&seat);
        Ok(Some(match self.gm_closing_at() {
            _ if is_fixed => closing(DateTime::<Utc>::MIN_UTC),
            Some(gm_closes_at) if self.closes_first(Some(seat)) => closing(gm_closes_at),
            Some(_) if self.have_gm_seats_closed_ahead() => turn,
            Some(gm_closes_at) => OpenTurn { taken_from: gm_closes_at, ..turn },
            None => turn,
        }))
    }

    /// As [`Keyless::gm_closes_at`](crate::office::Keyless::gm_closes_at), but at the end of time while the closing stands still.
    fn gm_closing_at(&self) -> Option<DateTime<Utc>> {
        let closes_at = self.gm_closes_at()?;
        Some(if self.gm_closing_stands() { DateTime::<Utc>::MAX_UTC } else { closes_at })
    }

    /// Whether the seats of the game master have closed, at a time of which nobody knows how early it really was.
    fn have_gm_seats_closed_ahead(&self) -> bool {
        let is_unknown = self.progress.as_ref().is_some_and(|progress| self.is_opening_unknown(progress));
        is_unknown && self.are_gm_seats_closed() == Some(true)
    }

    /// Times the closing of the game master's seats from now on, because a clock that was ahead has opened the turn: open ones have their hours again,
    /// and those that have closed have closed by now.
    ///
    /// # Errors
    /// When the database refuses.
    pub(super) fn time_gm_closing_anew(&mut self, ledger: &Ledger<'_>, now: DateTime<Utc>) -> Result<(), DeskError> {
        let (turn, in_time) = (self.window().map_or(0, |window| window.turn), self.gm_closes_after(now));
        let is_needed = self.gm_closes_at().is_some();
        let Some(progress) = self.progress.as_mut().filter(|_| is_needed) else { return Ok(()) };
        let closes_at = if progress.gm_closing.has_closed() { now } else { in_time };
        progress.gm_closing.move_to(ledger, turn, closes_at)
    }

    /// Puts the closing of the game master's seats off by a time in which no clock ran, unless they closed before.
    ///
    /// # Errors
    /// When the database refuses.
    pub(super) fn put_gm_closing_off(&mut self, ledger: &Ledger<'_>, by: TimeDelta, now: DateTime<Utc>) -> Result<(), DeskError> {
        let Some(closes_at) = self.gm_closes_at().filter(|closes_at| *closes_at > earlier(now, by)) else { return Ok(()) };
        let turn = self.window().map_or(0, |window| window.turn);
        // Where a clock was ahead, the closing is timed by the right one already.
        let is_right = by < TimeDelta::zero() && self.progress.as_ref().is_some_and(|progress| progress.opened_ahead);
        match &mut self.progress {
            Some(_) if is_right => Ok(()),
            Some(progress) if !progress.gm_closing.has_closed() => progress.gm_closing.put_off(ledger, turn, later(closes_at, by)),
            _ => Ok(()),
        }
    }

    /// When the orders of a turn closed for good; `None` as long as the deadline alone says when they close.
    pub(in crate::office) fn orders_closed_at(&self, ledger: &Ledger<'_>, turn: u32) -> Result<Option<DateTime<Utc>>, DeskError> {
        Ok(ledger.fact_as(&orders_closed(turn))?)
    }

    /// Whether the sheet of a seat may be sealed against the game master. The game master's own are fixed before the others are taken, and a player who is
    /// out of the game has none.
    pub(in crate::office) fn may_seal(&self, seat: Seat) -> bool {
        self.reveals() && !self.closes_first(Some(seat)) && self.has_a_say(seat)
    }

    /// Closes the orders of the open turn for good once they are due, if a sheet is sealed: what is revealed from here on could be answered, whether a
    /// run has asked for it yet or not.
    ///
    /// # Errors
    /// When the database refuses.
    pub(in crate::office) fn close_sealed_orders(&self, ledger: &Ledger<'_>, at: DateTime<Utc>) -> Result<(), DeskError> {
        match self.open_turn().filter(|turn| self.reveals() && turn.closes_at <= at) {
            Some(turn) if !self.committed(ledger, turn.turn)?.is_empty() => self.close_orders(ledger, &turn),
            _ => Ok(()),
        }
    }

    /// Closes the orders of a turn for good, because a sealed sheet is revealed from here on: whatever came later could answer it.
    pub(in crate::office) fn close_orders(&self, ledger: &Ledger<'_>, turn: &OpenTurn) -> Result<(), DeskError> {
        if self.orders_closed_at(ledger, turn.turn)?.is_none() {
            ledger.set_fact(&orders_closed(turn.turn), &turn.closes_at.to_rfc3339())?;
        }
        Ok(())
    }

    /// Closes the seats of the game master if that is due, before anything that came in at that time is handled; before their time if orders of others
    /// lie here already, standing orders too, after a rollback or where the game master plays only since. Their digests go into the journal and to
    /// everybody.
    ///
    /// # Errors
    /// When the database refuses, or a letter cannot be written.
    pub fn close_gm_seats(&mut self, ledger: &Ledger<'_>, at: DateTime<Utc>, now: DateTime<Utc>) -> Result<(), DeskError> {
        let closed = self.fix_gm_seats(ledger, at, now)?;
        if let (Some(progress), Some(closed)) = (&mut self.progress, closed) {
            progress.gm_closing.close(closed);
        }
        Ok(())
    }

    /// The same in the database alone. Returns which seats have closed; `None`, and nothing was done, if it is not due or was done before.
    ///
    /// # Errors
    /// As for [`Campaign::close_gm_seats`].
    fn fix_gm_seats(&self, ledger: &Ledger<'_>, at: DateTime<Utc>, now: DateTime<Utc>) -> Result<Option<ClosedSeats>, DeskError> {
        let (Some(turn), Some(gm_closes_at)) = (self.open_turn(), self.gm_closing_at()) else { return Ok(None) };
        if self.are_gm_seats_closed() == Some(true) {
            return Ok(None);
        }
        let seats = self.config.gm_seats();
        let is_early = at < gm_closes_at;
        if is_early && !self.has_orders_of_others(ledger, turn.turn, &seats)? {
            return Ok(None);
        }
        for seat in &seats {
            // One that became the game master's with a sealed sheet.
            ledger.forget_commitment(turn.turn, *seat)?;
        }
        let counting =
            self.progress.as_ref().map(|progress| self.sheets_that_count(progress, ledger, turn.turn)).transpose()?.unwrap_or_default();
        let digest = |seat: Seat| sheet_digest(self.salt(turn.turn, seat), counting.get(&seat).map(String::as_str));
        let sheets: BTreeMap<Seat, Digest> = seats.into_iter().map(|seat| (seat, digest(seat))).collect();
        self.record(ledger, Act::GameMasterClosed { turn: turn.turn, sheets: sheets.clone() }, now)?;
        // What came while orders were taken still counts, though it is only read now.
        let early_at = is_early.then_some(at.max(turn.opened_at));
        let closed = ClosedSeats { seats: sheets.keys().copied().collect(), early_at };
        GmClosing::note(ledger, turn.turn, &closed)?;
        let name = |seat: Seat| self.player_name(seat);
        let fixed: Vec<FixedSheet> =
            sheets.iter().map(|(seat, digest)| FixedSheet { seat: *seat, name: name(*seat), digest: *digest }).collect();
        for player in &self.config.seats {
            let about = About::GmClosed(ClosedFacts::new(fixed.clone(), is_early));
            self.send_notice(ledger, LetterKind::GmClosed, player.number, about, now)?;
        }
        Ok(Some(closed))
    }

    /// Whether orders that count lie here in the clear from a seat that is not the game master's: a sheet, or standing orders, which a player had left
    /// before the game master played.
    fn has_orders_of_others(&self, ledger: &Ledger<'_>, turn: u32, own: &SeatSet) -> Result<bool, DeskError> {
        let Some(progress) = &self.progress else { return Ok(false) };
        let (sheets, standing) = (self.seats_whose_sheets_count(progress, ledger, turn)?, self.without_a_sheet(ledger)?.standing);
        Ok((&sheets | &standing).iter().any(|seat| !own.contains(seat) && self.has_a_say(*seat)))
    }

    /// The seats that have sent a digest for a turn, and what they have revealed since. That of a player who is out of the game does not count.
    ///
    /// # Errors
    /// When the database refuses.
    pub fn committed(&self, ledger: &Ledger<'_>, turn: u32) -> Result<BTreeMap<Seat, Committed>, DeskError> {
        if !self.reveals() {
            return Ok(BTreeMap::new());
        }
        let (mut commitments, book) = (ledger.commitments(turn)?, ledger.order_book(turn)?);
        commitments.retain(|seat, _| self.has_a_say(*seat));
        let committed = |(seat, digest)| (seat, Committed { digest, salt: book.get(&seat).and_then(|sheet| sheet.salt) });
        Ok(commitments.into_iter().map(committed).collect())
    }

    /// Asks those who have sent a digest to reveal their sheet, once.
    fn ask_to_reveal(&self, ledger: &Ledger<'_>, turn: &OpenTurn, now: DateTime<Utc>) -> Result<(), DeskError> {
        let name = asked_to_reveal(turn.turn);
        if now < turn.closes_at || ledger.fact(&name)?.is_some() {
            return Ok(());
        }
        for (seat, committed) in self.committed(ledger, turn.turn)? {
            if committed.salt.is_some() {
                continue;
            }
            self.close_orders(ledger, turn)?;
            let about = About::RevealNow(self.seal_facts(turn, seat, Some(committed.digest), now));
            self.send_notice(ledger, LetterKind::RevealNow, seat, about, now)?;
        }
        Ok(ledger.set_fact(&name, &now.to_rfc3339())?)
    }

    /// What a letter says of the sheet that a seat has sealed.
    pub(in crate::office) fn seal_facts(&self, turn: &OpenTurn, seat: Seat, digest: Option<Digest>, now: DateTime<Utc>) -> SealFacts {
        let local = |instant| self.held.is_none().then(|| self.deadline_facts(instant, Some(seat), now));
        SealFacts::new(digest, local(turn.closes_at), local(turn.revealed_until))
    }

    /// What others than the game master have left for later turns where the game master plays.
    fn left_by_others(&self, ledger: &Ledger<'_>) -> Result<BTreeMap<Seat, Vec<LeftInBook>>, DeskError> {
        let own = self.config.gm_seats();
        let mut left = BTreeMap::new();
        for seat in self.config.seat_numbers().filter(|seat| !own.is_empty() && !own.contains(seat)) {
            let orders = ledger.left_orders(seat)?.into_iter();
            let orders: Vec<LeftInBook> = orders.map(|LeftOrders { turn, always, text, .. }| LeftInBook { turn, always, text }).collect();
            if !orders.is_empty() {
                left.insert(seat, orders);
            }
        }
        Ok(left)
    }

    /// Deletes what others than the game master had left before the game master played, in the transaction that opens the turn after `progress`: it
    /// would lie here before the seats of the game master close. They are told. What was left before counts for the turn that is played, no longer for
    /// this one.
    ///
    /// # Errors
    /// When a letter cannot be written, or the database refuses.
    pub(in crate::office) fn drop_left_orders(
        &self,
        ledger: &Ledger<'_>,
        progress: &Progress,
        window: &TurnWindow,
        now: DateTime<Utc>,
    ) -> Result<(), DeskError> {
        for (seat, left_in_book) in self.left_by_others(ledger)? {
            ledger.forget_left_by(seat)?;
            let heading = Heading {
                turn: Some(window.turn),
                deadline: Some(self.deadline_facts(window.deadline.at, Some(seat), now)),
                gm_closes_first: true,
                taken_from: self.gm_closes_in(progress).map(|at| self.deadline_facts(at, Some(seat), now)),
                grace: None,
                reveal_until: None,
                held: None,
                ..self.heading(Some(seat), LetterKind::LeftAside, now)
            };
            self.send_headed(ledger, heading, seat, About::LeftAside { left_in_book }, now)?;
        }
        Ok(())
    }

    fn send_notice(&self, ledger: &Ledger<'_>, name: LetterKind, seat: Seat, about: About, now: DateTime<Utc>) -> Result<(), DeskError> {
        self.send_headed(ledger, self.heading(Some(seat), name, now), seat, about, now)
    }

    fn send_headed(&self, ledger: &Ledger<'_>, heading: Heading, seat: Seat, about: About, now: DateTime<Utc>) -> Result<(), DeskError> {
        let Some(player) = self.config.seat(seat) else { return Ok(()) };
        let (turn, name) = (heading.turn, heading.kind);
        let (subject, text) = letters::render(&self.templates, &LetterModel::new(heading, about))?;
        // Orders of a turn may be taken anew, and then close or are asked for again. What a letter tells of follows a new entry each time.
        let entry = ledger.tip()?.map_or(0, |tip| tip.number);
        let letter = NewLetter::notice(format!("{}.{name}.{entry}.{seat}", turn.unwrap_or(0)), &player.address, (subject, text))
            .about(turn, Some(seat))
            .following(ledger.last_report(seat)?.map(|report| report.message_id));
        letters::queue(ledger, &self.sender(), &letter, now)?;
        Ok(())
    }
}

/// The fact that seats were asked to reveal what they have sealed for a turn.
fn asked_to_reveal(turn: u32) -> String {
    format!("asked to reveal/{turn}")
}

/// The fact that holds [`Campaign::orders_closed_at`].
fn orders_closed(turn: u32) -> String {
    format!("orders closed/{turn}")
}

/// Forgets what was done about seals in turns whose orders are taken again.
///
/// # Errors
/// When the database refuses.
pub(in crate::office) fn open_again(ledger: &Ledger<'_>, mut turns: RangeInclusive<u32>) -> Result<(), DeskError> {
    GmClosing::forget(ledger, turns.clone())?;
    turns.try_for_each(|turn| [asked_to_reveal(turn), orders_closed(turn)].iter().try_for_each(|fact| Ok(ledger.forget_fact(fact)?)))
}

/// Does what is due about sealed sheets at this time: closes the seats of the game master, and asks for what is to be revealed.
///
/// # Errors
/// When a letter cannot be written, or the database refuses.
pub(crate) fn attend(desk: &mut Desk, world: &World<'_>) -> Result<(), DeskError> {
    let Desk { store, campaign, .. } = desk;
    if campaign.held.is_some() || !campaign.reveals() && campaign.config.gm_seats().is_empty() {
        return Ok(());
    }
    let Some(turn) = campaign.open_turn() else { return Ok(()) };
    let ledger = store.begin()?;
    campaign.close_gm_seats(&ledger, world.now, world.now)?;
    if campaign.reveals() {
        campaign.ask_to_reveal(&ledger, &turn, world.now)?;
    }
    (world.boundary)("before seals are attended to");
    ledger.commit()?;
    (world.boundary)("after seals are attended to");
    Ok(())
}
