//! How fights were computed: the typed contract of a game's author, and its adapter to text and JSON.

use std::marker::PhantomData;

use serde::Deserialize;
use serde_json::Value;

use super::sight::opened;
use crate::engine::{Dice, Explained, Explainer, Filed, Forces, Game, MisreadForces, NearPlaces, Stream, Unexplained, ViewError};

/// A game that can explain how its fights were computed. It is given only what one reader was told, so it cannot reveal more.
pub trait Explains: Game {
    /// What can be asked about, in lower case, such as `battle`.
    const TOPICS: &'static [&'static str];
    /// An example of forces that [`Explains::what_if`] can read.
    const FORCES: &'static str;

    /// What was computed of this topic at the place that the reader names, for the game's template `explain`.
    ///
    /// # Errors
    /// When there is no such place; the error holds the nearest ones.
    fn explain(topic: &str, place: &str, seen: &SeenTurn<Self::View, Self::Event>) -> Result<Explained, NearPlaces>;

    /// The places that can be asked about in a reader's view, spelled as a question may name them, in the order of the view.
    fn places(view: &Self::View) -> Vec<String>;

    /// A fight between forces given by hand, as facts for the game's template `what-if`, under the rules of the position that `view` shows. Without a
    /// view, the rules are the game's defaults.
    ///
    /// # Errors
    /// When the forces do not read.
    fn what_if(forces: &str, view: Option<&Self::View>) -> Result<Forces, MisreadForces>;
}

/// What a reader was told about a turn.
pub struct SeenTurn<V, E> {
    /// The turn that was played.
    pub turn: u32,
    /// The reader's view of the position after it.
    pub view: V,
    /// What happened before the reader's eyes; events of one kind are in the order in which they happened.
    pub events: Vec<E>,
    /// The dice; `None` if the report did not reveal the seed.
    pub dice: Option<Dice>,
}

impl<V, E> SeenTurn<V, E> {
    /// The dice of one of the turn's roll sites, from the first throw; `None` if the seed is not known.
    pub fn stream(&self, site: &str) -> Option<Stream> {
        self.dice.as_ref().map(|dice| dice.stream(&format!("turn/{}/{site}", self.turn)))
    }
}

/// The explainer of a game that has one.
pub struct Explaining<G>(PhantomData<fn() -> G>);

impl<G: Explains> Explaining<G> {
    /// The only value; it holds nothing.
    pub const NEW: Explaining<G> = Explaining(PhantomData);
}

impl<G: Explains> Explainer for Explaining<G> {
    fn topics(&self) -> &'static [&'static str] {
        G::TOPICS
    }

    fn forces(&self) -> &'static str {
        G::FORCES
    }

    fn explain(&self, topic: &str, place: &str, filed: &Filed<'_>) -> Result<Explained, Unexplained> {
        let seen =
            SeenTurn { turn: filed.turn, view: opened::<G>(filed.view)?, events: happened::<G>(filed.events), dice: filed.dice.clone() };
        G::explain(topic, place, &seen).map_err(Unexplained::Place)
    }

    fn places(&self, view: &Value) -> Result<Vec<String>, ViewError> {
        Ok(G::places(&opened::<G>(view)?))
    }

    fn what_if(&self, forces: &str, view: Option<&Value>) -> Result<Result<Forces, MisreadForces>, ViewError> {
        let view = view.map(opened::<G>).transpose()?;
        Ok(G::what_if(forces, view.as_ref()))
    }
}

/// The events of a filed turn. Leaves out those that this version of the game cannot read, since nothing can be computed from them.
fn happened<G: Game>(events: &Value) -> Vec<G::Event> {
    let lists = events.as_object().into_iter().flat_map(|kinds| kinds.values()).filter_map(Value::as_array);
    lists.flatten().filter_map(|event| G::Event::deserialize(event).ok()).collect()
}
