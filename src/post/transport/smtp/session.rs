//! A conversation with a server: greeting, encryption, login, and one email after another.

use lettre::Address;
use lettre::transport::smtp::authentication::{Credentials, DEFAULT_MECHANISMS};
use lettre::transport::smtp::commands::{Auth, Data, Ehlo, Mail, Rcpt, Rset, Starttls};
use lettre::transport::smtp::extension::{ClientId, Extension, MailBodyParameter, MailParameter, ServerInfo};
use lettre::transport::smtp::response::Response;

use super::refusal::{SmtpStage, SmtpTrouble, in_one_line};
use super::server::Server;
use super::wire::{Plug, Wire};
use crate::campaign;
use crate::campaign::config::Tls;
use crate::post::transport::SendError;

/// How many challenges a server may send in a login; user and password are two.
const MOST_CHALLENGES: u32 = 10;

/// An email ready to be sent: its addresses can be written into a command, and lines that begin with a dot are escaped.
pub(super) struct Transfer {
    from: Address,
    to: Address,
    data: Vec<u8>,
    is_ascii: bool,
}

impl Transfer {
    /// An address holds only what lettre takes, so lettre need not check it again.
    pub(super) fn new(from: &campaign::Address, to: &campaign::Address, raw: &[u8]) -> Transfer {
        let [from, to] = [from, to].map(|address| Address::new_dangerous(address.local_part(), address.domain()));
        Transfer { from, to, data: stuffed(raw), is_ascii: raw.is_ascii() }
    }

    fn parameters(&self, offers: &ServerInfo) -> Vec<MailParameter> {
        // If the server does not offer what this email needs, its reply to the email decides.
        let is_said = !self.is_ascii && offers.supports_feature(Extension::EightBitMime);
        is_said.then_some(MailParameter::Body(MailBodyParameter::EightBitMime)).into_iter().collect()
    }
}

/// RFC 5321, 4.5.2: a line that begins with a dot gets a second one, and a dot alone ends the email.
fn stuffed(raw: &[u8]) -> Vec<u8> {
    let mut data = Vec::with_capacity(raw.len() + 5);
    for line in raw.split_inclusive(|byte| *byte == b'\n') {
        if line.starts_with(b".") {
            data.push(b'.');
        }
        data.extend_from_slice(line);
    }
    if !raw.ends_with(b"\r\n") {
        data.extend_from_slice(b"\r\n");
    }
    data.extend_from_slice(b".\r\n");
    data
}

impl Server {
    /// Opens a session, or checks that the open one still works: the server has greeted us and let us in.
    pub(super) fn greet(&self, open: Option<Session>, plug: &Plug) -> (Option<Session>, Result<String, SendError>) {
        match open.and_then(|session| session.again(plug)).map_or_else(|| Session::open(self, plug), Ok) {
            Ok(session) => {
                (Some(session), Ok(format!("{self} greets us{}", if self.settings.credentials.is_some() { " and lets us in" } else { "" })))
            }
            Err(trouble) => (None, Err(SmtpStage::Welcome.judge(&self.to_string(), trouble))),
        }
    }

    /// Sends an email by the open session if it still works, else by a new one. Returns the session if it can be used again, and what the
    /// server said when it accepted the email.
    pub(super) fn deliver(&self, open: Option<Session>, letter: &Transfer, plug: &Plug) -> (Option<Session>, Result<String, SendError>) {
        let open = open.and_then(|session| session.again(plug));
        let mut session = match open.map_or_else(|| Session::open(self, plug), Ok) {
            Ok(session) => session,
            Err(trouble) => return (None, Err(SmtpStage::Welcome.judge(&self.to_string(), trouble))),
        };
        match session.deliver(letter) {
            Ok(reply) => (Some(session), Ok(in_one_line(&reply))),
            Err((stage, trouble)) => {
                let goes_on = matches!(trouble, SmtpTrouble::Refused(_));
                (goes_on.then_some(session), Err(stage.judge(&self.to_string(), trouble)))
            }
        }
    }
}

/// A connection to a server that accepts mail from us.
pub(super) struct Session {
    wire: Wire,
    offers: ServerInfo,
}

