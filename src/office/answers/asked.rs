//! The answers to the commands in an email for a seat.

use chrono::{DateTime, Utc};
use serde_json::{Value, json};

use crate::campaign::envelope::Verdict;
use crate::campaign::watch::Held;
use crate::engine::{Scene, Seat};
use crate::office::answers::explained::{ExplainQuestion, Explanation};
use crate::office::answers::what_if::WhatIf;
use crate::office::cabinet::desk::Campaign;
use crate::office::cabinet::error::DeskError;
use crate::office::cabinet::tenure::Tenure;
use crate::office::deadlines::pauses;
use crate::office::inbox::judged::NO_ORDERS;
use crate::office::letters::answer::{AnswerFacts, CommandOutcome, Done, ToPlayer};
use crate::office::letters::facts::{LeftAloneFacts, SeatStatus, StatusFacts};
use crate::office::letters::kind::LetterKind;
use crate::office::letters::left::LeftInBook;
use crate::office::letters::model::{Heading, LetterModel};
use crate::office::letters::outcomes::Outcomes;
use crate::post::commands::MailCommand;
use crate::post::{AheadBlock, Content};
use crate::render::rules;
use crate::store::{Ledger, LeftOrders, StoredSheet};

/// Adds to a letter the answers to the email's commands: first to those that do something, then to those that ask for something to read. Returns the
/// board that the last line of moves in it leads to.
pub(in crate::office) fn add(
    model: &mut LetterModel<ToPlayer>,
    campaign: &Campaign,
    ledger: &Ledger<'_>,
    seat: Seat,
    content: &Content,
    outcomes: Outcomes,
) -> Result<Option<Scene>, DeskError> {
    add_facts(model, campaign, ledger, seat, content)?;
    let is_check = content.has(&MailCommand::Check);
    let mut commands = Commands { model, campaign, ledger, seat, is_check, outcomes, words_are_told: false, board: None };
    // Answers about what was done come first: below all the rules nobody would find them.
    let (to_read, done): (Vec<&MailCommand>, Vec<&MailCommand>) = content.commands().partition(|command| is_to_read(command));
    commands.answer_all(&done)?;
    commands.answer_blocks()?;
    commands.answer_all(&to_read)?;
    Ok(commands.board)
}

/// The state of the game, for the templates that tell it.
fn add_facts(
    model: &mut LetterModel<ToPlayer>,
    campaign: &Campaign,
    ledger: &Ledger<'_>,
    seat: Seat,
    content: &Content,
) -> Result<(), DeskError> {
    let turn = campaign.open_turn().map(|turn| turn.turn);
    model.about.told.status = status(campaign, ledger, Some(seat))?;
    if content.has(&MailCommand::Status) {
        model.about.told.offer = campaign.offer_facts(ledger, seat)?;
        model.about.told.takeback_asked = campaign.takeback_asked(ledger, seat)?;
        model.about.told.reliability = campaign.reliability_of(ledger, seat)?;
        model.about.told.proposals = campaign.open_proposals(ledger, Some(seat))?;
        model.about.told.tournament = campaign.tournament_facts(campaign.progress.as_ref(), Some(seat));
    }
    if let (Some(turn), true) = (turn, content.has(&MailCommand::OrdersQuery)) {
        let sheet = ledger.counting_sheet(turn, seat)?;
        let is_revealed = sheet.as_ref().is_some_and(|sheet| sheet.salt.is_some());
        let sealed = if campaign.may_seal(seat) && !is_revealed { ledger.commitments(turn)?.remove(&seat) } else { None };
        model.about.told.sealed_digest = sealed;
        model.about.told.sheet_text = sheet.map(|sheet| as_read(&sheet));
        let progress = campaign.progress.as_ref();
        model.about.told.plans = progress.map(|progress| progress.table.plans(seat)).unwrap_or_default();
        model.about.told.held_back_text = ledger.held_back_sheet(turn, seat)?.map(|sheet| as_read(&sheet));
        let left = ledger.left_orders(seat)?.into_iter();
        model.about.told.left_in_book = left.map(|LeftOrders { turn, always, text, .. }| LeftInBook { turn, always, text }).collect();
    }
    model.about.told.diary_entries = Some(Tenure::of(ledger, seat)?.diary_entries(ledger, seat, None)?).filter(|entries| *entries > 0);
    let without = campaign.without_a_sheet(ledger)?;
    model.about.told.has_standing = without.standing.contains(&seat);
    model.about.told.has_caretaker = without.has_caretaker && !model.about.told.has_standing;
    model.about.done.not_yet = content.commands().filter_map(not_yet).collect();
    let left_alone = |block: &AheadBlock| LeftAloneFacts { turn: block.aim.turn(), ..LeftAloneFacts::new(&block.heading, &block.lines) };
    model.about.done.not_yet.extend(content.ahead.iter().filter(|block| !campaign.takes_block(block)).map(left_alone));
    Ok(())
}

