//! Runs a command to its end or to a deadline, and reads what it says no longer than that.

use std::fs::File;
use std::io::{self, PipeReader, PipeWriter, Read};
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::process::{ChildStderr, Command, ExitStatus, Stdio};
use std::sync::mpsc;
use std::thread::{self, JoinHandle};
use std::time::Duration;

use rustix::event::{PollFd, PollFlags, poll};
use rustix::process::{Pid, Signal, WaitId, WaitIdOptions, kill_process_group, waitid};

/// How much of a command's output is kept; the rest is read and dropped.
const KEPT_BYTES: usize = 4096;

/// How long a killed command may take to end. Only one that hangs in the kernel takes any time.
const UNTIL_GONE: Duration = Duration::from_secs(5);

/// How a command ended.
pub(super) struct CommandEnd {
    /// `None` if it still ran at the deadline and was killed, with everything that it had started in its process group.
    pub status: Option<ExitStatus>,
    /// The beginning of what it wrote to standard error.
    pub said: String,
}

/// Runs a command on this input and waits only for the command: a process that it started may keep its standard error open.
///
/// # Errors
/// When it cannot be started or waited for.
pub(super) fn run(command: &mut Command, input: File, deadline: Duration) -> io::Result<CommandEnd> {
    let mut child = command.process_group(0).stdin(input).stdout(Stdio::null()).stderr(Stdio::piped()).spawn()?;
    let group = Pid::from_child(&child);
    let ear = child.stderr.take().map(Ear::open).transpose();
    let (tell, ended) = mpsc::channel();
    // The command stays a zombie until `child.wait` below, so its number cannot belong to another process when the group is killed.
    thread::spawn(move || {
        let _ = waitid(WaitId::Pid(group), WaitIdOptions::EXITED | WaitIdOptions::NOWAIT);
        let _ = tell.send(());
    });
    let was_in_time = ended.recv_timeout(deadline).is_ok();
    let mut is_gone = was_in_time;
    if !was_in_time {
        // This fails only if the command has ended after all.
        let _ = kill_process_group(group, Signal::KILL);
        is_gone = ended.recv_timeout(UNTIL_GONE).is_ok();
    }
    let said = ear?.map(Ear::close).unwrap_or_default();
    let status = if is_gone { Some(child.wait()?) } else { None };
    let was_killed = |status: &ExitStatus| status.signal() == Some(Signal::KILL.as_raw());
    // Somebody else may have killed a command that ended in time.
    let status = status.filter(|status| was_in_time || !was_killed(status));
    Ok(CommandEnd { status, said: String::from_utf8_lossy(&said).trim().to_owned() })
}

/// Reads what a command says, so that it never waits for a reader. It stops when told to, not when the pipe ends.
struct Ear {
    listening: JoinHandle<Vec<u8>>,
    /// The other end becomes readable when this one is dropped.
    end: PipeWriter,
}

impl Ear {
    fn open(stderr: ChildStderr) -> io::Result<Ear> {
        let (ended, end) = io::pipe()?;
        Ok(Ear { listening: thread::spawn(move || listen(stderr, &ended)), end })
    }

    /// Stops reading and returns the output so far, as far as it is kept.
    fn close(self) -> Vec<u8> {
        drop(self.end);
        self.listening.join().unwrap_or_default()
    }
}

fn listen(mut stderr: ChildStderr, ended: &PipeReader) -> Vec<u8> {
    let mut kept = Vec::new();
    let mut chunk = [0; KEPT_BYTES];
    loop {
        let mut ready = [PollFd::new(&stderr, PollFlags::IN), PollFd::new(ended, PollFlags::IN)];
        let polled = poll(&mut ready, None);
        let [has_words, is_over] = ready.map(|one| !one.revents().is_empty());
        if polled.is_err_and(|error| error != rustix::io::Errno::INTR) || (is_over && (!has_words || kept.len() == KEPT_BYTES)) {
            return kept;
        }
        if has_words {
            match stderr.read(&mut chunk) {
                Ok(0) => return kept,
                Ok(count) => kept.extend(chunk.iter().take(count.min(KEPT_BYTES - kept.len()))),
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(_) => return kept,
            }
        }
    }
}
