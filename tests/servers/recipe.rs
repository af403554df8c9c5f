//! `docs/hosting.md` typed to the letter: its three ways for mail to come in, from an empty machine to a receipt.
//!
//! Blocks that are marked `<!-- tried: WHAT, ways abc -->` are run (as `root`, as `referee`, as the lines of its crontab) or written (a
//! path, or `from` a line of a file on), in their order. Only these words are replaced, by what the test has in their place:
//!
//! | On the page | Here |
//! |---|---|
//! | `referee` | a user that is made for the test |
//! | `/home/`, `/usr/local/bin`, `/usr/sbin/sendmail`, `/etc/aliases` | the same below the test's own folder |
//! | `target/dist/ashpost` | the program as it was built for the test |
//! | `pbem.example`, `player.example` | `pbem.test`, `player.test`: the domains of the test's Postfix |
//! | `mail.provider.example`, `993`, `587` | `localhost`, the ports of the test's servers |
//! | `the password` | the one that the test's Dovecot knows |
//! | `/etc/ssl/certs/ca-certificates.crt` | the certificate of the test's own authority |

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use super::common::install_script;
use super::dovecot::Dovecot;
use super::house::{Delivered, House, answer_by_s_nail};
use super::postfix::{Postfix, Variant};
use super::programs::{attempts, free_port, lacking, run, which};

/// A marked block of the page.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Block {
    what: String,
    text: String,
}

/// The blocks of one way, in their order.
fn blocks(page: &str, way: char) -> Vec<Block> {
    let marked = page.split("<!-- tried: ").skip(1).filter_map(|rest| {
        let (mark, rest) = rest.split_once(" -->\n```")?;
        let (what, ways) = mark.rsplit_once(", ways ")?;
        let text = rest.split_once('\n')?.1.split_once("```\n")?.0;
        ways.contains(way).then(|| Block { what: what.to_owned(), text: text.to_owned() })
    });
    marked.collect()
}

fn page() -> String {
    fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/hosting.md")).unwrap()
}

#[test]
fn every_way_of_the_page_has_its_blocks() {
    let page = page();
    assert_eq!(['a', 'b', 'c'].map(|way| blocks(&page, way).len()), [7, 7, 8]);
    let marks = page.matches("<!-- tried: ").count();
    let unmarked = page.matches("```").count() / 2 - marks;
    assert_eq!(unmarked, 1, "only the build is not typed");
}

#[test]
fn the_front_page_types_nothing_else() {
    let readme = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("README.md")).unwrap();
    let hosting = readme.split("\n## You want to host\n").nth(1).unwrap().split("\n## ").next().unwrap();
    let page = page();
    let mut lines = 0;
    for block in hosting.split("```").skip(1).step_by(2) {
        for line in block.lines().skip(1) {
            assert!(page.contains(&format!("{line}\n")), "README.md types what docs/hosting.md does not: {line}");
            lines += 1;
        }
    }
    assert!(lines >= 10, "{lines} lines");
}

#[test]
fn postfix_delivers_into_a_maildir() {
    if !lacking("the recipe for a Maildir", &["postfix", "openssl", "s-nail", "adduser", "runuser"]) {
        let machine = Machine::with_a_mail_server('a');
        let report = machine.opens();
        answer_by_s_nail(&machine.server, "ann", "games@pbem.test", &report, "BUILD 1 FP ON 1\n");
        assert!(attempts(400).any(|_| has_mail(&machine.home().join("Maildir/new"))), "{}", machine.server.log());
        assert!(machine.cron().said.contains("1 accepted"));
        machine.has_a_receipt();
    }
}

#[test]
fn postfix_pipes_to_receive() {
    if !lacking("the recipe for a pipe", &["postfix", "openssl", "s-nail", "adduser", "runuser"]) {
        let machine = Machine::with_a_mail_server('b');
        let report = machine.opens();
        answer_by_s_nail(&machine.server, "ann", "games@pbem.test", &report, "BUILD 1 FP ON 1\n");
        machine.has_a_receipt();
        assert_eq!(machine.cron().said, "", "it was answered as soon as it came");
    }
}

#[test]
fn mbsync_fetches_from_a_provider_and_answers_go_through_it() {
    if !lacking("the recipe for a provider", &["postfix", "openssl", "s-nail", "adduser", "runuser", "dovecot", "mbsync"]) {
        let machine = Machine::with_a_provider('c');
        let report = machine.opens();
        answer_by_s_nail(&machine.server, "ann", "games@pbem.test", &report, "BUILD 1 FP ON 1\n");
        machine.server.wait_for_mails("games", 1);
        assert!(machine.cron().said.contains("1 accepted"));
        machine.has_a_receipt();
        assert!(report.raw.contains("with ESMTPSA"), "it was sent without login or TLS: {}", report.raw);
    }
}

fn has_mail(folder: &Path) -> bool {
    fs::read_dir(folder).is_ok_and(|mut entries| entries.next().is_some())
}

