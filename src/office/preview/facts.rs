//! Parts of sample letters: what the office would know of an email, a sheet, a seat.

use chrono::TimeDelta;

use super::game::Sample;
use crate::campaign::envelope::Verdict;
use crate::campaign::local::LocalTime;
use crate::campaign::press::PressRefusal;
use crate::campaign::{Address, Digest};
use crate::office::cabinet::harm::{Harm, HarmFacts, HostHarm, HostHarmFacts};
use crate::office::letters::absence_facts::AbsenceFacts;
use crate::office::letters::answer::ToPlayer;
use crate::office::letters::campaign::gm_facts;
use crate::office::letters::consent_facts::{ConsentFacts, ConsentLine, ConsentState};
use crate::office::letters::facts::{BouncedFacts, DeadlineFacts, ForwardedFacts, ReceivedFacts, RolledFacts, Rolling, SeatActFacts};
use crate::office::letters::joining::{FullFacts, FullPlayer, OpenGameFacts};
use crate::office::letters::kind::LetterKind;
use crate::office::letters::model::{Heading, LetterModel};
use crate::office::letters::sent_press::SentPress;
use crate::office::letters::sheet_facts::SheetFacts;
use crate::office::letters::takeback_facts::{TakebackFacts, TakebackLine, TakebackState};
use crate::office::letters::time_facts::{MovedFacts, TimeFacts, TimeNews};
use crate::render::press::PressFacts;
use crate::render::report::GameMasterFacts;
use crate::render::schedule::ScheduleFacts;

/// What a player might write to the game master.
pub(super) const WORDS: &str = "Could we please have three more days for the next turn?\n\nThank you!";

/// The address of somebody who is only in samples.
pub(super) fn address(text: &str) -> Address {
    text.parse().expect("samples name whole addresses")
}

