//! From emails to verdicts: each email is filed as it came, judged, and answered, in one transaction.

use crate::campaign::envelope::{self, OpenTurn, Verdict};
use crate::engine::Seat;
use crate::office::World;
use crate::office::cabinet::desk::{Desk, Progress};
use crate::office::cabinet::error::{DeskError, unbroken};
use crate::office::deadlines::absences::Announcement;
use crate::office::deadlines::early::{EarlyCause, EarlyChange};
use crate::office::inbox::arrived::{Arrived, Leave};
use crate::office::inbox::judged::{BATCH, CarriedOut, Handled, Intake, Judged, Seatless};
use crate::office::intake::bounced;
use crate::office::intake::quarantine;
use crate::office::intake::strays::drop_old_strangers;
use crate::office::letters::absence_facts::AbsenceFacts;
use crate::office::letters::consent_facts::ConsentFacts;
use crate::office::letters::takeback_facts::TakebackFacts;
use crate::office::letters::vote_facts::VoteFacts;
use crate::office::turns::consent::Asking;
use crate::office::turns::takeback;
use crate::office::voting::asking::Voting;
use crate::store::{FiledMail, NewMail};

/// Files and judges the emails of one campaign, in the order in which they were received; returns what became of those that
/// were taken in. Where moves are played at once, the rest waits until that is done.
///
/// The files that they came in are moved after the commit, so that an email is never only in memory.
pub(crate) fn take_in(desk: &mut Desk, arrived: &[Arrived], world: &World<'_>) -> Result<Vec<Handled>, DeskError> {
    let Desk { store, campaign, .. } = desk;
    let seal = store.seals_of_outbox().waiting;
    let mut handled = Vec::new();
    for batch in arrived.chunks(BATCH) {
        let ledger = store.begin()?;
        let mut taken = 0;
        for mail in batch {
            campaign.close_gm_seats(&ledger, mail.envelope.received_at, world.now)?;
            campaign.close_sealed_orders(&ledger, mail.envelope.received_at)?;
            let content = mail.content.for_open_turn(campaign.open_turn().map(|turn| turn.turn));
            let content = if campaign.alternates() { content.with_resigning_as_order() } else { content };
            let mut intake = Intake { campaign, ledger: &ledger, mail, content, now: world.now };
            if intake.waits_for_the_turn()? {
                break;
            }
            handled.push(intake.take_or_quarantine(world)?);
            taken += 1;
        }
        drop_old_strangers(&ledger, &campaign.host.limits, world.now)?;
        (world.boundary)("before mails commit");
        ledger.commit()?;
        (world.boundary)("after mails commit");
        let of_batch = &handled[handled.len() - taken..];
        for (mail, handled) in batch[..taken].iter().zip(of_batch) {
            mail.put_away(
                seal.as_ref()
                    .filter(|_| handled.seat.is_some() || !mail.envelope.other_tokens.is_empty())
                    .map_or(Leave::AsItCame, Leave::Sealed),
            )?;
            (world.boundary)("after a mail is put away");
        }
        if taken < batch.len() {
            break;
        }
    }
    Ok(handled)
}

