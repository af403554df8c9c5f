//! The letters of the office.

use serde_json::{Value, json};

use ashpost::office::LadderNews;
use ashpost::render::letter::{self, BesideText};

use super::{assert_fits, golden, templates};
use crate::usable::assert_usable;

/// What a host signs, with letters of no meaning.
fn receipt() -> Value {
    let line = "Zm9yIGV4YW1wbGUt".repeat(5);
    json!({
        "number": 14, "digest": "3b1f".repeat(16), "salt": "77ab".repeat(8), "host_key": "8e1d".repeat(16),
        "lines": ["ashpost receipt of rim-3", line[..74], line[1..75], line[2..74]],
    })
}

/// What waits for a player of many games.
fn digest() -> Value {
    json!({
        "name": "Ann", "zone": "Europe/Berlin", "asked_in": ["The Rim", "Autumn"],
        "own": [
            { "id": "rim-3", "title": "The Rim", "unit": "turn", "turn": 8, "due_local": "Tue 29 Dec 2026 20:00", "left": { "days": 2, "hours": 4, "minutes": 0 }, "to_move": null, "closes_local": null, "is_fixed": false, "headline": null, "is_over": false },
            { "id": "spring-3", "title": "Spring, game 3", "unit": "move", "turn": 12, "due_local": "Wed 30 Dec 2026 20:00", "left": null, "to_move": "Ann", "closes_local": "Sat 02 Jan 2027 20:00", "is_fixed": false, "headline": null, "is_over": false },
        ],
        "others": [
            { "id": "spring-4", "title": "Spring, game 4", "unit": "move", "turn": 3, "due_local": "Wed 30 Dec 2026 20:00", "left": null, "to_move": "Bob", "closes_local": null, "is_fixed": false, "headline": null, "is_over": false },
            { "id": "storm", "title": "The Storm", "unit": "turn", "turn": 5, "due_local": "Thu 31 Dec 2026 20:00", "left": { "days": 4, "hours": 4, "minutes": 0 }, "to_move": null, "closes_local": null, "is_fixed": true, "headline": null, "is_over": false },
        ],
        "played": [
            { "id": "rim-3", "title": "The Rim", "unit": "turn", "turn": 7, "due_local": null, "left": null, "to_move": null, "closes_local": null, "is_fixed": false, "headline": "Bob takes Rivet", "is_over": false },
            { "id": "autumn", "title": "Autumn", "unit": "move", "turn": 41, "due_local": null, "left": null, "to_move": null, "closes_local": null, "is_fixed": false, "headline": "", "is_over": true },
        ],
    })
}

