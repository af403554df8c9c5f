//! The order grammar that the games of Ashes of Empire share (P3, B12), read against what the sender may know.
//!
//! Every line gives one order or one problem, and good lines stand whatever the others say (P3.2). This folder knows lines, blocks, clauses, numbers,
//! names and announcements; a game's [`Grammar`] knows the verbs.

mod apart;
mod condition;
mod conditional;
mod count;
mod forms;
mod mend;
mod misread;
mod names;
mod object;
mod phrase;
mod places;
mod sheet;
mod statement;
mod words;

pub(crate) use condition::FootingWords;
pub use count::Count;
pub(crate) use forms::{Form, FormPiece};
pub(crate) use names::{Names, Spelled};
pub(crate) use phrase::{Clause, Fault, Phrase};
pub use sheet::MAXIMUM_ORDERS;
pub(crate) use sheet::{order_lines, parse};
pub(crate) use statement::Statement;
pub(crate) use words::{Verbs, Vocabulary, look_up, names_of, squash};

use self::names::spelled_announcement;
use crate::galaxy::PlanetId;

/// What a game adds to the grammar: its verbs, and what follows each.
pub(crate) trait Grammar {
    type Order: Spelled;
    type Verb: Copy + PartialEq + 'static;

    const VERBS: Verbs<Self::Verb>;

    /// The rulebook's words for the relation of two players.
    const FOOTINGS: FootingWords;

    /// The names of planets and players, as far as the sender knows them.
    fn names(&self) -> &Names;

    /// Whether the rules in play have this verb.
    fn has(&self, _verb: Self::Verb) -> bool {
        true
    }

    /// The forms of its lines. If two are equally near to what a player wrote, the earlier is preferred.
    fn forms(&self) -> Vec<Form<Self::Verb>>;

    /// The order of a line.
    ///
    /// # Errors
    /// The first words that do not fit.
    fn order(&self, statement: &Statement<'_, Self::Verb>) -> Result<Self::Order, Fault>;

    /// The order to publish a text that has passed [`crate::engine::reader::announcement`].
    fn announce(text: String) -> Self::Order;

    /// The text that an order publishes.
    fn announced(order: &Self::Order) -> Option<&str>;

    /// The planet that an order names, with its new name.
    fn named(_order: &Self::Order) -> Option<(&str, PlanetId)> {
        None
    }

    /// Whether an order does nothing, such as a flight to where it began, so that it must not be suggested.
    fn is_pointless(&self, _order: &Self::Order) -> bool {
        false
    }

    /// An order with the names of planets and players, for people; it reads back as the same order.
    fn spelled(&self, order: &Self::Order) -> String {
        let names = self.names();
        match Self::announced(order) {
            Some(text) => spelled_announcement(text),
            None => order.spelled(|planet| names.planet_spelled(*planet), |seat| names.player_spelled(*seat)),
        }
    }
}
