//! What a run does for one campaign while it is open.

use crate::campaign::local::utc_text;
use crate::office::cabinet::desk::Desk;
use crate::office::cabinet::error::DeskError;
use crate::office::cabinet::file_edits;
use crate::office::deadlines::mails_seen::MailsSeen;
use crate::office::deadlines::{remind, sealing};
use crate::office::gm::write_news;
use crate::office::inbox::arrived::Arrived;
use crate::office::intake::filing;
use crate::office::seats;
use crate::office::sending::outboxes::{Database, Outbox};
use crate::office::turns::adjudicate::adjudicate_if_due;
use crate::office::turns::takeback;
use crate::office::voting::lapse;
use crate::office::{CampaignTick, World};

/// Takes emails in. Where moves alternate, a move is played at once, and the emails after it are read in the new position.
pub(super) fn take_in_and_play(desk: &mut Desk, mails: &[Arrived], done: &mut CampaignTick, world: &World<'_>) -> Result<(), DeskError> {
    takeback::carry_out_agreed(desk, world)?;
    let mut rest = mails;
    while desk.campaign.progress.is_some() && !rest.is_empty() {
        let handled = filing::take_in(desk, rest, world)?;
        rest = &rest[handled.len()..];
        let has_stopped = handled.is_empty();
        done.mails.extend(handled);
        if desk.campaign.alternates() {
            // A vote among these emails may have ended a pause.
            takeback::carry_out_agreed(desk, world)?;
            // More email may wait in the next portion, so nobody is out of time yet.
            let played = adjudicate_if_due(desk, MailsSeen::NotAll, world)?;
            if has_stopped && played.is_none() {
                break;
            }
            done.played.extend(played);
        }
    }
    Ok(())
}

/// Once all email is in: adjudicates what is due, and reminds.
pub(super) fn play(desk: &mut Desk, mails: MailsSeen, done: &mut CampaignTick, world: &World<'_>) -> Result<(), DeskError> {
    if mails == MailsSeen::All {
        lapse::close_what_is_over(desk, world)?;
    }
    takeback::carry_out_agreed(desk, world)?;
    while let Some(played) = adjudicate_if_due(desk, mails, world)? {
        done.played.push(played);
        if !desk.campaign.alternates() {
            break;
        }
    }
    seats::eject(desk, world)?;
    if !done.played.is_empty() {
        lapse::close_what_is_over(desk, world)?;
    }
    sealing::attend(desk, world)?;
    done.reminded = remind::remind(desk, world)?;
    write_news(desk, world)?;
    done.held = desk.campaign.held;
    done.seat_edits = desk.campaign.seat_edits(&desk.store.look()?)?;
    file_edits::keep_file_of_tick(desk, world)?;
    if let Some(window) = desk.campaign.window() {
        done.next_turn = Some(window.turn);
        done.deadline_utc = Some(utc_text(window.deadline.at));
        done.sent_orders = desk.store.look()?.sheets_in_force(window.turn)?.into_keys().collect();
    }
    Ok(())
}

/// Where the campaign's email waits, which is due. Its database is closed, or stays open where it `is_kept_open`; the campaign is free.
pub(super) fn outbox_of(desk: Desk, is_kept_open: bool) -> Outbox {
    let campaign = &desk.campaign;
    Outbox {
        folder: campaign.folder.clone(),
        mail: campaign.way_out().clone(),
        database: if is_kept_open {
            Database::Open(desk.store)
        } else {
            Database::Closed(campaign.database(), desk.store.seals_of_outbox())
        },
    }
}
