//! What one run did, for its caller.

use std::path::Path;

use crate::campaign::CampaignId;
use crate::campaign::seat_edits::SeatEdit;
use crate::campaign::watch::{Held, Trust};
use crate::engine::Seat;
use crate::office::inbox::judged::Handled;
use crate::office::turns::adjudicate::TurnProgress;
use crate::store::OutboxCount;

/// What one run did.
#[derive(Debug, Clone, Default, serde::Serialize)]
pub struct TickReport {
    /// Sorted by id: all campaigns of the host after `tick`; after `receive` those that it opened or had to leave alone.
    pub campaigns: Vec<CampaignTick>,
    /// Whether turns could be played by the clock of this run.
    pub trust: Trust,
    /// Emails for no campaign of this host.
    pub strays: Vec<Handled>,
    /// What became of the host's own emails that were due, such as answers to those for no campaign.
    pub strays_sent: OutboxCount,
    /// What went wrong outside the campaigns.
    #[serde(rename = "errors")]
    pub troubles: Vec<String>,
}

/// What one run did for a campaign.
#[derive(Debug, Clone, serde::Serialize)]
pub struct CampaignTick {
    /// The campaign's id; a game of a tournament has one of its own.
    pub campaign: CampaignId,
    /// Another run has it; it was left alone.
    pub busy: bool,
    /// What became of the emails that were taken in, in the order in which they were judged.
    pub mails: Vec<Handled>,
    /// The turns that were adjudicated, in order; where moves alternate one may follow at once upon another.
    pub played: Vec<TurnProgress>,
    /// The turn that orders are taken for now; `None` if none is open.
    pub next_turn: Option<u32>,
    /// When that turn is due, such as `2026-12-20 18:00 UTC`; `None` if no turn is open.
    pub deadline_utc: Option<String>,
    /// The seats whose orders have come.
    pub sent_orders: Vec<Seat>,
    /// How many players were reminded of the deadline in this run.
    pub reminded: u32,
    /// Why nothing was played, though email was taken in.
    pub held: Option<Held>,
    /// What became of its emails that were due in this run.
    pub outbox: OutboxCount,
    /// How many turns were written into its archive, the opening included.
    pub turns_published: u32,
    /// What was edited in the file's seats, which does nothing until a command says what it means.
    pub seat_edits: Vec<SeatEdit>,
    /// What went wrong; the other campaigns went on.
    #[serde(rename = "error")]
    pub trouble: Option<String>,
}

impl CampaignTick {
    /// A campaign that nothing was done for yet.
    pub(super) fn of(campaign: &CampaignId) -> CampaignTick {
        CampaignTick {
            campaign: campaign.clone(),
            busy: false,
            mails: Vec::new(),
            played: Vec::new(),
            next_turn: None,
            deadline_utc: None,
            sent_orders: Vec::new(),
            reminded: 0,
            held: None,
            outbox: OutboxCount::default(),
            turns_published: 0,
            seat_edits: Vec::new(),
            trouble: None,
        }
    }
}

impl TickReport {
    /// Whether anything went wrong.
    pub fn has_trouble(&self) -> bool {
        !self.troubles.is_empty()
            || self.campaigns.iter().any(|campaign| campaign.trouble.is_some())
            || self.unclaimed_files().next().is_some()
    }

    /// The files of orders that speak for no seat.
    pub fn unclaimed_files(&self) -> impl Iterator<Item = &Path> {
        let mails = self.campaigns.iter().flat_map(|campaign| &campaign.mails).chain(&self.strays);
        mails.filter_map(|mail| mail.unclaimed_file.as_deref())
    }
}
