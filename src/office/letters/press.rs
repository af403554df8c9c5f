//! Press on its way: a letter to each of its readers, and a copy to the game master.

use std::collections::{BTreeMap, BTreeSet};

use chrono::{DateTime, Utc};

use super::about::About;
use super::facts::SeatFacts;
use super::model::LetterModel;
use super::to_all::write_to;
use super::{NewLetter, queue, render};
use crate::campaign::config::{PressKind, PressTo};
use crate::campaign::press::{Addressees, Press, PressHolder};
use crate::campaign::standings::listed;
use crate::engine::Seat;
use crate::office::cabinet::desk::Campaign;
use crate::office::cabinet::error::DeskError;
use crate::office::cabinet::tenure::Tenure;
use crate::office::letters::kind::LetterKind;
use crate::render::press::PressFacts;
use crate::store::{EmailKind, Ledger};

/// What messages are told with: who holds each seat now, since somebody else may play on for a writer or a reader.
pub(in crate::office) struct PressNames<'a> {
    campaign: &'a Campaign,
    tenures: BTreeMap<Seat, Tenure>,
}

impl<'a> PressNames<'a> {
    /// # Errors
    /// When the database refuses.
    pub(in crate::office) fn of(campaign: &'a Campaign, ledger: &Ledger<'_>) -> Result<PressNames<'a>, DeskError> {
        let tenures = campaign.config.seats.iter().map(|player| Ok((player.number, Tenure::of(ledger, player.number)?)));
        Ok(PressNames { campaign, tenures: tenures.collect::<Result<_, DeskError>>()? })
    }

    /// What a reader is told of a message, with its text or with its title alone; `None` is the public. Nothing but the words of a public one is for a
    /// player who plays on for its writer or its reader.
    pub(in crate::office) fn facts(&self, press: &Press, reader: Option<Seat>, with_text: bool) -> PressFacts {
        let is_own = reader.is_some_and(|seat| seat == press.from && self.holds_still(press, seat));
        let is_for = |seat: Seat| press.is_for(seat) && (press.is_public() || self.holds_still(press, seat));
        PressFacts {
            from: (!press.is_anonymous && !is_own).then(|| self.name(press, press.from)),
            is_own,
            is_public: press.is_public(),
            to_reader: reader.is_some_and(is_for),
            others: self.readers(press, reader),
            text: with_text.then(|| press.text.clone()),
            messages: 1,
        }
    }

    /// Who wrote a message, even if somebody else plays on for them.
    pub(in crate::office) fn writer(&self, press: &Press) -> SeatFacts {
        SeatFacts { number: press.from, name: self.name(press, press.from) }
    }

    /// Whether the player who held a seat when a message was written holds it now.
    fn holds_still(&self, press: &Press, seat: Seat) -> bool {
        let now = self.tenures.get(&seat).and_then(Tenure::since);
        press.holders.get(&seat).is_none_or(|then| then.since == now)
    }

    /// The name of the player who held a seat when a message was written.
    fn name(&self, press: &Press, seat: Seat) -> String {
        let then = press.holders.get(&seat).filter(|_| !self.holds_still(press, seat));
        then.map_or_else(|| self.campaign.player_name(seat), |then| then.name.clone())
    }

    /// The names of a message's readers except one; `None` if there are no others, or if everybody reads it.
    pub(in crate::office) fn readers(&self, press: &Press, without: Option<Seat>) -> Option<String> {
        let Addressees::Seats(seats) = &press.to else { return None };
        let names: Vec<String> = seats.iter().filter(|seat| Some(**seat) != without).map(|seat| self.name(press, *seat)).collect();
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        (!names.is_empty()).then(|| listed(&names))
    }
}

impl Campaign {
    /// The players who hold these seats, as a message keeps them.
    ///
    /// # Errors
    /// When the database refuses.
    pub(in crate::office) fn press_holders(
        &self,
        ledger: &Ledger<'_>,
        from: Seat,
        to: &Addressees,
    ) -> Result<BTreeMap<Seat, PressHolder>, DeskError> {
        let readers = if let Addressees::Seats(seats) = to { seats.clone() } else { BTreeSet::new() };
        let holder = |seat| Ok((seat, PressHolder { name: self.player_name(seat), since: Tenure::of(ledger, seat)?.since() }));
        readers.into_iter().chain([from]).map(holder).collect()
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
        let names = PressNames::of(self, ledger)?;
        for reader in self.config.seats.iter().filter(|reader| press.is_for(reader.number)) {
            let seat = reader.number;
            let writer = (!press.is_anonymous).then(|| names.writer(press));
            let about = About::Press { press: names.facts(press, Some(seat), true), writer };
            let written = render(&self.templates, &LetterModel::new(self.heading(Some(seat), LetterKind::Press, now), about))?;
            let letter = NewLetter::notice(format!("press.{}.{seat}", press.code), &reader.address, written)
                .of_kind(EmailKind::Press)
                .about(None, Some(seat))
                .following(ledger.last_report(seat)?.map(|report| report.message_id));
            queue(ledger, &self.sender(), &letter, now)?;
        }
        Ok(())
    }

    /// The player of a seat leaves it: private messages that wait for a report do not go to whoever plays on, and their writers get them back.
    pub(in crate::office) fn return_press_to(
        &self,
        ledger: &Ledger<'_>,
        seat: Seat,
        is_vacant: bool,
        now: DateTime<Utc>,
    ) -> Result<(), DeskError> {
        let names = PressNames::of(self, ledger)?;
        for press in ledger.withhold_press_from(seat)? {
            let from = press.from;
            let facts = names.facts(&press, Some(from), true);
            if !facts.is_own || self.holder(from).is_none() {
                continue;
            }
            let others = press.without(seat).and_then(|left| names.readers(&left, None));
            let press_told = PressFacts { others, ..facts };
            let about = |_| About::PressReturned { press: press_told.clone(), reader: self.writer(seat), is_vacant };
            write_to(self, ledger, &[Some(from)], &format!("press.{}.{seat}.returned", press.code), about, now)?;
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
        let takes_answers = self.config.press.kind != PressKind::None && self.config.press.to != PressTo::All;
        let writer = takes_answers.then(|| self.writer(from));
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
        write_to(self, ledger, &readers, &format!("note.{id}"), about, now)?;
        Ok(())
    }

    /// The game master's copy, which tells who wrote it.
    pub(in crate::office) fn copy_press_to_gm(&self, ledger: &Ledger<'_>, press: &Press, now: DateTime<Utc>) -> Result<(), DeskError> {
        let names = PressNames::of(self, ledger)?;
        let about = About::GmPress { press: names.facts(press, None, true), writer: names.writer(press), is_anonymous: press.is_anonymous };
        let written = render(&self.templates, &LetterModel::new(self.heading(None, LetterKind::Press, now), about))?;
        let letter = NewLetter::notice(format!("press.{}.gm", press.code), &self.config.gm.address, written).of_kind(EmailKind::Press);
        queue(ledger, &self.sender(), &letter, now)?;
        Ok(())
    }
}
