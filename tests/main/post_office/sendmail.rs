//! A command in place of sendmail: it refuses, hangs, leaves children behind, talks without end.

use std::fs;
use std::path::Path;
use std::time::Duration;

use ashpost::post::transport::{SendError, SendmailTransport};

use super::{house_with_sendmail, send_to, start_tick};
use crate::common::CAMPAIGN_TOML;

/// Longer than any of these commands needs, and shorter than those that never end.
const LONG: Duration = Duration::from_secs(30);

/// A shell script that is called as sendmail is, and works in the folder. The shell is asked to run it: a file that has just been
/// written may not be run as a program while another test starts one.
fn sendmail(root: &Path, script: &str, deadline: Duration) -> SendmailTransport {
    let path = root.join("sendmail");
    fs::write(&path, format!("cd \"${{0%/*}}\"\n{script}\n")).unwrap();
    SendmailTransport::with_deadline(vec!["/bin/sh".to_owned(), path.display().to_string(), "-v".to_owned()], deadline)
}

fn send(transport: &SendmailTransport) -> Result<(), SendError> {
    send_to(transport, "-oops@player.example", b"A: b\r\n\r\nx\ry\r\n")
}

/// Whether a process is at work; one that has ended and that nobody has asked about is not.
fn is_alive(process: &str) -> bool {
    let stat = fs::read_to_string(format!("/proc/{}/stat", process.trim())).unwrap_or_default();
    stat.rsplit(") ").next().is_some_and(|rest| !rest.is_empty() && !rest.starts_with(['Z', 'X']))
}

#[test]
fn sendmail_is_given_the_mail_and_its_exit_code_is_understood() {
    let root = tempfile::tempdir().unwrap();
    let ends_with = |code| {
        let script = format!("echo \"$@\" > arguments\ncat > mail\necho so it is >&2\nexit {code}");
        send(&sendmail(root.path(), &script, LONG))
    };
    assert_eq!(ends_with(0), Ok(()));
    // An address that could be taken for an option is in quotes, and after the end of options.
    assert_eq!(fs::read_to_string(root.path().join("arguments")).unwrap(), "-v -i -f games@pbem.example -- \"-oops\"@player.example\n");
    assert_eq!(fs::read(root.path().join("mail")).unwrap(), b"A: b\n\nx\ry\n");
    assert!(matches!(ends_with(67), Err(SendError::Permanent(reason)) if reason.contains("so it is")));
    assert!(matches!(ends_with(75), Err(SendError::Temporary(_))));
    assert!(matches!(ends_with(1), Err(SendError::Temporary(_))));
    assert!(matches!(ends_with(78), Err(SendError::Unusable(_))), "what is wrong with its configuration is wrong for every mail");
    let missing = SendmailTransport::new(vec!["/nowhere/sendmail".to_owned()]);
    assert!(matches!(send(&missing), Err(SendError::Unusable(_))));
    assert!(matches!(send(&SendmailTransport::new(Vec::new())), Err(SendError::Unusable(_))));
}

#[test]
fn a_command_that_never_ends_is_killed_at_the_deadline_with_what_it_has_started() {
    let root = tempfile::tempdir().unwrap();
    let script = "cat > mail\nsleep 1000 &\necho $! > child.new\nmv child.new child\necho waiting >&2\nwait";
    let ended = send(&sendmail(root.path(), script, Duration::from_secs(1)));
    assert!(matches!(&ended, Err(SendError::Unusable(reason)) if reason.ends_with("and was killed: waiting")), "{ended:?}");
    let child = fs::read_to_string(root.path().join("child")).unwrap();
    let is_gone = (0..200).any(|_| {
        !is_alive(&child) || {
            std::thread::sleep(Duration::from_millis(20));
            false
        }
    });
    assert!(is_gone, "what it has started runs on as {child}");
}

