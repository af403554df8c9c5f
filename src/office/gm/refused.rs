//! Why a command of a game master is not carried out, in the form that its template takes.

use serde::Serialize;

use crate::campaign::CampaignId;
use crate::campaign::config::GmPower;
use crate::campaign::local::LocalTime;
use crate::engine::Seat;
use crate::office::cabinet::desk::Campaign;
use crate::office::cabinet::error::DeskError;
use crate::office::cabinet::seat_names::UnknownSeat;
use crate::office::deadlines::asked_absences::AbsenceError;
use crate::office::deadlines::commands::TimeError;
use crate::office::letters::broadcast::BroadcastError;
use crate::office::turns::early::RunError;
use crate::store::StoreError;

/// Why a command is not carried out.
#[derive(Debug)]
pub(super) enum Refused {
    Because(WhyRefused),
    Broken(DeskError),
}

/// A reason for people, by what was asked for.
#[derive(Debug, Serialize)]
#[serde(tag = "what", rename_all = "kebab-case")]
pub(super) enum WhyRefused {
    Command(NotDone),
    Time(TimeError),
    Broadcast(BroadcastError),
    Seat(UnknownSeat),
    Run(RunError),
    Absence(AbsenceError),
}

/// A reason of the office's own.
#[derive(Debug, Serialize)]
pub(super) struct NotDone {
    pub campaign: CampaignId,
    #[serde(flatten)]
    pub why: WhyNotDone,
}

#[derive(Debug, Serialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub(super) enum WhyNotDone {
    NotBegun,
    Over,
    /// The deadline that is announced is no earlier than the one that is asked for.
    NotLater {
        #[serde(flatten)]
        deadline: LocalTime,
    },
    /// Nobody holds the seat that is named.
    Vacant,
    /// Nobody holds the seat any more.
    VacantNow {
        seat: Seat,
    },
    NoCommand,
    /// Another turn is open than the one that was to be played.
    OtherTurn {
        unit: &'static str,
        turn: u32,
        open: u32,
    },
    PausedAlready,
    NotPaused,
    /// The sender may do only these things.
    Powers {
        name: String,
        powers: Vec<GmPower>,
    },
}

impl Campaign {
    /// The refusal of a command about this campaign.
    pub(super) fn not_done(&self, why: WhyNotDone) -> WhyRefused {
        WhyRefused::Command(NotDone { campaign: self.id().to_owned(), why })
    }

    /// The words for it, as a game master reads them.
    ///
    /// # Errors
    /// When the program's own template cannot be rendered.
    pub(super) fn words_of(&self, why: &WhyRefused) -> Result<String, DeskError> {
        Ok(self.templates.text("shared/gm-refusal", why)?.trim_end().to_owned())
    }
}

impl From<DeskError> for Refused {
    fn from(error: DeskError) -> Refused {
        Refused::Broken(error)
    }
}

impl From<StoreError> for Refused {
    fn from(error: StoreError) -> Refused {
        Refused::Broken(error.into())
    }
}

impl From<WhyRefused> for Refused {
    fn from(why: WhyRefused) -> Refused {
        Refused::Because(why)
    }
}

impl From<UnknownSeat> for Refused {
    fn from(error: UnknownSeat) -> Refused {
        Refused::Because(WhyRefused::Seat(error))
    }
}

impl From<AbsenceError> for Refused {
    fn from(error: AbsenceError) -> Refused {
        match error {
            AbsenceError::Desk(error) => Refused::Broken(error),
            other => Refused::Because(WhyRefused::Absence(other)),
        }
    }
}

impl From<TimeError> for Refused {
    fn from(error: TimeError) -> Refused {
        match error {
            TimeError::Desk(error) => Refused::Broken(error),
            other => Refused::Because(WhyRefused::Time(other)),
        }
    }
}

impl From<BroadcastError> for Refused {
    fn from(error: BroadcastError) -> Refused {
        match error {
            BroadcastError::Desk(error) => Refused::Broken(error),
            other => Refused::Because(WhyRefused::Broadcast(other)),
        }
    }
}