/// The commands of an email on their way into its answer.
struct Commands<'a> {
    model: &'a mut LetterModel<ToPlayer>,
    campaign: &'a Campaign,
    ledger: &'a Ledger<'a>,
    seat: Seat,
    is_check: bool,
    /// The outcomes that no command was answered with yet.
    outcomes: Outcomes,
    /// The answer about words to the game master was given: several blocks of them are one message.
    words_are_told: bool,
    /// Where the last line of moves leads to; `None` if none of its moves can be played.
    board: Option<Scene>,
}

impl Commands<'_> {
    fn answer_all(&mut self, commands: &[&MailCommand]) -> Result<(), DeskError> {
        for command in commands {
            if let Some(answer) = self.answer(command)? {
                add_answer(&mut self.model.about.told, &answer);
            }
        }
        Ok(())
    }

    /// Answers blocks of orders left for later, and commands that are not carried out.
    fn answer_blocks(&mut self) -> Result<(), DeskError> {
        let Done { left, not_yet, .. } = &self.model.about.done;
        let templates = [(!left.is_empty(), "shared/left-orders.txt"), (!not_yet.is_empty(), "shared/not-yet.txt")];
        for (_, template) in templates.into_iter().filter(|(is_there, _)| *is_there) {
            let answer = self.campaign.templates.text_of(template, &self.model.facts())?;
            add_answer(&mut self.model.about.told, &answer);
        }
        Ok(())
    }

    /// What a command is answered with, below its subject; `None` if nothing is to be said of it, or the letter says it anyway.
    fn answer(&mut self, command: &MailCommand) -> Result<Option<String>, DeskError> {
        // CHECK changes nothing, so READY has no effect to tell of.
        if self.is_check && is_deed(command) {
            return Ok(None);
        }
        let templates = &self.campaign.templates;
        if let Some((facts, text)) = self.told(command)? {
            let subject = templates.text("shared/answer-subject.txt", &facts)?;
            return Ok(Some(format!("Subject: {}\n\n{text}", subject.trim())));
        }
        let letter = self.letter(command);
        Ok(letter.map(|template| templates.text_of(template, &self.model.facts())).transpose()?)
    }

    /// What a command asks for if that is no letter of its own, with the facts for its subject.
    fn told(&mut self, command: &MailCommand) -> Result<Option<(Value, String)>, DeskError> {
        let (campaign, ledger, seat) = (self.campaign, self.ledger, self.seat);
        Ok(Some(match command {
            MailCommand::Help => (json!({ "what": "help", "by_moves": campaign.alternates() }), campaign.help_text(seat)?),
            MailCommand::Rules => (json!({ "what": "rules" }), rules::text(&campaign.templates, &campaign.rules_model(ledger)?)?),
            MailCommand::Report(turn) => report_of(campaign, ledger, (seat, &self.model.heading), *turn)?,
            MailCommand::Explain(words) => {
                let Explanation { topic, place, facts, misread, text, .. } =
                    campaign.explain(ledger, Some(seat), &ExplainQuestion::read(words))?;
                (json!({ "what": "explain", "topic": topic, "place": place, "was_seen": !facts.is_empty(), "misread": misread }), text)
            }
            MailCommand::WhatIf(forces) => {
                let WhatIf { misread, text, .. } = campaign.what_if(forces)?;
                (json!({ "what": "what-if", "misread": misread.map(|why| why["because"].clone()) }), text)
            }
            MailCommand::Record => {
                let is_there = campaign.alternates() && campaign.progress.is_some();
                (json!({ "what": "record", "is_there": is_there }), campaign.record_text(ledger)?)
            }
            MailCommand::Line(moves) => {
                let line = campaign.look_ahead(seat, moves);
                let text = campaign.line_text(seat, line.as_ref())?;
                self.board = line.filter(|line| !line.moves.is_empty()).map(|line| line.scene);
                (json!({ "what": "line", "is_there": self.board.is_some() }), text)
            }
            MailCommand::NewToken => {
                self.model.about.done.seat_act = Some(campaign.token_facts(seat, true));
                (json!({ "what": "new-token" }), campaign.templates.text_of("shared/new-token-line.txt", &self.model.facts())?)
            }
            _ => return Ok(None),
        }))
    }

    /// The template of the letter that would answer the command if it were alone.
    fn letter(&mut self, command: &MailCommand) -> Option<&'static str> {
        let (all, done) = (&mut self.outcomes, &mut self.model.about.done);
        match command {
            MailCommand::Status => Some("shared/status.txt"),
            MailCommand::OrdersQuery => Some("shared/orders-query.txt"),
            MailCommand::DrawOffer | MailCommand::DrawAnswer(_) | MailCommand::Abort => {
                next(&mut all.consents, CommandOutcome::Consent, done).then_some("shared/consent.txt")
            }
            MailCommand::Propose(_) | MailCommand::Vote { .. } => {
                next(&mut all.votes, CommandOutcome::Vote, done).then_some("shared/vote.txt")
            }
            MailCommand::TakebackAsked | MailCommand::TakebackAnswer(_) => {
                next(&mut all.takebacks, CommandOutcome::Takeback, done).then_some("shared/takeback.txt")
            }
            MailCommand::Absent { .. } | MailCommand::Present(_) => {
                next(&mut all.absences, CommandOutcome::Absence, done).then_some("shared/absence.txt")
            }
            MailCommand::Setting { .. } => next(&mut all.settings, CommandOutcome::Setting, done).then_some("shared/setting.txt"),
            MailCommand::Press(_) => next(&mut all.press, CommandOutcome::SentPress, done).then_some("shared/press-sent.txt"),
            MailCommand::Diary(_) | MailCommand::DiaryOff => {
                next(&mut all.diary, CommandOutcome::Diary, done).then_some("shared/diary.txt")
            }
            MailCommand::Ready(_) => Some("shared/ready.txt"),
            MailCommand::Wait(_) => Some("shared/wait.txt"),
            MailCommand::GameMaster(_) => (!std::mem::replace(&mut self.words_are_told, true)).then_some("shared/forwarded.txt"),
            MailCommand::Address(_) => Some("shared/address-line.txt"),
            MailCommand::Resign { .. } => Some("shared/resign.txt"),
            MailCommand::NoOrders => self.campaign.alternates().then_some("shared/no-orders-here.txt"),
            MailCommand::Confirm => (self.model.heading.kind == Verdict::Answered.into()).then_some("shared/confirm.txt"),
            // Where the seat may not seal, these commands have no effect.
            MailCommand::Sealed(_) | MailCommand::Reveal(_) => (!self.campaign.may_seal(self.seat)).then_some("shared/no-seals-here.txt"),
            // The letter of the whole email's verdict tells of the others; what is not carried out yet stands at its end.
            _ => None,
        }
    }
}

