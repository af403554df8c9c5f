//! What everybody hears of acts in the journal: a line each, in the next report and in answers until then.

use std::collections::BTreeMap;

use serde::Serialize;

use chrono::{DateTime, Utc};

use super::held::opening_names;
use crate::campaign::journal::{Act, Commitment, WhyMoved, WhyRolledBack};
use crate::campaign::vacancy::Vacancy;
use crate::engine::{Seat, SeatSet};
use crate::office::cabinet::desk::Campaign;
use crate::office::cabinet::error::DeskError;
use crate::store::{Ledger, RecordedAct};

/// An act as its line tells it; what it has nothing to say about is null.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
struct ActFacts {
    /// `replaced`, `renamed`, `deadline-moved`, `played-by-command`, `rolled-back`, `rolled-forward`, `position-read`, `mail-shown`, `edited`, `paused`, `resumed`, `seal-broken`, `key-replaced`,
    /// `host-key-replaced`, `host-key-lost`, `vacated`, `vacant`,
    /// `not-revealed`, `standing`, `caretaken`, `vacant-kept`.
    kind: &'static str,
    seat: Option<Seat>,
    /// Who the seat is now, and who it was.
    name: Option<String>,
    before: Option<String>,
    turn: Option<u32>,
    /// What players call a turn.
    unit: &'static str,
    from_local: Option<String>,
    to_local: Option<String>,
    zone: Option<String>,
    /// Whose sheets were read, and by whom.
    seats: Vec<Seat>,
    by: Option<String>,
    /// What is committed anew.
    next: Option<Commitment>,
    /// The other key.
    key: Option<String>,
    /// In the words of the game master.
    reason: Option<String>,
    /// Why a deadline was moved: `outage`, `clock`, `delayed-reports`, `pause`, `extension` or `schedule`.
    why: Option<WhyMoved>,
    /// Why nobody plays the seat: `ejected`, `vacated`, `resigned` or `missed`.
    left: Option<&'static str>,
    /// By which seats were drawn.
    lot: Option<LotFacts>,
    /// Whether the reader plays, and may answer.
    is_to_player: bool,
}

/// A lot, as its line tells it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
struct LotFacts {
    drawn: Vec<SeatDrawn>,
    secret: String,
    commitment: String,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
struct SeatDrawn {
    seat: Seat,
    name: String,
}

impl ActFacts {
    fn nothing(unit: &'static str) -> ActFacts {
        ActFacts {
            kind: "",
            seat: None,
            name: None,
            before: None,
            turn: None,
            unit,
            from_local: None,
            to_local: None,
            zone: None,
            seats: Vec::new(),
            by: None,
            next: None,
            key: None,
            reason: None,
            why: None,
            left: None,
            lot: None,
            is_to_player: false,
        }
    }
}

/// Where the lines stand.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Occasion {
    /// A report, which tells what has happened for good.
    Report,
    /// Another letter, which leaves out what had a letter of its own.
    Letter,
}

impl Campaign {
    /// What a reader hears of the acts behind an entry of the journal, a line each, in their order. What the reader's own seat is about is not among them.
    pub(in crate::office) fn notices(
        &self,
        ledger: &Ledger<'_>,
        entry: u32,
        reader: Option<Seat>,
        occasion: Occasion,
    ) -> Result<Vec<String>, DeskError> {
        let news = ledger.acts_after(entry)?;
        let Some(first) = news.first() else { return Ok(Vec::new()) };
        let all = ledger.acts_since(0)?;
        let mut names = opening_names(ledger)?;
        let mut lines = Vec::new();
        for recorded in &all {
            let is_told = occasion == Occasion::Report || recorded.act.renames().is_some() || recorded.act.is_about_trust();
            let facts = if is_told { self.act_facts(recorded, &names, reader) } else { None };
            if let Some((seat, name)) = recorded.act.renames() {
                names.insert(seat, name.to_owned());
            }
            if let Some(facts) = facts.filter(|_| recorded.number >= first.number) {
                lines.push(self.templates.text("shared/act.txt", &facts)?.trim().to_owned());
            }
        }
        Ok(lines)
    }

    /// The line about the lot by which seats were drawn at the opening; `None` if there was none.
    pub(in crate::office) fn line_of_lot(&self, ledger: &Ledger<'_>) -> Result<Option<String>, DeskError> {
        let acts = ledger.acts_since(0)?;
        let Some(lot) = acts.into_iter().find_map(|recorded| if let Act::SeatsDrawn { lot } = recorded.act { Some(lot) } else { None })
        else {
            return Ok(None);
        };
        let drawn = lot.drawn.into_iter().map(|(seat, name)| SeatDrawn { seat, name }).collect();
        let lot = LotFacts { drawn, secret: lot.secret.to_string(), commitment: lot.commitment.to_string() };
        let facts = ActFacts { kind: "seats-drawn", lot: Some(lot), ..ActFacts::nothing(self.game.unit()) };
        Ok(Some(self.templates.text("shared/act.txt", &facts)?.trim().to_owned()))
    }

