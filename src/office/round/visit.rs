//! A campaign in a run: opened for a part of the work, and left alone once something is wrong with it.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};

use chrono::{DateTime, Utc};

use crate::campaign::attendance::Reliability;
use crate::campaign::config::{ConfigErrors, IntakeConfig, SeatConfig};
use crate::campaign::watch::{Held, Trust};
use crate::campaign::{CampaignId, PlayerKey};
use crate::office::cabinet::desk::{Campaign, Desk};
use crate::office::cabinet::error::{DeskError, unbroken};
use crate::office::cabinet::moved::AddressMove;
use crate::office::cabinet::players::Players;
use crate::office::cabinet::reached::Reached;
use crate::office::cabinet::readiness;
use crate::office::cabinet::records::CampaignRecord;
use crate::office::deadlines::mails_seen::MailsSeen;
use crate::office::deadlines::timekeeping::{self, Keeping};
use crate::office::front::Trouble;
use crate::office::inbox::arrived::Arrived;
use crate::office::inbox::gaps::Gaps;
use crate::office::joining::attend;
use crate::office::letters::trouble_facts::TroubleFacts;
use crate::office::publishing::kept_listings::Listings;
use crate::office::publishing::site;
use crate::office::publishing::tournament::Tournaments;
use crate::office::round::agenda::AgendaPage;
use crate::office::round::work;
use crate::office::sending::outboxes::{Outbox, Ways};
use crate::office::turns::adjudicate::adjudicate_if_due;
use crate::office::{CampaignTick, Host, World};

/// Which campaigns a run is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::office) enum Scope {
    /// All in which anything may be due.
    Host,
    /// Those that the incoming email is for.
    Mail,
}

/// What all visits of a run share.
pub(super) struct Premises<'a> {
    pub host: &'a Host,
    pub keeping: Keeping,
    pub tournaments: Tournaments,
    pub listings: Listings,
    /// Whether the next database may stay open until its email has left the machine. In a `receive` it may, since opening it again costs as much as
    /// the email. In a run over the host many would fill the memory. Where emails stay on the disk, each stays open, since they are sent at once.
    pub keeps_open: AtomicBool,
    pub scope: Scope,
}

impl Premises<'_> {
    /// Where the email of a campaign waits; others may work on the campaign from here on.
    fn outbox_of(&self, mut desk: Desk) -> Outbox {
        let is_kept_open = !desk.campaign.way_out().leaves_the_machine() || self.keeps_open.swap(false, Ordering::Relaxed);
        if !is_kept_open {
            // Sending opens it again.
            desk.store.leave_log();
        }
        work::outbox_of(desk, is_kept_open)
    }
}

/// What a run has done for a campaign so far.
pub(super) struct Visit {
    pub done: CampaignTick,
    /// The tournament that it is a game of.
    pub tournament: Option<CampaignId>,
    /// It is opened in this run even if no email is for it.
    pub is_due: bool,
    /// It was opened in this run, or could not be.
    pub is_opened: bool,
    /// Another run has it, or something is wrong with it: nothing more is done for it in this run.
    pub is_left_alone: bool,
    /// Set in the course of the work: its email is to be sent.
    pub has_due_mail: bool,
    pub outbox: Option<Outbox>,
    /// How it stands, if it has begun and could be opened.
    pub record: Option<CampaignRecord>,
    /// How far it had come when the host saw it last.
    pub reached: Option<Reached>,
    /// How far it has come in a run over the host. A run for an email leaves that to the next one, which waits for the disk anyway.
    pub came_to: Option<Reached>,
    /// Who plays in it, likewise.
    pub players: Option<Players>,
    /// The addresses that its players have left for others, likewise.
    pub moves: Vec<AddressMove>,
    /// How reliable its players were, if it was looked at.
    pub reliability: Option<BTreeMap<PlayerKey, Reliability>>,
    /// What went wrong, for its game master.
    pub trouble: Option<Trouble>,
    /// Set in the course of the work: nothing is due before then.
    pub wakes_at: Option<DateTime<Utc>>,
    /// Its page of the agenda, from before it was opened; `None` if its file does not read.
    pub page: Option<AgendaPage>,
}

impl Visit {
    /// A campaign that nothing was done for yet.
    pub(super) fn of(campaign: &CampaignId) -> Visit {
        Visit {
            done: CampaignTick::of(campaign),
            tournament: None,
            is_due: false,
            is_opened: false,
            is_left_alone: false,
            has_due_mail: false,
            outbox: None,
            record: None,
            reached: None,
            came_to: None,
            players: None,
            moves: Vec::new(),
            reliability: None,
            trouble: None,
            wakes_at: None,
            page: None,
        }
    }

