//! The mail code against a real Postfix on loopback: STARTTLS, a sub-addressed Maildir, a refused recipient.
//!
//! `.ci/install-servers` installs it. Without it this is skipped, unless `ASHPOST_REQUIRE_SERVERS=1`.

use std::fs;
use std::net::{TcpListener, TcpStream};
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::{Command, Output};
use std::time::Duration;

use ashpost::post::outgoing::{Origin, Outgoing, compose, message_id};
use ashpost::post::source::{Found, maildir};
use ashpost::post::tag::{self, TagSource};
use ashpost::post::transport::{SendError, SmtpSettings, SmtpTransport, Tls, Transport};
use ashpost::post::{Address, Letter};

const TOKEN: &str = "4F7KQ2ZXM3ABCDE5";

#[test]
fn a_mail_goes_through_a_real_server_and_comes_back_as_it_was() {
    if let Some(lack) = what_is_missing() {
        assert!(std::env::var_os("ASHPOST_REQUIRE_SERVERS").is_none_or(|value| value != "1"), "real SMTP is required, but {lack}");
        eprintln!("skipped: real SMTP ({lack})");
        return;
    }
    let server = Postfix::start();
    server.trust_its_certificate();
    let smtp = server.transport(Tls::Starttls);
    let mail = answer();
    let raw = compose(&mail).unwrap();
    let to = format!("games+rim-3.{TOKEN}@pbem.example");
    smtp.send("ann@player.example", &to, &mail.message_id, &raw).unwrap();

    let found = server.wait_for_mail("games");
    let letter = Letter::read(&found.bytes);
    assert_eq!(letter.delivered_to[0].email, to);
    assert_eq!(letter.orders.text, "BUILD 3 FI ON 1\n.\nSEND 2 FI FROM 1 TO 5\n");
    assert_eq!(letter.fingerprint, Letter::read(&raw).fingerprint, "the way it took does not count");
    let tags: Vec<_> = tag::find(&letter).into_iter().map(|tag| (tag.campaign, tag.token, tag.source)).collect();
    assert_eq!(tags, [("rim-3".to_owned(), Some(TOKEN.to_owned()), TagSource::Subject)], "both tags say the same, so one is told");
    assert!(String::from_utf8_lossy(&found.bytes).contains("using TLS"), "it came without TLS");
    maildir::keep(&found).unwrap();
    assert!(maildir::scan(&server.maildir("games"), 1_000_000).found.is_empty());

    check_refusals(&server, &raw);
}

/// Refusals are told apart: a stranger's address never works, a server that is away may come back.
fn check_refusals(server: &Postfix, raw: &[u8]) {
    let refused = server.transport(Tls::Starttls).send("games@pbem.example", "nobody@pbem.example", "m2", raw);
    assert!(matches!(&refused, Err(SendError::Permanent(reason)) if reason.contains("550")), "{refused:?}");
    let injected = server.transport(Tls::None).send("games@pbem.example", "ann@player.example>\r\nRCPT TO:<ben@x", "m3", raw);
    assert!(matches!(&injected, Err(SendError::Permanent(_))), "{injected:?}");
    let wrapped = server.transport(Tls::Tls).send("games@pbem.example", "ann@player.example", "m4", raw);
    assert!(matches!(&wrapped, Err(SendError::Temporary(_))), "a plain port does not speak TLS at once: {wrapped:?}");
    let away = SmtpTransport::new(&SmtpSettings { port: free_port(), ..server.settings(Tls::None) }).unwrap();
    let away = away.send("games@pbem.example", "ann@player.example", "m5", raw);
    assert!(matches!(&away, Err(SendError::Temporary(_))), "{away:?}");
}

fn answer() -> Outgoing {
    Outgoing {
        message_id: message_id(&["rim-3", "4", "2", "test"], "player.example"),
        date: chrono::DateTime::from_timestamp(1_795_204_800, 0).unwrap(),
        from: Address::new(Some("Ann"), "ann@player.example").unwrap(),
        to: Address::new(None, "games@pbem.example").unwrap(),
        reply_to: None,
        subject: format!("Re: [ashpost rim-3 {TOKEN}] Turn 4"),
        references: Vec::new(),
        origin: Origin::Reply,
        list_id: None,
        text: "BUILD 3 FI ON 1\n.\nSEND 2 FI FROM 1 TO 5\n".to_owned(),
        html: None,
        pictures: Vec::new(),
        attachments: Vec::new(),
    }
}

fn what_is_missing() -> Option<String> {
    let lacks = |program: &str| {
        Command::new("sh").args(["-c", &format!("command -v {program} >/dev/null")]).status().is_ok_and(|status| !status.success())
    };
    // Sbin may not be on a user's path.
    if lacks("postfix") && !Path::new("/usr/sbin/postfix").exists() {
        return Some("postfix not installed".to_owned());
    }
    if lacks("openssl") {
        return Some("openssl not installed".to_owned());
    }
    let id = Command::new("id").arg("-u").output().ok()?;
    (String::from_utf8_lossy(&id.stdout).trim() != "0").then(|| "postfix starts as root only".to_owned())
}

/// A server in a temporary directory, stopped when dropped.
struct Postfix {
    root: tempfile::TempDir,
    port: u16,
}

impl Postfix {
    fn start() -> Postfix {
        let root = tempfile::Builder::new().prefix("ashpost-postfix").tempdir().unwrap();
        let server = Postfix { root, port: free_port() };
        let directory = server.root.path();
        fs::set_permissions(directory, fs::Permissions::from_mode(0o755)).unwrap();
        for folder in ["etc", "spool", "data", "mail"] {
            fs::create_dir(directory.join(folder)).unwrap();
        }
        run(Command::new("chown").arg("postfix").arg(directory.join("data")));
        run(Command::new("chown").arg("5000:5000").arg(directory.join("mail")));
        make_certificates(directory);
        fs::write(directory.join("etc/main.cf"), main_cf(&directory.display().to_string())).unwrap();
        fs::write(directory.join("etc/master.cf"), master_cf(server.port)).unwrap();
        run(&mut server.control("start"));
        server.wait_until_it_listens();
        server
    }

