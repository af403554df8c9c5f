//! What an answer says of its email, and its letter in the outbox.

use crate::campaign::budget::{Account, Budget};
use crate::campaign::difference::Difference;
use crate::campaign::envelope::{Envelope, Roster, RosterEntry, Verdict, holders_shown};
use crate::campaign::sealed_sheet::{sealed_digest, sealed_lines};
use crate::engine::{Reading, Scene, Seat};
use crate::office::answers::asked;
use crate::office::cabinet::error::DeskError;
use crate::office::cabinet::players::{SenderGame, WhoPlays};
use crate::office::inbox::judged::{CarriedOut, Intake, Judged};
use crate::office::letters::about::About;
use crate::office::letters::answer::{AnswerFacts, Done, SentSheet, ToPlayer, ToSender};
use crate::office::letters::facts::SeatFacts;
use crate::office::letters::model::LetterModel;
use crate::office::letters::notices::{Acts, Occasion};
use crate::office::letters::seal_facts::{FoundSheet, SealFacts};
use crate::office::letters::sheet_facts::{LateMove, ReceiptFacts, SheetFacts};
use crate::office::letters::{self, NewLetter, picture};
use crate::post::Address;
use crate::post::commands::MailCommand;
use crate::store::EmailKind;

/// How many unopened attachments an answer names at most.
const MOST_NAMED: usize = 10;

/// File names with more letters than this are shortened to their beginning and end.
const LONGEST_NAME: usize = 60;
const BEGINNING: usize = 44;
const END: usize = 15;

/// An answer, or a copy of one.
pub(in crate::office) struct Answer<'a> {
    pub kind: EmailKind,
    pub recipient: &'a Address,
    pub subject: &'a str,
    pub text: String,
    /// Shown with the text to those who read HTML.
    pub picture: Option<&'a Scene>,
    pub budget: &'a Budget,
}

