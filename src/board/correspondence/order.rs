//! What players can order, in canonical spelling.

use std::fmt;

/// One order of a sheet. `S` is the game's step.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Order<S> {
    /// C1, C6: the whole turn.
    Move(Ply<S>),
    /// C3: `IF e5-e6 THEN f5-g5 IF …`
    Plan(Plan),
    /// C3: `FORGET`, the conditional moves that still stand.
    Forget,
    /// C4: `NOTE "text"`
    Note(String),
    /// C5
    Resign,
}

/// A whole turn of one side.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Ply<S> {
    /// At least one step; several only where the side has to go on.
    Steps(Vec<S>),
    /// C6: the second player takes over the first move.
    Swap,
}

/// One line of conditional moves, in canonical notation: it was checked when it was sent, and is read again when it is played.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Plan {
    /// From the next move on; the first is the opponent's, the last one's own.
    pub links: Vec<Link>,
}

/// One turn in such a line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Link {
    /// `THEN`; else the opponent's, `IF`.
    pub own: bool,
    /// The whole turn in canonical notation.
    pub ply: String,
}

impl Plan {
    /// Reads what [`Plan`] displays; no move is looked at.
    pub fn of_text(text: &str) -> Plan {
        Plan { links: parts(text).into_iter().map(|(own, words)| Link { own, ply: words }).collect() }
    }
}

/// The words behind each IF (`false`) and THEN (`true`). What stands before the first keyword is no part.
pub fn parts(text: &str) -> Vec<(bool, String)> {
    let mut parts: Vec<(bool, String)> = Vec::new();
    for word in text.split_whitespace() {
        match (word.to_ascii_uppercase().as_str(), parts.last_mut()) {
            ("IF", _) => parts.push((false, String::new())),
            ("THEN", _) => parts.push((true, String::new())),
            (_, Some((_, words))) => {
                words.push_str(if words.is_empty() { "" } else { " " });
                words.push_str(word.trim_end_matches(','));
            }
            (_, None) => {}
        }
    }
    parts
}

impl<S: fmt::Display> fmt::Display for Order<S> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Order::Move(ply) => ply.fmt(out),
            Order::Plan(plan) => plan.fmt(out),
            Order::Forget => out.write_str("FORGET"),
            Order::Note(text) => write!(out, "NOTE \"{text}\""),
            Order::Resign => out.write_str("RESIGN"),
        }
    }
}

impl<S: fmt::Display> fmt::Display for Ply<S> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Ply::Swap => out.write_str("SWAP"),
            Ply::Steps(steps) => {
                for (index, step) in steps.iter().enumerate() {
                    write!(out, "{}{step}", if index == 0 { "" } else { ";" })?;
                }
                Ok(())
            }
        }
    }
}

impl fmt::Display for Plan {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, link) in self.links.iter().enumerate() {
            let blank = if index == 0 { "" } else { " " };
            write!(out, "{blank}{} {}", if link.own { "THEN" } else { "IF" }, link.ply)?;
        }
        Ok(())
    }
}
