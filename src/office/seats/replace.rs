//! Another person for a seat: a new token at once, a welcome with the last report and the rules, a farewell to whoever played before.

use super::{SeatDone, SeatError, SeatSettings, Work, again, work};
use crate::campaign::config::SeatConfig;
use crate::campaign::journal::Act;
use crate::campaign::roster::{Holder, SeatKey};
use crate::campaign::{Address, absence};
use crate::engine::Seat;
use crate::office::World;
use crate::office::cabinet::desk::Desk;
use crate::office::cabinet::error::DeskError;
use crate::office::letters::facts::SeatActFacts;
use crate::office::letters::{self, NewLetter};
use crate::post::outgoing::{Attachment, FileKind};
use crate::render::{letter, rules};

/// Why mail to the player before is given up.
const GIVEN_UP: &str = "another player holds the seat now";

/// A person who takes over a seat.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewPlayer {
    pub name: String,
    pub address: Address,
    /// Zone, format, diagrams and attachments, as far as they are named.
    pub settings: SeatSettings,
}

/// Gives a seat to another person. Orders that were sent stay in force until the new player sends others.
///
/// # Errors
/// When the game is over, such a person cannot be a player of it, or there is no such seat.
pub fn replace(desk: &mut Desk, seat: Seat, person: &NewPlayer, world: &World<'_>) -> Result<SeatDone, SeatError> {
    work(desk, seat, world, |work| {
        let before = work.holder.player.clone();
        let is_same = before.name == person.name && before.address == person.address;
        let player = if is_same { before.clone() } else { work.player(person) };
        let mut holder = Holder { player: player.clone(), ..work.holder.clone() };
        holder.settle(&work.campaign.file_seats, &SeatKey::ALL);
        if is_same {
            work.campaign.keep_holder(work.ledger, holder)?;
            return Ok(false);
        }
        let Some(turn) = work.campaign.open_turn().map(|turn| turn.turn) else {
            return Err(SeatError::Over { campaign: work.campaign.id().to_owned() });
        };
        work.check_player(&player)?;
        holder.epoch += 1;
        let act = Act::Replaced { seat, name: player.name.clone(), epoch: holder.epoch };
        work.campaign.keep_holder(work.ledger, holder)?;
        work.rename(&player.name);
        work.campaign.record(work.ledger, act, world.now)?;
        // Whether the turn may be played early, and on which days nobody is there, is for the new player to say.
        work.ledger.set_not_ready(turn, seat)?;
        work.end_absence()?;
        work.ledger.forget_returned(seat)?;
        work.ledger.give_up_waiting(seat, GIVEN_UP)?;
        let facts = SeatActFacts {
            seat,
            name: player.name.clone(),
            before: before.name.clone(),
            by_mail: false,
            reports_again: 0,
            has_sheet: work.ledger.has_sheet(turn, seat)?,
        };
        work.say_farewell(&facts)?;
        work.welcome(facts)?;
        Ok(true)
    })
}

impl Work<'_> {
    /// The new player as the roster will have them. If the file names the same address for the seat, its zone and format are theirs.
    fn player(&self, person: &NewPlayer) -> SeatConfig {
        let bare = SeatConfig {
            number: self.seat,
            name: person.name.clone(),
            address: person.address.clone(),
            zone: None,
            format: Default::default(),
            diagrams: Default::default(),
            attachments: Default::default(),
        };
        let in_file = self.campaign.file_seats.iter().find(|entry| entry.number == self.seat && entry.address == person.address);
        let known = in_file.map_or(bare.clone(), |entry| SeatConfig { name: bare.name.clone(), ..entry.clone() });
        person.settings.applied(&known)
    }

    /// Nobody is away any more; the deadline stays where it was announced, for the good of the new player.
    fn end_absence(&mut self) -> Result<(), DeskError> {
        let seat = self.seat;
        let yesterday = self.campaign.zone_of(Some(seat)).day(self.world.now).and_then(|today| today.yesterday().ok());
        let Some((progress, yesterday)) = self.campaign.progress.as_mut().zip(yesterday) else { return Ok(()) };
        let known = progress.clocks.absences(seat);
        if known.is_empty() {
            return Ok(());
        }
        let ended = absence::ended(known, yesterday);
        self.ledger.set_absences(seat, &ended)?;
        progress.clocks.absences.insert(seat, ended);
        Ok(())
    }

    fn say_farewell(&mut self, facts: &SeatActFacts) -> Result<(), DeskError> {
        let mut model = self.campaign.letter_model(None, "farewell", self.world.now);
        model.done.seat_act = Some(facts.clone());
        let rendered = letters::render(&self.campaign.templates, "shared/farewell.txt", &model)?;
        let id = format!("farewell.{}.{}", self.seat, self.campaign.epoch(self.seat));
        let address = self.holder.player.address.clone();
        self.queue(&NewLetter::notice("notice", id, &address, rendered))
    }

    fn welcome(&mut self, facts: SeatActFacts) -> Result<(), DeskError> {
        let seat = self.seat;
        let campaign = &*self.campaign;
        let mut model = campaign.letter_model(Some(seat), "welcome", self.world.now);
        model.done.seat_act = Some(facts);
        let turn = campaign.turns_played();
        let Some(mut mail) = again::report_again(campaign, self.ledger, seat, turn)? else { return Ok(()) };
        let (subject, text) = letters::render(&campaign.templates, "shared/welcome.txt", &model)?;
        mail.report.html = letter::before_report(&campaign.templates, letters::untagged(&subject), &text, &mail.report.html)?;
        model.told.answers = vec![std::mem::take(&mut mail.report.text)];
        mail.report.text = letters::render(&campaign.templates, "shared/welcome.txt", &model)?.1;
        mail.subject = subject;
        let Some(recipient) = campaign.config.seat(seat).map(|player| player.address.clone()) else { return Ok(()) };
        let id = format!("{turn}.welcome.{seat}.{}", campaign.epoch(seat));
        let rules = Attachment {
            // As a page: an attached .txt that comes back with a reply would be read as orders.
            name: format!("{}-rules.html", campaign.id()),
            kind: FileKind::Html,
            bytes: rules::html(&campaign.templates, &campaign.rules_model(self.ledger)?)?.into_bytes(),
        };
        let mut welcome = mail.letter(campaign, "welcome", id, &recipient);
        welcome.message.attachments.push(rules);
        self.queue(&welcome)
    }
}
