//! A host for real people: what `new` asks and says, what keeps a campaign from beginning, and the test message.

use std::fs;
use std::path::{Path, PathBuf};

use super::{ashpost, code, err, out};
use crate::common::{CAMPAIGN_TOML, CORRESPONDENCE_TOML, House, install_script, utc};

const NOW: [&str; 2] = ["--now", "2027-01-01T10:00:00Z"];

/// A program in place of sendmail: it stores each email that it gets in a file of its own.
const SENDMAIL: &str = "#!/bin/sh\ncd \"${0%/*}\"\nmkdir -p taken\ncat > taken/$(ls taken | grep -c .)\necho taken >&2\n";

/// A host that sends by such a program, to addresses that are no placeholders; each change replaces a text in its two files.
fn house(changes: &[(&str, &str)]) -> House {
    let house = House::new(CAMPAIGN_TOML);
    install_script(&house.path("sendmail"), SENDMAIL);
    let sendmail = format!("transport = \"sendmail\"\ncommand = \"{}\"", house.path("sendmail").display());
    for name in ["ashpost.toml", "rim-3/campaign.toml"] {
        let text = fs::read_to_string(house.path(name)).unwrap();
        let text = text.replace(".example", ".test").replace("transport = \"file\"\ndirectory = \"sent\"", &sendmail);
        fs::write(house.path(name), changes.iter().fold(text, |text, (from, to)| text.replace(from, to))).unwrap();
    }
    house
}

fn run(house: &House, arguments: &[&str]) -> std::process::Output {
    ashpost(house.folder.path(), &[&NOW[..], arguments].concat())
}

/// Standard error without the folder of the house.
fn told(house: &House, output: &std::process::Output) -> String {
    err(output).replace(&house.folder.path().to_string_lossy().into_owned(), "")
}

/// What has left the house.
fn taken(house: &House) -> Vec<PathBuf> {
    fs::read_dir(house.path("taken")).map(|entries| entries.map(|entry| entry.unwrap().path()).collect()).unwrap_or_default()
}

#[test]
fn a_campaign_for_real_people_begins_once_its_host_is_complete() {
    let house = house(&[]);
    let checked = run(&house, &["check-config"]);
    assert_eq!((code(&checked), told(&house, &checked)), (Some(0), String::new()));
    assert!(out(&checked).contains("/mail: send a message to games@pbem.test and see whether it arrives"), "{}", out(&checked));
    assert_eq!((code(&run(&house, &["tick"])), taken(&house).len()), (Some(0), 2));
}

#[test]
fn a_campaign_may_leave_all_its_seats_to_players_who_join_by_email() {
    let seat = |number: u8, name: &str, address: &str| {
        format!("[[seat]]\nnumber = {number}\nname = \"{name}\"\naddress = \"{address}\"\nformat = \"text\"\n")
    };
    let (ann, bob) = (seat(1, "Ann", "ann@player.test"), seat(2, "Bob", "bob@player.test"));
    let joining = |seats: &str| format!("[joining]\nopen = true\nseats = [{seats}]\n");
    let checked = |seats: &str| {
        let house = house(&[(&*ann, &*joining(seats)), (&*bob, "")]);
        let checked = run(&house, &["check-config"]);
        (code(&checked), out(&checked), told(&house, &checked))
    };
    let (code, out, told) = checked("1, 2");
    assert_eq!((code, &*told), (Some(0), ""), "{out}");
    assert!(out.contains("  2 seats, 2 of them for players who join by email (2 still free), open\n"), "{out}");
    let (code, _, told) = checked("1, 9");
    assert_eq!(code, Some(3));
    assert!(told.contains(": joining.seats[1]: "), "{told}");
}

#[test]
fn a_file_of_orders_that_counts_for_nobody_is_told_of() {
    let house = house(&[]);
    assert_eq!(code(&run(&house, &["tick"])), Some(0));
    for (name, first) in [("ann", ""), ("bob", "ORDERS rim-9 2 ABCDEFGHABCDEFGH\n"), ("cy", "ORDERS rim-3 2 ABCDEFGHABCDEFGH\n")] {
        let path = house.path(&format!("drop/{name}.orders"));
        fs::write(&path, format!("{first}BUILD 1 FP ON 1\n")).unwrap();
        fs::File::options().append(true).open(&path).unwrap().set_modified(utc(NOW[1]).into()).unwrap();
        let ticked = run(&house, &["tick"]);
        assert_eq!(code(&ticked), Some(3), "{name}");
        let said = out(&ticked).replace(&house.folder.path().to_string_lossy().into_owned(), "");
        assert!(said.contains(&format!("/drop/{name}.orders: these orders count for nobody. An order file begins with")), "{said}");
        assert_eq!(code(&run(&house, &["tick"])), Some(0), "once");
    }
}

