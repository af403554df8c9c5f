//! How far a run has come, and what it knows.

use std::cell::OnceCell;
use std::collections::BTreeMap;

use crate::campaign::CampaignId;
use crate::office::World;
use crate::office::cabinet::records::Records;
use crate::office::inbox::judged::Handled;
use crate::office::round::agenda::{Agenda, AgendaPage};
use crate::office::round::senders::Senders;
use crate::office::round::visit::{ListedIntakes, Premises, Visit};
use crate::office::sending::outboxes::Ways;
use crate::store::{OutboxCount, Store};

/// A run as far as it has come.
pub(in crate::office) struct Round<'a> {
    pub(super) premises: Premises<'a>,
    pub(super) world: &'a World<'a>,
    pub(super) agenda: Agenda,
    /// Read when a run first asks for them.
    pub(super) records: OnceCell<Records>,
    /// Who plays where; read when an email first names no campaign.
    pub(super) senders: OnceCell<Senders>,
    /// The host's own database, open as long as the run lasts.
    pub(super) own_database: Option<Store>,
    pub(super) visits: BTreeMap<CampaignId, Visit>,
    /// What is known of the files of campaigns and tournaments; `None` for one that does not read.
    pub(super) files: BTreeMap<CampaignId, Option<AgendaPage>>,
    pub(super) sight: ListedIntakes,
    /// Files in intakes that cannot be read; game masters are told of each once.
    pub(super) unreadable: Vec<String>,
    pub(super) ways: Ways,
    pub(super) strays: Vec<Handled>,
    pub(super) strays_sent: OutboxCount,
    pub(super) troubles: Vec<String>,
}
