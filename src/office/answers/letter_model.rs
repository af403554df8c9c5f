//! What letters say, as facts for their templates.

use chrono::{DateTime, Utc};
use serde::Serialize;
use serde_json::Value;

use crate::campaign::config::{CampaignConfig, Diagrams, GameMaster, HostConfig};
use crate::campaign::difference::Difference;
use crate::campaign::roster::SeatEdit;
use crate::campaign::schedule;
use crate::campaign::standings::listed;
use crate::engine::{AnyGame, Reading, Scene, Seat, Viewer};
pub use crate::office::answers::letter_facts::{
    DeadlineFacts, LeftAloneFacts, OpenGameFacts, ReceivedFacts, SeatActFacts, SeatFacts, SeatStatus, SheetFacts, StatusFacts,
};
use crate::office::answers::letters::utc_text;
use crate::office::cabinet::desk::{Campaign, DeskError, Progress};
use crate::office::cabinet::harm::HarmFacts;
use crate::office::deadlines::absences::AbsenceFacts;
use crate::office::deadlines::ready::ReadyFacts;
use crate::office::deadlines::time_notices::TimeFacts;
use crate::office::deadlines::timekeeping::Held;
use crate::office::intake::forward::ForwardedFacts;
use crate::render::picture::diagram::{self, Alphabet};
use crate::render::report::{CampaignFacts, ClockFacts, EndFacts, GameMasterFacts, HowToSend, NextTurn};
use crate::render::tournament::TournamentFacts;

/// What every letter template gets; what a letter has nothing to say about is null.
#[derive(Debug, Clone, Serialize)]
pub struct LetterModel {
    /// `[ashpost rim-3 4F7K2QXM5D3A6ZBT]`; without a token for strangers.
    pub subject_tag: String,
    /// Where players write to.
    pub address: String,
    pub campaign: Option<CampaignFacts>,
    pub seat: Option<SeatFacts>,
    /// The turn that orders are taken for.
    pub turn: Option<u32>,
    pub deadline: Option<DeadlineFacts>,
    pub verdict: String,
    pub sheet: Option<SheetFacts>,
    /// The echo of a sheet, rendered by the game's own template.
    pub reading_text: Option<String>,
    /// What is wrong, for templates that tell of a trouble.
    pub trouble: Option<String>,
    /// The email that is answered.
    pub received: Option<ReceivedFacts>,
    /// The sender, if the email did not come from the seat's own address.
    pub sent_from_elsewhere: Option<String>,
    /// The email answers the report before an earlier turn than the open one: its orders count for the open one.
    pub answers_turn: Option<u32>,
    /// `ORDERS rim-3 1 4F7K2QXM5D3A6ZBT`, which serves where a subject keeps no tag.
    pub first_line: Option<String>,
    /// Who has sent orders; for STATUS and reminders.
    pub status: Option<StatusFacts>,
    /// What commands other than orders were answered with, rendered.
    pub answers: Vec<String>,
    /// The orders of the sheet that counts, as they were read; for ORDERS?.
    pub sheet_text: Option<String>,
    /// The orders of the sheet that is held back until its player confirms it.
    pub held_back_text: Option<String>,
    /// What a sheet does to the earlier one that it replaces; null where nothing is replaced.
    pub difference: Option<Difference>,
    /// What was sent adds to the earlier sheet (APPEND).
    pub appended: bool,
    /// What became of READY or NOT READY; null if the email says neither.
    pub ready: Option<ReadyFacts>,
    /// The seat was ready with the earlier sheet, and is not with this one.
    pub ready_lapsed: bool,
    /// When the turn is played because every seat is ready.
    pub early: Option<DeadlineFacts>,
    /// Commands and blocks that this version does not carry out.
    pub not_yet: Vec<LeftAloneFacts>,
    /// The game master, for letters to those who may write to them.
    pub gm: Option<GameMasterFacts>,
    /// What became of words to the game master.
    pub forwarded: Option<ForwardedFacts>,
    /// They went to the game master.
    pub was_forwarded: bool,
    /// The email that is answered came from the game master.
    pub from_game_master: bool,
    /// Who wrote them, for the game master.
    pub writer: Option<SeatFacts>,
    /// Some game masters of the host, for strangers.
    pub game_masters: Vec<GameMasterFacts>,
    /// The campaigns that look for players, for strangers.
    pub open_games: Vec<OpenGameFacts>,
    /// Their game masters have been told of the stranger's wish.
    pub wish_was_told: bool,
    /// Whether what was sent is played now, so that nothing can be changed any more.
    pub plays_at_once: bool,
    /// Whether what was sent gives the game up.
    pub resigns: bool,
    /// Whether the move that was sent ends the game.
    pub ends_game: bool,
    /// Where moves alternate: whose move it is, and everybody's time.
    pub clock: Option<ClockFacts>,
    /// Whether moves alternate, so that letters speak of moves and not of orders.
    pub by_moves: bool,
    /// Who has won; null while the game goes on.
    pub ended: Option<EndFacts>,
    /// What a reminder is about: `deadline`, `reserve` (it runs) or `last` (it ends soon).
    pub stage: Option<&'static str>,
    /// Why nothing is played at the moment.
    pub held: Option<Held>,
    /// What a letter about time tells.
    pub time: Option<TimeFacts>,
    /// What became of ABSENT or PRESENT.
    pub absence: Option<AbsenceFacts>,
    /// The tournament that the game belongs to; for STATUS.
    pub tournament: Option<TournamentFacts>,
    /// What has happened to the campaign since the reader's last report, a line each.
    pub notices: Vec<String>,
    /// What was done to a seat, for the letters to those whom it concerns.
    pub seat_act: Option<SeatActFacts>,
    /// What was edited in the file's seats of a running game; for the game master.
    pub seat_edits: Vec<SeatEdit>,
    /// Files that are lost or damaged; for the game master.
    pub harm: Option<HarmFacts>,
}