/// A letter of the office with everything in it.
fn letter(verdict: &str) -> Value {
    let mut model = json!({
        "subject_tag": "[ashpost rim-3 4F7KQ2XW9ABCDEFG]",
        "address": "games@pbem.example",
        "campaign": {"id": "rim-3", "title": "The Rim, third war", "game": "empire_postal", "game_title": "Ashes of Empire, by post", "unit": "turn", "unrated": false},
        "seat": {"number": 2, "name": "Ann"},
        "turn": 8,
        "deadline": {
            "local": "Friday 27 November 2026, 20:00", "zone": "Europe/Berlin", "utc": "2026-11-27 19:00 UTC", "left": {"days": 3, "hours": 2, "minutes": 0},
        },
        "verdict": verdict,
        "sheet": {
            "received_at_local": "Tuesday 24 November 2026, 17:12 Europe/Berlin", "replaced": verdict == "replaced",
            "orders_count": 4, "unmet_count": 0, "problems_count": 1, "doubts_count": 2,
        },
        "receipt": receipt(),
        "reading_text": "  1  BUILD 3 PDU ON 2\n",
        "trouble": "the mail has 3 MB, and no mail here may have more than 1 MB",
        "received": {"sender": "ann@player.example", "subject": "orders", "at": "Tue 24 Nov 2026 17:12 Europe/Berlin", "clock": "file-name", "clock_host": null},
        "answers_turn": 7,
        "sent_from_elsewhere": "ann@work.example",
        "first_line": "ORDERS rim-3 2 4F7KQ2XW9ABCDEFG",
        "status": {
            "seats": [{"number": 1, "name": "Bob", "vacant": false, "sent": true, "ready": true}, {"number": 2, "name": "Ann", "vacant": false, "sent": false, "ready": false}],
            "own_sent": false, "own_sealed": false, "own_ready": false, "waiting": ["Bob"], "own_waits": false, "paused_until": null,
        },
        "answers": ["The first answer.\n", "The second answer.\n"],
        "seal": {
            "digest": "3b1f".repeat(16), "found": "a90c".repeat(16), "lines": "BUILD 3 PDU ON 2\nSEND 5 FI FROM 18 TO 1\n",
            "from": {"local": "Friday 27 November 2026, 20:00", "zone": "Europe/Berlin", "utc": "2026-11-27 19:00 UTC", "left": null},
            "until": {"local": "Saturday 28 November 2026, 20:00", "zone": "Europe/Berlin", "utc": "2026-11-28 19:00 UTC", "left": null},
            "early": false, "fixed": [{"seat": 2, "name": "Ann", "digest": "51ce".repeat(16)}],
        },
        "sheet_text": "BUILD 3 PDU ON 2\nSEND 5 FI FROM 18 TO 1\n",
        "held_back_text": "BULD 3 PDU ON 2\nSEND 5 FI FROM 18 TO 1\nSEND 5 FI FORM\n",
        "difference": {
            "dropped": ["SPY ON 4", "VOTE 20"], "added": ["DECLARE PEACE ON 3"],
            "changed": [{"from": "SEND 2 FI FROM 18 TO 1", "to": "SEND 5 FI FROM 18 TO 1"}], "same": 1, "is_reordered": false,
        },
        "appended": false,
        "ready": {"state": "misread", "misread": [{"line": 4, "text": "BULD 3 PDU ON 2"}], "pause": null},
        "ready_lapsed": true,
        "wait": "waits",
        "early": null,
        "not_yet": [
            {"line": "BROADCAST", "lines": ["Hello!"], "lines_more": 12, "turn": null, "is_for_host": false},
            {"line": "Turn 9", "lines": ["BUILD 1 FI ON 2", "READY"], "lines_more": 0, "turn": 9, "is_for_host": false},
            {"line": "turn 7:", "lines": [], "lines_more": 0, "turn": 7, "is_for_host": false},
            {"line": "PLAY anaash/8", "lines": [], "lines_more": 0, "turn": null, "is_for_host": true},
        ],
        "left": left_blocks(),
        "left_in_book": [
            {"turn": null, "always": true, "text": "BUILD MAX FI ON 2\nIF ENEMY SHIPS AT 2 THEN BUILD 5 PDU ON 2"},
            {"turn": 9, "always": false, "text": "SEND 5 FI FROM 18 TO 1"},
        ],
        "has_standing": false,
        "has_always": false,
        "gm": {"name": "Ida", "address": "gm@pbem.example", "by_reply": true},
        "forwarded": {"text": "Could we please have three more days?\n\nAnn", "is_cut": true, "too_many": null},
        "was_forwarded": true,
        "from_game_master": false,
        "shown_seats": [{"number": 1, "name": "Bob"}, {"number": 2, "name": "Ann"}],
        "writer": {"number": 2, "name": "Ann"},
        "game_masters": [{"name": "Ida", "address": "gm@pbem.example"}, {"name": "Ole", "address": "ole@pbem.example"}],
        "open_games": [
            {
                "id": "rim-4", "title": "The Rim, fourth war", "game_title": "Ashes of Empire, by post", "players_wanted": 3, "has_begun": false,
                "by_mail": true, "seats": [2, 3, 5], "waiting": 0, "url": "https://games.example/",
                "schedule": {"by_moves": false, "every_days": null, "weekdays": ["tuesday", "friday"], "at": "20:00", "zone": "Europe/Berlin", "reserve_days": null, "bank_days": null, "increment": null, "has_more": false},
                "gm": {"name": "Ida", "address": "gm@pbem.example"},
            },
            {
                "id": "glade", "title": "The Glade", "game_title": "Anaash", "players_wanted": 1, "has_begun": true,
                "by_mail": false, "seats": [], "waiting": 0, "url": null,
                "schedule": {"by_moves": true, "every_days": 3, "weekdays": [], "at": "20:00", "zone": "UTC", "reserve_days": 10, "bank_days": null, "increment": null, "has_more": false},
                "gm": {"name": "Ole", "address": "ole@pbem.example"},
            },
        ],
        "wish_was_told": true,
        "applicant": {"name": "Greta", "address": "greta@player.example", "seat": null, "commands": ([2, 5].map(|seat| format!("ashpost replace rim-3 {seat} \"Greta <greta@player.example>\"")))},
        "new_address": {"address": "ann@home.example", "state": "asked", "days": 7},
        "request": {
            "what": "joined", "game": {
                "id": "rim-4", "title": "The Rim, fourth war", "game_title": "Ashes of Empire, by post", "players_wanted": 2, "seats": [2, 3, 5], "url": null,
                "gm": {"name": "Ida", "address": "gm@pbem.example"},
            },
            "name": "Greta", "prefers": [3, 5], "code": "ABCDEFGHIJKIMNOP", "days": 7, "others": ["Ann", "Bob"], "begins": false, "place": 2, "delay_turns": 1, "may_join": true,
            "commitment": "9c2e".repeat(16), "confirmation": "04d1".repeat(16),
        },
        "full": {
            "id": "rim-4", "title": "The Rim, fourth war", "begins": false,
            "players": [
                {"name": "Greta", "address": "greta@player.example", "prefers": [3, 5]},
                {"name": "Hans", "address": "hans@player.example", "prefers": []},
            ],
        },
        "plays_at_once": false,
        "resigns": false,
        "ends_game": false,
        "clock": null,
        "by_moves": false,
        "ended": null,
        "stage": null,
        "observed": 3,
        "absence": {
            "name": "Bob", "days": "2026-12-20 to 2026-12-24", "problem": null, "told": ["Ann", "Cy"], "asked": false, "days_left": 25, "allowed": 30, "waits": true,
            "deadline_local": "Tue 29 Dec 2026 20:00 (Europe/Berlin)", "other_games": [],
        },
        "setting": { "key": "attachments", "value": "calendar", "expected": null },
        "consent": {"asked": "offer", "became": "offered", "name": "Bob", "opponent": "Ann", "is_draw": true, "with_move": false},
        "offer": {"name": "Bob", "is_own": false, "is_draw": true},
        "tournament": null,
        "notices": [],
        "press": {
            "from": "Bob", "is_own": false, "is_public": false, "to_reader": true, "others": "Cy and Dee", "messages": 1,
            "text": "Shall we be friends?\n\nBUILD 9 FI ON 1\nREADY",
        },
        "is_anonymous": true,
        "diary": { "problem": null, "dropped": null, "entries": 3, "lines": 2, "is_try": false },
        "diary_entries": 3,
        "sent_press": {
            "heading": "PRESS TO Bob, 3", "problem": null, "more": 0, "is_public": false, "to": "Bob and Cy", "is_anonymous": false, "waits": false,
            "is_try": false, "gm_reads": true,
        },
        "announcement": "We play on.\n\nBUILD 9 FI ON 1\n-- \nIda",
        "held": null,
        "gm_mail": gm_mail(),
        "gm_news": {
            "kind": "played", "turn": 7, "headline": "Ann leads", "missing": ["Bob", "Cy"],
            "closes": {"local": "Saturday 28 November 2026, 08:00", "zone": "Europe/Berlin", "utc": "2026-11-28 07:00 UTC", "left": {"days": 3, "hours": 14, "minutes": 0}},
        },
        "leaving": {"seat": 2, "name": "Bob", "why": "ejected", "reason": "Three turns without a word.", "has_sheet": true, "has_caretaker": false, "early": null},
        "proof": {"entry": 41, "hash": "3b1f".repeat(16), "host_key": "8e1d".repeat(16), "bundle": "https://pbem.example/rim-3/rim-3.bundle"},
        "time": {
            "what": "late-reports", "reason": null, "since_local": null, "until_local": null, "span": {"days": 0, "hours": 5, "minutes": 0}, "from_local": "Fri 27 Nov 2026 20:00",
            "to_local": "Sat 28 Nov 2026 01:00", "waits_for_the_absent": true, "early": null, "zone": "Europe/Berlin",
        },
        "edit_reason": "The map had a wrong owner.\nBUILD 9 FI ON 1",
        "rolled": {
            "what": "back", "from": 9, "to": 7, "reason": "I had the wrong map.\nBUILD 9 FI ON 1", "takeback": null, "sheet_counts": true, "is_sealed": false,
            "drops_moves": false, "next": {"dice": "d2f0".repeat(16), "salts": "b7a4".repeat(16)},
        },
        "seat_act": {"seat": 2, "name": "Ann", "before": "Bob", "by_mail": true, "reports_again": 2, "has_sheet": true, "is_fixed": false, "report_zone": null, "report_warns": false},
        "seat_edits": seat_edits(),
        "bounced": { "seat": 2, "name": "Bob", "address": "bob@player.example", "own_address": null },
        "harm": {
            "what": "database-missing", "campaign": "rim-3", "file": "campaigns/rim-3/campaign.db", "folder": "campaigns/rim-3",
            "why": "the database refuses: database disk image is malformed",
        },
    });
    model["unsealed"] = json!(false);
    if verdict == "late" {
        model["seal"] = Value::Null;
    }
    model["rolled"]["from_copy"] = json!(false);
    model["rolled"]["rule"] = Value::Null;
    model["grace"] = Value::Null;
    model["own_closes"] = Value::Null;
    (model["gm_closes_first"], model["taken_from"]) = (json!(false), Value::Null);
    model["reveal_until"] = Value::Null;
    model["reader"] = json!({"number": 3, "name": "Cy"});
    model["notes_sent"] = json!(false);
    model["is_vacant"] = json!(false);
    model["press_reply"] = Value::Null;
    model["subjects"] = json!(["who has sent orders for turn 8", "your absence was not noted"]);
    model["before_opening"] = json!(false);
    model["are_fixed"] = json!(false);
    model["withdraws_nothing"] = json!(false);
    model["plans"] = json!([]);
    model["wrong"] = json!("error");
    model["unopened"] = json!(["orders.pdf", "turn3.age"]);
    model["is_blank"] = json!(false);
    model["is_rich_text"] = json!(false);
    model["again"] = json!({"address": "games@pbem.example", "offer": "anaash/8", "is_for_place": false});
    model["for_place"] = json!("This game was for place 2 of the ladder. Bob takes it, and you move down to place 3.");
    model["own_games"] = json!([]);
    model["own_seats"] = json!([]);
    model["can_begin"] = json!(false);
    model["names_turn"] = json!(null);
    model["below_signature"] = json!(null);
    model["in_old_mail"] = json!(null);
    model["asked_about"] = json!(null);
    model["games"] = json!([{"campaign": "rim-3", "title": "The Rim"}, {"campaign": "rim-4", "title": "The Rim, once more"}]);
    model["near"] = json!("rim-3");
    model["is_tournament"] = json!(false);
    model["example"] = json!("rim-3");
    model["is_past"] = json!(true);
    model["closed"] = json!("rim-5");
    model["sealed_digest"] = json!(null);
    // The macro ends there: it counts what it expands.
    model["late_move"] = json!(null);
    model["reliability"] = json!({"seat": 1, "name": "Ann", "here": {"on_time": 7, "missed": 1, "away": 0, "percent": 87}, "host": {"on_time": 40, "missed": 2, "away": 3, "percent": 95}});
    model["waiting"] = json!({ "why": "mail-down", "missing": 3, "total": 4, "since_local": "Fri 27 Nov 2026 08:00", "zone": "Europe/Berlin", "seat": 2, "name": "Bob", "address": "bob@player.example", "mover": "Bob", "sent": false });
    let offer = json!({
        "name": "anaash/8", "game_title": "Anaash", "waiting": 1, "challenges": true,
        "schedule": {"by_moves": true, "every_days": 3, "weekdays": [], "at": "20:00", "zone": "UTC", "reserve_days": 10, "bank_days": null, "increment": null, "has_more": false},
    });
    model["offers"] = json!([offer]);
    let place =
        |place: u32, name: &str| json!({"place": place, "name": name, "is_busy": place < 3, "campaign": (place == 2).then_some("table1")});
    model["ladder"] = json!({
        "what": "entered", "offer": offer, "name": "Greta", "other": "Bob", "place": 2, "is_challenger": true, "has_moved": true, "near": ["Bobby"],
        "places": [place(1, "Bob"), place(2, "Greta"), place(3, "A name of many letters")], "places_above": 3, "days": 7, "counts_as_lost": true,
        "code": "ABCDEFGHIJKIMNOP", "code_days": 7, "commitment": "9c2e".repeat(16), "gm": "Ida",
    });
    model["pairing"] = json!({
        "what": "waits", "offer": offer, "name": "Greta", "other": "Bob", "near": ["rim-3", "rim-4"], "code": "ABCDEFGHIJKIMNOP", "days": 7,
        "campaign": "table1", "place": 2, "commitment": "9c2e".repeat(16), "gm": "Ida",
    });
    model["takeback_asked"] = Value::Null;
    model["rung"] = Value::Null;
    model["takeback"] = json!({
        "asked": "ask", "became": "asked", "name": "Bob", "opponent": "Ann", "moves": ["a1-b1", "b3-b2"], "to": 0, "allowed": 1, "is_own": false,
    });
    model["digest"] = digest();
    model["token_replaced"] = json!(false);
    model["announced_by"] = Value::Null;
    model["asked_absence"] = json!({
        "seat": 2, "name": "Bob", "days": "2026-12-20 to 2026-12-24", "code": "4F7KQ2XW9ABCDEFG",
        "until": {"local": "Tuesday 1 December 2026, 17:12", "zone": "Europe/Berlin", "utc": "2026-12-01 16:12 UTC", "left": null},
    });
    model["proposals"] = json!([]);
    model["proposal"] = proposal();
    model["decision"] =
        json!({"proposal": proposal(), "result": "failed", "agreed": ["Cy"], "disagreed": ["Ann", "Bob"], "silent": ["Dee"]});
    model["vote"] = json!({
        "asked": "propose", "became": "proposed", "said": "PAUSE 3d", "proposal": proposal(), "open": [proposal()],
        "allowed": ["pause", "extend", "draw", "concede", "cancel"], "most_days": 14, "most_a_day": 3,
        "again_local": "Sat 28 Nov 2026 20:00 (Europe/Berlin)",
    });
    model["has_caretaker"] = json!(false);
    model["has_taken_over"] = json!(false);
    model
}