    /// The line about a seat that had sealed a sheet for a turn and has not revealed it.
    pub(in crate::office) fn line_of_unrevealed(&self, seat: Seat, turn: u32) -> Result<String, DeskError> {
        let name = self.config.seat(seat).map(|player| player.name.clone());
        let facts = ActFacts { kind: "not-revealed", seat: Some(seat), name, turn: Some(turn), ..ActFacts::nothing(self.game.unit()) };
        Ok(self.templates.text("shared/act.txt", &facts)?.trim().to_owned())
    }

    /// The line about a seat for which the caretaker has played a turn, be it vacant or not.
    pub(in crate::office) fn line_of_caretaker(&self, seat: Seat, turn: u32) -> Result<String, DeskError> {
        let kind = if self.vacancy(seat).is_some() { "vacant-kept" } else { "caretaken" };
        let name = self.name_of(seat).map(str::to_owned);
        let facts = ActFacts { kind, seat: Some(seat), name, turn: Some(turn), ..ActFacts::nothing(self.game.unit()) };
        Ok(self.templates.text("shared/act.txt", &facts)?.trim().to_owned())
    }

    /// The lines about seats that nobody has played in a turn, not even the caretaker: each report says it again. The one that tells of the
    /// leaving itself does not.
    pub(in crate::office) fn lines_of_vacant_seats(
        &self,
        ledger: &Ledger<'_>,
        turn: u32,
        caretaken: &SeatSet,
    ) -> Result<Vec<String>, DeskError> {
        let news = if turn > 0 { ledger.acts_since(turn - 1)? } else { Vec::new() };
        let is_news = |seat: Seat| news.iter().any(|recorded| matches!(recorded.act, Act::Vacated { seat: left, .. } if left == seat));
        let old = self.vacancies.iter().filter(|vacancy| !is_news(vacancy.seat) && !caretaken.contains(&vacancy.seat));
        let line = |vacancy: &Vacancy| {
            let (seat, name) = (Some(vacancy.seat), Some(vacancy.name.clone()));
            let facts = ActFacts { kind: "vacant", seat, name, ..ActFacts::nothing(self.game.unit()) };
            Ok(self.templates.text("shared/act.txt", &facts)?.trim().to_owned())
        };
        old.map(line).collect()
    }

    /// The line to a player who loses the seat if orders are missing once more.
    pub(in crate::office) fn line_of_last_chance(&self) -> Result<String, DeskError> {
        let facts = ActFacts { kind: "last-chance", ..ActFacts::nothing(self.game.unit()) };
        Ok(self.templates.text("shared/act.txt", &facts)?.trim().to_owned())
    }

    /// The line to a player whose standing orders were carried out in a turn.
    pub(in crate::office) fn line_of_standing(&self, turn: u32) -> Result<String, DeskError> {
        let facts = ActFacts { kind: "standing", turn: Some(turn), ..ActFacts::nothing(self.game.unit()) };
        Ok(self.templates.text("shared/act.txt", &facts)?.trim().to_owned())
    }

    /// The line about an earlier report of a turn that was played again.
    pub(in crate::office) fn line_of_report_before(
        &self,
        kind: &'static str,
        at: DateTime<Utc>,
        turn: u32,
        reader: Option<Seat>,
    ) -> Result<String, DeskError> {
        let (local, zone) = self.local(at, reader);
        let from_local = Some(format!("{local} ({zone})"));
        let facts = ActFacts { kind, turn: Some(turn), from_local, ..ActFacts::nothing(self.game.unit()) };
        Ok(self.templates.text("shared/act.txt", &facts)?.trim().to_owned())
    }

