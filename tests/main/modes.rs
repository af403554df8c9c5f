//! What others on the same machine may read of a host, whatever the umask of the user that runs it.

use std::collections::BTreeMap;
use std::fs::{self, Permissions};
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::{Command, Output};

use ashpost::engine::Seat;

use crate::common::{CAMPAIGN_TOML, CORRESPONDENCE_TOML, House, mail, utc};

/// Runs the program under a umask, with an email on its standard input.
fn ashpost(umask: &str, campaigns: &Path, arguments: &[&str], input: &str) -> Output {
    let file = tempfile::NamedTempFile::new().unwrap();
    fs::write(file.path(), input).unwrap();
    let script = format!("umask {umask}; exec \"$0\" \"$@\" < '{}'", file.path().display());
    Command::new("sh").args(["-c", &script, env!("CARGO_BIN_EXE_ashpost"), "--campaigns"]).arg(campaigns).args(arguments).output().unwrap()
}

fn fine(umask: &str, campaigns: &Path, arguments: &[&str], input: &str) -> String {
    let output = ashpost(umask, campaigns, arguments, input);
    let told = String::from_utf8(output.stderr).unwrap();
    assert!(output.status.success() && told.is_empty(), "{arguments:?}: {told}");
    String::from_utf8(output.stdout).unwrap()
}

/// Every file and folder below, by its path from there, with its mode.
fn modes(folder: &Path) -> BTreeMap<String, (bool, u32)> {
    let mut found = BTreeMap::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(inside) = folders.pop() {
        for path in fs::read_dir(&inside).unwrap().map(|entry| entry.unwrap().path()) {
            let data = fs::symlink_metadata(&path).unwrap();
            let name = path.strip_prefix(folder).unwrap().to_string_lossy().into_owned();
            found.insert(name, (data.is_dir(), data.permissions().mode() & 0o777));
            if data.is_dir() {
                folders.push(path);
            }
        }
    }
    found
}

/// Whether a path belongs to what others may see: the sites, and the folder on the way to one.
fn is_public(path: &str, id: &str) -> bool {
    path == "site" || path.starts_with("site/") || path == id || path == format!("{id}/site") || path.starts_with(&format!("{id}/site/"))
}

/// What others may read, write or enter, except the public site and files that a game master made.
fn open_to_others(folder: &Path, id: &str) -> Vec<String> {
    let mine = ["mail", "drop"];
    let is_mine = |path: &str| mine.iter().any(|mine| path == *mine || path.starts_with(&format!("{mine}/")) && *mine != "drop");
    let closed = |is_folder: bool, mode: u32| mode == if is_folder { 0o700 } else { 0o600 };
    modes(folder)
        .into_iter()
        .filter(|(path, (is_folder, mode))| !is_public(path, id) && !is_mine(path) && !closed(*is_folder, *mode))
        .map(|(path, (_, mode))| format!("{path} {mode:04o}"))
        .collect()
}

/// A host that has set up a campaign, taken email in by every way, played, sent and published.
fn at_work(umask: &str, campaign_toml: &str) -> House {
    let mut house = House::new(campaign_toml);
    let folder = house.folder.path().to_owned();
    fine(umask, &folder, &["--now", "2027-01-01T10:00:00Z", "tick"], "");
    let (ann, bob) = (house.tag(Seat(1)), house.tag(Seat(2)));
    house.deliver(mail("ann@player.example", &ann, "a1@x", "BUILD 1 FP ON 1\n").as_bytes(), utc("2027-01-02T10:00:00Z"));
    let token = bob.trim_end_matches(']').rsplit(' ').next().unwrap();
    house.drop_file("bob.orders", &format!("ORDERS rim-3 2 {token}\nBUILD 1 FP ON 2\n"), utc("2027-01-02T11:00:00Z"));
    let piped = mail("bob@player.example", &bob, "b1@x", "BUILD 1 FP ON 2\n");
    fine(umask, &folder, &["--now", "2027-01-02T12:00:00Z", "receive", "--wait"], &piped);
    let stranger = mail("who@elsewhere.example", "hello", "w1@x", "Hello?\n");
    fine(umask, &folder, &["--now", "2027-01-02T13:00:00Z", "receive", "--wait"], &stranger);
    let left = mail("bob@player.example", &bob, "b2@x", "BUILD 2 FP ON 2\n");
    fine(umask, &folder, &["--now", "2027-01-02T14:00:00Z", "receive", "--no-tick"], &left);
    fine(umask, &folder, &["--now", "2027-01-09T20:00:00Z", "tick"], "");
    house
}

