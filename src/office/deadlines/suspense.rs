//! Turns that wait for the game master's decision: when they begin to wait, who is told, and when the wait ends.

use std::ops::RangeInclusive;

use chrono::{DateTime, TimeDelta, Utc};
use serde::{Deserialize, Serialize};

use crate::campaign::config::GmPower;
use crate::campaign::journal::{Act, WhyMoved};
use crate::campaign::suspense::{WhyWaits, are_too_many};
use crate::campaign::{Address, PlayerKey};
use crate::engine::{Seat, SeatSet};
use crate::office::cabinet::desk::{Campaign, Keyless, Progress};
use crate::office::cabinet::error::DeskError;
use crate::office::deadlines::mails_seen::MailsSeen;
use crate::office::letters::about::About;
use crate::office::letters::gm_facts::{WaitReason, WaitingFacts};
use crate::office::letters::kind::LetterKind;
use crate::office::letters::model::LetterModel;
use crate::office::letters::to_all::write_to;
use crate::office::letters::{self, NewLetter};
use crate::store::{Ledger, TurnWindow};

/// A turn that waits, or has waited.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(in crate::office) struct WaitingTurn {
    pub why: WhyWaits,
    /// When it began to wait.
    pub since: DateTime<Utc>,
    /// Since when no time counts against anybody, if moves alternate.
    pub stands_since: DateTime<Utc>,
    pub is_over: bool,
    /// How often it has waited.
    pub times: u32,
}

/// What a run finds of a turn that waits, or should.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum SuspenseFound {
    Nothing,
    Waits {
        since: DateTime<Utc>,
    },
    /// The report that its mover should answer has come back.
    Returned {
        seat: Seat,
    },
    /// The report that had come back is on its way again; nobody loses the time in between.
    SentAgain {
        by: TimeDelta,
    },
}

/// What is known of a turn's waiting; `None` if it never has waited.
pub(in crate::office) fn of_turn(ledger: &Ledger<'_>, turn: u32) -> Result<Option<WaitingTurn>, DeskError> {
    Ok(ledger.fact_in_json(&suspended(turn))?)
}

/// The same for a turn that waits now; else `None`.
pub(in crate::office) fn waits_now(ledger: &Ledger<'_>, turn: u32) -> Result<Option<WaitingTurn>, DeskError> {
    Ok(of_turn(ledger, turn)?.filter(|waiting| !waiting.is_over))
}

/// The instant from which more time for an open turn is counted: its deadline, or `now` if it waits and its deadline has passed.
pub(in crate::office) fn more_time_from(ledger: &Ledger<'_>, window: &TurnWindow, now: DateTime<Utc>) -> Result<DateTime<Utc>, DeskError> {
    let waits = waits_now(ledger, window.turn)?.is_some();
    Ok(if waits { window.deadline.at.max(now) } else { window.deadline.at })
}

/// Ends the wait of a turn, if it waits.
pub(in crate::office) fn end(ledger: &Ledger<'_>, turn: u32) -> Result<(), DeskError> {
    match waits_now(ledger, turn)? {
        Some(waiting) => keep(ledger, turn, &WaitingTurn { is_over: true, ..waiting }),
        None => Ok(()),
    }
}

/// Ends a turn's wait once somebody has decided on its deadline. A turn that waits because a report came back goes on waiting, and a
/// deadline that only makes up for lost time is nobody's decision.
pub(super) fn end_by_more_time(ledger: &Ledger<'_>, turn: u32, why: WhyMoved) -> Result<(), DeskError> {
    let makes_good = matches!(
        why,
        WhyMoved::Absence { .. }
            | WhyMoved::Outage
            | WhyMoved::Clock
            | WhyMoved::DelayedReports
            | WhyMoved::ReturnedReport
            | WhyMoved::Pause
    );
    match waits_now(ledger, turn)? {
        Some(WaitingTurn { why: WhyWaits::Missing { .. } | WhyWaits::MailDown { .. }, .. }) if !makes_good => end(ledger, turn),
        _ => Ok(()),
    }
}

