//! ABSENT and PRESENT: a player's clock stops, an announced deadline may move later, and everybody hears of it.

use chrono::{DateTime, TimeDelta, Utc};

use crate::campaign::Fingerprint;
use crate::campaign::absence::{self, Refusal, Wish};
use crate::campaign::calendar::later;
use crate::campaign::clock::Absence;
use crate::campaign::config::SeatConfig;
use crate::campaign::journal::WhyMoved;
use crate::campaign::schedule;
use crate::engine::Seat;
use crate::office::cabinet::desk::Campaign;
use crate::office::cabinet::error::DeskError;
use crate::office::deadlines::clocks::days;
use crate::office::letters::facts::AbsenceFacts;
use crate::office::letters::{self, NewLetter};
use crate::post::Content;
use crate::post::commands::MailCommand;
use crate::store::Ledger;

/// A player who comes back early has at least this much time, unless the deadline was nearer anyway.
const NOTICE: TimeDelta = TimeDelta::hours(24);

/// An email that says when its player is away.
pub(crate) struct Announcement<'a> {
    pub seat: Seat,
    pub received_at: DateTime<Utc>,
    /// Tells its letters from those of other emails.
    pub fingerprint: &'a Fingerprint,
    /// Whether the open turn took emails when it came.
    pub in_time: bool,
}

