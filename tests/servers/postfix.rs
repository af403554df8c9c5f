//! A Postfix in a temporary directory: Maildirs of the host and of two players, and a pipe to `ashpost receive`.

use std::fs;
use std::net::TcpStream;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::Command;

use ashpost::campaign::config::Tls;
use ashpost::post::source::{FoundFile, maildir};
use ashpost::post::transport::{Patience, SendmailTransport, SmtpSettings, SmtpTransport};

use super::programs::{attempts, free_port, run};

/// The user who owns the emails and runs the host. It is never root, as Postfix demands for pipes.
pub(crate) const USER: u32 = 65_534;
pub(crate) const USER_NAME: &str = "nobody";

/// Larger than any email of ours.
pub(crate) const CAP_BYTES: usize = 10_000_000;

/// A server that is stopped when dropped.
pub(crate) struct Postfix {
    root: tempfile::TempDir,
    pub port: u16,
}

/// How a server differs from the usual one; `{directory}` is replaced by its directory.
#[derive(Default)]
pub(crate) struct Variant {
    /// `key = value`, each in place of the usual line for that key.
    pub settings: Vec<String>,
    pub services: Vec<String>,
    /// What is made in the directory before the server starts.
    pub prepare: Option<fn(&Path)>,
    /// A folder in which [`make_certificates`] has made the server's certificates; if absent it gets its own.
    pub certificates: Option<PathBuf>,
}

impl Variant {
    fn settings_over(&self, usual: &str) -> String {
        let key = |line: &str| line.split('=').next().unwrap_or_default().trim().to_owned();
        let own: Vec<String> = self.settings.iter().map(|line| key(line)).collect();
        // A line that begins with a blank goes on with the one before it.
        let whole = usual.replace("\n ", " ");
        let kept = whole.lines().filter(|line| !own.contains(&key(line)));
        kept.chain(self.settings.iter().map(String::as_str)).map(|line| format!("{line}\n")).collect()
    }
}

impl Postfix {
    pub(crate) fn start() -> Postfix {
        Postfix::start_as(&Variant::default())
    }

    /// Starts a server with some settings and services in place of the usual ones, or in addition to them.
    pub(crate) fn start_as(variant: &Variant) -> Postfix {
        let root = tempfile::Builder::new().prefix("ashpost-postfix").tempdir().unwrap();
        let server = Postfix { root, port: free_port() };
        let directory = server.directory();
        fs::set_permissions(directory, fs::Permissions::from_mode(0o755)).unwrap();
        for folder in ["etc", "spool", "data", "mail"] {
            fs::create_dir(directory.join(folder)).unwrap();
        }
        run(Command::new("chown").arg("postfix").arg(directory.join("data")));
        give_to_user(&directory.join("mail"));
        match &variant.certificates {
            Some(made) => {
                for name in ["leaf.pem", "leaf.key"] {
                    fs::copy(made.join(name), directory.join(name)).unwrap();
                }
            }
            None => make_certificates(directory),
        }
        let here = directory.display().to_string();
        fs::write(directory.join("etc/main.cf"), variant.settings_over(&main_cf(&here)).replace("{directory}", &here)).unwrap();
        fs::write(directory.join("etc/master.cf"), master_cf(server.port, &here) + &variant.services.join("\n") + "\n").unwrap();
        if let Some(prepare) = variant.prepare {
            prepare(directory);
        }
        run(&mut server.control("postfix", &["start"]));
        server.wait_until_it_listens();
        server
    }

    /// The server's own directory, for everything else that belongs to it.
    pub(crate) fn directory(&self) -> &Path {
        self.root.path()
    }

    /// One of Postfix's programs for this server.
    pub(crate) fn control(&self, program: &str, arguments: &[&str]) -> Command {
        let mut command = Command::new(program);
        let path = std::env::var("PATH").unwrap_or_default();
        command.env("PATH", format!("{path}:/usr/sbin:/sbin")).arg("-c").arg(self.directory().join("etc")).args(arguments);
        command
    }

    fn wait_until_it_listens(&self) {
        let listens = attempts(200).any(|_| TcpStream::connect(("127.0.0.1", self.port)).is_ok());
        assert!(listens, "postfix does not answer: {}", self.log());
    }

    /// The authority that has signed its certificate.
    pub(crate) fn authority(&self) -> PathBuf {
        self.directory().join("ca.pem")
    }

    pub(crate) fn settings(&self, tls: Tls) -> SmtpSettings {
        SmtpSettings { host: "localhost".to_owned(), port: self.port, tls, credentials: None, patience: Patience::default() }
    }

    pub(crate) fn transport(&self, tls: Tls) -> SmtpTransport {
        SmtpTransport::new(&self.settings(tls)).unwrap()
    }