/// Lets the clock of a seat's player run from here on although email to them comes back.
pub(super) fn charge(campaign: &Campaign, ledger: &Ledger<'_>, seat: Seat) -> Result<(), DeskError> {
    let Some(player) = campaign.config.seat(seat) else { return Ok(()) };
    Ok(ledger.set_fact(&charged(seat), &PlayerKey::of(&player.address).to_string())?)
}

/// Forgets that these turns have waited, since they are played again.
///
/// # Errors
/// When the database refuses.
pub(in crate::office) fn open_again(ledger: &Ledger<'_>, mut turns: RangeInclusive<u32>) -> Result<(), DeskError> {
    turns.try_for_each(|turn| Ok(ledger.forget_fact(&suspended(turn))?))
}

/// `suspended/7` is the [`WaitingTurn`] of turn 7.
fn suspended(turn: u32) -> String {
    format!("suspended/{turn}")
}

/// `charged/2` is the player of seat 2 whose clock runs although email to them comes back, since the game master has said so.
fn charged(seat: Seat) -> String {
    format!("charged/{seat}")
}

fn keep(ledger: &Ledger<'_>, turn: u32, waiting: &WaitingTurn) -> Result<(), DeskError> {
    Ok(ledger.set_fact_in_json(&suspended(turn), &waiting)?)
}

/// What there is to do about a turn that waits, or should because a report came back.
pub(super) fn find(campaign: &Keyless, ledger: &Ledger<'_>, window: &TurnWindow, now: DateTime<Utc>) -> Result<SuspenseFound, DeskError> {
    let waiting = of_turn(ledger, window.turn)?;
    let mover = campaign.mover_now();
    let returned = mover.map(|seat| campaign.has_no_report(ledger, seat)).transpose()?.unwrap_or_default();
    Ok(match (waiting.filter(|waiting| !waiting.is_over), mover) {
        (Some(WaitingTurn { why: WhyWaits::Returned { .. }, stands_since, .. }), _) if !returned => {
            SuspenseFound::SentAgain { by: now.signed_duration_since(stands_since).max(TimeDelta::zero()) }
        }
        (Some(WaitingTurn { stands_since, .. }), _) => SuspenseFound::Waits { since: stands_since },
        (None, Some(seat)) if returned => SuspenseFound::Returned { seat },
        (None, _) => SuspenseFound::Nothing,
    })
}

impl Keyless {
    /// Whether a seat cannot have had the last report: email to it has come back since then or longer, no orders have come after that, and the game
    /// master has not said that it counts all the same.
    pub(in crate::office) fn has_no_report(&self, ledger: &Ledger<'_>, seat: Seat) -> Result<bool, DeskError> {
        let (Some(_), Some(player)) = (ledger.unreached_since(seat)?, self.config.seat(seat)) else { return Ok(false) };
        let is_charged = ledger.fact_as(&charged(seat))? == Some(PlayerKey::of(&player.address));
        Ok(!is_charged)
    }
}

impl Campaign {
    /// Why the open turn should wait instead of being played without the orders of these seats; `None` if it should not, for example because it has
    /// waited before. How many orders are missing counts only once all email is here.
    pub(in crate::office) fn why_it_waits(
        &self,
        ledger: &Ledger<'_>,
        progress: &Progress,
        missing: &SeatSet,
        closes_at: DateTime<Utc>,
        mails: MailsSeen,
        now: DateTime<Utc>,
    ) -> Result<Option<WhyWaits>, DeskError> {
        // Where sheets are revealed after the deadline, the turn cannot wait: nobody may write orders after seeing another player's sheet.
        let can_wait = !missing.is_empty() && !self.reveals();
        let Some(window) = progress.window.as_ref().filter(|_| can_wait) else { return Ok(None) };
        if of_turn(ledger, window.turn)?.is_some() {
            return Ok(None);
        }
        if let Some(gap) = self.mail_gaps.iter().find(|gap| gap.concerns(window.opened_at, closes_at, now)) {
            return Ok(Some(WhyWaits::MailDown { since: gap.since.max(window.opened_at) }));
        }
        // Of players who are away no orders were expected, and those of a seat that closed first have not been lost on the way since.
        let is_away = |seat: Seat| self.clock(&progress.clocks, seat).absent_at(window.deadline.at).is_some();
        let count = |seats: &SeatSet| seats.iter().filter(|seat| !is_away(**seat) && !self.closes_first(Some(**seat))).count() as u32;
        let has_none_a_report = missing.iter().map(|seat| self.has_no_report(ledger, *seat)).collect::<Result<Vec<_>, _>>()?;
        let (missing, of) = (count(missing), count(&self.awaited(progress)));
        // If no report has reached anybody, it is the mail server that fails, and not the players.
        let is_cut_off = missing > 0 && missing == of && has_none_a_report.iter().all(|has_none| *has_none);
        let trips =
            mails == MailsSeen::All && !self.alternates() && (is_cut_off || are_too_many(missing, of, self.config.policy.breaker_percent));
        Ok(trips.then_some(WhyWaits::Missing { missing, of }))
    }

