//! Plays a rehearsal turn by turn: emails into the Maildir, then one run over all campaigns.

use std::collections::BTreeMap;

use anyhow::bail;
use chrono::{DateTime, Duration, Utc};
use indicatif::ProgressBar;

use super::host::RehearsalPlan;
use super::made::{MadeRehearsal, named};
use crate::campaign::digest;
use crate::cli::players::house::MAILDIR;
use crate::cli::players::{AwaitedTurn, tick_at, troubles};
use crate::office::{Glance, Host};
use crate::post::source::maildir;

/// A host whose campaigns are being played.
pub(super) struct Rehearsal<'a> {
    host: Host,
    plan: &'a RehearsalPlan,
    bar: &'a ProgressBar,
    /// The time of the last run.
    now: DateTime<Utc>,
    emails: BTreeMap<&'static str, u32>,
}

/// The emails of a turn, as they were put into the Maildir.
#[derive(Default)]
struct Delivered {
    emails: u32,
    games_running: u32,
    last_at: Option<DateTime<Utc>>,
    /// The last deadline of all campaigns, which have the same schedule.
    deadline_at: Option<DateTime<Utc>>,
}

impl<'a> Rehearsal<'a> {
    /// Opens all campaigns.
    ///
    /// # Errors
    /// When one of them cannot begin.
    pub(super) fn begin(host: Host, plan: &'a RehearsalPlan, begins: DateTime<Utc>, bar: &'a ProgressBar) -> anyhow::Result<Rehearsal<'a>> {
        let mut rehearsal = Rehearsal { host, plan, bar, now: begins, emails: BTreeMap::new() };
        rehearsal.bar.set_message("opening");
        rehearsal.tick_at(begins)?;
        Ok(rehearsal)
    }

    /// Plays all turns, and prepares one more if the plan says so.
    ///
    /// # Errors
    /// When anything fails in any campaign.
    pub(super) fn play_all(mut self) -> anyhow::Result<MadeRehearsal> {
        for turn in 1..=self.plan.turns {
            let delivered = self.deliver(turn)?;
            if delivered.games_running == 0 {
                break;
            }
            self.bar.set_message(format!("turn {turn} of {}, playing", self.plan.turns));
            self.tick_at(self.time_to_play(&delivered))?;
            self.bar.inc(delivered.games_running.into());
        }
        let (mut emails_waiting, mut turns_due) = (0, 0);
        let mut next_tick = self.now + Duration::minutes(5);
        if self.plan.leaves_mail || self.plan.leaves_due {
            let delivered = self.deliver(self.plan.turns + 1)?;
            next_tick = delivered.last_at.unwrap_or(self.now) + Duration::minutes(5);
            if self.plan.leaves_due {
                self.tick_at(next_tick)?;
                next_tick = self.time_to_play(&delivered);
                turns_due = delivered.games_running;
            } else {
                emails_waiting = delivered.emails;
            }
        }
        self.report(emails_waiting, turns_due, next_tick)
    }

    /// The time of the run that plays a turn: where moves alternate, as soon as the move arrives; otherwise the deadline.
    fn time_to_play(&self, delivered: &Delivered) -> DateTime<Utc> {
        let alternates = self.plan.game.alternates();
        let at = if alternates { delivered.last_at } else { delivered.deadline_at };
        at.unwrap_or(self.now) + Duration::minutes(5)
    }

    /// Delivers what all players send in a turn.
    fn deliver(&self, turn: u32) -> anyhow::Result<Delivered> {
        let mut delivered = Delivered::default();
        for (number, id) in self.plan.ids() {
            self.bar.set_message(format!("turn {turn} of {}, emails of {id}", self.plan.turns_in_all()));
            let Some(open) = AwaitedTurn::of(&self.host, &id, number.into())? else { continue };
            delivered.games_running += 1;
            delivered.deadline_at = delivered.deadline_at.max(Some(open.deadline_at));
            for client in open.clients.iter().filter(|_| !self.plan.is_idle) {
                let at = client.usual_time(open.opened_at);
                let mail = client.mail(at, "orders", &client.orders);
                let unique = format!("{id}.{}", mail.unique);
                maildir::deliver_unsynced(&self.host.folder.join(MAILDIR), &mail.raw, at, &unique)?;
                delivered.emails += 1;
                delivered.last_at = delivered.last_at.max(Some(at));
            }
        }
        Ok(delivered)
    }

    /// Does one run over all campaigns. Nothing may fail in a rehearsal, so the first error ends it.
    fn tick_at(&mut self, now: DateTime<Utc>) -> anyhow::Result<()> {
        let report = tick_at(&self.host, now)?;
        if let Some(trouble) = troubles(&report).next() {
            bail!("the rehearsal stopped, and what it made so far is in {}: {trouble}", self.host.folder.display());
        }
        for mail in report.campaigns.iter().flat_map(|campaign| &campaign.mails).chain(&report.strays) {
            *self.emails.entry(mail.verdict.code()).or_default() += 1;
        }
        self.now = now;
        Ok(())
    }

    fn report(self, emails_waiting: u32, turns_due: u32, next_tick: DateTime<Utc>) -> anyhow::Result<MadeRehearsal> {
        let (mut games_over, mut turns_played) = (0, 0);
        let mut journals = String::new();
        for (_, id) in self.plan.ids() {
            let glance = Glance::open(&self.host, &id)?;
            let Some(progress) = &glance.campaign.progress else { continue };
            games_over += u32::from(progress.is_over());
            turns_played = turns_played.max(progress.table.turn());
            journals += &format!("{id} {}\n", progress.tip.hash);
        }
        Ok(MadeRehearsal {
            campaigns: self.host.folder,
            count: self.plan.campaigns,
            game: self.plan.game.id(),
            seats: self.plan.seats,
            turns_played,
            games_over,
            emails: self.emails,
            emails_waiting,
            turns_due,
            next_tick: named(next_tick),
            digest: digest(&journals),
        })
    }
}
