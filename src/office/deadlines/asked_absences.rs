//! Days of absence that a player has asked for: the game master grants or denies them, by email or by a command.

use chrono::{DateTime, Utc};
use serde::Serialize;

use super::absence_requests::{asked_by, forget};
use super::absences::Announcement;
use crate::campaign::CampaignId;
use crate::campaign::absence::{self, AbsenceWish};
use crate::campaign::clock::Absence;
use crate::engine::Seat;
use crate::office::World;
use crate::office::cabinet::desk::{Campaign, Desk, Keyless};
use crate::office::cabinet::error::DeskError;
use crate::office::cabinet::glance::Glance;
use crate::office::cabinet::host::Host;
use crate::office::letters::about::About;
use crate::office::letters::absence_facts::AbsenceFacts;
use crate::office::letters::to_all::write_to;
use crate::store::{Ledger, StoreError};

/// Days of absence that wait for the game master's decision.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct AbsenceRequest {
    /// The seat whose player asks for them.
    pub seat: Seat,
    /// What that player is called.
    pub name: String,
    /// `2026-12-20 to 2026-12-24`.
    pub days: String,
}

/// What became of days that a player had asked for.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct AbsenceDecided {
    /// The campaign that the player asked in.
    pub campaign: CampaignId,
    /// The seat whose player had asked for them.
    pub seat: Seat,
    /// What that player is called.
    pub name: String,
    /// `2026-12-20 to 2026-12-24`.
    pub days: String,
    /// Whether they were granted; if not, no deadline has moved and no clock stops.
    pub granted: bool,
    /// The deadline, if it has moved, as it is announced to all.
    pub deadline_local: Option<String>,
}

/// Why nothing is decided.
#[allow(missing_docs, reason = "each says what it is")]
#[derive(Debug, thiserror::Error, Serialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum AbsenceError {
    #[error("{0}")]
    #[serde(skip)]
    Desk(#[from] DeskError),
    #[error("{name} (seat {seat}) of {campaign} has asked for no days of absence, or you have decided on them already")]
    Nothing { campaign: CampaignId, seat: Seat, name: String },
    #[error("{name} (seat {seat}) of {campaign} has since asked for other days: {days}")]
    AskedAnew { campaign: CampaignId, seat: Seat, name: String, days: String },
    #[error("the days that {name} (seat {seat}) of {campaign} has asked for are over, or more than are left")]
    Over { campaign: CampaignId, seat: Seat, name: String },
}

impl From<StoreError> for AbsenceError {
    fn from(error: StoreError) -> AbsenceError {
        AbsenceError::Desk(error.into())
    }
}

/// Grants or denies the days that a player has asked for. The player gets a letter; if they are granted, so does everybody.
///
/// # Errors
/// When there is no such seat, nothing was asked for, or the days are over; nothing was done then.
pub fn decide_absence(desk: &mut Desk, seat: Seat, grants: bool, world: &World<'_>) -> Result<AbsenceDecided, AbsenceError> {
    desk.transact(world, |campaign, ledger| campaign.decide_absence(ledger, (seat, None), grants, world.now))
}

/// Whether the player of a seat has asked for days on which nobody has decided yet.
///
/// # Errors
/// When the campaign does not read.
pub fn asks_for_absence(host: &Host, id: &CampaignId, seat: Seat) -> Result<bool, DeskError> {
    Ok(asked_by(&Glance::open(host, id)?.store.look()?, seat)?.is_some())
}

impl Keyless {
    /// What players have asked for that is not decided, and not over.
    ///
    /// # Errors
    /// When the database refuses.
    pub fn absence_requests(&self, ledger: &Ledger<'_>, now: DateTime<Utc>) -> Result<Vec<AbsenceRequest>, DeskError> {
        let mut requests = Vec::new();
        for player in self.config.seats.iter().filter(|_| self.goes_on()) {
            let seat = player.number;
            let is_ahead = |asked: &Absence| self.zone_of(Some(seat)).day(now).is_some_and(|today| today <= asked.until);
            if let Some(asked) = asked_by(ledger, seat)?.filter(is_ahead) {
                requests.push(AbsenceRequest { seat, name: player.name.clone(), days: asked.to_string() });
            }
        }
        Ok(requests)
    }
}

impl Campaign {
    /// What the player of a seat asks for.
    ///
    /// # Errors
    /// When there is nothing to decide, or the database refuses.
    pub(in crate::office) fn asked_absence(&self, ledger: &Ledger<'_>, seat: Seat) -> Result<Absence, AbsenceError> {
        let nothing = || AbsenceError::Nothing { campaign: self.id().to_owned(), seat, name: self.player_name(seat) };
        asked_by(ledger, seat)?.filter(|_| self.goes_on()).ok_or_else(nothing)
    }

    /// As [`decide_absence`], in an open transaction that must be undone if it fails. If `days` are named, no others are decided.
    pub(in crate::office) fn decide_absence(
        &mut self,
        ledger: &Ledger<'_>,
        (seat, days): (Seat, Option<Absence>),
        grants: bool,
        now: DateTime<Utc>,
    ) -> Result<AbsenceDecided, AbsenceError> {
        let asked = self.asked_absence(ledger, seat)?;
        let (campaign, name) = (self.id().to_owned(), self.player_name(seat));
        if days.is_some_and(|days| days != asked) {
            return Err(AbsenceError::AskedAnew { campaign, seat, name, days: asked.to_string() });
        }
        let mut decided = AbsenceDecided {
            campaign: campaign.clone(),
            seat,
            name: name.clone(),
            days: asked.to_string(),
            granted: grants,
            deadline_local: None,
        };
        let announcement =
            Announcement { seat, received_at: now, id: format!("decided.{seat}.{}.{}", asked.from, now.timestamp()), in_time: true };
        let mut facts = AbsenceFacts { asked: true, ..announcement.facts(self, ledger, Some(asked), None, false)? };
        if grants {
            let granted = self.granted_now(ledger, seat, asked, now)?.ok_or(AbsenceError::Over { campaign, seat, name })?;
            facts = announcement.note(self, ledger, granted, now)?;
            decided.days = facts.days.clone().unwrap_or_default();
            decided.deadline_local = facts.deadline_local.as_ref().and_then(|_| self.deadline_as_read_by(None));
        }
        forget(ledger, seat)?;
        let id = format!("absence.{}", announcement.id);
        write_to(self, ledger, &[Some(seat)], &id, |_| About::AbsenceDecided(facts.clone()), now)?;
        Ok(decided)
    }

    /// The days that can be granted now: those that have not passed, if the player has that many left.
    fn granted_now(&self, ledger: &Ledger<'_>, seat: Seat, asked: Absence, now: DateTime<Utc>) -> Result<Option<Absence>, DeskError> {
        let own = self.own_absences(ledger, seat)?;
        let Some(today) = self.zone_of(Some(seat)).day(now) else { return Ok(None) };
        let (from, until) = (asked.from.max(today).to_string(), asked.until.to_string());
        Ok(absence::grant(AbsenceWish { from: Some(&from), until: Some(&until) }, today, &own, self.config.policy.absence_days).ok())
    }
}
