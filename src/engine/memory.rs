//! What a viewer remembers of the turns that led to a position.

/// What one viewer knows of one turn.
#[derive(Debug, Clone, PartialEq)]
pub struct Remembered<E, O> {
    /// What the viewer saw happen, in order.
    pub events: Vec<E>,
    /// The viewer's own orders that were carried out at least in part, in the order of the sheet.
    pub done: Vec<O>,
}
