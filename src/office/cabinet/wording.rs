//! The templates of a campaign.

use std::collections::BTreeMap;
use std::fs::{self, DirEntry};
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
/// When a folder of them cannot be listed, or one of them cannot be read as text.
pub(in crate::office) fn own_templates(folder: &Path) -> Result<BTreeMap<String, String>, DeskError> {
    let mut found = BTreeMap::new();
    let folder = folder.join("templates");
    if !folder.exists() {
        return Ok(found);
    }
    for group in entries(&folder)?.into_iter().filter(|entry| entry.path().is_dir()) {
        for file in entries(&group.path())? {
            let name = file.file_name().to_string_lossy().into_owned();
            if let Some(name) = name.strip_suffix(".hbs") {
                let text = fs::read_to_string(file.path()).map_err(at(&file.path()))?;
                found.insert(format!("{}/{name}", group.file_name().to_string_lossy()), text);
            }
        }
    }
    Ok(found)
}

fn entries(folder: &Path) -> Result<Vec<DirEntry>, DeskError> {
    fs::read_dir(folder).and_then(Iterator::collect).map_err(at(folder))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_of_templates_that_cannot_be_listed_is_no_campaign_without_templates() {
        let home = tempfile::tempdir().unwrap();
        assert!(own_templates(home.path()).unwrap().is_empty());
        fs::write(home.path().join("templates"), "put aside").unwrap();
        assert!(matches!(own_templates(home.path()), Err(DeskError::File { .. })));
    }
}