/// What a player asks all to decide on.
fn proposal() -> Value {
    json!({
        "number": 2, "name": "Cy", "is_own": false, "kind": "pause", "days": 3, "turn": 8, "winner": "Bob", "until_local": "Mon 30 Nov 2026 20:00",
        "zone": "Europe/Berlin", "needed": 3, "voters": 4, "answered": 1, "own_vote": null, "may_vote": true,
    })
}

/// What a game master asks for, with a code.
fn gm_mail() -> Value {
    let deed = |kind: &str, words: Value| {
        json!({
            "kind": kind, "from_local": "Fri 27 Nov 2026 20:00", "to_local": "Mon 30 Nov 2026 20:00", "zone": "Europe/Berlin",
            "said": words, "seat": 2, "name": "Bob", "missing": ["Bob", "Cy"],
        })
    };
    json!({
        "name": "Ida", "asked": [deed("extend", json!("Bob is in hospital.")), deed("broadcast", json!("We play on.\n\nIda")), deed("eject", Value::Null)],
        "code": "4F7KQ2XW9ABCDEFG", "code_state": null, "wants_status": true, "wants_help": true, "powers": ["time", "letters", "seats", "turns"],
        "until": {"local": "Wednesday 25 November 2026, 17:12", "zone": "Europe/Berlin", "utc": "2026-11-25 16:12 UTC", "left": null},
        "done": [], "refused": [{"line": "EJECT 9", "why": "rim-3 has no seat or player `9`; there are 1 (Ann), 2 (Bob)"}],
        "unread": [
            {"line": "EXTEND soon", "nearest": null, "form": "EXTEND 3d REASON"}, {"line": "STAUTS", "nearest": "STATUS", "form": "STATUS"},
        ],
        "talk": [
            {"line": "Please run.", "nearest": "RUN", "form": null}, {"line": "Thank you", "nearest": null, "form": null},
        ],
        "beyond": 2,
        "by_shell": [{"line": "ROLLBACK", "why": "ashpost rollback rim-3"}],
    })
}

/// One of each kind.
fn seat_edits() -> Value {
    json!([
        {
            "campaign": "rim-3", "number": 2, "name": "Ann", "kind": "changed",
            "changes": [
                {"key": "name", "holds": "Ann", "file": "Cora"},
                {"key": "address", "holds": "ann@player.example", "file": "cora@player.example"},
            ],
            "same_player": ["ashpost address rim-3 2 cora@player.example", "ashpost seat rim-3 2 --name Cora"],
            "another_player": "ashpost replace rim-3 2 \"Cora <cora@player.example>\"",
        },
        {
            "campaign": "rim-3", "number": 3, "name": "Cy", "kind": "changed",
            "changes": [{"key": "zone", "holds": "schedule", "file": "Asia/Tokyo"}],
            "same_player": ["ashpost seat rim-3 3 --zone Asia/Tokyo"], "another_player": null,
        },
        {"campaign": "rim-3", "number": 4, "name": "Dee", "kind": "left-out", "changes": [], "same_player": [], "another_player": null},
        {"campaign": "rim-3", "number": 9, "name": "Ida", "kind": "added", "changes": [], "same_player": [], "another_player": null},
    ])
}

/// The same letter when nothing is known but where it came from.
fn bare_letter(verdict: &str) -> Value {
    let mut letter = letter(verdict);
    for field in [
        "campaign",
        "seat",
        "turn",
        "deadline",
        "sheet",
        "receipt",
        "reading_text",
        "trouble",
        "unopened",
        "closed",
        "answers_turn",
        "sent_from_elsewhere",
        "status",
        "sheet_text",
        "sealed_digest",
        "held_back_text",
        "difference",
        "ready",
        "gm",
        "forwarded",
        "writer",
    ] {
        letter[field] = Value::Null;
    }
    letter["answers"] = json!([]);
    letter["subjects"] = json!([]);
    letter["not_yet"] = json!([]);
    letter["left_in_book"] = json!([]);
    letter["open_games"] = json!([]);
    letter["game_masters"] = json!([]);
    letter["wish_was_told"] = json!(false);
    letter["was_forwarded"] = json!(false);
    letter
}

const LETTERS: &[&str] = &[
    "absence",
    "absence-decided",
    "absence-notice",
    "address-changed",
    "answer",
    "broadcast",
    "challenge",
    "confirm",
    "confirm-address",
    "consent-notice",
    "takeback-notice",
    "confirm-ladder",
    "confirm-pairing",
    "confirm-request",
    "early-notice",
    "edited",
    "edited-seats",
    "farewell",
    "forwarded",
    "game-ended",
    "game-over",
    "games",
    "gm-absence",
    "gm-answer",
    "gm-asked",
    "gm-applicant",
    "gm-bounced",
    "gm-closed",
    "gm-damaged",
    "gm-full",
    "gm-host-database",
    "gm-lost",
    "gm-message",
    "gm-news",
    "gm-notice",
    "gm-press",
    "gm-quarantine",
    "gm-unreadable-file",
    "gm-which-game",
    "held-back",
    "ladder",
    "ladder-challenge",
    "late",
    "left-aside",
    "left-entered",
    "left-orders",
    "lost-tag",
    "new-secret",
    "new-token",
    "no-orders-here",
    "no-seals-here",
    "not-revealed",
    "outrun",
    "overtaken",
    "not-yet",
    "nothing-to-do",
    "observed",
    "orders-query",
    "pairing",
    "press",
    "press-returned",
    "press-sent",
    "diary",
    "digest",
    "ready",
    "receipt",
    "reminder",
    "request",
    "reveal-now",
    "rolled",
    "seat-left",
    "seat-vacant",
    "sealed",
    "setting",
    "status",
    "time-notice",
    "token-elsewhere",
    "too-early",
    "too-large",
    "trial",
    "unknown-campaign",
    "vote",
    "vote-closed",
    "vote-proposed",
    "wait",
    "welcome",
    "withdrawn",
    "turn-waits",
    "two-tokens",
    "wrong-sender",
    "wrong-token",
];