#[test]
fn a_command_that_somebody_else_kills_was_not_too_slow() {
    let ended = send(&sendmail(tempfile::tempdir().unwrap().path(), "echo out of memory >&2\nkill -KILL $$", LONG));
    assert!(
        matches!(&ended, Err(SendError::Unusable(reason)) if reason.ends_with("ended with signal: 9 (SIGKILL): out of memory")),
        "{ended:?}"
    );
}

#[test]
fn a_full_mailbox_may_be_emptied_whatever_the_exit_code() {
    let root = tempfile::tempdir().unwrap();
    for (says, is_final) in [("552 5.2.2 the mailbox is full", false), ("552 5.2.3 too long", true)] {
        let ended = send(&sendmail(root.path(), &format!("echo 'server message: {says}' >&2\nexit 65"), LONG));
        assert_eq!(matches!(ended, Err(SendError::Permanent(_))), is_final, "{ended:?}");
    }
}

#[test]
fn a_command_that_leaves_a_child_behind_has_ended() {
    let root = tempfile::tempdir().unwrap();
    let script = |code| format!("sleep 1000 &\necho $! > child\necho delivering later >&2\nexit {code}");
    for code in [0, 75] {
        let ended = send(&sendmail(root.path(), &script(code), LONG));
        let child = fs::read_to_string(root.path().join("child")).unwrap();
        assert!(is_alive(&child), "what delivers in the background is not ours to stop");
        std::process::Command::new("kill").arg(child.trim()).status().unwrap();
        match code {
            0 => assert_eq!(ended, Ok(())),
            _ => assert!(matches!(&ended, Err(SendError::Temporary(reason)) if reason.ends_with("delivering later")), "{ended:?}"),
        }
    }
}

#[test]
fn a_command_that_says_a_gigabyte_fills_no_memory() {
    let says = "echo no room >&2\nhead -c 1000000000 /dev/zero >&2\n";
    let root = tempfile::tempdir().unwrap();
    let ended = send(&sendmail(root.path(), &format!("{says}exit 75"), LONG));
    let Err(SendError::Temporary(reason)) = ended else { panic!("{ended:?}") };
    assert!(reason.contains("no room") && reason.len() < 500, "{reason}");

    // The most memory that a run has used until then, which the kernel estimates; that of the tests next to this one does not count.
    let looks = "grep VmHWM \"/proc/$PPID/status\" >> peaks\n";
    let house = house_with_sendmail(CAMPAIGN_TOML, &format!("#!/bin/sh\ncd \"${{0%/*}}\"\n{looks}{says}{looks}exit 78\n"));
    assert!(!start_tick(&house, "2027-01-01T10:00:00Z").wait().unwrap().success(), "a command that is set up wrongly is trouble");
    let peaks = fs::read_to_string(house.path("peaks")).unwrap();
    let peaks: Vec<u64> = peaks.lines().map(|line| line.trim_matches(|letter: char| !letter.is_ascii_digit()).parse().unwrap()).collect();
    assert!(peaks.len() == 2 && peaks[1].saturating_sub(peaks[0]) < 50_000, "the most memory before and afterwards, in KiB: {peaks:?}");
}

#[test]
fn a_command_may_read_nothing_and_leaves_no_file_behind() {
    let root = tempfile::tempdir().unwrap();
    let large = vec![b'x'; 1_000_000];
    let refuses = sendmail(root.path(), "exit 67", LONG);
    assert!(matches!(send_to(&refuses, "ann@player.example", &large), Err(SendError::Permanent(_))));
    let counts = sendmail(root.path(), "wc -c > count\nls -l /proc/self/fd/0 > input", LONG);
    assert_eq!(send_to(&counts, "ann@player.example", &large), Ok(()));
    assert_eq!(fs::read_to_string(root.path().join("count")).unwrap().trim(), "1000000");
    let input = fs::read_to_string(root.path().join("input")).unwrap();
    assert!(input.contains("(deleted)"), "the mail is a file that nobody can open: {input}");
}
