//! What letters and reports say of a campaign.

use chrono::{DateTime, Utc};
use serde_json::Value;

use crate::campaign::config::{CampaignConfig, CampaignFile, Diagrams, GameMaster, PairedGame};
use crate::campaign::journal::{DecidedBy, EndedByDecision, Ending};
use crate::campaign::local::{LocalTime, utc_text};
use crate::campaign::standings::listed;
use crate::engine::{Reading, Scene, Seat, Viewer};
use crate::office::cabinet::desk::{Campaign, Progress};
use crate::office::cabinet::error::DeskError;
use crate::office::letters::facts::{DeadlineFacts, SeatFacts};
use crate::office::letters::kind::LetterKind;
use crate::office::letters::model::Heading;
use crate::render::Model;
use crate::render::picture::diagram::{self, Alphabet};
use crate::render::report::{AgainFacts, CampaignFacts, DecidedFacts, EndFacts, GameMasterFacts, HowToSend, NextTurn, TournamentKind};

/// The name of the campaign, for its readers.
pub(crate) fn facts_of(config: &CampaignConfig) -> CampaignFacts {
    let game = config.game;
    CampaignFacts {
        id: config.id.clone(),
        title: config.title.clone(),
        game: game.id().to_owned(),
        game_title: game.title().to_owned(),
        credit: game.credit(),
        unrated: config.unrated,
        takeback: config.policy.takeback,
        unit: game.unit(),
        templates: game.templates(),
    }
}

impl Campaign {
    /// The name of the campaign, for its readers.
    pub fn facts(&self) -> CampaignFacts {
        facts_of(&self.config)
    }

    /// The tag that an answer must carry; without the token for those who may not know it.
    pub fn subject_tag(&self, seat: Option<Seat>) -> String {
        match seat {
            Some(seat) => format!("[{} {}]", self.id(), self.token(seat)),
            None => format!("[ashpost {}]", self.id()),
        }
    }

    /// A subject followed by the tag.
    pub fn tagged(&self, subject: &str, seat: Option<Seat>) -> String {
        super::tagged(subject, &self.subject_tag(seat))
    }

    /// The heading of a letter about this campaign, to the holder of a seat or to somebody who holds none.
    pub fn heading(&self, seat: Option<Seat>, kind: impl Into<LetterKind>, now: DateTime<Utc>) -> Heading {
        let window = self.window();
        let clock = self.progress.as_ref().and_then(|progress| self.clock_facts(progress, reader(seat), now));
        let ended = self.end_facts();
        Heading {
            subject_tag: self.subject_tag(seat),
            address: self.host.address.clone(),
            kind: kind.into(),
            campaign: Some(self.facts()),
            seat: seat.and_then(|seat| self.seat_facts(seat)),
            gm: Some(GameMasterFacts { by_reply: seat.is_some(), ..gm_facts(&self.config.gm) }),
            turn: window.map(|window| window.turn),
            deadline: window.map(|window| self.deadline_facts(window.deadline.at, seat, now)),
            own_closes: self.own_closes_at(seat).map(|at| self.closing_facts(at, seat, now)),
            gm_closes_first: self.waits_for_gm_seats(seat),
            taken_from: self.taken_from(seat).map(|at| self.deadline_facts(at, seat, now)),
            grace: self.progress.as_ref().and_then(|progress| self.grace_facts(progress, seat, now)),
            reveal_until: self.progress.as_ref().and_then(|progress| self.reveal_facts(progress, seat, now)),
            clock,
            by_moves: self.alternates(),
            // A game that is over goes on no more.
            held: self.held.filter(|_| ended.is_none()),
            ended,
            received: None,
        }
    }

    /// When the orders of a seat close before those of the others; `None` for all others, and as long as nobody knows.
    fn own_closes_at(&self, seat: Option<Seat>) -> Option<DateTime<Utc>> {
        self.gm_closes_at().filter(|_| self.closes_first(seat) && !self.gm_closing_stands())
    }

    /// Whether the orders of a seat are not taken before those of the game master's own seats are fixed.
    fn waits_for_gm_seats(&self, seat: Option<Seat>) -> bool {
        seat.is_some() && !self.closes_first(seat) && self.are_gm_seats_closed() == Some(false)
    }

