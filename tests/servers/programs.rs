//! Programs of others: finding them, running them, waiting for what they do.

use std::collections::BTreeSet;
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::Mutex;
use std::time::Duration;

/// Whether a test has to be skipped, which is told on standard error and fails where servers are required.
pub(crate) fn lacking(what: &str, programs: &[&str]) -> bool {
    let missing = programs.iter().filter(|program| which(program).is_none()).map(|program| format!("{program} is not installed"));
    let not_root = (!is_root()).then(|| "mail servers start as root only".to_owned());
    let lacks: Vec<String> = missing.chain(not_root).collect();
    if lacks.is_empty() {
        return false;
    }
    let lacks = lacks.join(", ");
    assert!(std::env::var_os("ASHPOST_REQUIRE_SERVERS").is_none_or(|value| value != "1"), "{what} is required, but {lacks}");
    eprintln!("skipped: {what} ({lacks})");
    true
}

/// Where a program is; `sbin` may not be on a user's path.
pub(crate) fn which(program: &str) -> Option<PathBuf> {
    let output = Command::new("sh").args(["-c", &format!("PATH=$PATH:/usr/sbin:/sbin command -v {program}")]).output().ok()?;
    let path = String::from_utf8(output.stdout).ok()?;
    output.status.success().then(|| Path::new(path.trim()).to_owned())
}

fn is_root() -> bool {
    Command::new("id").arg("-u").output().is_ok_and(|output| output.stdout.trim_ascii() == b"0")
}

/// Runs a program that must succeed.
pub(crate) fn run(command: &mut Command) -> Output {
    let output = command.output().unwrap_or_else(|error| panic!("{command:?}: {error}"));
    let said = || format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert!(output.status.success(), "{command:?}: {}: {}", output.status, said());
    output
}

/// Numbers of attempts, with a moment between them: other programs take their time.
pub(crate) fn attempts(count: u32) -> impl Iterator<Item = u32> {
    (0..count).inspect(|attempt| std::thread::sleep(Duration::from_millis(if *attempt == 0 { 0 } else { 50 })))
}

/// A port that nobody listens on, and that no other test gets: the system may offer it again before its server listens.
pub(crate) fn free_port() -> u16 {
    static GIVEN: Mutex<BTreeSet<u16>> = Mutex::new(BTreeSet::new());
    loop {
        let port = TcpListener::bind(("127.0.0.1", 0)).unwrap().local_addr().unwrap().port();
        if GIVEN.lock().unwrap().insert(port) {
            return port;
        }
    }
}
