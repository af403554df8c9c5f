//! Comparing games by id, and storing them by id.

use std::fmt;

use serde::{Serialize, Serializer};

use super::AnyGame;

impl PartialEq for dyn AnyGame {
    fn eq(&self, other: &dyn AnyGame) -> bool {
        self.id() == other.id()
    }
}

impl Eq for dyn AnyGame {}

impl fmt::Debug for dyn AnyGame {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(self.id())
    }
}

impl Serialize for dyn AnyGame {
    fn serialize<S: Serializer>(&self, file: S) -> Result<S::Ok, S::Error> {
        file.serialize_str(self.id())
    }
}