/// Letters to somebody whose seat or campaign may be unknown.
const TO_STRANGERS: [&str; 10] = [
    "game-over",
    "gm-notice",
    "gm-quarantine",
    "gm-unreadable-file",
    "gm-which-game",
    "late",
    "trial",
    "unknown-campaign",
    "wrong-sender",
    "wrong-token",
];

/// What becomes of requests for a game of two, besides waiting.
const PAIRINGS: [&str; 16] = [
    "paired",
    "left",
    "not-waiting",
    "no-game",
    "no-name",
    "no-challenges",
    "sent",
    "no-player",
    "several-players",
    "own-name",
    "enough",
    "no-answer",
    "declined",
    "declines",
    "on",
    "off",
];

fn check_letter(name: &str, suffix: &str, model: &Value) {
    let text = templates().text(&format!("shared/{name}"), model).unwrap_or_else(|error| panic!("{error}"));
    golden(&format!("letters/{name}{suffix}.txt"), &text);
    assert_fits(name, text.split_once('\n').unwrap().1);
    assert!(
        text.starts_with("Subject: ") && !text.contains("Subject: [") && text.lines().nth(1) == Some(""),
        "{name} begins with a subject:\n{text}"
    );
    let (subject, body) = text.split_once("\n\n").unwrap();
    assert_usable(name, &letter::page(templates(), subject, body, BesideText::default()).unwrap());
}

#[test]
fn every_letter_says_what_was_seen_and_what_to_do_next() {
    for name in LETTERS {
        check_letter(name, "", &letter("accepted"));
    }
    for verdict in ["checked", "replaced"] {
        check_letter("receipt", &format!("-{verdict}"), &letter(verdict));
    }
    for what in [
        "waits",
        "asked-gm",
        "moved-up",
        "left",
        "not-listed",
        "passed-over",
        "begun",
        "plays-already",
        "no-code",
        "unclear",
        "no-name",
        "name-taken",
        "no-seat",
    ] {
        let mut request = letter("asked");
        request["request"]["what"] = json!(what);
        check_letter("request", &format!("-{what}"), &request);
    }
    let mut unclear = letter("asked");
    unclear["new_address"]["state"] = json!("unclear");
    check_letter("confirm-address", "-unclear", &unclear);
    for what in PAIRINGS {
        let mut pairing = letter("asked");
        pairing["pairing"]["what"] = json!(what);
        check_letter("pairing", &format!("-{what}"), &pairing);
    }
    let mut challenge = letter("asked");
    for what in LadderNews::ALL.map(|what| json!(what)).into_iter().filter(|what| what != "entered") {
        for is_challenger in [true, false] {
            let mut ladder = letter("asked");
            (ladder["ladder"]["what"], ladder["ladder"]["is_challenger"]) = (what.clone(), json!(is_challenger));
            check_letter("ladder", &format!("-{}{}", what.as_str().unwrap(), if is_challenger { "" } else { "-challenged" }), &ladder);
        }
    }
    let mut until = letter("asked")["deadline"].take();
    until["left"]["days"] = json!(0);
    for (suffix, until, campaign) in
        [("free", json!(null), json!(null)), ("asked", until, json!(null)), ("plays", json!(null), json!("table1"))]
    {
        for is_challenger in [true, false] {
            let mut status = letter("asked");
            status["rung"] = status["ladder"].take();
            (status["rung"]["is_challenger"], status["rung"]["counts_as_lost"]) = (json!(is_challenger), json!(is_challenger));
            (status["rung"]["until"], status["rung"]["campaign"]) = (until.clone(), campaign.clone());
            status["rung"]["may_challenge"] = if is_challenger { json!(["Bob", "Cy", "Dee"]) } else { json!([]) };
            check_letter("status", &format!("-ladder-{suffix}{}", if is_challenger { "" } else { "-challenged" }), &status);
        }
    }
    for what in ["leave", "challenge"] {
        let mut ladder = letter("asked");
        ladder["ladder"]["what"] = json!(what);
        check_letter("confirm-ladder", &format!("-{what}"), &ladder);
    }
    challenge["pairing"]["what"] = json!("challenge");
    check_letter("confirm-pairing", "-challenge", &challenge);
    for (suffix, winner, several) in [("", json!("Ann and Bob"), true), ("-draw", Value::Null, false)] {
        let mut over = letter("answered");
        for open in ["turn", "deadline", "status", "sheet_text"] {
            over[open] = Value::Null;
        }
        over["left_in_book"] = json!([]);
        over["ended"] =
            json!({ "winner": winner, "several": several, "rule": "P10.3", "decision": "played", "tournament": null, "decided": null });
        over["absence"]["problem"] = json!({ "problem": "closed" });
        for name in ["absence", "game-over", "orders-query", "ready", "status"] {
            check_letter(name, &format!("-over{suffix}"), &over);
        }
    }
    for (kind, by, winner, several) in [
        ("aborted", "game-master", Value::Null, true),
        ("drawn", "players", json!("Ann and Bob"), true),
        ("conceded", "players", json!("Ann"), false),
        ("forfeited", "game-master", json!("Ann"), false),
    ] {
        let mut over = letter("notice");
        (over["turn"], over["deadline"]) = (Value::Null, Value::Null);
        let decided = json!({ "kind": kind, "by": by, "reason": "Half of us have moved away.\nIda", "left": "Bob" });
        let decision = if kind == "aborted" { "void" } else { "played" };
        over["ended"] =
            json!({ "winner": winner, "several": several, "rule": "", "decision": decision, "tournament": null, "decided": decided });
        if by != "players" {
            over["decision"] = Value::Null;
        }
        check_letter("game-ended", &format!("-{kind}"), &over);
    }
    for kind in ["opened", "missing"] {
        let mut news = letter("notice");
        news["gm_news"]["kind"] = json!(kind);
        check_letter("gm-news", &format!("-{kind}"), &news);
    }
    let mut done = letter("game-master");
    let asked = done["gm_mail"]["asked"].take();
    (done["gm_mail"]["done"], done["gm_mail"]["asked"], done["gm_mail"]["code"]) = (asked, json!([]), Value::Null);
    check_letter("gm-answer", "-done", &done);
    for state in ["used", "expired", "unclear"] {
        let mut nothing = letter("game-master");
        for empty in ["asked", "refused", "by_shell"] {
            nothing["gm_mail"][empty] = json!([]);
        }
        for no in ["wants_status", "wants_help"] {
            nothing["gm_mail"][no] = json!(false);
        }
        (nothing["gm_mail"]["code"], nothing["gm_mail"]["code_state"]) = (Value::Null, json!(state));
        check_letter("gm-answer", &format!("-{state}"), &nothing);
    }
    for problem in [
        json!({ "problem": "no-press" }),
        json!({ "problem": "no-end" }),
        json!({ "problem": "empty" }),
        json!({ "problem": "too-long", "kibibytes": 4 }),
        json!({ "problem": "too-many", "most": 20 }),
        json!({ "problem": "no-addressee", "known": ["Ann (1)", "Bob (2)"] }),
        json!({ "problem": "unknown", "name": "Bib", "near": ["Bob (2)"], "known": [] }),
        json!({ "problem": "only-oneself" }),
        json!({ "problem": "only-to-all" }),
        json!({ "problem": "not-anonymous" }),
        json!({ "problem": "of-two" }),
        json!({ "problem": "over" }),
    ] {
        let mut refused = letter("answered");
        let name = problem["problem"].as_str().unwrap().to_owned();
        refused["sent_press"]["problem"] = problem;
        check_letter("press-sent", &format!("-{name}"), &refused);
    }
    for (name, problem, dropped) in [
        ("none", json!({ "problem": "none" }), Value::Null),
        ("over", json!({ "problem": "over" }), Value::Null),
        ("no-end", json!({ "problem": "no-end" }), Value::Null),
        ("empty", json!({ "problem": "empty" }), Value::Null),
        ("too-long", json!({ "problem": "too-long", "kibibytes": 8 }), Value::Null),
        ("too-many", json!({ "problem": "too-many", "most": 10 }), Value::Null),
        ("dropped", Value::Null, json!(3)),
        ("nothing-to-drop", Value::Null, json!(0)),
        ("try", Value::Null, Value::Null),
    ] {
        let mut entry = letter("answered");
        entry["diary"] = json!({ "problem": problem, "dropped": dropped, "entries": 0, "lines": 1, "is_try": name == "try" });
        check_letter("diary", &format!("-{name}"), &entry);
    }
    for what in [
        "folder",
        "configuration",
        "database-empty",
        "journal-empty",
        "database-older",
        "secret-missing",
        "secret-damaged",
        "secret-foreign",
        "seed-foreign",
    ] {
        let mut lost = letter("notice");
        lost["harm"]["what"] = json!(what);
        check_letter("gm-lost", &format!("-{what}"), &lost);
    }
    let refused = "refused: no such user";
    let troubles = [
        json!({"wrong": "undelivered", "emails": 2, "trouble": refused}),
        json!({"wrong": "unsent", "emails": 5, "trouble": "cannot send: the connection was refused"}),
        json!({"wrong": "hangs", "holder": {"process": 4711, "since": "2026-11-27 19:00 UTC"}}),
        json!({"wrong": "template", "trouble": "template shared/receipt.txt, line 3: no such helper"}),
        json!({"wrong": "broken", "trouble": "attempt to add with overflow"}),
        json!({"wrong": "not-ready", "trouble": "campaign.toml:12:1: seat 3 has no address", "others": 2}),
    ];
    for trouble in troubles {
        let mut notice = letter("notice");
        notice.as_object_mut().unwrap().extend(trouble.as_object().unwrap().clone());
        check_letter("gm-notice", &format!("-{}", trouble["wrong"].as_str().unwrap()), &notice);
    }
    let mut gone = letter("notice");
    gone["harm"]["what"] = json!("gone");
    check_letter("gm-host-database", "-gone", &gone);
    let mut standing = letter("accepted");
    (standing["has_standing"], standing["has_always"], standing["sheet_text"]) = (json!(true), json!(true), Value::Null);
    standing["sheet"]["unmet_count"] = json!(1);
    for name in ["orders-query", "receipt", "reminder", "status", "withdrawn"] {
        check_letter(name, "-standing", &standing);
    }
    let mut caretaker = letter("accepted");
    (caretaker["has_caretaker"], caretaker["sheet_text"]) = (json!(true), Value::Null);
    let mut sealed = caretaker.clone();
    sealed["sealed_digest"] = json!("3b1f".repeat(16));
    check_letter("orders-query", "-sealed", &sealed);
    for name in ["orders-query", "reminder", "status", "withdrawn"] {
        check_letter(name, "-caretaker", &caretaker);
    }
    for verdict in ["left-entered", "left-unread", "standing"] {
        check_letter("left-entered", &format!("-{verdict}"), &letter(verdict));
    }
    check_letter("wrong-token", "-missing", &letter("no-token"));
    let mut of_several = letter("no-token");
    of_several["own_seats"] = json!([{"number": 1, "name": "Bob"}, {"number": 2, "name": "Ann"}]);
    check_letter("wrong-token", "-of-several-seats", &of_several);
    for (suffix, clock, host) in [("-file-time", "file-time", Value::Null), ("-received", "received", json!("mx.provider.example"))] {
        let mut fetched = letter("accepted");
        (fetched["received"]["clock"], fetched["received"]["clock_host"]) = (json!(clock), host);
        check_letter("receipt", suffix, &fetched);
        check_letter("late", suffix, &fetched);
    }
    let mut past = letter("late");
    past["deadline"]["left"] = Value::Null;
    check_letter("late", "-waiting", &past);
    let mut in_grace = past.clone();
    in_grace["grace"] =
        json!({"local": "Saturday 28 November 2026, 08:00", "zone": "Europe/Berlin", "left": {"days": 0, "hours": 11, "minutes": 50}});
    check_letter("receipt", "-in-grace", &in_grace);
    let mut of_gm = letter("accepted");
    of_gm["own_closes"] = past["deadline"].clone();
    check_letter("receipt", "-after-own-closing", &of_gm);
    let mut revealing = past.clone();
    (revealing["reveal_until"], revealing["status"]["own_sealed"]) = (in_grace["grace"].clone(), json!(true));
    check_letter("status", "-revealing", &revealing);
    revealing["seal"] =
        json!({"digest": "3b1f".repeat(16), "found": null, "lines": null, "from": null, "until": in_grace["grace"], "fixed": []});
    check_letter("late", "-revealing", &revealing);
    revealing["seal"]["until"]["left"] = Value::Null;
    check_letter("late", "-unrevealed", &revealing);
    past["late_move"] = json!({"arrived_local": "Fri 27 Nov 2026 20:00:41", "closed_local": "Fri 27 Nov 2026 20:00:00", "zone": "Europe/Berlin", "has_move": true, "loses": true});
    check_letter("late", "-move", &past);
    past["late_move"]["loses"] = json!(false);
    check_letter("late", "-move-void", &past);
}

