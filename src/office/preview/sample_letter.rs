//! A letter of the preview: what it is called, what it shows, and what its template is given.

use serde::Serialize;

use crate::office::letters::about::About;
use crate::office::letters::answer::ToPlayer;
use crate::office::letters::model::{Heading, LetterModel};

/// A letter that somebody might get.
pub(super) struct SampleLetter {
    /// The name of its file, without ending.
    pub(super) name: String,
    /// The template that it shows; that of an answer is inside the letter.
    pub(super) shows: String,
    pub(super) model: LetterModel,
    /// The text below it.
    pub(super) end: String,
}

impl SampleLetter {
    /// A letter that shows its own template.
    pub(super) fn new(name: &str, heading: Heading, about: About) -> SampleLetter {
        SampleLetter {
            name: name.to_owned(),
            shows: about.template().to_owned(),
            model: LetterModel::new(heading, about),
            end: String::new(),
        }
    }

    /// An answer to the reader by a template.
    pub(super) fn answer(name: &str, template: &'static str, letter: LetterModel<ToPlayer>) -> SampleLetter {
        SampleLetter::new(name, letter.heading, About::ToPlayer { template, told: Box::new(letter.about) })
    }

    /// A letter in a file of its template's name.
    pub(super) fn of(heading: Heading, about: About) -> SampleLetter {
        let name = about.template().trim_start_matches("shared/").trim_end_matches(".txt");
        SampleLetter::new(name, heading, about)
    }
}

/// The name of a letter about one variant of an enum, by the variant's name in templates.
pub(super) fn named(letter: &str, what: &impl Serialize) -> String {
    format!("{letter}-{}", serde_json::json!(what).as_str().expect("a name alone"))
}