/// A machine for the page: a mail server, a user, and everything that the page names in a folder of its own.
struct Machine {
    server: Postfix,
    provider: Option<Dovecot>,
    submission: u16,
    way: char,
}

/// A run by cron: to whom it would mail the output.
struct Cron {
    mailto: String,
    said: String,
}

impl Machine {
    fn with_a_mail_server(way: char) -> Machine {
        let settings = [
            "mydestination = pbem.test localhost",
            "virtual_mailbox_domains = player.test",
            "virtual_mailbox_maps = inline:{ { ida@player.test = ida/ } { ann@player.test = ann/ } { bob@player.test = bob/ } }",
            "transport_maps =",
            "alias_maps = hash:{directory}/etc/aliases",
            "alias_database = hash:{directory}/etc/aliases",
            "command_directory = {directory}/sbin",
        ];
        // The queue looks every second for what users hand in.
        let services = ["local unix - n n - - local", "pickup unix n - n 1 1 pickup"];
        let [settings, services] = [&settings[..], &services[..]].map(|lines| lines.iter().map(|line| (*line).to_owned()).collect());
        let server = Postfix::start_as(&Variant { settings, services, prepare: Some(bring_own_sendmail), ..Variant::default() });
        let open = |folder: &str, mode| fs::set_permissions(server.directory().join(folder), fs::Permissions::from_mode(mode)).unwrap();
        open("spool/maildrop", 0o1777);
        open("spool/public", 0o755);
        Machine { server, provider: None, submission: 0, way }.with_folders()
    }

    fn with_a_provider(way: char) -> Machine {
        let submission = free_port();
        let options = [
            "smtpd_tls_security_level=encrypt",
            "smtpd_sasl_auth_enable=yes",
            "smtpd_sasl_type=dovecot",
            "smtpd_sasl_path=private/auth",
            "smtpd_relay_restrictions=permit_sasl_authenticated,reject",
            "smtpd_recipient_restrictions=permit_sasl_authenticated,reject",
        ];
        let service = options.iter().fold(format!("127.0.0.1:{submission} inet n - n - - smtpd"), |line, option| line + " -o " + option);
        let mailboxes = ["games@pbem.test = games/", "ida@player.test = ida/", "ann@player.test = ann/", "bob@player.test = bob/"];
        let mailboxes: String = mailboxes.iter().map(|mailbox| format!("{{ {mailbox} }} ")).collect();
        let settings = vec![format!("virtual_mailbox_maps = inline:{{ {mailboxes}}}"), "transport_maps =".to_owned()];
        let server = Postfix::start_as(&Variant { settings, services: vec![service], ..Variant::default() });
        let provider = Some(Dovecot::start_for(&server));
        Machine { server, provider, submission, way }.with_folders()
    }

    fn with_folders(self) -> Machine {
        for folder in ["bin", "home"] {
            fs::create_dir_all(self.server.directory().join(folder)).unwrap();
        }
        self
    }

    /// Types the page from the first block to the last, and checks the result; returns Ann's opening report.
    fn opens(&self) -> Delivered {
        let mut said = Vec::new();
        for block in blocks(&page(), self.way) {
            let output = self.type_in(&block);
            said.push(output.map(|output| String::from_utf8(output.stdout).unwrap()).unwrap_or_default());
        }
        let said = said.concat();
        assert!(said.contains("The test message to ida@player.test was accepted: ") && !said.contains("cannot begin"), "{said}");
        assert!(self.house().mails("ida", 1).values().all(|mail| mail.letter.subject.contains("A test message from games@pbem.test")));
        let cron = self.cron();
        assert_eq!(cron.mailto, "ida@player.test");
        assert!(cron.said.contains("rim-3: opened, 2 sent"), "{}", cron.said);
        assert_eq!(self.house().mails("bob", 1).len(), 1);
        self.house().mails("ann", 1).into_values().next().unwrap()
    }

    fn has_a_receipt(&self) {
        let mails = self.house().mails("ann", 2);
        assert!(mails.values().any(|mail| mail.letter.subject.contains("1 order")), "{:?}", mails.keys());
    }

