//! Sending what waits in the outboxes: at least once, with a Message-ID that stays, and while its campaign is not held.

use std::path::{Path, PathBuf};

use chrono::Duration;

use crate::campaign::calendar::later;
use crate::campaign::config::MailConfig;
use crate::campaign::layout::SENDING_LOCK_FILE;
use crate::office::World;
use crate::office::cabinet::error::DeskError;
use crate::office::cabinet::lock::{Lock, LockHolder, NotLocked};
use crate::office::letters::trouble_facts::SendingTrouble;
use crate::office::sending::transport;
use crate::post::transport::{SendError, Transport};
use crate::store::{OutboxCount, Seals, Store, StoreError, WaitingEmail};

/// After this many refusals an email is given up, which takes about four days. A server that cannot be used refuses no email.
const ATTEMPTS: u32 = 24;

/// How many emails are sent before the database is told; a run that is killed sends at most this many again.
const MARKED_TOGETHER: u32 = 20;

/// An outbox with emails that are due.
pub(crate) struct Outbox {
    /// The folder of the database, where the sending lock is.
    pub folder: PathBuf,
    pub mail: MailConfig,
    pub database: Database,
}

/// Where the emails of an outbox wait.
pub(crate) enum Database {
    /// Open since the run worked on its campaign, which is not held any more.
    Open(Store),
    /// Closed, so that a run over many campaigns holds few of them open; what is sealed in it is opened by these.
    Closed(PathBuf, Seals),
}

impl Database {
    fn open(self) -> Result<Store, StoreError> {
        match self {
            Database::Open(store) => Ok(store),
            Database::Closed(path, seals) => Store::open(&path, seals),
        }
    }
}

/// What a run sent from an outbox.
#[derive(Debug, Clone, Default)]
pub(crate) struct Sending {
    pub count: OutboxCount,
    /// Why the last email of those that failed did.
    error: Option<String>,
    /// Who sends from this outbox, and seems to hang.
    hangs: Option<LockHolder>,
}

impl Sending {
    /// What the game master must hear of: that nothing at all could be sent, or that emails were refused.
    pub(crate) fn trouble(&self) -> Option<SendingTrouble> {
        if let Some(holder) = self.hangs {
            return Some(SendingTrouble::Hangs { holder });
        }
        let trouble = self.error.clone()?;
        match self.count {
            OutboxCount { failed: emails @ 1.., .. } => Some(SendingTrouble::Undelivered { emails, trouble }),
            OutboxCount { sent: 0, waiting: emails, .. } => Some(SendingTrouble::Unsent { emails, trouble }),
            _ => None,
        }
    }
}

/// The ways out that a run has used so far. One that failed as a whole is left alone for the rest of the run, so that a server
/// that hangs costs one wait and not one an email.
#[derive(Default)]
pub(crate) struct Ways(Vec<(MailConfig, Way)>);

enum Way {
    Open(Box<dyn Transport>),
    LeftAlone(String),
}

impl Ways {
    /// Sends what is due in an outbox; an email that cannot be sent now is tried again later and stops no other.
    ///
    /// Each email is sent by one run at a time: another run that finds the outbox in use leaves its emails to the one that sends, which looks again
    /// once the outbox is free.
    ///
    /// # Errors
    /// When the database or the lock cannot be used.
    pub(crate) fn send(&mut self, Outbox { folder, mail, database }: Outbox, world: &World<'_>) -> Result<Sending, DeskError> {
        let mut done = Sending::default();
        let mut store = database.open()?;
        // Emails whose marks a power cut takes are sent again, under the same Message-ID.
        store.hurry()?;
        while let Some(lock) = lock(&folder, &mut done, world)? {
            let due = store.look()?.due_mail(world.now, MARKED_TOGETHER)?;
            if !due.is_empty() {
                let way = self.way(&mail, world);
                if let Way::LeftAlone(reason) = way {
                    done.error = Some(reason.clone());
                    done.count.waiting = store.look()?.due_count(world.now)?;
                    return Ok(done);
                }
                let outcomes = send_each(way, &due, world);
                mark(&mut store, &due, outcomes, &mut done, world)?;
            }
            drop(lock);
            if !store.look()?.has_due_mail(world.now)? {
                break;
            }
        }
        Ok(done)
    }

    /// Takes over which ways out have failed for others.
    pub(crate) fn learn(&mut self, others: impl IntoIterator<Item = Ways>) {
        let used = others.into_iter().flat_map(|other| other.0);
        self.0.extend(used.filter(|(_, way)| matches!(way, Way::LeftAlone(_))));
    }

