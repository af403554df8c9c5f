//! One run over a host: campaign after campaign, one held at a time, and none while mail is sent.

use std::collections::{BTreeMap, BTreeSet};
use std::panic::{AssertUnwindSafe, catch_unwind};

use crate::campaign::Address;
use crate::campaign::config::IntakeConfig;
use crate::campaign::roster::SeatEdit;
use crate::campaign::watch::Trust;
use crate::office::cabinet::desk::{Desk, DeskError};
use crate::office::cabinet::front::{Front, Trouble};
use crate::office::cabinet::harm::HarmFacts;
use crate::office::cabinet::modes;
use crate::office::cabinet::readiness;
use crate::office::cabinet::records::{self, Record, Records};
use crate::office::cabinet::remaking;
use crate::office::deadlines::timekeeping::{self, Keeping};
use crate::office::intake::arrived::Arrived;
use crate::office::intake::earlier::Earlier;
use crate::office::intake::filing::Handled;
use crate::office::intake::strays;
use crate::office::intake::stream::{Stream, intakes};
use crate::office::publishing::tournament::Tournaments;
use crate::office::sending::outboxes::{Outbox, Ways};
use crate::office::turns::adjudicate::adjudicate_if_due;
use crate::office::{CampaignTick, Host, HostError, TickReport, World, visit};
use crate::store::OutboxCount;

/// A run as far as it has come.
pub struct Round<'a> {
    host: &'a Host,
    world: &'a World<'a>,
    records: Records,
    tournaments: Tournaments,
    visits: BTreeMap<String, Visit>,
    sight: Sight,
    keeping: Keeping,
    /// Files in intakes that cannot be read; game masters are told of each once.
    unreadable: Vec<String>,
    ways: Ways,
    strays: Vec<Handled>,
    strays_sent: OutboxCount,
    troubles: Vec<String>,
}

/// What a run has done for a campaign so far.
#[derive(Default)]
struct Visit {
    done: CampaignTick,
    /// Another run has it, or something is wrong with it: nothing more is done for it in this run.
    is_left_alone: bool,
    /// Whether all that went wrong is that email does not leave.
    is_only_sending: bool,
    outbox: Option<Outbox>,
    /// How it stands, if it has begun and could be opened.
    record: Option<Record>,
    /// What only its game master can mend.
    harm: Option<HarmFacts>,
}

impl Visit {
    fn fail(&mut self, error: &DeskError) {
        self.done.trouble = Some(error.to_string());
        self.harm = error.harm();
    }
}

/// Which intakes could be listed.
#[derive(Debug, Clone, Default)]
struct Sight {
    /// Mail for any campaign may lie where nobody could look.
    host_is_unlisted: bool,
    unlisted: Vec<IntakeConfig>,
}

impl Sight {
    /// Whether all mail for a campaign with this intake has been seen.
    fn sees_all(&self, intake: &IntakeConfig) -> bool {
        !self.host_is_unlisted && !self.unlisted.contains(intake)
    }
}

