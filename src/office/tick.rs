//! The one cron line: receive, judge, remind, adjudicate what is due, send, publish.
//!
//! Safe to run at any time, twice at once, or to be killed anywhere: each step finds out from the
//! database what is left to do, and does that in one transaction.

use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};

use super::adjudicate::{Played, adjudicate_if_due};
use super::arrived::{self, Arrived};
use super::desk::{Desk, DeskError};
use super::front::Front;
use super::intake::{self, Handled};
use super::tournament::Tournaments;
use super::{Host, HostError, World, outbox, publish, remind, strays};
use crate::campaign::config::IntakeConfig;
use crate::engine::Seat;
use crate::store::OutboxCount;

/// What one run did.
#[derive(Debug, Clone, Default, serde::Serialize)]
pub struct TickReport {
    pub campaigns: Vec<CampaignTick>,
    /// Mails for no campaign of this host.
    pub strays: Vec<Handled>,
    pub strays_sent: OutboxCount,
    /// What went wrong outside the campaigns.
    pub troubles: Vec<String>,
}

/// What one run did for a campaign.
#[derive(Debug, Clone, Default, serde::Serialize)]
pub struct CampaignTick {
    pub campaign: String,
    /// Another run has it; it was left alone.
    pub busy: bool,
    pub mails: Vec<Handled>,
    /// The turns that were adjudicated, in order; where moves alternate one may follow at once upon another.
    pub played: Vec<Played>,
    /// The turn that orders are taken for now, and until when.
    pub next_turn: Option<u32>,
    pub deadline_utc: Option<String>,
    /// Whose orders are there.
    pub sent_orders: Vec<Seat>,
    pub reminded: u32,
    pub outbox: OutboxCount,
    pub turns_published: u32,
    /// What went wrong; the other campaigns went on.
    pub trouble: Option<String>,
}

impl TickReport {
    /// Whether anything went wrong.
    pub fn has_trouble(&self) -> bool {
        !self.troubles.is_empty() || self.campaigns.iter().any(|campaign| campaign.trouble.is_some())
    }
}

/// Runs once over all campaigns of a host.
///
/// # Errors
/// Only when the host's folder cannot be listed; what is wrong with one campaign is in its part of
/// the report, and its game master is told once.
pub fn tick(host: &Host, world: &World<'_>) -> Result<TickReport, HostError> {
    let mut report = TickReport::default();
    let mut tournaments = Tournaments::read(host)?;
    let mut desks: BTreeMap<String, Result<Opened, DeskError>> =
        host.campaign_ids()?.into_iter().map(|id| (id.clone(), unbroken(|| Opened::new(host, &id, &mut tournaments, world)))).collect();
    let mut mails = collect(host, &desks, &mut report, world);
    for (id, desk) in &mut desks {
        let own = mails.of(id, desk);
        if let Ok(open) = desk {
            open.desk.campaign.tournament = tournaments.of(&open.desk.campaign.config);
        }
        report.campaigns.push(work(id, desk, &own, world));
        if let Ok(open) = desk {
            tournaments.note(&mut open.desk.campaign);
        }
    }
    report.troubles.extend(tournaments.publish(host, world));
    let waiting = mails.by_campaign.remove(&None).unwrap_or_default();
    front_office(host, &waiting, &mut report, world);
    Ok(report)
}

/// A campaign at work in this run.
struct Opened {
    desk: Desk,
    /// What opening it did, if it was set up in this run.
    set_up: Option<Played>,
}

impl Opened {
    /// A campaign that begins in this run can be written to in this run.
    fn new(host: &Host, id: &str, tournaments: &mut Tournaments, world: &World<'_>) -> Result<Opened, DeskError> {
        let mut desk = Desk::open(host, id, world)?;
        let mut set_up = None;
        if desk.campaign.progress.is_none() {
            desk.campaign.tournament = tournaments.of(&desk.campaign.config);
            set_up = adjudicate_if_due(&mut desk, true, world)?;
            tournaments.note(&mut desk.campaign);
        }
        Ok(Opened { desk, set_up })
    }
}

/// What was found where mails wait.
struct Collected {
    /// By the campaign that they are for; `None` for those that fit nowhere.
    by_campaign: BTreeMap<Option<String>, Vec<Arrived>>,
    /// The places that could not be looked into, or not at all of them.
    unread: Vec<IntakeConfig>,
    /// Whether one of them is the host's own, where mails for any campaign wait.
    host_is_unread: bool,
}

/// The mails of one campaign.
struct OwnMails {
    found: Vec<Arrived>,
    /// Whether everything could be read where they may lie.
    are_all_here: bool,
}

impl Collected {
    fn of(&mut self, id: &str, desk: &Result<Opened, DeskError>) -> OwnMails {
        let found = self.by_campaign.remove(&Some(id.to_owned())).unwrap_or_default();
        let is_read = desk.as_ref().is_ok_and(|open| !self.unread.contains(&open.desk.campaign.config.intake));
        OwnMails { found, are_all_here: is_read && !self.host_is_unread }
    }
}

