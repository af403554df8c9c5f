//! The game that samples are made of: the campaign's own, set up and played in memory.

use std::sync::Arc;

use chrono::{DateTime, TimeDelta, Utc};

use crate::campaign::config::{CampaignConfig, SeatConfig};
use crate::campaign::envelope::{Envelope, Verdict};
use crate::campaign::journal::{Act, sheet_digest};
use crate::campaign::keys::{HostKey, Seal};
use crate::campaign::token::Secret;
use crate::campaign::{CampaignId, Fingerprint};
use crate::engine::{Reading, Seat, Seed, Table};
use crate::office::cabinet::desk::Desk;
use crate::office::cabinet::error::DeskError;
use crate::office::cabinet::glance::Glance;
use crate::office::cabinet::tournament::{GameNow, Tournament};
use crate::office::deadlines::mails_seen::MailsSeen;
use crate::office::turns::adjudicate::adjudicate_if_due;
use crate::office::{Host, World};
use crate::render::Templates;
use crate::store::{FiledMail, NewMail, NewSheet, Seals, Store};

/// Returns the orders of a seat at a table, as a player would type them.
pub type Bot<'a> = &'a dyn Fn(&dyn Table, Seat) -> String;

/// The secret of all samples, from which tokens, seals and dice follow; no campaign has it.
const SECRET: Seed = Seed([0x5a; 32]);

/// The key that a sample's host signs with.
const KEY: Seed = Seed([0xa5; 32]);

/// A campaign that nobody plays.
pub(super) struct Sample<'w> {
    pub desk: Desk,
    /// The seat that the letters are addressed to, and the other seat that they mention.
    pub reader: Seat,
    pub other: Seat,
    pub world: World<'w>,
    bot: Bot<'w>,
}