impl<'a> Round<'a> {
    /// # Errors
    /// When the host's folder cannot be listed.
    pub fn begin(host: &'a Host, world: &'a World<'a>) -> Result<Round<'a>, HostError> {
        modes::close_host(host);
        let (records, trouble) = remaking::recall(host, world);
        let present: BTreeSet<String> = host.campaign_ids()?.into_iter().collect();
        let absent = records.absent(&present, |id| host.tournament(id).is_ok());
        let visit = |id: &String, is_left_alone| {
            let done = CampaignTick { campaign: id.clone(), ..CampaignTick::default() };
            (id.clone(), Visit { done, is_left_alone, ..Visit::default() })
        };
        let sought = present.iter().chain(&absent.sought).map(|id| visit(id, false));
        let kept = unbroken(|| Keeping::begin(host, world));
        Ok(Round {
            host,
            world,
            tournaments: Tournaments::read(host)?,
            visits: sought.chain(absent.held.iter().map(|id| visit(id, true))).collect(),
            records,
            sight: Sight::default(),
            troubles: trouble.into_iter().chain(kept.as_ref().err().map(ToString::to_string)).collect(),
            keeping: kept.unwrap_or_else(|_| Keeping::trusting()),
            unreadable: Vec::new(),
            ways: Ways::default(),
            strays: Vec::new(),
            strays_sent: OutboxCount::default(),
        })
    }

    /// Takes in all emails that wait, in portions. Those of a campaign that cannot be opened now stay where they are.
    pub fn take_mail_in(&mut self) {
        let intakes = intakes(self.host);
        let mut earlier = unbroken(|| Earlier::open(self.host, self.world)).unwrap_or_else(|error| {
            self.add_trouble(&error);
            Earlier::without_memory(self.host, self.world)
        });
        let mut stream = Stream::open(self.host, &intakes, &earlier, self.world.now);
        for (intake, error) in std::mem::take(&mut stream.unlisted) {
            self.sight.host_is_unlisted |= intakes.first() == Some(&intake);
            self.sight.unlisted.push(intake);
            self.troubles.push(error);
        }
        loop {
            let portion = stream.next_portion();
            if portion.is_empty() {
                break;
            }
            let mut by_campaign: BTreeMap<Option<String>, Vec<Arrived>> = BTreeMap::new();
            for mail in self.without_earlier(portion, &mut earlier) {
                by_campaign.entry(self.campaign_of(&mail)).or_default().push(mail);
            }
            for (campaign, mails) in by_campaign {
                self.take_in(campaign, &mails);
            }
        }
        self.unreadable = stream.unreadable;
    }

    /// Leaves alone what lay in a mailbox before the host was set up, and returns the rest.
    fn without_earlier(&mut self, portion: Vec<Arrived>, earlier: &mut Earlier) -> Vec<Arrived> {
        let (mut rest, mut older) = (Vec::new(), Vec::new());
        for mail in portion {
            match if earlier.is_older(&mail) { self.knows_what_it_shows(&mail) } else { Some(true) } {
                Some(true) => rest.push(mail),
                Some(false) => older.push(mail),
                // Its campaign cannot be asked in this run.
                None => {}
            }
        }
        if let Err(error) = earlier.remember(&older, self.world) {
            self.add_trouble(&error);
        }
        rest
    }

    /// Whether an email shows what only this host gave out: the clock of its sender may stand at the year 2000. `None` if the campaign
    /// that would know is busy or broken.
    fn knows_what_it_shows(&mut self, mail: &Arrived) -> Option<bool> {
        let Some(id) = self.campaign_of(mail) else { return Some(false) };
        let mut shows = None;
        self.visit(&id, |desk, _| {
            shows = Some(desk.campaign.gave_out_what_it_shows(&desk.store.look()?, mail)?);
            Ok(())
        });
        shows
    }

    /// The campaign that an email names, or whose mail it answers.
    fn campaign_of(&self, mail: &Arrived) -> Option<String> {
        let answered = || mail.references.iter().rev().find_map(|id| id.first_part_at(self.host.config.address.domain()));
        let named = mail.campaign.as_deref().or_else(|| answered().filter(|_| mail.noise.is_none()));
        named.filter(|id| self.visits.contains_key(*id)).map(str::to_owned)
    }

    fn take_in(&mut self, campaign: Option<String>, mails: &[Arrived]) {
        let (host, world) = (self.host, self.world);
        if let Some(id) = campaign {
            self.visit(&id, |desk, done| visit::take_in_and_play(desk, mails, done, world));
            return;
        }
        let handled = unbroken(|| match Front::open(host, world)? {
            Some(mut front) => strays::take_in_strays(&mut front, mails, world),
            None => Ok(Vec::new()),
        });
        match handled {
            Ok(handled) => self.strays.extend(handled),
            Err(error) => self.add_trouble(&error),
        }
    }

    /// Opens a campaign for a part of the work; one that has yet to begin is set up first. What breaks off in it is kept from the
    /// others: its transaction is undone, as if the plug had been pulled.
    fn visit(&mut self, id: &str, work: impl FnOnce(&mut Desk, &mut CampaignTick) -> Result<(), DeskError>) {
        let Some(visit) = self.visits.get_mut(id).filter(|visit| !visit.is_left_alone) else { return };
        let (host, world, keeping, tournaments) = (self.host, self.world, &self.keeping, &mut self.tournaments);
        let Visit { done, record, .. } = visit;
        let outcome = unbroken(|| {
            let mut desk = Desk::open(host, id, world)?;
            desk.campaign.tournament = tournaments.of(&desk.campaign.config);
            timekeeping::prepare(&mut desk, keeping, world)?;
            if desk.campaign.progress.is_none() && desk.campaign.config.open {
                let obstacles = readiness::obstacles(host, &desk.campaign.config)?;
                if !obstacles.is_empty() {
                    return Err(DeskError::NotReady(obstacles));
                }
            }
            if desk.campaign.progress.is_none() && keeping.trust == Trust::Full {
                done.played.extend(adjudicate_if_due(&mut desk, true, world)?);
            }
            let outcome = work(&mut desk, done);
            *record = Record::of(&desk.campaign);
            tournaments.note(&mut desk.campaign);
            let failures = desk.campaign.templates.failures();
            if let (Some(error), None) = (failures.first(), &done.trouble) {
                done.trouble = Some(format!("{error}; the program's own wording was used instead"));
            }
            outcome
        });
        visit.is_left_alone = outcome.is_err();
        match outcome.map_err(|error| error.of_campaign(host, id)) {
            Ok(()) => {}
            Err(DeskError::Busy { holder, .. }) if holder.hangs(world.now).is_none() => visit.done.busy = true,
            Err(error) => visit.fail(&error),
        }
    }

    /// Adjudicates, reminds and publishes what is due in each campaign.
    pub fn play_and_publish(&mut self) {
        let ids: Vec<String> = self.visits.keys().cloned().collect();
        let (sight, world) = (self.sight.clone(), self.world);
        for id in ids {
            let mut outbox = None;
            self.visit(&id, |desk, done| {
                visit::play(desk, sight.sees_all(&desk.campaign.config.intake), done, world)?;
                outbox = visit::outbox_of(desk, world)?;
                Ok(())
            });
            if let Some(visit) = self.visits.get_mut(&id) {
                visit.outbox = outbox;
            }
        }
        self.troubles.extend(self.tournaments.publish(self.host, world));
    }

    /// Sends what waits in the campaigns' outboxes. No campaign is held meanwhile, so a server that hangs keeps no player's mail waiting.
    pub fn send(&mut self) {
        for (id, visit) in &mut self.visits {
            let Some(outbox) = &visit.outbox else { continue };
            match unbroken(|| self.ways.send(outbox, self.world)) {
                Ok(sending) => {
                    visit.done.outbox = sending.count;
                    visit.is_only_sending = visit.done.trouble.is_none();
                    visit.done.trouble = visit.done.trouble.take().or(sending.trouble());
                }
                Err(error) => visit.fail(&error.of_campaign(self.host, id)),
            }
        }
    }

    /// Tells game masters what went wrong, and sends what the host itself has to say.
    pub fn close_the_front_office(&mut self) {
        let sent = unbroken(|| self.tell_game_masters());
        match sent.and_then(|outbox| outbox.map(|outbox| unbroken(|| self.ways.send(&outbox, self.world))).transpose()) {
            Ok(Some(sending)) => {
                self.troubles.extend(sending.trouble());
                self.strays_sent = sending.count;
            }
            Ok(None) => {}
            Err(error) => self.add_trouble(&error),
        }
    }

    fn tell_game_masters(&mut self) -> Result<Option<Outbox>, DeskError> {
        let Some(mut front) = Front::open(self.host, self.world)? else { return Ok(None) };
        let well = self.visits.iter().filter(|(_, visit)| visit.harm.is_none());
        let seen = well.filter_map(|(id, visit)| Some((id.clone(), visit.record.clone()?))).collect();
        records::note(&mut front, &seen, self.world)?;
        let mut game_masters: Vec<(String, Address)> = Vec::new();
        for (id, visit) in &self.visits {
            let config = self.host.campaign(id).ok();
            if config.as_ref().is_some_and(|config| !readiness::reaches_game_master(self.host, config)) {
                continue;
            }
            let Some(address) = config.as_ref().map(|config| &config.gm.address).or(self.records.game_master(id)) else { continue };
            match (&visit.harm, &visit.done.trouble) {
                (Some(harm), _) => front.tell_of_harm(id, address, harm, self.world)?,
                (None, Some(trouble)) if visit.is_only_sending => drop(front.notify(id, address, Trouble::Sending(trouble), self.world)?),
                (None, Some(trouble)) => drop(front.notify(id, address, Trouble::Campaign(trouble), self.world)?),
                (None, None) => {}
            }
            if !game_masters.iter().any(|(_, known)| known == address) {
                game_masters.push((id.clone(), address.clone()));
            }
        }
        let mut seat_edits: BTreeMap<&str, (Address, BTreeSet<&SeatEdit>)> = BTreeMap::new();
        for edit in self.visits.values().flat_map(|visit| &visit.done.seat_edits) {
            let Ok(config) = self.host.campaign(&edit.campaign) else { continue };
            seat_edits.entry(&edit.campaign).or_insert_with(|| (config.gm.address, BTreeSet::new())).1.insert(edit);
        }
        for (campaign, (game_master, edits)) in seat_edits {
            front.tell_seat_edits(campaign, &game_master, &edits, self.world)?;
        }
        front.tell_of_remaking(&game_masters, self.world)?;
        for file in std::mem::take(&mut self.unreadable) {
            let mut is_news = game_masters.is_empty();
            for (id, address) in &game_masters {
                is_news |= front.notify(id, address, Trouble::UnreadableFile(&file), self.world)?;
            }
            if is_news {
                self.troubles.push(file);
            }
        }
        let is_due = front.store.look()?.has_due_mail(self.world.now)?;
        Ok(is_due.then(|| front.outbox()))
    }

    /// What goes wrong in the front office.
    fn add_trouble(&mut self, error: &DeskError) {
        // The campaigns do not need its database, and the next run goes on with another.
        if matches!(error, DeskError::Store(error) if error.is_damage()) {
            let _ = remaking::set_aside(self.host, self.world);
        }
        let told = error.to_string();
        if !self.troubles.contains(&told) {
            self.troubles.push(told);
        }
    }

    /// What the run did.
    pub fn report(self) -> TickReport {
        let campaigns = self.visits.into_values().map(|visit| visit.done).collect();
        TickReport { campaigns, trust: self.keeping.trust, strays: self.strays, strays_sent: self.strays_sent, troubles: self.troubles }
    }
}

/// Keeps what breaks off in a part of the work from the rest of it.
pub(in crate::office) fn unbroken<T>(work: impl FnOnce() -> Result<T, DeskError>) -> Result<T, DeskError> {
    catch_unwind(AssertUnwindSafe(work)).unwrap_or_else(|panic| {
        let told = panic.downcast_ref::<&str>().map(ToString::to_string).or_else(|| panic.downcast_ref::<String>().cloned());
        Err(DeskError::Broken(told.unwrap_or_default()))
    })
}