    fn control(&self, verb: &str) -> Command {
        let mut command = Command::new("postfix");
        let path = std::env::var("PATH").unwrap_or_default();
        command.env("PATH", format!("{path}:/usr/sbin:/sbin")).arg("-c").arg(self.root.path().join("etc")).arg(verb);
        command
    }

    fn wait_until_it_listens(&self) {
        let listens = attempts(200).any(|_| TcpStream::connect(("127.0.0.1", self.port)).is_ok());
        assert!(listens, "postfix does not answer: {}", self.log());
    }

    /// rustls reads this variable when a connection is made; no other test of this program makes one.
    fn trust_its_certificate(&self) {
        // SAFETY: this program has one test, and no other thread of it reads the environment.
        unsafe { std::env::set_var("SSL_CERT_FILE", self.root.path().join("ca.pem")) };
    }

    fn settings(&self, tls: Tls) -> SmtpSettings {
        SmtpSettings { host: "localhost".to_owned(), port: self.port, tls, credentials: None, timeout: Duration::from_secs(20) }
    }

    fn transport(&self, tls: Tls) -> SmtpTransport {
        SmtpTransport::new(&self.settings(tls)).unwrap()
    }

    fn maildir(&self, user: &str) -> std::path::PathBuf {
        self.root.path().join("mail").join(user)
    }

    fn wait_for_mail(&self, user: &str) -> Found {
        let delivered = attempts(400).find_map(|_| maildir::scan(&self.maildir(user), 1_000_000).found.pop());
        delivered.unwrap_or_else(|| panic!("no mail came: {}", self.log()))
    }

    fn log(&self) -> String {
        fs::read_to_string(self.root.path().join("maillog")).unwrap_or_default()
    }
}

impl Drop for Postfix {
    fn drop(&mut self) {
        let _ = self.control("stop").output();
    }
}

/// Numbers of attempts, with a moment between them.
fn attempts(count: u32) -> impl Iterator<Item = u32> {
    (0..count).inspect(|attempt| std::thread::sleep(Duration::from_millis(if *attempt == 0 { 0 } else { 50 })))
}

fn free_port() -> u16 {
    TcpListener::bind(("127.0.0.1", 0)).unwrap().local_addr().unwrap().port()
}

fn run(command: &mut Command) -> Output {
    let output = command.output().unwrap_or_else(|error| panic!("{command:?}: {error}"));
    assert!(output.status.success(), "{command:?}: {}", String::from_utf8_lossy(&output.stderr));
    output
}

/// rustls refuses a certificate that signs itself as a server's: an authority and a leaf are needed.
fn make_certificates(directory: &Path) {
    let openssl = |line: &str| drop(run(Command::new("openssl").current_dir(directory).args(line.split(' '))));
    openssl(
        "req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -keyout ca.key -out ca.pem -days 2 -subj /CN=ashpost-test-authority",
    );
    openssl("req -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -keyout leaf.key -out leaf.csr -subj /CN=localhost");
    fs::write(directory.join("leaf.ext"), "subjectAltName=DNS:localhost\nbasicConstraints=CA:FALSE\n").unwrap();
    openssl("x509 -req -in leaf.csr -CA ca.pem -CAkey ca.key -CAcreateserial -days 2 -out leaf.pem -extfile leaf.ext");
}

fn main_cf(directory: &str) -> String {
    format!(
        "compatibility_level = 3.6
queue_directory = {directory}/spool
data_directory = {directory}/data
maillog_file_prefixes = {directory}
maillog_file = {directory}/maillog
myhostname = localhost
inet_interfaces = 127.0.0.1
inet_protocols = ipv4
mydestination =
virtual_mailbox_domains = pbem.example player.example
virtual_mailbox_base = {directory}/mail
virtual_mailbox_maps = inline:{{ {{ games@pbem.example = games/ }} {{ ann@player.example = ann/ }} }}
virtual_uid_maps = static:5000
virtual_gid_maps = static:5000
recipient_delimiter = +
default_transport = error:outbound mail is off
smtpd_tls_cert_file = {directory}/leaf.pem
smtpd_tls_key_file = {directory}/leaf.key
smtpd_tls_security_level = may
smtpd_tls_received_header = yes
smtpd_relay_restrictions = permit_mynetworks, reject_unauth_destination
alias_maps =
alias_database =
"
    )
}

/// Every chroot column is `n`: there is nothing in the temporary directory to run from.
fn master_cf(port: u16) -> String {
    let services = [
        "pickup unix n - n 60 1 pickup",
        "cleanup unix n - n - 0 cleanup",
        "qmgr unix n - n 300 1 qmgr",
        "tlsmgr unix - - n 1000? 1 tlsmgr",
        "rewrite unix - - n - - trivial-rewrite",
        "bounce unix - - n - 0 bounce",
        "defer unix - - n - 0 bounce",
        "trace unix - - n - 0 bounce",
        "verify unix - - n - 1 verify",
        "flush unix n - n 1000? 0 flush",
        "proxymap unix - - n - - proxymap",
        "error unix - - n - - error",
        "retry unix - - n - - error",
        "virtual unix - n n - - virtual",
        "anvil unix - - n - 1 anvil",
        "scache unix - - n - 1 scache",
        "postlog unix-dgram n - n - 1 postlogd",
    ];
    format!("127.0.0.1:{port} inet n - n - - smtpd\n{}\n", services.join("\n"))
}
