//! The migrations from version 10 on. None is ever edited after its release.

pub(super) const VERSION_10: &str = "
-- The seats that nobody holds any more; each seat of a game that has begun stands here or in roster. What is known of its last player is no
-- address to write to.
CREATE TABLE vacancy (
    seat        INTEGER PRIMARY KEY,
    name        TEXT NOT NULL,
    token_epoch INTEGER NOT NULL,
    identity    TEXT NOT NULL,
    settled     TEXT
) STRICT;
";

pub(super) const VERSION_11: &str = "
-- Of the host's own database: codes that wait for their answers, by their digests.
CREATE TABLE one_time_code (
    digest     TEXT PRIMARY KEY,
    -- What the answer brings about, as JSON.
    errand     TEXT NOT NULL,
    -- What it is about and for whom, so that nobody can have one letter after the other sent to a third person.
    about      TEXT NOT NULL,
    made_at    TEXT NOT NULL,
    expires_at TEXT NOT NULL
) STRICT;
CREATE INDEX code_about ON one_time_code (about, made_at);

-- Who has confirmed the wish to play in a campaign that has not begun, in the order of confirmation.
CREATE TABLE applicant (
    id           INTEGER PRIMARY KEY AUTOINCREMENT,
    campaign     TEXT NOT NULL,
    address      TEXT NOT NULL,
    -- What tells addresses apart.
    identity     TEXT NOT NULL,
    name         TEXT NOT NULL,
    prefers      TEXT NOT NULL,
    confirmation TEXT NOT NULL,
    confirmed_at TEXT NOT NULL,
    UNIQUE (campaign, identity)
) STRICT;
";

pub(super) const VERSION_12: &str = "
-- Orders before their time, sealed as sheets are: of each seat the last word about a turn, and about its standing orders (turn 0).
CREATE TABLE left_orders (
    seat        INTEGER NOT NULL,
    turn        INTEGER NOT NULL,
    mail        INTEGER NOT NULL REFERENCES mail (id),
    received_at TEXT NOT NULL,
    -- Standing orders that also come before the orders of every sheet.
    always      INTEGER NOT NULL CHECK (always IN (0, 1)),
    -- Null where the player has taken them back.
    sealed      BLOB,
    PRIMARY KEY (seat, turn)
) STRICT;
";

pub(super) const VERSION_13: &str = "
-- The game master may go back to an earlier position, and turns are played again. An entry of the journal stays; all else that belongs to a
-- turn counts as long as `undone` is 0, and bears the number of the entry that has undone it otherwise.
CREATE TABLE journal_with_turns_again (
    number    INTEGER PRIMARY KEY,
    -- The turn that it made, 0 for set-up; null for an act.
    turn      INTEGER,
    entry     TEXT NOT NULL,
    hash      TEXT NOT NULL,
    hidden    TEXT,
    sheets    TEXT,
    signature TEXT NOT NULL
) STRICT;
INSERT INTO journal_with_turns_again (number, turn, entry, hash, hidden, sheets, signature)
    SELECT number, turn, entry, hash, hidden, sheets, signature FROM journal ORDER BY number;

CREATE TABLE snapshot_of_entry (
    number  INTEGER PRIMARY KEY REFERENCES journal (number),
    turn    INTEGER NOT NULL,
    version INTEGER NOT NULL,
    state   TEXT NOT NULL,
    story   TEXT NOT NULL,
    undone  INTEGER NOT NULL DEFAULT 0
) STRICT;
INSERT INTO snapshot_of_entry (number, turn, version, state, story)
    SELECT journal.number, turn, version, state, story FROM snapshot JOIN journal USING (turn);

CREATE TABLE report_of_entry (
    number INTEGER NOT NULL REFERENCES snapshot (number),
    seat   INTEGER NOT NULL,
    text   BLOB NOT NULL,
    html   BLOB NOT NULL,
    json   BLOB NOT NULL,
    PRIMARY KEY (number, seat)
) STRICT;
INSERT INTO report_of_entry (number, seat, text, html, json)
    SELECT journal.number, seat, text, html, json FROM report JOIN journal USING (turn);

CREATE TABLE reserve_use_of_turn (
    turn    INTEGER NOT NULL,
    seat    INTEGER NOT NULL,
    seconds INTEGER NOT NULL CHECK (seconds > 0),
    undone  INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (turn, seat, undone)
) STRICT;
INSERT INTO reserve_use_of_turn (turn, seat, seconds) SELECT turn, seat, seconds FROM reserve_use;

