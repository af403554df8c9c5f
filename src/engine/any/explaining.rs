//! How fights were computed: what a game's author writes, and the same as text and JSON.

use std::marker::PhantomData;

use serde::Deserialize;
use serde_json::Value;

use super::sight::opened;
use crate::engine::{Dice, Explained, Explainer, Filed, Forces, Game, MisreadForces, NearPlaces, Stream, Unexplained, ViewError};

/// A game that can tell how its fights were computed. All it is given is what one reader was told, so that it cannot tell more.
pub trait Explains: Game {
    /// What can be asked for, in small letters, such as `battle`.
    const TOPICS: &'static [&'static str];
    /// Forces that read, for [`Explains::what_if`].
    const FORCES: &'static str;

    /// What was computed of this topic at the place that a reader names, for the template `explain` of the game.
    ///
    /// # Errors
    /// When no place is called so, with those that are near.
    fn explain(topic: &str, place: &str, seen: &SeenTurn<Self::View, Self::Event>) -> Result<Explained, NearPlaces>;

    /// The places that can be asked about in a reader's view, as a question may name them; in the order of the view.
    fn places(view: &Self::View) -> Vec<String>;

    /// A fight with forces given by hand, as facts for the template `what-if` of the game; `view` is that of a position whose rules count.
    /// Without one they are those that the game has unless a scenario says otherwise.
    ///
    /// # Errors
    /// When the forces do not read.
    fn what_if(forces: &str, view: Option<&Self::View>) -> Result<Forces, MisreadForces>;
}

/// What a reader was told of a turn.
pub struct SeenTurn<V, E> {
    /// The turn that was played.
    pub turn: u32,
    /// The reader's view of the position after it.
    pub view: V,
    /// What happened before the reader's eyes; those of a kind in the order of happening.
    pub events: Vec<E>,
    /// The dice, where the report named the seed.
    pub dice: Option<Dice>,
}

impl<V, E> SeenTurn<V, E> {
    /// The dice of a roll site of the turn, from the first throw.
    pub fn stream(&self, site: &str) -> Option<Stream> {
        self.dice.as_ref().map(|dice| dice.stream(&format!("turn/{}/{site}", self.turn)))
    }
}

/// The explainer of a game that has one.
pub struct Explaining<G>(PhantomData<fn() -> G>);

impl<G: Explains> Explaining<G> {
    /// The one value there is: it holds nothing.
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

/// What the present version of a game cannot read of a turn that an older one played is left out: nothing can be computed of it.
fn happened<G: Game>(events: &Value) -> Vec<G::Event> {
    let lists = events.as_object().into_iter().flat_map(|kinds| kinds.values()).filter_map(Value::as_array);
    lists.flatten().filter_map(|event| G::Event::deserialize(event).ok()).collect()
}
