//! What the disk and the database alone cost: the files that `receive` and a tick over emails write, and the same tables, without any of the work.
//!
//! `benches/host.py --floor` starts it on a host that `ashpost rehearse` has made. No rule, letter, key or configuration is read, and what it
//! writes means nothing; how far `ashpost` is above it is what ashpost costs.

use std::collections::BTreeMap;
use std::error::Error;
use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::thread;

use rusqlite::config::DbConfig;
use rusqlite::{Connection, TransactionBehavior, params};

const USAGE: &str = "usage: floor receive CAMPAIGNS ID NAME < EMAIL, or floor mail CAMPAIGNS THREADS; benches/host.py starts it";
/// As long as a receipt of text and HTML.
const RECEIPT_BYTES: usize = 2800;
const NOW: &str = "2027-01-14T07:24:00Z";

type Result<T> = std::result::Result<T, Box<dyn Error + Send + Sync>>;

fn main() -> Result<()> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    match words.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["receive", campaigns, id, name] => receive(Path::new(campaigns), id, name),
        ["mail", campaigns, threads] => mail(Path::new(campaigns), threads.parse()?),
        // So that `cargo bench` goes on.
        _ => {
            println!("{USAGE}");
            Ok(())
        }
    }
}

/// Keeps an email, takes it in, and writes its receipt.
fn receive(campaigns: &Path, id: &str, name: &str) -> Result<()> {
    let mut email = Vec::new();
    io::stdin().lock().read_to_end(&mut email)?;
    let [tmp, new, cur] = ["tmp", "new", "cur"].map(|folder| campaigns.join("spool").join(folder));
    let written = tmp.join(name);
    fs::write(&written, &email)?;
    let kept = new.join(name);
    fs::rename(&written, &kept)?;
    let _agenda = facts(&open(&campaigns.join("ashpost.db"))?)?;
    take_in(campaigns, id, &[Waiting { from: kept, to: cur.join(name) }])
}

/// Takes in all emails of the host's mailbox: those of a campaign together, one campaign for each thread.
fn mail(campaigns: &Path, threads: usize) -> Result<()> {
    let (new, cur) = (campaigns.join("mail/new"), campaigns.join("mail/cur"));
    let mut by_campaign = BTreeMap::<String, Vec<Waiting>>::new();
    for entry in fs::read_dir(new)? {
        let entry = entry?;
        let name = entry.file_name().into_string().map_err(|name| format!("{name:?} is no name of an email"))?;
        let id = name.split('.').nth(1).ok_or("expected the campaign in the name")?.to_owned();
        by_campaign.entry(id).or_default().push(Waiting { from: entry.path(), to: cur.join(name) });
    }
    let left = Mutex::new(by_campaign.into_iter());
    let work = || -> Result<()> {
        loop {
            let Some((id, emails)) = left.lock().map_err(|_| "another thread has failed")?.next() else { return Ok(()) };
            take_in(campaigns, &id, &emails)?;
        }
    };
    thread::scope(|scope| {
        let workers: Vec<_> = (0..threads).map(|_| scope.spawn(work)).collect();
        workers.into_iter().try_for_each(|worker| worker.join().map_err(|_| "a thread has failed")?)
    })
}

/// Where an email is, and where it goes.
struct Waiting {
    from: PathBuf,
    to: PathBuf,
}

/// One transaction with the emails and their answers, the answers to disk, and one that says so.
fn take_in(campaigns: &Path, id: &str, emails: &[Waiting]) -> Result<()> {
    let mut database = open(&campaigns.join(id).join("campaign.db"))?;
    database.pragma_update(None, "synchronous", "FULL")?;
    database.pragma_update(None, "secure_delete", "ON")?;
    facts(&database)?;
    database.query_row("SELECT state FROM snapshot ORDER BY number DESC LIMIT 1", [], |row| row.get::<_, Vec<u8>>(0))?;
    let transaction = database.transaction_with_behavior(TransactionBehavior::Immediate)?;
    for email in emails {
        file_one(&transaction, &fs::read(&email.from)?)?;
    }
    transaction.commit()?;
    for email in emails {
        fs::rename(&email.from, &email.to)?;
    }
    answer(&campaigns.join("sent"), id, emails)?;
    database.pragma_update(None, "synchronous", "NORMAL")?;
    database.execute("UPDATE outbox SET state = 'sent', sent_at = ?1 WHERE state = 'waiting'", [NOW])?;
    Ok(database.query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |_| Ok(()))?)
}

/// The rows of one email with orders.
fn file_one(database: &Connection, raw: &[u8]) -> Result<()> {
    let mut mail = database.prepare_cached(
        "INSERT INTO mail (fingerprint, received_at, sender, seat, turn, verdict, raw)
         VALUES (hex(randomblob(32)), ?1, 'ann@player.example', 1, 2, 'accepted', ?2)",
    )?;
    let number = mail.insert(params![NOW, raw])?;
    let mut sheet = database.prepare_cached(
        "INSERT INTO sheet (mail, turn, seat, received_at, sealed, digest)
         VALUES (?1, 2, 1, ?2, randomblob(300), hex(randomblob(32)))",
    )?;
    sheet.execute(params![number, NOW])?;
    let mut answer = database.prepare_cached(
        "INSERT INTO outbox (message_id, kind, turn, seat, sender, recipient, raw, created_at, next_attempt_at, is_sealed)
         VALUES (hex(randomblob(12)), 'answer', 2, 1, 'games@pbem.example', 'ann@player.example', randomblob(1500), ?1, ?1, 1)",
    )?;
    answer.execute([NOW])?;
    Ok(())
}

/// A file for each answer: all begun before the first is waited for, then their folder.
fn answer(sent: &Path, id: &str, emails: &[Waiting]) -> Result<()> {
    let mut files = Vec::new();
    for (number, email) in emails.iter().enumerate() {
        let name = email.to.file_name().ok_or("expected the name of an email")?.to_string_lossy().into_owned();
        let written = sent.join(format!(".{id}.{number}.{name}.tmp"));
        let mut file = File::create(&written)?;
        file.write_all(&[b'x'; RECEIPT_BYTES])?;
        fs::rename(&written, sent.join(format!("{id}.{number}.{name}.eml")))?;
        files.push(file);
    }
    files.iter().try_for_each(File::sync_all)?;
    Ok(File::open(sent)?.sync_all()?)
}

fn open(path: &Path) -> Result<Connection> {
    let connection = Connection::open(path)?;
    connection.set_db_config(DbConfig::SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, true)?;
    Ok(connection)
}

/// What stands beside a game or a host.
fn facts(database: &Connection) -> Result<Vec<(String, String)>> {
    let mut statement = database.prepare("SELECT name, value FROM fact")?;
    Ok(statement.query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?.collect::<std::result::Result<_, rusqlite::Error>>()?)
}
