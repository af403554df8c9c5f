//! The pictures of the turns that a page tells as one drawing, which a small script steps through. Without the script the newest shows.

use serde::Serialize;

use super::album::Album;

/// The drawing's content, with the attributes of its root.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub(super) struct InlineFilm {
    width: f64,
    height: f64,
    attributes: String,
    inside: String,
}

/// The drawing; `None` if there is no picture.
pub(super) fn film(album: &Album) -> Option<InlineFilm> {
    let ends = album.ends()?;
    let reel = &album.reel;
    if reel.is_empty() {
        return None;
    }
    let pieces = reel.pieces().into_iter().map(|piece| {
        if piece.shown.is_all(ends) {
            return piece.svg;
        }
        let hidden = if piece.shown.contains(ends.1) { "" } else { " display=\"none\"" };
        format!("<g data-turns=\"{}\"{hidden}>{}</g>", piece.shown.text(), piece.svg)
    });
    let inside = pieces.collect::<Vec<_>>().join("\n");
    let (width, height) = reel.size();
    Some(InlineFilm { width, height, attributes: reel.attributes().to_owned(), inside })
}