/// A block of orders left for later, for each thing that may become of one.
fn left_blocks() -> Value {
    let states = [
        "kept",
        "replaced",
        "tried",
        "taken-back",
        "nothing",
        "overtaken",
        "outrun",
        "not-read",
        "worse",
        "played",
        "too-far",
        "hold",
        "displaced",
    ];
    let block = |turn: Option<u32>, state: &str| {
        json!({
            "line": if turn.is_some() { "TURN 9" } else { "STANDING ALWAYS" }, "turn": turn, "always": turn.is_none(), "state": state, "most_ahead": 10,
            "has_sheet": true, "reading_text": matches!(state, "kept" | "replaced" | "worse").then_some("  1  BUILD 3 PDU ON 2\n"),
        })
    };
    let of_turn = states[..11].iter().map(|state| block(Some(9), state));
    Value::Array(of_turn.chain(states[..9].iter().chain(&states[11..]).map(|state| block(None, state))).collect())
}

/// The same letter in a game whose moves alternate, in a tournament.
pub(super) fn letter_of_two(verdict: &str) -> Value {
    let mut letter = letter(verdict);
    letter["clock"] = json!({
        "to_move": "Ann", "own_move": true, "deadline_local": "Fri 27 Nov 2026 20:00", "zone": "Europe/Berlin",
        "deadline_in": {"days": 2, "hours": 10, "minutes": 0}, "closes_local": "Mon 07 Dec 2026 22:00", "closes_in": {"days": 12, "hours": 12, "minutes": 0}, "has_reserve": true,
        "running": "time", "grace_local": "Fri 27 Nov 2026 22:00", "still_until": null, "has_reserve_left": true, "would_void": false, "bank": null,
        "seats": [
            {"number": 1, "name": "Bob", "to_move": false, "reserve_left": {"days": 10, "hours": 0, "minutes": 0}, "reserve_seconds": 864_000, "bank_left": null, "bank_seconds": null,
             "absences": ["2026-12-20 to 2026-12-24", "2027-01-02"]},
            {"number": 2, "name": "Ann", "to_move": true, "reserve_left": {"days": 8, "hours": 12, "minutes": 0}, "reserve_seconds": 734_400, "bank_left": null, "bank_seconds": null, "absences": []},
        ],
    });
    let row = |place: u32, name: &str, points: &str, cells: [&str; 3]| json!({"place": place, "name": name, "played": 2, "won": 1, "drawn": 1, "lost": 0, "points": points, "tie_break": "1.75", "cells": cells});
    let game = |number: u32, result: Option<&str>, own_move: bool| {
        json!({
            "number": number, "id": format!("spring-{number}"), "first": "Ann", "second": "Bob", "own": true, "own_move": own_move,
            "result": result, "on_time": false, "is_void": false, "turns_played": 12, "to_move": "Ann", "deadline_utc": "2026-11-27 19:00 UTC",
            "deadline_local": "Fri 27 Nov 2026 20:00", "closes_local": "Mon 07 Dec 2026 22:00", "zone": "Europe/Berlin", "path": "game-1/index.html",
        })
    };
    letter["by_moves"] = json!(true);
    letter["tournament"] = json!({
        "id": "spring", "title": "Spring cup", "game_title": "Anaash", "games_total": 6, "games_over": 2, "is_over": false, "swiss": null, "has_void": true, "has_left": false, "tie_break": null, "has_on_time": true, "fits_text": true, "cell_width": 3,
        "standings": [
            row(1, "Ann", "1.5", ["", "½-", "1-"]), row(2, "A name of many letters", "1", ["½-", "", "-0"]), row(3, "Bob", "0", ["0-", "-1", ""])
        ],
        "games": [game(1, Some("½-½"), false), game(2, None, true), game(3, None, false)],
    });
    letter
}

