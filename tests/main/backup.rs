//! A backup made while the host runs holds all that was acknowledged, and a host restored from it plays on.

use std::fs;
use std::io::Write;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::{Command, Output};

use ashpost::engine::Seat;
use flate2::Compression;
use flate2::write::GzEncoder;

use crate::common::{CAMPAIGN, CAMPAIGN_TOML, House, mail, utc};

const NOW: &str = "2027-01-03T12:00:00Z";

fn run(campaigns: &Path, now: &str, arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_ashpost")).arg("--campaigns").arg(campaigns).args(["--now", now]).args(arguments).output().unwrap()
}

fn said(output: &Output) -> String {
    [&output.stdout, &output.stderr].map(|part| String::from_utf8_lossy(part)).concat()
}

/// A host whose first turn is open: Ann's orders are in the book, Bob's wait in the inbox.
fn house() -> House {
    let mut house = House::new(CAMPAIGN_TOML);
    assert!(!house.tick(utc("2027-01-02T10:00:00Z")).has_trouble());
    let mut write = |seat, name: &str, at| {
        let raw = mail(&format!("{name}@player.example"), &house.tag(Seat(seat)), &format!("{name}@1"), "BUILD 1 FP ON 1\nREADY\n");
        house.deliver(raw.as_bytes(), utc(at));
    };
    write(1, "ann", "2027-01-03T10:00:00Z");
    house.tick(utc("2027-01-03T10:00:00Z"));
    let raw = mail("bob@player.example", &house.tag(Seat(2)), "bob@1", "BUILD 1 FP ON 2\nREADY\n");
    house.deliver(raw.as_bytes(), utc("2027-01-03T11:00:00Z"));
    house
}

#[test]
fn a_host_made_of_a_backup_plays_on_where_the_old_one_stood() {
    let house = house();
    let work = tempfile::tempdir().unwrap();
    let file = work.path().join("games.tar.gz");
    let name = file.to_str().unwrap();
    // Somebody writes while the backup is made; what is not committed is not in it.
    let writer = rusqlite::Connection::open(house.path("rim-3/campaign.db")).unwrap();
    writer.execute_batch("BEGIN IMMEDIATE; INSERT INTO fact (name, value) VALUES ('not committed', '1')").unwrap();
    let backed_up = run(house.folder.path(), NOW, &["backup", name]);
    assert_eq!(backed_up.status.code(), Some(0), "{}", said(&backed_up));
    writer.execute_batch("ROLLBACK").unwrap();
    drop(writer);
    assert_eq!(fs::metadata(&file).unwrap().permissions().mode() & 0o777, 0o600, "it holds keys");
    assert_eq!(fs::read_dir(work.path()).unwrap().count(), 1, "nothing is left beside it");

    let elsewhere = work.path().join("elsewhere/campaigns");
    fs::create_dir_all(elsewhere.parent().unwrap()).unwrap();
    let restored = run(&elsewhere, NOW, &["restore", name]);
    assert_eq!(restored.status.code(), Some(0), "{}", said(&restored));
    let tokens = [house.folder.path(), &elsewhere].map(|campaigns| said(&run(campaigns, NOW, &["token", CAMPAIGN, "1"])));
    assert_eq!(tokens[0], tokens[1], "players can answer the reports that they have");
    assert!(!elsewhere.join("rim-3/site").exists(), "the site is made again");
    for campaigns in [house.folder.path(), &elsewhere] {
        // The first takes Bob's orders in; an hour after the last READY the turn is played.
        assert_eq!(run(campaigns, "2027-01-03T14:00:00Z", &["tick"]).status.code(), Some(0));
        assert!(campaigns.join("rim-3/site/turn-0.html").is_file() && campaigns.join("site/index.html").is_file(), "the sites are back");
        let ticked = run(campaigns, "2027-01-03T15:30:00Z", &["tick"]);
        assert!(said(&ticked).contains("turn 1"), "{}", said(&ticked));
        let replayed = run(campaigns, NOW, &["replay", CAMPAIGN]);
        assert_eq!(replayed.status.code(), Some(0), "{}", said(&replayed));
    }
    let apart = work.path().join("apart.tar.gz");
    assert_eq!(run(house.folder.path(), NOW, &["backup", "--without-keys", apart.to_str().unwrap()]).status.code(), Some(0));
    let without = work.path().join("without");
    assert_eq!(run(&without, NOW, &["restore", apart.to_str().unwrap()]).status.code(), Some(0));
    assert!(
        without.join("rim-3/campaign.db").is_file() && !without.join("ashpost.key").exists() && !without.join("rim-3/keys/secret").exists()
    );
    assert!(elsewhere.join("ashpost.key").is_file());
    let reports = [house.folder.path(), &elsewhere].map(|campaigns| said(&run(campaigns, NOW, &["report", CAMPAIGN, "--seat", "2"])));
    assert_eq!(reports[0], reports[1], "both have played the same turn, with the orders that waited");
    assert!(elsewhere.join("rim-3/site/index.html").is_file());
}

