//! The picture in the HTML of an email.

use crate::engine::{Drawing, Scene};
use crate::post::outgoing::{InlinePicture, Label};
use crate::render::picture::{png, svg};
use crate::render::report::Picture;

/// The picture, as an email's HTML names it.
const PICTURE_ID: &str = "map";

/// How an email's HTML refers to its picture.
const PICTURE_SOURCE: &str = "cid:map";

/// The picture of a scene, as an email carries it; `None` if it cannot be drawn, which stops no letter.
pub(in crate::office) fn inline(scene: &Scene) -> Option<InlinePicture> {
    let png = png::render(scene).ok()?;
    Some(InlinePicture { content_id: Label::new(PICTURE_ID), png })
}

/// The scene that is drawn with the text of a letter. A board needs no picture, since the text has it.
pub(in crate::office) fn beside_text(scene: Option<&Scene>) -> Option<&Scene> {
    scene.filter(|scene| matches!(scene.drawing, Drawing::Map(_)))
}

/// How an email's HTML shows its picture.
pub(in crate::office) fn shown(scene: &Scene) -> Picture {
    Picture { source: PICTURE_SOURCE.to_owned(), title: scene.title.clone(), link: None }
}

/// An email's HTML as a page of its own, with the picture of a scene in it.
pub fn within(html: &str, scene: &Scene) -> String {
    let in_address = |letter: char| match letter {
        other if !other.is_ascii() || other.is_ascii_alphanumeric() || "-._~/:=,;()".contains(other) => other.to_string(),
        other => format!("%{:02X}", u32::from(other)),
    };
    let picture: String = svg::render(scene).chars().map(in_address).collect();
    html.replace(PICTURE_SOURCE, &format!("data:image/svg+xml,{picture}"))
}
