//! Another person for a seat: a new token at once, a welcome with the last report and the rules, a farewell to the player before.

use super::work::{SeatDone, SeatError, Work, name_of, work_at};
use super::{SeatSettings, again};
use crate::campaign::Address;
use crate::campaign::config::SeatConfig;
use crate::campaign::journal::Act;
use crate::campaign::roster::{Holder, SeatKey};
use crate::engine::Seat;
use crate::office::World;
use crate::office::cabinet::desk::{Campaign, Desk};
use crate::office::cabinet::error::DeskError;
use crate::office::cabinet::filed_report::FiledReport;
use crate::office::deadlines::early::{EarlyCause, EarlyChange};
use crate::office::letters::about::About;
use crate::office::letters::facts::SeatActFacts;
use crate::office::letters::kind::LetterKind;
use crate::office::letters::model::LetterModel;
use crate::office::letters::news::News;
use crate::office::letters::{self, NewLetter};
use crate::post::outgoing::{Attachment, FileKind};
use crate::render::{letter, rules};
use crate::store::{EmailKind, Ledger};

/// Why email to the player before is given up.
const GIVEN_UP: &str = "another player holds the seat now";

/// A person who takes over a seat.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewPlayer {
    /// What everybody calls them from now on; no other player of the campaign may have the name.
    pub name: String,
    /// Where letters to them go.
    pub address: Address,
    /// Zone, format, diagrams and attachments, as far as they are named.
    pub settings: SeatSettings,
}

/// Gives a seat to another person, whether anybody holds it or not. Orders that were sent stay in force until the new player sends others.
///
/// # Errors
/// When the game is over, such a person cannot be a player of it, or there is no such seat.
pub fn replace(desk: &mut Desk, seat: Seat, person: &NewPlayer, world: &World<'_>) -> Result<SeatDone, SeatError> {
    work_at(desk, seat, world, |work| work.give_to(person))
}

impl Campaign {
    /// Gives a seat to another person in an open transaction, as [`replace`] does: they get a welcome with the last report and the rules,
    /// the player before a farewell. Returns whether anything was done, which is not so if they hold the seat already, and how many emails
    /// wait to be sent.
    ///
    /// # Errors
    /// When the game is over, such a person cannot be a player of it, or there is no such seat. What was written by then must be undone
    /// with the transaction.
    pub(in crate::office) fn give_seat(
        &mut self,
        ledger: &Ledger<'_>,
        seat: Seat,
        person: &NewPlayer,
        world: &World<'_>,
    ) -> Result<(bool, u32), SeatError> {
        let mut work = Work::at(self, ledger, seat, world);
        let changed = work.give_to(person)?;
        Ok((changed, work.emails))
    }
}