#[test]
fn what_cannot_work_is_told_by_check_config_and_keeps_the_campaign_from_beginning() {
    let cases: [(&[(&str, &str)], &str); 8] = [
        (
            &[("games@pbem.test", "games@example.org")],
            "/ashpost.toml:2:1: address: `games@example.org` is a placeholder: no email ever arrives at example.org",
        ),
        (
            &[("gm@pbem.test", "gm@mail.example.com")],
            "/rim-3/campaign.toml:9:1: gm.address: `gm@mail.example.com` is a placeholder: nobody reads email at mail.example.com",
        ),
        (
            &[("bob@player.test", "bob@player.example")],
            "/rim-3/campaign.toml:26:1: seat[1].address: `bob@player.example` is a placeholder: nobody reads email at player.example",
        ),
        (
            &[("@player.test", "@player.invalid")],
            "/rim-3/campaign.toml:21:1: seat[0].address: `ann@player.invalid` is a placeholder: nobody reads email at player.invalid\n/rim-3/campaign.toml:26:1: seat[1].address: `bob@player.invalid` is a placeholder: nobody reads email at player.invalid",
        ),
        (
            &[("maildirs = [\"mail\"]\nfolders = [\"drop\"]", "")],
            "/ashpost.toml:3:1: intake: no email comes in: name a Maildir in `maildirs`, or say `pipe = true` if a mail server pipes to `ashpost receive`",
        ),
        (
            &[("\"mail\"", "\"post\"")],
            "/ashpost.toml:4:13: intake.maildirs[0]: /post is no Maildir: it has no folder `new`; name the folder into which your mail server delivers; `mkdir -p /post/new /post/cur /post/tmp` makes a new one",
        ),
        (&[("/sendmail\"", "/no-sendmail\"")], "/ashpost.toml:8:1: mail.command: there is no program /no-sendmail"),
        (
            &[("[[seat]]\nnumber = 2\nname = \"Bob\"\naddress = \"bob@player.test\"\nformat = \"text\"\n", "")],
            "/rim-3/campaign.toml:18:1: seat: first-steps is a game for two, and only Ann (seat 1) plays",
        ),
    ];
    for (changes, says) in cases {
        let house = house(changes);
        let checked = run(&house, &["check-config"]);
        let each: String = says.lines().map(|line| format!("ashpost: {line}\n")).collect();
        assert_eq!((code(&checked), told(&house, &checked)), (Some(3), each), "{changes:?}");
        let ticked = run(&house, &["tick"]);
        assert_eq!(code(&ticked), Some(3), "{changes:?}");
        let said = out(&ticked).replace(&house.folder.path().to_string_lossy().into_owned(), "");
        let first = says.lines().next().unwrap();
        assert!(said.contains(&format!("rim-3: error: {first}")) && !said.contains("opened"), "{changes:?}: {said}");
        assert!(
            taken(&house).iter().all(|mail| fs::read_to_string(mail).unwrap().contains("needs its game master")),
            "nobody is written to: {changes:?}"
        );
        assert_eq!(code(&run(&house, &["orders", "rim-3"])), Some(1), "it has not begun");
    }
}

#[test]
fn a_game_master_is_not_written_to_where_nobody_reads_mail() {
    let of_gm = house(&[("gm@pbem.test", "gm@example.org")]);
    let of_host = house(&[("games@pbem.test", "games@example.org")]);
    let of_seat = house(&[("bob@player.test", "bob@example.org")]);
    for (house, letters) in [(of_gm, 0), (of_host, 0), (of_seat, 1)] {
        assert_eq!((code(&run(&house, &["tick"])), taken(&house).len()), (Some(3), letters));
    }
}

#[test]
fn what_is_to_be_filled_in_is_no_mistake_before_the_campaign_is_opened() {
    let house = house(&[("bob@player.test", "bob@example.org"), ("open = true", "open = false")]);
    let checked = run(&house, &["check-config"]);
    assert_eq!((code(&checked), told(&house, &checked)), (Some(0), String::new()));
    assert!(out(&checked).contains("change this before it begins: ") && out(&checked).contains("bob@example.org"), "{}", out(&checked));
    assert_eq!(code(&run(&house, &["tick"])), Some(0));
}