/// All mails that wait.
///
/// Mails for a campaign that cannot be opened now stay where they are.
fn collect(host: &Host, desks: &BTreeMap<String, Result<Opened, DeskError>>, report: &mut TickReport, world: &World<'_>) -> Collected {
    let mut by_campaign: BTreeMap<Option<String>, Vec<Arrived>> = BTreeMap::new();
    let (mut unread, mut host_is_unread) = (Vec::new(), false);
    for (index, intake) in intakes(host, desks).into_iter().enumerate() {
        let (found, troubles) = arrived::scan(&intake, &host.config.limits, world.now);
        if !troubles.is_empty() {
            host_is_unread |= index == 0;
            unread.push(intake);
        }
        report.troubles.extend(troubles);
        for mail in found {
            let key = mail.campaign.clone().filter(|id| desks.contains_key(id));
            by_campaign.entry(key).or_default().push(mail);
        }
    }
    for mails in by_campaign.values_mut() {
        mails.sort_by(|one, other| (one.received_at, &one.name).cmp(&(other.received_at, &other.name)));
    }
    Collected { by_campaign, unread, host_is_unread }
}

/// First the host's own intake with the spool of `ashpost receive`, then what campaigns have beside it.
fn intakes(host: &Host, desks: &BTreeMap<String, Result<Opened, DeskError>>) -> Vec<IntakeConfig> {
    let mut own = host.config.intake.clone();
    let spool = arrived::spool(&host.folder);
    if spool.is_dir() {
        own.maildirs.push(spool);
    }
    let of_campaigns = desks.values().filter_map(|desk| desk.as_ref().ok()).map(|open| open.desk.campaign.config.intake.clone());
    // The games of a tournament share the intake of their file.
    let mut all = vec![own];
    for intake in of_campaigns {
        if !all.contains(&intake) {
            all.push(intake);
        }
    }
    all
}

fn work(id: &str, desk: &mut Result<Opened, DeskError>, mails: &OwnMails, world: &World<'_>) -> CampaignTick {
    let mut done = CampaignTick { campaign: id.to_owned(), ..CampaignTick::default() };
    let outcome = match desk {
        Ok(open) => unbroken(|| work_at(open, mails, &mut done, world)),
        Err(DeskError::Busy { .. }) => {
            done.busy = true;
            Ok(())
        }
        Err(error) => {
            done.trouble = Some(error.to_string());
            Ok(())
        }
    };
    if let Err(error) = outcome {
        done.trouble = Some(error.to_string());
        // Nobody knows how far it has come in memory; what is on disk is whole.
        if matches!(error, DeskError::Broken(_)) {
            *desk = Err(error);
        }
    }
    done
}

/// Keeps what breaks off in the work on one campaign from the others. Its transaction is undone, as if the plug had been pulled.
fn unbroken<T>(work: impl FnOnce() -> Result<T, DeskError>) -> Result<T, DeskError> {
    catch_unwind(AssertUnwindSafe(work)).unwrap_or_else(|panic| {
        let told = panic.downcast_ref::<&str>().map(ToString::to_string).or_else(|| panic.downcast_ref::<String>().cloned());
        Err(DeskError::Broken(told.unwrap_or_default()))
    })
}

fn work_at(open: &mut Opened, mails: &OwnMails, done: &mut CampaignTick, world: &World<'_>) -> Result<(), DeskError> {
    let Opened { desk, set_up } = open;
    done.played.extend(set_up.take());
    take_in_and_play(desk, mails, done, world)?;
    done.reminded = remind::remind(desk, world)?;
    done.turns_published = publish::publish_news(desk, world)?;
    let mail = desk.campaign.config.mail.clone().unwrap_or_else(|| desk.campaign.host.mail.clone());
    let sending = outbox::send(&mut desk.store, &mail, world)?;
    done.trouble = sending.trouble();
    done.outbox = sending.count;
    if let Some(window) = desk.campaign.progress.as_ref().and_then(|progress| progress.window.as_ref()) {
        done.next_turn = Some(window.turn);
        done.deadline_utc = Some(super::letters::utc_text(window.deadline_at));
        done.sent_orders = desk.store.look()?.order_book(window.turn)?.into_keys().collect();
    }
    Ok(())
}

/// Takes all mails in and adjudicates what is due; where moves alternate, one may follow at once upon another.
fn take_in_and_play(desk: &mut Desk, mails: &OwnMails, done: &mut CampaignTick, world: &World<'_>) -> Result<(), DeskError> {
    if desk.campaign.progress.is_none() {
        return Ok(());
    }
    loop {
        let rest = &mails.found[done.mails.len()..];
        done.mails.extend(intake::take_in(desk, rest, world)?);
        let played = adjudicate_if_due(desk, mails.are_all_here, world)?;
        let goes_on = played.is_some() && desk.campaign.alternates();
        done.played.extend(played);
        if !goes_on && done.mails.len() == mails.found.len() {
            return Ok(());
        }
    }
}

/// Mails that fit nowhere, and letters to game masters whose campaigns have trouble.
fn front_office(host: &Host, waiting: &[Arrived], report: &mut TickReport, world: &World<'_>) {
    let outcome = (|| -> Result<(), DeskError> {
        let Some(mut front) = Front::open(host)? else { return Ok(()) };
        for campaign in &report.campaigns {
            if let (Some(trouble), Ok(config)) = (&campaign.trouble, host.campaign(&campaign.campaign)) {
                front.notify(&campaign.campaign, &config.gm.address, trouble, world)?;
            }
        }
        report.strays = strays::take_in_strays(&mut front, waiting, world)?;
        let sending = outbox::send(&mut front.store, &host.config.mail, world)?;
        report.troubles.extend(sending.trouble());
        report.strays_sent = sending.count;
        Ok(())
    })();
    if let Err(error) = outcome {
        report.troubles.push(error.to_string());
    }
}
