//! A campaign's archive as static files, readable without JavaScript from any folder or host.

mod album;
mod body;
mod book;
mod captions;
mod chapters;
mod film;
mod frame;
mod inline;
mod model;
mod names;
mod opening;
mod pages;
mod parts;
mod reel;
mod style;
#[cfg(test)]
mod tests;
mod texts;
mod told;
mod web;

pub use album::{Album, Leaf};
pub use chapters::{Chapter, chapters_before, front_page_begins_at};
pub use frame::{Frame, TurnNews};
pub use model::{SiteDiaryEntry, SiteModel, SitePlayer, SiteProof, SiteTurn};
pub use names::{BOOK, FILM, PICTURE, RECORD, RULES, STYLE, page_of_turn};
pub use reel::{Reel, Spans};
pub use style::style;
pub use web::HostLink;
pub(super) use web::Web;

use super::{SiteFile, TemplateError, Templates};

/// The files of the archive: `index.html`, `style.css`, and those of `rules.html`, `turn-N.html` and the pages of chapters that are not there
/// unchanged. The same model always gives the same bytes. Its picture and record, which are files already, are taken out of it.
///
/// # Errors
/// When a template of the program cannot be rendered; in place of a campaign's own, which may be wrong, the program's is used.
pub fn build(site: &mut SiteModel, templates: &Templates) -> Result<Vec<SiteFile>, TemplateError> {
    let pages = pages::Pages::of(site, templates);
    let mut files = vec![file("index.html", templates.html("shared/site-index", &pages.index()?)?), file(STYLE, style(templates)?)];
    if !site.keeps_rules {
        files.push(file(RULES, templates.html("shared/site-rules", &pages.rules()?)?));
    }
    files.extend(pages.film()?.map(|film| file(FILM, film)));
    if site.has_book() {
        files.push(file(BOOK, templates.html("shared/site-book", &pages.book()?)?));
    }
    for chapter in chapters_before(site.album.front_page_begins_at()).filter(|chapter| chapter.first >= site.chapters_from) {
        files.push(file(&chapter.page(), templates.html("shared/site-chapter", &pages.chapter(chapter)?)?));
    }
    for (index, turn) in site.turns.iter().enumerate() {
        files.push(file(&page_of_turn(turn.turn), templates.html("shared/site-turn", &pages.turn(index, turn)?)?));
    }
    files.extend(site.picture.take().map(|picture| (PICTURE.to_owned(), picture)));
    files.extend(site.record.take().map(|record| file(RECORD, record)));
    Ok(files)
}

fn file(path: &str, text: String) -> SiteFile {
    (path.to_owned(), text.into_bytes())
}
