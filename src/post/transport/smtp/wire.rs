//! The connection to a server: plain or encrypted, closed from outside at the deadline, and never read for longer than a reply may be.

use std::io::{self, BufRead, BufReader, Read, Write};
use std::net::{Shutdown, TcpStream, ToSocketAddrs};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use lettre::transport::smtp::response::Response;
use rustls::pki_types::ServerName;
use rustls::{ClientConfig, ClientConnection, RootCertStore, StreamOwned};

use super::refusal::SmtpTrouble;

/// The longest reply that is read; a real one has a few hundred bytes.
const LONGEST_REPLY_BYTES: u64 = 64 * 1024;

/// How a server's certificate is checked.
#[derive(Clone)]
pub(super) struct Certificates {
    config: Arc<ClientConfig>,
    server: ServerName<'static>,
}

impl Certificates {
    /// Loads the certificates of the system, or of `SSL_CERT_FILE`.
    ///
    /// # Errors
    /// When no certificate can be for a host of this name.
    pub(super) fn load(host: &str) -> Result<Certificates, String> {
        let server = ServerName::try_from(host.to_owned()).map_err(|_| format!("`{host}` is not the name of a server"))?;
        let mut trusted = RootCertStore::empty();
        trusted.add_parsable_certificates(rustls_native_certs::load_native_certs().certs);
        let provider = Arc::new(rustls::crypto::ring::default_provider());
        let versions = ClientConfig::builder_with_provider(provider).with_safe_default_protocol_versions();
        let config = versions.map_err(|error| format!("TLS: {error}"))?.with_root_certificates(trusted).with_no_client_auth();
        Ok(Certificates { config: Arc::new(config), server })
    }
}

/// Lets another thread end a connection, even one that is not made yet.
#[derive(Clone, Default)]
pub(super) struct Plug(Arc<Mutex<Socket>>);

#[derive(Default)]
enum Socket {
    #[default]
    Empty,
    Taken(TcpStream),
    Pulled,
}

impl Plug {
    /// Ends the connection: reading and writing fail at once.
    pub(super) fn pull(&self) {
        if let Socket::Taken(stream) = std::mem::replace(&mut *self.socket(), Socket::Pulled) {
            // It does not matter if the connection is already gone.
            let _ = stream.shutdown(Shutdown::Both);
        }
    }

    fn put_in(&self, stream: TcpStream) {
        let mut socket = self.socket();
        match *socket {
            Socket::Pulled => drop(stream.shutdown(Shutdown::Both)),
            Socket::Empty | Socket::Taken(_) => *socket = Socket::Taken(stream),
        }
    }

    fn socket(&self) -> MutexGuard<'_, Socket> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A connection.
pub(super) struct Wire {
    stream: BufReader<Connection>,
    /// The same connection, whether encrypted or not.
    socket: TcpStream,
}

enum Connection {
    Plain(TcpStream),
    Encrypted(Box<StreamOwned<ClientConnection, TcpStream>>),
}

impl Wire {
    /// Connects to the addresses of a host in turn until one answers. Each attempt may take as long as any later reply.
    pub(super) fn call(host: &str, port: u16, patience: Duration, plug: &Plug) -> Result<Wire, SmtpTrouble> {
        let addresses = (host, port).to_socket_addrs().map_err(lost)?;
        let mut trouble = SmtpTrouble::Lost("it has no address".to_owned());
        for address in addresses {
            match TcpStream::connect_timeout(&address, patience) {
                Ok(socket) => {
                    socket.set_read_timeout(Some(patience)).and_then(|()| socket.set_write_timeout(Some(patience))).map_err(lost)?;
                    let wire = Wire { stream: BufReader::new(Connection::Plain(socket.try_clone().map_err(lost)?)), socket };
                    wire.plug_into(plug)?;
                    return Ok(wire);
                }
                Err(error) => trouble = lost(error),
            }
        }
        Err(trouble)
    }

    /// Lets this plug end the connection.
    pub(super) fn plug_into(&self, plug: &Plug) -> Result<(), SmtpTrouble> {
        self.socket.try_clone().map(|socket| plug.put_in(socket)).map_err(lost)
    }

