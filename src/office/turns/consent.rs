//! DRAW?, its answers, and ABORT: how the players of a game of two end it by consent, or one of them before both have moved.

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};

use crate::campaign::Fingerprint;
use crate::campaign::journal::{Act, DecidedBy, Ending};
use crate::engine::{Moves, Seat};
use crate::office::cabinet::desk::Campaign;
use crate::office::cabinet::error::DeskError;
use crate::office::letters::about::About;
use crate::office::letters::consent_facts::{ConsentFacts, ConsentLine, ConsentState, OfferFacts, Unasked};
use crate::office::letters::to_all::write_to;
use crate::office::turns::offers::OFFER;
use crate::post::Content;
use crate::post::commands::MailCommand;
use crate::store::Ledger;

/// The last offer to end the game. The journal has every offer; this says whether it stands.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
struct EndingOffer {
    by: Seat,
    /// How many moves its player had sent, including one with the offer, and how many the other player.
    own_moves: u32,
    their_moves: u32,
    is_declined: bool,
}

impl EndingOffer {
    /// Whether it can be accepted: it lapses with the next move that the other player sends. A conditional move was sent before the offer.
    fn stands(&self, moves: &Moves) -> bool {
        !self.is_declined && others(moves, self.by) == self.their_moves
    }
}

/// An email with such lines.
pub(in crate::office) struct Asking<'a> {
    pub seat: Seat,
    /// Tells its letters from those of other emails.
    pub fingerprint: &'a Fingerprint,
    /// Whether the open turn took emails when it came.
    pub in_time: bool,
    /// The move or sheet in the same email ends the game.
    pub ends_game: bool,
    /// It has a move, which is played at once.
    pub with_move: bool,
    /// It has a move and a line that ends the game, and neither counts.
    pub beside_move: bool,
}

impl Asking<'_> {
    /// Carries out what the lines say; returns what became of each.
    pub(in crate::office) fn carry_out(
        &self,
        campaign: &mut Campaign,
        ledger: &Ledger<'_>,
        content: &Content,
        now: DateTime<Utc>,
    ) -> Result<Vec<ConsentFacts>, DeskError> {
        let mut facts = Vec::new();
        for command in content.commands() {
            let (asked, became) = match command {
                MailCommand::DrawOffer => (ConsentLine::Offer, self.offer(campaign, ledger, now)?),
                MailCommand::DrawAnswer(true) => (ConsentLine::Yes, self.accept(campaign, ledger, now)?),
                MailCommand::DrawAnswer(false) => (ConsentLine::No, self.decline(campaign, ledger, now)?),
                MailCommand::Abort => (ConsentLine::Abort, self.abort(campaign, ledger, now)?),
                _ => continue,
            };
            let told = self.facts(campaign, asked, became);
            // The report of a move tells what goes with it, and an end has a letter to all.
            if became == ConsentState::Declined || became == ConsentState::Offered && !self.with_move {
                let id = format!("consent.{}.{}", self.fingerprint.short(), facts.len());
                let opponents: Vec<Option<Seat>> = campaign.readers_but(self.seat).into_iter().filter(Option::is_some).collect();
                write_to(campaign, ledger, &opponents, &id, |_| About::ConsentNotice(told.clone()), now)?;
            }
            facts.push(told);
        }
        Ok(facts)
    }

    /// The moves made so far, or why nothing can be asked.
    pub(super) fn moves(&self, campaign: &Campaign) -> Result<Moves, Unasked> {
        let progress = campaign.progress.as_ref().filter(|progress| !progress.is_over() && self.in_time && !self.ends_game);
        match progress.map(|progress| progress.table.moves()) {
            _ if !campaign.alternates() => Err(Unasked::NotHere),
            Some(Some(_)) if self.beside_move => Err(Unasked::BesideMove),
            Some(Some(moves)) => Ok(moves),
            _ => Err(Unasked::Closed),
        }
    }

    fn offer(&self, campaign: &mut Campaign, ledger: &Ledger<'_>, now: DateTime<Utc>) -> Result<ConsentState, DeskError> {
        let moves = match self.moves(campaign) {
            Ok(moves) => moves,
            Err(why) => return Ok(ConsentState::Unasked(why)),
        };
        let own_moves = count(&moves, self.seat) + u32::from(self.with_move);
        match known(ledger)? {
            Some(offer) if offer.by == self.seat && offer.stands(&moves) => return Ok(ConsentState::Known),
            Some(offer) if offer.by == self.seat && offer.is_declined && offer.own_moves == own_moves => return Ok(ConsentState::Again),
            // Both have offered the same. With a move, the other's offer lapses and this is a new one.
            Some(offer) if offer.by != self.seat && offer.stands(&moves) && !self.with_move => return agree(campaign, ledger, now),
            _ => {}
        }
        let offer = EndingOffer { by: self.seat, own_moves, their_moves: others(&moves, self.seat), is_declined: false };
        keep(ledger, &offer)?;
        campaign.record(ledger, Act::DrawOffered { seat: self.seat, with_move: self.with_move }, now)?;
        Ok(ConsentState::Offered)
    }

    fn accept(&self, campaign: &mut Campaign, ledger: &Ledger<'_>, now: DateTime<Utc>) -> Result<ConsentState, DeskError> {
        match self.standing(campaign, ledger)? {
            Ok(_) => agree(campaign, ledger, now),
            Err(why) => Ok(why),
        }
    }

    fn decline(&self, campaign: &mut Campaign, ledger: &Ledger<'_>, now: DateTime<Utc>) -> Result<ConsentState, DeskError> {
        match self.standing(campaign, ledger)? {
            Err(why) => Ok(why),
            Ok(offer) => {
                keep(ledger, &EndingOffer { is_declined: true, ..offer })?;
                campaign.record(ledger, Act::DrawDeclined { seat: self.seat }, now)?;
                Ok(ConsentState::Declined)
            }
        }
    }

    /// The opponent's offer that stands, or why there is none to answer.
    fn standing(&self, campaign: &Campaign, ledger: &Ledger<'_>) -> Result<Result<EndingOffer, ConsentState>, DeskError> {
        Ok(match self.moves(campaign) {
            Err(why) => Err(ConsentState::Unasked(why)),
            Ok(moves) => known(ledger)?.filter(|offer| offer.by != self.seat && offer.stands(&moves)).ok_or(ConsentState::Nothing),
        })
    }

    fn abort(&self, campaign: &mut Campaign, ledger: &Ledger<'_>, now: DateTime<Utc>) -> Result<ConsentState, DeskError> {
        match self.moves(campaign) {
            Err(why) => Ok(ConsentState::Unasked(why)),
            Ok(moves) if moves.all_have_moved() => Ok(ConsentState::Begun),
            Ok(_) => {
                campaign.end(ledger, Ending::Aborted, DecidedBy::OnePlayer { seat: self.seat }, None, now)?;
                Ok(ConsentState::Aborted)
            }
        }
    }

    fn facts(&self, campaign: &Campaign, asked: ConsentLine, became: ConsentState) -> ConsentFacts {
        let name = |seat: Seat| campaign.player_name(seat);
        let opponent = campaign.config.opponent(self.seat).map(name).unwrap_or_default();
        let (is_draw, with_move) = (campaign.config.game.knows_draws(), self.with_move);
        ConsentFacts { asked, became, name: name(self.seat), opponent, is_draw, with_move }
    }
}