impl LetterModel {
    /// A letter of the host, about no campaign.
    pub fn of_host(host: &HostConfig, verdict: &str) -> LetterModel {
        LetterModel {
            subject_tag: "[ashpost]".to_owned(),
            address: host.address.to_string(),
            campaign: None,
            seat: None,
            turn: None,
            deadline: None,
            verdict: verdict.to_owned(),
            sheet: None,
            reading_text: None,
            trouble: None,
            received: None,
            answers_turn: None,
            sent_from_elsewhere: None,
            first_line: None,
            status: None,
            answers: Vec::new(),
            sheet_text: None,
            held_back_text: None,
            difference: None,
            appended: false,
            ready: None,
            ready_lapsed: false,
            early: None,
            not_yet: Vec::new(),
            gm: None,
            forwarded: None,
            was_forwarded: false,
            from_game_master: false,
            writer: None,
            game_masters: Vec::new(),
            open_games: Vec::new(),
            wish_was_told: false,
            plays_at_once: false,
            resigns: false,
            ends_game: false,
            clock: None,
            by_moves: false,
            ended: None,
            stage: None,
            held: None,
            time: None,
            absence: None,
            tournament: None,
            notices: Vec::new(),
            seat_act: None,
            seat_edits: Vec::new(),
            harm: None,
        }
    }
}

/// Which campaign it is, for whoever reads of it.
pub fn facts_of(config: &CampaignConfig, game: &dyn AnyGame) -> CampaignFacts {
    CampaignFacts {
        id: config.id.clone(),
        title: config.title.clone(),
        game: game.id().to_owned(),
        game_title: game.title().to_owned(),
        credit: game.credit(),
        unit: game.unit(),
        templates: game.templates(),
    }
}

impl Campaign {
    pub fn facts(&self) -> CampaignFacts {
        facts_of(&self.config, self.game)
    }

    /// The tag that an answer must carry; without the token for those who may not know it.
    pub fn subject_tag(&self, seat: Option<Seat>) -> String {
        match seat {
            Some(seat) => format!("[ashpost {} {}]", self.id(), self.token(seat)),
            None => format!("[ashpost {}]", self.id()),
        }
    }

    /// A letter about this campaign, to the holder of a seat or to somebody who holds none.
    pub fn letter_model(&self, seat: Option<Seat>, verdict: &str, now: DateTime<Utc>) -> LetterModel {
        let window = self.progress.as_ref().and_then(|progress| progress.window.as_ref());
        let clock = self.progress.as_ref().and_then(|progress| self.clock_facts(progress, reader(seat), now));
        LetterModel {
            clock,
            held: self.held,
            by_moves: self.alternates(),
            ended: self.end_facts(),
            subject_tag: self.subject_tag(seat),
            campaign: Some(self.facts()),
            seat: seat.and_then(|seat| self.seat_facts(seat)),
            gm: Some(gm_facts(&self.config.gm, seat.is_some())),
            turn: window.map(|window| window.turn),
            deadline: window.map(|window| self.deadline_facts(window.deadline_at, seat, now)),
            ..LetterModel::of_host(&self.host, verdict)
        }
    }