    fn way(&mut self, mail: &MailConfig, world: &World<'_>) -> &mut Way {
        let index = self.0.iter().position(|(known, _)| known == mail).unwrap_or_else(|| {
            let way = transport::open(mail, world).map_or_else(|error| Way::LeftAlone(error.to_string()), Way::Open);
            self.0.push((mail.clone(), way));
            self.0.len() - 1
        });
        &mut self.0[index].1
    }
}

/// The lock of an outbox, unless another run sends from it; notes who seems to hang.
fn lock(folder: &Path, done: &mut Sending, world: &World<'_>) -> Result<Option<Lock>, NotLocked> {
    match Lock::take(&folder.join(SENDING_LOCK_FILE), "the outbox", world.now) {
        Err(NotLocked::Busy { holder, .. }) => {
            done.hangs = holder.hangs(world.now).map(|_| holder);
            Ok(None)
        }
        taken => taken.map(Some),
    }
}

/// Sends emails one after the other, up to the one at which the way out itself fails; that one has the last outcome.
fn send_each(way: &mut Way, due: &[WaitingEmail], world: &World<'_>) -> Vec<Result<(), SendError>> {
    let Way::Open(transport) = way else { return Vec::new() };
    let mut outcomes = Vec::new();
    for letter in due {
        (world.boundary)("before a mail is sent");
        let sent = transport.send(&letter.sender, &letter.recipient, &letter.message_id, &letter.raw);
        let is_unusable = matches!(sent, Err(SendError::Unusable(_)));
        outcomes.push(sent);
        if is_unusable {
            break;
        }
    }
    (world.boundary)("before sent mails settle");
    if let Err(error) = transport.settle() {
        outcomes = outcomes.into_iter().map(|outcome| outcome.and(Err(error.clone()))).collect();
    }
    if let Some(Err(SendError::Unusable(reason))) = outcomes.last() {
        *way = Way::LeftAlone(reason.clone());
    }
    outcomes
}

fn mark(
    store: &mut Store,
    due: &[WaitingEmail],
    outcomes: Vec<Result<(), SendError>>,
    done: &mut Sending,
    world: &World<'_>,
) -> Result<(), DeskError> {
    (world.boundary)("before mails are marked");
    let ledger = store.begin()?;
    for (letter, outcome) in due.iter().zip(outcomes) {
        match outcome {
            Ok(()) => {
                ledger.mark_sent(letter, world.now)?;
                done.count.sent += 1;
            }
            // It says nothing about this email, which therefore loses none of its attempts.
            Err(error @ SendError::Unusable(_)) => {
                ledger.mark_put_off(letter.id, &error.to_string(), later(world.now, pause(0)))?;
                done.count.waiting += 1;
                done.error = Some(error.to_string());
            }
            Err(error) => {
                let again_at = retry_after(&error, letter.attempts).map(|pause| later(world.now, pause));
                ledger.mark_failed(letter.id, &error.to_string(), again_at)?;
                if again_at.is_some() {
                    done.count.waiting += 1
                } else {
                    done.count.failed += 1
                }
                done.error = Some(error.to_string());
            }
        }
    }
    ledger.commit()?;
    (world.boundary)("after mails are marked");
    Ok(())
}

/// How long to wait before the next attempt; `None` to give up.
fn retry_after(error: &SendError, attempts: u32) -> Option<Duration> {
    match error {
        SendError::Permanent(_) => None,
        SendError::Temporary(_) if attempts + 1 >= ATTEMPTS => None,
        SendError::Temporary(_) | SendError::Unusable(_) => Some(pause(attempts)),
    }
}

/// Five minutes, then twice as long each time up to six hours.
fn pause(attempts: u32) -> Duration {
    Duration::minutes((5_i64 << attempts.min(7)).min(360))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_refusal_is_final_and_a_trouble_is_tried_again_for_days() {
        assert_eq!(retry_after(&SendError::Permanent("no such user".into()), 0), None);
        let pauses: Vec<Duration> = (0..).map_while(|attempt| retry_after(&SendError::Temporary("greylisted".into()), attempt)).collect();
        assert_eq!(pauses.first(), Some(&Duration::minutes(5)));
        let days = pauses.iter().sum::<Duration>().num_days();
        assert!((3..=5).contains(&days), "{days} days");
    }
}
