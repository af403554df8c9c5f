//! What letters say of an error that a game master has to put right.

use chrono::{DateTime, Utc};
use serde::Serialize;

use crate::office::cabinet::error::DeskError;
use crate::office::sending::outboxes::SendingTrouble;

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
    /// A campaign cannot begin, for this reason and so many others.
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

impl TroubleFacts {
    pub(crate) fn of(error: &DeskError) -> TroubleFacts {
        match error {
            DeskError::Broken(told) => TroubleFacts::Broken { trouble: told.clone() },
            DeskError::NotReady(obstacles) if obstacles.len() > 1 => {
                TroubleFacts::NotReady { trouble: obstacles[0].to_string(), others: obstacles.len() - 1 }
            }
            error => TroubleFacts::Error { trouble: error.to_string() },
        }
    }

    /// What is the same of two that are one trouble to its reader.
    pub(crate) fn identity(&self, now: DateTime<Utc>) -> String {
        match self {
            // Both are told once a day, since their words may differ from run to run.
            TroubleFacts::Sending(_) => format!("sending {}", now.date_naive()),
            TroubleFacts::Broken { .. } => format!("broken {}", now.date_naive()),
            TroubleFacts::Template { trouble } | TroubleFacts::NotReady { trouble, .. } | TroubleFacts::Error { trouble } => {
                trouble.clone()
            }
        }
    }
}