/// Puts the next outcome where its template finds it; returns whether there was one left.
fn next<T>(all: &mut Vec<T>, of: fn(T) -> CommandOutcome, done: &mut Done) -> bool {
    if all.is_empty() {
        return false;
    }
    done.outcome = Some(of(all.remove(0)));
    true
}

/// Whether a command asks for something to read, which may be long.
fn is_to_read(command: &MailCommand) -> bool {
    use MailCommand::{Explain, Help, Line, Record, Report, Rules, WhatIf};
    matches!(command, Help | Rules | Report(_) | Record | Explain(_) | WhatIf(_) | Line(_))
}

/// Whether a command is answered by what it has changed.
fn is_deed(command: &MailCommand) -> bool {
    use MailCommand::{Address, GameMaster, NewToken, Ready, Resign, Wait};
    matches!(command, Ready(_) | Wait(_) | GameMaster(_) | NewToken | Address(_) | Resign { .. })
}

/// The orders of a sheet that count.
fn as_read(sheet: &StoredSheet) -> String {
    if sheet.has_orders() { sheet.canonical.clone() } else { NO_ORDERS.to_owned() }
}

pub(in crate::office) fn status(campaign: &Campaign, ledger: &Ledger<'_>, own: Option<Seat>) -> Result<Option<StatusFacts>, DeskError> {
    let (Some(progress), Some(turn)) = (&campaign.progress, campaign.open_turn()) else { return Ok(None) };
    let (ready, sent) = (ledger.ready_seats(turn.turn)?, ledger.seats_with_sheets(turn.turn)?);
    let seats = progress.table.to_move().into_iter().map(|seat| SeatStatus {
        number: seat,
        name: campaign.player_name(seat),
        vacant: campaign.vacancy(seat).is_some(),
        sent: sent.contains(&seat),
        ready: ready.contains_key(&seat),
    });
    let waiting = ledger.waiting_seats(turn.turn)?;
    let others = waiting.iter().filter(|seat| Some(**seat) != own && progress.table.to_move().contains(seat));
    let names = others.filter_map(|seat| campaign.name_of(*seat)).map(str::to_owned);
    let committed = campaign.committed(ledger, turn.turn)?;
    let is_agreed = campaign.held == Some(Held::Paused) && pauses::is_agreed(campaign, ledger)?;
    let paused_until = if is_agreed { pauses::ends_at(ledger)? } else { None };
    Ok(Some(StatusFacts {
        seats: seats.collect(),
        own_sent: own.is_some_and(|own| sent.contains(&own)),
        own_sealed: own.and_then(|own| committed.get(&own)).is_some_and(|sealed| sealed.salt.is_none()),
        own_ready: own.is_some_and(|own| ready.contains_key(&own)),
        waiting: names.collect(),
        own_waits: own.is_some_and(|own| waiting.contains(&own)),
        paused_until: paused_until.map(|until| campaign.local(until, own)),
    }))
}