    /// Opens a campaign for a part of the work; one that has yet to begin is set up first. What breaks off in it is kept from the
    /// others: its transaction is undone, as if the plug had been pulled.
    pub(super) fn open(
        &mut self,
        premises: &Premises<'_>,
        world: &World<'_>,
        work: impl FnOnce(&mut Desk, &mut Visit) -> Result<(), DeskError>,
    ) {
        if self.is_left_alone {
            return;
        }
        self.is_opened = true;
        let id = self.done.campaign.clone();
        let outcome = unbroken(|| {
            let mut desk = self.begin(premises, &id, world)?;
            let outcome = work(&mut desk, self).map_err(|error| desk.undone(error));
            self.record = record_of(&desk.campaign);
            self.players = players_of(&desk.campaign);
            premises.tournaments.note(&mut desk.campaign);
            let failures = desk.campaign.templates.failures();
            if let (Some(error), None) = (failures.first(), &self.trouble) {
                let trouble = TroubleFacts::Template { trouble: error.to_string() };
                self.note(Trouble::Campaign(trouble), format!("{error}; the program's own wording was used instead"));
            }
            outcome?;
            if premises.scope == Scope::Host {
                self.came_to = Reached::of(&desk.store.look()?, &desk.campaign)?;
            }
            if let Some(wakes_at) = self.wakes_at.take() {
                self.put_to_sleep(premises, desk, wakes_at, world);
            } else if std::mem::take(&mut self.has_due_mail) {
                self.outbox = Some(premises.outbox_of(desk));
            }
            Ok(())
        });
        self.is_left_alone = outcome.is_err();
        match outcome.map_err(|error: DeskError| error.of_campaign(premises.host, &id)) {
            Ok(()) => {}
            Err(error) if error.holder().is_some_and(|holder| holder.hangs(world.now).is_none()) => self.done.busy = true,
            Err(error) => self.fail(&error),
        }
    }

    fn begin(&mut self, premises: &Premises<'_>, id: &CampaignId, world: &World<'_>) -> Result<Desk, DeskError> {
        let Premises { host, keeping, tournaments, .. } = premises;
        let mut desk = Desk::open_as_far_as(self.reached.as_ref(), host, id, world)?;
        desk.campaign.tournament = tournaments.of(host, &desk.campaign.config);
        timekeeping::prepare(&mut desk, keeping, world)?;
        if desk.campaign.progress.is_none() && desk.campaign.config.open {
            let obstacles = readiness::obstacles(host, &desk.campaign.config)?;
            if !obstacles.is_empty() {
                return Err(DeskError::NotReady(ConfigErrors(obstacles)));
            }
            if keeping.trust == Trust::Full {
                self.done.played.extend(adjudicate_if_due(&mut desk, MailsSeen::All, world)?);
            }
        }
        attend(&mut desk, world)?;
        Ok(desk)
    }

    /// Takes email in. If none comes after it in this run, also does at once what is due then, except in a game of a tournament: they tell of each
    /// other, so each waits for the email of all.
    pub(super) fn take_in(&mut self, premises: &Premises<'_>, mails: &[Arrived], sight: Option<&ListedIntakes>, world: &World<'_>) {
        let sight = sight.filter(|_| self.tournament.is_none());
        self.is_due = sight.is_none();
        self.open(premises, world, |desk, visit| {
            work::take_in_and_play(desk, mails, &mut visit.done, world)?;
            match sight {
                Some(sight) => {
                    // Until a run without email for it, what this one has written stays in the log. Moving it takes two waits for the disk, and
                    // beginning an empty log takes one more.
                    if !visit.done.mails.is_empty() {
                        desk.store.leave_short_log();
                    }
                    // A move that was played has opened another turn, which may not be held.
                    timekeeping::prepare(desk, &premises.keeping, world)?;
                    visit.play_opened(premises, desk, sight, world)
                }
                None => {
                    // It is opened again in this run.
                    desk.store.leave_log();
                    Ok(())
                }
            }
        });
    }

    /// Adjudicates, reminds and publishes what is due. A campaign in which nothing was due may sleep.
    pub(super) fn play(&mut self, premises: &Premises<'_>, sight: &ListedIntakes, world: &World<'_>) {
        self.open(premises, world, |desk, visit| visit.play_opened(premises, desk, sight, world));
    }

    fn play_opened(&mut self, premises: &Premises<'_>, desk: &mut Desk, sight: &ListedIntakes, world: &World<'_>) -> Result<(), DeskError> {
        let mails = if sight.sees_all(&desk.campaign.config.intake) { MailsSeen::All } else { MailsSeen::NotAll };
        desk.campaign.mail_gaps = sight.gaps.of(&desk.campaign.config.intake);
        work::play(desk, mails, &mut self.done, world)?;
        // Players get their reports even if the archive cannot be written; the next run tries it again.
        match site::publish_news(desk, world) {
            Ok(turns) => self.done.turns_published = turns,
            Err(error) => self.fail(&error.of_campaign(premises.host, desk.campaign.id())),
        }
        premises.listings.look_at(desk)?;
        let ledger = desk.store.look()?;
        self.has_due_mail = ledger.has_due_mail(world.now)?;
        // It is counted over all turns, and only a turn changes it. A run over the host counts again what another that broke off did not note.
        if premises.scope == Scope::Host || !self.done.played.is_empty() {
            self.reliability = Some(ledger.reliability()?);
        }
        if premises.scope == Scope::Host {
            self.moves = AddressMove::counting(&ledger, world.now)?;
        }
        // Its list of applicants is kept elsewhere, and may fill at any time.
        let waits_for_players = desk.campaign.progress.is_none() && !desk.campaign.config.joining.seats.is_empty();
        if !waits_for_players
            && mails == MailsSeen::All
            && premises.keeping.trust == Trust::Full
            && self.done.is_quiet()
            && !self.has_due_mail
        {
            let wakes_at = desk.campaign.wakes_at(&ledger, world.now)?;
            self.wakes_at = Some(ledger.next_attempt()?.map_or(wakes_at, |attempt| wakes_at.min(attempt)));
        }
        Ok(())
    }

