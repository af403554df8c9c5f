//! A Dovecot in a temporary directory that shows the Maildirs of a Postfix, and a client that speaks IMAP to it.

use std::fs::{self, File};
use std::io::{BufRead, BufReader, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Command};
use std::time::Duration;

use super::postfix::{Postfix, USER};
use super::programs::{attempts, free_port, which};

/// A server that is stopped when dropped.
pub(crate) struct Dovecot {
    root: tempfile::TempDir,
    process: Child,
    port: u16,
    /// Where it speaks TLS from the first byte, if it does.
    pub tls_port: u16,
}

impl Dovecot {
    /// `mail` holds a Maildir for each user.
    pub(crate) fn start(mail: &Path) -> Dovecot {
        Dovecot::start_with(mail, "ssl = no\n")
    }

    /// By TLS with the certificate of a Postfix, which may ask it whether a password is right.
    pub(crate) fn start_for(server: &Postfix) -> Dovecot {
        let directory = server.directory().display();
        Dovecot::start_with(
            &server.maildir(""),
            &format!(
                "ssl = required
ssl_cert = <{directory}/leaf.pem
ssl_key = <{directory}/leaf.key
service auth {{
  unix_listener {directory}/spool/private/auth {{
    mode = 0666
  }}
}}
"
            ),
        )
    }

    fn start_with(mail: &Path, settings: &str) -> Dovecot {
        let root = tempfile::Builder::new().prefix("ashpost-dovecot").tempdir().unwrap();
        let (port, tls_port) = (free_port(), free_port());
        let file = root.path().join("dovecot.conf");
        let usual = dovecot_conf(&root.path().display().to_string(), &mail.display().to_string(), port);
        let with_tls = match settings.contains("ssl_cert") {
            true => usual.replace("    port = 0\n", &format!("    port = {tls_port}\n    ssl = yes\n")),
            false => usual,
        };
        fs::write(&file, with_tls + settings).unwrap();
        // If nobody read this pipe, it would stop the server.
        let said = File::create(root.path().join("said")).unwrap();
        let mut command = Command::new(which("dovecot").unwrap());
        let process = command.arg("-F").arg("-c").arg(&file).stdout(said.try_clone().unwrap()).stderr(said).spawn().unwrap();
        let server = Dovecot { root, process, port, tls_port };
        let listens = attempts(200).any(|_| TcpStream::connect(("127.0.0.1", port)).is_ok());
        assert!(listens, "dovecot does not answer: {}", server.log());
        server
    }

    pub(crate) fn log_in(&self, user: &str) -> ImapClient {
        let stream = TcpStream::connect(("127.0.0.1", self.port)).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(20))).unwrap();
        let mut client = ImapClient { reader: BufReader::new(stream), commands: 0 };
        let greeting = client.line();
        assert!(greeting.starts_with("* OK"), "{greeting}: {}", self.log());
        client.command(&format!("LOGIN {user} test"));
        client
    }

    pub(crate) fn log(&self) -> String {
        ["said", "log"].map(|name| fs::read_to_string(self.root.path().join(name)).unwrap_or_default()).concat()
    }
}

impl Drop for Dovecot {
    /// Its master stops the others when it is asked to stop, but cannot when it is killed.
    fn drop(&mut self) {
        let _ = Command::new("kill").arg(self.process.id().to_string()).status();
        if !attempts(100).any(|_| self.process.try_wait().is_ok_and(|status| status.is_some())) {
            let _ = self.process.kill();
            let _ = self.process.wait();
        }
    }
}

/// As much of a client as a test needs.
pub(crate) struct ImapClient {
    reader: BufReader<TcpStream>,
    commands: u32,
}

impl ImapClient {
    /// What the server says to a command that must succeed.
    pub(crate) fn command(&mut self, command: &str) -> String {
        self.commands += 1;
        let tag = format!("a{} ", self.commands);
        self.reader.get_mut().write_all(format!("{tag}{command}\r\n").as_bytes()).unwrap();
        let mut said = String::new();
        loop {
            let line = self.line();
            if let Some(status) = line.strip_prefix(&tag) {
                assert!(status.starts_with("OK"), "{command}: {status}");
                return said;
            }
            said.push_str(&line);
        }
    }

    fn line(&mut self) -> String {
        let mut line = Vec::new();
        self.reader.read_until(b'\n', &mut line).unwrap();
        assert!(!line.is_empty(), "the server hung up");
        String::from_utf8_lossy(&line).into_owned()
    }
}

fn dovecot_conf(directory: &str, mail: &str, port: u16) -> String {
    format!(
        "base_dir = {directory}/run
state_dir = {directory}/state
log_path = {directory}/log
protocols = imap
listen = 127.0.0.1
disable_plaintext_auth = no
default_login_user = nobody
first_valid_uid = 1
mail_location = maildir:{mail}/%n
passdb {{
  driver = static
  args = password=test
}}
userdb {{
  driver = static
  args = uid={USER} gid={USER} home={directory}/home/%n
}}
service imap-login {{
  chroot =
  inet_listener imap {{
    port = {port}
  }}
  inet_listener imaps {{
    port = 0
  }}
}}
service anvil {{
  chroot =
}}
service stats {{
  chroot =
}}
"
    )
}