    /// Makes the open turn wait, in an open transaction: the journal says so, the game masters who can end it are asked, and the players are told.
    pub(in crate::office) fn let_wait(&self, ledger: &Ledger<'_>, why: WhyWaits, now: DateTime<Utc>) -> Result<(), DeskError> {
        let Some(window) = self.window() else { return Ok(()) };
        let turn = window.turn;
        let times = of_turn(ledger, turn)?.map_or(0, |before| before.times) + 1;
        let stands_since = match why {
            WhyWaits::Missing { .. } => now,
            WhyWaits::MailDown { since } => since,
            WhyWaits::Returned { .. } => window.opened_at,
        };
        keep(ledger, turn, &WaitingTurn { why, since: now, stands_since, is_over: false, times })?;
        self.record(ledger, Act::TurnWaits { turn, why }, now)?;
        let id = format!("{turn}.waits.{times}");
        let facts = |reader, sent| self.waiting_facts(why, reader, sent);
        for (number, address) in self.askable().into_iter().enumerate() {
            let model = LetterModel::new(self.heading(None, LetterKind::Notice, now), About::GmAsked(facts(None, false)));
            let rendered = letters::render(&self.templates, &model)?;
            let letter = NewLetter::notice(format!("{id}.asked.{number}"), address, rendered).about(Some(turn), None);
            letters::queue(ledger, &self.sender(), &letter, now)?;
        }
        let sent: SeatSet = if self.alternates() { SeatSet::new() } else { ledger.sheets_in_force(turn)?.into_keys().collect() };
        let returned = if let WhyWaits::Returned { seat } = why { Some(seat) } else { None };
        let hears = |reader: &Option<Seat>| reader.is_some() && *reader != returned;
        let readers: Vec<Option<Seat>> = self.readers().into_iter().filter(hears).collect();
        let about = |reader: Option<Seat>| About::TurnWaits(facts(reader, reader.is_some_and(|seat| sent.contains(&seat))));
        write_to(self, ledger, &readers, &id, about, now)?;
        Ok(())
    }

    /// What a letter says of the wait. Only the game master reads an address.
    fn waiting_facts(&self, why: WhyWaits, reader: Option<Seat>, sent: bool) -> WaitingFacts {
        let reason = match why {
            WhyWaits::Missing { missing, of } => WaitReason::Missing { missing, total: of },
            WhyWaits::MailDown { since } => WaitReason::MailDown { since_local: self.zone_of(reader).text(since) },
            WhyWaits::Returned { seat } => {
                let shown = self.config.seat(seat).filter(|_| reader.is_none());
                let address = shown.map(|player| player.address.clone());
                WaitReason::Returned { seat, name: self.name_of(seat).map(str::to_owned), address }
            }
        };
        let mover = self.mover_now().and_then(|seat| self.name_of(seat));
        WaitingFacts::new(reason, self.zone_of(reader).clone(), mover.map(str::to_owned), sent)
    }

    /// The game masters who can decide on it, each once.
    fn askable(&self) -> Vec<&Address> {
        let can_answer = |powers: &[GmPower]| powers.iter().any(|power| matches!(power, GmPower::Time | GmPower::Turns));
        let helpers = self.config.co_gms.iter().filter(|other| can_answer(&other.powers)).map(|other| &other.address);
        let mut all: Vec<&Address> = Vec::new();
        for address in [&self.config.gm.address].into_iter().chain(helpers) {
            if !all.contains(&address) {
                all.push(address);
            }
        }
        all
    }
}
