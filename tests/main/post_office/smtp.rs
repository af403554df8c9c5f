//! SMTP servers that refuse, are silent, or talk without end; each plays its part on a port of this machine.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::Duration;

use ashpost::campaign::config::Tls;
use ashpost::post::transport::{Patience, SendError, SmtpSettings, SmtpTransport, Transport};

use super::send_to;

/// Longer than a server on this machine needs for an answer.
const LONG: Duration = Duration::from_secs(30);

/// A server that handles all connections alike; what is to be looked at afterwards goes to the receiver.
fn server<T: Send + 'static>(serve: impl Fn(TcpStream) -> Option<T> + Send + 'static) -> (u16, Receiver<T>) {
    let listener = TcpListener::bind(("127.0.0.1", 0)).unwrap();
    let port = listener.local_addr().unwrap().port();
    let (tell, told) = channel();
    thread::spawn(move || {
        for stream in listener.incoming() {
            serve(stream.unwrap()).map(|seen| tell.send(seen));
        }
    });
    (port, told)
}

fn transport(port: u16, mail: Duration) -> SmtpTransport {
    let patience = Patience { silence: LONG, mail };
    SmtpTransport::new(&SmtpSettings { host: "127.0.0.1".to_owned(), port, tls: Tls::None, credentials: None, patience }).unwrap()
}

fn send(transport: &SmtpTransport) -> Result<(), SendError> {
    send_to(transport, "ann@player.example", b"Subject: x\r\n\r\n.\r\nhello\r\n")
}

/// Takes the place of a reply.
const HANG_UP: &str = "";
const SILENCE: &str = "silence";

/// Answers each command with the first reply whose beginning fits, and otherwise as an ordinary server does; returns what it heard.
fn converse(stream: TcpStream, replies: &[(&str, &str)]) -> String {
    let mut heard = String::new();
    let mut reader = BufReader::new(stream.try_clone().unwrap());
    let say = |text: &str| (&stream).write_all(format!("{text}\r\n").as_bytes());
    let reply_to = |command: &str, usual: &'static str| {
        replies.iter().find(|(begins, _)| command.starts_with(begins)).map_or(usual.to_owned(), |(_, reply)| (*reply).to_owned())
    };
    let _ = say(&reply_to("CONNECT", "220 pbem.example"));
    let mut is_data = false;
    loop {
        let mut line = String::new();
        if !matches!(reader.read_line(&mut line), Ok(1..)) {
            return heard;
        }
        heard.push_str(&line);
        let reply = match line.trim_end() {
            "." if is_data => {
                is_data = false;
                reply_to("END", "250 2.0.0 queued as 4F7K")
            }
            _ if is_data => continue,
            "DATA" => {
                let reply = reply_to("DATA", "354 go on");
                is_data = reply.starts_with('3');
                reply
            }
            command => reply_to(command, "250 fine"),
        };
        if reply == SILENCE {
            continue;
        }
        if reply == HANG_UP || say(&reply).is_err() {
            return heard;
        }
    }
}

fn scripted(replies: &'static [(&'static str, &'static str)]) -> (u16, Receiver<String>) {
    server(move |stream| Some(converse(stream, replies)))
}

#[test]
fn several_mails_go_through_one_connection_and_the_last_reply_is_told() {
    let (port, heard) = scripted(&[("EHLO", "250-pbem.example greets\r\n250 8BITMIME")]);
    let smtp = transport(port, LONG);
    assert_eq!(smtp.said(), None);
    assert_eq!((send(&smtp), send(&smtp)), (Ok(()), Ok(())));
    assert_eq!(smtp.said().as_deref(), Some("250 2.0.0 queued as 4F7K"));
    drop(smtp);
    let heard = heard.recv_timeout(LONG).unwrap();
    let one = "MAIL FROM:<games@pbem.example>\r\nRCPT TO:<ann@player.example>\r\nDATA\r\nSubject: x\r\n\r\n..\r\nhello\r\n.\r\n";
    let (greeting, mails) = heard.split_once("\r\n").unwrap();
    assert!(greeting.starts_with("EHLO "), "{heard}");
    assert_eq!(mails, format!("{one}RSET\r\n{one}QUIT\r\n"));
}