    /// Who holds a seat.
    pub fn seat_facts(&self, seat: Seat) -> Option<SeatFacts> {
        self.config.seat(seat).map(|seat| SeatFacts { number: seat.number, name: seat.name.clone() })
    }

    /// How the game has ended; `None` while it goes on.
    pub fn end_facts(&self) -> Option<EndFacts> {
        let table = &self.progress.as_ref()?.table;
        let (outcome, decision) = (table.outcome()?, table.decision());
        let first: Vec<_> = outcome.places.iter().filter(|place| place.place == 1).collect();
        let names: Vec<&str> = first.iter().filter_map(|place| self.config.seat(place.seat)).map(|seat| seat.name.as_str()).collect();
        let is_draw = first.len() == outcome.places.len() && first.len() > 1;
        Some(EndFacts { winner: (!is_draw).then(|| listed(&names)), several: names.len() > 1, rule: outcome.rule, decision })
    }

    /// An instant in the time zone of a seat.
    pub fn local(&self, instant: DateTime<Utc>, seat: Option<Seat>) -> (String, String) {
        let zone = self.zone_name(seat);
        (schedule::in_zone(instant, zone).unwrap_or_else(|| utc_text(instant)), zone.to_owned())
    }

    pub fn deadline_facts(&self, instant: DateTime<Utc>, seat: Option<Seat>, now: DateTime<Utc>) -> DeadlineFacts {
        let (local, zone) = self.local(instant, seat);
        DeadlineFacts { local, zone, utc: utc_text(instant), in_words: schedule::in_words(instant, now) }
    }

    /// What to do for the next turn, for a report; `None` once the game is over.
    pub fn next_turn(&self, progress: &Progress, seat: Option<Seat>, now: DateTime<Utc>) -> Option<NextTurn> {
        let window = progress.window.as_ref()?;
        let (deadline_local, zone) = self.local(window.deadline_at, seat);
        let how_to_send = HowToSend {
            address: seat.map(|_| self.host.address.to_string()).unwrap_or_default(),
            subject: seat.map(|seat| format!("{} {} {}", self.subject_tag(Some(seat)), self.game.unit(), window.turn)).unwrap_or_default(),
        };
        let clock = self.clock_facts(progress, reader(seat), now);
        Some(NextTurn { turn: window.turn, deadline_utc: utc_text(window.deadline_at), deadline_local, zone, how_to_send, clock })
    }

    /// The echo of a sheet in the words of the game's template, with the position that it leads to as far as that can be told.
    pub fn reading_text(&self, seat: Seat, reading: &Reading) -> Result<String, DeskError> {
        let table = self.progress.as_ref().map(|progress| &progress.table);
        let view = table.map_or(Value::Null, |table| table.view(Viewer::Seat(seat)));
        let diagram = reading.prospect.ahead.as_ref().map(|scene| self.diagram(Some(seat), scene)).unwrap_or_default();
        let model = serde_json::json!({ "reading": reading, "view": view, "diagram": diagram });
        Ok(self.templates.text(&format!("{}/reading", self.game.templates()), &model)?)
    }

    /// A board as text, in the letters that the seat's mail program can show.
    pub fn diagram(&self, seat: Option<Seat>, scene: &Scene) -> String {
        let wanted = seat.and_then(|seat| self.config.seat(seat)).map(|player| player.diagrams).unwrap_or_default();
        let alphabet = match wanted {
            Diagrams::Unicode => Alphabet::Unicode,
            Diagrams::Ascii => Alphabet::Ascii,
        };
        diagram::text(scene, alphabet)
    }

    /// How to order, with this turn's own position in the examples.
    pub fn help_text(&self, seat: Seat) -> Result<String, DeskError> {
        let view = self.progress.as_ref().map_or(Value::Null, |progress| progress.table.view(Viewer::Seat(seat)));
        let model = serde_json::json!({ "view": view, "absence_days": self.config.policy.absence_days });
        Ok(self.templates.text(&format!("{}/help", self.game.templates()), &model)?)
    }
}

/// A game master, as players reach them.
pub fn gm_facts(gm: &GameMaster, by_reply: bool) -> GameMasterFacts {
    GameMasterFacts { name: gm.name.clone(), address: gm.address.clone(), by_reply }
}

/// Whoever holds no seat is told what anybody may know.
fn reader(seat: Option<Seat>) -> Viewer {
    seat.map_or(Viewer::Public, Viewer::Seat)
}