/// The last report, as it was filed for the seat.
pub(crate) fn report(campaign: &Campaign, ledger: &Ledger<'_>, seat: Seat, now: DateTime<Utc>) -> Result<String, DeskError> {
    Ok(report_of(campaign, ledger, (seat, &campaign.heading(Some(seat), LetterKind::Report, now)), None)?.1)
}

/// The report of a turn, or the last one, with the facts for the subject of an answer.
fn report_of(
    campaign: &Campaign,
    ledger: &Ledger<'_>,
    (seat, heading): (Seat, &Heading),
    turn: Option<u32>,
) -> Result<(Value, String), DeskError> {
    let (unit, last) = (campaign.config.game.unit(), campaign.turns_played());
    let asked = turn.unwrap_or(last);
    let found = ledger.report(asked, Some(seat))?;
    let subject = json!({ "what": "report", "unit": unit, "turn": asked, "is_there": found.is_some() });
    let text = match found {
        Some(report) => {
            let since = campaign.since_report(&report, heading)?;
            let report = campaign.for_holder(seat, report)?.text;
            since.map(|since| format!("{since}\n{report}")).unwrap_or(report)
        }
        None => campaign.templates.text("shared/no-report", &json!({ "unit": unit, "asked": asked, "last": last }))?,
    };
    Ok((subject, text))
}

fn not_yet(command: &MailCommand) -> Option<LeftAloneFacts> {
    match command {
        MailCommand::NotYet { line, lines } => Some(LeftAloneFacts::new(line, lines)),
        _ => None,
    }
}

/// Adds an answer to its letter, and its subject to those that the letter's own subject may name. The same answer is added once.
fn add_answer(told: &mut AnswerFacts, answer: &str) {
    let subject = answer.strip_prefix("Subject:").and_then(|rest| rest.lines().next()).map(|line| line.trim().to_owned());
    told.subjects.extend(subject.filter(|subject| !told.subjects.contains(subject)));
    let answer = body(answer);
    if !told.answers.contains(&answer) {
        told.answers.push(answer);
    }
}

/// A letter's text without the subject line that it begins with when it stands alone.
fn body(text: &str) -> String {
    let body = if text.starts_with("Subject:") { text.split_once('\n').map_or("", |(_, body)| body) } else { text };
    body.trim_matches('\n').to_owned() + "\n"
}