#[test]
fn a_refusal_is_about_us_about_this_mail_or_about_its_address() {
    let unusable: [&[(&str, &str)]; 5] = [
        &[("CONNECT", "554 go away")],
        &[("EHLO", "451 not now")],
        &[("MAIL", "553 5.1.8 who are you")],
        &[("RCPT", "421 shutting down")],
        &[("MAIL", "hello?")],
    ];
    let temporary: [&[(&str, &str)]; 3] =
        [&[("RCPT", "450 greylisted")], &[("END", "451 scanner down")], &[("RCPT", "554 5.7.1 no relay")]];
    let permanent: [&[(&str, &str)]; 2] = [&[("RCPT", "550 5.1.1 no such user")], &[("END", "554 5.7.1 spam")]];
    for replies in unusable {
        let sent = send(&transport(scripted(replies).0, LONG));
        assert!(matches!(sent, Err(SendError::Unusable(_))), "{replies:?}: {sent:?}");
    }
    for replies in temporary {
        let sent = send(&transport(scripted(replies).0, LONG));
        assert!(matches!(sent, Err(SendError::Temporary(_))), "{replies:?}: {sent:?}");
    }
    for replies in permanent {
        let sent = send(&transport(scripted(replies).0, LONG));
        assert!(matches!(&sent, Err(SendError::Permanent(reason)) if reason.contains(replies[0].1)), "{replies:?}: {sent:?}");
    }
}

#[test]
fn a_refused_mail_does_not_end_the_connection() {
    let (port, heard) = scripted(&[("RCPT TO:<ann", "550 no such user")]);
    let smtp = transport(port, LONG);
    assert!(send(&smtp).is_err());
    assert_eq!(send_to(&smtp, "bob@player.example", b"x\r\n"), Ok(()));
    drop(smtp);
    let heard = heard.recv_timeout(LONG).unwrap();
    assert!(heard.contains("RCPT TO:<ann@player.example>\r\nRSET\r\nMAIL") && heard.ends_with("x\r\n.\r\nQUIT\r\n"), "{heard}");
}

#[test]
fn a_server_that_closed_the_connection_between_two_mails_is_called_again() {
    let (port, heard) = scripted(&[("RSET", HANG_UP)]);
    let smtp = transport(port, LONG);
    assert_eq!((send(&smtp), send(&smtp)), (Ok(()), Ok(())));
    drop(smtp);
    let (first, second) = (heard.recv_timeout(LONG).unwrap(), heard.recv_timeout(LONG).unwrap());
    assert!(first.ends_with(".\r\nRSET\r\n") && second.ends_with(".\r\nQUIT\r\n"), "{first}{second}");
}

#[test]
fn a_server_that_hangs_up_on_a_mail_may_take_the_next() {
    let (port, _) = scripted(&[("RCPT TO:<ann", HANG_UP)]);
    let smtp = transport(port, LONG);
    let sent = send(&smtp);
    assert!(matches!(&sent, Err(SendError::Temporary(_))), "{sent:?}");
    assert_eq!(send_to(&smtp, "bob@player.example", b"x\r\n"), Ok(()));
}

#[test]
fn a_silent_server_is_given_up_and_hung_up_on() {
    let (port, hung_up) = server(|mut stream| Some(stream.read_to_end(&mut Vec::new()).is_ok()));
    let sent = send(&transport(port, Duration::from_millis(300)));
    assert!(matches!(&sent, Err(SendError::Unusable(reason)) if reason.contains("did not accept an email within")), "{sent:?}");
    hung_up.recv_timeout(LONG).expect("the connection stands on");

    let (port, _) = scripted(&[("DATA", SILENCE)]);
    let patience = Patience { silence: Duration::from_millis(300), mail: LONG };
    let settings = SmtpSettings { host: "127.0.0.1".to_owned(), port, tls: Tls::None, credentials: None, patience };
    let sent = send(&SmtpTransport::new(&settings).unwrap());
    assert!(matches!(&sent, Err(SendError::Unusable(reason)) if reason.ends_with("it does not answer")), "{sent:?}");
}