impl Session {
    fn open(server: &Server, plug: &Plug) -> Result<Session, SmtpTrouble> {
        let settings = &server.settings;
        let mut wire = Wire::call(&settings.host, settings.port, settings.patience.silence, plug)?;
        if let Some(certificates) = server.certificates.as_ref().filter(|_| settings.tls == Tls::Tls) {
            wire = wire.encrypt(certificates)?;
        }
        wire.hear()?;
        let mut offers = greet(&mut wire)?;
        if let Some(certificates) = server.certificates.as_ref().filter(|_| wants_encryption(settings.tls, &offers)) {
            wire.ask(Starttls.to_string().as_bytes())?;
            wire = wire.encrypt(certificates)?;
            // Anybody on the way may have altered what was offered before.
            offers = greet(&mut wire)?;
        }
        let mut session = Session { wire, offers };
        if let Some((user, password)) = &settings.credentials {
            session.log_in(Credentials::new(user.clone(), password.clone()))?;
        }
        Ok(session)
    }

    fn log_in(&mut self, credentials: Credentials) -> Result<(), SmtpTrouble> {
        let nonsense = |error: lettre::transport::smtp::Error| SmtpTrouble::Nonsense(format!("login: {error}"));
        let Some(mechanism) = self.offers.get_auth_mechanism(DEFAULT_MECHANISMS) else {
            return Err(SmtpTrouble::Nonsense("it offers no login by PLAIN or LOGIN".to_owned()));
        };
        let mut say = Auth::new(mechanism, credentials.clone(), None).map_err(nonsense)?;
        for _ in 0..MOST_CHALLENGES {
            let reply = self.wire.ask(say.to_string().as_bytes())?;
            if !reply.has_code(334) {
                return Ok(());
            }
            say = Auth::new_from_response(mechanism, credentials.clone(), &reply).map_err(nonsense)?;
        }
        Err(SmtpTrouble::Nonsense("login: its questions do not end".to_owned()))
    }

    /// The session if the server is still there and ready for the next email.
    fn again(mut self, plug: &Plug) -> Option<Session> {
        self.wire.plug_into(plug).ok()?;
        self.wire.ask(Rset.to_string().as_bytes()).ok()?;
        Some(self)
    }

    fn deliver(&mut self, letter: &Transfer) -> Result<Response, (SmtpStage, SmtpTrouble)> {
        let sender = Mail::new(Some(letter.from.clone()), letter.parameters(&self.offers)).to_string();
        let recipient = Rcpt::new(letter.to.clone(), Vec::new()).to_string();
        for (stage, words) in [(SmtpStage::Sender, sender), (SmtpStage::Recipient, recipient), (SmtpStage::Content, Data.to_string())] {
            self.wire.ask(words.as_bytes()).map_err(|trouble| (stage, trouble))?;
        }
        self.wire.ask(&letter.data).map_err(|trouble| (SmtpStage::Content, trouble))
    }
}

/// Whether to ask for encryption after the greeting. If it is required we ask even if it is not offered, so that the server says why not.
fn wants_encryption(tls: Tls, offers: &ServerInfo) -> bool {
    match tls {
        Tls::None | Tls::Tls => false,
        Tls::Opportunistic => offers.supports_feature(Extension::StartTls),
        Tls::Starttls => true,
    }
}

fn greet(wire: &mut Wire) -> Result<ServerInfo, SmtpTrouble> {
    let reply = wire.ask(Ehlo::new(ClientId::default()).to_string().as_bytes())?;
    ServerInfo::from_response(&reply).map_err(|error| SmtpTrouble::Nonsense(error.to_string()))
}

impl Drop for Session {
    fn drop(&mut self) {
        self.wire.take_leave();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_line_of_a_mail_ends_it() {
        let cases: [(&[u8], &[u8]); 5] = [
            (b"a\r\n.\r\nb\r\n", b"a\r\n..\r\nb\r\n.\r\n"),
            (b".a\r\n..b", b"..a\r\n...b\r\n.\r\n"),
            (b"a\n.\r\n", b"a\n..\r\n.\r\n"),
            (b"", b"\r\n.\r\n"),
            (b"a\r\n", b"a\r\n.\r\n"),
        ];
        for (raw, said) in cases {
            assert_eq!(stuffed(raw), said, "{raw:?}");
        }
    }
}
