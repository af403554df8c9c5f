//! The one cron line: receive, judge, remind, adjudicate what is due, send, publish.
//!
//! Safe to run at any time, twice at once, or to be killed anywhere: each step finds out from the
//! database what is left to do, and does that in one transaction.

use std::collections::BTreeMap;

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
        host.campaign_ids()?.into_iter().map(|id| (id.clone(), Opened::new(host, &id, &mut tournaments, world))).collect();
    let mut mails = collect(host, &desks, &mut report, world);
    for (id, desk) in &mut desks {
        let own = mails.remove(&Some(id.clone())).unwrap_or_default();
        if let Ok(open) = desk {
            open.desk.campaign.tournament = tournaments.of(&open.desk.campaign.config);
        }
        report.campaigns.push(work(id, desk, &own, world));
        if let Ok(open) = desk {
            tournaments.note(&mut open.desk.campaign);
        }
    }
    report.troubles.extend(tournaments.publish(host, world));
    let waiting = mails.remove(&None).unwrap_or_default();
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
            set_up = adjudicate_if_due(&mut desk, world)?;
            tournaments.note(&mut desk.campaign);
        }
        Ok(Opened { desk, set_up })
    }
}

/// All mails that wait, by the campaign that they are for; `None` for those that fit nowhere.
///
/// Mails for a campaign that cannot be opened now stay where they are.
fn collect(
    host: &Host,
    desks: &BTreeMap<String, Result<Opened, DeskError>>,
    report: &mut TickReport,
    world: &World<'_>,
) -> BTreeMap<Option<String>, Vec<Arrived>> {
    let mut by_campaign: BTreeMap<Option<String>, Vec<Arrived>> = BTreeMap::new();
    for intake in intakes(host, desks) {
        let (found, troubles) = arrived::scan(&intake, &host.config.limits, world.now);
        report.troubles.extend(troubles);
        for mail in found {
            let key = mail.campaign.clone().filter(|id| desks.contains_key(id));
            by_campaign.entry(key).or_default().push(mail);
        }
    }
    for mails in by_campaign.values_mut() {
        mails.sort_by(|one, other| (one.received_at, &one.name).cmp(&(other.received_at, &other.name)));
    }
    by_campaign
}

/// The host's own intake, the spool of `ashpost receive`, and what campaigns have beside it.
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

fn work(id: &str, desk: &mut Result<Opened, DeskError>, mails: &[Arrived], world: &World<'_>) -> CampaignTick {
    let mut done = CampaignTick { campaign: id.to_owned(), ..CampaignTick::default() };
    let outcome = match desk {
        Ok(open) => work_at(open, mails, &mut done, world),
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
    }
    done
}

fn work_at(open: &mut Opened, mails: &[Arrived], done: &mut CampaignTick, world: &World<'_>) -> Result<(), DeskError> {
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
fn take_in_and_play(desk: &mut Desk, mails: &[Arrived], done: &mut CampaignTick, world: &World<'_>) -> Result<(), DeskError> {
    if desk.campaign.progress.is_none() {
        return Ok(());
    }
    loop {
        let rest = &mails[done.mails.len()..];
        done.mails.extend(intake::take_in(desk, rest, world)?);
        let played = adjudicate_if_due(desk, world)?;
        let goes_on = played.is_some() && desk.campaign.alternates();
        done.played.extend(played);
        if !goes_on && done.mails.len() == mails.len() {
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
