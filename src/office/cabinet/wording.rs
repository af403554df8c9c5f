//! The templates of a campaign.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::sync::Arc;

use crate::office::cabinet::error::{DeskError, at};
use crate::render::Templates;

/// The templates of a campaign: the program's, each replaced by the one of that name in the campaign's own folder.
///
/// # Errors
/// When one of its own does not read.
pub fn campaign_templates(folder: &Path) -> Result<Arc<Templates>, DeskError> {
    Ok(Templates::shared(&own_templates(folder)?)?)
}

/// A campaign's own templates by name: `templates/<game>/report.txt.hbs` takes the place of ours of that name.
///
/// # Errors
/// When one of them cannot be read as text.
pub(in crate::office) fn own_templates(folder: &Path) -> Result<BTreeMap<String, String>, DeskError> {
    let mut found = BTreeMap::new();
    let Ok(groups) = fs::read_dir(folder.join("templates")) else { return Ok(found) };
    for group in groups.filter_map(Result::ok).filter(|entry| entry.path().is_dir()) {
        let path = group.path();
        for file in fs::read_dir(&path).map_err(at(&path))?.filter_map(Result::ok) {
            let name = file.file_name().to_string_lossy().into_owned();
            if let Some(name) = name.strip_suffix(".hbs") {
                let text = fs::read_to_string(file.path()).map_err(at(&file.path()))?;
                found.insert(format!("{}/{name}", group.file_name().to_string_lossy()), text);
            }
        }
    }
    Ok(found)
}
