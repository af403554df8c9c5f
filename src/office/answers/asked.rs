//! What HELP, STATUS, ORDERS?, REPORT, EXPLAIN, WHATIF, LINE, RECORD and READY are answered with.

use serde_json::json;

use crate::campaign::envelope::Verdict;
use crate::engine::Seat;
use crate::office::answers::explained::Question;
use crate::office::cabinet::desk::Campaign;
use crate::office::cabinet::error::DeskError;
use crate::office::intake::judged::NO_ORDERS;
use crate::office::letters::facts::{LeftAloneFacts, SeatStatus, StatusFacts};
use crate::office::letters::left::LeftInBook;
use crate::office::letters::model::{Done, LetterModel};
use crate::office::letters::outcomes::Outcomes;
use crate::post::commands::MailCommand;
use crate::post::{AheadBlock, Content};
use crate::render::rules;
use crate::store::{Ledger, LeftOrders, StoredSheet};

/// Adds to a letter what the commands of the email ask for, in their order.
pub(in crate::office) fn add(
    model: &mut LetterModel,
    campaign: &Campaign,
    ledger: &Ledger<'_>,
    seat: Seat,
    content: &Content,
    outcomes: Outcomes,
) -> Result<(), DeskError> {
    let turn = campaign.open_turn().map(|turn| turn.turn);
    model.told.status = status(campaign, ledger, Some(seat))?;
    if content.has(&MailCommand::Status) {
        model.told.offer = campaign.offer_facts(ledger, seat)?;
        model.told.takeback_asked = campaign.takeback_asked(ledger, seat)?;
        model.told.reliability = campaign.reliability_of(ledger, seat)?;
        model.told.proposals = campaign.open_proposals(ledger, Some(seat))?;
        model.told.tournament = campaign.tournament_facts(campaign.progress.as_ref(), Some(seat));
    }
    if let (Some(turn), true) = (turn, content.has(&MailCommand::OrdersQuery)) {
        model.told.sheet_text = ledger.counting_sheet(turn, seat)?.map(|sheet| as_read(&sheet));
        model.told.held_back_text = ledger.held_back_sheet(turn, seat)?.map(|sheet| as_read(&sheet));
        let left = ledger.left_orders(seat)?.into_iter();
        model.told.left_in_book = left.map(|LeftOrders { turn, always, text, .. }| LeftInBook { turn, always, text }).collect();
    }
    model.told.diary_entries = Some(ledger.diary_entries(seat, None)?).filter(|entries| *entries > 0);
    model.told.has_standing = campaign.carried_out_without_a_sheet(ledger)?.contains(&seat);
    model.told.has_caretaker = !model.told.has_standing && campaign.has_caretaker(ledger)?;
    let is_check = content.has(&MailCommand::Check);
    model.done.not_yet = content.commands().filter_map(not_yet).collect();
    let (mut absences, mut settings) = (outcomes.absences.into_iter(), outcomes.settings.into_iter());
    let (mut consents, mut takebacks) = (outcomes.consents.into_iter(), outcomes.takebacks.into_iter());
    let left_alone = |block: &AheadBlock| LeftAloneFacts { turn: block.aim.turn(), ..LeftAloneFacts::new(&block.heading, &block.lines) };
    model.done.not_yet.extend(content.ahead.iter().filter(|_| !campaign.takes_orders_ahead()).map(left_alone));
    let (mut press, mut diary) = (outcomes.press.into_iter(), outcomes.diary.into_iter());
    let mut votes = outcomes.votes.into_iter();
    let mut is_told = false;
    for command in content.commands() {
        let answer = match command {
            MailCommand::Help => Some(campaign.help_text(seat)?),
            MailCommand::Rules => Some(rules::text(&campaign.templates, &campaign.rules_model(ledger)?)?),
            MailCommand::Status => Some(campaign.templates.text("shared/status.txt", model)?),
            MailCommand::OrdersQuery => Some(campaign.templates.text("shared/orders-query.txt", model)?),
            MailCommand::Report(turn) => Some(report(campaign, ledger, seat, *turn)?),
            MailCommand::Explain(words) => Some(campaign.explain(ledger, Some(seat), &Question::read(words))?.text),
            MailCommand::WhatIf(forces) => Some(campaign.what_if(forces)?.text),
            MailCommand::DrawOffer | MailCommand::DrawAnswer(_) | MailCommand::Abort => {
                next_of(&mut consents, campaign, model, |done| &mut done.consent, "shared/consent.txt")?
            }
            MailCommand::Propose(_) | MailCommand::Vote { .. } => {
                next_of(&mut votes, campaign, model, |done| &mut done.vote, "shared/vote.txt")?
            }
            MailCommand::TakebackAsked | MailCommand::TakebackAnswer(_) => {
                next_of(&mut takebacks, campaign, model, |done| &mut done.takeback, "shared/takeback.txt")?
            }
            MailCommand::Record => Some(campaign.record_text(ledger)?),
            MailCommand::Line(moves) => Some(campaign.line_text(seat, moves)?),
            // A try changes nothing, so it answers nothing of the kind.
            MailCommand::Ready(_) if is_check => None,
            MailCommand::Ready(_) => Some(campaign.templates.text("shared/ready.txt", model)?),
            MailCommand::Wait(_) if is_check => None,
            MailCommand::Wait(_) => Some(campaign.templates.text("shared/wait.txt", model)?),
            MailCommand::NoOrders if campaign.alternates() => Some(campaign.templates.text("shared/no-orders-here.txt", model)?),
            MailCommand::Confirm if model.heading.verdict == Verdict::Answered.code() => {
                Some(campaign.templates.text("shared/confirm.txt", model)?)
            }
            // Several blocks are one message, which is told of once.
            MailCommand::GameMaster(_) if !is_check && !is_told => {
                is_told = true;
                Some(campaign.templates.text("shared/forwarded.txt", model)?)
            }
            MailCommand::Absent { .. } | MailCommand::Present(_) => {
                next_of(&mut absences, campaign, model, |done| &mut done.absence, "shared/absence.txt")?
            }
            MailCommand::Setting { .. } => next_of(&mut settings, campaign, model, |done| &mut done.setting, "shared/setting.txt")?,
            // A try changes nothing, so there is no new token to tell of.
            MailCommand::NewToken if is_check => None,
            MailCommand::NewToken => {
                model.done.seat_act = Some(campaign.token_facts(seat, true));
                Some(campaign.templates.text("shared/new-token-line.txt", model)?)
            }
            MailCommand::Address(_) | MailCommand::Resign { .. } if is_check => None,
            MailCommand::Address(_) => Some(campaign.templates.text("shared/address-line.txt", model)?),
            MailCommand::Resign { .. } => Some(campaign.templates.text("shared/resign.txt", model)?),
            MailCommand::Press(_) => next_of(&mut press, campaign, model, |done| &mut done.sent_press, "shared/press-sent.txt")?,
            MailCommand::Diary(_) | MailCommand::DiaryOff => {
                next_of(&mut diary, campaign, model, |done| &mut done.diary, "shared/diary.txt")?
            }
            MailCommand::NotYet { .. } => None,
            // These are the verdict of the whole email, and its letter says so.
            MailCommand::Check
            | MailCommand::Withdraw
            | MailCommand::NoOrders
            | MailCommand::Append
            | MailCommand::Confirm
            | MailCommand::GameMaster(_) => None,
            // Where nothing is sealed against the game master, nobody seals anything.
            MailCommand::Sealed(_) | MailCommand::Reveal(_) if campaign.reveals() => None,
            MailCommand::Sealed(_) | MailCommand::Reveal(_) => Some(campaign.templates.text("shared/no-seals-here.txt", model)?),
        };
        model.told.answers.extend(answer.map(|text| without_subject(&text)));
    }
    if !model.done.left.is_empty() {
        let text = campaign.templates.text("shared/left-orders.txt", model)?;
        model.told.answers.push(without_subject(&text));
    }
    if !model.done.not_yet.is_empty() {
        let text = campaign.templates.text("shared/not-yet.txt", model)?;
        model.told.answers.push(without_subject(&text));
    }
    Ok(())
}

