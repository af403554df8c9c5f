//! Which campaigns a run takes up: all of the host, or those that its emails name. An email costs the same, however many others there are.

use std::collections::BTreeSet;

use crate::campaign::CampaignId;
use crate::campaign::watch::Trust;
use crate::office::HostError;
use crate::office::cabinet::reached::Reached;
use crate::office::cabinet::records::{Absent, Records};
use crate::office::inbox::arrived::Arrived;
use crate::office::round::agenda::AgendaPage;
use crate::office::round::senders::{Senders, may_have_lost_tag};
use crate::office::round::state::Round;
use crate::office::round::visit::{Scope, Visit};
use crate::office::workers::each;

impl Round<'_> {
    /// Takes up all campaigns; those in which anything may be due are opened in this run.
    ///
    /// # Errors
    /// When the host's folder cannot be listed.
    pub(super) fn take_up_all(&mut self) -> Result<(), HostError> {
        self.agenda.recall(self.own_database.as_mut(), None);
        let (host, agenda) = (self.premises.host, &self.agenda);
        let pages = each(host.file_ids()?, self.world.jobs, |file| (agenda.page(host, &file), file));
        pages.into_iter().for_each(|(page, file)| self.take_up(file, page));
        let absent = self.absent(self.records());
        self.take_up_absent(&absent);
        self.recall_how_far(None);
        // People who have confirmed while another run held their campaign wait for an answer.
        let look = self.own_database.as_mut().and_then(|store| store.look().ok());
        let lists = look.and_then(|ledger| ledger.applicants_counted().ok()).unwrap_or_default();
        let keeping = &self.premises.keeping;
        for visit in self.visits.values_mut().filter(|visit| !visit.is_left_alone) {
            let may_rest = keeping.trust == Trust::Full && !lists.contains_key(&visit.done.campaign);
            let page = visit.page.as_ref().filter(|_| may_rest);
            match page.and_then(|page| page.rest(host, &visit.done.campaign, keeping.corrections(), self.world.now)) {
                Some(rest) => visit.done = rest,
                None => visit.is_due = true,
            }
        }
        Ok(())
    }

    /// Reads how the rows of the host's page stand, before the first campaign is opened; a run that opens none need not know.
    pub(super) fn recall_listings(&mut self) {
        if self.premises.scope == Scope::Host && !self.premises.listings.are_recalled() {
            self.premises.listings.recall(self.own_database.as_mut(), None);
        }
    }

    /// Takes up the campaigns that these emails name, if the run has not taken up all.
    pub(super) fn seek_campaigns_of(&mut self, mails: &[Arrived]) {
        let named: BTreeSet<CampaignId> = mails.iter().filter_map(|mail| self.named(mail)).collect();
        named.iter().for_each(|id| self.seek(id));
    }

    /// Takes up a campaign, if there is one of that name and the run has not taken up all.
    pub(super) fn seek(&mut self, id: &CampaignId) {
        if self.premises.scope == Scope::Host || self.visits.contains_key(id) {
            return;
        }
        if let Some(file) = self.premises.host.file_of(id).filter(|file| !self.files.contains_key(file)) {
            self.agenda.recall(self.own_database.as_mut(), Some(std::slice::from_ref(&file)));
            let page = self.agenda.page(self.premises.host, &file);
            self.take_up(file, page);
        }
        if !self.visits.contains_key(id) {
            let ledger = self.own_database.as_mut().and_then(|store| store.look().ok());
            let records = ledger.and_then(|ledger| Records::about(&ledger, id).ok()).unwrap_or_default();
            let absent = self.absent(&records);
            self.take_up_absent(&absent);
        }
    }

    /// The campaign that an email names, or whose email it answers; else the one in which its sender plays, so that players
    /// hear which tag their email had to bear.
    pub(super) fn named(&self, mail: &Arrived) -> Option<CampaignId> {
        let host = self.premises.host;
        if let Some(named) = &mail.envelope.campaign {
            return Some(named.clone());
        }
        let answered = || mail.references().rev().find_map(|id| id.first_part_at(host.config.address.domain()));
        if let Some(answered) = answered().filter(|_| mail.envelope.noise.is_none()) {
            return CampaignId::new(answered);
        }
        let senders = || self.senders.get_or_init(|| Senders::of(host, self.records()));
        may_have_lost_tag(mail).then(|| senders().campaign_of(mail).cloned()).flatten()
    }

    /// What the host remembers of its campaigns.
    pub(super) fn records(&self) -> &Records {
        // Without records, no campaign counts as missing.
        self.records.get_or_init(|| Records::read(self.premises.host).unwrap_or_default())
    }

    /// Takes up the campaign of a file, which has this page of the agenda, or the games of a tournament, each with its page. What is wrong with the file
    /// shows when they are opened.
    fn take_up(&mut self, file: CampaignId, page: Option<AgendaPage>) {
        let games = page.as_ref().and_then(|page| page.games.clone());
        let ids = games.as_deref().unwrap_or(std::slice::from_ref(&file));
        if self.premises.scope == Scope::Mail {
            self.agenda.recall(self.own_database.as_mut(), games.as_deref().or(Some(&[])));
            self.premises.listings.recall(self.own_database.as_mut(), Some(ids));
        }
        for id in ids {
            let visit = match page.as_ref().filter(|page| page.games.is_some()) {
                Some(page) => Visit { tournament: Some(file.clone()), page: Some(self.agenda.page_of_game(id, page)), ..Visit::of(id) },
                None => Visit { page: page.clone(), ..Visit::of(id) },
            };
            self.visits.insert(id.clone(), visit);
        }
        if self.premises.scope == Scope::Mail {
            self.recall_how_far(Some(ids));
        }
        self.files.insert(file, page);
    }

    /// Reads how far these campaigns, or all, had come when the host saw them last.
    fn recall_how_far(&mut self, of: Option<&[CampaignId]>) {
        for (id, reached) in Reached::recall_from(self.own_database.as_mut(), of) {
            if let Some(visit) = self.visits.get_mut(&id) {
                visit.reached = Some(reached);
            }
        }
    }

    /// Campaigns that have begun and are not among those that were taken up.
    fn absent(&self, records: &Records) -> Absent {
        records.absent(&self.visits.keys().cloned().collect(), |id| self.premises.host.tournament(id).is_ok())
    }

    fn take_up_absent(&mut self, Absent { sought, held }: &Absent) {
        self.visits.extend(sought.iter().map(|id| (id.clone(), Visit::of(id))));
        self.visits.extend(held.iter().map(|id| (id.clone(), Visit { is_left_alone: true, ..Visit::of(id) })));
    }
}