impl Work<'_> {
    fn give_to(&mut self, person: &NewPlayer) -> Result<bool, SeatError> {
        let (seat, now) = (self.seat, self.world.now);
        let before = self.campaign.holder(seat).cloned();
        if let Some(same) = before.as_ref().filter(|before| before.player.name == person.name && before.player.address == person.address) {
            let mut holder = same.clone();
            holder.settle(&self.campaign.file_seats, &SeatKey::ALL);
            self.campaign.keep_holder(self.ledger, holder)?;
            return Ok(false);
        }
        let Some(turn) = self.campaign.open_turn().map(|turn| turn.turn) else {
            return Err(SeatError::Over { campaign: self.campaign.id().to_owned() });
        };
        let early_before = self.campaign.early_at(self.ledger, turn)?;
        let player = self.player(person);
        self.check_player(&player)?;
        self.check_address(&player.address)?;
        let known_as = name_of(self.campaign, seat)?;
        let settled = before.as_ref().and_then(|before| before.settled.clone());
        let settled = settled.or_else(|| self.campaign.vacancy(seat)?.settled.clone());
        let mut holder = Holder { player: player.clone(), epoch: self.campaign.epoch(seat) + 1, settled };
        holder.settle(&self.campaign.file_seats, &SeatKey::ALL);
        self.campaign.close_what_is_for(self.ledger, seat, false, now)?;
        let act = Act::Replaced { seat, name: player.name.clone(), epoch: holder.epoch };
        self.campaign.keep_holder(self.ledger, holder)?;
        self.rename(&player.name);
        self.campaign.record(self.ledger, act, now)?;
        let was_told = self.ledger.has_joined(seat)? || self.ledger.has_written_to(seat)?;
        self.campaign.forget_player(self.ledger, (seat, turn), GIVEN_UP, now)?;
        let has_sheet = self.ledger.seats_with_sheets(turn)?.contains(&seat);
        let facts = SeatActFacts {
            before: known_as,
            has_sheet,
            is_fixed: self.campaign.fixed_seats().contains(&seat),
            ..SeatActFacts::new(seat, player.name.clone())
        };
        // Nobody says goodbye to a player who was never told that they play.
        if let Some(before) = before.filter(|_| was_told) {
            self.say_farewell(&facts, &before.player.address)?;
        }
        self.welcome(facts)?;
        let change = EarlyChange {
            writer: seat,
            id: format!("early.{seat}.{}", self.campaign.epoch(seat)),
            before: early_before,
            after: self.campaign.early_at(self.ledger, turn)?,
            why: EarlyCause::Arrival,
        };
        self.emails += self.campaign.tell_of_early_turn(self.ledger, &change, now)?;
        Ok(true)
    }

    /// The new player as the roster will have them. If the file names the same address for the seat, its zone and format are theirs.
    fn player(&self, person: &NewPlayer) -> SeatConfig {
        let bare = SeatConfig::new(self.seat, person.name.clone(), person.address.clone());
        let in_file = self.campaign.file_seats.iter().find(|entry| entry.number == self.seat && entry.address == person.address);
        let known = in_file.map_or(bare.clone(), |entry| SeatConfig { name: bare.name.clone(), ..entry.clone() });
        person.settings.applied(&known)
    }

    /// The facts with what the last report says that concerns only the player for whom it was written.
    fn with_report_before(&self, facts: SeatActFacts) -> Result<SeatActFacts, DeskError> {
        let campaign = &*self.campaign;
        let Some(report) = self.ledger.report(campaign.turns_played(), Some(self.seat))? else { return Ok(facts) };
        let FiledReport { notices, next, .. } = FiledReport::of(&report)?;
        let own = campaign.zone_of(Some(self.seat)).name();
        let report_zone = next.map(|next| next.zone).filter(|zone| !zone.is_empty() && zone != own);
        Ok(SeatActFacts { report_zone, report_warns: notices.contains(&campaign.line(&News::LastChance)?), ..facts })
    }

    fn say_farewell(&mut self, facts: &SeatActFacts, address: &Address) -> Result<(), DeskError> {
        let model = LetterModel::new(self.campaign.heading(None, LetterKind::Farewell, self.world.now), About::Farewell(facts.clone()));
        let rendered = letters::render(&self.campaign.templates, &model)?;
        let id = format!("farewell.{}.{}", self.seat, self.campaign.epoch(self.seat));
        self.queue(&NewLetter::notice(id, address, rendered))
    }

    fn welcome(&mut self, facts: SeatActFacts) -> Result<(), DeskError> {
        let seat = self.seat;
        let campaign = &*self.campaign;
        let facts = self.with_report_before(facts)?;
        let welcome = |answers| {
            let about = About::Welcome { seat_act: facts.clone(), answers };
            letters::render(
                &campaign.templates,
                &LetterModel::new(campaign.heading(Some(seat), LetterKind::Welcome, self.world.now), about),
            )
        };
        let turn = campaign.turns_played();
        let Some(mut mail) = again::report_again(campaign, self.ledger, (seat, turn), self.world.now)? else { return Ok(()) };
        let (subject, text) = welcome(Vec::new())?;
        mail.report.html = letter::before_report(&campaign.templates, letters::untagged(&subject), &text, &mail.report.html)?;
        mail.report.text = welcome(vec![std::mem::take(&mut mail.report.text)])?.1;
        mail.subject = subject;
        let Some(recipient) = campaign.config.seat(seat).map(|player| player.address.clone()) else { return Ok(()) };
        let id = format!("{turn}.welcome.{seat}.{}", campaign.epoch(seat));
        let rules = Attachment {
            // As a page: an attached .txt that comes back with a reply would be read as orders.
            name: format!("{}-rules.html", campaign.id()),
            kind: FileKind::Html,
            bytes: rules::html(&campaign.templates, &campaign.rules_model(self.ledger)?)?.into_bytes(),
        };
        let mut welcome = mail.letter(campaign, EmailKind::Welcome, id, &recipient);
        welcome.message.attachments.push(rules);
        self.queue(&welcome)
    }
}