#[test]
fn placeholders_and_mailboxes_do_not_matter_where_a_pipe_brings_mail_and_files_take_it() {
    let piped = house(&[("maildirs = [\"mail\"]\nfolders = [\"drop\"]", "pipe = true")]);
    let checked = run(&piped, &["check-config"]);
    assert_eq!(code(&checked), Some(0), "{}", err(&checked));
    assert!(out(&checked).contains("nothing has ever been piped to `ashpost receive`"), "{}", out(&checked));
    assert_eq!(code(&run(&piped, &["tick"])), Some(0));
    assert_eq!(taken(&piped).len(), 2);
    let into_files = House::new(CAMPAIGN_TOML);
    assert_eq!(code(&run(&into_files, &["tick"])), Some(0), "player.example is as good as any where mail stays here");
}

#[test]
fn a_running_game_goes_on_and_check_config_warns() {
    let house = house(&[]);
    run(&house, &["tick"]);
    let file = house.path("rim-3/campaign.toml");
    let text = fs::read_to_string(&file).unwrap();
    let bob = text.find("[[seat]]\nnumber = 2").unwrap();
    fs::write(&file, text[..bob].replace("ann@player.test", "ann@example.org")).unwrap();
    let checked = run(&house, &["check-config"]);
    assert_eq!((code(&checked), told(&house, &checked)), (Some(0), String::new()));
    let said = out(&checked);
    assert!(said.contains("warning: seat 2 (Bob) is missing from the file, and Bob plays on"), "{said}");
    assert!(said.contains("warning: ") && said.contains("`ann@example.org` is a placeholder"), "{said}");
    assert_eq!(code(&run(&house, &["tick"])), Some(0));
}

#[test]
fn a_seat_is_given_to_nobody_at_a_placeholder_and_an_address_is_told_from_a_name() {
    let house = house(&[]);
    run(&house, &["tick"]);
    let refused = |arguments: &[&str]| {
        let refused = run(&house, arguments);
        assert_eq!(code(&refused), Some(1), "{}", out(&refused));
        told(&house, &refused)
    };
    let said = refused(&["replace", "rim-3", "2", "Cora <cora@example.org>"]);
    assert!(said.contains("`cora@example.org` is a placeholder: nobody reads email at example.org"), "{said}");
    let said = refused(&["address", "rim-3", "2", "bob@player.example"]);
    assert!(said.contains("`bob@player.example` is a placeholder"), "{said}");
    for text in ["Fay Wray fay@player.test", "Fay Wray <fay@player.test"] {
        let said = refused(&["replace", "rim-3", "2", text]);
        assert!(said.contains("belongs between < and >: write `Fay Wray <fay@player.test>`"), "{said}");
    }
}

#[test]
fn a_running_game_of_two_is_not_set_up_again_from_its_file() {
    let house = House::new(CORRESPONDENCE_TOML);
    run(&house, &["tick"]);
    let file = house.path("rim-3/campaign.toml");
    let text = fs::read_to_string(&file).unwrap();
    fs::write(&file, &text[..text.find("[[seat]]\nnumber = 2").unwrap()]).unwrap();
    let checked = run(&house, &["check-config"]);
    assert_eq!((code(&checked), told(&house, &checked)), (Some(0), String::new()));
    assert!(out(&checked).contains("warning: seat 2 (Bob) is missing from the file, and Bob plays on"), "{}", out(&checked));
    assert_eq!(code(&run(&house, &["tick"])), Some(0));
}

#[test]
fn what_cannot_be_written_whole_is_not_left_behind_in_part() {
    let folder = tempfile::tempdir().unwrap();
    let run = |campaigns: &Path, kibibytes: u32, arguments: &[&str]| {
        // As on a full disk: no file may grow beyond this, and writing more fails.
        let limited = format!("trap '' XFSZ; ulimit -f {kibibytes}; exec \"$0\" \"$@\"");
        let mut command = std::process::Command::new("bash");
        command.args(["-c", &limited, env!("CARGO_BIN_EXE_ashpost"), "--campaigns"]).arg(campaigns);
        command.args(arguments).output().unwrap()
    };
    let new = |campaigns: &Path, kibibytes: u32| run(campaigns, kibibytes, &["new", "rim-3", "--scenario", "first-steps"]);
    let all = |folder: &Path| -> Vec<PathBuf> {
        let entries = fs::read_dir(folder).into_iter().flatten();
        entries.map(|entry| entry.unwrap().path()).collect()
    };
    for kibibytes in [0, 1, 4] {
        let campaigns = folder.path().join(format!("full-{kibibytes}"));
        let failed = new(&campaigns, kibibytes);
        assert!(code(&failed) == Some(1) && !err(&failed).is_empty(), "{kibibytes}: {}", err(&failed));
        assert_eq!(all(&campaigns), Vec::<PathBuf>::new(), "{kibibytes}: {}", err(&failed));
        let made = new(&campaigns, 10_000);
        assert_eq!(code(&made), Some(0), "{kibibytes}: {}", err(&made));
        assert!(campaigns.join("rim-3/campaign.toml").is_file());
    }
    // A campaign beside others takes nothing of theirs with it.
    let campaigns = folder.path().join("full-0");
    fs::rename(campaigns.join("rim-3"), campaigns.join("rim-4")).unwrap();
    let before = all(&campaigns).len();
    for arguments in [&["new", "rim-3", "--scenario", "first-steps"][..], &["clone", "rim-4", "rim-5"]] {
        assert_eq!(code(&run(&campaigns, 0, arguments)), Some(1), "{arguments:?}");
        assert_eq!(all(&campaigns).len(), before, "{arguments:?}");
    }
}

