//! ABSENT and PRESENT: a player's clock stops, or the turn waits; an announced deadline may move later, and everybody hears of it.

use chrono::{DateTime, TimeDelta, Utc};

use super::absence_requests;
use crate::campaign::absence::{self, AbsenceRefusal, AbsenceWish};
use crate::campaign::calendar::later;
use crate::campaign::clock::Absence;
use crate::campaign::config::{AbsencePolicy, SeatConfig};
use crate::campaign::journal::WhyMoved;
use crate::campaign::local::LocalTime;
use crate::campaign::schedule;
use crate::campaign::watch::Held;
use crate::engine::Seat;
use crate::office::cabinet::desk::{Campaign, Progress};
use crate::office::cabinet::error::DeskError;
use crate::office::cabinet::ration::Ration;
use crate::office::cabinet::tenure::Tenure;
use crate::office::letters::about::About;
use crate::office::letters::absence_facts::AbsenceFacts;
use crate::office::letters::to_all::write_letters;
use crate::office::publishing::deadlines::DeadlineFile;
use crate::post::Content;
use crate::post::commands::MailCommand;
use crate::store::{EmailKind, Ledger};

/// A player who comes back early has at least this much time, unless the deadline was nearer anyway.
const NOTICE: TimeDelta = TimeDelta::hours(24);

/// ABSENT and PRESENT of a player, as often as they change anything: everybody gets a letter about it.
pub(in crate::office) const CHANGES: Ration = Ration { what: "absences", most: 6 };

/// An email that says when its player is away.
pub(crate) struct Announcement {
    pub seat: Seat,
    pub received_at: DateTime<Utc>,
    /// Tells the letters about it from those of other emails.
    pub id: String,
    /// Whether the open turn took emails when it came.
    pub in_time: bool,
}

impl Announcement {
    /// Carries out what the commands say; returns what became of each ABSENT and PRESENT.
    pub(crate) fn carry_out(
        &self,
        campaign: &mut Campaign,
        ledger: &Ledger<'_>,
        content: &Content,
        now: DateTime<Utc>,
    ) -> Result<Vec<AbsenceFacts>, DeskError> {
        let mut facts = Vec::new();
        for command in content.commands() {
            let changed = match command {
                MailCommand::Absent { from, until, .. } => {
                    let own = campaign.own_absences(ledger, self.seat)?;
                    self.absent(campaign, &own, AbsenceWish { from: from.as_deref(), until: until.as_deref() })
                }
                MailCommand::Present(_) => self.present(campaign),
                _ => continue,
            };
            // A player who is back also withdraws days that nobody has granted yet.
            let is_taken_back = matches!(command, MailCommand::Present(_)) && absence_requests::forget(ledger, self.seat)?;
            let told = match changed {
                Err(AbsenceRefusal::NotAway) if is_taken_back => self.facts(campaign, ledger, None, None, false)?,
                Err(refusal) => self.facts(campaign, ledger, None, Some(refusal), false)?,
                Ok((absences, granted)) if self.is_known(campaign, &absences) => self.facts(campaign, ledger, granted, None, false)?,
                Ok((_, Some(asked))) if campaign.absence_policy() == AbsencePolicy::Gm => {
                    match campaign.ask_for_absence(ledger, (self.seat, asked), &self.id, now)? {
                        Ok(()) => AbsenceFacts { asked: true, ..self.facts(campaign, ledger, Some(asked), None, false)? },
                        Err(refusal) => self.facts(campaign, ledger, None, Some(refusal), false)?,
                    }
                }
                Ok(changed) => match CHANGES.used_up_until(ledger, self.seat, now)? {
                    Some(again) => {
                        let again_local = campaign.local(again, Some(self.seat)).to_string();
                        let refusal = AbsenceRefusal::ChangedTooOften { most: CHANGES.most, again_local };
                        self.facts(campaign, ledger, None, Some(refusal), false)?
                    }
                    None => {
                        CHANGES.note(ledger, self.seat, now)?;
                        self.tell(campaign, ledger, changed, facts.len(), now)?
                    }
                },
            };
            facts.push(told);
        }
        Ok(facts)
    }