#[test]
fn a_server_that_says_its_reply_a_letter_at_a_time_is_given_up() {
    let (port, hung_up) = server(|mut stream| {
        stream.set_read_timeout(Some(Duration::from_millis(20))).unwrap();
        let mut letters = b"220-".iter().chain(std::iter::repeat(&b'x'));
        // It looks whether we are still there before each letter.
        let is_alone = |stream: &mut TcpStream| matches!(stream.read(&mut [0]), Ok(0));
        Some(letters.any(|letter| stream.write_all(&[*letter]).is_err() || is_alone(&mut stream)))
    });
    let sent = send(&transport(port, Duration::from_millis(500)));
    assert!(matches!(&sent, Err(SendError::Unusable(reason)) if reason.contains("did not accept an email within")), "{sent:?}");
    assert_eq!(hung_up.recv_timeout(LONG), Ok(true), "it drips on");
}

#[test]
fn a_reply_without_end_fills_no_memory() {
    let endless: [&[u8]; 2] = [&[b'x'; 65_536], &b"220-on and on\r\n".repeat(4096)];
    for chunk in endless {
        let chunk = chunk.to_vec();
        let (port, hung_up) = server(move |mut stream| {
            let chunks = (0..20_000).take_while(|_| stream.write_all(&chunk).is_ok()).count();
            Some(chunks * chunk.len())
        });
        let sent = send(&transport(port, LONG));
        assert!(matches!(&sent, Err(SendError::Unusable(reason)) if reason.contains("longer than")), "{sent:?}");
        // Most of it is in the buffers of the system; what was never heard cannot fill memory.
        let heard_bytes = hung_up.recv_timeout(LONG).expect("it talks on");
        assert!(heard_bytes < 50_000_000, "{heard_bytes} bytes of it were heard");
    }
}

#[test]
fn a_login_is_asked_for_as_the_server_offers_it() {
    let settings = |port| SmtpSettings {
        host: "127.0.0.1".to_owned(),
        port,
        tls: Tls::None,
        credentials: Some(("games".to_owned(), "secret".to_owned())),
        patience: Patience { silence: LONG, mail: LONG },
    };
    let cases: [(&'static [(&str, &str)], bool); 4] = [
        (&[("EHLO", "250-a\r\n250 AUTH PLAIN LOGIN"), ("AUTH PLAIN AGdhbWVzAHNlY3JldA==", "235 welcome")], true),
        (
            &[
                ("EHLO", "250-a\r\n250 AUTH LOGIN"),
                ("AUTH LOGIN", "334 VXNlcm5hbWU6"),
                ("Z2FtZXM=", "334 UGFzc3dvcmQ6"),
                ("c2VjcmV0", "235 welcome"),
                ("MAIL", "250 fine"),
            ],
            true,
        ),
        (&[("EHLO", "250-a\r\n250 AUTH PLAIN"), ("AUTH", "535 5.7.8 wrong password")], false),
        (&[("EHLO", "250-a\r\n250 AUTH CRAM-MD5")], false),
    ];
    for (replies, is_let_in) in cases {
        let sent = send(&SmtpTransport::new(&settings(scripted(replies).0)).unwrap());
        match is_let_in {
            true => assert_eq!(sent, Ok(()), "{replies:?}"),
            false => assert!(matches!(sent, Err(SendError::Unusable(_))), "{replies:?}: {sent:?}"),
        }
    }
}

#[test]
fn nothing_written_before_encryption_is_read_as_said_after_it() {
    let (port, _) = scripted(&[("EHLO", "250-a\r\n250 STARTTLS"), ("STARTTLS", "220 go on\r\n250 put in on the way")]);
    let patience = Patience { silence: LONG, mail: LONG };
    let settings = SmtpSettings { host: "localhost".to_owned(), port, tls: Tls::Starttls, credentials: None, patience };
    let sent = send(&SmtpTransport::new(&settings).unwrap());
    assert!(matches!(&sent, Err(SendError::Unusable(reason)) if reason.contains("before encryption begins")), "{sent:?}");
    let without = transport(scripted(&[("STARTTLS", "502 no")]).0, LONG);
    assert_eq!(send(&without), Ok(()), "where no encryption is asked for");
    let (port, _) = scripted(&[("STARTTLS", "502 no")]);
    let sent = send(&SmtpTransport::new(&SmtpSettings { port, ..settings }).unwrap());
    assert!(matches!(sent, Err(SendError::Unusable(_))), "nothing goes unencrypted where encryption is demanded: {sent:?}");
}