impl Intake<'_> {
    /// An email that cannot be handled is our fault: it changes nothing, it is kept, and it must not stop the others.
    fn take_or_quarantine(&mut self, world: &World<'_>) -> Result<Handled, DeskError> {
        let ledger = self.ledger;
        let held = (self.campaign.held, self.campaign.stands_since);
        match ledger.apart(|| unbroken(|| self.take(world).inspect(|_| (world.boundary)("after an email is answered")))) {
            Err(error) if error.is_about_one_mail() => {
                self.campaign.reload(ledger)?;
                // It may have paused the game, or ended a pause.
                (self.campaign.held, self.campaign.stands_since) = held;
                quarantine::keep(self.campaign, ledger, self.mail, &error, world)
            }
            taken => taken,
        }
    }

    fn take(&mut self, world: &World<'_>) -> Result<Handled, DeskError> {
        if self.ledger.knows_mail(&self.mail.envelope.fingerprint)? {
            return Ok(Handled::of(self.mail, Verdict::Answered, self.ledger.seat_of_mail(&self.mail.envelope.fingerprint)?));
        }
        self.read_by_what_is_known()?;
        let mut judged = self.judge()?;
        if judged.verdict == Verdict::Outrun {
            self.content = std::mem::take(&mut self.content).outrun();
        }
        let mut done = CarriedOut::default();
        // What may end the game or take a move back comes first: the rest is for the turn that is open then, if one is.
        let (before, plays_nothing) = (self.campaign.open_turn(), self.campaign.plays_nothing());
        done.outcomes.votes = self.votes(&judged)?;
        (done.outcomes.consents, done.outcomes.takebacks) = self.consents(&judged, before.as_ref())?;
        let turn = self.campaign.open_turn();
        if before.map(|turn| turn.turn) != turn.map(|turn| turn.turn) {
            judged = self.judge()?;
            done.notes_sent = self.send_notes(&judged)?;
        } else if plays_nothing != self.campaign.plays_nothing() {
            // A pause was agreed on, or its end: a move waits for that, or is played at once.
            judged = self.judge()?;
        }
        let mail = NewMail { seat: judged.seat, turn: turn.map(|turn| turn.turn), ..self.mail.filed_as(judged.verdict) };
        let filed = self.ledger.file_mail(&mail)?;
        let FiledMail::New { id } = filed else { return Ok(Handled::of(self.mail, judged.verdict, judged.seat)) };
        self.remember_turn(&judged);
        if let Some(answered) = self.serve_seatless(&judged, world)? {
            return Ok(Handled { answered, known: false, ..Handled::of(self.mail, judged.verdict, None) });
        }
        if let (Some(seat), Some(turn)) = (judged.seat, turn) {
            self.take_orders(&judged, seat, &turn, id, &mut done)?;
        }
        done.outcomes.absences = self.absences(&judged, turn.as_ref())?;
        done.outcomes.settings = self.change_settings(&judged)?;
        done.outcomes.press = self.send_press(&judged)?;
        done.outcomes.diary = self.write_diary(&judged)?;
        done.forwarded = self.forward_words(&judged)?;
        self.renew_token(&judged)?;
        done.new_address = self.ask_new_address(&judged)?;
        if self.resigns(&judged)? {
            // The farewell is the answer: nobody holds the seat any more.
            return Ok(Handled { answered: true, known: false, ..Handled::of(self.mail, judged.verdict, judged.seat) });
        }
        if judged.verdict == Verdict::Bounce {
            bounced::tell_game_master(self.campaign, self.ledger, self.mail, self.now)?;
        }
        let answered = self.answer(&judged, done)?;
        Ok(Handled { answered, known: false, ..Handled::of(self.mail, judged.verdict, judged.seat) })
    }

    /// Acts on an email that proves no seat. Returns whether it is answered; `None` if it goes the way of all others.
    fn serve_seatless(&mut self, judged: &Judged, world: &World<'_>) -> Result<Option<bool>, DeskError> {
        Ok(match &judged.seatless {
            Some(Seatless::Errand(code, errand)) => {
                self.carry_errand_out(*code, errand, world)?;
                Some(true)
            }
            Some(Seatless::Unclear(to)) => Some(self.ask_new_address_again(to)?),
            Some(Seatless::GameMaster(mail)) => Some(self.serve_game_master(mail, world)?),
            Some(Seatless::LostTag(_)) | None => None,
        })
    }

    /// Enters what an email orders in the open turn, for later turns too, and READY and WAIT with their consequences.
    fn take_orders(&mut self, judged: &Judged, seat: Seat, turn: &OpenTurn, mail: i64, done: &mut CarriedOut) -> Result<(), DeskError> {
        let (before, early_before) = (self.ledger.ready_seats(turn.turn)?, self.campaign.early_at(self.ledger, turn.turn)?);
        let was_sealed = self.has_sealed(turn.turn, seat)?;
        let entered = self.enter_in_book(judged, seat, turn, mail)?;
        done.unsealed = was_sealed && judged.verdict.takes_orders();
        done.receipt = self.sign_receipt(judged, seat, turn, entered)?;
        done.left = self.leave_orders(judged, mail)?;
        done.ready = self.make_ready(judged, seat, turn)?;
        done.wait = self.ask_to_wait(seat, turn)?;
        let after = self.ledger.ready_seats(turn.turn)?;
        done.ready_lapsed = done.ready.is_none() && before.contains_key(&seat) && !after.contains_key(&seat);
        done.early_at = self.campaign.early_at(self.ledger, turn.turn)?;
        let change = EarlyChange {
            writer: seat,
            id: self.mail.answer_id("early"),
            before: early_before,
            after: done.early_at,
            why: if self.makes_wait() { EarlyCause::Wait } else { EarlyCause::Message },
        };
        self.campaign.tell_of_early_turn(self.ledger, &change, self.now)?;
        Ok(())
    }

    /// Whether an accepted move has made the turn, so that the email has to wait until it is played. Every later email is read in the new
    /// position, so the result does not depend on when cron runs.
    fn waits_for_the_turn(&mut self) -> Result<bool, DeskError> {
        let (Some(progress), Some(turn)) = (&self.campaign.progress, self.campaign.open_turn()) else { return Ok(false) };
        if !self.campaign.alternates() || self.campaign.plays_nothing() || self.ledger.knows_mail(&self.mail.envelope.fingerprint)? {
            return Ok(false);
        }
        if envelope::admit(&self.mail.envelope, &self.campaign.roster()).is_err() {
            return Ok(false);
        }
        let is_made = match progress.turn_is_made {
            Some(is_made) => is_made,
            None => progress.table.orders(&self.campaign.sheets_that_count(progress, self.ledger, turn.turn)?).play_at_once(),
        };
        self.campaign.progress.iter_mut().for_each(|progress| progress.turn_is_made = Some(is_made));
        Ok(is_made)
    }

    /// Remembers whether the sheets that count make the turn after this email, so that later emails need not read the sheets again.
    fn remember_turn(&mut self, judged: &Judged) {
        let plays_nothing = self.campaign.plays_nothing();
        let Some(progress) = &mut self.campaign.progress else { return };
        progress.turn_is_made = match judged.verdict {
            // The turn was not made before, or this email would have waited for it.
            verdict if verdict.takes_orders() && !plays_nothing => progress.turn_is_made.map(|_| judged.plays_at_once),
            verdict if verdict.effect().changes_what_counts() => None,
            // A confirmed errand or a game master's command may have changed anything.
            Verdict::GameMaster | Verdict::Confirmed => None,
            _ => progress.turn_is_made,
        };
    }

    /// NEW TOKEN: the token that this email shows is void from now on, also for later emails in the same run.
    fn renew_token(&mut self, judged: &Judged) -> Result<(), DeskError> {
        match judged.seat.filter(|_| self.wants_new_token()) {
            Some(seat) => self.campaign.rotate_token(self.ledger, seat, self.now),
            None => Ok(()),
        }
    }

    /// DRAW? and TAKEBACK? with their answers, and ABORT; a try changes nothing.
    fn consents(&mut self, judged: &Judged, turn: Option<&OpenTurn>) -> Result<(Vec<ConsentFacts>, Vec<TakebackFacts>), DeskError> {
        let Some(seat) = self.acting_seat(judged) else { return Ok(<_>::default()) };
        let prospect = judged.reading.as_ref().filter(|_| judged.plays_at_once).map(|reading| &reading.prospect);
        let asking = Asking {
            seat,
            ends_game: prospect.is_some_and(|prospect| prospect.resigns || prospect.ends_game),
            fingerprint: &self.mail.envelope.fingerprint,
            in_time: turn.is_some_and(|turn| self.mail.envelope.received_at <= turn.closes_at),
            with_move: judged.plays_at_once,
            beside_move: judged.is_torn,
        };
        let consents = asking.carry_out(self.campaign, self.ledger, &self.content, self.now)?;
        Ok((consents, takeback::carry_out(&asking, self.campaign, self.ledger, &self.content, self.now)?))
    }

    /// C4: the notes of an email that has just ended the game; no report follows that could bring them. Returns whether there are any.
    fn send_notes(&self, judged: &Judged) -> Result<bool, DeskError> {
        let is_over = self.campaign.progress.as_ref().is_some_and(Progress::is_over);
        let Some(seat) = self.acting_seat(judged).filter(|_| is_over) else { return Ok(false) };
        for (number, text) in (1..).zip(&judged.notes) {
            let id = format!("{}.{number}", self.mail.envelope.fingerprint.short());
            self.campaign.mail_note(self.ledger, (seat, text), &id, self.now)?;
        }
        Ok(!judged.notes.is_empty())
    }

    /// PROPOSE, AGREE and DISAGREE; a try changes nothing.
    fn votes(&mut self, judged: &Judged) -> Result<Vec<VoteFacts>, DeskError> {
        let Some(seat) = self.acting_seat(judged) else { return Ok(Vec::new()) };
        let voting = Voting { seat, received_at: self.mail.envelope.received_at, fingerprint: &self.mail.envelope.fingerprint };
        voting.carry_out(self.campaign, self.ledger, &self.content, self.now)
    }

    /// ABSENT and PRESENT; a try changes nothing.
    fn absences(&mut self, judged: &Judged, turn: Option<&OpenTurn>) -> Result<Vec<AbsenceFacts>, DeskError> {
        let Some(seat) = self.acting_seat(judged) else { return Ok(Vec::new()) };
        let received_at = self.mail.envelope.received_at;
        let in_time = turn.is_some_and(|turn| received_at <= turn.closes_at);
        let announcement = Announcement { seat, received_at, id: self.mail.envelope.fingerprint.short(), in_time };
        announcement.carry_out(self.campaign, self.ledger, &self.content, self.now)
    }
}
