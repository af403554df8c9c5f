//! Replays a change of the position by hand.

use super::super::{Entry, Hidden, edit};
use super::link::hidden_of;
use super::{JournalPlace, Recorded, ReplayError, Replayed, Walk, compare_table};
use crate::campaign::Digest;
use crate::engine::Table;

impl Walk {
    /// Changes the position as the hidden part of the entry says.
    pub(super) fn edit(&mut self, entry: &Entry, record: &Recorded<'_>, view: Digest) -> Result<Replayed, ReplayError> {
        let at = JournalPlace::Entry(entry.number);
        let unreadable = |why: String| ReplayError::Unreadable { at, why };
        let (table, how) = match (self.table.take(), hidden_of(entry, record, at)?) {
            (_, None) => (None, Replayed::Hidden),
            (table, Some(hidden)) => {
                let Hidden::Edit { path, before, after, .. } = &hidden else {
                    return Err(unreadable("it hides what no edit hides".to_owned()));
                };
                if record.state.is_some_and(|state| Digest::of(state.as_bytes()) != hidden.state()) {
                    return Err(ReplayError::OtherSnapshot { at });
                }
                let change = |table: Box<dyn Table>| edit(table.as_ref(), path, after.clone());
                match table.map(change).transpose().map_err(|error| unreadable(error.to_string()))? {
                    Some(edited) if edited.before != *before => return Err(ReplayError::OtherState { at }),
                    Some(edited) => {
                        compare_table(edited.table.as_ref(), at, view, Some(&hidden))?;
                        (Some(edited.table), Replayed::Same)
                    }
                    None => (None, Replayed::Trusted),
                }
            }
        };
        self.table = table;
        self.line.change(self.table.as_deref());
        Ok(how)
    }
}
