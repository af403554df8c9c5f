//! TAKEBACK? and its answers: in a game of two, a move is taken back if both agree. The game goes back as by a game master's command; nothing is
//! deleted.

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};

use super::consent::Asking;
use super::offers::TAKEBACK;
use super::rollback::roll_back;
use super::rolled::RollError;
use crate::campaign::journal::{Act, WhyRolledBack};
use crate::engine::{Moves, Seat};
use crate::office::World;
use crate::office::cabinet::desk::{Campaign, Desk};
use crate::office::cabinet::error::DeskError;
use crate::office::letters::about::About;
use crate::office::letters::takeback_facts::{TakebackFacts, TakebackLine, TakebackState};
use crate::office::letters::to_all::write_to;
use crate::post::Content;
use crate::post::commands::MailCommand;
use crate::store::Ledger;

/// The last request to take a move back. The journal has every request; this says whether it waits for its answer.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
struct TakebackRequest {
    by: Seat,
    /// The turn that was played last.
    after: u32,
    /// How many moves its player had made.
    made: u32,
    is_declined: bool,
    /// The opponent has agreed while nothing was played: the game goes back once it goes on.
    #[serde(default)]
    is_agreed: bool,
}

impl TakebackRequest {
    /// Whether it can be answered: it lapses with the next move, whoever makes it.
    fn waits(&self, campaign: &Campaign) -> bool {
        !self.is_declined && self.after == campaign.turns_played()
    }
}

/// What a request takes back: all from the turn on in which its player has moved last.
struct TakebackSpan {
    /// The turn whose position the game goes back to.
    to: u32,
    moves: Vec<String>,
}

impl TakebackSpan {
    fn of(moves: &Moves, seat: Seat) -> Option<TakebackSpan> {
        let turn = moves.played.iter().rev().find(|played| played.seat == seat)?.turn;
        let taken = moves.played.iter().filter(|played| played.turn >= turn);
        Some(TakebackSpan { to: turn.saturating_sub(1), moves: taken.map(|played| played.text.clone()).collect() })
    }
}

/// Carries out what the lines say; returns what became of each.
///
/// # Errors
/// When the database refuses or a letter cannot be written.
pub(in crate::office) fn carry_out(
    asking: &Asking<'_>,
    campaign: &mut Campaign,
    ledger: &Ledger<'_>,
    content: &Content,
    now: DateTime<Utc>,
) -> Result<Vec<TakebackFacts>, DeskError> {
    let mut all = Vec::new();
    let opponent = campaign.config.opponent(asking.seat);
    for command in content.commands() {
        let (asked, mover) = match command {
            MailCommand::TakebackAsked => (TakebackLine::Ask, Some(asking.seat)),
            MailCommand::TakebackAnswer(true) => (TakebackLine::Yes, opponent),
            MailCommand::TakebackAnswer(false) => (TakebackLine::No, opponent),
            _ => continue,
        };
        let moves = asking.moves(campaign).map_err(TakebackState::Unasked);
        let moves = moves.and_then(|moves| if campaign.config.policy.takeback { Ok(moves) } else { Err(TakebackState::Off) });
        let aim = moves.as_ref().ok().and_then(|moves| TakebackSpan::of(moves, mover?));
        let became = match (asked, moves) {
            (_, Err(why)) => why,
            (TakebackLine::Ask, Ok(moves)) => ask(asking, campaign, ledger, &moves, aim.as_ref(), now)?,
            (TakebackLine::Yes, Ok(_)) => agree(asking, campaign, ledger, aim.as_ref(), now)?,
            (TakebackLine::No, Ok(_)) => decline(asking, campaign, ledger, now)?,
        };
        let facts = facts(campaign, asking.seat, (asked, became), aim);
        if let (Some(other), TakebackState::Asked | TakebackState::Declined) = (opponent, became) {
            let id = format!("takeback.{}.{}", asking.fingerprint.short(), all.len());
            write_to(campaign, ledger, &[Some(other)], &id, |_| About::TakebackNotice(facts.clone()), now)?;
        }
        all.push(facts);
    }
    Ok(all)
}

fn facts(campaign: &Campaign, seat: Seat, (asked, became): (TakebackLine, TakebackState), aim: Option<TakebackSpan>) -> TakebackFacts {
    let name = |seat: Seat| campaign.player_name(seat);
    let opponent = campaign.config.opponent(seat);
    let (to, moves) = aim.map(|aim| (aim.to, aim.moves)).unwrap_or_default();
    TakebackFacts {
        asked,
        became,
        name: name(seat),
        opponent: opponent.map(name).unwrap_or_default(),
        moves,
        to,
        allowed: campaign.config.policy.takeback_times,
        is_own: false,
    }
}

fn ask(
    asking: &Asking<'_>,
    campaign: &mut Campaign,
    ledger: &Ledger<'_>,
    moves: &Moves,
    aim: Option<&TakebackSpan>,
    now: DateTime<Utc>,
) -> Result<TakebackState, DeskError> {
    let seat = asking.seat;
    let Some(aim) = aim else { return Ok(TakebackState::NoMove) };
    let made = moves.made.get(&seat).copied().unwrap_or_default();
    match known(ledger)? {
        Some(request) if request.waits(campaign) && request.is_agreed => return Ok(TakebackState::Paused),
        Some(request) if request.waits(campaign) => return Ok(if request.by == seat { TakebackState::Known } else { TakebackState::Open }),
        Some(request) if request.by == seat && request.is_declined && request.made == made => return Ok(TakebackState::Again),
        _ if taken(ledger, seat)? >= u32::from(campaign.config.policy.takeback_times) => return Ok(TakebackState::UsedUp),
        _ => {}
    }
    keep(ledger, &TakebackRequest { by: seat, after: campaign.turns_played(), made, is_declined: false, is_agreed: false })?;
    campaign.record(ledger, Act::TakebackAsked { seat, to: aim.to }, now)?;
    Ok(TakebackState::Asked)
}