    fn act_facts(&self, recorded: &RecordedAct, names: &BTreeMap<Seat, String>, reader: Option<Seat>) -> Option<ActFacts> {
        let facts = ActFacts::nothing(self.game.unit());
        let named = |kind, seat: Seat, name: &str| {
            let before = names.get(&seat).cloned();
            let is_own = reader == Some(seat);
            (!is_own).then(|| ActFacts { kind, seat: Some(seat), name: Some(name.to_owned()), before, ..facts.clone() })
        };
        let at = || {
            let (local, zone) = self.local(recorded.at, reader);
            Some(format!("{local} ({zone})"))
        };
        match &recorded.act {
            Act::Replaced { seat, name, .. } => named("replaced", *seat, name),
            Act::Renamed { seat, name } => named("renamed", *seat, name),
            Act::Vacated { seat, why } => {
                let left = named("vacated", *seat, names.get(seat).map_or("", String::as_str))?;
                Some(ActFacts { left: Some(why.code()), ..left })
            }
            // The other players have had a letter about it, and their clocks show it.
            Act::DeadlineMoved { why: WhyMoved::Absence { .. }, .. } => None,
            Act::DeadlineMoved { turn, from, to, why } => {
                let (to_local, zone) = self.local(*to, reader);
                let from_local = Some(self.local(*from, reader).0);
                let moved = ActFacts { kind: "deadline-moved", turn: Some(*turn), why: Some(*why), ..facts };
                Some(ActFacts { from_local, to_local: Some(to_local), zone: Some(zone), ..moved })
            }
            Act::WaitEnded { turn } => Some(ActFacts { kind: "wait-ended", turn: Some(*turn), from_local: at(), ..facts }),
            Act::PlayedByCommand { turn, deadline } => {
                let (local, zone) = self.local(*deadline, reader);
                Some(ActFacts {
                    kind: if recorded.at < *deadline { "played-by-command" } else { "played-after-wait" },
                    turn: Some(*turn),
                    from_local: at(),
                    to_local: Some(local),
                    zone: Some(zone),
                    ..facts
                })
            }
            Act::RolledBack { to, next, why } => {
                let (reason, by) = match why {
                    WhyRolledBack::GameMaster { reason } => (Some(reason.clone()), None),
                    WhyRolledBack::Takeback { seat } => (None, names.get(seat).cloned()),
                };
                Some(ActFacts { kind: "rolled-back", turn: Some(*to), reason, by, next: Some(*next), from_local: at(), ..facts })
            }
            Act::RolledForward { to, next } => {
                Some(ActFacts { kind: "rolled-forward", turn: Some(*to), next: *next, from_local: at(), ..facts })
            }
            Act::PositionRead { by } => Some(ActFacts { kind: "position-read", by: Some(by.clone()), from_local: at(), ..facts }),
            // What players write is between them and the host: the others learn nothing of it.
            Act::MailShown { seat, turn, by } if reader == Some(*seat) => {
                Some(ActFacts { kind: "mail-shown", turn: Some(*turn), by: Some(by.clone()), from_local: at(), ..facts })
            }
            Act::MailShown { .. } => None,
            Act::Edited { reason, .. } => Some(ActFacts { kind: "edited", reason: Some(reason.clone()), from_local: at(), ..facts }),
            Act::Paused => Some(ActFacts { kind: "paused", ..facts }),
            Act::PausedByVote { .. } => Some(ActFacts { kind: "paused-by-vote", ..facts }),
            Act::Resumed { .. } => Some(ActFacts { kind: "resumed", ..facts }),
            Act::SealBroken { turn, seats, by } => Some(ActFacts {
                kind: "seal-broken",
                turn: Some(*turn),
                seats: seats.clone(),
                by: Some(by.clone()),
                from_local: at(),
                ..facts
            }),
            // Everybody has had a letter about it.
            Act::GameMasterClosed { .. } | Act::Announced { .. } | Act::Ended { .. } | Act::TurnWaits { .. } => None,
            Act::Proposed { .. } | Act::Decided { .. } => None,
            // Without a move it has a letter of its own.
            Act::DrawOffered { seat, with_move: true } => {
                let name = names.get(seat).map_or("", String::as_str);
                let kind = if self.game.knows_draws() { "draw-offered" } else { "end-offered" };
                Some(ActFacts { is_to_player: reader.is_some(), ..named(kind, *seat, name)? })
            }
            Act::DrawOffered { .. } | Act::DrawDeclined { .. } => None,
            Act::TakebackAsked { .. } | Act::TakebackDeclined { .. } => None,
            // It stands in the report of the opening.
            Act::SeatsDrawn { .. } => None,
            Act::KeyReplaced { next } => Some(ActFacts { kind: "key-replaced", next: *next, from_local: at(), ..facts }),
            Act::HostKeyReplaced { key, is_lost } => {
                let kind = if *is_lost { "host-key-lost" } else { "host-key-replaced" };
                Some(ActFacts { kind, key: Some(key.to_string()), from_local: at(), ..facts })
            }
            // How a player is written to is nobody else's affair.
            Act::AddressChanged { .. } | Act::TokenRotated { .. } => None,
        }
    }
}