    /// Notes days that are granted, and tells all others.
    pub(super) fn note(
        &self,
        campaign: &mut Campaign,
        ledger: &Ledger<'_>,
        granted: Absence,
        now: DateTime<Utc>,
    ) -> Result<AbsenceFacts, DeskError> {
        let known = campaign.progress.as_ref().map(|progress| progress.clocks.absences(self.seat)).unwrap_or_default();
        self.tell(campaign, ledger, (absence::with(known, granted), Some(granted)), 0, now)
    }

    /// Writes down which days a player is away now, and tells all others.
    fn tell(
        &self,
        campaign: &mut Campaign,
        ledger: &Ledger<'_>,
        (absences, granted): (Vec<Absence>, Option<Absence>),
        index: usize,
        now: DateTime<Utc>,
    ) -> Result<AbsenceFacts, DeskError> {
        let moved = self.write(campaign, ledger, (absences, granted), now)?;
        let noted = self.facts(campaign, ledger, granted, None, moved)?;
        let noted = AbsenceFacts { told: self.others(campaign).map(|other| other.name.clone()).collect(), ..noted };
        self.tell_others(campaign, ledger, index, &noted, now)?;
        Ok(noted)
    }

    fn absent(
        &self,
        campaign: &Campaign,
        own: &[Absence],
        wish: AbsenceWish<'_>,
    ) -> Result<(Vec<Absence>, Option<Absence>), AbsenceRefusal> {
        if campaign.absence_policy() == AbsencePolicy::No {
            return Err(AbsenceRefusal::NotHere);
        }
        let (known, today) = self.known_and_today(campaign)?;
        let granted = absence::grant(wish, today, own, campaign.config.policy.absence_days)?;
        Ok((absence::with(known, granted), Some(granted)))
    }

    fn present(&self, campaign: &Campaign) -> Result<(Vec<Absence>, Option<Absence>), AbsenceRefusal> {
        let (known, today) = self.known_and_today(campaign)?;
        Ok((absence::returned(known, today)?, None))
    }

    /// Whether these days are noted already, so that there is nothing to tell anybody.
    fn is_known(&self, campaign: &Campaign, absences: &[Absence]) -> bool {
        campaign.progress.as_ref().is_some_and(|progress| progress.clocks.absences(self.seat) == absences)
    }

