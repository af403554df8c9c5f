//! Letters to game masters about the course of a campaign, for those who ask for them in its file.

use chrono::{DateTime, TimeDelta, Utc};

use crate::campaign::config::GmLetter;
use crate::campaign::{Address, digest};
use crate::office::World;
use crate::office::cabinet::desk::{Campaign, Desk, Progress};
use crate::office::cabinet::error::DeskError;
use crate::office::cabinet::filed_report::FiledReport;
use crate::office::letters::about::About;
use crate::office::letters::gm_facts::{GmNews, GmNewsFacts};
use crate::office::letters::kind::LetterKind;
use crate::office::letters::model::LetterModel;
use crate::office::letters::{self, NewLetter};
use crate::store::Ledger;

/// Events longer ago than this are not reported, such as the last turn before somebody asked for letters.
const NEWS_FOR: TimeDelta = TimeDelta::days(1);

/// Writes what has happened since the last run: one letter of a kind for a turn, however often this is done.
///
/// # Errors
/// When a letter cannot be written, or the database refuses.
pub(in crate::office) fn write_news(desk: &mut Desk, world: &World<'_>) -> Result<(), DeskError> {
    let Desk { store, campaign, .. } = desk;
    let Some(progress) = &campaign.progress else { return Ok(()) };
    let mut all = Vec::new();
    {
        let ledger = store.look()?;
        all.extend(of_turn(campaign, &ledger, progress, world.now)?);
        all.extend(of_missing(campaign, &ledger, progress, world.now)?);
    }
    if all.is_empty() {
        return Ok(());
    }
    let ledger = store.begin()?;
    for (kind, facts) in all {
        write(campaign, &ledger, kind, &facts, world.now)?;
    }
    (world.boundary)("before news for game masters commit");
    ledger.commit()?;
    (world.boundary)("after news for game masters commit");
    Ok(())
}

/// The letter that the campaign has begun, or that its last turn was played; `None` if there is nothing new to tell.
fn of_turn(
    campaign: &Campaign,
    ledger: &Ledger<'_>,
    progress: &Progress,
    now: DateTime<Utc>,
) -> Result<Option<(GmLetter, GmNewsFacts)>, DeskError> {
    let turn = progress.table.turn();
    let kind = if turn == 0 { GmLetter::Opened } else { GmLetter::Played };
    let is_news = ledger.reported_at(turn)?.is_some_and(|at| now < at + NEWS_FOR);
    if !is_news || is_told(campaign, ledger, kind, turn)? {
        return Ok(None);
    }
    if turn == 0 {
        return Ok(Some((kind, GmNewsFacts::new(GmNews::Opened, turn))));
    }
    let (mut headline, mut missing) = (None, Vec::new());
    for report in ledger.reports(turn)? {
        let filed = FiledReport::of(&report)?;
        match report.seat {
            None => headline = Some(filed.headline).filter(|headline| !headline.is_empty()),
            Some(seat) if filed.no_move_received => missing.extend(campaign.name_of(seat).map(str::to_owned)),
            Some(_) => {}
        }
    }
    Ok(Some((kind, GmNewsFacts::new(GmNews::Played { headline, missing }, turn))))
}

/// The letter that the deadline has passed and whose orders are missing; `None` if none is due.
fn of_missing(
    campaign: &Campaign,
    ledger: &Ledger<'_>,
    progress: &Progress,
    now: DateTime<Utc>,
) -> Result<Option<(GmLetter, GmNewsFacts)>, DeskError> {
    let Some(window) = progress.window.as_ref().filter(|window| campaign.held.is_none() && now >= window.deadline.at) else {
        return Ok(None);
    };
    if is_told(campaign, ledger, GmLetter::Missing, window.turn)? {
        return Ok(None);
    }
    let missing = campaign.lacking(progress, ledger)?.into_iter();
    let missing: Vec<String> = missing.filter_map(|seat| campaign.name_of(seat)).map(str::to_owned).collect();
    let closes = campaign.limits(progress).map(|limits| campaign.deadline_facts(limits.closes_at, None, now));
    let is_due = !missing.is_empty();
    let facts = GmNewsFacts::new(GmNews::Missing { missing, closes }, window.turn);
    Ok(is_due.then_some((GmLetter::Missing, facts)))
}

/// Whether there is nobody to tell, or all have been told.
fn is_told(campaign: &Campaign, ledger: &Ledger<'_>, kind: GmLetter, turn: u32) -> Result<bool, DeskError> {
    for (id, _) in readers(campaign, kind, turn) {
        if !ledger.has_queued(&campaign.sender().message_id(&id))? {
            return Ok(false);
        }
    }
    Ok(true)
}

/// Who gets the letter, each with the part that makes its Message-ID unique. A game master who holds a seat has the reports of that seat,
/// and gets only the letters about missing orders.
fn readers(campaign: &Campaign, kind: GmLetter, turn: u32) -> Vec<(String, Address)> {
    let name = match kind {
        GmLetter::Missing => "missing",
        _ => "turn",
    };
    let plays = |address: &Address| campaign.config.seats.iter().any(|seat| seat.is_written_to_at(address));
    let readers = campaign.config.readers_of(kind).into_iter().filter(|address| kind == GmLetter::Missing || !plays(address));
    readers.map(|address| (format!("{turn}.gm.{name}.{}", &digest(&address.identity())[..8]), address.clone())).collect()
}

fn write(campaign: &Campaign, ledger: &Ledger<'_>, kind: GmLetter, facts: &GmNewsFacts, now: DateTime<Utc>) -> Result<(), DeskError> {
    let model = LetterModel::new(campaign.heading(None, LetterKind::Notice, now), About::GmNews(facts.clone()));
    let rendered = letters::render(&campaign.templates, &model)?;
    for (id, address) in readers(campaign, kind, facts.turn) {
        let letter = NewLetter::notice(id, &address, rendered.clone()).about(Some(facts.turn), None);
        letters::queue(ledger, &campaign.sender(), &letter, now)?;
    }
    Ok(())
}
