//! Two runs at once: what one holds, the other leaves alone, and a run that hangs is reported.

use std::cell::Cell;
use std::fs::{self, File};
use std::path::Path;
use std::process::{Command, Output};
use std::sync::Barrier;
use std::sync::atomic::{AtomicU8, Ordering};
use std::thread;

use ashpost::engine::{Seat, Seed};
use ashpost::office::{Keyring, World, keep_in_spool, tick_and_look_again};
use serde_json::Value;

use crate::common::{CAMPAIGN, CAMPAIGN_TOML, House, mail, utc, world};

fn ashpost(folder: &Path, now: &str, arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_ashpost"));
    command.arg("--campaigns").arg(folder).args(["--now", now]).args(arguments).output().unwrap()
}

fn tick(folder: &Path, now: &str) -> (i32, String) {
    let output = ashpost(folder, now, &["tick"]);
    let said = String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr);
    (output.status.code().unwrap(), said)
}

/// Holds a lock as a run of process 4711 would that began at nine.
fn hold(house: &House, name: &str) -> File {
    let path = house.path(name);
    fs::write(&path, "4711 2027-01-02T09:00:00+00:00\n").unwrap();
    let file = File::open(path).unwrap();
    file.try_lock().unwrap();
    file
}

#[test]
fn a_run_that_has_a_campaign_for_some_minutes_is_left_alone_and_one_that_hangs_is_told() {
    let mut house = House::new(CAMPAIGN_TOML);
    let folder = house.folder.path().to_owned();
    assert_eq!(tick(&folder, "2027-01-01T10:00:00Z").0, 0);
    let raw = mail("ann@player.example", &house.tag(Seat(1)), "1@player.example", "BUILD 1 FP ON 1\n");
    house.deliver(raw.as_bytes(), utc("2027-01-02T09:01:00Z"));
    let held = hold(&house, "rim-3/lock");
    let (code, said) = tick(&folder, "2027-01-02T09:05:00Z");
    assert!(code == 0 && said.contains("rim-3: another run is at work"), "{code} {said}");
    let (code, said) = tick(&folder, "2027-01-02T09:30:00Z");
    assert!(code == 3 && said.contains("process 4711, since 2027-01-02 09:00 UTC"), "{code} {said}");
    assert_eq!(fs::read_dir(house.path("mail/new")).unwrap().count(), 1, "its mail waits");
    drop(held);
    let (code, said) = tick(&folder, "2027-01-02T09:35:00Z");
    assert!(code == 0 && said.contains("1 accepted"), "{code} {said}");
}

#[test]
fn a_command_that_finds_another_run_at_work_asks_for_another_try() {
    // A key that follows from a seed is never replaced.
    let house = House::new(&CAMPAIGN_TOML.replace("demonstration_seed", "# demonstration_seed"));
    let folder = house.folder.path();
    assert_eq!(tick(folder, "2027-01-01T10:00:00Z").0, 0);
    let _held = hold(&house, "rim-3/lock");
    let commands: [&[&str]; 7] = [
        &["extend", "rim-3", "2d"],
        &["site", "rim-3"],
        &["orders", "rim-3", "--break-seal"],
        &["keys", "rim-3", "--new"],
        &["--json", "site", "rim-3"],
        &["--json", "orders", "rim-3", "--break-seal"],
        &["--json", "keys", "rim-3", "--new"],
    ];
    // All at once, because each waits for some seconds before it gives up.
    thread::scope(|together| {
        for command in commands {
            together.spawn(move || asks_for_another_try(folder, command));
        }
    });
}

fn asks_for_another_try(folder: &Path, command: &[&str]) {
    let output = ashpost(folder, "2027-01-02T10:00:00Z", command);
    let said = String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr);
    assert!(output.status.code() == Some(75) && said.contains("4711"), "{command:?}: {said}");
    if command[0] == "--json" {
        let document: Value = serde_json::from_slice(&output.stdout).unwrap();
        assert_eq!(document["exit_code"], 75, "{document}");
    }
}

#[test]
fn an_outbox_that_another_run_sends_from_is_left_alone_and_one_that_hangs_is_told() {
    let house = House::new(CAMPAIGN_TOML);
    let folder = house.folder.path().to_owned();
    let _held = hold(&house, "rim-3/sending.lock");
    let (code, said) = tick(&folder, "2027-01-02T09:05:00Z");
    assert!(code == 0 && said.contains("opened") && !house.path("sent").exists(), "{code} {said}");
    let (code, said) = tick(&folder, "2027-01-02T10:00:00Z");
    assert!(code == 3 && said.contains("4711"), "{code} {said}");
}

