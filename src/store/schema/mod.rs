//! The tables of a campaign's database, as an append-only list of migrations.

mod later;
mod steps;

use rusqlite::Connection;

use steps::MIGRATIONS;

use crate::store::error::StoreError;
use crate::store::pack;

/// Migrates a database to this build's version, or leaves it as it was. Foreign keys are not enforced meanwhile, so that tables can be made anew;
/// the caller enables them afterwards.
///
/// # Errors
/// When the database is newer than this build, or SQLite refuses.
pub(super) fn migrate(connection: &mut Connection) -> Result<(), StoreError> {
    if missing(connection)?.is_empty() {
        return Ok(());
    }
    pack::teach(connection)?;
    connection.pragma_update(None, "foreign_keys", "OFF")?;
    let transaction = connection.transaction_with_behavior(rusqlite::TransactionBehavior::Immediate)?;
    // Another process may have done this while we waited for it.
    for step in missing(&transaction)? {
        transaction.execute_batch(step)?;
    }
    transaction.pragma_update(None, "user_version", MIGRATIONS.len() as u32)?;
    Ok(transaction.commit()?)
}

/// The steps that a database lacks.
fn missing(connection: &Connection) -> Result<&'static [&'static str], StoreError> {
    let found: u32 = connection.pragma_query_value(None, "user_version", |row| row.get(0))?;
    MIGRATIONS.get(found as usize..).ok_or(StoreError::Newer { found, known: MIGRATIONS.len() as u32 })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::campaign::digest;
    use crate::engine::Seat;
    use crate::store::Seals;

    #[test]
    fn a_database_of_version_2_keeps_its_journal_word_for_word_and_takes_acts_behind_it() {
        let mut connection = Connection::open_in_memory().unwrap();
        MIGRATIONS[..2].iter().for_each(|step| connection.execute_batch(step).unwrap());
        connection.pragma_update(None, "user_version", 2).unwrap();
        connection
            .execute_batch(
                "INSERT INTO journal VALUES (0, 'opening', 'a'), (1, 'first', 'b');
                 INSERT INTO snapshot VALUES (0, 1, '', ''), (1, 1, '', '');
                 INSERT INTO report VALUES (1, 0, '', '', '');",
            )
            .unwrap();
        migrate(&mut connection).unwrap();
        migrate(&mut connection).unwrap();
        connection.pragma_update(None, "foreign_keys", "ON").unwrap();
        let rows = |sql: &str| -> Vec<(u32, Option<u32>, String, String)> {
            let mut statement = connection.prepare(sql).unwrap();
            let rows = statement.query_map([], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?, row.get(3)?))).unwrap();
            rows.map(Result::unwrap).collect()
        };
        let text = |text: &str| text.to_owned();
        let kept = [(0, Some(0), text("opening"), text("a")), (1, Some(1), text("first"), text("b"))];
        assert_eq!(rows("SELECT number, turn, entry, hash FROM journal ORDER BY number"), kept);
        connection.execute("INSERT INTO journal VALUES (2, NULL, 'an act', 'c', NULL, NULL, '')", []).unwrap();
        for (refused, why) in [
            ("INSERT INTO journal VALUES (4, NULL, 'x', 'x', NULL, NULL, '')", "no gaps"),
            ("INSERT INTO snapshot VALUES (2, 1, 1, x'', x'', 0)", "UNIQUE"),
            ("UPDATE journal SET hash = 'x'", "append-only"),
            ("DELETE FROM journal WHERE number = 2", "append-only"),
            ("INSERT INTO report VALUES (2, 0, x'', x'', x'')", "FOREIGN KEY"),
        ] {
            let error = connection.execute(refused, []).unwrap_err().to_string();
            assert!(error.contains(why), "{refused}: {error}");
        }
        let broken: u32 = connection.query_row("SELECT count(*) FROM pragma_foreign_key_check", [], |row| row.get(0)).unwrap();
        assert_eq!(broken, 0);
    }

    /// The beginnings of their digests. Databases of every version are out there, made by exactly these steps.
    #[rustfmt::skip]
    const DIGESTS: &[&str] = &[
        "d6f90664343e", "054729735fb6", "f797e84e71ef", "7f4bbd6e2836",
        "15265d463a71", "1d02789bc19c", "f4fff44e8201", "7ba403bb0cb8",
        "e0c42a6fed63", "90a773c6a99f", "27e2b0df6d14", "10550fbeb74d",
        "92beab923300", "de723541b535", "ca02a2a7928f", "1dfd20745db7",
        "870dd178d842", "8c4875168b28", "82fa3a5af6bb", "1a4949b072b0",
        "1308e1b4aa61", "ae604b1de48a",
    ];

    #[test]
    fn no_migration_is_ever_edited() {
        let digests: Vec<String> = MIGRATIONS.iter().map(|step| digest(step)[..12].to_owned()).collect();
        assert_eq!(digests, DIGESTS);
    }

    /// A database as the program of that version left it: a turn, its report, a sheet with its email, and two outgoing emails.
    fn left_by(version: u32, file: &std::path::Path) {
        let connection = Connection::open(file).unwrap();
        pack::teach(&connection).unwrap();
        let packed = |text: &str| if version < 8 { format!("'{text}'") } else { format!("pack('{text}')") };
        let (text, html, json) = (packed("You lost New Earth (22)."), packed("<p>"), packed("{}"));
        // As during migration, when a table may be made anew.
        connection.pragma_update(None, "foreign_keys", "OFF").unwrap();
        for step in &MIGRATIONS[..version as usize] {
            connection.execute_batch(step).unwrap();
        }
        let snapshot = if version < 13 { "0, 1, 'state', 'story'" } else { "0, 0, 1, 'state', 'story', 0" };
        let sheet = if version < 9 {
            "text, canonical, digest) VALUES (1, 1, 1, 2, '2027-01-02T10:00:00Z', 'build', 'BUILD',"
        } else {
            "sealed, digest) VALUES (1, 1, 1, 2, '2027-01-02T10:00:00Z', x'00',"
        };
        let journal = match version {
            ..4 => "turn, entry, hash) VALUES (0, 'opening', 'a'".to_owned(),
            4..9 => "number, turn, entry, hash) VALUES (0, 0, 'opening', 'a'".to_owned(),
            _ => {
                let (hash, signature) = ("a".repeat(64), "b".repeat(128));
                format!("number, turn, entry, hash, signature) VALUES (0, 0, 'opening', '{hash}', '{signature}'")
            }
        };
        let edited = if version < 14 { "" } else { "INSERT INTO edited_position VALUES (0, 0, 'edited', 0);" };
        let suspended = if version < 20 { "waits/7" } else { "suspended/7" };
        connection
            .execute_batch(&format!(
                "INSERT INTO journal ({journal});
                 INSERT INTO snapshot VALUES ({snapshot});
                 {edited}
                 INSERT INTO report VALUES (0, 2, {text}, {html}, {json});
                 INSERT INTO mail VALUES (1, 'f', '2027-01-02T10:00:00Z', 'ann@player.example', 2, 1, 'accepted', x'4869');
                 INSERT INTO sheet (id, mail, turn, seat, received_at, {sheet} 'd');
                 INSERT INTO outbox (message_id, kind, turn, seat, sender, recipient, raw, created_at, next_attempt_at, state)
                     VALUES ('1@host.example', 'report', 0, 2, 's@h', 'r@h', x'4869', '2027-01-01T10:00:00Z', '2027-01-01T10:00:00Z', 'sent'),
                            ('2@host.example', 'answer', 1, 2, 's@h', 'r@h', x'4869', '2027-01-01T10:00:00Z', '2027-01-01T10:00:00Z', 'waiting');
                 INSERT INTO fact VALUES ('{suspended}', '{{}}'), ('waits0', 'another'), ('wait/7/2', '');
                 PRAGMA user_version = {version};"
            ))
            .unwrap();
    }

    #[test]
    fn a_database_of_every_earlier_version_is_read_as_it_was() {
        for version in 1..=MIGRATIONS.len() as u32 - 1 {
            let folder = tempfile::tempdir().unwrap();
            let file = folder.path().join("campaign.db");
            left_by(version, &file);
            let mut store = crate::store::Store::open(&file, Seals::default()).unwrap();
            let ledger = store.look().unwrap();
            assert_eq!(ledger.report(0, Some(Seat(2))).unwrap().unwrap().text, "You lost New Earth (22).", "version {version}");
            assert_eq!(ledger.story(0).unwrap().unwrap(), "story");
            assert_eq!(ledger.edited_position(0).unwrap(), (version >= 14).then(|| "edited".to_owned()));
            match ledger.last_turn() {
                Ok(turn) => assert!(version >= 9 && turn.unwrap().state().unwrap() == "state", "version {version}"),
                Err(error) => assert!(version < 9 && error.to_string().contains("did not sign yet"), "version {version}: {error}"),
            }
            let facts = |begin: &str| ledger.facts(begin).unwrap().into_keys().collect::<Vec<_>>();
            assert_eq!((facts("suspended/"), facts("wait")), (vec!["7".to_owned()], vec!["/7/2".to_owned(), "s0".to_owned()]));
            let due = ledger.due_mail("2027-01-03T10:00:00Z".parse().unwrap(), 9).unwrap();
            assert_eq!(due.iter().map(|mail| mail.raw.as_slice()).collect::<Vec<_>>(), [b"Hi"]);
            assert!(ledger.has_queued(&crate::campaign::MessageId::new("1@host.example").unwrap()).unwrap());
        }
    }
}