    /// The command that hands mail to this server.
    pub(crate) fn sendmail(&self) -> SendmailTransport {
        let configuration = self.directory().join("etc").display().to_string();
        SendmailTransport::new(vec!["/usr/sbin/sendmail".to_owned(), "-C".to_owned(), configuration])
    }

    pub(crate) fn maildir(&self, user: &str) -> PathBuf {
        self.directory().join("mail").join(user)
    }

    /// The emails that were delivered to a user and not looked at yet.
    pub(crate) fn mails(&self, user: &str) -> Vec<FoundFile> {
        let scan = maildir::scan(&self.maildir(user));
        if self.maildir(user).exists() { scan.found } else { Vec::new() }
    }

    /// Waits until a user has this many emails.
    pub(crate) fn wait_for_mails(&self, user: &str, count: usize) -> Vec<FoundFile> {
        let delivered = attempts(400).find_map(|_| Some(self.mails(user)).filter(|mails| mails.len() >= count));
        delivered.unwrap_or_else(|| panic!("{user} has {} of {count} mails: {}", self.mails(user).len(), self.log()))
    }

    /// The queue as Postfix shows it.
    pub(crate) fn queue(&self) -> String {
        String::from_utf8(run(&mut self.control("postqueue", &["-p"])).stdout).unwrap()
    }

    /// Waits until everything is delivered: an email that is not there then does not come.
    pub(crate) fn wait_until_all_is_delivered(&self) {
        assert!(attempts(400).any(|_| self.queue().contains("queue is empty")), "{}{}", self.queue(), self.log());
    }

    /// Tries at once to deliver what waits in the queue.
    pub(crate) fn flush(&self) {
        run(&mut self.control("postqueue", &["-f"]));
    }

    pub(crate) fn log(&self) -> String {
        fs::read_to_string(self.directory().join("maillog")).unwrap_or_default()
    }
}

impl Drop for Postfix {
    fn drop(&mut self) {
        let _ = self.control("postfix", &["stop"]).output();
    }
}

pub(crate) fn give_to_user(path: &Path) {
    run(Command::new("chown").arg("-R").arg(format!("{USER}:{USER}")).arg(path));
}

/// Makes `ca.pem`, an authority, and `leaf.pem` with `leaf.key`, which it has signed for `localhost`: rustls refuses a self-signed certificate as a
/// server's.
pub(crate) fn make_certificates(directory: &Path) {
    let openssl = |line: &str| drop(run(Command::new("openssl").current_dir(directory).args(line.split(' '))));
    openssl(
        "req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -keyout ca.key -out ca.pem -days 2 -subj /CN=ashpost-test-authority",
    );
    openssl("req -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -keyout leaf.key -out leaf.csr -subj /CN=localhost");
    fs::write(directory.join("leaf.ext"), "subjectAltName=DNS:localhost\nbasicConstraints=CA:FALSE\n").unwrap();
    openssl("x509 -req -in leaf.csr -CA ca.pem -CAkey ca.key -CAcreateserial -days 2 -out leaf.pem -extfile leaf.ext");
}

/// `games@` is a Maildir that the host reads, `games2@` is piped to it; email to `gone@` is taken, and comes back. `taro..yamada@` is an address as
/// phone providers give it.
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
disable_dns_lookups = yes
smtpd_peername_lookup = no
mydestination =
virtual_mailbox_domains = pbem.test player.test
virtual_mailbox_base = {directory}/mail
virtual_mailbox_maps = inline:{{ {{ games@pbem.test = games/ }} {{ games2@pbem.test = games2/ }} {{ gm@pbem.test = gm/ }}
  {{ ann@player.test = ann/ }} {{ bob@player.test = bob/ }} {{ gone@player.test = gone/ }}
  {{ taro..yamada@player.test = taro/ }} }}
virtual_uid_maps = static:{USER}
virtual_gid_maps = static:{USER}
transport_maps = inline:{{ {{ games2@pbem.test = ashpost: }} {{ gone@player.test = gone: }} }}
ashpost_destination_recipient_limit = 1
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
fn master_cf(port: u16, directory: &str) -> String {
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
        "showq unix n - n - - showq",
        "proxymap unix - - n - - proxymap",
        "error unix - - n - - error",
        "retry unix - - n - - error",
        "virtual unix - n n - - virtual",
        "anvil unix - - n - 1 anvil",
        "scache unix - - n - 1 scache",
        "postlog unix-dgram n - n - 1 postlogd",
    ];
    let smtpd = format!("127.0.0.1:{port} inet n - n - - smtpd");
    let pipe = format!(
        "ashpost unix - n n - 4 pipe flags=DRX user={USER_NAME} argv={directory}/ashpost --campaigns {directory}/campaigns receive"
    );
    let gone = format!("gone unix - n n - 1 pipe user={USER_NAME} argv=/bin/false");
    format!("{smtpd}\n{pipe}\n{gone}\n{}\n", services.join("\n"))
}
