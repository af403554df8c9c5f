//! The migrations of a database, oldest first. None is ever edited after its release.

use super::later::{
    VERSION_10, VERSION_11, VERSION_12, VERSION_13, VERSION_14, VERSION_15, VERSION_16, VERSION_17, VERSION_18, VERSION_19, VERSION_20,
    VERSION_21, VERSION_22,
};

/// Entry `index` migrates the database from version `index` to `index + 1`.
pub(super) const MIGRATIONS: &[&str] = &[
    VERSION_1, VERSION_2, VERSION_3, VERSION_4, VERSION_5, VERSION_6, VERSION_7, VERSION_8, VERSION_9, VERSION_10, VERSION_11, VERSION_12,
    VERSION_13, VERSION_14, VERSION_15, VERSION_16, VERSION_17, VERSION_18, VERSION_19, VERSION_20, VERSION_21, VERSION_22,
];

const VERSION_1: &str = "
-- Ground truth: what was decided, in an order that cannot be rewritten.
CREATE TABLE journal (
    turn  INTEGER PRIMARY KEY,
    entry TEXT NOT NULL,
    hash  TEXT NOT NULL
) STRICT;
CREATE TRIGGER journal_is_never_changed BEFORE UPDATE ON journal
BEGIN SELECT RAISE(ABORT, 'the journal is append-only'); END;
CREATE TRIGGER journal_is_never_shortened BEFORE DELETE ON journal
BEGIN SELECT RAISE(ABORT, 'the journal is append-only'); END;

-- What players saw: the state after each turn, what happened in it, what became of each order.
CREATE TABLE snapshot (
    turn    INTEGER PRIMARY KEY REFERENCES journal (turn),
    version INTEGER NOT NULL,
    state   TEXT NOT NULL,
    story   TEXT NOT NULL
) STRICT;

-- When orders for a turn are taken. An announced deadline is stored, never computed again.
CREATE TABLE turn_window (
    turn           INTEGER PRIMARY KEY,
    opened_at      TEXT NOT NULL,
    deadline_at    TEXT NOT NULL,
    deadline_local TEXT NOT NULL,
    zone           TEXT NOT NULL,
    tzdb           TEXT NOT NULL
) STRICT;

-- Every mail that ever reached the campaign, as its bytes came.
CREATE TABLE mail (
    id          INTEGER PRIMARY KEY,
    fingerprint TEXT NOT NULL UNIQUE,
    received_at TEXT NOT NULL,
    sender      TEXT,
    seat        INTEGER,
    turn        INTEGER,
    verdict     TEXT NOT NULL,
    raw         BLOB NOT NULL
) STRICT;

-- The order book. The last sheet in time that was not withdrawn counts.
CREATE TABLE sheet (
    id          INTEGER PRIMARY KEY,
    mail        INTEGER NOT NULL REFERENCES mail (id),
    turn        INTEGER NOT NULL,
    seat        INTEGER NOT NULL,
    received_at TEXT NOT NULL,
    text        TEXT NOT NULL,
    canonical   TEXT NOT NULL,
    digest      TEXT NOT NULL,
    withdrawn   INTEGER NOT NULL DEFAULT 0 CHECK (withdrawn IN (0, 1))
) STRICT;
CREATE INDEX sheet_that_counts ON sheet (turn, seat, received_at, id) WHERE withdrawn = 0;

CREATE TABLE ready (
    turn INTEGER NOT NULL,
    seat INTEGER NOT NULL,
    PRIMARY KEY (turn, seat)
) STRICT;

-- Mail on its way out. A Message-ID is stable, so sending twice is seen as one mail.
CREATE TABLE outbox (
    id              INTEGER PRIMARY KEY,
    message_id      TEXT NOT NULL UNIQUE,
    kind            TEXT NOT NULL,
    turn            INTEGER,
    seat            INTEGER,
    sender          TEXT NOT NULL,
    recipient       TEXT NOT NULL,
    raw             BLOB NOT NULL,
    created_at      TEXT NOT NULL,
    attempts        INTEGER NOT NULL DEFAULT 0,
    next_attempt_at TEXT NOT NULL,
    state           TEXT NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'sent', 'failed')),
    last_error      TEXT
) STRICT;
CREATE INDEX outbox_waiting ON outbox (state, next_attempt_at);
CREATE INDEX outbox_by_recipient ON outbox (recipient, created_at);

-- Every report as it was sent; seat 0 is the public one.
CREATE TABLE report (
    turn INTEGER NOT NULL REFERENCES journal (turn),
    seat INTEGER NOT NULL,
    text TEXT NOT NULL,
    html TEXT NOT NULL,
    json TEXT NOT NULL,
    PRIMARY KEY (turn, seat)
) STRICT;