#[test]
fn while_mail_is_sent_another_run_takes_mail_in_and_sends_nothing_twice() {
    let mut house = House::new(CAMPAIGN_TOML);
    let folder = house.folder.path().to_owned();
    assert_eq!(tick(&folder, "2027-01-01T10:00:00Z").0, 0);
    let tag = house.tag(Seat(1));
    // The command that sends runs the cron line itself, while the run that started it is still sending.
    let second = format!("{}.second", utc("2027-01-02T09:30:00Z").timestamp());
    let program = env!("CARGO_BIN_EXE_ashpost");
    let inner = format!("{program} --campaigns {0} --now 2027-01-02T10:00:00Z --json tick > {0}/inner.json", folder.display());
    house.send_by_command(&format!(
        "#!/bin/sh\ncat > /dev/null\necho sent >> {0}/log\nmv {0}/{second} {0}/mail/new/ 2>/dev/null && {inner}\nexit 0\n",
        folder.display()
    ));
    fs::write(house.path(&second), mail("ann@player.example", &tag, "2@player.example", "BUILD 2 FP ON 1\n")).unwrap();
    let raw = mail("ann@player.example", &tag, "1@player.example", "BUILD 1 FP ON 1\n");
    house.deliver(raw.as_bytes(), utc("2027-01-02T09:00:00Z"));
    assert_eq!(tick(&folder, "2027-01-02T10:00:00Z").0, 0);
    let inner: Value = serde_json::from_slice(&fs::read(house.path("inner.json")).unwrap()).unwrap();
    let campaign = &inner["campaigns"][0];
    assert_eq!((&campaign["campaign"], &campaign["busy"]), (&Value::from(CAMPAIGN), &Value::from(false)), "{campaign}");
    assert_eq!(campaign["mails"][0]["verdict"], "replaced", "the second mail came while the receipt of the first was sent");
    assert_eq!(campaign["outbox"]["sent"], 0);
    assert_eq!(fs::read_to_string(house.path("log")).unwrap().lines().count(), 2, "each receipt was sent once, by the run that sends");
}

#[test]
fn an_email_that_comes_while_a_tick_holds_its_campaign_is_taken_in_after_that_tick() {
    let mut house = House::new(CAMPAIGN_TOML);
    let folder = house.folder.path().to_owned();
    assert_eq!(tick(&folder, "2027-01-01T10:00:00Z").0, 0);
    let tag = house.tag(Seat(1));
    let now = utc("2027-01-02T10:00:00Z");
    let raw = mail("ann@player.example", &tag, "1@player.example", "BUILD 1 FP ON 1\n");
    house.deliver(raw.as_bytes(), now);
    let bring = |number: u32| {
        let raw = mail("ann@player.example", &tag, &format!("{number}@player.example"), &format!("BUILD {number} FP ON 1\n"));
        keep_in_spool(Some(&house.host()), &folder, raw.as_bytes(), now, &number.to_string()).unwrap();
    };
    let calls = Cell::new(0);
    let ticked = |boundary: &(dyn Fn(&'static str) + Sync)| {
        tick_and_look_again(&house.host(), &World { boundary, ..world(now) }, || calls.set(calls.get() + 1)).unwrap();
        calls.get()
    };
    let comes = |place: &'static str| {
        if place == "after mails commit" {
            bring(2);
        }
    };
    assert_eq!(ticked(&comes), 1, "it came while the campaign was held");
    assert_eq!(fs::read_dir(house.path("spool/new")).unwrap().count(), 1, "it waits");
    bring(3);
    assert_eq!(ticked(&|_| {}), 1, "what was there before is taken in by the tick itself");
    assert_eq!(fs::read_dir(house.path("spool/new")).unwrap().count(), 0);
}

#[test]
fn campaigns_that_begin_at_once_share_the_first_key() {
    let made = AtomicU8::new(0);
    let entropy = || Ok(Seed([made.fetch_add(1, Ordering::SeqCst); 32]));
    for _ in 0..20 {
        let house = House::new(CAMPAIGN_TOML);
        fs::remove_file(house.path("ashpost.key")).unwrap();
        let (host, start) = (house.host(), Barrier::new(8));
        let world = World { entropy: &entropy, ..world(utc("2027-01-01T10:00:00Z")) };
        let open = || {
            start.wait();
            Keyring::open(&host, &world).map(|keyring| keyring.newest().public())
        };
        let keys: Vec<_> = thread::scope(|scope| {
            let opened: Vec<_> = (0..8).map(|_| scope.spawn(open)).collect();
            opened.into_iter().map(|key| key.join().unwrap().unwrap()).collect()
        });
        let kept = Keyring::read(&host).unwrap().unwrap().newest().public();
        assert!(keys.iter().all(|key| *key == kept), "{keys:?}, and the file has {kept}");
    }
}

#[test]
fn of_two_that_make_a_campaign_of_one_name_at_once_one_makes_it_and_the_other_is_refused() {
    let house = House::new(CAMPAIGN_TOML);
    let folder = house.folder.path();
    for round in 0..8 {
        let name = format!("twin-{round}");
        // The two differ, so what stands in the file tells whose it is.
        let titles = ["First", "Second"];
        let barrier = Barrier::new(2);
        let make = &|title: &'static str| {
            barrier.wait();
            ashpost(folder, "2027-01-01T10:00:00Z", &["new", &name, "--scenario", "first-steps", "--title", title])
        };
        let outputs: Vec<Output> = thread::scope(|scope| {
            let runs = titles.map(|title| scope.spawn(move || make(title)));
            runs.into_iter().map(|run| run.join().unwrap()).collect()
        });
        let made: Vec<usize> = (0..2).filter(|&i| outputs[i].status.success()).collect();
        let said = outputs.iter().map(|output| String::from_utf8_lossy(&output.stderr).into_owned()).collect::<String>();
        let [winner] = made[..] else { panic!("{} have made it: {said}", made.len()) };
        assert!(said.contains(&format!("{name}/campaign.toml exists already; nothing was changed")), "{said}");
        let file = fs::read_to_string(folder.join(&name).join("campaign.toml")).unwrap();
        assert!(file.starts_with(&format!("title = \"{}\"", titles[winner])), "{file}");
    }
}
