//! The answers to HELP, STATUS, ORDERS?, REPORT, EXPLAIN, WHATIF, LINE, RECORD and READY.

use serde_json::json;

use crate::campaign::envelope::Verdict;
use crate::engine::{Scene, Seat};
use crate::office::answers::explained::ExplainQuestion;
use crate::office::cabinet::desk::Campaign;
use crate::office::cabinet::error::DeskError;
use crate::office::inbox::judged::NO_ORDERS;
use crate::office::letters::answer::{CommandOutcome, Done, ToPlayer};
use crate::office::letters::facts::{LeftAloneFacts, SeatStatus, StatusFacts};
use crate::office::letters::left::LeftInBook;
use crate::office::letters::model::LetterModel;
use crate::office::letters::outcomes::Outcomes;
use crate::post::commands::MailCommand;
use crate::post::{AheadBlock, Content};
use crate::render::rules;
use crate::store::{Ledger, LeftOrders, StoredSheet};

/// Adds to a letter what the commands of the email ask for, in their order. Returns the board that the last line of moves in it leads to.
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
    for command in content.commands() {
        let answer = commands.answer(command)?;
        commands.model.about.told.answers.extend(answer.map(|text| without_subject(&text)));
    }
    let board = commands.board;
    let has_left = !model.about.done.left.is_empty();
    let has_not_yet = !model.about.done.not_yet.is_empty();
    for template in [has_left.then_some("shared/left-orders.txt"), has_not_yet.then_some("shared/not-yet.txt")].into_iter().flatten() {
        let text = campaign.templates.text(template, model)?;
        model.about.told.answers.push(without_subject(&text));
    }
    Ok(board)
}

/// How things stand, for the templates that say so.
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
        let sealed = if campaign.reveals() && !is_revealed { ledger.commitments(turn)?.remove(&seat) } else { None };
        model.about.told.sealed_digest = sealed;
        model.about.told.sheet_text = sheet.map(|sheet| as_read(&sheet));
        model.about.told.held_back_text = ledger.held_back_sheet(turn, seat)?.map(|sheet| as_read(&sheet));
        let left = ledger.left_orders(seat)?.into_iter();
        model.about.told.left_in_book = left.map(|LeftOrders { turn, always, text, .. }| LeftInBook { turn, always, text }).collect();
    }
    model.about.told.diary_entries = Some(ledger.diary_entries(seat, None)?).filter(|entries| *entries > 0);
    model.about.told.has_standing = campaign.carried_out_without_a_sheet(ledger)?.contains(&seat);
    model.about.told.has_caretaker = !model.about.told.has_standing && campaign.has_caretaker(ledger)?;
    model.about.done.not_yet = content.commands().filter_map(not_yet).collect();
    let left_alone = |block: &AheadBlock| LeftAloneFacts { turn: block.aim.turn(), ..LeftAloneFacts::new(&block.heading, &block.lines) };
    model.about.done.not_yet.extend(content.ahead.iter().filter(|_| !campaign.takes_orders_ahead()).map(left_alone));
    Ok(())
}

/// The commands of an email on their way into its answer.
struct Commands<'a> {
    model: &'a mut LetterModel<ToPlayer>,
    campaign: &'a Campaign,
    ledger: &'a Ledger<'a>,
    seat: Seat,
    is_check: bool,
    /// Those that no command was answered with yet.
    outcomes: Outcomes,
    /// Several blocks of words to the game master are one message, which is told of once.
    words_are_told: bool,
    /// Where the last line of moves leads to; `None` if none of its moves can be played.
    board: Option<Scene>,
}