impl Campaign {
    /// The offer to end the game that stands, as a seat is told of it.
    ///
    /// # Errors
    /// When the database does not read.
    pub(in crate::office) fn offer_facts(&self, ledger: &Ledger<'_>, reader: Seat) -> Result<Option<OfferFacts>, DeskError> {
        let Some(moves) = self.going_on().and_then(|progress| progress.table.moves()) else { return Ok(None) };
        let offer = known(ledger)?.filter(|offer| offer.stands(&moves));
        Ok(offer.map(|offer| OfferFacts {
            name: self.player_name(offer.by),
            is_own: offer.by == reader,
            is_draw: self.config.game.knows_draws(),
        }))
    }
}

/// Ends the game as both want it.
fn agree(campaign: &mut Campaign, ledger: &Ledger<'_>, now: DateTime<Utc>) -> Result<ConsentState, DeskError> {
    let among = campaign.config.seat_numbers().collect();
    let ending = if campaign.config.game.knows_draws() { Ending::Drawn { among } } else { Ending::Aborted };
    campaign.end(ledger, ending, DecidedBy::Players, None, now)?;
    Ok(ConsentState::Agreed)
}

fn known(ledger: &Ledger<'_>) -> Result<Option<EndingOffer>, DeskError> {
    Ok(ledger.fact_in_json(OFFER)?)
}

fn keep(ledger: &Ledger<'_>, offer: &EndingOffer) -> Result<(), DeskError> {
    Ok(ledger.set_fact_in_json(OFFER, offer)?)
}

/// How many moves a player has sent.
fn count(moves: &Moves, seat: Seat) -> u32 {
    moves.sent.get(&seat).copied().unwrap_or_default()
}

/// How many moves the players of all other seats have sent.
fn others(moves: &Moves, seat: Seat) -> u32 {
    moves.sent.iter().filter(|(other, _)| **other != seat).map(|(_, sent)| sent).sum()
}
