//! The order grammar that the games of Ashes of Empire share (P3, B12), read against what the sender may know.
//!
//! Every line gives one order or one problem; the good lines stand whatever the others say (P3.2). Here are
//! lines, blocks, clauses, numbers, names and announcements; which verbs there are, a game's [`Grammar`] says.

mod apart;
mod condition;
mod conditional;
mod count;
mod forms;
mod mend;
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
pub(crate) use sheet::parse;
pub(crate) use statement::Statement;
pub(crate) use words::{Verbs, Vocabulary, look_up, names_of, squash};

use self::names::spelled_announcement;
use crate::galaxy::PlanetId;

/// What a game adds to the grammar: its verbs, and what stands behind each.
pub(crate) trait Grammar {
    type Order: Spelled;
    type Verb: Copy + PartialEq + 'static;

    const VERBS: Verbs<Self::Verb>;

    /// The rulebook's words for how two players stand to each other.
    const FOOTINGS: FootingWords;

    /// What planets and players are called, as far as the sender knows.
    fn names(&self) -> &Names;

    /// Whether the rules that are played have this verb.
    fn has(&self, _verb: Self::Verb) -> bool {
        true
    }

    /// The forms of its lines, the likelier first where two are equally near to what a player wrote.
    fn forms(&self) -> Vec<Form<Self::Verb>>;

    /// The order that a line gives, or where it stops being one.
    ///
    /// # Errors
    /// The first word or words that do not fit.
    fn order(&self, statement: &Statement<'_, Self::Verb>) -> Result<Self::Order, Fault>;

    /// The order to publish a text that [`crate::engine::reader::announcement`] has let pass.
    fn announce(text: String) -> Self::Order;

    /// The text that an order publishes.
    fn announced(order: &Self::Order) -> Option<&str>;

    /// The planet that an order gives a name, and that name.
    fn named(_order: &Self::Order) -> Option<(&str, PlanetId)> {
        None
    }

    /// Whether nobody can have meant this order, such as a flight that ends where it began, so that it is not suggested.
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
