//! One run over a host: campaign after campaign, each held by one worker, and not while its mail is sent.

mod agenda;
mod host_page;
mod host_rows;
pub(super) mod report;
mod told;
mod visit;
mod wake;
mod work;

use std::collections::BTreeMap;
use std::sync::atomic::AtomicBool;

use crate::campaign::CampaignId;
use crate::campaign::watch::Trust;
use crate::office::cabinet::error::{DeskError, unbroken};
use crate::office::cabinet::modes;
use crate::office::cabinet::records::Records;
use crate::office::deadlines::timekeeping::Keeping;
use crate::office::front::Front;
use crate::office::front::remaking::{self, Recalled};
use crate::office::inbox::arrived::Arrived;
use crate::office::inbox::earlier::Earlier;
use crate::office::inbox::gaps::Gaps;
use crate::office::inbox::judged::Handled;
use crate::office::inbox::stream::{MailStream, in_order, intakes};
use crate::office::intake::strays;
use crate::office::publishing::listing::Listings;
use crate::office::publishing::tournament::Tournaments;
use crate::office::round::agenda::{Agenda, AgendaPage};
use crate::office::round::report::TickReport;
use crate::office::round::visit::{ListedIntakes, Premises, Visit};
use crate::office::sending::outboxes::Ways;
use crate::office::workers::{each, share, share_and_go_on};
use crate::office::{Host, HostError, RunPart, World};
use crate::store::{OutboxCount, Store};

/// A run as far as it has come.
pub(super) struct Round<'a> {
    premises: Premises<'a>,
    world: &'a World<'a>,
    scope: Scope,
    agenda: Agenda,
    records: Records,
    /// The host's own database, open as long as the run lasts.
    own_database: Option<Store>,
    visits: BTreeMap<CampaignId, Visit>,
    /// What is known of the files of campaigns and tournaments; nothing of one that does not read.
    files: BTreeMap<CampaignId, Option<AgendaPage>>,
    sight: ListedIntakes,
    /// Files in intakes that cannot be read; game masters are told of each once.
    unreadable: Vec<String>,
    ways: Ways,
    strays: Vec<Handled>,
    strays_sent: OutboxCount,
    troubles: Vec<String>,
}

/// Which campaigns a run is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Scope {
    /// All in which anything may be due.
    Host,
    /// Those that the email which has come in is for.
    Mail,
}