    /// When these will be fixed; `None` if the seat does not wait for that, and as long as nobody knows.
    fn taken_from(&self, seat: Option<Seat>) -> Option<DateTime<Utc>> {
        self.gm_closes_at().filter(|_| self.waits_for_gm_seats(seat) && !self.gm_closing_stands())
    }

    /// The heading of a letter to the game master, who may know who is away, and reads it now.
    pub fn heading_of_gm(&self, kind: impl Into<LetterKind>, now: DateTime<Utc>) -> Heading {
        let clock = self.progress.as_ref().and_then(|progress| self.clock_facts(progress, Viewer::GameMaster, now));
        Heading { clock, ..self.heading(None, kind, now) }
    }

    /// Who holds a seat.
    pub fn seat_facts(&self, seat: Seat) -> Option<SeatFacts> {
        self.name_of(seat).map(|name| SeatFacts { number: seat, name: name.to_owned() })
    }

    /// Who writes for a seat.
    pub fn writer(&self, seat: Seat) -> SeatFacts {
        SeatFacts { number: seat, name: self.player_name(seat) }
    }

    /// How the game has ended; `None` while it goes on.
    pub fn end_facts(&self) -> Option<EndFacts> {
        let progress = self.progress.as_ref()?;
        let (outcome, decision) = (progress.outcome()?, progress.decision());
        let first: Vec<_> = outcome.places.iter().filter(|place| place.place == 1).collect();
        let names: Vec<&str> = first.iter().filter_map(|place| self.name_of(place.seat)).collect();
        let is_draw = first.len() == outcome.places.len() && first.len() > 1;
        let decided = progress.ended.as_ref().map(|ended| self.decided_facts(ended));
        let kind = |board: &PairedGame| if board.round.is_some() { TournamentKind::Swiss } else { TournamentKind::RoundRobin };
        Some(EndFacts {
            winner: (!is_draw).then(|| listed(&names)),
            several: names.len() > 1,
            rule: outcome.rule,
            decision,
            tournament: self.config.paired.as_ref().map(kind),
            decided,
        })
    }

    fn decided_facts(&self, ended: &EndedByDecision) -> DecidedFacts {
        let EndedByDecision { ending, by, reason, .. } = ended;
        let left = match (ending, by) {
            (Ending::Forfeited { seat, .. }, _) | (_, DecidedBy::OnePlayer { seat }) => self.name_of(*seat).map(str::to_owned),
            _ => None,
        };
        DecidedFacts { kind: ending.code().to_owned(), by: by.code().to_owned(), reason: reason.clone(), left }
    }

    /// How players get into another such game by email; `None` where a game master sets games up, and for games of a tournament.
    /// `is_for_place` says whether this one was for a place on the ladder.
    pub fn again(&self, is_for_place: bool) -> Option<AgainFacts> {
        let config = &self.config;
        let mut offers = self.host.pairing.iter().flat_map(|pairing| &pairing.games);
        let offer = offers.find(|offer| offer.game.id() == config.game.id() && offer.scenario == config.scenario);
        if config.paired.is_some() || (offer.is_none() && config.joining.seats.is_empty()) {
            return None;
        }
        Some(AgainFacts { address: self.host.address.clone(), offer: offer.map(ToString::to_string), is_for_place })
    }

    /// A deadline in the time zone of a seat, or of the schedule, and how far off it is now.
    pub fn deadline_facts(&self, instant: DateTime<Utc>, seat: Option<Seat>, now: DateTime<Utc>) -> DeadlineFacts {
        DeadlineFacts::of(self.local(instant, seat), now)
    }

    /// When a reader's orders close. What comes at that very time is too late, so no time is left then.
    fn closing_facts(&self, instant: DateTime<Utc>, seat: Option<Seat>, now: DateTime<Utc>) -> DeadlineFacts {
        let facts = self.deadline_facts(instant, seat, now);
        DeadlineFacts { left: facts.left.filter(|_| now < instant), ..facts }
    }

    /// The end of the grace that runs after the deadline; `None` unless it runs now. Where moves alternate the clock tells it.
    fn grace_facts(&self, progress: &Progress, seat: Option<Seat>, now: DateTime<Utc>) -> Option<DeadlineFacts> {
        let has_grace = !self.alternates() && !self.closes_first(seat);
        let limits = self.limits(progress).filter(|limits| has_grace && limits.deadline_at <= now && now < limits.closes_at)?;
        Some(self.deadline_facts(limits.closes_at, seat, now))
    }