#[test]
fn the_hosts_database_is_copied_before_those_of_campaigns() {
    let house = house();
    fs::create_dir(house.path("able")).unwrap();
    fs::copy(house.path("rim-3/campaign.db"), house.path("able/campaign.db")).unwrap();
    let file = tempfile::tempdir().unwrap();
    let name = file.path().join("games.tar.gz");
    assert_eq!(run(house.folder.path(), NOW, &["backup", name.to_str().unwrap()]).status.code(), Some(0));
    let mut archive = tar::Archive::new(flate2::read::GzDecoder::new(fs::File::open(&name).unwrap()));
    let paths = archive.entries().unwrap().map(|entry| entry.unwrap().path().unwrap().display().to_string());
    let databases: Vec<String> = paths.filter(|path| path.ends_with(".db")).collect();
    assert_eq!(databases, ["campaigns/ashpost.db", "campaigns/able/campaign.db", "campaigns/rim-3/campaign.db"]);
}

#[test]
fn what_is_no_backup_changes_nothing() {
    let house = house();
    let work = tempfile::tempdir().unwrap();
    let file = work.path().join("games.tar.gz");
    let name = file.to_str().unwrap();
    assert_eq!(run(house.folder.path(), NOW, &["backup", name]).status.code(), Some(0));
    let refused = |campaigns: &Path, arguments: &[&str], why: &str| {
        let output = run(campaigns, NOW, arguments);
        assert!(output.status.code() == Some(1) && said(&output).contains(why), "{arguments:?}: {}", said(&output));
    };
    refused(house.folder.path(), &["backup", name], "exists already");
    let within = house.path("games.tar.gz");
    refused(house.folder.path(), &["backup", within.to_str().unwrap()], "lies within the folder");
    refused(house.folder.path(), &["restore", name], "is not an empty folder");

    let target = work.path().join("target");
    let broken = work.path().join("broken.tar.gz");
    let whole = fs::read(&file).unwrap();
    let packed = |path: &str, bytes: &[u8]| {
        let mut header = tar::Header::new_gnu();
        header.set_size(bytes.len() as u64);
        header.set_mode(0o600);
        // The names are written by hand, as in a forged backup, since the crate refuses to write them.
        header.as_gnu_mut().unwrap().name[..path.len()].copy_from_slice(path.as_bytes());
        header.set_cksum();
        let mut tar = tar::Builder::new(GzEncoder::new(Vec::new(), Compression::default()));
        tar.append(&header, bytes).unwrap();
        tar.into_inner().unwrap().finish().unwrap()
    };
    fs::create_dir(work.path().join("target.part")).unwrap();
    refused(&target, &["restore", name], "target.part is left of a restore that did not end");
    fs::remove_dir(work.path().join("target.part")).unwrap();
    // On a full disk a write fails much as it does beyond the largest size of a file that the shell allows.
    let mut cramped = Command::new("sh");
    cramped.args(["-c", "trap '' XFSZ; ulimit -f 8; exec \"$0\" \"$@\"", env!("CARGO_BIN_EXE_ashpost")]).arg("--campaigns").arg(&target);
    let output = cramped.args(["restore", name]).output().unwrap();
    assert!(output.status.code() == Some(1) && !said(&output).contains("no backup"), "{}", said(&output));
    assert!(!target.exists() && !work.path().join("target.part").exists());
    let forged = [
        whole[..whole.len() / 2].to_vec(),
        b"no archive".to_vec(),
        packed("campaigns/../../evil", b"x"),
        packed("/etc/evil", b"x"),
        packed("elsewhere/ashpost.toml", b"x"),
        packed("campaigns/rim-3/campaign.toml", b"no host"),
    ];
    for bytes in forged {
        fs::File::create(&broken).unwrap().write_all(&bytes).unwrap();
        refused(&target, &["restore", broken.to_str().unwrap()], "is no backup of ashpost");
        assert!(!target.exists() && !work.path().join("target.part").exists() && !work.path().join("evil").exists());
    }
}

