//! Reminding those who have not sent orders.

use crate::campaign::clock::Limits;
use crate::campaign::reminder::{self, Reminder};
use crate::office::World;
use crate::office::cabinet::desk::{Campaign, Desk, Progress};
use crate::office::cabinet::error::DeskError;
use crate::office::deadlines::unsent::WithoutSheet;
use crate::office::letters::about::{About, ReminderStage};
use crate::office::letters::kind::LetterKind;
use crate::office::letters::model::LetterModel;
use crate::office::letters::news::News;
use crate::office::letters::notices::{Acts, Occasion};
use crate::office::letters::{self, NewLetter};
use crate::store::EmailKind;

/// Queues the reminder that is due, to every seat that is waited for. Returns how many.
///
/// A reminder's Message-ID names turn, seat and what it is about, so that it is written once however often this runs.
pub(crate) fn remind(desk: &mut Desk, world: &World<'_>) -> Result<u32, DeskError> {
    let Desk { store, campaign, .. } = desk;
    let Some(progress) = &campaign.progress else { return Ok(0) };
    let Some(window) = &progress.window else { return Ok(0) };
    if campaign.held.is_some() {
        return Ok(0);
    }
    let Some((reminder, limits)) = due(campaign, progress, world) else { return Ok(0) };
    let (turn, what) = (window.turn, reminder.name(&limits));
    let name = format!("reminded/{turn}/{what}");
    let ledger = store.begin()?;
    if ledger.fact(&name)?.is_some() {
        return Ok(0);
    }
    let WithoutSheet { standing, has_caretaker } = campaign.without_a_sheet(&ledger)?;
    let (mut reminded, acts) = (0, Acts::after(&ledger, 0)?);
    for seat in campaign.lacking(progress, &ledger)? {
        let Some(player) = campaign.config.seat(seat).filter(|player| player.reminders) else { continue };
        let mut notices = campaign.notices(&acts, ledger.told_until(seat)?, Some(seat), Occasion::Letter)?;
        if campaign.is_last_chance(&ledger, seat)? {
            notices.push(campaign.line(&News::LastChance)?);
        }
        let has_standing = standing.contains(&seat);
        let stage = stage(reminder, campaign.config.schedule.bank().is_some());
        let about = About::Reminder { stage, has_standing, has_caretaker: has_caretaker && !has_standing, notices };
        let model = LetterModel::new(campaign.heading(Some(seat), LetterKind::Reminder, world.now), about);
        let (subject, text) = letters::render(&campaign.templates, &model)?;
        let letter = NewLetter::notice(format!("{turn}.reminder.{what}.{seat}"), &player.address, (subject, text))
            .of_kind(EmailKind::Reminder)
            .about(Some(turn), Some(seat))
            .following(ledger.last_report(seat)?.map(|report| report.message_id));
        letters::queue(&ledger, &campaign.sender(), &letter, world.now)?;
        reminded += 1;
    }
    ledger.set_fact(&name, &world.now.to_rfc3339())?;
    (world.boundary)("before reminders commit");
    ledger.commit()?;
    (world.boundary)("after reminders commit");
    Ok(reminded)
}

fn due(campaign: &Campaign, progress: &Progress, world: &World<'_>) -> Option<(Reminder, Limits)> {
    let schedule = &campaign.config.schedule;
    let limits = campaign.limits(progress)?;
    let opened_at = progress.window.as_ref()?.opened_at;
    let reminder = match campaign.mover(progress) {
        Some(seat) => reminder::of_clock(schedule, &campaign.clock(&progress.clocks, seat), &limits, opened_at, world.now),
        None => reminder::before_deadline(schedule, limits.deadline_at, opened_at, world.now).map(Reminder::Deadline),
    };
    Some((reminder?, limits))
}

/// With a bank, the deadline is the end of the bank.
fn stage(reminder: Reminder, has_bank: bool) -> ReminderStage {
    match reminder {
        Reminder::Deadline(_) if has_bank => ReminderStage::Last,
        Reminder::Deadline(_) => ReminderStage::Deadline,
        Reminder::ReserveRuns => ReminderStage::Reserve,
        Reminder::LastHours(_) => ReminderStage::Last,
    }
}
