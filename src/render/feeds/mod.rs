//! What programs fetch from an archive repeatedly: news as an Atom feed, deadlines as a calendar.

mod atom;
mod calendar;

pub use atom::{Feed, FeedEntry};
pub use calendar::{Calendar, CalendarEvent};
