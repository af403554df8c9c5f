//! What the host's rows do not say of an open turn: what changes with every email, and what holds for one player alone.

use std::collections::{BTreeMap, BTreeSet};

use chrono::{DateTime, Utc};

use crate::campaign::{CampaignId, Identity};
use crate::engine::Seat;
use crate::office::cabinet::error::DeskError;
use crate::office::cabinet::glance::Glance;
use crate::office::cabinet::host::Host;

/// For whom a game waits, and how long.
pub(super) struct AwaitedPlayers {
    /// Those whose orders or move the open turn lacks.
    pub players: BTreeSet<Identity>,
    /// Those whose orders close before the turn is due, since they are the game master's own, and when they do.
    pub own_closings: BTreeMap<Identity, DateTime<Utc>>,
    /// Where moves alternate, when grace and reserve end, if that is later than the deadline.
    pub closes_at: Option<DateTime<Utc>>,
}

impl AwaitedPlayers {
    /// What the open turn of a campaign waits for; `None` if none is open.
    ///
    /// # Errors
    /// When the campaign does not read.
    pub(super) fn of(host: &Host, id: &CampaignId) -> Result<Option<AwaitedPlayers>, DeskError> {
        let Glance { campaign, store, .. } = &mut Glance::open(host, id)?;
        let Some(progress) = campaign.going_on() else { return Ok(None) };
        let alternates = campaign.alternates();
        let lacking = campaign.lacking(progress, &store.look()?)?;
        let identity = |seat: Seat| Some(campaign.config.seat(seat)?.address.identity());
        let players = lacking.into_iter().filter_map(identity).collect();
        let closes_at = campaign.gm_closes_at();
        let own_closings = campaign.config.gm_seats().into_iter().filter_map(|seat| Some((identity(seat)?, closes_at?))).collect();
        let limits = campaign.limits(progress).filter(|limits| alternates && limits.closes_at > limits.deadline_at);
        Ok(Some(AwaitedPlayers { players, own_closings, closes_at: limits.map(|limits| limits.closes_at) }))
    }
}