impl Sample<'_> {
    /// A letter to the reader.
    pub(super) fn letter(&self, kind: impl Into<LetterKind>) -> Heading {
        self.desk.campaign.heading(Some(self.reader), kind, self.world.now)
    }

    /// A letter to somebody who holds no seat, or whose seat is not told: the game master, a stranger.
    pub(super) fn letter_to_nobody(&self, kind: impl Into<LetterKind>) -> Heading {
        self.desk.campaign.heading(None, kind, self.world.now)
    }

    /// A letter of the host, about no campaign.
    pub(super) fn letter_of_host(&self, kind: impl Into<LetterKind>) -> Heading {
        Heading::of_host(&self.desk.campaign.host, kind)
    }

    /// A letter of the host to the game master of the campaign.
    pub(super) fn letter_of_host_about(&self) -> Heading {
        Heading::of_host_about(&self.desk.campaign.host, self.desk.campaign.id())
    }

    /// An answer to an email of the reader, in which there are no orders.
    pub(super) fn answer(&self, verdict: Verdict) -> LetterModel<ToPlayer> {
        let sheet = SheetFacts::of(&self.reading(""), self.received().at, false);
        LetterModel::new(self.letter(verdict).on(self.received()), ToPlayer { sheet: Some(sheet.into()), ..ToPlayer::default() })
    }

    pub(super) fn name(&self, is_reader: bool) -> String {
        let seat = if is_reader { self.reader } else { self.other };
        self.desk.campaign.player_name(seat)
    }

    pub(super) fn received(&self) -> ReceivedFacts {
        let LocalTime { local, zone, .. } = self.desk.campaign.local(self.world.now, Some(self.reader));
        ReceivedFacts {
            sender: self.desk.campaign.config.seat(self.reader).map(|player| player.address.clone()),
            subject: "Re: orders".to_owned(),
            at: format!("{local} {zone}"),
            clock: "received",
            clock_host: Some("mx.provider.example".to_owned()),
        }
    }

    pub(super) fn gm(&self) -> GameMasterFacts {
        gm_facts(&self.desk.campaign.config.gm)
    }

    /// A deadline some hours from now.
    pub(super) fn deadline(&self, hours: i64) -> DeadlineFacts {
        self.desk.campaign.deadline_facts(self.world.now + TimeDelta::hours(hours), Some(self.reader), self.world.now)
    }

    pub(super) fn forwarded(&self) -> ForwardedFacts {
        ForwardedFacts::of(WORDS, &self.desk.campaign.host.limits)
    }

    /// What became of a line that asks for the end of the game: an offer of the other player's, or one that cannot be.
    pub(super) fn consent(&self, became: ConsentState) -> ConsentFacts {
        let asked = if became == ConsentState::Offered { ConsentLine::Offer } else { ConsentLine::Abort };
        ConsentFacts {
            asked,
            became,
            name: self.name(false),
            opponent: self.name(false),
            is_draw: self.desk.campaign.config.game.knows_draws(),
            with_move: false,
        }
    }

    /// What became of a line about moves that are to be taken back.
    pub(super) fn takeback(&self, became: TakebackState) -> TakebackFacts {
        let asked = if became == TakebackState::Asked { TakebackLine::Ask } else { TakebackLine::Yes };
        let moves = vec!["a1-b1".to_owned(), "b3-b2".to_owned()];
        let (name, opponent) = (self.name(false), self.name(false));
        TakebackFacts { asked, became, name, opponent, moves, to: 0, allowed: 1, is_own: false }
    }

    /// The reader, or the other player, is away or back.
    pub(super) fn absence(&self, is_reader: bool, is_back: bool) -> AbsenceFacts {
        let allowed = self.desk.campaign.config.policy.absence_days;
        AbsenceFacts {
            name: self.name(is_reader),
            days: (!is_back).then(|| "2027-02-20 to 2027-02-24".to_owned()),
            problem: None,
            days_left: i32::from(allowed) - 5,
            allowed,
            waits: true,
            asked: false,
            told: vec![self.name(!is_reader)],
            deadline_local: (!is_back).then(|| self.deadline(120).time.to_string()),
            other_games: Vec::new(),
        }
    }

    /// What becomes of a message to everybody.
    pub(super) fn sent_press(&self, name: &str) -> SentPress {
        SentPress {
            heading: "PRESS TO ALL".to_owned(),
            problem: (name == "press-not-sent").then_some(PressRefusal::NoEnd),
            more: 0,
            is_public: true,
            to: None,
            is_anonymous: false,
            waits: false,
            is_try: false,
            gm_reads: self.desk.campaign.gm_reads_press(),
        }
    }

    /// A message of another player to the reader.
    pub(super) fn press(&self, is_anonymous: bool) -> PressFacts {
        PressFacts {
            from: (!is_anonymous).then(|| self.name(false)),
            is_own: false,
            is_public: false,
            to_reader: true,
            others: None,
            text: Some("Shall we be friends?\n\nYou leave me the north, and I leave you the south.".to_owned()),
            messages: 1,
        }
    }

    pub(super) fn time(&self, news: TimeNews) -> TimeFacts {
        let is_moved = !matches!(news, TimeNews::Paused | TimeNews::AgreedPause { .. });
        let all_at_once = !self.desk.campaign.alternates();
        let moved = is_moved.then(|| MovedFacts {
            from_local: self.deadline(48).time.local,
            to_local: self.deadline(77).time.local,
            waits_for_the_absent: all_at_once && matches!(news, TimeNews::AgreedExtension),
        });
        let early = (all_at_once && matches!(news, TimeNews::Resumed { .. })).then(|| self.deadline(1));
        let mut time = TimeFacts::new(news, moved, self.deadline(0).time.zone);
        time.early = early;
        time
    }

    /// The game has gone back by a turn, or forward again.
    pub(super) fn rolled(&self, what: Rolling) -> RolledFacts {
        let campaign = &self.desk.campaign;
        let (played, is_back) = (campaign.turns_played(), what != Rolling::Forward);
        let from = if is_back { played + 1 } else { played.saturating_sub(1) };
        let mut rolled = RolledFacts::new(what, from, played);
        rolled.drops_moves = is_back && campaign.alternates();
        rolled.next = campaign.open_turn().map(|turn| campaign.scribe(self.world.now).secrets(turn.turn).commitment());
        rolled
    }

    /// Something was done to the reader's seat, whose holder is the same.
    pub(super) fn seat_act(&self, by_mail: bool) -> SeatActFacts {
        SeatActFacts { by_mail, reports_again: 2, has_sheet: true, ..SeatActFacts::new(self.reader, self.name(true)) }
    }

    pub(super) fn open_games(&self) -> Vec<OpenGameFacts> {
        let facts = self.desk.campaign.facts();
        vec![OpenGameFacts {
            id: facts.id,
            title: facts.title,
            game_title: facts.game_title,
            players_wanted: 2,
            has_begun: false,
            by_mail: true,
            seats: vec![self.reader, self.other],
            waiting: 0,
            schedule: ScheduleFacts::of(&self.desk.campaign.config),
            url: Some("https://games.example/".to_owned()),
            gm: self.gm(),
        }]
    }

    pub(super) fn full(&self) -> FullFacts {
        let player = FullPlayer { name: "Greta".to_owned(), address: address("greta@player.example"), prefers: vec![self.reader] };
        FullFacts {
            id: self.desk.campaign.id().clone(),
            title: self.desk.campaign.config.title.clone(),
            players: vec![player],
            begins: false,
        }
    }

    pub(super) fn bounced(&self) -> BouncedFacts {
        BouncedFacts { seat: self.reader, name: self.name(false), address: address("ann@player.example"), own_address: None }
    }

    pub(super) fn harm(&self, what: Harm) -> HarmFacts {
        let campaign = &self.desk.campaign;
        HarmFacts {
            what,
            campaign: campaign.id().to_owned(),
            file: campaign.database().display().to_string(),
            folder: campaign.folder.display().to_string(),
        }
    }

    pub(super) fn host_harm(&self, what: HostHarm) -> HostHarmFacts {
        let database = &self.desk.campaign.host_database;
        let folder = database.parent().unwrap_or(database);
        HostHarmFacts { what, file: database.display().to_string(), folder: folder.display().to_string() }
    }
}

/// A digest of nothing.
pub(super) fn no_digest() -> Digest {
    Digest::of(b"")
}
