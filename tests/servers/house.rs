//! An ashpost host with a mail server, run by the real program, and players who write by real programs.

use std::collections::BTreeMap;
use std::fs;
use std::io::Write;
use std::os::unix::process::CommandExt;
use std::process::{Command, Output, Stdio};

use ashpost::post::Letter;
use ashpost::post::source::FoundFile;
use serde_json::Value;

use super::common::{CAMPAIGN, CAMPAIGN_TOML};
use super::postfix::{CAP_BYTES, Postfix, USER, give_to_user};
use super::programs::run;

/// A host with one open campaign of two seats: Ann has pictures and attachments in her reports, Bob wants text.
pub(crate) struct House<'a> {
    pub server: &'a Postfix,
}

/// A delivered email.
pub(crate) struct Delivered {
    pub letter: Letter,
    pub raw: String,
}

impl House<'_> {
    /// A host at `games@` that reads the Maildir and sends with STARTTLS.
    pub(crate) fn with_maildir(server: &Postfix) -> House<'_> {
        let mail = format!("host = \"localhost\"\nport = {}\ntls = \"starttls\"\n", server.port);
        let intake = "[intake]\nmaildirs = [\"../mail/games\"]\n[mail]\ntransport = \"smtp\"\n";
        House::new(server, &format!("address = \"games@pbem.test\"\n{intake}{mail}"))
    }

    /// `host_toml` says how email comes in and goes out.
    pub(crate) fn new<'a>(server: &'a Postfix, host_toml: &str) -> House<'a> {
        let directory = server.directory();
        // Another user may not enter the folder of the build. A program that was just written may still be open for writing in what another test has
        // started meanwhile, and then it cannot run; a link is never written.
        let (built, program) = (env!("CARGO_BIN_EXE_ashpost"), directory.join("ashpost"));
        fs::hard_link(built, &program).or_else(|_| fs::copy(built, &program).map(drop)).unwrap();
        let campaigns = directory.join("campaigns");
        fs::create_dir_all(campaigns.join(CAMPAIGN)).unwrap();
        fs::write(campaigns.join("ashpost.toml"), format!("sub_addressing = true\n{host_toml}")).unwrap();
        let with_pictures = CAMPAIGN_TOML
            .replace(".example", ".test")
            .replace("when_all_ready = true", "when_all_ready = true\nready_pause_minutes = 0")
            .replacen("format = \"text\"", "format = \"both\"\nattachments = \"all\"", 1);
        fs::write(campaigns.join(CAMPAIGN).join("campaign.toml"), with_pictures).unwrap();
        give_to_user(&campaigns);
        // Postfix makes the host's Maildir only with the first email, and the host says so if it is not there.
        for folder in ["new", "cur", "tmp"] {
            fs::create_dir_all(server.maildir("games").join(folder)).unwrap();
        }
        give_to_user(&server.maildir("games"));
        House { server }
    }

    /// The program, run by the user who owns the emails.
    pub(crate) fn ashpost(&self, arguments: &[&str]) -> Output {
        let directory = self.server.directory();
        let mut command = Command::new(directory.join("ashpost"));
        command.uid(USER).gid(USER).current_dir("/").env("SSL_CERT_FILE", self.server.authority());
        run(command.arg("--campaigns").arg(directory.join("campaigns")).args(arguments))
    }

    /// Runs the cron line and returns what it did for the campaign.
    pub(crate) fn tick(&self) -> Value {
        let report: Value = serde_json::from_slice(&self.ashpost(&["--json", "tick"]).stdout).unwrap();
        report["campaigns"][0].clone()
    }

    /// A player's emails, by Message-ID; an email that came twice fails the test.
    pub(crate) fn mails(&self, player: &str, count: usize) -> BTreeMap<String, Delivered> {
        let mails = self.server.wait_for_mails(player, count);
        self.server.wait_until_all_is_delivered();
        let by_id: BTreeMap<String, Delivered> = mails.iter().map(delivered).collect();
        let ids: Vec<&String> = by_id.keys().collect();
        assert_eq!((ids.len(), self.server.mails(player).len()), (count, count), "{player} has {ids:?}");
        by_id
    }
}

fn delivered(found: &FoundFile) -> (String, Delivered) {
    let raw = found.read(CAP_BYTES).unwrap().unwrap();
    let letter = Letter::read(&raw);
    let id = letter.message_id.as_ref().map(ToString::to_string).unwrap_or_else(|| panic!("{} has no Message-ID", found.path.display()));
    (id, Delivered { letter, raw: String::from_utf8_lossy(&raw).into_owned() })
}

/// The Message-ID of a seat's report on a turn.
pub(crate) fn report_id(turn: u32, seat: u8) -> String {
    format!("{CAMPAIGN}.{turn}.report.{seat}.ashpost@pbem.test")
}

/// Sends by swaks a player's answer to the sub-address, with no subject at all.
pub(crate) fn answer_by_swaks(server: &Postfix, player: &str, report: &Delivered, text: &str) -> String {
    let to = report.letter.reply_to[0].address.as_str();
    let id = format!("{player}-1@player.test");
    let port = server.port.to_string();
    let headers =
        ["Subject: ".to_owned(), format!("Message-Id: <{id}>"), format!("In-Reply-To: <{}>", report.letter.message_id.as_ref().unwrap())];
    let mut command = Command::new("swaks");
    command.args(["--server", "127.0.0.1", "--port", &port, "--helo", "player.test"]);
    command.args(["--from", &format!("{player}@player.test"), "--to", to, "--body", text]);
    run(command.args(headers.iter().flat_map(|header| ["--header", header])));
    id
}

/// Sends by s-nail a player's answer to the address of the host, with the tag in the subject.
pub(crate) fn answer_by_s_nail(server: &Postfix, player: &str, to: &str, report: &Delivered, text: &str) {
    let mut command = Command::new("s-nail");
    command.env("MAILRC", "/dev/null").args(["-:/", "-S", "v15-compat", "-S", &format!("mta=smtp://127.0.0.1:{}", server.port)]);
    command.args(["-S", "smtp-auth=none", "-S", "hostname=player.test", "-r", &format!("{player}@player.test")]);
    command.args(["-s", &format!("Re: {}", report.letter.subject), to]);
    let quoted: String = Letter::subject_and_words(report.raw.as_bytes()).1.lines().take(20).map(|line| format!("> {line}\n")).collect();
    let mut running = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    write!(running.stdin.take().unwrap(), "The game master wrote:\n{quoted}\n{text}\n-- \n{player}\nBUILD 99 FI ON 1\n").unwrap();
    let output = running.wait_with_output().unwrap();
    assert!(output.status.success(), "s-nail: {}{}", String::from_utf8_lossy(&output.stderr), server.log());
}
