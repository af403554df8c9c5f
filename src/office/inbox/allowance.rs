//! Whether an answer may still go out. Each email is counted in the budget of the sender that it proves.

use std::path::Path;

use chrono::{DateTime, Utc};

use crate::campaign::Fingerprint;
use crate::campaign::budget::{Account, Allowance, Budget};
use crate::campaign::config::LimitsConfig;
use crate::office::cabinet::error::DeskError;
use crate::office::cabinet::ladder;
use crate::office::cabinet::players::WhoPlays;
use crate::office::inbox::judged::Intake;
use crate::office::letters::facts::DeadlineFacts;
use crate::post::Address;
use crate::render::Templates;
use crate::store::{Ledger, Seals, Store, StoreError, StrangerLimits};

/// What is left of a budget.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Left {
    Nothing,
    /// One answer, which says that it is the last.
    LastOne,
    Enough,
}

impl Intake<'_> {
    /// What is left of a budget of this campaign. Asking about the budget of strangers takes one answer out of it.
    pub(in crate::office) fn left(&self, budget: &Budget) -> Result<Left, DeskError> {
        if let Budget::Stranger { address } = budget {
            let may = self.may_answer_stranger(address, || self.holds_orders());
            return Ok(if may { Left::Enough } else { Left::Nothing });
        }
        Ok(left_of(self.ledger, budget, &self.campaign.host.limits, self.now)?)
    }

    /// Takes an answer to a reply to a code out of the budget of strangers, of which the letter with the code has taken one.
    pub(in crate::office) fn may_answer_code(&self, address: &Address) -> bool {
        self.may_answer_stranger(address, || true)
    }

    /// All campaigns share one budget for strangers, so it is counted in the host's database. If that cannot be used, no answer goes out,
    /// which does no harm.
    fn may_answer_stranger(&self, address: &Address, is_urgent: impl FnOnce() -> bool) -> bool {
        let take = |database: &Path| -> Result<bool, DeskError> {
            let mut store = Store::open(database, Seals::default())?;
            let ledger = store.begin()?;
            let limits = &self.campaign.host.limits;
            let may = may_answer_stranger(&ledger, &self.mail.envelope.fingerprint, address, limits, is_urgent, self.now)?;
            ledger.commit()?;
            Ok(may)
        };
        take(&self.campaign.host_database).unwrap_or(false)
    }

    /// Whether it holds what anybody would take for orders of this game.
    fn holds_orders(&self) -> bool {
        let Some(progress) = &self.campaign.progress else { return false };
        let seat = progress.table.players().into_keys().next();
        seat.is_some_and(|seat| !progress.table.order_lines(seat, &self.content.orders).is_empty())
    }

    /// What the last answer of a budget says at its end: until when no more follow.
    pub(in crate::office) fn last_answer(&self, budget: &Budget) -> Result<String, DeskError> {
        let reader = match budget {
            Budget::Seat(seat) | Budget::LostTag(seat) | Budget::Elsewhere(seat) => Some(*seat),
            Budget::Unproven { .. } | Budget::GameMaster { .. } | Budget::Stranger { .. } => None,
        };
        let limits = &self.campaign.host.limits;
        let until = self.campaign.deadline_facts(more_from(self.ledger, budget, limits, self.now)?, reader, self.now);
        last_answer(&self.campaign.templates, (budget, limits), &until, self.campaign.alternates())
    }
}

/// What is left of a budget, any but that of strangers.
///
/// # Errors
/// When SQLite refuses.
pub(in crate::office) fn left_of(
    ledger: &Ledger<'_>,
    budget: &Budget,
    limits: &LimitsConfig,
    now: DateTime<Utc>,
) -> Result<Left, StoreError> {
    let Allowance { most, within } = budget.allowance(limits.answers_per_hour);
    Ok(match most.saturating_sub(ledger.spent_since(&Account::Answers(budget.clone()), now - within)?) {
        0 => Left::Nothing,
        1 if budget.says_last() => Left::LastOne,
        _ => Left::Enough,
    })
}

/// When a budget that is used up by this answer has one again.
///
/// # Errors
/// When SQLite refuses.
pub(in crate::office) fn more_from(
    ledger: &Ledger<'_>,
    budget: &Budget,
    limits: &LimitsConfig,
    now: DateTime<Utc>,
) -> Result<DateTime<Utc>, StoreError> {
    let within = budget.allowance(limits.answers_per_hour).within;
    Ok(ledger.first_spent_since(&Account::Answers(budget.clone()), now - within)?.unwrap_or(now) + within)
}

/// What the last answer of a budget says at its end, before its signature.
///
/// # Errors
/// When the program's own template cannot be rendered.
pub(in crate::office) fn last_answer(
    templates: &Templates,
    (budget, limits): (&Budget, &LimitsConfig),
    until: &DeadlineFacts,
    by_moves: bool,
) -> Result<String, DeskError> {
    let name = match budget {
        Budget::Seat(_) | Budget::LostTag(_) => "seat",
        Budget::Elsewhere(_) => "elsewhere",
        Budget::Unproven { .. } => "unproven",
        Budget::GameMaster { .. } => "game-master",
        Budget::Stranger { .. } => "stranger",
    };
    let limit = budget.allowance(limits.answers_per_hour).most;
    let model = serde_json::json!({ "limit": limit, "budget": name, "until": until, "by_moves": by_moves });
    Ok(String::from("\n") + &templates.text("shared/last-answer.txt", &model)?)
}

/// How many answers a day a stranger gets who sends orders or wants to play: people who believe that they are playing must learn that nothing
/// arrives.
const ANSWERS_IF_URGENT: u32 = 4;

/// Takes an answer to a stranger out of what is left in the host's own database; returns whether there was one. One address gets one a day, or a few
/// if it is urgent, and all strangers together have a limit an hour. Whoever plays here or stands on the ladder is no stranger, and has what a player
/// has in emails that prove nothing; no more than one such answer a day is among those of all strangers. The answer for the same email is always the same.
///
/// # Errors
/// When SQLite refuses.
pub(crate) fn may_answer_stranger(
    ledger: &Ledger<'_>,
    fingerprint: &Fingerprint,
    address: &Address,
    limits: &LimitsConfig,
    is_urgent: impl FnOnce() -> bool,
    now: DateTime<Utc>,
) -> Result<bool, DeskError> {
    let take = |to_one, to_one_within, to_all_an_hour| {
        ledger.take_stranger_answer(fingerprint, address, StrangerLimits { to_one, to_one_within, to_all_an_hour }, now)
    };
    let Allowance { most, within } = Budget::Stranger { address: address.clone() }.allowance(limits.answers_per_hour);
    let take_as_stranger = |to_one| take(to_one, within, Some(limits.stranger_answers_per_hour));
    // Most strangers write once, so usually neither the players of all games are searched for them nor their emails for orders.
    if take_as_stranger(most)? {
        return Ok(true);
    }
    if !WhoPlays::of(ledger)?.games_of(address).is_empty() || ladder::read(ledger)?.place(address).is_some() {
        let Allowance { most, within } = Budget::Unproven { address: address.clone() }.allowance(limits.answers_per_hour);
        return Ok(take(most, within, None)?);
    }
    Ok(is_urgent() && take_as_stranger(ANSWERS_IF_URGENT)?)
}
