//! What players can order, in canonical spelling.

use std::fmt;

/// One order of a sheet. `S` is the game's step.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Order<S> {
    /// C1, C6: the whole turn.
    Move(Ply<S>),
    /// C3: `IF e5-e6 THEN f5-g5 IF …`
    Plan(Plan<S>),
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

/// One line of conditional moves.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Plan<S> {
    /// From the next move on; the first is the opponent's, the last one's own.
    pub links: Vec<Link<S>>,
}

/// One turn in such a line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Link<S> {
    /// `THEN`; else the opponent's, `IF`.
    pub own: bool,
    pub ply: Ply<S>,
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

impl<S: fmt::Display> fmt::Display for Plan<S> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, link) in self.links.iter().enumerate() {
            let blank = if index == 0 { "" } else { " " };
            write!(out, "{blank}{} {}", if link.own { "THEN" } else { "IF" }, link.ply)?;
        }
        Ok(())
    }
}
