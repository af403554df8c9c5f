//! Mail through a command such as `/usr/sbin/sendmail`, as a local mail server offers it.

use std::io::Write;
use std::process::{Child, Command, Stdio};

use super::{SendError, Transport};

/// Runs a command with `-i -f FROM -- TO` for each mail and writes the mail to its input.
#[derive(Debug, Clone)]
pub struct SendmailTransport {
    command: Vec<String>,
}

impl SendmailTransport {
    /// A program and its first arguments; no shell is asked.
    pub fn new(command: Vec<String>) -> SendmailTransport {
        SendmailTransport { command }
    }
}

impl Transport for SendmailTransport {
    fn send(&self, from: &str, to: &str, _message_id: &str, raw: &[u8]) -> Result<(), SendError> {
        let Some((program, arguments)) = self.command.split_first() else {
            return Err(SendError::Temporary("no sendmail command is set".to_owned()));
        };
        let trouble = |error: std::io::Error| SendError::Temporary(format!("{program}: {error}"));
        let mut child = Command::new(program)
            .args(arguments)
            .args(["-i", "-f", from, "--", to])
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()
            .map_err(trouble)?;
        let written = write_mail(&mut child, raw);
        // A command may refuse without reading: its exit code tells more than the broken pipe.
        let output = child.wait_with_output().map_err(trouble)?;
        if output.status.success() {
            return written.map_err(trouble);
        }
        let said = String::from_utf8_lossy(&output.stderr);
        let reason = format!("{program} ended with {}: {}", output.status, said.trim().chars().take(300).collect::<String>());
        Err(if is_permanent(output.status.code()) { SendError::Permanent(reason) } else { SendError::Temporary(reason) })
    }
}

/// Local programs end lines with `\n`; they add the `\r` themselves, and some would add a second one.
fn write_mail(child: &mut Child, raw: &[u8]) -> std::io::Result<()> {
    let mut mail = raw.to_vec();
    let mut at = 0;
    mail.retain(|byte| {
        at += 1;
        *byte != b'\r' || raw.get(at) != Some(&b'\n')
    });
    match child.stdin.take() {
        Some(mut input) => input.write_all(&mail),
        None => Ok(()),
    }
}

/// sysexits.h: EX_DATAERR, EX_NOUSER and EX_NOHOST are about this mail; all else is about the system.
fn is_permanent(code: Option<i32>) -> bool {
    matches!(code, Some(65 | 67 | 68))
}