fn agree(
    asking: &Asking<'_>,
    campaign: &mut Campaign,
    ledger: &Ledger<'_>,
    aim: Option<&TakebackSpan>,
    now: DateTime<Utc>,
) -> Result<TakebackState, DeskError> {
    let (Some(request), Some(aim)) = (request_to(asking.seat, campaign, ledger)?, aim) else { return Ok(TakebackState::Nothing) };
    if campaign.plays_nothing() || !take_back(campaign, ledger, (request.by, aim.to), now)? {
        keep(ledger, &TakebackRequest { is_agreed: true, ..request })?;
        return Ok(TakebackState::Paused);
    }
    Ok(TakebackState::Agreed)
}

/// Goes back to what `by` has asked for. Returns whether it was done: not in a pause that the next run will take notice of; nothing is written then.
fn take_back(campaign: &mut Campaign, ledger: &Ledger<'_>, (by, to): (Seat, u32), now: DateTime<Utc>) -> Result<bool, DeskError> {
    match roll_back(campaign, ledger, to, WhyRolledBack::Takeback { seat: by }, now) {
        Ok(_) => {}
        Err(RollError::Desk(error)) => return Err(error),
        Err(_) => return Ok(false),
    }
    let times = taken(ledger, by)? + 1;
    ledger.set_fact(&taken_fact(by), &times.to_string())?;
    Ok(true)
}

/// Takes back what both players agreed on while nothing was played, before anything that was sent meanwhile is played or judged.
///
/// # Errors
/// When the database refuses or a letter cannot be written.
pub(in crate::office) fn carry_out_agreed(desk: &mut Desk, world: &World<'_>) -> Result<(), DeskError> {
    let Desk { store, campaign, .. } = &mut *desk;
    if !campaign.config.policy.takeback || campaign.plays_nothing() {
        return Ok(());
    }
    let Some(progress) = campaign.going_on() else { return Ok(()) };
    let agreed = known(&store.look()?)?.filter(|request| request.is_agreed && request.waits(campaign));
    let Some((request, moves)) = agreed.zip(progress.table.moves()) else { return Ok(()) };
    let Some(aim) = TakebackSpan::of(&moves, request.by) else { return Ok(()) };
    desk.transact(world, |campaign, ledger| take_back(campaign, ledger, (request.by, aim.to), world.now))?;
    Ok(())
}

fn decline(asking: &Asking<'_>, campaign: &mut Campaign, ledger: &Ledger<'_>, now: DateTime<Utc>) -> Result<TakebackState, DeskError> {
    let Some(request) = request_to(asking.seat, campaign, ledger)? else { return Ok(TakebackState::Nothing) };
    keep(ledger, &TakebackRequest { is_declined: true, ..request })?;
    campaign.record(ledger, Act::TakebackDeclined { seat: asking.seat }, now)?;
    Ok(TakebackState::Declined)
}

/// The opponent's request that waits for this seat's answer.
fn request_to(seat: Seat, campaign: &Campaign, ledger: &Ledger<'_>) -> Result<Option<TakebackRequest>, DeskError> {
    Ok(known(ledger)?.filter(|request| request.by != seat && request.waits(campaign)))
}

impl Campaign {
    /// The request to take a move back that waits for its answer, or for the end of a pause, as a seat is told of it.
    ///
    /// # Errors
    /// When the database does not read.
    pub(in crate::office) fn takeback_asked(&self, ledger: &Ledger<'_>, reader: Seat) -> Result<Option<TakebackFacts>, DeskError> {
        let Some(progress) = self.going_on() else { return Ok(None) };
        let Some(moves) = progress.table.moves() else { return Ok(None) };
        let request = known(ledger)?.filter(|request| request.waits(self));
        Ok(request.map(|TakebackRequest { by, is_agreed, .. }| {
            let became = if is_agreed { TakebackState::Paused } else { TakebackState::Asked };
            TakebackFacts { is_own: by == reader, ..facts(self, by, (TakebackLine::Ask, became), TakebackSpan::of(&moves, by)) }
        }))
    }
}

fn known(ledger: &Ledger<'_>) -> Result<Option<TakebackRequest>, DeskError> {
    Ok(ledger.fact_in_json(TAKEBACK)?)
}

fn keep(ledger: &Ledger<'_>, request: &TakebackRequest) -> Result<(), DeskError> {
    Ok(ledger.set_fact_in_json(TAKEBACK, request)?)
}

/// How often a player has taken a move back.
fn taken(ledger: &Ledger<'_>, seat: Seat) -> Result<u32, DeskError> {
    Ok(ledger.fact_as(&taken_fact(seat))?.unwrap_or(0))
}

/// Forgets how often the player of a seat has taken a move back, who does not hold it any more.
pub(in crate::office) fn forget_taken(ledger: &Ledger<'_>, seat: Seat) -> Result<(), DeskError> {
    Ok(ledger.forget_fact(&taken_fact(seat))?)
}

fn taken_fact(seat: Seat) -> String {
    format!("moves taken back/{seat}")
}