/// The same where players have banks.
fn letter_with_banks(verdict: &str) -> Value {
    let mut letter = letter_of_two(verdict);
    letter["clock"]["bank"] = json!({"increment": {"days": 1, "hours": 12, "minutes": 0}, "limit": {"days": 20, "hours": 0, "minutes": 0}});
    (letter["clock"]["has_reserve"], letter["clock"]["has_reserve_left"]) = (json!(false), json!(false));
    (letter["clock"]["grace_local"], letter["clock"]["running"]) = (Value::Null, json!("bank"));
    letter["clock"]["closes_local"] = letter["clock"]["deadline_local"].clone();
    for (seat, days, hours) in [(0, 14, 0), (1, 2, 10)] {
        let seat = &mut letter["clock"]["seats"][seat];
        (seat["bank_left"], seat["bank_seconds"]) =
            (json!({"days": days, "hours": hours, "minutes": 0}), json!((days * 24 + hours) * 3600));
    }
    letter
}

/// The same in a Swiss, before its last round or after it.
pub(super) fn letter_of_swiss(is_over: bool) -> Value {
    let mut letter = letter_of_two("notice");
    let met = |opponent: u32, sign: &str| json!({"opponent": opponent, "begins": true, "sign": sign, "is_bye": false});
    let (bye, absent) = (
        json!({"opponent": null, "begins": false, "sign": "", "is_bye": true}),
        json!({"opponent": null, "begins": false, "sign": "", "is_bye": false}),
    );
    let row = |place: u32, number: u32, name: &str, points: &str, results: [Value; 3]| {
        json!({"place": place, "number": number, "name": name, "played": 2, "won": 1, "drawn": 1, "lost": 0, "points": points, "buchholz": "12.5", "tie_break": "10.75", "cells": [],
               "results": results})
    };
    let tournament = &mut letter["tournament"];
    (tournament["is_over"], tournament["fits_text"], tournament["cell_width"]) = (json!(is_over), json!(true), json!(5));
    tournament["swiss"] = json!({"rounds_total": 3, "rounds_drawn": 3, "byes": [{"round": 1, "name": "Bob"}]});
    tournament["standings"] = json!([
        row(1, 12, "Ann", "2.5", [met(3, "1"), met(4, "½"), met(5, "+")]),
        row(1, 4, "A name of many letters", "2.5", [met(5, "1"), met(12, "½"), met(3, "1")]),
        row(3, 3, "Bob", "1", [bye, absent, met(4, if is_over { "v" } else { "-" })]),
    ]);
    tournament["games"][0]["round"] = json!(1);
    letter
}

#[test]
fn where_players_have_banks_letters_say_what_is_in_them() {
    check_letter("reminder", "-bank", &{
        let mut late = letter_with_banks("reminder");
        late["stage"] = json!("last");
        late
    });
    for (running, still_until) in [("bank", Value::Null), ("nothing", json!("2026-12-24")), ("empty", Value::Null)] {
        let mut told = letter_with_banks("answered");
        (told["clock"]["running"], told["clock"]["still_until"]) = (json!(running), still_until);
        check_letter("nothing-to-do", &format!("-bank-{running}"), &told);
    }
    let mut without_increment = letter_with_banks("answered");
    (without_increment["clock"]["bank"]["increment"], without_increment["clock"]["own_move"]) = (Value::Null, json!(false));
    check_letter("absence-notice", "-bank", &without_increment);
    let mut takeback = letter_with_banks("notice");
    (takeback["rolled"]["takeback"], takeback["rolled"]["reason"], takeback["rolled"]["drops_moves"]) =
        (json!("Bob"), Value::Null, json!(true));
    (takeback["rolled"]["sheet_counts"], takeback["receipt"]) = (json!(false), Value::Null);
    check_letter("rolled", "-takeback-bank", &takeback);
    let mut offered = letter("answered");
    let schedule = &mut offered["open_games"][1]["schedule"];
    (schedule["every_days"], schedule["reserve_days"]) = (Value::Null, Value::Null);
    (schedule["bank_days"], schedule["increment"]) = (json!(10), json!({"days": 1, "hours": 0, "minutes": 0}));
    check_letter("games", "-bank", &offered);
}

#[test]
fn letters_of_a_swiss_tell_the_round_and_the_table() {
    check_letter("bye", "", &letter_of_swiss(false));
    check_letter("final-table", "", &letter_of_swiss(true));
    check_letter("status", "-of-a-swiss", &letter_of_swiss(false));
}

