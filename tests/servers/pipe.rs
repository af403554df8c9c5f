//! A mail server that pipes to `ashpost receive`, and keeps the email while it cannot be taken.

use std::fs;

use super::house::{House, answer_by_s_nail, answer_by_swaks, report_id};
use super::postfix::{Postfix, give_to_user};
use super::programs::{attempts, lacking};

#[test]
fn a_mail_that_cannot_be_kept_waits_at_the_server_and_is_taken_once_later() {
    if lacking("mail by a pipe", &["postfix", "openssl", "swaks", "s-nail"]) {
        return;
    }
    let server = Postfix::start();
    let house = House::new(
        &server,
        &format!(
            "address = \"games2@pbem.test\"\n[intake]\npipe = true\n[mail]\ntransport = \"smtp\"\nhost = \"localhost\"\nport = {}\ntls = \"none\"\n",
            server.port
        ),
    );
    house.tick();
    let (ann, bob) = (house.mails("ann", 1), house.mails("bob", 1));
    let spool = server.directory().join("campaigns/spool");
    // It belongs to root, so the user of the pipe cannot write here.
    fs::create_dir(&spool).unwrap();
    let ann_wrote = answer_by_swaks(&server, "ann", &ann[&report_id(0, 1)], "BUILD 1 FP ON 1\nREADY\n");
    answer_by_s_nail(&server, "bob", "games2@pbem.test", &bob[&report_id(0, 2)], "BUILD 1 FP ON 2\nREADY\n");
    // The log comes later than the queue, so both are waited for.
    let both_wait = attempts(400).any(|_| {
        server.queue().matches("the message was not kept").count() == 2 && server.log().matches("dsn=4.3.0, status=deferred").count() == 2
    });
    assert!(both_wait, "{}{}", server.queue(), server.log());
    assert_eq!((server.mails("ann").len(), server.mails("bob").len()), (1, 1), "nobody hears of it yet");

    give_to_user(&spool);
    server.flush();
    // Two pipes at once: the process in the background that the one starts takes in the other's email as well, and READY of both plays the turn.
    let (ann, bob) = (house.mails("ann", 3), house.mails("bob", 3));
    assert!(ann.contains_key(&report_id(1, 1)) && bob.contains_key(&report_id(1, 2)), "{:?}", ann.keys());
    assert!(ann.values().any(|mail| mail.raw.contains(&format!("In-Reply-To: <{ann_wrote}>"))), "Ann has no receipt");
    assert_eq!(fs::read_dir(spool.join("new")).unwrap().count(), 0);
    assert_eq!(fs::read_dir(spool.join("cur")).unwrap().count(), 2);
    house.tick();
    house.mails("ann", 3);
}