    fn house(&self) -> House<'_> {
        House { server: &self.server }
    }

    fn user(&self) -> String {
        format!("referee-{}{}", self.way, std::process::id())
    }

    fn home(&self) -> PathBuf {
        self.server.directory().join("home").join(self.user())
    }

    /// The words of the page, replaced by those of the test.
    fn here(&self, text: &str) -> String {
        let directory = self.server.directory().display().to_string();
        let imap = self.provider.as_ref().map_or(0, |provider| provider.tls_port).to_string();
        let table = [
            ("target/dist/ashpost", env!("CARGO_BIN_EXE_ashpost").to_owned()),
            ("referee", self.user()),
            ("/home/", format!("{directory}/home/")),
            ("/usr/local/bin", format!("{directory}/bin")),
            ("/usr/sbin/sendmail", format!("{directory}/sbin/sendmail")),
            ("/etc/aliases", format!("{directory}/etc/aliases")),
            ("/etc/ssl/certs/ca-certificates.crt", self.server.authority().display().to_string()),
            ("pbem.example", "pbem.test".to_owned()),
            ("player.example", "player.test".to_owned()),
            ("mail.provider.example", "localhost".to_owned()),
            ("993", imap),
            ("587", self.submission.to_string()),
            ("the password", "test".to_owned()),
        ];
        // In one pass: a folder, a user or a port of the test may hold the digits of a word that is replaced.
        let (mut here, mut rest) = (String::new(), text);
        while let Some(letter) = rest.chars().next() {
            let found = table.iter().find(|(word, _)| rest.starts_with(word));
            let (length, word) = found.map_or((letter.len_utf8(), &rest[..letter.len_utf8()]), |(word, here)| (word.len(), here.as_str()));
            here.push_str(word);
            rest = &rest[length..];
        }
        here
    }

    /// Types a block as it says; the crontab waits.
    fn type_in(&self, block: &Block) -> Option<Output> {
        let text = self.here(&block.text);
        match block.what.as_str() {
            "root" => {
                let etc = self.server.directory().join("etc");
                Some(run(Command::new("sh").args(["-ec", &text]).env("MAIL_CONFIG", etc)))
            }
            "referee" => {
                let path = format!("{}/bin:/usr/bin:/bin", self.server.directory().display());
                let output = run(self.as_referee(&path).args(["sh", "-ec", &text]));
                self.replace_in_host_file();
                Some(output)
            }
            "cron" => None,
            path => {
                let (path, from) = path.split_once(" from ").unwrap_or((path, ""));
                let path = self.here(path);
                let before = if from.is_empty() { String::new() } else { fs::read_to_string(&path).unwrap() };
                let kept = before.find(from).map_or("", |at| &before[..at]);
                fs::write(&path, kept.to_owned() + &text).unwrap();
                None
            }
        }
    }

    /// Replaces what `new` writes of this machine, as on the page.
    fn replace_in_host_file(&self) {
        let file = self.home().join("campaigns/ashpost.toml");
        let directory = self.server.directory().display().to_string();
        if let Ok(text) = fs::read_to_string(&file).map(|text| text.replace(&format!("{directory}/sbin/sendmail"), "/usr/sbin/sendmail")) {
            fs::write(&file, text.replace("/usr/sbin/sendmail", &format!("{directory}/sbin/sendmail"))).unwrap();
        }
    }

    /// A program that the user runs at home, with nothing of our environment in its own.
    fn as_referee(&self, path: &str) -> Command {
        let mut command = Command::new("runuser");
        command.current_dir(self.home()).args(["-u", &self.user(), "--", "env", "-i"]).arg(format!("PATH={path}"));
        command.arg(format!("HOME={}", self.home().display()));
        command.arg(format!("SSL_CERT_FILE={}", self.server.authority().display()));
        command
    }

    /// Runs the crontab's line once, as cron does.
    fn cron(&self) -> Cron {
        let crontab = blocks(&page(), self.way).into_iter().find(|block| block.what == "cron").unwrap();
        let crontab = self.here(&crontab.text);
        let (mailto, line) = crontab.trim_end().split_once('\n').unwrap();
        let command = line.splitn(6, ' ').nth(5).unwrap();
        let output = run(self.as_referee("/usr/bin:/bin").args(["sh", "-c", command]));
        let said = String::from_utf8([output.stdout, output.stderr].concat()).unwrap();
        Cron { mailto: mailto.strip_prefix("MAILTO=").unwrap().to_owned(), said }
    }
}

impl Drop for Machine {
    fn drop(&mut self) {
        let _ = Command::new("deluser").args(["--quiet", &self.user()]).output();
    }
}

/// Users hand mail to the queue by a program that is setgid, and serves no other queue than the system's. A copy that is not, and a
/// queue that is open to all, do the same for this server.
fn bring_own_sendmail(directory: &Path) {
    let sbin = directory.join("sbin");
    fs::create_dir(&sbin).unwrap();
    let system = which("postconf").unwrap();
    for entry in fs::read_dir(system.parent().unwrap()).unwrap().map(Result::unwrap) {
        let name = entry.file_name().into_string().unwrap();
        match name.as_str() {
            "postdrop" => drop(fs::copy(entry.path(), sbin.join("postdrop")).unwrap()),
            name if name.starts_with("post") => std::os::unix::fs::symlink(entry.path(), sbin.join(name)).unwrap(),
            _ => {}
        }
    }
    fs::set_permissions(sbin.join("postdrop"), fs::Permissions::from_mode(0o755)).unwrap();
    let sendmail = which("sendmail").unwrap();
    let script = format!("#!/bin/sh\nMAIL_CONFIG={}/etc exec {} \"$@\"\n", directory.display(), sendmail.display());
    install_script(&sbin.join("sendmail"), &script);
    // A machine with a mail server has aliases already.
    fs::write(directory.join("etc/aliases"), "postmaster: root\n").unwrap();
    run(Command::new("newaliases").env("MAIL_CONFIG", directory.join("etc")));
}