CREATE TABLE turn_window_again (
    turn           INTEGER NOT NULL,
    opened_at      TEXT NOT NULL,
    deadline_at    TEXT NOT NULL,
    deadline_local TEXT NOT NULL,
    zone           TEXT NOT NULL,
    tzdb           TEXT NOT NULL,
    undone         INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (turn, undone)
) STRICT;
INSERT INTO turn_window_again (turn, opened_at, deadline_at, deadline_local, zone, tzdb)
    SELECT turn, opened_at, deadline_at, deadline_local, zone, tzdb FROM turn_window;

CREATE TABLE commitment_again (
    turn        INTEGER NOT NULL,
    seat        INTEGER NOT NULL,
    mail        INTEGER NOT NULL REFERENCES mail (id),
    received_at TEXT NOT NULL,
    digest      TEXT NOT NULL,
    undone      INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (turn, seat, undone)
) STRICT;
INSERT INTO commitment_again (turn, seat, mail, received_at, digest) SELECT turn, seat, mail, received_at, digest FROM commitment;

DROP TABLE report;
DROP TABLE reserve_use;
DROP TABLE snapshot;
DROP TABLE journal;
DROP TABLE turn_window;
DROP TABLE commitment;
ALTER TABLE journal_with_turns_again RENAME TO journal;
ALTER TABLE snapshot_of_entry RENAME TO snapshot;
ALTER TABLE report_of_entry RENAME TO report;
ALTER TABLE reserve_use_of_turn RENAME TO reserve_use;
ALTER TABLE turn_window_again RENAME TO turn_window;
ALTER TABLE commitment_again RENAME TO commitment;
CREATE INDEX turns_of_journal ON journal (turn) WHERE turn IS NOT NULL;
CREATE UNIQUE INDEX turn_that_counts ON snapshot (turn) WHERE undone = 0;
CREATE TRIGGER journal_is_never_changed BEFORE UPDATE ON journal
BEGIN SELECT RAISE(ABORT, 'the journal is append-only'); END;
CREATE TRIGGER journal_is_never_shortened BEFORE DELETE ON journal
BEGIN SELECT RAISE(ABORT, 'the journal is append-only'); END;
CREATE TRIGGER journal_has_no_gaps BEFORE INSERT ON journal
WHEN NEW.number IS NOT (SELECT coalesce(max(number) + 1, 0) FROM journal)
BEGIN SELECT RAISE(ABORT, 'the journal has no gaps'); END;

ALTER TABLE sheet ADD COLUMN undone INTEGER NOT NULL DEFAULT 0;
DROP INDEX sheet_that_counts;
CREATE INDEX sheet_that_counts ON sheet (turn, seat, received_at, id) WHERE withdrawn = 0 AND held_back = 0 AND undone = 0;
ALTER TABLE receipt ADD COLUMN undone INTEGER NOT NULL DEFAULT 0;
ALTER TABLE outbox ADD COLUMN undone INTEGER NOT NULL DEFAULT 0;
";

pub(super) const VERSION_14: &str = "
-- Positions of which a value was changed by hand, after the last turn before the entry; the snapshot of that turn stays as it was.
CREATE TABLE edited_position (
    number INTEGER PRIMARY KEY REFERENCES journal (number),
    turn   INTEGER NOT NULL,
    state  TEXT NOT NULL,
    undone INTEGER NOT NULL DEFAULT 0
) STRICT;
";

pub(super) const VERSION_15: &str = "
-- What players write to each other. All but the turn, the day and whether it waits is sealed: who wrote what to whom is for its readers.
CREATE TABLE press (
    id       INTEGER PRIMARY KEY,
    -- The turn that was open.
    turn     INTEGER NOT NULL,
    day      TEXT NOT NULL,
    -- It leaves with the next report.
    is_waiting INTEGER NOT NULL CHECK (is_waiting IN (0, 1)),
    sealed   BLOB NOT NULL
) STRICT;
CREATE INDEX press_of_turn ON press (turn, id);
CREATE INDEX press_of_day ON press (day, id);
";

pub(super) const VERSION_16: &str = "
-- Of the host's own database: who follows a game without a seat.
CREATE TABLE observer (
    id       INTEGER PRIMARY KEY AUTOINCREMENT,
    campaign TEXT NOT NULL,
    address  TEXT NOT NULL,
    identity TEXT NOT NULL,
    UNIQUE (campaign, identity)
) STRICT;
";