impl<'a> Round<'a> {
    /// # Errors
    /// When the host's folder cannot be listed.
    pub(super) fn begin(host: &'a Host, world: &'a World<'a>, scope: Scope) -> Result<Round<'a>, HostError> {
        modes::close_host(host);
        let Recalled { records, mut store, trouble } = remaking::recall(host, world);
        let kept = unbroken(|| Keeping::begin(host, world));
        let troubles = trouble.into_iter().chain(kept.as_ref().err().map(ToString::to_string)).collect();
        let keeping = kept.unwrap_or_else(|_| Keeping::trusting());
        let agenda = Agenda::read(host, store.as_mut());
        let files = host.file_ids()?.into_iter().map(|id| (id.clone(), agenda.page(host, &id))).collect();
        let mut visits = visits(&files, &agenda);
        let absent = records.absent(&visits.keys().cloned().collect(), |id| host.tournament(id).is_ok());
        visits.extend(absent.sought.iter().map(|id| (id.clone(), Visit::of(id))));
        for visit in visits.values_mut().filter(|_| scope == Scope::Host) {
            let page = visit.page.as_ref().filter(|_| keeping.trust == Trust::Full);
            match page.and_then(|page| page.rest(host, &visit.done.campaign, keeping.corrections(), world.now)) {
                Some(rest) => visit.done = rest,
                None => visit.is_due = true,
            }
        }
        visits.extend(absent.held.iter().map(|id| (id.clone(), Visit { is_left_alone: true, ..Visit::of(id) })));
        Ok(Round {
            premises: Premises {
                host,
                keeping,
                tournaments: Tournaments::default(),
                listings: Listings::default(),
                keeps_open: AtomicBool::new(scope == Scope::Mail),
            },
            world,
            scope,
            agenda,
            records,
            own_database: store,
            visits,
            files,
            sight: ListedIntakes::default(),
            unreadable: Vec::new(),
            ways: Ways::default(),
            strays: Vec::new(),
            strays_sent: OutboxCount::default(),
            troubles,
        })
    }

    /// Takes in all emails that wait, in portions. Those of a campaign that cannot be opened now stay where they are.
    pub(super) fn take_mail_in(&mut self) {
        let (host, world) = (self.premises.host, self.world);
        let intakes = intakes(host, self.files.values().flatten().map(|page| &page.intake));
        let mut earlier = unbroken(|| Earlier::open(host, self.own_database.as_mut(), world)).unwrap_or_else(|error| {
            self.add_trouble(&error);
            Earlier::without_memory(host, world)
        });
        let mut stream = MailStream::open(host, &intakes, &earlier, world.now);
        let mut unlisted = Vec::new();
        for (intake, error) in std::mem::take(&mut stream.unlisted) {
            let is_of_host = intakes.first() == Some(&intake);
            self.sight.host_is_unlisted |= is_of_host;
            unlisted.push((!is_of_host).then(|| intake.clone()));
            self.sight.unlisted.push(intake);
            self.troubles.push(error);
        }
        self.sight.gaps = unbroken(|| Gaps::after_looking(host, self.own_database.as_mut(), &unlisted, world)).unwrap_or_else(|error| {
            self.add_trouble(&error);
            Gaps::default()
        });
        loop {
            let portion = stream.next_portion();
            if portion.is_empty() {
                break;
            }
            let portion = in_order(each(portion, world.jobs, |unread| stream.read(unread)));
            let mut by_campaign: BTreeMap<Option<CampaignId>, Vec<Arrived>> = BTreeMap::new();
            for mail in self.without_earlier(portion, &mut earlier) {
                by_campaign.entry(self.campaign_of(&mail)).or_default().push(mail);
            }
            self.take_in(by_campaign, stream.is_at_end());
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
        self.visits.get_mut(&id)?.open(&self.premises, self.world, |desk, _| {
            shows = Some(desk.campaign.gave_out_what_it_shows(&desk.store.look()?, mail)?);
            Ok(())
        });
        shows
    }

    /// The campaign that an email names, or whose mail it answers.
    fn campaign_of(&self, mail: &Arrived) -> Option<CampaignId> {
        let answered = || mail.references().rev().find_map(|id| id.first_part_at(self.premises.host.config.address.domain()));
        let named = mail.envelope.campaign.as_deref().or_else(|| answered().filter(|_| mail.envelope.noise.is_none()));
        Some(self.visits.get_key_value(named?)?.0.clone())
    }

    /// The front office takes in what is for no campaign, and each campaign what is for it; `is_all` says that no email comes after.
    fn take_in(&mut self, mut by_campaign: BTreeMap<Option<CampaignId>, Vec<Arrived>>, is_all: bool) {
        self.take_strays_in(&by_campaign.remove(&None).unwrap_or_default());
        let (premises, sight) = (&self.premises, Some(&self.sight).filter(|_| is_all));
        premises.listings.recall(self.own_database.as_mut());
        let wanted: Vec<(&mut Visit, Vec<Arrived>)> =
            self.visits.iter_mut().filter_map(|(id, visit)| Some((visit, by_campaign.remove(&Some(id.clone()))?))).collect();
        let ways = share_and_go_on(
            together(wanted, |(visit, _)| visit),
            (RunPart::TakingEmailsIn, self.world),
            Ways::default,
            |world, visits, send| {
                for (visit, mails) in visits {
                    visit.take_in(premises, &mails, sight, world);
                    send(visit);
                }
            },
            |ways, world, visit: &mut Visit| visit.send_to_disk(premises.host, ways, world),
        );
        self.ways.learn(ways);
    }

    fn take_strays_in(&mut self, strays: &[Arrived]) {
        if strays.is_empty() {
            return;
        }
        let (host, world) = (self.premises.host, self.world);
        let handled = unbroken(|| match Front::open(host, world)? {
            Some(mut front) => {
                let handled = strays::take_in_strays(&mut front, strays, world)?;
                Ok((handled, front.store.look()?.campaigns_with_applicants()?))
            }
            None => Ok((Vec::new(), Vec::new())),
        });
        match handled {
            Ok((handled, joined)) => {
                self.strays.extend(handled);
                for id in joined {
                    if let Some(visit) = self.visits.get_mut(id.as_str()) {
                        visit.is_due = true;
                    }
                }
            }
            Err(error) => self.add_trouble(&error),
        }
    }

    /// Adjudicates, reminds and publishes what is due in each campaign that does not sleep.
    pub(super) fn play_and_publish(&mut self) {
        let (premises, sight) = (&self.premises, &self.sight);
        let awake: Vec<&mut Visit> = self.visits.values_mut().filter(|visit| visit.is_due).collect();
        if !awake.is_empty() {
            premises.listings.recall(self.own_database.as_mut());
        }
        let ways = share_and_go_on(
            together(awake, |visit| visit),
            (RunPart::Playing, self.world),
            Ways::default,
            |world, visits, send| {
                for visit in visits {
                    visit.play(premises, sight, world);
                    send(visit);
                }
            },
            |ways, world, visit: &mut Visit| visit.send_to_disk(premises.host, ways, world),
        );
        self.ways.learn(ways);
        self.troubles.extend(premises.tournaments.publish(premises.host, self.world));
    }

    /// Sends what still waits in the campaigns' outboxes. No campaign is held meanwhile, so a server that hangs keeps no player's mail waiting.
    pub(super) fn send(&mut self) {
        let host = self.premises.host;
        let waiting: Vec<&mut Visit> = self.visits.values_mut().filter(|visit| visit.outbox.is_some()).collect();
        let ways = share(waiting, (RunPart::Sending, self.world), Ways::default, |ways, world, visit| visit.send(host, ways, world));
        self.ways.learn(ways);
    }

    /// Tells game masters what went wrong, and sends what the host itself has to say.
    pub(super) fn close_the_front_office(&mut self) {
        let world = self.world;
        let sent = unbroken(|| self.tell_game_masters());
        match sent.and_then(|outbox| outbox.map(|outbox| unbroken(|| self.ways.send(outbox, world))).transpose()) {
            Ok(Some(sending)) => {
                self.troubles.extend(sending.trouble().map(|trouble| trouble.to_string()));
                self.strays_sent = sending.count;
            }
            Ok(None) => {}
            Err(error) => self.add_trouble(&error),
        }
    }

    /// What goes wrong in the front office.
    fn add_trouble(&mut self, error: &DeskError) {
        // The campaigns do not need its database, and the next run goes on with another.
        if matches!(error, DeskError::Store(error) if error.is_damage()) {
            self.own_database = None;
            let _ = remaking::set_aside(self.premises.host, self.world);
        }
        let told = error.to_string();
        if !self.troubles.contains(&told) {
            self.troubles.push(told);
        }
    }

    /// What the run did.
    pub(super) fn report(self) -> TickReport {
        let is_told = |visit: &Visit| visit.is_opened || visit.is_left_alone || self.scope == Scope::Host;
        TickReport {
            campaigns: self.visits.into_values().filter(is_told).map(|visit| visit.done).collect(),
            trust: self.premises.keeping.trust,
            strays: self.strays,
            strays_sent: self.strays_sent,
            troubles: self.troubles,
        }
    }
}

/// A visit for every campaign that a file describes, with its page. What is wrong with a file shows when its campaign is opened.
fn visits(files: &BTreeMap<CampaignId, Option<AgendaPage>>, agenda: &Agenda) -> BTreeMap<CampaignId, Visit> {
    let mut visits = BTreeMap::new();
    for (id, page) in files {
        match page.as_ref().and_then(|page| Some((page, page.games.as_ref()?))) {
            Some((page, games)) => visits.extend(games.iter().map(|game| {
                let page = Some(agenda.page_of_game(game, page));
                (game.clone(), Visit { tournament: Some(id.clone()), page, ..Visit::of(game) })
            })),
            None => drop(visits.insert(id.clone(), Visit { page: page.clone(), ..Visit::of(id) })),
        }
    }
    visits
}

/// The games of a tournament tell of each other, so one worker goes through them in their order.
fn together<T>(items: Vec<T>, visit: impl Fn(&T) -> &Visit) -> Vec<Vec<T>> {
    let mut shares: BTreeMap<CampaignId, Vec<T>> = BTreeMap::new();
    for item in items {
        let Visit { done, tournament, .. } = visit(&item);
        shares.entry(tournament.as_ref().unwrap_or(&done.campaign).clone()).or_default().push(item);
    }
    shares.into_values().collect()
}
