//! Press on its way: a letter to each of its readers, and a copy to the game master.

use chrono::{DateTime, Utc};

use super::about::About;
use super::facts::SeatFacts;
use super::model::LetterModel;
use super::to_all::write_letters;
use super::{NewLetter, queue, render};
use crate::campaign::config::PressKind;
use crate::campaign::press::{Addressees, Press};
use crate::campaign::standings::listed;
use crate::engine::Seat;
use crate::office::cabinet::desk::Campaign;
use crate::office::cabinet::error::DeskError;
use crate::render::press::PressFacts;
use crate::store::{EmailKind, Ledger};

impl Campaign {
    /// What a reader is told of a message, with its text or with its title alone; `None` is the public.
    pub(in crate::office) fn press_facts(&self, press: &Press, reader: Option<Seat>, with_text: bool) -> PressFacts {
        let writer = self.writer_of(press);
        let is_own = reader == Some(press.from) && self.name_of(press.from) == Some(writer.name.as_str());
        PressFacts {
            from: (!press.is_anonymous && !is_own).then_some(writer.name),
            is_own,
            is_public: press.is_public(),
            to_reader: reader.is_some_and(|seat| press.is_for(seat)),
            others: self.readers_of(&press.to, reader),
            text: with_text.then(|| press.text.clone()),
            messages: 1,
        }
    }

    /// Who wrote a message, even if somebody else plays on for them.
    fn writer_of(&self, press: &Press) -> SeatFacts {
        let name = if press.name.is_empty() { self.player_name(press.from) } else { press.name.clone() };
        SeatFacts { number: press.from, name }
    }

    /// The names of a message's readers except one; `None` if there are no others, or if everybody reads it.
    pub(in crate::office) fn readers_of(&self, to: &Addressees, without: Option<Seat>) -> Option<String> {
        let Addressees::Seats(seats) = to else { return None };
        let names: Vec<&str> = seats.iter().filter(|seat| Some(**seat) != without).filter_map(|seat| self.name_of(*seat)).collect();
        (!names.is_empty()).then(|| listed(&names))
    }

    /// Whether the game master gets copies of what players write to each other: not if the game master plays, nor at the address of a player.
    pub(in crate::office) fn gm_reads_press(&self) -> bool {
        self.config.press.gm_copy && !self.gm_is_a_player()
    }

    /// Whether the game master is one of the players, whom others' words may be about.
    pub(in crate::office) fn gm_is_a_player(&self) -> bool {
        self.config.policy.gm_plays || self.config.gm_holds_a_seat()
    }

    /// A letter to each reader of a message, in the thread of their last report. In an anonymous message nothing but its words can tell who wrote it,
    /// so the letter's Message-ID is made from the message's code.
    pub(in crate::office) fn mail_press(&self, ledger: &Ledger<'_>, press: &Press, now: DateTime<Utc>) -> Result<(), DeskError> {
        for reader in self.config.seats.iter().filter(|reader| press.is_for(reader.number)) {
            let seat = reader.number;
            let writer = (!press.is_anonymous).then(|| self.writer_of(press));
            let about = About::Press { press: self.press_facts(press, Some(seat), true), writer };
            let written = render(&self.templates, &LetterModel::new(self.heading(Some(seat), "press", now), about))?;
            let letter = NewLetter::notice(format!("press.{}.{seat}", press.code), &reader.address, written)
                .of_kind(EmailKind::Press)
                .about(None, Some(seat))
                .following(ledger.last_report(seat)?.map(|report| report.message_id));
            queue(ledger, &self.sender(), &letter, now)?;
        }
        Ok(())
    }

    /// The player of a seat leaves it: private messages that wait for a report do not go to whoever plays on, and their writers get them back.
    pub(in crate::office) fn return_press_to(&self, ledger: &Ledger<'_>, seat: Seat, now: DateTime<Utc>) -> Result<(), DeskError> {
        for press in ledger.withhold_press_from(seat)? {
            let from = press.from;
            let facts = self.press_facts(&press, Some(from), true);
            let Some(writer) = self.config.seat(from).filter(|_| facts.is_own && self.holder(from).is_some()) else { continue };
            let others = press.without(seat).and_then(|left| self.readers_of(&left.to, None));
            let about = About::PressReturned { press: PressFacts { others, ..facts }, reader: self.writer(seat) };
            let written = render(&self.templates, &LetterModel::new(self.heading(Some(from), "press", now), about))?;
            let letter = NewLetter::notice(format!("press.{}.{seat}.returned", press.code), &writer.address, written)
                .about(None, Some(from))
                .following(ledger.last_report(from)?.map(|report| report.message_id));
            queue(ledger, &self.sender(), &letter, now)?;
        }
        Ok(())
    }

    /// A letter to each other player with a note that no report can bring, because a decision has ended the game. `id` tells it from other notes.
    pub(in crate::office) fn mail_note(
        &self,
        ledger: &Ledger<'_>,
        (from, text): (Seat, &str),
        id: &str,
        now: DateTime<Utc>,
    ) -> Result<(), DeskError> {
        let writer = Some(self.writer(from)).filter(|_| self.config.press.kind != PressKind::None);
        let press = PressFacts {
            from: Some(self.player_name(from)),
            is_own: false,
            is_public: false,
            to_reader: true,
            others: None,
            text: Some(text.to_owned()),
            messages: 1,
        };
        let mut readers = self.readers_but(from);
        readers.retain(Option::is_some);
        let about = |_| About::Press { press: press.clone(), writer: writer.clone() };
        write_letters(self, ledger, &readers, (EmailKind::Notice, &format!("note.{id}")), about, |_| None, now)?;
        Ok(())
    }

    /// The game master's copy, which tells who wrote it.
    pub(in crate::office) fn copy_press_to_gm(&self, ledger: &Ledger<'_>, press: &Press, now: DateTime<Utc>) -> Result<(), DeskError> {
        let (facts, is_anonymous) = (self.press_facts(press, None, true), press.is_anonymous);
        let about = About::GmPress { press: facts, writer: self.writer_of(press), is_anonymous };
        let written = render(&self.templates, &LetterModel::new(self.heading(None, "press", now), about))?;
        let letter = NewLetter::notice(format!("press.{}.gm", press.code), &self.config.gm.address, written).of_kind(EmailKind::Press);
        queue(ledger, &self.sender(), &letter, now)?;
        Ok(())
    }
}