    fn known_and_today<'c>(&self, campaign: &'c Campaign) -> Result<(&'c [Absence], jiff::civil::Date), AbsenceRefusal> {
        let progress = campaign.progress.as_ref().filter(|_| self.in_time).ok_or(AbsenceRefusal::Closed)?;
        let today = campaign.zone_of(Some(self.seat)).day(self.received_at).ok_or(AbsenceRefusal::Closed)?;
        Ok((progress.clocks.absences(self.seat), today))
    }

    /// Records the days, and moves the deadline of the seat's own move, or of the turn, accordingly. Returns whether it moved.
    fn write(
        &self,
        campaign: &mut Campaign,
        ledger: &Ledger<'_>,
        (absences, granted): (Vec<Absence>, Option<Absence>),
        now: DateTime<Utc>,
    ) -> Result<bool, DeskError> {
        ledger.set_absences(self.seat, &absences)?;
        let before = campaign.progress.as_ref().and_then(|progress| self.banked_time(campaign, progress));
        let Some(progress) = &mut campaign.progress else { return Ok(false) };
        progress.clocks.absences.insert(self.seat, absences);
        let Some(moved) = self.moved_deadline(campaign, before, granted) else { return Ok(false) };
        let has_moved = campaign.move_deadline(ledger, moved.at, WhyMoved::Absence { seat: self.seat }, now)?.is_some();
        if let Some(days) = granted.filter(|_| has_moved && !campaign.alternates()) {
            Tenure::use_up(ledger, self.seat, days)?;
        }
        Ok(has_moved)
    }

    /// How much time of the seat's bank counts from the opening of its move to the deadline; `None` if it has no bank.
    fn banked_time(&self, campaign: &Campaign, progress: &Progress) -> Option<TimeDelta> {
        let (window, clock) = (progress.window.as_ref()?, campaign.clock(&progress.clocks, self.seat));
        clock.bank.map(|_| clock.counted(window.opened_at, window.deadline.at))
    }

    /// The deadline of the seat's own move with these absences, if it moves: later for an absence, and for PRESENT back to where it is with
    /// the days that are left, so that a player who takes days back gains no time by them. A deadline that has passed stays; then only the
    /// reserve stands still. A bank keeps what it holds: exactly `banked` of it counts before the deadline.
    fn moved_deadline(&self, campaign: &Campaign, banked: Option<TimeDelta>, granted: Option<Absence>) -> Option<LocalTime> {
        let progress = campaign.progress.as_ref()?;
        let window = progress.window.as_ref()?;
        if !campaign.alternates() {
            // Others count on the deadline that they were told, so days that are taken back bring it no nearer. In a pause it is where it
            // was, and waits for them when it moves at the end.
            let is_open = campaign.held != Some(Held::Paused) && self.received_at < window.deadline.at;
            return campaign.waiting_for(progress, (self.seat, granted.filter(|_| is_open)?), window.deadline.at);
        }
        if campaign.mover(progress) != Some(self.seat) || self.received_at >= window.deadline.at {
            return None;
        }
        let clock = campaign.clock(&progress.clocks, self.seat);
        let schedule = &campaign.config.schedule;
        if let Some(banked) = banked {
            return schedule::moved_to(schedule, clock.after(window.opened_at, banked));
        }
        let counted = schedule::move_deadline(schedule, &clock, window.opened_at)?;
        if granted.is_some() {
            return Some(counted).filter(|counted| counted.at > window.deadline.at);
        }
        let soonest = schedule::deadline_from(schedule, later(self.received_at, NOTICE))?;
        let earlier = if soonest.at > counted.at { soonest } else { counted };
        Some(earlier).filter(|earlier| earlier.at < window.deadline.at)
    }

    pub(super) fn facts(
        &self,
        campaign: &Campaign,
        ledger: &Ledger<'_>,
        granted: Option<Absence>,
        problem: Option<AbsenceRefusal>,
        moved: bool,
    ) -> Result<AbsenceFacts, DeskError> {
        let allowed = campaign.config.policy.absence_days;
        let progress = campaign.progress.as_ref();
        let taken = absence::days(&campaign.own_absences(ledger, self.seat)?);
        let others = campaign.tournament_facts(progress, Some(self.seat)).into_iter().flat_map(|tournament| tournament.games);
        let others = others.filter(|game| game.own && game.result.is_none() && !game.is_void && game.id != *campaign.id());
        Ok(AbsenceFacts {
            other_games: others.map(|game| game.id).collect(),
            name: campaign.player_name(self.seat),
            days: granted.as_ref().map(Absence::to_string),
            problem,
            told: Vec::new(),
            asked: false,
            days_left: (i32::from(allowed) - taken).max(0),
            allowed,
            waits: !campaign.closes_first(Some(self.seat)),
            deadline_local: campaign.deadline_as_read_by(Some(self.seat)).filter(|_| moved),
        })
    }

    fn others<'c>(&self, campaign: &'c Campaign) -> impl Iterator<Item = &'c SeatConfig> + use<'c> {
        let seat = self.seat;
        campaign.config.seats.iter().filter(move |other| other.number != seat)
    }

    /// Writes to each other player, and to the game master if a turn waits; in reports and answers the clocks say who is away.
    fn tell_others(
        &self,
        campaign: &Campaign,
        ledger: &Ledger<'_>,
        index: usize,
        facts: &AbsenceFacts,
        now: DateTime<Utc>,
    ) -> Result<(), DeskError> {
        let deadline = match &campaign.progress {
            Some(progress) if facts.deadline_local.is_some() => DeadlineFile::of(campaign, progress, ledger)?,
            _ => None,
        };
        let mut readers = campaign.readers_but(self.seat);
        // Where moves alternate, or the game master plays, days of absence concern only the players.
        if campaign.alternates() || !campaign.config.gm_seats().is_empty() {
            readers.retain(Option::is_some);
        }
        let id = format!("absence.{}.{index}", self.id);
        let about = |reader| {
            let deadline_local = facts.deadline_local.as_ref().and_then(|_| campaign.deadline_as_read_by(reader));
            About::AbsenceNotice(AbsenceFacts { deadline_local, ..facts.clone() })
        };
        let file = |seat| deadline.as_ref().and_then(|file| file.for_seat(campaign, seat));
        write_letters(campaign, ledger, &readers, (EmailKind::Notice, &id), about, file, now)?;
        Ok(())
    }
}
