//! One run over a host: campaign after campaign, each held by one worker, and not while its mail is sent.

mod agenda;
mod campaigns;
mod host_page;
mod host_ratings;
mod host_rows;
mod mail;
pub(super) mod report;
mod senders;
mod state;
mod told;
mod troubles;
mod visit;
mod wake;
mod work;

use std::cell::OnceCell;
use std::collections::BTreeMap;
use std::sync::atomic::AtomicBool;

pub(super) use state::Round;
pub(super) use visit::Scope;

use crate::office::cabinet::error::unbroken;
use crate::office::cabinet::modes;
use crate::office::deadlines::timekeeping::Keeping;
use crate::office::front::remaking::{self, Recalled};
use crate::office::publishing::kept_listings::Listings;
use crate::office::publishing::tournament::Tournaments;
use crate::office::round::agenda::Agenda;
use crate::office::round::report::TickReport;
use crate::office::round::visit::{ListedIntakes, Premises, Visit, together};
use crate::office::sending::outboxes::Ways;
use crate::office::workers::{Waits, share};
use crate::office::{Host, HostError, RunPart, World};
use crate::store::OutboxCount;

impl<'a> Round<'a> {
    /// # Errors
    /// When the host's folder cannot be listed.
    pub(super) fn begin(host: &'a Host, world: &'a World<'a>, scope: Scope) -> Result<Round<'a>, HostError> {
        if scope == Scope::Host {
            modes::close_host(host);
        }
        let Recalled { records, mut store, trouble } = remaking::recall(host, scope == Scope::Host, world);
        let kept = unbroken(|| Keeping::begin(host, store.as_mut(), world));
        let troubles = trouble.into_iter().chain(kept.as_ref().err().map(|error| remaking::in_own_database(host, error))).collect();
        let keeping = kept.unwrap_or_else(|_| Keeping::trusting());
        let mut round = Round {
            premises: Premises {
                host,
                keeping,
                tournaments: Tournaments::default(),
                listings: Listings::default(),
                keeps_open: AtomicBool::new(scope == Scope::Mail),
                scope,
            },
            world,
            agenda: Agenda::of(host),
            records: records.map(OnceCell::from).unwrap_or_default(),
            senders: OnceCell::new(),
            own_database: store,
            visits: BTreeMap::new(),
            files: BTreeMap::new(),
            sight: ListedIntakes::default(),
            unreadable: Vec::new(),
            ways: Ways::default(),
            strays: Vec::new(),
            strays_sent: OutboxCount::default(),
            troubles,
        };
        if scope == Scope::Host {
            round.take_up_all()?;
        }
        Ok(round)
    }

    /// Adjudicates, reminds and publishes what is due in each campaign that does not sleep.
    pub(super) fn play_and_publish(&mut self) {
        if self.visits.values().any(|visit| visit.is_due) {
            self.recall_listings();
        }
        let (premises, sight) = (&self.premises, &self.sight);
        let awake: Vec<&mut Visit> = self.visits.values_mut().filter(|visit| visit.is_due).collect();
        let ways =
            share(together(awake, |visit| visit), Waits::Third, (RunPart::Playing, self.world), Ways::default, |ways, world, visits| {
                for visit in visits {
                    visit.play(premises, sight, world);
                    visit.send_to_disk(premises.host, ways, world);
                }
            });
        self.ways.learn(ways);
        self.troubles.extend(premises.tournaments.publish(premises.host, self.world));
    }

    /// Whether emails that are still to be sent leave the machine.
    pub(super) fn may_wait_for_a_server(&self) -> bool {
        self.premises.host.config.mail.leaves_the_machine() || self.visits.values().any(|visit| visit.outbox.is_some())
    }

    /// Sends what still waits in the campaigns' outboxes. No campaign is held meanwhile, so a server that hangs keeps no player's email waiting.
    pub(super) fn send(&mut self) {
        let host = self.premises.host;
        let waiting: Vec<&mut Visit> = self.visits.values_mut().filter(|visit| visit.outbox.is_some()).collect();
        let ways = share(waiting, Waits::Hardly, (RunPart::Sending, self.world), Ways::default, |ways, world, visit| {
            visit.send(host, ways, world)
        });
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

    /// What the run did.
    pub(super) fn report(self) -> TickReport {
        let is_told = |visit: &Visit| visit.is_opened || visit.is_left_alone || self.premises.scope == Scope::Host;
        TickReport {
            campaigns: self.visits.into_values().filter(is_told).map(|visit| visit.done).collect(),
            trust: self.premises.keeping.trust,
            strays: self.strays,
            strays_sent: self.strays_sent,
            troubles: self.troubles,
        }
    }
}