impl Commands<'_> {
    /// What a command is answered with; `None` if nothing is to be said of it, or the letter says it anyway.
    fn answer(&mut self, command: &MailCommand) -> Result<Option<String>, DeskError> {
        let (campaign, ledger, seat) = (self.campaign, self.ledger, self.seat);
        let (all, done) = (&mut self.outcomes, &mut self.model.about.done);
        let template = match command {
            // CHECK changes nothing, so READY has no effect to tell of.
            command if self.is_check && is_deed(command) => None,
            MailCommand::Help => return Ok(Some(campaign.help_text(seat)?)),
            MailCommand::Rules => return Ok(Some(rules::text(&campaign.templates, &campaign.rules_model(ledger)?)?)),
            MailCommand::Report(turn) => return report(campaign, ledger, seat, *turn).map(Some),
            MailCommand::Explain(words) => return Ok(Some(campaign.explain(ledger, Some(seat), &ExplainQuestion::read(words))?.text)),
            MailCommand::WhatIf(forces) => return Ok(Some(campaign.what_if(forces)?.text)),
            MailCommand::Record => return Ok(Some(campaign.record_text(ledger)?)),
            MailCommand::Line(moves) => {
                let line = campaign.look_ahead(seat, moves);
                let text = campaign.line_text(seat, line.as_ref())?;
                self.board = line.filter(|line| !line.moves.is_empty()).map(|line| line.scene);
                return Ok(Some(text));
            }
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
            MailCommand::NewToken => {
                done.seat_act = Some(campaign.token_facts(seat, true));
                Some("shared/new-token-line.txt")
            }
            MailCommand::Address(_) => Some("shared/address-line.txt"),
            MailCommand::Resign { .. } => Some("shared/resign.txt"),
            MailCommand::NoOrders => campaign.alternates().then_some("shared/no-orders-here.txt"),
            MailCommand::Confirm => (self.model.heading.verdict == Verdict::Answered.code()).then_some("shared/confirm.txt"),
            // Where nothing is sealed against the game master, nobody seals anything.
            MailCommand::Sealed(_) | MailCommand::Reveal(_) => (!campaign.reveals()).then_some("shared/no-seals-here.txt"),
            // These are the verdict of the whole email, and its letter says so; of what is not carried out yet it tells at its end.
            MailCommand::Check | MailCommand::Withdraw | MailCommand::Append | MailCommand::NotYet { .. } => None,
        };
        Ok(template.map(|template| campaign.templates.text(template, self.model)).transpose()?)
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
    let ready = ledger.ready_seats(turn.turn)?;
    let mut seats = Vec::new();
    for seat in progress.table.to_move() {
        seats.push(SeatStatus {
            number: seat,
            name: campaign.player_name(seat),
            vacant: campaign.vacancy(seat).is_some(),
            sent: ledger.has_sheet(turn.turn, seat)?,
            ready: ready.contains_key(&seat),
        });
    }
    let waiting = ledger.waiting_seats(turn.turn)?;
    let others = waiting.iter().filter(|seat| Some(**seat) != own && progress.table.to_move().contains(seat));
    let names = others.filter_map(|seat| campaign.name_of(*seat)).map(str::to_owned);
    let own_sent = own.map(|own| ledger.has_sheet(turn.turn, own)).transpose()?.unwrap_or_default();
    Ok(Some(StatusFacts {
        seats,
        own_sent,
        own_ready: own.is_some_and(|own| ready.contains_key(&own)),
        waiting: names.collect(),
        own_waits: own.is_some_and(|own| waiting.contains(&own)),
    }))
}

/// The report of a turn, or the last one, as it was filed for the seat.
pub(crate) fn report(campaign: &Campaign, ledger: &Ledger<'_>, seat: Seat, turn: Option<u32>) -> Result<String, DeskError> {
    let last = campaign.progress.as_ref().map_or(0, |progress| progress.table.turn());
    let found = ledger.report(turn.unwrap_or(last), Some(seat))?;
    match found {
        Some(report) => Ok(campaign.with_current_token(seat, &report.text)),
        None => {
            let model = json!({ "unit": campaign.config.game.unit(), "asked": turn.unwrap_or(last), "last": last });
            Ok(campaign.templates.text("shared/no-report", &model)?)
        }
    }
}

fn not_yet(command: &MailCommand) -> Option<LeftAloneFacts> {
    match command {
        MailCommand::NotYet { line, lines } => Some(LeftAloneFacts::new(line, lines)),
        _ => None,
    }
}

/// A letter's text without the subject line that it begins with when it stands alone.
fn without_subject(text: &str) -> String {
    let body = if text.starts_with("Subject:") { text.split_once('\n').map_or("", |(_, body)| body) } else { text };
    body.trim_matches('\n').to_owned() + "\n"
}