#[test]
fn where_moves_alternate_letters_speak_of_moves_and_clocks() {
    for name in ["absence-notice", "nothing-to-do", "ready", "receipt", "status", "withdrawn"] {
        check_letter(name, "-of-two", &letter_of_two("accepted"));
    }
    let mut played = letter_of_two("accepted");
    played["plays_at_once"] = json!(true);
    check_letter("receipt", "-played", &played);
    for what in ["resigns", "ends_game"] {
        let mut last = played.clone();
        last[what] = json!(true);
        check_letter("receipt", &format!("-{what}"), &last);
    }
    check_letter("receipt", "-checked-of-two", &letter_of_two("checked"));
    let mut many = letter_of_two("answered");
    many["absence"]["other_games"] = json!(["spring-2", "spring-5"]);
    check_letter("absence", "-of-a-tournament", &many);
    for stage in ["deadline", "reserve", "last"] {
        let mut late = letter_of_two("reminder");
        late["stage"] = json!(stage);
        if stage != "deadline" {
            late["clock"]["deadline_in"] = Value::Null;
            late["clock"]["running"] = json!("reserve");
        }
        check_letter("reminder", &format!("-{stage}"), &late);
    }
    for (running, still_until) in [("grace", Value::Null), ("nothing", json!("2026-12-24"))] {
        let mut late = letter_of_two("answered");
        (late["clock"]["running"], late["clock"]["still_until"]) = (json!(running), still_until);
        check_letter("nothing-to-do", &format!("-{running}"), &late);
    }
    for (of, name, to) in [("-to-press", json!("Bob"), "2"), ("-to-no-name", Value::Null, "ALL")] {
        let mut answered = letter("nothing-to-do");
        answered["was_forwarded"] = json!(false);
        answered["press_reply"] = json!({"name": name, "holder": name, "to": to, "text": "Gladly.\n\nYours, Ann"});
        check_letter("nothing-to-do", of, &answered);
    }
    for (of, mut blank) in [("", letter("nothing-to-do")), ("-of-two", letter_of_two("nothing-to-do"))] {
        (blank["is_blank"], blank["unopened"]) = (json!(true), json!([]));
        (blank["was_forwarded"], blank["forwarded"]) = (json!(false), Value::Null);
        blank["sheet"]["problems_count"] = json!(0);
        blank["below_signature"] = json!({"lines": if of.is_empty() { 2 } else { 1 }, "first": "BUILD 2 FI ON Earth"});
        check_letter("nothing-to-do", &format!("-blank{of}"), &blank);
    }
    let problems = [
        json!({"problem": "closed"}),
        json!({"problem": "no-last-day"}),
        json!({"problem": "no-date", "text": "NEXT FRIDAY"}),
        json!({"problem": "past", "day": "2026-11-20", "today": "2026-11-24"}),
        json!({"problem": "backwards", "from": "2026-12-24", "until": "2026-12-20"}),
        json!({"problem": "too-long", "asked": 12, "left": 1, "allowed": 30}),
        json!({"problem": "not-away"}),
    ];
    for problem in problems {
        let mut refused = letter_of_two("answered");
        let suffix = format!("-{}", problem["problem"].as_str().unwrap());
        refused["absence"]["problem"] = problem;
        check_letter("absence", &suffix, &refused);
    }
    for (key, value, expected) in [
        ("format", "text", Value::Null),
        ("zone", "Europe/Berlin", Value::Null),
        ("zone", "UTC", json!("there is no time zone `Europe/Berln`; the nearest name is `Europe/Berlin`")),
        ("reminders", "off", Value::Null),
        ("digest", "07:30", Value::Null),
        ("digest", "off", json!("expected on, off, or a time of day such as 07:30")),
    ] {
        let mut chosen = letter_of_two("answered");
        let suffix = if expected.is_null() { format!("-{key}") } else { format!("-{key}-unknown") };
        chosen["setting"] = json!({ "key": key, "value": value, "expected": expected });
        check_letter("setting", &suffix, &chosen);
    }
    let mut back = letter_of_two("answered");
    back["absence"]["days"] = Value::Null;
    back["absence"]["deadline_local"] = Value::Null;
    check_letter("absence-notice", "-back", &back);
    check_letter("absence", "-back", &back);
    back["by_moves"] = json!(false);
    check_letter("absence-notice", "-back-in-turns", &back);
    check_letter("absence", "-back-in-turns", &back);
    for problem in ["not-here", "asked-too-often"] {
        back["absence"]["problem"] = json!({ "problem": problem });
        check_letter("absence", &format!("-{problem}"), &back);
    }
    back["absence"]["problem"] =
        json!({ "problem": "changed-too-often", "most": 6, "again_local": "Sat 28 Nov 2026 20:00 (Europe/Berlin)" });
    check_letter("absence", "-changed-too-often", &back);
    let mut own = letter("absence");
    (own["absence"]["waits"], own["absence"]["deadline_local"]) = (json!(false), Value::Null);
    check_letter("absence", "-of-the-game-master", &own);
    check_letter("absence-notice", "-of-the-game-master", &own);
    let mut asked = letter("absence");
    asked["absence"]["asked"] = json!(true);
    check_letter("absence", "-asked", &asked);
    check_letter("absence-decided", "-denied", &asked);
    for became in [
        "voted",
        "known",
        "passed",
        "failed",
        "withdrawn",
        "moot",
        "no-motion",
        "no-days",
        "no-player",
        "too-long",
        "not-allowed",
        "of-two",
        "own-open",
        "too-many",
        "same-open",
        "paused",
        "not-paused",
        "paused-by-gm",
        "to-self",
        "not-in-game",
        "no-vote",
        "over",
        "which",
        "nothing",
        "closed",
    ] {
        let mut voted = letter("answered");
        voted["vote"]["became"] = json!(became);
        voted["vote"]["asked"] = json!("agree");
        check_letter("vote", &format!("-became-{became}"), &voted);
    }
    for (kind, needed, own_vote) in [
        ("resume", 4, json!(true)),
        ("extend", 3, json!(false)),
        ("draw", 4, Value::Null),
        ("concede", 3, Value::Null),
        ("cancel", 4, Value::Null),
    ] {
        let mut open = letter("answered");
        for (key, value) in [("kind", json!(kind)), ("needed", json!(needed)), ("own_vote", own_vote)] {
            open["proposal"][key] = value;
        }
        check_letter("vote-proposed", &format!("-{kind}"), &open);
        open["proposals"] = json!([open["proposal"]]);
        check_letter("status", &format!("-{kind}-proposed"), &open);
    }
    for result in ["lapsed", "withdrawn", "moot"] {
        let mut closed = letter("answered");
        closed["decision"]["result"] = json!(result);
        check_letter("vote-closed", &format!("-{result}"), &closed);
    }
    for wait in ["waits-not", "late", "never-early", "by-moves", "no-say"] {
        let mut letter = letter("answered");
        letter["wait"] = json!(wait);
        check_letter("wait", &format!("-{wait}"), &letter);
    }
}

#[test]
fn letters_say_why_time_stands_still_and_where_it_went() {
    for held in ["outage", "clock-behind", "paused", "unsent-reports", "asking"] {
        let mut waiting = letter("accepted");
        waiting["held"] = json!(held);
        check_letter("receipt", &format!("-held-{held}"), &waiting);
    }
    for (what, is_moved) in [
        ("paused", false),
        ("resumed", true),
        ("outage", true),
        ("clock", true),
        ("extended", true),
        ("agreed-pause", false),
        ("agreed-resume", true),
        ("agreed-extension", true),
    ] {
        let mut told = letter("notice");
        told["time"]["what"] = json!(what);
        told["time"]["reason"] = if what == "extended" { json!("Twelfth Night") } else { Value::Null };
        if !what.starts_with("agreed") {
            told["decision"] = Value::Null;
        }
        if !is_moved {
            (told["time"]["from_local"], told["time"]["to_local"]) = (Value::Null, Value::Null);
        }
        (told["time"]["since_local"], told["time"]["until_local"]) = (json!("Mon 23 Nov 2026 08:00"), json!("Thu 26 Nov 2026 10:00"));
        check_letter("time-notice", &format!("-{what}"), &told);
    }
}

#[test]
fn letters_about_a_rollback_say_what_counts_and_what_does_not() {
    let told = |suffix: &str, change: &dyn Fn(&mut Value)| {
        let mut told = letter("notice");
        change(&mut told);
        check_letter("rolled", suffix, &told);
    };
    let without_sheet = |told: &mut Value| (told["rolled"]["sheet_counts"], told["receipt"]) = (json!(false), Value::Null);
    told("-to-the-opening", &|told| {
        without_sheet(told);
        told["rolled"]["to"] = json!(0);
        told["turn"] = json!(1);
    });
    told("-gm-closes-first", &|told| {
        without_sheet(told);
        (told["gm_closes_first"], told["taken_from"]) = (json!(true), told["deadline"].clone());
    });
    told("-gm-has-closed", &|told| {
        told["own_closes"] = told["deadline"].clone();
        told["own_closes"]["left"] = Value::Null;
    });
    told("-sealed", &|told| told["rolled"]["is_sealed"] = json!(true));
    told("-from-a-copy", &|told| told["rolled"]["from_copy"] = json!(true));
    told("-from-a-copy-of-the-same-turn", &|told| {
        without_sheet(told);
        (told["rolled"]["from_copy"], told["rolled"]["from"]) = (json!(true), json!(7));
    });
    told("-forward", &|told| (told["rolled"]["what"], told["rolled"]["reason"]) = (json!("forward"), Value::Null));
    told("-with-another-rule", &|told| told["rolled"]["rule"] = json!("The game master has changed a rule."));
    told("-with-standing-orders", &|told| told["has_standing"] = json!(true));
    told("-with-standing-orders-alone", &|told| {
        without_sheet(told);
        told["has_standing"] = json!(true);
    });
    told("-to-the-game-master", &|told| {
        without_sheet(told);
        told["seat"] = Value::Null;
    });
    told("-over", &|told| {
        without_sheet(told);
        told["rolled"]["what"] = json!("forward");
        (told["turn"], told["rolled"]["next"], told["rolled"]["reason"]) = (Value::Null, Value::Null, Value::Null);
    });
    let mut takeback = letter_of_two("notice");
    takeback["rolled"]["from"] = json!(8);
    (takeback["rolled"]["takeback"], takeback["rolled"]["reason"]) = (json!("Bob"), Value::Null);
    (takeback["rolled"]["sheet_counts"], takeback["rolled"]["drops_moves"], takeback["receipt"]) = (json!(false), json!(true), Value::Null);
    check_letter("rolled", "-takeback", &takeback);
}