impl Announcement<'_> {
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
                MailCommand::Absent { from, until, .. } => self.absent(campaign, Wish { from: from.as_deref(), until: until.as_deref() }),
                MailCommand::Present(_) => self.present(campaign),
                _ => continue,
            };
            let told = match changed {
                Err(refusal) => self.facts(campaign, None, Some(refusal), false),
                Ok((absences, granted)) if self.is_known(campaign, &absences) => self.facts(campaign, granted, None, false),
                Ok((absences, granted)) => {
                    let moved = self.write(campaign, ledger, absences, granted.is_none(), now)?;
                    let noted = self.facts(campaign, granted, None, moved);
                    let noted = AbsenceFacts { told: self.others(campaign).map(|other| other.name.clone()).collect(), ..noted };
                    self.tell_others(campaign, ledger, facts.len(), &noted, now)?;
                    noted
                }
            };
            facts.push(told);
        }
        Ok(facts)
    }

    fn absent(&self, campaign: &Campaign, wish: Wish<'_>) -> Result<(Vec<Absence>, Option<Absence>), Refusal> {
        let (known, today) = self.known_and_today(campaign)?;
        let granted = absence::grant(wish, today, known, campaign.config.policy.absence_days)?;
        Ok((absence::with(known, granted), Some(granted)))
    }

    fn present(&self, campaign: &Campaign) -> Result<(Vec<Absence>, Option<Absence>), Refusal> {
        let (known, today) = self.known_and_today(campaign)?;
        Ok((absence::returned(known, today)?, None))
    }

    /// Whether these are the days that the book has already, so that there is nothing to tell anybody.
    fn is_known(&self, campaign: &Campaign, absences: &[Absence]) -> bool {
        campaign.progress.as_ref().is_some_and(|progress| progress.clocks.absences(self.seat) == absences)
    }

    fn known_and_today<'c>(&self, campaign: &'c Campaign) -> Result<(&'c [Absence], jiff::civil::Date), Refusal> {
        let progress = campaign.progress.as_ref().filter(|_| self.in_time).ok_or(Refusal::Closed)?;
        let today = campaign.zone_of(Some(self.seat)).day(self.received_at).ok_or(Refusal::Closed)?;
        Ok((progress.clocks.absences(self.seat), today))
    }

    /// Puts the days into the book, and the deadline of the seat's own move where they put it. Returns whether it moved.
    fn write(
        &self,
        campaign: &mut Campaign,
        ledger: &Ledger<'_>,
        absences: Vec<Absence>,
        is_back: bool,
        now: DateTime<Utc>,
    ) -> Result<bool, DeskError> {
        ledger.set_absences(self.seat, &absences)?;
        let Some(progress) = &mut campaign.progress else { return Ok(false) };
        progress.clocks.absences.insert(self.seat, absences);
        let Some(moved) = self.moved_deadline(campaign, is_back) else { return Ok(false) };
        Ok(campaign.move_deadline(ledger, moved.at, WhyMoved::Absence { seat: self.seat }, now)?.is_some())
    }

    /// The deadline of the seat's own move with these absences, if it moves: later for an absence, and for PRESENT back to where it
    /// is with the days that are left, so that who takes days back has no time from them. Once it has passed it stays, and it is the
    /// reserve that stands still.
    fn moved_deadline(&self, campaign: &Campaign, is_back: bool) -> Option<schedule::Deadline> {
        let progress = campaign.progress.as_ref()?;
        let window = progress.window.as_ref()?;
        if campaign.mover(progress) != Some(self.seat) || self.received_at >= window.deadline_at {
            return None;
        }
        let clock = campaign.clock(&progress.clocks, self.seat);
        let schedule = &campaign.config.schedule;
        let counted = schedule::move_deadline(schedule, &clock, window.opened_at)?;
        if !is_back {
            return Some(counted).filter(|counted| counted.at > window.deadline_at);
        }
        let soonest = schedule::deadline_from(schedule, later(self.received_at, NOTICE))?;
        let earlier = if soonest.at > counted.at { soonest } else { counted };
        Some(earlier).filter(|earlier| earlier.at < window.deadline_at)
    }

    fn facts(&self, campaign: &Campaign, granted: Option<Absence>, problem: Option<Refusal>, moved: bool) -> AbsenceFacts {
        let allowed = campaign.config.policy.absence_days;
        let progress = campaign.progress.as_ref();
        let taken = progress.map_or(0, |progress| absence::days(progress.clocks.absences(self.seat)));
        let deadline = progress.and_then(|progress| progress.window.as_ref()).filter(|_| moved);
        let others = campaign.tournament_facts(progress, Some(self.seat)).into_iter().flat_map(|tournament| tournament.games);
        let others = others.filter(|game| game.own && game.result.is_none() && !game.is_void && game.id != campaign.id());
        AbsenceFacts {
            other_games: others.map(|game| game.id).collect(),
            name: campaign.config.seat(self.seat).map(|seat| seat.name.clone()).unwrap_or_default(),
            days: granted.as_ref().map(days),
            problem,
            told: Vec::new(),
            days_left: (i32::from(allowed) - taken).max(0),
            allowed,
            deadline_local: deadline.map(|window| format!("{} ({})", window.deadline_local, window.zone)),
        }
    }

    fn others<'c>(&self, campaign: &'c Campaign) -> impl Iterator<Item = &'c SeatConfig> + use<'c> {
        let seat = self.seat;
        campaign.config.seats.iter().filter(move |other| other.number != seat)
    }

    /// A letter to each other player; in reports and answers the clocks say who is away.
    fn tell_others(
        &self,
        campaign: &Campaign,
        ledger: &Ledger<'_>,
        index: usize,
        facts: &AbsenceFacts,
        now: DateTime<Utc>,
    ) -> Result<(), DeskError> {
        for other in self.others(campaign) {
            let mut model = campaign.letter_model(Some(other.number), "absence", now);
            model.done.absence = Some(facts.clone());
            let (subject, text) = letters::render(&campaign.templates, "shared/absence-notice.txt", &model)?;
            let id = format!("absence.{}.{index}.{}", self.fingerprint.short(), other.number);
            let letter = NewLetter::notice("notice", id, &other.address, (subject, text))
                .about(None, Some(other.number))
                .following(ledger.last_report(other.number)?.map(|report| report.message_id));
            letters::queue(ledger, &campaign.sender(), &letter, now)?;
        }
        Ok(())
    }
}