    /// The end of the time in which sealed sheets are revealed; `None` unless it runs now.
    fn reveal_facts(&self, progress: &Progress, seat: Option<Seat>, now: DateTime<Utc>) -> Option<DeadlineFacts> {
        let closes_at = self.limits(progress).filter(|_| self.held.is_none())?.closes_at;
        let until = self.revealed_until(closes_at);
        (closes_at <= now && now < until).then(|| self.deadline_facts(until, seat, now))
    }

    /// What to do for the next turn, for a report; `None` once the game is over.
    pub fn next_turn(&self, progress: &Progress, seat: Option<Seat>, now: DateTime<Utc>) -> Option<NextTurn> {
        let window = progress.window.as_ref()?;
        let deadline_at = self.deadline_of(progress, seat)?;
        let LocalTime { local: deadline_local, zone, .. } = self.local(deadline_at, seat);
        let how_to_send = HowToSend {
            address: seat.map(|_| self.host.address.clone()),
            subject: seat.map(|seat| self.tagged(&format!("{} {}", self.config.game.unit(), window.turn), Some(seat))).unwrap_or_default(),
        };
        let clock = self.clock_facts(progress, reader(seat), now);
        let is_awaited = seat.is_some_and(|seat| progress.table.to_move().contains(&seat));
        Some(NextTurn {
            turn: window.turn,
            deadline_utc: utc_text(deadline_at),
            deadline_local,
            zone,
            is_awaited,
            how_to_send,
            clock,
            example: seat.filter(|_| is_awaited).and_then(|seat| progress.table.whole_move(seat)),
        })
    }

    /// The echo of a sheet in the words of the game's template, with the position that it leads to as far as that can be told.
    ///
    /// # Errors
    /// When the program's own template cannot be rendered.
    pub fn reading_text(&self, seat: Seat, reading: &Reading) -> Result<String, DeskError> {
        self.reading_text_at(self.progress.as_ref(), seat, reading)
    }

    /// The same in another position of the game.
    ///
    /// # Errors
    /// As [`Campaign::reading_text`].
    pub fn reading_text_at(&self, progress: Option<&Progress>, seat: Seat, reading: &Reading) -> Result<String, DeskError> {
        let viewer = Viewer::Seat(seat);
        let diagram = reading.prospect.ahead.as_ref().map(|scene| self.diagram(Some(seat), scene)).unwrap_or_default();
        let facts = serde_json::json!({ "reading": reading, "diagram": diagram });
        let view = progress.map_or(Value::Null, |Progress { table, .. }| {
            // Templates of a game master's may tell whatever the seat sees.
            if self.templates.has_own() { table.view(viewer) } else { table.echo_view(viewer, &facts["reading"]) }
        });
        let mut model = Model::from(facts);
        model.set("view", view);
        Ok(self.templates.text_of(&format!("{}/reading", self.config.game.templates()), &model)?)
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
    ///
    /// # Errors
    /// When the program's own template cannot be rendered.
    pub fn help_text(&self, seat: Seat) -> Result<String, DeskError> {
        let view = self.progress.as_ref().map_or(Value::Null, |progress| progress.table.view(Viewer::Seat(seat)));
        let CampaignFile { policy, votes, .. } = &*self.config;
        let votes = votes.allowed(self.alternates());
        let facts = serde_json::json!({ "absence_days": policy.absence_days, "takeback": policy.takeback, "votes": votes });
        let mut model = Model::of(&facts);
        model.set("view", view);
        let text = self.templates.text_of(&format!("{}/help", self.config.game.templates()), &model)?;
        if !self.reveals() {
            return Ok(text);
        }
        let facts = serde_json::json!({ "reveal_hours": self.config.policy.reveal_hours });
        Ok(text + &self.templates.text("shared/help-sealed.txt", &facts)?)
    }
}

/// A game master, as everybody reaches them; those who hold a seat can also reply.
pub(crate) fn gm_facts(gm: &GameMaster) -> GameMasterFacts {
    GameMasterFacts { name: gm.name.clone(), address: gm.address.clone(), by_reply: false }
}

/// The viewer as whom a reader sees the game: the holder of the seat, or the public without one.
fn reader(seat: Option<Seat>) -> Viewer {
    seat.map_or(Viewer::Public, Viewer::Seat)
}
