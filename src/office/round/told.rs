//! What game masters are told at the end of a run, and what the host notes for the next one.

use std::collections::{BTreeMap, BTreeSet};

use crate::campaign::seat_edits::SeatEdit;
use crate::campaign::{Address, CampaignId};
use crate::office::cabinet::error::DeskError;
use crate::office::cabinet::records::{self, known_campaigns};
use crate::office::cabinet::{ladder, readiness};
use crate::office::front::{Front, Trouble};
use crate::office::joining::{attend_ladder, attend_queues, forget_old_applicants, still_wanted, write_tables};
use crate::office::publishing::listing::PlayersWanted;
use crate::office::round::agenda::AgendaPage;
use crate::office::round::host_page;
use crate::office::round::state::Round;
use crate::office::round::visit::{Premises, Scope};
use crate::office::sending::outboxes::Outbox;
use crate::office::swiss::attend_swisses;
use crate::store::Ledger;

impl Round<'_> {
    /// Tells game masters what went wrong, and notes what the next run need not find out again. Returns where the host's own email
    /// waits, if any is due.
    pub(super) fn tell_game_masters(&mut self) -> Result<Option<Outbox>, DeskError> {
        let world = self.world;
        let Some(mut front) = Front::with(self.own_database.take(), self.premises.host, world)? else { return Ok(None) };
        // Before anything is put to sleep: after a crash here, the games are looked at again.
        self.draw_rounds(&mut front)?;
        self.note(&mut front)?;
        self.attempt(|| attend_queues(&mut front, world));
        write_tables(&mut front, world)?.values().for_each(|error| self.add_trouble(error));
        self.attempt(|| attend_ladder(&mut front, world));
        self.attempt(|| forget_old_applicants(&mut front.store, world.now));
        // The page tells of all campaigns; a run for an email leaves it to the next one over the host.
        if self.premises.scope == Scope::Host {
            let wanted = self.wanted(&mut front)?;
            self.attempt(|| host_page::publish(&mut front, &wanted, world));
        }
        self.attempt(|| front.write_digests(world));
        for (id, trouble) in self.visits.iter().filter_map(|(id, visit)| Some((id, visit.trouble.as_ref()?))) {
            if let Some(address) = self.game_master(id) {
                front.notify(id, &address, trouble, world)?;
            }
        }
        self.tell_of_seat_edits(&mut front)?;
        front.tell_of_remaking(|| self.game_masters(), world)?;
        self.tell_of_unreadable_files(&mut front)?;
        let is_due = front.store.look()?.has_due_mail(world.now)?;
        Ok(is_due.then(|| front.outbox()))
    }

    /// Draws the next rounds of tournaments whose games are over.
    fn draw_rounds(&mut self, front: &mut Front) -> Result<(), DeskError> {
        let is_undrawn = |page: &Option<AgendaPage>| page.as_ref().and_then(|page| page.games.as_ref()).is_some_and(Vec::is_empty);
        let undrawn = self.files.iter().filter(|(_, page)| is_undrawn(page)).map(|(id, _)| id.clone());
        let settled: Vec<CampaignId> = self.premises.tournaments.settled_swisses().into_iter().chain(undrawn).collect();
        for (id, error) in attend_swisses(front, &settled, self.world)? {
            self.add_trouble(&error);
            if let Some(address) = self.game_master(&id) {
                front.notify(&id, &address, &Trouble::of(&error), self.world)?;
            }
        }
        Ok(())
    }

    /// The campaigns that look for players, with how many each still wants.
    fn wanted(&self, front: &mut Front) -> Result<BTreeMap<CampaignId, PlayersWanted>, DeskError> {
        let ledger = front.store.look()?;
        let mut all = BTreeMap::new();
        for (id, wanted) in self.files.iter().filter_map(|(id, page)| Some((id, page.as_ref()?.wanted.clone()?))) {
            all.extend(still_wanted(self.premises.host, &ledger, id, wanted)?.map(|wanted| (id.clone(), wanted)));
        }
        Ok(all)
    }

    /// Notes how campaigns stand, and which may sleep.
    fn note(&self, front: &mut Front) -> Result<(), DeskError> {
        let well = || self.visits.iter().filter(|(_, visit)| !matches!(visit.trouble, Some(Trouble::Harm(_))));
        let records = well().filter_map(|(id, visit)| Some((id.clone(), visit.record.clone()?))).collect();
        let files = self.files.iter().filter_map(|(id, page)| Some((id.clone(), page.clone()?)));
        let of_visits = self.visits.iter().filter_map(|(id, visit)| Some((id.clone(), visit.page.clone()?)));
        let pages: BTreeMap<CampaignId, AgendaPage> = files.chain(of_visits).collect();
        let is_there = |id: &CampaignId| self.files.contains_key(id);
        let (Premises { listings, tournaments, .. }, world) = (&self.premises, self.world);
        let beside = |ledger: &Ledger<'_>| {
            let mut is_news = self.agenda.note(ledger, &pages, is_there)? | listings.keep(ledger, &tournaments.rows())?;
            for (id, players) in self.visits.iter().filter_map(|(id, visit)| Some((id, visit.reliability.as_ref()?))) {
                is_news |= ledger.keep_reliability(id, players)?;
            }
            for (id, players) in well().filter_map(|(id, visit)| Some((id, visit.players.as_ref()?))) {
                is_news |= players.keep(ledger, id)?;
            }
            for (_, visit) in well() {
                is_news |= ladder::follow(ledger, &visit.moves)?;
            }
            for (id, came_to) in well().filter_map(|(id, visit)| Some((id, visit.came_to.as_ref()?))) {
                is_news |= came_to.keep(ledger, id)?;
            }
            Ok(is_news)
        };
        records::note(&mut front.store, &records, beside, world)
    }

    fn tell_of_seat_edits(&self, front: &mut Front) -> Result<(), DeskError> {
        let mut by_campaign: BTreeMap<&CampaignId, BTreeSet<&SeatEdit>> = BTreeMap::new();
        for edit in self.visits.values().flat_map(|visit| &visit.done.seat_edits) {
            by_campaign.entry(&edit.campaign).or_default().insert(edit);
        }
        for (campaign, edits) in by_campaign {
            let Ok(config) = self.premises.host.campaign(campaign) else { continue };
            front.tell_seat_edits(campaign, &config.gm.address, &edits, self.world)?;
        }
        Ok(())
    }

    fn tell_of_unreadable_files(&mut self, front: &mut Front) -> Result<(), DeskError> {
        if self.unreadable.is_empty() {
            return Ok(());
        }
        let game_masters = self.game_masters();
        for file in std::mem::take(&mut self.unreadable) {
            let mut is_news = game_masters.is_empty();
            for (id, address) in &game_masters {
                is_news |= front.notify(id, address, &Trouble::UnreadableFile(file.clone()), self.world)?;
            }
            if is_news {
                self.troubles.push(file);
            }
        }
        Ok(())
    }

    /// The address to write to about a campaign; `None` if no email would reach anybody.
    fn game_master(&self, id: &CampaignId) -> Option<Address> {
        match self.premises.host.campaign(id) {
            Ok(config) => readiness::reaches_game_master(self.premises.host, &config).then_some(config.said.gm.address),
            Err(_) => self.records().game_master(id).cloned(),
        }
    }

    /// All game masters of the host, each with the first campaign of theirs.
    fn game_masters(&self) -> Vec<(CampaignId, Address)> {
        let mut found: Vec<(CampaignId, Address)> = Vec::new();
        // A run for an email has taken up only some of the campaigns.
        for id in known_campaigns(self.premises.host).unwrap_or_default() {
            if let Some(address) = self.game_master(&id).filter(|address| !found.iter().any(|(_, known)| known == address)) {
                found.push((id, address));
            }
        }
        found
    }
}
