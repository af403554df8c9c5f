//! A run that is killed while a command reads the email: the command still gets all of it.

use std::fs;
use std::path::Path;
use std::thread;
use std::time::Duration;

use super::{house_with_sendmail, start_tick};
use crate::common::CAMPAIGN_TOML;

/// Takes the first bytes of its first mail, then waits until it is told to go on; it must not stop because its reader is gone.
const SLOW: &str = r#"#!/bin/sh
cd "${0%/*}"
name=spooled-$(ls | grep -c '^spooled-')
head -c 1000 > "$name"
touch begun
until [ -e go ]; do sleep 0.05; done
cat >> "$name"
touch "done-$name"
"#;

fn wait_for(path: &Path) {
    let is_there = (0..600).any(|_| {
        path.exists() || {
            thread::sleep(Duration::from_millis(50));
            false
        }
    });
    assert!(is_there, "{} does not come", path.display());
}

#[test]
fn a_mail_is_whole_even_if_the_run_is_killed_while_it_is_read() {
    let house = house_with_sendmail(&CAMPAIGN_TOML.replacen("format = \"text\"", "format = \"both\"\nattachments = \"all\"", 1), SLOW);
    let mut killed = start_tick(&house, "2027-01-01T10:00:00Z");
    wait_for(&house.path("begun"));
    killed.kill().unwrap();
    killed.wait().unwrap();
    fs::write(house.path("go"), "").unwrap();
    wait_for(&house.path("done-spooled-0"));
    assert!(start_tick(&house, "2027-01-01T10:10:00Z").wait().unwrap().success());

    let [first, again] = ["spooled-0", "spooled-1"].map(|name| fs::read_to_string(house.path(name)).unwrap());
    assert!(first.len() > 70_000, "{} bytes, which a pipe would hold", first.len());
    assert!(first == again, "{} of {} bytes were sent", first.len(), again.len());
}
