//! Takes in what waits in the spool by a process in the background, so that a mail server need not wait for what an email sets off.

use std::fs::File;
use std::io;
use std::os::fd::AsFd;
use std::os::unix::process::CommandExt;
use std::process::{Command, Stdio};

use super::common::{Common, EXIT_FINE};
use super::world::System;
use crate::office::{Host, SpoolClaim, receive};

/// Starts a process that takes in what waits, unless one is at work: that one looks again before it ends.
///
/// # Errors
/// When none can be started. Then nobody takes the email in.
pub(super) fn start(common: &Common) -> io::Result<()> {
    SpoolClaim::take(&common.campaigns)?.map_or(Ok(()), |claim| start_with(common, claim))
}

/// What such a process does, until nothing has come meanwhile. It has the claim as its standard input.
pub(super) fn take_in(common: &Common) -> anyhow::Result<u8> {
    let handed_on = File::from(io::stdin().as_fd().try_clone_to_owned()?);
    let mut next = Some(SpoolClaim::handed_on(&common.campaigns, handed_on));
    while let Some(claim) = next.take() {
        let known = claim.waiting()?;
        let host = Host::load(&common.campaigns)?;
        receive(&host, &System::new(common).world(), |may_wait_for_a_server| {
            // If that fails the next tick takes in what waits.
            let more = claim.give_back_unless_more(&known).ok().flatten();
            if may_wait_for_a_server {
                // Another process goes on, so that a server that hangs keeps no other email waiting.
                let _ = more.map(|claim| start_with(common, claim));
            } else {
                next = more;
            }
        })?;
    }
    Ok(EXIT_FINE)
}

#[allow(clippy::zombie_processes, reason = "it outlives this process, so the system waits for it")]
fn start_with(common: &Common, claim: SpoolClaim) -> io::Result<()> {
    let mut command = Command::new(std::env::current_exe()?);
    command.arg("--campaigns").arg(&common.campaigns);
    if let Some(now) = common.now {
        command.args(["--now", &now.to_rfc3339()]);
    }
    // In a group of its own, so that it goes on if the mail server ends that of this process.
    command.args(["receive", "--spooled"]).stdin(claim.hand_on()).stdout(Stdio::null()).stderr(Stdio::null()).process_group(0);
    command.spawn().map(drop)
}
