//! A letter of the preview: what it is called, what it shows, and what its template is given.

use crate::office::letters::model::LetterModel;

/// A letter that somebody might get.
pub(super) struct SampleLetter {
    /// The name of its file, without ending.
    pub(super) name: String,
    /// The template that it shows; one of an answer stands inside the letter.
    pub(super) shows: String,
    /// The template of the whole letter.
    pub(super) template: &'static str,
    pub(super) model: LetterModel,
    /// Stands below it.
    pub(super) end: String,
}

impl SampleLetter {
    /// A letter that shows its own template.
    pub(super) fn new(name: &str, template: &'static str, model: LetterModel) -> SampleLetter {
        SampleLetter { name: name.to_owned(), shows: template.to_owned(), template, model, end: String::new() }
    }

    /// One of the house, in the file of its name.
    pub(super) fn of(template: &'static str, model: LetterModel) -> SampleLetter {
        let name = template.trim_start_matches("shared/").trim_end_matches(".txt");
        SampleLetter::new(name, template, model)
    }
}