#[test]
fn everything_but_the_public_site_is_closed_to_others_from_the_first_file_on() {
    let without_seed: String =
        CAMPAIGN_TOML.lines().filter(|line| !line.starts_with("demonstration_seed")).map(|line| format!("{line}\n")).collect();
    for umask in ["000", "022"] {
        let house = at_work(umask, &without_seed);
        assert_eq!(open_to_others(house.folder.path(), "rim-3"), Vec::<String>::new(), "umask {umask}");
        let modes = modes(house.folder.path());
        for needed in [
            "ashpost.db",
            "lock",
            "spool/cur",
            "sent",
            "rim-3/campaign.db",
            "rim-3/lock",
            "rim-3/keys/secret",
            "rim-3/reports/turn-1/seat-1.txt",
        ] {
            assert!(modes.contains_key(needed), "{needed} is not there: {:?}", modes.keys());
        }
        assert!(modes.keys().any(|name| name.starts_with("sent/") && name.ends_with(".eml")));
        assert!(modes.keys().any(|name| name.starts_with("drop/filed/")));
    }
}

#[test]
fn the_site_can_be_read_by_a_web_server_whatever_the_umask() {
    for umask in ["022", "077"] {
        let house = at_work(umask, CAMPAIGN_TOML);
        // A test's own folder is made under the test's umask.
        fs::set_permissions(house.path("rim-3"), Permissions::from_mode(0o755)).unwrap();
        fine(umask, house.folder.path(), &["--now", "2027-01-09T21:00:00Z", "tick"], "");
        let modes = modes(house.folder.path());
        assert_eq!(modes["rim-3"], (true, 0o711), "others may pass, and not list");
        assert_eq!((modes["rim-3/site"], modes["site"]), ((true, 0o755), (true, 0o755)));
        let is_link = |path: &str| fs::symlink_metadata(house.path(path)).unwrap().is_symlink();
        let pages: Vec<_> = modes.iter().filter(|(path, _)| path.contains("site/") && !is_link(path)).collect();
        assert!(pages.len() >= 4 && pages.iter().all(|(_, mode)| **mode == (false, 0o644)), "umask {umask}: {pages:?}");
    }
}

#[test]
fn private_pages_are_served_by_name_and_their_names_cannot_be_listed() {
    let with_pages = CAMPAIGN_TOML.to_owned() + "[policy]\nprivate_reports_on_site = true\n";
    let house = at_work("022", &with_pages);
    let modes = modes(house.folder.path());
    assert_eq!(modes["rim-3/site"], (true, 0o711));
    let folders: Vec<&String> = modes.keys().filter(|path| path.starts_with("rim-3/site/") && modes[*path].0).collect();
    assert_eq!(folders.len(), 2, "one for each seat: {folders:?}");
    assert!(folders.iter().all(|folder| modes[*folder].1 == 0o711));
    assert!(
        modes.iter().filter(|(path, (is_folder, _))| path.starts_with("rim-3/site/") && !is_folder).all(|(_, (_, mode))| *mode == 0o644)
    );
    // The policy comes later: what was open to all is closed before the first private page.
    let house = at_work("022", CAMPAIGN_TOML);
    fs::write(house.path("rim-3/campaign.toml"), with_pages).unwrap();
    fine("022", house.folder.path(), &["--now", "2027-01-10T20:00:00Z", "site", "rim-3"], "");
    assert_eq!(self::modes(house.folder.path())["rim-3/site"], (true, 0o711));
}

#[test]
fn a_tournament_is_closed_but_for_its_site() {
    let tables = "[tournament]\n[settings.rulebook]\nsize = 4\n[gm]";
    let house = House::new(&CORRESPONDENCE_TOML.replace("[gm]", tables));
    fine("022", house.folder.path(), &["--now", "2027-01-01T10:00:00Z", "tick"], "");
    assert_eq!(open_to_others(house.folder.path(), "rim-3"), Vec::<String>::new());
    let modes = modes(house.folder.path());
    for (path, mode) in [("rim-3/games", 0o700), ("rim-3/games/1", 0o700), ("rim-3/site", 0o755), ("rim-3/site/game-1", 0o755)] {
        assert_eq!(modes[path], (true, mode), "{path}");
    }
}

fn open_all(folder: &Path) {
    for (path, (is_folder, _)) in modes(folder) {
        fs::set_permissions(folder.join(path), Permissions::from_mode(if is_folder { 0o755 } else { 0o644 })).unwrap();
    }
}