    /// Encrypts what follows.
    pub(super) fn encrypt(self, certificates: &Certificates) -> Result<Wire, SmtpTrouble> {
        // Anybody on the way could have inserted what came before encryption, so it must not be read as said after it.
        if !self.stream.buffer().is_empty() {
            return Err(SmtpTrouble::Nonsense("it sends more than it was asked for before encryption begins".to_owned()));
        }
        let connection = ClientConnection::new(Arc::clone(&certificates.config), certificates.server.clone());
        let connection = connection.map_err(|error| SmtpTrouble::Lost(format!("TLS: {error}")))?;
        let mut stream = StreamOwned::new(connection, self.socket.try_clone().map_err(lost)?);
        while stream.conn.is_handshaking() {
            stream.conn.complete_io(&mut stream.sock).map_err(|error| SmtpTrouble::Lost(format!("TLS: {error}")))?;
        }
        Ok(Wire { stream: BufReader::new(Connection::Encrypted(Box::new(stream))), socket: self.socket })
    }

    /// Sends a command and reads the reply to it.
    pub(super) fn ask(&mut self, words: &[u8]) -> Result<Response, SmtpTrouble> {
        self.say(words).map_err(lost)?;
        self.hear()
    }

    /// Reads a good reply; any other is [`SmtpTrouble::Refused`].
    pub(super) fn hear(&mut self) -> Result<Response, SmtpTrouble> {
        let mut heard = Vec::new();
        let mut reply = self.stream.by_ref().take(LONGEST_REPLY_BYTES);
        loop {
            let line_at = heard.len();
            reply.read_until(b'\n', &mut heard).map_err(lost)?;
            match heard.get(line_at..).unwrap_or_default() {
                line if !line.ends_with(b"\n") && reply.limit() == 0 => {
                    return Err(SmtpTrouble::Nonsense(format!("its reply is longer than {} KiB", LONGEST_REPLY_BYTES / 1024)));
                }
                line if !line.ends_with(b"\n") => return Err(SmtpTrouble::Lost("it hung up".to_owned())),
                [_, _, _, b'-', ..] => {}
                _ => break,
            }
        }
        let heard = String::from_utf8_lossy(&heard);
        tracing::debug!("heard {heard:?}");
        let nonsense = || {
            SmtpTrouble::Nonsense(format!("it sends what is no SMTP reply: {:?}", heard.trim_end().chars().take(100).collect::<String>()))
        };
        let reply: Response = heard.parse().map_err(|_| nonsense())?;
        if reply.is_positive() { Ok(reply) } else { Err(SmtpTrouble::Refused(reply)) }
    }

    fn say(&mut self, words: &[u8]) -> io::Result<()> {
        let stream = self.stream.get_mut();
        stream.write_all(words)?;
        stream.flush()
    }

    /// Says goodbye (QUIT), and waits for at most a second.
    pub(super) fn take_leave(&mut self) {
        // The server is already responsible for what it has accepted, so it does not matter whether it hears this.
        let _ = self.socket.set_write_timeout(Some(Duration::from_secs(1))).and_then(|()| self.say(b"QUIT\r\n"));
    }
}

/// A silent server would delay the next email just as long, so it counts as unusable.
fn lost(error: io::Error) -> SmtpTrouble {
    match error.kind() {
        io::ErrorKind::WouldBlock | io::ErrorKind::TimedOut => SmtpTrouble::Nonsense("it does not answer".to_owned()),
        _ => SmtpTrouble::Lost(error.to_string()),
    }
}

impl Read for Connection {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        match self {
            Connection::Plain(stream) => stream.read(buffer),
            Connection::Encrypted(stream) => stream.read(buffer),
        }
    }
}

impl Write for Connection {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            Connection::Plain(stream) => stream.write(bytes),
            Connection::Encrypted(stream) => stream.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match self {
            Connection::Plain(stream) => stream.flush(),
            Connection::Encrypted(stream) => stream.flush(),
        }
    }
}
