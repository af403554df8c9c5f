//! The one cron line: receive, judge, remind, adjudicate what is due, send, publish.
//!
//! Safe to run at any time, twice at once, or to be killed anywhere: each step finds out from the
//! database what is left to do, and does that in one transaction.

use crate::office::inbox::spool::SpoolSeen;
use crate::office::round::report::TickReport;
use crate::office::round::{Round, Scope};
use crate::office::{Host, HostError, World};

/// Runs once over all campaigns of a host.
///
/// # Errors
/// Only when the host's folder cannot be listed; what is wrong with one campaign is in its part of
/// the report, and its game master is told once.
pub fn tick(host: &Host, world: &World<'_>) -> Result<TickReport, HostError> {
    run(host, world, Scope::Host, |_| {})
}

/// As [`tick`]; `more_came` is called once no campaign is held any more, before anything is sent, if an email has come into the spool meanwhile. Who brought
/// it may have found its campaign held.
///
/// # Errors
/// The same as [`tick`].
pub fn tick_and_look_again(host: &Host, world: &World<'_>, more_came: impl FnOnce()) -> Result<TickReport, HostError> {
    let seen = SpoolSeen::of(&host.folder);
    run(host, world, Scope::Host, |_| {
        if seen.has_more_now() {
            more_came();
        }
    })
}

/// Takes in what has come, and runs over the campaigns that it is for; all others wait for the next [`tick`], and are not reported. `before_sending`
/// is called once everything is taken in and played, and told whether what follows may wait for a mail server.
///
/// # Errors
/// The same as [`tick`].
pub fn receive(host: &Host, world: &World<'_>, before_sending: impl FnOnce(bool)) -> Result<TickReport, HostError> {
    run(host, world, Scope::Mail, before_sending)
}

fn run(host: &Host, world: &World<'_>, scope: Scope, before_sending: impl FnOnce(bool)) -> Result<TickReport, HostError> {
    let mut round = Round::begin(host, world, scope)?;
    round.take_mail_in();
    round.play_and_publish();
    before_sending(round.may_wait_for_a_server());
    round.send();
    round.close_the_front_office();
    Ok(round.report())
}