    /// Notes what the files look like while nobody else can change them.
    fn put_to_sleep(&mut self, premises: &Premises<'_>, desk: Desk, wakes_at: DateTime<Utc>, world: &World<'_>) {
        let Premises { host, keeping, .. } = premises;
        let _lock = desk.close();
        self.page = self.page.take().map(|page| page.put_to_sleep(host, &self.done, (world.now, wakes_at), keeping.corrections()));
    }

    /// Sends what waits in the outbox at once if it goes no farther than the disk: the database is still open.
    pub(super) fn send_to_disk(&mut self, host: &Host, ways: &mut Ways, world: &World<'_>) {
        if self.outbox.as_ref().is_some_and(|outbox| !outbox.mail.leaves_the_machine()) {
            self.send(host, ways, world);
        }
    }

    /// Sends what waits in the outbox.
    pub(super) fn send(&mut self, host: &Host, ways: &mut Ways, world: &World<'_>) {
        let Some(outbox) = self.outbox.take() else { return };
        match unbroken(|| ways.send(outbox, world)) {
            Ok(sending) => {
                self.done.outbox = sending.count;
                if let (Some(trouble), None) = (sending.trouble(), &self.trouble) {
                    let told = trouble.to_string();
                    self.note(Trouble::Campaign(TroubleFacts::Sending(trouble)), told);
                }
            }
            Err(error) => self.fail(&error.of_campaign(host, &self.done.campaign)),
        }
    }

    /// Notes what went wrong.
    pub(super) fn fail(&mut self, error: &DeskError) {
        self.note(Trouble::of(error), error.to_string());
    }

    /// `told` is what the command line prints of it.
    fn note(&mut self, trouble: Trouble, told: String) {
        self.trouble = Some(trouble);
        self.done.trouble = Some(told);
    }
}

impl CampaignTick {
    /// Whether a run did nothing for the campaign, and would do nothing again. A seat that was edited keeps it awake.
    fn is_quiet(&self) -> bool {
        let has_done = !self.mails.is_empty() || !self.played.is_empty() || self.reminded > 0 || self.turns_published > 0;
        let is_held = !matches!(self.held, None | Some(Held::Paused));
        !has_done && !is_held && self.seat_edits.is_empty() && self.trouble.is_none()
    }
}

/// Which intakes could be listed.
#[derive(Debug, Clone, Default)]
pub(super) struct ListedIntakes {
    /// The intakes that could not be listed: those of campaigns, or with `None` the host's, where email for any campaign may lie.
    pub unlisted: Vec<Option<IntakeConfig>>,
    /// When some could not be listed, in this run and in earlier ones.
    pub gaps: Gaps,
}

impl ListedIntakes {
    /// Whether all email for a campaign with this intake has been seen.
    fn sees_all(&self, intake: &IntakeConfig) -> bool {
        !self.unlisted.iter().any(|unlisted| unlisted.as_ref().is_none_or(|own| own == intake))
    }
}

/// How a campaign stands, for the host to remember; `None` before it begins.
fn record_of(campaign: &Campaign) -> Option<CampaignRecord> {
    let progress = campaign.progress.as_ref()?;
    Some(CampaignRecord {
        game_master: campaign.config.gm.address.clone(),
        tournament: campaign.config.paired.as_ref().map(|board| board.tournament.clone()),
        is_over: progress.is_over(),
    })
}

/// Who plays in a campaign, for the host to remember; nobody once it is over, and `None` before it begins.
fn players_of(campaign: &Campaign) -> Option<Players> {
    let progress = campaign.progress.as_ref()?;
    let seats = campaign.config.seats.iter().filter(|_| !progress.is_over());
    Some(Players { title: campaign.config.title.clone(), addresses: seats.flat_map(SeatConfig::addresses).cloned().collect() })
}

/// The games of a tournament tell of each other, so one worker goes through them in their order.
pub(super) fn together<T>(items: Vec<T>, visit: impl Fn(&T) -> &Visit) -> Vec<Vec<T>> {
    let mut shares: BTreeMap<CampaignId, Vec<T>> = BTreeMap::new();
    for item in items {
        let Visit { done, tournament, .. } = visit(&item);
        shares.entry(tournament.as_ref().unwrap_or(&done.campaign).clone()).or_default().push(item);
    }
    shares.into_values().collect()
}