#[test]
fn new_writes_how_mail_comes_in_and_says_what_is_left_to_do() {
    let folder = tempfile::tempdir().unwrap();
    let maildir = folder.path().join("Maildir");
    let made = |name: &str, arguments: &[&str]| {
        let campaigns = folder.path().join(name);
        (ashpost(&campaigns, &[&["new", "rim-3", "--scenario", "first-steps"], arguments].concat()), campaigns)
    };
    let host = |campaigns: &Path| fs::read_to_string(campaigns.join("ashpost.toml")).unwrap();

    let (said, campaigns) = made("unfilled", &[]);
    assert_eq!((code(&said), err(&said)), (Some(0), String::new()));
    for left in [
        "ashpost.toml:7:1: intake: no email comes in",
        "address: `games@example.org` is a placeholder",
        "gm.address: `gm@example.org` is a placeholder",
        "seat[0].address: `player1@example.org` is a placeholder: nobody reads email at example.org",
        "\n  MAILTO=gm@example.org\n  */5 * * * * /",
        " check-config --send-test\n",
    ] {
        assert!(out(&said).contains(left), "{left} is not in {}", out(&said));
    }
    assert!(host(&campaigns).contains("\nmaildirs = []") && host(&campaigns).contains("\npipe = false"), "{}", host(&campaigns));
    assert!(!campaigns.join("mail").exists(), "a Maildir that nobody fills");

    let (said, campaigns) = made("delivered", &["--maildir", maildir.to_str().unwrap()]);
    assert!(host(&campaigns).contains(&format!("maildirs = [\"{}\"]", maildir.display())), "{}", host(&campaigns));
    assert!(out(&said).contains("is no Maildir: it has no folder `new`"), "{}", out(&said));
    let (_, campaigns) = made("piped", &["--pipe"]);
    assert!(host(&campaigns).contains("\nmaildirs = []") && host(&campaigns).contains("\npipe = true"), "{}", host(&campaigns));
    let (said, campaigns) = made("both", &["--pipe", "--maildir", "Maildir"]);
    assert_eq!((code(&said), campaigns.exists()), (Some(2), false));

    let people = [
        "--address",
        "games@pbem.test",
        "--gm",
        "Ida <ida@pbem.test>",
        "--seat",
        "Ann <ann@player.test>",
        "--seat",
        "Bob <bob@player.test>",
    ];
    let (said, campaigns) = made("complete", &[&["--pipe"], &people[..]].concat());
    // A machine without a mail server has no such program, and then that alone is left to do.
    let lacks_sendmail = !Path::new("/usr/sbin/sendmail").exists();
    let left = "ashpost.toml: mail.command: there is no program /usr/sbin/sendmail\n\nThen look for mistakes";
    assert_eq!((out(&said).contains("cannot begin"), out(&said).contains(left)), (lacks_sendmail, lacks_sendmail), "{}", out(&said));
    assert!(out(&said).contains("\n  MAILTO=ida@pbem.test\n"), "{}", out(&said));

    let again = |arguments: &[&str]| ashpost(&campaigns, &[&["new", "rim-4"], arguments].concat());
    let refused = again(&["--address", "other@pbem.test"]);
    assert_eq!(code(&refused), Some(1));
    assert!(
        err(&refused).contains("write to games@pbem.test, as ashpost.toml says: leave --address other@pbem.test out"),
        "{}",
        err(&refused)
    );
    let refused = again(&["--maildir", "Maildir"]);
    assert!(code(&refused) == Some(1) && err(&refused).contains("leave --maildir and --pipe out"), "{}", err(&refused));
    assert!(!campaigns.join("rim-4").exists(), "nothing was made");
    assert_eq!(code(&again(&["--address", "Games@pbem.test"])), Some(0), "that is the same");
}

