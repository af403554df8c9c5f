//! Reports that a mail server refuses for good, and an archive that cannot be written: the game master hears of it, and no player loses by it.

use std::fs;
use std::path::Path;
use std::process::Command;

use crate::common::{CAMPAIGN_TOML, House, install_script};

fn run(folder: &Path, now: &str, arguments: &[&str]) -> (i32, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_ashpost"));
    let output = command.arg("--campaigns").arg(folder).args(["--now", now]).args(arguments).output().unwrap();
    (output.status.code().unwrap(), String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr))
}

#[test]
fn where_no_report_has_reached_anybody_a_turn_waits_and_status_says_why() {
    let house = House::new(CAMPAIGN_TOML);
    let folder = house.folder.path().to_owned();
    assert_eq!(run(&folder, "2027-01-01T10:00:00Z", &["tick"]).0, 0);
    house.send_by_command("#!/bin/sh\ncat > /dev/null\necho 'relaying denied' >&2\nexit 67\n");
    // Everybody had the report of the opening, so turn 1 is played without orders; its reports reach nobody.
    let (code, said) = run(&folder, "2027-01-12T10:00:00Z", &["tick"]);
    assert!(code == 3 && said.contains("turn 1 adjudicated") && said.contains("relaying denied"), "{said}");
    let (_, said) = run(&folder, "2027-01-12T10:01:00Z", &["status"]);
    assert!(said.contains("emails to Ann <ann@player.example> come back, or are refused"), "{said}");
    assert!(said.contains("`ashpost resend rim-3 --seat 1`"), "{said}");
    let (_, said) = run(&folder, "2027-01-30T10:00:00Z", &["tick"]);
    assert!(said.contains("the turn waits for its game master"), "{said}");
    let (code, said) = run(&folder, "2027-01-30T10:01:00Z", &["status"]);
    assert!(code == 3 && said.contains("turn 2 waits, because email may be lost"), "{said}");

    install_script(&house.path("sendmail"), "#!/bin/sh\ncat > /dev/null\nexit 0\n");
    for seat in ["1", "2"] {
        assert_eq!(run(&folder, "2027-01-30T10:02:00Z", &["resend", "rim-3", "--seat", seat]).0, 0);
    }
    assert_eq!(run(&folder, "2027-01-30T10:02:00Z", &["extend", "rim-3", "5d"]).0, 0);
    let (code, said) = run(&folder, "2027-01-30T10:05:00Z", &["tick"]);
    assert!(code == 0 && said.contains("sent"), "{said}");
    let (code, said) = run(&folder, "2027-01-30T10:06:00Z", &["status"]);
    assert!(code == 0 && !said.contains("Needs you"), "{said}");
    assert!(run(&folder, "2027-02-12T10:00:00Z", &["tick"]).1.contains("turn 2 adjudicated"));
}

#[test]
fn reports_leave_although_the_archive_cannot_be_written() {
    let mut house = House::new(CAMPAIGN_TOML);
    let folder = house.folder.path().to_owned();
    assert_eq!(run(&folder, "2027-01-01T10:00:00Z", &["tick"]).0, 0);
    house.news();
    let page = house.path("rim-3/site/index.html");
    fs::remove_file(&page).unwrap();
    fs::create_dir_all(page.join("in-the-way")).unwrap();
    let (code, said) = run(&folder, "2027-01-12T10:00:00Z", &["tick"]);
    assert!(code == 3 && said.contains("site/index.html"), "{said}");
    let told: Vec<String> = house.news().into_iter().map(|sent| format!("{}: {}", sent.to, sent.subject)).collect();
    for player in ["ann@player.example: Turn 1", "bob@player.example: Turn 1", "gm@pbem.example: "] {
        assert!(told.iter().any(|told| told.starts_with(player)), "{told:?}");
    }
    fs::remove_dir_all(&page).unwrap();
    assert_eq!(run(&folder, "2027-01-12T10:05:00Z", &["tick"]).0, 0);
    assert!(page.is_file() && house.path("rim-3/site/turn-1.html").is_file() && house.news().is_empty());
}