impl<'w> Sample<'w> {
    /// Sets the game up.
    ///
    /// # Errors
    /// When its scenario cannot be set up.
    pub(super) fn begin(
        host: &Host,
        mut config: CampaignConfig,
        templates: Arc<Templates>,
        bot: Bot<'w>,
        world: &World<'w>,
    ) -> Result<Sample<'w>, DeskError> {
        let (secret, key) = (Secret::new(SECRET), HostKey::new(KEY));
        let seals = Seals { sheets: Some(secret.seal(&config.id)), waiting: Some(Seal::of_host(KEY)) };
        config.said.open = true;
        let tournament = tournament(host, &config)?;
        let mut desk = Glance::worded_by(templates, host, config, Store::in_memory(seals)?)?.into_desk((secret, key), None);
        desk.campaign.tournament = tournament.map(Arc::new);
        let mut sample = Sample { desk, reader: Seat(1), other: Seat(2), world: *world, bot };
        adjudicate_if_due(&mut sample.desk, MailsSeen::All, &sample.world)?;
        let seats: Vec<Seat> = sample.desk.campaign.config.seat_numbers().collect();
        sample.reader = seats.first().copied().unwrap_or(Seat(1));
        sample.other = seats.get(1).copied().unwrap_or(sample.reader);
        Ok(sample)
    }

    /// Plays until every seat has moved, and opens the next turn. Something has happened in between, of which letters tell.
    ///
    /// # Errors
    /// When a turn cannot be played.
    pub(super) fn play_turns(&mut self) -> Result<(), DeskError> {
        for _ in 0..2 {
            self.play(None)?;
        }
        // If only one player is to move, letters are addressed to that player.
        if let Some(mover) = self.desk.campaign.mover_now() {
            (self.reader, self.other) = (mover, self.desk.campaign.config.opponent(mover).unwrap_or(mover));
        }
        let ledger = self.desk.store.begin()?;
        self.desk.campaign.record(&ledger, Act::Paused, self.world.now)?;
        self.desk.campaign.record(&ledger, Act::Resumed { paused_at: self.world.now }, self.world.now)?;
        Ok(ledger.commit()?)
    }

    /// Ends the game where its player to move can give it up; returns whether it is over.
    ///
    /// # Errors
    /// When the turn cannot be played.
    pub(super) fn end(&mut self) -> Result<bool, DeskError> {
        if !self.desk.campaign.alternates() {
            return Ok(false);
        }
        self.play(Some("RESIGN"))?;
        Ok(self.desk.campaign.is_over())
    }

    /// Plays the open turn with these sheets, or with those of the bot.
    fn play(&mut self, text: Option<&str>) -> Result<(), DeskError> {
        let Some(limits) = self.desk.campaign.progress.as_ref().and_then(|progress| self.desk.campaign.limits(progress)) else {
            return Ok(());
        };
        for seat in self.awaited() {
            self.enter(seat, &text.map_or_else(|| self.orders(seat), str::to_owned))?;
        }
        if !self.desk.campaign.alternates() {
            self.world.now = limits.closes_at + TimeDelta::minutes(1);
        }
        adjudicate_if_due(&mut self.desk, MailsSeen::All, &self.world)?;
        self.world.now += TimeDelta::hours(2);
        Ok(())
    }

    fn awaited(&self) -> Vec<Seat> {
        self.desk.campaign.progress.as_ref().map(|progress| progress.table.to_move().into_iter().collect()).unwrap_or_default()
    }

    /// What a player would order now.
    pub(super) fn orders(&self, seat: Seat) -> String {
        self.desk.campaign.progress.as_ref().map(|progress| (self.bot)(&*progress.table, seat)).unwrap_or_default()
    }

    /// How a text of the reader's is read.
    pub(super) fn reading(&self, text: &str) -> Reading {
        let progress = self.desk.campaign.progress.as_ref();
        progress.map_or_else(Reading::default, |progress| progress.table.read(self.reader, text))
    }

    /// Puts a sheet into the book of the open turn.
    ///
    /// # Errors
    /// When the database refuses.
    pub(super) fn enter(&mut self, seat: Seat, text: &str) -> Result<(), DeskError> {
        let Desk { store, campaign, .. } = &mut self.desk;
        let (Some(turn), Some(progress), Some(player)) = (campaign.open_turn(), &campaign.progress, campaign.config.seat(seat)) else {
            return Ok(());
        };
        let turn = turn.turn;
        let canonical = progress.table.read(seat, text).canonical();
        let envelope = envelope(player, &campaign.config.id, turn, self.world.now);
        let ledger = store.begin()?;
        let mail = NewMail { envelope: &envelope, verdict: Verdict::Accepted, seat: Some(seat), turn: Some(turn), raw: text.as_bytes() };
        if let FiledMail::New { id: mail } = ledger.file_mail(&mail)? {
            let digest = sheet_digest(campaign.salt(turn, seat), Some(&canonical));
            let sheet = NewSheet {
                mail,
                turn,
                seat,
                received_at: envelope.received_at,
                text,
                canonical: &canonical,
                digest,
                salt: None,
                held_back: false,
            };
            ledger.enter_sheet(&sheet)?;
        }
        Ok(ledger.commit()?)
    }
}

fn envelope(player: &SeatConfig, campaign: &CampaignId, turn: u32, now: DateTime<Utc>) -> Envelope {
    Envelope {
        fingerprint: Fingerprint::of(format!("{campaign} {turn} {}", player.number).as_bytes()),
        received_at: now,
        sender: Some(player.address.clone()),
        noise: None,
        campaign: Some(campaign.clone()),
        token: None,
        other_tokens: Vec::new(),
        exceeded: None,
        is_order_file: false,
    }
}

/// The tournament that the game belongs to, as if no game had begun; a Swiss has its first round.
fn tournament(host: &Host, config: &CampaignConfig) -> Result<Option<Tournament>, DeskError> {
    let Some(board) = &config.paired else { return Ok(None) };
    let config = host.campaign(&board.tournament)?;
    let games = vec![GameNow::default(); config.pairings().len()];
    let tournament = Tournament { config, games, has_changed: false };
    Ok(Some(match tournament.next_round() {
        Some(round) => tournament.with(round),
        None => tournament,
    }))
}