-- Small facts with one value: which turn is published, how the campaign was opened.
CREATE TABLE fact (
    name  TEXT PRIMARY KEY,
    value TEXT NOT NULL
) STRICT;
";

const VERSION_2: &str = "
-- Games whose moves alternate: how much of its reserve a seat has used in a turn.
CREATE TABLE reserve_use (
    turn    INTEGER NOT NULL REFERENCES journal (turn),
    seat    INTEGER NOT NULL,
    seconds INTEGER NOT NULL CHECK (seconds > 0),
    PRIMARY KEY (turn, seat)
) STRICT;

-- The days on which a player is away, both ends included; the clock is stopped on them.
CREATE TABLE absence (
    seat      INTEGER NOT NULL,
    from_day  TEXT NOT NULL,
    until_day TEXT NOT NULL,
    PRIMARY KEY (seat, from_day)
) STRICT;

CREATE INDEX outbox_reports ON outbox (seat, turn) WHERE kind = 'report';
";

const VERSION_3: &str = "
-- When the transport took a mail: no clock runs on a report that was not sent.
ALTER TABLE outbox ADD COLUMN sent_at TEXT;

-- Mail that speaks for no seat, whose bytes are kept for a while only.
CREATE INDEX mail_of_strangers ON mail (received_at DESC, id DESC, length(raw))
    WHERE seat IS NULL AND verdict <> 'quarantined' AND length(raw) > 0;
";

const VERSION_4: &str = "
-- Acts stand in the journal between turns, so an entry has a number of its own. Entries that are here already are turns, and
-- keep their texts and hashes.
CREATE TABLE journal_of_acts_and_turns (
    number INTEGER PRIMARY KEY,
    -- The turn that it made, 0 for set-up; null for an act.
    turn   INTEGER UNIQUE,
    entry  TEXT NOT NULL,
    hash   TEXT NOT NULL
) STRICT;
INSERT INTO journal_of_acts_and_turns (number, turn, entry, hash) SELECT turn, turn, entry, hash FROM journal ORDER BY turn;
DROP TABLE journal;
ALTER TABLE journal_of_acts_and_turns RENAME TO journal;
CREATE TRIGGER journal_is_never_changed BEFORE UPDATE ON journal
BEGIN SELECT RAISE(ABORT, 'the journal is append-only'); END;
CREATE TRIGGER journal_is_never_shortened BEFORE DELETE ON journal
BEGIN SELECT RAISE(ABORT, 'the journal is append-only'); END;
CREATE TRIGGER journal_has_no_gaps BEFORE INSERT ON journal
WHEN NEW.number IS NOT (SELECT coalesce(max(number) + 1, 0) FROM journal)
BEGIN SELECT RAISE(ABORT, 'the journal has no gaps'); END;
";

const VERSION_5: &str = "
-- Who holds which seat since the opening. A player is what a [[seat]] says, as JSON: name, address, zone, format, diagrams.
CREATE TABLE roster (
    seat        INTEGER PRIMARY KEY,
    player      TEXT NOT NULL,
    -- Tokens of earlier epochs are worthless.
    token_epoch INTEGER NOT NULL,
    -- What the file said of the seat when a command last settled it; null if the file had left it out.
    settled     TEXT
) STRICT;
";

const VERSION_6: &str = "
-- Whose answers a mail counts among; those of one budget are limited together.
ALTER TABLE outbox ADD COLUMN budget TEXT;
CREATE INDEX outbox_by_budget ON outbox (budget, created_at) WHERE budget IS NOT NULL;
DROP INDEX outbox_by_recipient;

-- In the host's own database: the answers to strangers of all campaigns, each by the mail that it answers.
CREATE TABLE stranger_answer (
    fingerprint TEXT PRIMARY KEY,
    address     TEXT NOT NULL,
    answered_at TEXT NOT NULL
) STRICT;

-- In the host's own database: mails that lay in a mailbox before the host was set up. They are left alone, under any name.
CREATE TABLE earlier_mail (
    place       TEXT NOT NULL,
    name        TEXT NOT NULL,
    fingerprint TEXT NOT NULL,
    PRIMARY KEY (place, name)
) STRICT;
CREATE INDEX earlier_mail_by_fingerprint ON earlier_mail (fingerprint);
";

