//! Sending what waits in the outbox: at least once, with a Message-ID that stays.

use chrono::Duration;

use super::desk::DeskError;
use super::{World, transport};
use crate::campaign::config::MailConfig;
use crate::post::transport::{SendError, Transport};
use crate::store::{OutboxCount, Store, Waiting};

/// After so many failures a mail is given up, which takes about four days.
const ATTEMPTS: u32 = 24;

/// How many mails are sent before the database is told; a run that is killed sends so many again at most.
const MARKED_TOGETHER: u32 = 20;

/// What a run sent.
#[derive(Debug, Clone, Default)]
pub struct Sending {
    pub count: OutboxCount,
    /// Why the last mail of those that failed did.
    pub error: Option<String>,
}

impl Sending {
    /// What the game master must hear of: that nothing at all could be sent, or that mails were refused.
    pub fn trouble(&self) -> Option<String> {
        let error = self.error.as_ref()?;
        let OutboxCount { waiting, sent, failed } = self.count;
        match (sent, failed) {
            (_, 1..) => Some(format!("{failed} mails cannot be delivered: {error}")),
            (0, 0) => Some(format!("no mail could be sent, {waiting} are tried again later: {error}")),
            _ => None,
        }
    }
}

/// Sends what is due; a mail that cannot be sent now is tried again later and stops no other.
pub fn send(store: &mut Store, mail: &MailConfig, world: &World<'_>) -> Result<Sending, DeskError> {
    let mut done = Sending::default();
    let mut transport: Option<Box<dyn Transport>> = None;
    loop {
        let waiting = store.look()?.due_mail(world.now, MARKED_TOGETHER)?;
        if waiting.is_empty() {
            return Ok(done);
        }
        let transport = match &mut transport {
            Some(open) => open,
            none => none.insert(transport::open(mail, world)?),
        };
        let sent = send_each(transport.as_ref(), &waiting, world);
        mark(store, &waiting, sent, &mut done, world)?;
    }
}

fn send_each(transport: &dyn Transport, waiting: &[Waiting], world: &World<'_>) -> Vec<Result<(), SendError>> {
    let mut sent = Vec::new();
    for letter in waiting {
        (world.boundary)("before a mail is sent");
        sent.push(transport.send(&letter.sender, &letter.recipient, &letter.message_id, &letter.raw));
    }
    (world.boundary)("before sent mails settle");
    match transport.settle() {
        Ok(()) => sent,
        Err(error) => sent.into_iter().map(|outcome| outcome.and(Err(error.clone()))).collect(),
    }
}

fn mark(
    store: &mut Store,
    waiting: &[Waiting],
    sent: Vec<Result<(), SendError>>,
    done: &mut Sending,
    world: &World<'_>,
) -> Result<(), DeskError> {
    (world.boundary)("before mails are marked");
    let ledger = store.begin()?;
    for (letter, outcome) in waiting.iter().zip(sent) {
        match outcome {
            Ok(()) => {
                ledger.mark_sent(letter.id)?;
                done.count.sent += 1;
            }
            Err(error) => {
                let again_at = retry_after(&error, letter.attempts).map(|pause| world.now + pause);
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

/// How long to wait before the next attempt, twice as long each time up to six hours; `None` to give up.
fn retry_after(error: &SendError, attempts: u32) -> Option<Duration> {
    match error {
        SendError::Permanent(_) => None,
        SendError::Temporary(_) if attempts + 1 >= ATTEMPTS => None,
        SendError::Temporary(_) => Some(Duration::minutes((5_i64 << attempts.min(7)).min(360))),
    }
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