pub(super) const VERSION_17: &str = "
-- Whether players sent their orders. A player is a digest of their address, so that the same person is known in every campaign of a host.
CREATE TABLE attendance (
    turn   INTEGER NOT NULL,
    seat   INTEGER NOT NULL,
    player TEXT NOT NULL,
    what   TEXT NOT NULL,
    undone INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE UNIQUE INDEX attendance_that_counts ON attendance (turn, seat) WHERE undone = 0;
CREATE INDEX attendance_of_seat ON attendance (seat, player, turn) WHERE undone = 0;

-- Of the host's own database: the same, counted for each player of a campaign.
CREATE TABLE reliability (
    player   TEXT NOT NULL,
    campaign TEXT NOT NULL,
    on_time  INTEGER NOT NULL,
    missed   INTEGER NOT NULL,
    away     INTEGER NOT NULL,
    PRIMARY KEY (player, campaign)
) STRICT, WITHOUT ROWID;
CREATE INDEX reliability_of_campaign ON reliability (campaign);
";

pub(super) const VERSION_18: &str = "
-- Diaries of players, sealed until the game is over. They are not played, so no rollback undoes them.
CREATE TABLE diary (
    id     INTEGER PRIMARY KEY,
    seat   INTEGER NOT NULL,
    -- The turn that was open.
    turn   INTEGER NOT NULL,
    sealed BLOB NOT NULL
) STRICT;
CREATE INDEX diary_of_seat ON diary (seat, turn);
";

pub(super) const VERSION_19: &str = "
-- Games whose moves alternate: by how much a turn has changed the bank of a seat, by what its moves added less what they took.
CREATE TABLE bank_change (
    turn    INTEGER NOT NULL,
    seat    INTEGER NOT NULL,
    seconds INTEGER NOT NULL,
    undone  INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (turn, seat, undone)
) STRICT;
";

pub(super) const VERSION_20: &str = "
-- A turn that waits for a word of the game master: its fact stood too near to those of players who ask it to wait (wait/).
UPDATE fact SET name = 'suspended/' || substr(name, length('waits/') + 1) WHERE name >= 'waits/' AND name < 'waits0';
";

pub(super) const VERSION_21: &str = "
-- What every run asks is found without reading the history of the game: letters about a turn and sheets for it, acts, turns that were undone, and
-- messages that wait.
CREATE INDEX outbox_of_turn ON outbox (turn, kind, seat);
DROP INDEX sheet_that_counts;
CREATE INDEX sheet_of_turn ON sheet (turn, seat, received_at, id);
CREATE INDEX acts_of_journal ON journal (number) WHERE turn IS NULL;
CREATE INDEX undone_turn ON snapshot (turn, number) WHERE undone > 0;
CREATE INDEX press_that_waits ON press (id) WHERE is_waiting = 1;
";

pub(super) const VERSION_22: &str = "
-- Positions and stories are kept deflated. A position holds the history of the game, so what is kept of a long game grew with the square of its turns.
CREATE TABLE packed_snapshot (
    number  INTEGER PRIMARY KEY REFERENCES journal (number),
    turn    INTEGER NOT NULL,
    version INTEGER NOT NULL,
    state   BLOB NOT NULL,
    story   BLOB NOT NULL,
    undone  INTEGER NOT NULL DEFAULT 0
) STRICT;
INSERT INTO packed_snapshot (number, turn, version, state, story, undone)
    SELECT number, turn, version, pack(state), pack(story), undone FROM snapshot;
DROP TABLE snapshot;
ALTER TABLE packed_snapshot RENAME TO snapshot;
CREATE UNIQUE INDEX turn_that_counts ON snapshot (turn) WHERE undone = 0;
CREATE INDEX undone_turn ON snapshot (turn, number) WHERE undone > 0;

CREATE TABLE packed_edited_position (
    number INTEGER PRIMARY KEY REFERENCES journal (number),
    turn   INTEGER NOT NULL,
    state  BLOB NOT NULL,
    undone INTEGER NOT NULL DEFAULT 0
) STRICT;
INSERT INTO packed_edited_position (number, turn, state, undone) SELECT number, turn, pack(state), undone FROM edited_position;
DROP TABLE edited_position;
ALTER TABLE packed_edited_position RENAME TO edited_position;
";