#[test]
fn a_damaged_database_is_copied_as_it_is_and_named() {
    let house = house();
    let work = tempfile::tempdir().unwrap();
    let file = work.path().join("games.tar.gz");
    fs::write(house.path("rim-3/campaign.db"), "this was a database once").unwrap();
    let output = run(house.folder.path(), NOW, &["backup", file.to_str().unwrap()]);
    assert!(output.status.code() == Some(3) && said(&output).contains("rim-3/campaign.db is damaged"), "{}", said(&output));
    let target = work.path().join("target");
    let output = run(&target, NOW, &["restore", file.to_str().unwrap()]);
    assert!(output.status.code() == Some(3) && said(&output).contains("rim-3/campaign.db is damaged"), "{}", said(&output));
    assert_eq!(fs::read_to_string(target.join("rim-3/campaign.db")).unwrap(), "this was a database once");
}

#[cfg(unix)]
#[test]
fn what_is_linked_from_elsewhere_is_copied() {
    let house = house();
    let work = tempfile::tempdir().unwrap();
    let elsewhere = work.path().join("rim-3");
    fs::rename(house.path("rim-3"), &elsewhere).unwrap();
    std::os::unix::fs::symlink(&elsewhere, house.path("rim-3")).unwrap();
    std::os::unix::fs::symlink(house.folder.path(), elsewhere.join("back")).unwrap();
    std::os::unix::fs::symlink("nowhere", elsewhere.join("dead")).unwrap();
    std::os::unix::fs::symlink("itself", elsewhere.join("itself")).unwrap();
    // Where backups are kept, so that this one would hold itself and those before it.
    std::os::unix::fs::symlink(work.path(), house.path("backups")).unwrap();
    fs::write(work.path().join("earlier.tar.gz"), "earlier").unwrap();
    let (file, target) = (work.path().join("games.tar.gz"), work.path().join("target"));
    let output = run(house.folder.path(), NOW, &["backup", file.to_str().unwrap()]);
    assert_eq!(output.status.code(), Some(0), "{}", said(&output));
    let output = run(&target, NOW, &["restore", file.to_str().unwrap()]);
    assert_eq!(output.status.code(), Some(0), "{}", said(&output));
    let restored = target.join("rim-3/campaign.db");
    assert!(restored.is_file() && !target.join("rim-3").is_symlink() && !target.join("rim-3/back/rim-3").exists());
    assert_eq!(fs::read_dir(target.join("backups")).unwrap().count(), 0);
}

#[test]
fn a_database_that_cannot_be_copied_is_no_damaged_one() {
    let house = house();
    let work = tempfile::tempdir().unwrap();
    let file = work.path().join("games.tar.gz");
    fs::remove_file(house.path("rim-3/campaign.db")).unwrap();
    fs::create_dir(house.path("rim-3/campaign.db")).unwrap();
    let output = run(house.folder.path(), NOW, &["backup", file.to_str().unwrap()]);
    assert!(output.status.code() == Some(1) && !file.exists(), "{}", said(&output));
    assert!(said(&output).contains("rim-3/campaign.db cannot be copied"), "{}", said(&output));
}