const VERSION_7: &str = "
-- A sheet of which most could not be read does not replace one that could, until its player says so.
ALTER TABLE sheet ADD COLUMN held_back INTEGER NOT NULL DEFAULT 0 CHECK (held_back IN (0, 1));
DROP INDEX sheet_that_counts;
CREATE INDEX sheet_that_counts ON sheet (turn, seat, received_at, id) WHERE withdrawn = 0 AND held_back = 0;

-- READY belongs to a sheet, and a turn is played a while after the last seat was ready.
CREATE TABLE ready_with_sheet (
    turn  INTEGER NOT NULL,
    seat  INTEGER NOT NULL,
    sheet INTEGER NOT NULL REFERENCES sheet (id),
    since TEXT NOT NULL,
    PRIMARY KEY (turn, seat)
) STRICT;
INSERT INTO ready_with_sheet (turn, seat, sheet, since)
    SELECT ready.turn, ready.seat, sheet.id, max(sheet.received_at) FROM ready
    JOIN sheet ON sheet.turn = ready.turn AND sheet.seat = ready.seat AND sheet.withdrawn = 0
    GROUP BY ready.turn, ready.seat;
DROP TABLE ready;
ALTER TABLE ready_with_sheet RENAME TO ready;
";

const VERSION_8: &str = "
-- Reports are kept deflated.
CREATE TABLE packed_report (
    turn INTEGER NOT NULL REFERENCES journal (turn),
    seat INTEGER NOT NULL,
    text BLOB NOT NULL,
    html BLOB NOT NULL,
    json BLOB NOT NULL,
    PRIMARY KEY (turn, seat)
) STRICT;
INSERT INTO packed_report (turn, seat, text, html, json) SELECT turn, seat, pack(text), pack(html), pack(json) FROM report;
DROP TABLE report;
ALTER TABLE packed_report RENAME TO report;

-- An email that has left is kept deflated; of a report the header alone, since its row in report says the rest.
UPDATE outbox SET raw = CASE WHEN kind IN ('report', 'again') THEN substr(raw, 1, instr(raw, x'0D0A0D0A') + 3) ELSE pack(raw) END
    WHERE state = 'sent';
";

const VERSION_9: &str = "
-- Entries of the journal are signed, and what nobody may know before the game is over stands beside them.
ALTER TABLE journal ADD COLUMN hidden TEXT;
ALTER TABLE journal ADD COLUMN sheets TEXT;
ALTER TABLE journal ADD COLUMN signature TEXT NOT NULL DEFAULT '';

-- Sheets are sealed to the key of the campaign. Those of games that began with a journal that nobody signed cannot be played any more.
DROP TABLE ready;
DROP TABLE sheet;
CREATE TABLE sheet (
    id          INTEGER PRIMARY KEY,
    mail        INTEGER NOT NULL REFERENCES mail (id),
    turn        INTEGER NOT NULL,
    seat        INTEGER NOT NULL,
    received_at TEXT NOT NULL,
    sealed      BLOB NOT NULL,
    -- Salted: what the receipt shows.
    digest      TEXT NOT NULL,
    withdrawn   INTEGER NOT NULL DEFAULT 0 CHECK (withdrawn IN (0, 1)),
    held_back   INTEGER NOT NULL DEFAULT 0 CHECK (held_back IN (0, 1))
) STRICT;
CREATE INDEX sheet_that_counts ON sheet (turn, seat, received_at, id) WHERE withdrawn = 0 AND held_back = 0;
CREATE TABLE ready (
    turn  INTEGER NOT NULL,
    seat  INTEGER NOT NULL,
    sheet INTEGER NOT NULL REFERENCES sheet (id),
    since TEXT NOT NULL,
    PRIMARY KEY (turn, seat)
) STRICT;

-- Sheets of which a digest was sent, and that are revealed after the deadline.
CREATE TABLE commitment (
    turn        INTEGER NOT NULL,
    seat        INTEGER NOT NULL,
    mail        INTEGER NOT NULL REFERENCES mail (id),
    received_at TEXT NOT NULL,
    digest      TEXT NOT NULL,
    PRIMARY KEY (turn, seat)
) STRICT;

-- What was promised to each seat, in the order of its receipts.
CREATE TABLE receipt (
    seat   INTEGER NOT NULL,
    number INTEGER NOT NULL,
    turn   INTEGER NOT NULL,
    PRIMARY KEY (seat, number)
) STRICT;
CREATE INDEX receipt_of_turn ON receipt (turn, seat, number);

-- What waits to be sent is sealed to the key of the host.
ALTER TABLE outbox ADD COLUMN is_sealed INTEGER NOT NULL DEFAULT 0 CHECK (is_sealed IN (0, 1));
";
