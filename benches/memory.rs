//! How much memory a run takes: a tick over many emails of mixed size, and `receive` with a gigabyte of input. Both must stay flat.
//!
//! `cargo bench --bench memory` prints the peak of each process as the system counted it (VmHWM).

#[path = "../tests/common/mod.rs"]
#[allow(dead_code, reason = "a host is all that is needed here")]
mod common;

use std::fs;
use std::io::Write;
use std::process::{Command, Stdio};
use std::thread;

use ashpost::engine::Seat;
use common::{CAMPAIGN_TOML, House, mail, utc};

/// The host's limit in bytes; a few emails are larger.
const LIMIT_BYTES: usize = 64 * 1024;

fn main() {
    for count in [100, 1_000, 10_000] {
        let (peak_kib, bytes) = tick_over(count);
        println!("tick over {count:>6} mails, {:>4} MiB in all: peak {:>6.1} MiB", bytes >> 20, f64::from(peak_kib) / 1024.0);
    }
    for mebibytes in [1, 1024] {
        println!("receive fed {mebibytes:>5} MiB: peak {:>6.1} MiB", f64::from(receive(mebibytes)) / 1024.0);
    }
}

/// Players' orders, strangers' letters, and mails up to far beyond the limit, in a mix that anybody can repeat.
fn tick_over(count: u32) -> (u32, usize) {
    let mut house = House::new(CAMPAIGN_TOML);
    house.tick(utc("2027-01-01T10:00:00Z"));
    let tag = house.tag(Seat(1));
    let at = utc("2027-01-05T10:00:00Z");
    let mut bytes = 0;
    for number in 0..count {
        let (from, subject) = match number % 3 {
            0 => ("ann@player.example".to_owned(), tag.as_str()),
            1 => ("ann@player.example".to_owned(), "no tag"),
            _ => (format!("who{number}@elsewhere.example"), "hello"),
        };
        let size = [200, 2_000, 20_000, LIMIT_BYTES - 2_000, 3 * LIMIT_BYTES][(number / 7 % 5) as usize];
        let text = "BUILD 1 FI ON 1\nNothing to be read as an order.\n".repeat(size / 48 + 1);
        let raw = mail(&from, subject, &format!("{number}@player.example"), &text);
        bytes += raw.len();
        house.deliver(raw.as_bytes(), at);
    }
    let mut command = Command::new(env!("CARGO_BIN_EXE_ashpost"));
    command.arg("--campaigns").arg(house.folder.path()).args(["--now", "2027-01-05T11:00:00Z", "tick"]);
    let peak = peak_kib(&mut command, 0);
    assert_eq!(fs::read_dir(house.path("mail/new")).unwrap().count(), 0, "all mail was taken in");
    (peak, bytes)
}

fn receive(mebibytes: usize) -> u32 {
    let house = House::new(CAMPAIGN_TOML);
    house.tick(utc("2027-01-01T10:00:00Z"));
    let mut command = Command::new(env!("CARGO_BIN_EXE_ashpost"));
    command.arg("--campaigns").arg(house.folder.path()).args(["--now", "2027-01-05T11:00:00Z", "receive", "--wait"]);
    peak_kib(&mut command, mebibytes)
}

/// Runs a command, fed so much, and returns the most memory that it was seen to have.
fn peak_kib(command: &mut Command, mebibytes: usize) -> u32 {
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
    let mut input = child.stdin.take().unwrap();
    let feeder = thread::spawn(move || {
        let text = "From: ann@player.example\n\n".to_owned() + &"BUILD 1 FI ON 1\n".repeat(65_536);
        // A reader that has seen enough closes the pipe.
        (0..mebibytes).try_for_each(|_| input.write_all(&text.as_bytes()[..1 << 20])).ok();
    });
    let status = format!("/proc/{}/status", child.id());
    let mut peak = 0;
    while child.try_wait().unwrap().is_none() {
        let text = fs::read_to_string(&status).unwrap_or_default();
        let line = text.lines().find_map(|line| line.strip_prefix("VmHWM:")).unwrap_or("0");
        peak = peak.max(line.trim().trim_end_matches(" kB").trim().parse().unwrap_or(0));
    }
    feeder.join().unwrap();
    peak
}
