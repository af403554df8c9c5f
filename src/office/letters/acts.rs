//! What is news of an act in the journal, and to whom.

use std::collections::BTreeMap;

use chrono::{DateTime, Utc};

use crate::campaign::journal::{Act, WhyMoved, WhyRolledBack};
use crate::campaign::local::LocalTime;
use crate::engine::Seat;
use crate::office::cabinet::desk::Campaign;
use crate::office::letters::news::News;
use crate::store::RecordedAct;

/// Somebody who hears of acts, and what the players were called at the time.
pub(in crate::office) struct Listener<'a> {
    pub campaign: &'a Campaign,
    pub names: &'a BTreeMap<Seat, String>,
    pub reader: Option<Seat>,
}

impl Listener<'_> {
    /// The news of an act for this listener; `None` if they do not hear of it, or hear of it in a letter of its own.
    pub(in crate::office) fn news(&self, RecordedAct { act, at, .. }: &RecordedAct) -> Option<News> {
        let from_local = || self.local(*at).to_string();
        let name_of = |seat: &Seat| self.names.get(seat).cloned().unwrap_or_default();
        Some(match act {
            // Its holder has a letter about it.
            Act::Replaced { seat, .. } | Act::Renamed { seat, .. } | Act::Vacated { seat, .. } if self.reader == Some(*seat) => {
                return None;
            }
            Act::Replaced { seat, name, .. } => News::Replaced { seat: *seat, name: name.clone(), before: name_of(seat) },
            Act::Renamed { seat, name } => News::Renamed { seat: *seat, name: name.clone(), before: name_of(seat) },
            Act::Vacated { seat, why } => News::Vacated { seat: *seat, name: name_of(seat), before: name_of(seat), left: *why },
            // The other players have had a letter about it, and their clocks show it.
            Act::DeadlineMoved { why: WhyMoved::Absence { .. }, .. } => return None,
            Act::DeadlineMoved { turn, from, to, why } => {
                let (from, to) = (self.local(*from), self.local(*to));
                News::DeadlineMoved { turn: *turn, from_local: from.local, to_local: to.local, zone: to.zone, why: *why }
            }
            Act::WaitEnded { turn } => News::WaitEnded { turn: *turn, from_local: from_local() },
            Act::PlayedByCommand { turn, deadline } => {
                let (turn, from_local) = (*turn, from_local());
                let LocalTime { local: to_local, zone, .. } = self.local(*deadline);
                if at < deadline {
                    News::PlayedByCommand { turn, from_local, to_local, zone }
                } else {
                    News::PlayedAfterWait { turn, from_local, to_local, zone }
                }
            }
            Act::RolledBack { to, next, why } => {
                let (reason, by) = match why {
                    WhyRolledBack::GameMaster { reason } | WhyRolledBack::OlderCopy { reason, .. } => (Some(reason.clone()), None),
                    WhyRolledBack::Takeback { seat } => (None, self.names.get(seat).cloned()),
                };
                let from_copy = matches!(why, WhyRolledBack::OlderCopy { .. });
                News::RolledBack { turn: *to, reason, by, from_copy, next: *next, from_local: from_local() }
            }
            Act::RolledForward { to, next } => News::RolledForward { turn: *to, next: *next, from_local: from_local() },
            Act::PositionRead { by } => News::PositionRead { by: by.clone(), from_local: from_local() },
            // What players write is between them and the host: the others learn nothing of it.
            Act::MailShown { seat, .. } if self.reader != Some(*seat) => return None,
            Act::MailShown { turn, by, .. } => News::MailShown { turn: *turn, by: by.clone(), from_local: from_local() },
            Act::Edited { reason, .. } => News::Edited { reason: reason.clone(), from_local: from_local() },
            Act::Paused => News::Paused,
            Act::PausedByVote { .. } => News::PausedByVote,
            Act::Resumed { .. } => News::Resumed,
            Act::SealBroken { turn, seats, by } => {
                News::SealBroken { turn: *turn, seats: seats.clone(), by: by.clone(), from_local: from_local() }
            }
            Act::DrawOffered { seat, with_move: true } if self.reader != Some(*seat) => self.offered(*seat, name_of(seat)),
            Act::KeyReplaced { next } => News::KeyReplaced { next: *next, from_local: from_local() },
            Act::HostKeyReplaced { key, is_lost: true } => News::HostKeyLost { key: *key, from_local: from_local() },
            Act::HostKeyReplaced { key, is_lost: false } => News::HostKeyReplaced { key: *key, from_local: from_local() },
            // Everybody has had a letter about it; a letter about an offer goes out if no move comes with the offer.
            Act::GameMasterClosed { .. } | Act::Announced { .. } | Act::Ended { .. } | Act::TurnWaits { .. } => return None,
            Act::Proposed { .. } | Act::Decided { .. } | Act::DrawOffered { .. } | Act::DrawDeclined { .. } => return None,
            Act::TakebackAsked { .. } | Act::TakebackDeclined { .. } => return None,
            // The report of the opening tells of it.
            Act::SeatsDrawn { .. } => return None,
            // How a player is written to is nobody else's affair.
            Act::AddressChanged { .. } | Act::TokenRotated { .. } => return None,
        })
    }

    fn offered(&self, seat: Seat, name: String) -> News {
        let is_to_player = self.reader.is_some();
        if self.campaign.config.game.knows_draws() {
            News::DrawOffered { seat, name, is_to_player }
        } else {
            News::EndOffered { seat, name, is_to_player }
        }
    }

    fn local(&self, instant: DateTime<Utc>) -> LocalTime {
        self.campaign.local(instant, self.reader)
    }
}
