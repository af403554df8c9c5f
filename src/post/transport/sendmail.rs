//! Sends email through a command such as `/usr/sbin/sendmail`, which a local mail server offers.

use std::cell::RefCell;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Seek, Write};
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus};
use std::time::Duration;

use super::{MAILBOX_FULL, SendError, Transport, process};
use crate::campaign::{Address, MessageId};
use crate::files;

/// How long a command may take for one email.
const DEADLINE: Duration = Duration::from_secs(60);

/// Runs a command with `-i -f FROM -- TO` for each email, which is a file on its standard input.
#[derive(Debug, Clone)]
pub struct SendmailTransport {
    command: Vec<String>,
    deadline: Duration,
    said: RefCell<Option<String>>,
}

impl SendmailTransport {
    /// Takes a program and its first arguments; no shell is involved.
    pub fn new(command: Vec<String>) -> SendmailTransport {
        SendmailTransport::with_deadline(command, DEADLINE)
    }

    /// The same with another deadline for each email.
    pub fn with_deadline(command: Vec<String>, deadline: Duration) -> SendmailTransport {
        SendmailTransport { command, deadline, said: RefCell::default() }
    }
}

impl Transport for SendmailTransport {
    fn send(&self, from: &Address, to: &Address, _message_id: &MessageId, raw: &[u8]) -> Result<(), SendError> {
        let Some((program, arguments)) = self.command.split_first() else {
            return Err(SendError::Unusable("no sendmail command is set".to_owned()));
        };
        let input = unnamed_file(&std::env::temp_dir(), &with_local_lines(raw))?;
        let mut command = Command::new(program);
        command.args(arguments).args(["-i", "-f", from.as_str(), "--", to.as_str()]);
        let ended = process::run(&mut command, input, self.deadline).map_err(|error| SendError::Unusable(format!("{program}: {error}")))?;
        let said: String = ended.said.chars().take(300).collect();
        match ended.status {
            Some(status) if status.success() => {
                self.said
                    .replace(Some(format!("{program} ended with {status}{}", if said.is_empty() { said } else { format!(": {said}") })));
                Ok(())
            }
            Some(status) => {
                let is_full = ended.said.split_whitespace().any(|word| word == MAILBOX_FULL);
                Err(refusal(status, is_full, format!("{program} ended with {status}: {said}")))
            }
            None => {
                Err(SendError::Unusable(format!("{program} did not end within {} seconds and was killed: {said}", self.deadline.as_secs())))
            }
        }
    }

    fn greet(&self) -> Result<String, SendError> {
        let Some(program) = self.command.first() else { return Err(SendError::Unusable("no sendmail command is set".to_owned())) };
        match files::is_executable(Path::new(program)) {
            true => Ok(format!("{program} is there and can be run")),
            false => Err(SendError::Unusable(format!("{program} is not there, or cannot be run by this user"))),
        }
    }

    fn said(&self) -> Option<String> {
        self.said.borrow().clone()
    }
}

/// A file with these bytes whose name is already removed, so that nobody else can open it and nothing is left if we are killed. The command
/// can read all of it even if we are killed meanwhile; a pipe would end there, and half an email would be sent.
fn unnamed_file(folder: &Path, bytes: &[u8]) -> Result<File, SendError> {
    let fill = || {
        let mut file = newly_made(folder)?;
        file.write_all(bytes)?;
        file.rewind()?;
        Ok(file)
    };
    fill().map_err(|error: io::Error| SendError::Unusable(format!("cannot write an email into {}: {error}", folder.display())))
}

fn newly_made(folder: &Path) -> io::Result<File> {
    let path = |number: u32| -> PathBuf { folder.join(format!(".ashpost-{}-{number}", std::process::id())) };
    let mut number = 0;
    loop {
        let path = path(number);
        match OpenOptions::new().read(true).write(true).create_new(true).mode(0o600).open(&path) {
            Ok(file) => return fs::remove_file(&path).map(|()| file),
            // A run that was killed at this point left it, or somebody made it to be in the way.
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists && number < 1000 => number += 1,
            Err(error) => return Err(error),
        }
    }
}

/// Local programs end lines with `\n` and add the `\r` themselves; some would add a second one.
fn with_local_lines(raw: &[u8]) -> Vec<u8> {
    let mut mail = raw.to_vec();
    let mut at = 0;
    mail.retain(|byte| {
        at += 1;
        *byte != b'\r' || raw.get(at) != Some(&b'\n')
    });
    mail
}

/// sysexits.h: EX_DATAERR and EX_NOUSER are about this email. A signal and the codes from EX_OSERR on, except EX_TEMPFAIL, are about the
/// system. All others may be either (EX_NOHOST is an unknown recipient for sendmail and an unknown server for msmtp), so this email waits
/// and the next one is tried: a command that fails costs no time. Of a full mailbox no exit code tells, but msmtp passes on what the server
/// said.
fn refusal(status: ExitStatus, is_full: bool, reason: String) -> SendError {
    match status.code() {
        Some(65 | 67) if !is_full => SendError::Permanent(reason),
        Some(71..=74 | 76..=78 | 126 | 127) | None => SendError::Unusable(reason),
        Some(_) => SendError::Temporary(reason),
    }
}
