//! A file of a preview.

/// A file to be written.
pub(super) struct PreviewFile {
    pub file: String,
    pub template: String,
    pub bytes: Vec<u8>,
}

impl PreviewFile {
    pub(super) fn new(file: impl Into<String>, template: impl Into<String>, text: impl Into<Vec<u8>>) -> PreviewFile {
        PreviewFile { file: file.into(), template: template.into(), bytes: text.into() }
    }
}