#[test]
fn a_test_message_is_sent_and_what_was_said_to_it_is_told() {
    let house = house(&[]);
    let sent = run(&house, &["check-config", "--send-test"]);
    assert_eq!((code(&sent), err(&sent)), (Some(0), String::new()));
    assert!(
        out(&sent).contains("The test message to gm@pbem.test was accepted: ")
            && out(&sent).contains("/sendmail ended with exit status: 0: taken"),
        "{}",
        out(&sent)
    );
    let mail = fs::read_to_string(&taken(&house)[0]).unwrap();
    assert!(mail.contains("To: gm@pbem.test") && mail.contains("From: ashpost <games@pbem.test>"), "{mail}");

    let sent = run(&house, &["check-config", "rim-3", "--send-test", "you@pbem.test"]);
    assert!(out(&sent).contains("The test message to you@pbem.test was accepted"), "{}", out(&sent));
    let ids: Vec<String> = taken(&house)
        .iter()
        .map(|mail| fs::read_to_string(mail).unwrap())
        .map(|mail| mail.lines().find(|line| line.starts_with("Message-ID")).unwrap().to_owned())
        .collect();
    assert_ne!(ids[0], ids[1], "a server drops what it has seen");

    let refuses = |script: &str| {
        install_script(&house.path("sendmail"), script);
        run(&house, &["check-config", "--send-test"])
    };
    let refused = refuses("#!/bin/sh\necho no such user >&2\nexit 67\n");
    assert_eq!(code(&refused), Some(3));
    assert!(
        err(&refused).contains("the test message to gm@pbem.test was not accepted: refused: ") && err(&refused).contains("no such user"),
        "{}",
        err(&refused)
    );
    let wrong = run(&house, &["check-config", "--send-test", "rim-3"]);
    assert!(code(&wrong) == Some(2) && err(&wrong).contains("`rim-3` is not an email address"), "{}", err(&wrong));
}

#[test]
fn a_test_message_by_smtp_tells_what_the_server_answers() {
    let free = std::net::TcpListener::bind(("127.0.0.1", 0)).unwrap().local_addr().unwrap().port();
    let house =
        house(&[("transport = \"sendmail\"", &format!("transport = \"smtp\"\nhost = \"127.0.0.1\"\nport = {free}\ntls = \"none\"\n#"))]);
    let text = fs::read_to_string(house.path("ashpost.toml")).unwrap();
    let without_command: String = text.lines().filter(|line| !line.starts_with("command")).map(|line| format!("{line}\n")).collect();
    fs::write(house.path("ashpost.toml"), without_command).unwrap();
    let refused = run(&house, &["check-config", "--send-test"]);
    assert_eq!(code(&refused), Some(3));
    assert!(err(&refused).contains(&format!("was not accepted: cannot send: 127.0.0.1:{free}: Connection refused")), "{}", err(&refused));
    let unfilled = self::house(&[("games@pbem.test", "games@example.org")]);
    let refused = run(&unfilled, &["check-config", "--send-test", "you@pbem.test"]);
    assert!(err(&refused).contains("was not accepted: ") && taken(&unfilled).is_empty(), "{}", err(&refused));
    let into_files = House::new(CAMPAIGN_TOML);
    let sent = run(&into_files, &["check-config", "--send-test"]);
    assert!(out(&sent).contains("was accepted: it is in ") && out(&sent).contains("/sent/office.trial."), "{}", out(&sent));
}

#[test]
fn a_report_that_is_sent_again_before_it_has_left_has_the_subject_of_the_first() {
    let mut house = House::new(CAMPAIGN_TOML);
    house.tick(utc("2027-01-01T10:00:00Z"));
    house.news();
    house.let_mail_out(false);
    house.tick(utc("2027-01-09T08:00:00Z"));
    let again = ashpost(house.folder.path(), &["--now", "2027-01-09T08:05:00Z", "resend", "rim-3", "--seat", "2"]);
    assert_eq!(code(&again), Some(0), "{}", err(&again));
    house.let_mail_out(true);
    house.tick(utc("2027-01-09T10:00:00Z"));
    let subjects: Vec<String> = house.news().into_iter().filter(|sent| sent.to.contains("bob@")).map(|sent| sent.subject).collect();
    assert!(subjects.len() == 2 && subjects[0] == subjects[1] && subjects[0].contains("[rim-3 "), "{subjects:?}");
}