#[test]
fn letters_about_a_seat_tell_each_reader_what_concerns_them() {
    for verdict in ["new-address", "old-address"] {
        for reports in [0, 1] {
            let mut moved = letter(verdict);
            moved["seat_act"]["reports_again"] = json!(reports);
            check_letter("address-changed", &format!("-{verdict}-{reports}"), &moved);
        }
    }
    let mut by_game_master = letter("new-token");
    by_game_master["seat_act"]["by_mail"] = json!(false);
    check_letter("new-token", "-by-the-game-master", &by_game_master);
    let mut without_orders = letter("welcome");
    without_orders["seat_act"]["has_sheet"] = json!(false);
    without_orders["answers"] = json!([]);
    check_letter("welcome", "-without-orders", &without_orders);
    let mut after_a_warning = letter("welcome");
    (after_a_warning["seat_act"]["report_zone"], after_a_warning["seat_act"]["report_warns"]) = (json!("America/New_York"), json!(true));
    check_letter("welcome", "-after-a-warning", &after_a_warning);
    check_letter("welcome", "-of-two", &letter_of_two("welcome"));
    let report = "<!DOCTYPE html><html lang=\"en\"><head><title>T</title></head><body style=\"x\"><h1>T</h1>\
        <main class=\"y\"><p>News</p></main></body></html>";
    let html = letter::before_report(templates(), "You play", "Welcome, <Ann>.\n", report).unwrap();
    assert_usable("welcome", &html);
    assert!(html.contains("<main class=\"y\">\n<p>Welcome, &lt;Ann&gt;.</p>\n<hr>\n<p>News</p></main>"), "{html}");
}

#[test]
fn an_act_is_a_line_in_every_letter_until_the_next_report() {
    let act = |kind: &str, why: Option<&str>| {
        json!({
            "kind": kind.trim_end_matches("-from-a-copy"), "from_copy": kind.ends_with("-from-a-copy"), "seat": 2, "name": "Cora", "before": "Bob", "turn": 8, "unit": "turn", "from_local": "Fri 27 Nov 2026 20:00",
            "to_local": "Sat 28 Nov 2026 06:00", "zone": "Europe/Berlin", "why": why, "seats": [1, 3], "by": if kind.starts_with("rolled-back") { Value::Null } else { json!("Ida") }, "reason": "The wrong map.", "next": {"dice": "d2f0".repeat(16), "salts": "b7a4".repeat(16)}, "key": "8e1d".repeat(16),
        })
    };
    let kinds = [
        "replaced",
        "renamed",
        "played-by-command",
        "rolled-back",
        "rolled-back-from-a-copy",
        "rolled-forward",
        "position-read",
        "edited",
        "replaces-report",
        "played-again",
        "paused",
        "resumed",
        "seal-broken",
        "not-revealed",
        "key-replaced",
        "host-key-replaced",
        "host-key-lost",
    ]
    .map(|kind| (kind, None));
    let moves = ["outage", "clock", "delayed-reports", "pause", "extension"].map(|why| ("deadline-moved", Some(why)));
    let lines: Vec<String> = kinds
        .into_iter()
        .chain(moves)
        .map(|(kind, why)| templates().text("shared/act", &act(kind, why)).unwrap().trim().to_owned())
        .collect();
    let mut letter = letter("accepted");
    letter["notices"] = json!(lines);
    check_letter("receipt", "-with-news", &letter);
    check_letter("reminder", "-with-news", &letter);
}

#[test]
fn the_last_answer_says_whose_answers_are_used_up() {
    let until = json!({ "local": "Friday 27 November 2026, 20:00", "zone": "Europe/Berlin", "utc": "2026-11-27 19:00 UTC", "left": null });
    for budget in ["seat", "elsewhere", "unproven", "game-master"] {
        let text =
            templates().text("shared/last-answer", &json!({ "limit": 5, "budget": budget, "until": until, "by_moves": false })).unwrap();
        golden(&format!("letters/last-answer-{budget}.txt"), &text);
        assert_fits("last-answer", &text);
    }
}

#[test]
fn an_answer_names_what_else_was_asked_for() {
    for (name, words) in [("one", json!(["PLAY anaash/8"])), ("several", json!(["PLAY anaash/8", "CHALLENGES OFF"]))] {
        let text = templates().text("shared/other-requests", &json!({ "words": words })).unwrap();
        golden(&format!("letters/other-requests-{name}.txt"), &text);
        assert_fits("other-requests", &text);
    }
}

#[test]
fn a_letter_to_a_stranger_needs_no_seat() {
    for name in TO_STRANGERS {
        check_letter(name, "-bare", &bare_letter("stranger"));
    }
    let mut question = bare_letter("stranger");
    question["asked_about"] = json!("LEAVE rim-3");
    check_letter("unknown-campaign", "-question", &question);
    for name in ["status", "orders-query", "ready"] {
        templates().text(&format!("shared/{name}"), &bare_letter("answered")).unwrap_or_else(|error| panic!("{error}"));
    }
}

#[test]
fn what_all_games_share_speaks_of_none() {
    let words = ["battle", "factories", "factory", "fleet", "flight", "landing", "orbit", "planet", "ship", "troop", "warehouse"];
    // These say that a game has none, or are the colours of pages.
    let but = ["shared/explain-nothing.txt", "shared/site-style.txt"];
    for (name, text) in ashpost::render::templates::embedded() {
        let spoken = text.split(|letter: char| !letter.is_alphabetic()).map(str::to_lowercase);
        let found: Vec<String> = spoken.filter(|word| words.contains(&word.trim_end_matches('s'))).collect();
        assert!(!name.starts_with("shared/") || but.contains(&name) || found.is_empty(), "{name}: {found:?}");
    }
}

#[test]
fn a_report_that_was_no_email_has_a_subject_when_it_is_sent_again() {
    let subject = templates().text("shared/again-subject", &json!({ "unit": "move", "turn": 7 })).unwrap();
    assert_eq!(subject.trim_end(), "After move 7");
}

#[test]
fn every_letter_template_is_read_here() {
    let partials = [
        "absence-line",
        "motion",
        "proposal",
        "vote-kinds",
        "vote-said",
        "address-line",
        "resign",
        "open-games",
        "schedule-words",
        "act",
        "again-subject",
        "answers",
        "arrival-clock",
        "away",
        "clock",
        "clock-now",
        "closing",
        "commands",
        "consent",
        "takeback",
        "taken-moves",
        "difference",
        "ended",
        "exceeded",
        "expected",
        "explain",
        "explain-nothing",
        "explain-older",
        "first-places",
        "tie-break",
        "answer-subject",
        "game-master",
        "gm-refusal",
        "gm-trouble",
        "held",
        "help-sealed",
        "ladder-line",
        "ladder-rules",
        "ladder-table",
        "private-page",
        "last-answer",
        "line-nowhere",
        "new-token-line",
        "no-report",
        "notices",
        "other-requests",
        "own-games",
        "press-list",
        "press-title",
        "ready-line",
        "proof",
        "receipt-proof",
        "receipt-taken",
        "record",
        "report-subject",
        "standings",
        "style",
        "swiss-standings",
        "swiss-words",
        "table-line",
        "unopened",
        "after-the-end",
        "play-again",
        "since-report",
        "site-about",
        "site-chapter-label",
        "site-deadline",
        "site-label",
        "site-style",
        "span",
    ];
    let names =
        ashpost::render::templates::embedded().into_iter().filter_map(|(name, _)| name.strip_prefix("shared/")?.strip_suffix(".txt"));
    let of_a_swiss = ["bye", "final-table"];
    let is_read = |name: &&str| LETTERS.contains(name) || partials.contains(name) || of_a_swiss.contains(name);
    let unread: Vec<&str> = names.filter(|name| !is_read(name)).collect();
    assert!(unread.is_empty(), "{unread:?}");
}
