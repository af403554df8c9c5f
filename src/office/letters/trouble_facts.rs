//! What letters say of an error that a game master has to put right.

use chrono::{DateTime, Utc};
use serde::Serialize;

use crate::campaign::config::ConfigErrors;
use crate::office::cabinet::error::DeskError;
use crate::office::cabinet::lock::LockHolder;

/// What is wrong. `trouble` is what an error says of itself.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(tag = "wrong", rename_all = "kebab-case")]
pub(crate) enum TroubleFacts {
    /// A template of the game master's fails, so that the program's own was used.
    Template {
        trouble: String,
    },
    /// The program broke off.
    Broken {
        trouble: String,
    },
    /// A campaign cannot begin, for this reason and `others` more.
    NotReady {
        trouble: String,
        others: usize,
    },
    Error {
        trouble: String,
    },
    #[serde(untagged)]
    Sending(SendingTrouble),
}

/// Why emails do not leave, in the words of the command line.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error, Serialize)]
#[serde(tag = "wrong", rename_all = "kebab-case")]
pub(crate) enum SendingTrouble {
    /// This many were given up; `trouble` is what the mail server said to the last one.
    #[error("{} cannot be delivered: {trouble}", if *emails == 1 { "1 message".to_owned() } else { format!("{emails} messages") })]
    Undelivered { emails: u32, trouble: String },
    #[error("no message could be sent, {emails} will be tried again: {trouble}")]
    Unsent { emails: u32, trouble: String },
    #[error("another run ({holder}) has been sending for a long time and does not end")]
    Hangs { holder: LockHolder },
}

impl TroubleFacts {
    pub(crate) fn of(error: &DeskError) -> TroubleFacts {
        match error {
            DeskError::Broken(told) => TroubleFacts::Broken { trouble: told.clone() },
            DeskError::NotReady(ConfigErrors(obstacles)) if obstacles.len() > 1 => {
                TroubleFacts::NotReady { trouble: obstacles[0].to_string(), others: obstacles.len() - 1 }
            }
            error => TroubleFacts::Error { trouble: error.to_string() },
        }
    }

    /// A name that is the same for troubles that are one to their reader. What keeps emails from leaving is told each day that it lasts, and so is a
    /// mistake of the program; everything else is told each week.
    pub(crate) fn identity(&self, now: DateTime<Utc>) -> String {
        match self {
            // Their words may differ from run to run.
            TroubleFacts::Sending(_) => format!("sending {}", now.date_naive()),
            TroubleFacts::Broken { .. } => format!("broken {}", now.date_naive()),
            TroubleFacts::Template { trouble } | TroubleFacts::NotReady { trouble, .. } | TroubleFacts::Error { trouble } => {
                format!("{trouble} {}", now.format("%G-W%V"))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;
    use crate::campaign::config::ConfigError;
    use crate::office::cabinet::lock::LockHolder;
    use crate::office::letters::about::About;
    use crate::office::letters::kind::LetterKind;
    use crate::office::letters::model::{Heading, LetterModel};
    use crate::render::Templates;

    /// A letter says of an error what the command line says of it.
    #[test]
    fn letters_and_commands_speak_alike() {
        let told = |trouble| {
            let model = LetterModel::new(
                Heading::new(String::new(), "games@pbem.example".parse().unwrap(), LetterKind::Notice),
                About::GmNotice(trouble),
            );
            let text = Templates::shared(&BTreeMap::new()).unwrap().text_of("shared/gm-notice", &model.facts()).unwrap();
            text.split_whitespace().collect::<Vec<_>>().join(" ")
        };
        let (emails, trouble) = (3, || "421 busy".to_owned());
        let holder = LockHolder { process: Some(4711), since: "2026-11-27T19:00:00Z".parse().ok() };
        for error in [
            SendingTrouble::Undelivered { emails: 1, trouble: trouble() },
            SendingTrouble::Undelivered { emails, trouble: trouble() },
            SendingTrouble::Unsent { emails, trouble: trouble() },
            SendingTrouble::Hangs { holder },
            SendingTrouble::Hangs { holder: LockHolder::default() },
        ] {
            let (words, letter) = (error.to_string(), told(TroubleFacts::Sending(error)));
            assert!(letter.contains(&words), "{words} is not in: {letter}");
        }
        let obstacle = || ConfigError { file: "campaign.toml".into(), place: None, key: String::new(), what: "no seat".to_owned() };
        for error in [
            DeskError::Broken("attempt to add with overflow".to_owned()),
            DeskError::NotReady(ConfigErrors(vec![obstacle()])),
            DeskError::NotReady(ConfigErrors(vec![obstacle(), obstacle(), obstacle()])),
            DeskError::NoDeadline,
        ] {
            let (words, letter) = (error.to_string(), told(TroubleFacts::of(&error)));
            assert!(letter.contains(&words), "{words} is not in: {letter}");
        }
    }

    #[test]
    fn what_differs_from_run_to_run_is_told_once_a_day_and_another_error_at_once_and_each_week() {
        let at = |time: &str| time.parse::<DateTime<Utc>>().unwrap();
        let (morning, evening, next_day) = (at("2026-11-27T08:00:00Z"), at("2026-11-27T20:00:00Z"), at("2026-11-28T08:00:00Z"));
        let text = |words: &str| words.to_owned();
        let refused = |trouble: &str| TroubleFacts::Sending(SendingTrouble::Unsent { emails: 1, trouble: text(trouble) });
        let broken = |words: &str| TroubleFacts::of(&DeskError::Broken(text(words)));
        assert_eq!(refused("421 busy 17").identity(morning), refused("421 busy 18").identity(evening));
        assert_eq!(broken("the index is 17").identity(morning), broken("the index is 18").identity(evening));
        for daily in [refused("421 busy"), broken("the index is 17")] {
            assert_ne!(daily.identity(morning), daily.identity(next_day));
        }
        let error = |trouble: &str| TroubleFacts::Error { trouble: text(trouble) };
        assert_eq!(error("no key").identity(morning), error("no key").identity(next_day));
        assert_ne!(error("no key").identity(morning), error("no file").identity(morning));
        assert_ne!(error("no key").identity(morning), error("no key").identity(at("2026-11-30T08:00:00Z")), "what lasts, or comes again");
    }
}