impl Intake<'_> {
    pub(in crate::office) fn queue(&self, judged: &Judged, answer: Answer<'_>) -> Result<(), DeskError> {
        let Answer { kind, recipient, subject, text, picture, budget } = answer;
        let letter = NewLetter::answer(self.mail.answer_id(kind.code()), recipient, (subject.to_owned(), text))
            .of_kind(kind)
            .about(self.campaign.open_turn().map(|turn| turn.turn), judged.seat)
            .following(self.mail.letter.message_id.clone())
            .showing(picture.cloned())
            .leading_to(self.link_asked_for(judged)?)
            .counted_with(Account::Answers(budget.clone()));
        letters::queue(self.ledger, &self.campaign.sender(), &letter, self.now)?;
        Ok(())
    }

    /// The link of the last report, if the answer repeats that report. The link of an older one would lead to a position for which orders
    /// are no longer taken.
    fn link_asked_for(&self, judged: &Judged) -> Result<Option<String>, DeskError> {
        let last = self.campaign.turns_played();
        let asks = |command: &MailCommand| matches!(command, MailCommand::Report(turn) if turn.is_none_or(|turn| turn == last));
        let is_repeated = judged.verdict == Verdict::Overtaken || self.content.commands().any(asks);
        let seat = judged.seat.filter(|_| is_repeated);
        Ok(seat.map(|seat| self.campaign.current_link(self.ledger, seat)).transpose()?.flatten())
    }

    /// The model of the answer that this template writes, and the picture that goes with it.
    pub(in crate::office) fn model(
        &self,
        judged: &Judged,
        template: &'static str,
        done: CarriedOut,
    ) -> Result<(LetterModel, Option<Scene>), DeskError> {
        let received = self.mail.facts(self.received_at(judged.seat));
        let heading = self.campaign.heading(judged.seat, judged.verdict, self.now).on(received);
        let told = self.told_to_sender(judged)?;
        let Some(seat) = judged.seat else {
            return Ok((LetterModel::new(heading, About::ToSender { template, told }), None));
        };
        let mut letter = LetterModel::new(heading, self.told_to_player(judged, seat, told, &done)?);
        if judged.verdict == Verdict::Overtaken {
            letter.about.told.answers.push(asked::report(self.campaign, self.ledger, seat, self.now)?);
        }
        if self.content.has(&MailCommand::Status) {
            letter.about.told.rung = self.campaign.rung_of(seat, self.now);
        }
        let line = asked::add(&mut letter, self.campaign, self.ledger, seat, &self.content, done.outcomes)?;
        let foreseen = judged.reading.as_ref().and_then(|reading| reading.prospect.ahead.as_ref());
        let picture = line.or_else(|| picture::beside_text(foreseen).cloned());
        let LetterModel { heading, about } = letter;
        Ok((LetterModel::new(heading, About::ToPlayer { template, told: Box::new(about) }), picture))
    }

    fn told_to_sender(&self, judged: &Judged) -> Result<ToSender, DeskError> {
        let exceeded = self.mail.envelope.exceeded.as_ref();
        let trouble = exceeded.map(|exceeded| self.campaign.templates.text("shared/exceeded", exceeded)).transpose()?;
        let facts_of = |holder: &RosterEntry| self.campaign.seat_facts(holder.seat);
        let shown = |roster: &Roster| holders_shown(&self.mail.envelope, roster).into_iter().filter_map(facts_of).collect();
        let Envelope { token, sender, .. } = &self.mail.envelope;
        let is_unknown = matches!(judged.verdict, Verdict::WrongToken | Verdict::NoToken);
        let is_replaced = token.as_ref().zip(sender.as_ref()).is_some_and(|(token, sender)| self.campaign.has_replaced(token, sender));
        Ok(ToSender {
            token_replaced: judged.verdict == Verdict::WrongToken && is_replaced,
            own_games: if is_unknown { self.games_of_sender() } else { Vec::new() },
            own_seats: if is_unknown { self.seats_of_sender() } else { Vec::new() },
            from_game_master: self.mail.envelope.sender.as_ref() == Some(&self.campaign.config.gm.address),
            shown_seats: if judged.verdict == Verdict::TwoTokens { shown(&self.campaign.roster()) } else { Vec::new() },
            trouble: trouble.map(|text| text.trim_end().to_owned()),
            unopened: self.mail.letter.unread.iter().take(MOST_NAMED).map(|name| shortened(name)).collect(),
            is_rich_text: self.mail.letter.is_rich_text,
            is_blank: self.mail.letter.orders.text.trim().is_empty(),
        })
    }

    /// The games of the host in which the sender plays; empty if the host's database does not read.
    fn games_of_sender(&self) -> Vec<SenderGame> {
        let known = |sender: &Address| Some(WhoPlays::read(&self.campaign.host_database).ok()?.games_of(sender).to_vec());
        self.mail.envelope.sender.as_ref().and_then(known).unwrap_or_default()
    }

    /// The seats of the sender's address in this game; empty unless there are several. The answer goes to that address, whoever has written.
    fn seats_of_sender(&self) -> Vec<SeatFacts> {
        let Some(sender) = &self.mail.envelope.sender else { return Vec::new() };
        let own = self.campaign.config.seats.iter().filter(|player| player.has_address(sender));
        let own: Vec<SeatFacts> = own.filter_map(|player| self.campaign.seat_facts(player.number)).collect();
        if own.len() > 1 { own } else { Vec::new() }
    }

    /// What the player of a seat is told of the email itself, and of the sheet in it.
    fn told_to_player(&self, judged: &Judged, seat: Seat, sender: ToSender, done: &CarriedOut) -> Result<ToPlayer, DeskError> {
        let own = self.campaign.config.seat(seat);
        let from = self.mail.envelope.sender.as_ref();
        let meant = self.meant_turn(seat)?;
        let told = self.ledger.told_until(seat)?;
        let notices = self.campaign.notices(&Acts::after(self.ledger, told)?, told, Some(seat), Occasion::Letter)?;
        Ok(ToPlayer {
            sender,
            sent_from_elsewhere: from.filter(|from| own.is_some_and(|own| !own.has_address(from))).map(Address::to_string),
            answers_turn: meant.answered,
            names_turn: meant.named,
            below_signature: self.unread_orders(seat, &self.mail.letter.orders.signature),
            in_old_mail: self.unread_orders(seat, &self.mail.letter.orders.old),
            sheet: judged.reading.as_ref().map(|reading| self.sent_sheet(judged, seat, reading)).transpose()?,
            receipt: done.receipt.as_ref().map(|receipt| ReceiptFacts::of(receipt, &self.campaign.key)),
            before_opening: judged.verdict == Verdict::Late && self.came_before_opening(),
            are_fixed: judged.verdict == Verdict::Late && self.campaign.fixed_seats().contains(&seat),
            withdraws_nothing: judged.verdict == Verdict::Withdrawn && judged.earlier.is_none() && !self.has_plans(seat),
            press_reply: self.press_reply(judged, seat)?,
            late_move: if judged.verdict == Verdict::Late { self.late_move(judged, seat)? } else { None },
            seal: self.seal_told(judged, seat)?,
            done: self.done(seat, done),
            told: AnswerFacts { notices, ..AnswerFacts::default() },
        })
    }

    fn sent_sheet(&self, judged: &Judged, seat: Seat, reading: &Reading) -> Result<SentSheet, DeskError> {
        let is_replaced = judged.verdict == Verdict::Replaced;
        let has_text = !(reading.entries.is_empty() && reading.unmet.is_empty() && reading.problems.is_empty());
        Ok(SentSheet {
            sheet: SheetFacts::of(reading, self.received_at(Some(seat)), is_replaced),
            reading_text: has_text.then(|| self.campaign.reading_text(seat, reading)).transpose()?,
            difference: self.difference(judged, seat, reading),
            has_always: judged.has_always,
            appended: is_replaced && !self.campaign.alternates() && self.adds_to(judged.verdict),
            plays_at_once: judged.plays_at_once,
            resigns: reading.prospect.resigns,
            ends_game: reading.prospect.ends_game,
        })
    }

    fn done(&self, seat: Seat, done: &CarriedOut) -> Done {
        Done {
            ready: done.ready.clone(),
            ready_lapsed: done.ready_lapsed,
            unsealed: done.unsealed,
            wait: done.wait,
            early: done.early_at.map(|at| self.campaign.deadline_facts(at, Some(seat), self.now)),
            left: done.left.clone(),
            was_forwarded: done.forwarded.as_ref().is_some_and(|facts| facts.too_many.is_none()),
            forwarded: done.forwarded.clone(),
            notes_sent: done.notes_sent,
            new_address: done.new_address.clone(),
            ..Done::default()
        }
    }

    /// What the answer says about sealed sheets, if the email is about one, came before other players' sheets are taken, or came too late while a sealed
    /// sheet is still to be revealed.
    fn seal_told(&self, judged: &Judged, seat: Seat) -> Result<Option<SealFacts>, DeskError> {
        let about = [Verdict::Sealed, Verdict::Revealed, Verdict::RevealEarly, Verdict::RevealWrong, Verdict::TooEarly, Verdict::Late];
        if !about.contains(&judged.verdict) {
            return Ok(None);
        }
        let Some(turn) = self.campaign.open_turn_of(self.ledger, seat)? else { return Ok(None) };
        let digest = self.ledger.commitments(turn.turn)?.get(&seat).copied();
        if judged.verdict == Verdict::Late {
            let sealed = self.campaign.committed(self.ledger, turn.turn)?.remove(&seat).filter(|sealed| sealed.salt.is_none());
            if sealed.is_none() || self.mail.envelope.received_at <= turn.closes_at {
                return Ok(None);
            }
        }
        let mut facts = self.campaign.seal_facts(&turn, seat, digest, self.now);
        if judged.verdict == Verdict::TooEarly {
            let taken_from = Some(turn.taken_from).filter(|_| !self.campaign.gm_closing_stands());
            facts.from = taken_from.map(|at| self.campaign.deadline_facts(at, Some(seat), self.now));
        }
        if let (Verdict::RevealWrong, Some(salt)) = (judged.verdict, self.content.revealed_salt()) {
            let orders = &self.content.orders;
            facts.found = Some(FoundSheet { digest: sealed_digest(salt, orders), lines: sealed_lines(orders) });
        }
        Ok(Some(facts))
    }

    /// Whether the game holds conditional moves of the seat.
    fn has_plans(&self, seat: Seat) -> bool {
        self.campaign.progress.as_ref().is_some_and(|progress| progress.table.forgetting(seat).is_some())
    }

    fn came_before_opening(&self) -> bool {
        let turn = self.campaign.open_turn().filter(|_| self.campaign.turns_played() == 0);
        turn.is_some_and(|turn| self.mail.envelope.received_at < turn.opened_at)
    }

    /// What the answer says about an email that came when its player had no time left for a move; `None` if it is late for another reason,
    /// or in time.
    fn late_move(&self, judged: &Judged, seat: Seat) -> Result<Option<LateMove>, DeskError> {
        let Some(progress) = self.campaign.progress.as_ref().filter(|progress| self.campaign.mover(progress) == Some(seat)) else {
            return Ok(None);
        };
        let closed = self.campaign.open_turn_of(self.ledger, seat)?.filter(|turn| self.mail.envelope.received_at > turn.closes_at);
        // A game that ends before each side has moved is void, and nobody loses it (C8).
        let has_move = judged.reading.as_ref().is_some_and(|reading| reading.has_move);
        let loses = progress.table.moves().is_some_and(|moves| moves.all_have_moved());
        Ok(closed.map(|turn| {
            let zone = self.campaign.zone_of(Some(seat));
            let times = [self.mail.envelope.received_at, turn.closes_at];
            let [minute, end] = times.map(|at| zone.text(at));
            let [arrived_local, closed_local] = if minute == end { times.map(|at| zone.text_to_the_second(at)) } else { [minute, end] };
            LateMove { has_move, arrived_local, closed_local, zone: zone.clone(), loses }
        }))
    }

    /// What a sheet does to the earlier one that it replaces, or would replace.
    fn difference(&self, judged: &Judged, seat: Seat, reading: &Reading) -> Option<Difference> {
        let replaces = matches!(judged.verdict, Verdict::Replaced | Verdict::HeldBack);
        let earlier = judged.earlier.as_ref().filter(|_| replaces && !self.campaign.alternates())?;
        let table = &self.campaign.progress.as_ref()?.table;
        let orders: Vec<String> = reading.entries.iter().map(|entry| entry.order.clone()).collect();
        let before = if self.adds_to(judged.verdict) {
            // Standing orders are read before the orders of the email, and have the line number 0.
            reading.entries.iter().filter(|entry| entry.line == 0).map(|entry| entry.order.clone()).collect()
        } else {
            table.sheet(seat, &earlier.canonical).orders()
        };
        Some(Difference::between(&before, &orders))
    }
}

/// The name of a file as a letter repeats it: never longer than [`LONGEST_NAME`] letters.
fn shortened(name: &str) -> String {
    let letters: Vec<char> = name.chars().collect();
    match letters.len() {
        ..=LONGEST_NAME => name.to_owned(),
        length => letters[..BEGINNING].iter().chain(&['…']).chain(&letters[length - END..]).collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_name_keeps_its_ending() {
        assert_eq!(shortened("orders.pdf"), "orders.pdf");
        let long = shortened(&format!("{}.docx", "x".repeat(200)));
        assert_eq!((long.chars().count(), long.ends_with("….docx"), long.ends_with("xxxxx.docx")), (60, false, true));
    }
}