#[test]
fn what_was_opened_is_closed_again_when_the_campaign_is() {
    let house = at_work("022", CAMPAIGN_TOML);
    open_all(house.folder.path());
    fine("022", house.folder.path(), &["--now", "2027-01-09T21:00:00Z", "tick"], "");
    assert_eq!(open_to_others(house.folder.path(), "rim-3"), Vec::<String>::new());
    assert_eq!(modes(house.folder.path())["rim-3/campaign.toml"].1, 0o600, "it has the players' addresses");
    assert_eq!(modes(house.folder.path())["ashpost.toml"].1, 0o600);
}

#[test]
fn one_command_closes_all_and_lists_what_it_changed() {
    let house = at_work("022", CAMPAIGN_TOML);
    // The mailbox is the test's own work.
    fine("022", house.folder.path(), &["repair-modes"], "");
    assert_eq!(fine("022", house.folder.path(), &["repair-modes"], ""), "Every file is as private as it should be; nothing was changed.\n");
    open_all(house.folder.path());
    let told = fine("022", house.folder.path(), &["repair-modes"], "");
    for line in
        ["rim-3/campaign.db 0644 -> 0600", "rim-3 0755 -> 0711", "rim-3/reports/turn-1/seat-1.txt 0644 -> 0600", "spool 0755 -> 0700"]
    {
        assert!(told.lines().any(|told| told.ends_with(line)), "{line} is not in\n{told}");
    }
    assert!(!told.contains("/site"), "{told}");
    assert_eq!(open_to_others(house.folder.path(), "rim-3"), Vec::<String>::new());
    assert_eq!(modes(house.folder.path())["mail"].1, 0o700, "a mailbox inside the host's folder");
    open_all(house.folder.path());
    let json: serde_json::Value = serde_json::from_str(&fine("022", house.folder.path(), &["--json", "repair-modes"], "")).unwrap();
    assert!(
        json["changed"].as_array().is_some_and(|changed| changed.iter().any(|one| one["from"] == "0644" && one["to"] == "0600")),
        "{json}"
    );
}

#[test]
fn check_config_names_what_others_can_read_a_password_foremost() {
    let house = at_work("022", CAMPAIGN_TOML);
    let check = || ashpost("022", house.folder.path(), &["--now", "2027-01-09T21:00:00Z", "check-config"], "");
    assert_eq!(check().status.code(), Some(0));
    let smtp = "[mail]\ntransport = \"smtp\"\nhost = \"localhost\"\nuser = \"games\"\npassword_file = \"password\"\n";
    let host = fs::read_to_string(house.path("ashpost.toml")).unwrap();
    fs::write(house.path("ashpost.toml"), host.replace("[mail]\ntransport = \"file\"\ndirectory = \"sent\"\n", smtp)).unwrap();
    fs::write(house.path("password"), "swordfish\n").unwrap();
    fs::set_permissions(house.path("password"), Permissions::from_mode(0o640)).unwrap();
    fs::set_permissions(house.path("rim-3/campaign.db"), Permissions::from_mode(0o644)).unwrap();
    let told = check();
    let (out, err) = (String::from_utf8(told.stdout).unwrap(), String::from_utf8(told.stderr).unwrap());
    assert_eq!(told.status.code(), Some(3));
    assert!(err.contains("mail.password_file: others can read") && err.contains("password (mode 0640)"), "{err}");
    assert!(out.contains("warning: others can read") && out.contains("rim-3/campaign.db") && out.contains("ashpost repair-modes"), "{out}");
    fine("022", house.folder.path(), &["repair-modes"], "");
    let told = check();
    assert_eq!((told.status.code(), String::from_utf8(told.stderr).unwrap()), (Some(0), String::new()));
    assert!(!String::from_utf8(told.stdout).unwrap().contains("others can read"));
}

#[test]
fn a_new_campaign_is_closed_from_the_start() {
    let folder = tempfile::tempdir().unwrap();
    let campaigns = folder.path().join("campaigns");
    fine("022", &campaigns, &["new", "rim-3", "--seat", "Ann <ann@player.example>"], "");
    let found = modes(folder.path());
    for (path, expected) in [
        ("campaigns", (true, 0o711)),
        ("campaigns/ashpost.toml", (false, 0o600)),
        ("campaigns/rim-3", (true, 0o711)),
        ("campaigns/rim-3/campaign.toml", (false, 0o600)),
    ] {
        assert_eq!(found[path], expected, "{path}");
    }
}