impl From<RunError> for Refused {
    fn from(error: RunError) -> Refused {
        match error {
            RunError::Desk(error) => Refused::Broken(error),
            other => Refused::Because(WhyRefused::Run(other)),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;
    use crate::campaign::local::Zone;
    use crate::render::Templates;

    fn words(refusal: &WhyRefused) -> String {
        Templates::shared(&BTreeMap::new()).unwrap().text("shared/gm-refusal", refusal).unwrap().trim_end().to_owned()
    }

    fn deadline() -> LocalTime {
        Zone::utc().local("2026-11-27T20:00:00Z".parse().unwrap())
    }

    /// A letter says of a refusal what the command line says of it.
    #[test]
    fn letters_and_commands_speak_alike() {
        let text = |words: &str| words.to_owned();
        let campaign = || CampaignId::new("rim-3").unwrap();
        let (name, seat, turn) = (|| text("Ann"), Seat(1), 7);
        for error in [
            TimeError::NotBegun { campaign: campaign() },
            TimeError::Over { campaign: campaign() },
            TimeError::NotLater { campaign: campaign(), deadline: deadline() },
            TimeError::Earlier { campaign: campaign(), turn, deadline: deadline() },
            TimeError::Banks { campaign: campaign() },
            TimeError::Paused { campaign: campaign() },
            TimeError::NotWaiting { campaign: campaign(), unit: "turn", turn },
            TimeError::ClosedInFile { campaign: campaign() },
        ] {
            assert_eq!(error.to_string(), words(&WhyRefused::Time(error)));
        }
        for error in [
            BroadcastError::NotBegun { campaign: campaign() },
            BroadcastError::Empty,
            BroadcastError::TooLong { bytes: 20_000, at_most: 16_384 },
        ] {
            assert_eq!(error.to_string(), words(&WhyRefused::Broadcast(error)));
        }
        for error in [
            UnknownSeat::Nobody { campaign: campaign(), asked: text("9"), known: text("1 (Ann), 2 (Bob)") },
            UnknownSeat::Near { campaign: campaign(), asked: text("Anm"), near: name() },
            UnknownSeat::Several { asked: text("A"), known: text("Ann, Axel") },
        ] {
            assert_eq!(error.to_string(), words(&WhyRefused::Seat(error)));
        }
        for error in [
            RunError::NotBegun { campaign: campaign() },
            RunError::Over { campaign: campaign() },
            RunError::Paused { campaign: campaign() },
            RunError::MoveIsThere { campaign: campaign(), mover: name() },
            RunError::NoMove { campaign: campaign(), mover: name(), seat, deadline: deadline() },
            RunError::Unsent { campaign: campaign(), turn },
            RunError::ToBeRevealed { campaign: campaign(), turn, names: text("Ann, Bob"), deadline: deadline() },
            RunError::GameMasterFirst { campaign: campaign(), closes: deadline() },
        ] {
            assert_eq!(error.to_string(), words(&WhyRefused::Run(error)));
        }
        for error in [
            AbsenceError::Nothing { campaign: campaign(), seat, name: name() },
            AbsenceError::AskedAnew { campaign: campaign(), seat, name: name(), days: text("2027-01-07 to 2027-01-10") },
            AbsenceError::Over { campaign: campaign(), seat, name: name() },
        ] {
            assert_eq!(error.to_string(), words(&WhyRefused::Absence(error)));
        }
    }

    #[test]
    fn every_reason_of_the_office_has_words() {
        let words = |why| words(&WhyRefused::Command(NotDone { campaign: CampaignId::new("rim-3").unwrap(), why }));
        assert_eq!(words(WhyNotDone::NotBegun), "rim-3 has not begun");
        assert_eq!(words(WhyNotDone::Over), "rim-3 is over: no turn is open");
        let later = "rim-3 has its deadline on Fri 27 Nov 2026 20:00 (UTC), and only a later one can be set";
        assert_eq!(words(WhyNotDone::NotLater { deadline: deadline() }), later);
        assert_eq!(words(WhyNotDone::Vacant), "rim-3 has nobody on that seat");
        assert_eq!(words(WhyNotDone::VacantNow { seat: Seat(2) }), "rim-3 has nobody on seat 2");
        assert_eq!(words(WhyNotDone::NoCommand), "rim-3 has no such command");
        let other = WhyNotDone::OtherTurn { unit: "turn", turn: 1, open: 2 };
        assert_eq!(words(other), "rim-3 was to play turn 1, but turn 2 is open: ask again if you want that one played");
        assert_eq!(words(WhyNotDone::PausedAlready), "rim-3 is paused already");
        assert_eq!(words(WhyNotDone::NotPaused), "rim-3 is not paused");
        let powers = vec![GmPower::Time, GmPower::Letters];
        assert_eq!(words(WhyNotDone::Powers { name: "Jo".to_owned(), powers }), "powers of Jo: time, letters");
    }
}
