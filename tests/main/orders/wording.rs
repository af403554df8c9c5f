//! Goldens of what players read about their orders.

use std::path::Path;

use ashpost::engine::{Doubt, Prospect, Reading, ReadingEntry, Sheet};
use ashpost::render::Templates;
use serde::Serialize;
use serde_json::json;
use unicode_width::UnicodeWidthStr;

/// Compares with a golden; `UPDATE=1` rewrites it.
pub(super) fn golden(name: &str, text: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden/orders").join(name);
    if std::env::var_os("UPDATE").is_some() {
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(&path, text).unwrap();
    }
    assert_eq!(std::fs::read_to_string(&path).unwrap_or_default(), text, "{name}");
    for line in text.lines() {
        assert!(line.width() <= 78, "{} columns: {line}", line.width());
    }
}

pub(super) fn templates() -> Templates {
    Templates::new(&Default::default()).unwrap()
}

/// A sheet as receipts get it.
pub(super) fn as_reading<O: std::fmt::Display, R: Serialize>(sheet: Sheet<O>, doubts: Vec<Doubt<R>>, forecast: &impl Serialize) -> Reading {
    let doubt = |doubt: Doubt<R>| Doubt {
        entry: doubt.entry,
        done: doubt.done,
        asked: doubt.asked,
        reason: json!(doubt.reason),
        rule: doubt.rule,
        instead: doubt.instead,
    };
    Reading {
        entries: sheet
            .entries
            .iter()
            .map(|entry| ReadingEntry { line: entry.line, order: entry.order.to_string(), waits: false })
            .collect(),
        problems: sheet.problems,
        unmet: sheet.unmet,
        doubts: doubts.into_iter().map(doubt).collect(),
        forecast: json!(forecast),
        prospect: Prospect::default(),
        has_move: false,
        plays_at_once: false,
    }
}