/// Puts the next outcome where its template finds it, and says it; `None` once all are said.
fn next_of<T>(
    outcomes: &mut impl Iterator<Item = T>,
    campaign: &Campaign,
    model: &mut LetterModel,
    place: impl Fn(&mut Done) -> &mut Option<T>,
    template: &str,
) -> Result<Option<String>, DeskError> {
    let outcome = outcomes.next();
    let is_told = outcome.is_some();
    *place(&mut model.done) = outcome;
    Ok(is_told.then(|| campaign.templates.text(template, model)).transpose()?)
}

/// The orders of a sheet that count.
fn as_read(sheet: &StoredSheet) -> String {
    if sheet.canonical.is_empty() { NO_ORDERS.to_owned() } else { sheet.canonical.clone() }
}

pub(in crate::office) fn status(campaign: &Campaign, ledger: &Ledger<'_>, own: Option<Seat>) -> Result<Option<StatusFacts>, DeskError> {
    let (Some(progress), Some(turn)) = (&campaign.progress, campaign.open_turn()) else { return Ok(None) };
    let ready = ledger.ready_seats(turn.turn)?;
    let mut seats = Vec::new();
    for seat in progress.table.to_move() {
        seats.push(SeatStatus {
            number: seat,
            name: campaign.name_of(seat).unwrap_or_default().to_owned(),
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
    let found = ledger.report(turn.unwrap_or(last), seat.0)?;
    match found {
        Some(report) => Ok(campaign.with_current_token(seat, &report.text)),
        None => {
            let model = json!({ "unit": campaign.game.unit(), "asked": turn.unwrap_or(last), "last": last });
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
