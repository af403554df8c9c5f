//! Press: what players may write to each other through the host.

use serde::{Deserialize, Serialize};

use super::review::Review;
use crate::engine::AnyGame;

/// The limits of the two settings: more would be a mailing list and no game.
const MOST_KIBIBYTES: u16 = 64;
const MOST_MESSAGES: u16 = 200;

/// `[press]` of a campaign.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, Serialize)]
#[serde(deny_unknown_fields, default)]
pub struct PressConfig {
    /// Whether messages name their writers; by default all do.
    pub kind: PressKind,
    /// Who may be written to; by default anybody.
    pub to: PressTo,
    /// When messages are sent; by default at once.
    pub delay: PressDelay,
    /// The longest message, in KiB; a longer one is refused.
    pub kibibytes: u16,
    /// How many messages a player may send in 24 hours.
    pub messages_a_day: u16,
    /// Whether the game master gets a copy of each message, unless they play.
    pub gm_copy: bool,
}

/// Whether a message names its writer.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum PressKind {
    /// Always.
    #[default]
    White,
    /// Never.
    Grey,
    /// Unless its writer says ANONYMOUS.
    Both,
    /// There is no press.
    None,
}

/// Who may be written to.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum PressTo {
    /// Single players or everybody.
    #[default]
    Any,
    /// Only everybody.
    All,
}

/// When a message is sent.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum PressDelay {
    /// At once, except for anonymous messages: they wait for the next report, since the hour would tell who wrote them.
    #[default]
    None,
    /// With the next report.
    Turn,
}

impl Default for PressConfig {
    fn default() -> PressConfig {
        PressConfig { kind: PressKind::White, to: PressTo::Any, delay: PressDelay::None, kibibytes: 4, messages_a_day: 20, gm_copy: true }
    }
}

impl PressConfig {
    /// Whether any player may write to others.
    pub fn is_open(&self) -> bool {
        self.kind != PressKind::None
    }

    /// Notes settings for messages that are impossible between this many players of this game.
    pub(super) fn check(&self, game: &dyn AnyGame, seats: usize, review: &mut Review<'_>) {
        let of_two = game.alternates() || seats == 2;
        if of_two && self.kind == PressKind::Grey {
            let what = "with two players everybody knows who has written: write `kind = \"white\"` or `kind = \"none\"`";
            review.wrong("press.kind", what);
        }
        let amounts = [("press.kibibytes", self.kibibytes, MOST_KIBIBYTES), ("press.messages_a_day", self.messages_a_day, MOST_MESSAGES)];
        for (key, value, most) in amounts.into_iter().filter(|(_, value, most)| !(1..=*most).contains(value)) {
            review.wrong(key, format!("{value} is not from 1 to {most}"));
        }
    }
}
