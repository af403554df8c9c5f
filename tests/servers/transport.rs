//! The mail code against a real Postfix: STARTTLS, a sub-addressed Maildir, refusals told apart.

use std::path::PathBuf;
use std::process::Command;

use ashpost::campaign::CampaignId;
use ashpost::campaign::config::Tls;
use ashpost::campaign::token::Token;
use ashpost::post::outgoing::{Message, Origin, Outgoing, compose};
use ashpost::post::source::maildir;
use ashpost::post::tag::{self, TagSource};
use ashpost::post::transport::{SendError, SmtpSettings, SmtpTransport, Transport};
use ashpost::post::{Address, Letter, Mailbox, MessageId};

use super::postfix::{Postfix, Variant, make_certificates};
use super::programs::{free_port, lacking, run};

/// Where the certificates of the server are, in the process that trusts their authority.
const CERTIFICATES: &str = "ASHPOST_TEST_CERTIFICATES";

const TOKEN: &str = "4F7KQ2ZXM3ABCDE5";

#[test]
fn a_mail_goes_through_a_real_server_and_comes_back_as_it_was() {
    if lacking("mail by SMTP", &["postfix", "openssl"]) {
        return;
    }
    let Some(certificates) = std::env::var_os(CERTIFICATES).map(PathBuf::from) else {
        return again_trusting_an_authority("transport::a_mail_goes_through_a_real_server_and_comes_back_as_it_was");
    };
    let server = Postfix::start_as(&Variant { certificates: Some(certificates), ..Variant::default() });
    let smtp = server.transport(Tls::Starttls);
    let mail = answer();
    let raw = compose(&mail);
    let to = format!("games+rim-3.{TOKEN}@pbem.test");
    smtp.send(&mail.from.address, &address(&to), &mail.message_id, &raw).unwrap();

    let found = server.wait_for_mails("games", 1).pop().unwrap();
    let arrived = found.read(1_000_000).unwrap().unwrap();
    let letter = Letter::read(&arrived);
    assert_eq!(letter.delivered_to[0].address.as_str(), to);
    assert_eq!(letter.orders.text, "BUILD 3 FI ON 1\n.\nSEND 2 FI FROM 1 TO 5\n");
    assert_eq!(letter.fingerprint, Letter::read(&raw).fingerprint, "the way it took does not count");
    let tags: Vec<_> = tag::find(&letter).into_iter().map(|tag| (tag.campaign, tag.token, tag.source)).collect();
    assert_eq!(
        tags,
        [(CampaignId::new("rim-3").unwrap(), Token::read(TOKEN), TagSource::Subject)],
        "both tags say the same, so one is told"
    );
    assert!(String::from_utf8_lossy(&arrived).contains("using TLS"), "it came without TLS");
    maildir::keep(&found, None).unwrap();
    assert!(maildir::scan(&server.maildir("games")).found.is_empty());

    check_phone_provider(&server);
    check_refusals(&server, &raw);
}

/// rustls takes the authorities that it trusts from the environment, which a process with threads cannot change: the test runs again in a process that has
/// another one.
fn again_trusting_an_authority(test: &str) {
    let folder = tempfile::tempdir().unwrap();
    make_certificates(folder.path());
    let mut again = Command::new(std::env::current_exe().unwrap());
    again.args(["--exact", test]).env("SSL_CERT_FILE", folder.path().join("ca.pem")).env(CERTIFICATES, folder.path());
    let said = String::from_utf8(run(&mut again).stdout).unwrap();
    assert!(said.contains("1 passed"), "{said}");
}

/// An address that must be quoted arrives, in the envelope and in the header, by SMTP and by the server's own sendmail.
fn check_phone_provider(server: &Postfix) {
    let address = address("taro..yamada@player.test");
    let ways: [&dyn Transport; 2] = [&server.transport(Tls::Starttls), &server.sendmail()];
    for (count, way) in (1..).zip(ways) {
        let id = MessageId::of(&["rim-3", "4", "taro", &count.to_string()], "player.test");
        let mail = Outgoing { to: Mailbox::new("Taro", address.clone()), message_id: id.clone(), ..answer() };
        way.send(&mail.from.address, &mail.to.address, &id, &compose(&mail)).unwrap();
        let found = server.wait_for_mails("taro", count);
        let letters = found.iter().map(|found| Letter::read(&found.read(1_000_000).unwrap().unwrap()));
        let letter = letters.into_iter().find(|letter| letter.message_id.as_ref() == Some(&id)).expect("it arrives under its id");
        assert_eq!((&letter.to[0].address, &letter.delivered_to[0].address), (&address, &address));
    }
}

/// Refusals are told apart: a stranger's address never works, a server that is away may come back.
fn check_refusals(server: &Postfix, raw: &[u8]) {
    let send =
        |way: &SmtpTransport, to: &str| way.send(&address("games@pbem.test"), &address(to), &MessageId::of(&["m2"], "pbem.test"), raw);
    let refused = send(&server.transport(Tls::Starttls), "nobody@pbem.test");
    assert!(matches!(&refused, Err(SendError::Permanent(reason)) if reason.contains("550")), "{refused:?}");
    assert!(Address::new("ann@player.test>\r\nRCPT TO:<ben@x").is_err(), "nothing can be injected into the conversation");
    let wrapped = send(&server.transport(Tls::Tls), "ann@player.test");
    assert!(matches!(&wrapped, Err(SendError::Unusable(_))), "a plain port does not speak TLS at once: {wrapped:?}");
    let away = SmtpTransport::new(&SmtpSettings { port: free_port(), ..server.settings(Tls::None) }).unwrap();
    let away = send(&away, "ann@player.test");
    assert!(matches!(&away, Err(SendError::Unusable(_))), "{away:?}");
}

fn address(text: &str) -> Address {
    Address::new(text).unwrap()
}

fn answer() -> Outgoing {
    Outgoing {
        message_id: MessageId::of(&["rim-3", "4", "2", "test"], "player.test"),
        date: chrono::DateTime::from_timestamp(1_795_204_800, 0).unwrap(),
        from: Mailbox::new("Ann", Address::new("ann@player.test").unwrap()),
        to: Mailbox::new("", Address::new("games@pbem.test").unwrap()),
        reply_to: None,
        references: Vec::new(),
        list_unsubscribe: None,
        list_id: None,
        host_key: None,
        message: Message::plain(
            format!("Re: [ashpost rim-3 {TOKEN}] Turn 4"),
            "BUILD 3 FI ON 1\n.\nSEND 2 FI FROM 1 TO 5\n".to_owned(),
            Origin::Reply,
        ),
    }
}
