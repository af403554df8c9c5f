//! Every letter and page of a campaign, made of sample data, for those who edit its templates.
//!
//! Of the campaign only its files are read: its settings, its scenario and its own templates. Its game is set up in memory and played by a [`Bot`];
//! secrets, tokens and the host's key are samples too. So nothing of a game that is played is shown, nothing is sent, and nothing is stored but what
//! is shown.

mod answers;
mod by_mail;
mod digest;
mod edits;
mod endings;
mod facts;
mod file;
mod game;
mod letters;
mod notices;
mod pages;
mod requests;
mod sample_letter;
mod sheets;
mod swiss;
mod two;
mod votes;
mod waits;
mod wording;

use std::path::{Path, PathBuf};

use serde::Serialize;

use crate::campaign::CampaignId;
use crate::campaign::config::CampaignConfig;
use crate::files::{Access, Together};
use crate::office::cabinet::error::{DeskError, at};
use crate::office::{Host, World};
use crate::render::Templates;
use file::PreviewFile;
use game::Sample;
use wording::Wording;

pub use game::Bot;
pub use wording::TemplateFault;

/// What was made.
#[derive(Debug, Serialize)]
pub struct Preview {
    /// The campaign that is shown; for a tournament, one of its games.
    pub campaign: CampaignId,
    /// The groups, in the order of the list that leads to all files.
    pub groups: Vec<Group>,
    /// What is wrong with the campaign's own templates.
    pub slips: Vec<TemplateFault>,
}

/// Samples that belong together.
#[derive(Debug, Serialize)]
pub struct Group {
    /// `letters`, `reports` or `archive`.
    pub name: &'static str,
    /// Each template once, in the order of its first sample.
    pub templates: Vec<ShownTemplate>,
}

/// A template and the files that show it. One letter may hold others.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct ShownTemplate {
    /// Its name, such as `shared/receipt.txt`.
    pub template: String,
    /// What the template is, as it says at its top.
    pub about: String,
    /// Whether the campaign has its own.
    pub is_own: bool,
    /// The files, by their paths below the folder of the preview.
    pub files: Vec<String>,
}

/// Writes samples of all that a campaign sends and publishes into a folder, with an `index.html` that lists them. A template of the
/// campaign's own that cannot be used is named, and the program's own shows in its place.
///
/// # Errors
/// When its file does not read, its game cannot be set up, or the folder cannot be written.
pub fn preview(host: &Host, id: &CampaignId, folder: &Path, bot: Bot<'_>, world: &World<'_>) -> Result<Preview, DeskError> {
    let config = config(host, id)?;
    let wording = Wording::of(&host.home(&config.id))?;
    let mut sample = Sample::begin(host, config, wording.templates.clone(), bot, world)?;
    let mut made = vec![("reports", pages::reports(&mut sample, "opening")?)];
    sample.play_turns()?;
    made[0].1.extend(pages::reports(&mut sample, "turn")?);
    made.insert(0, ("letters", letters::all(&mut sample)?));
    let mut archive = pages::archive(&mut sample, &folder.join("archive"))?;
    if sample.end()? {
        made[1].1.extend(pages::reports(&mut sample, "end")?);
        archive.extend(pages::archive(&mut sample, &folder.join("archive-at-the-end"))?);
    }
    made.push(("archive", archive));
    write(folder, &sample, &wording, made)
}

/// The campaign; for a tournament one of its games, which shows the tournament with it.
fn config(host: &Host, id: &CampaignId) -> Result<CampaignConfig, DeskError> {
    let config = host.campaign(id)?;
    Ok(config.any_game().unwrap_or(config))
}

/// Writes what was made and the list of it. The archive is written already.
fn write(folder: &Path, sample: &Sample<'_>, wording: &Wording, made: Vec<(&'static str, Vec<PreviewFile>)>) -> Result<Preview, DeskError> {
    let mut together = Together::default();
    let mut groups = Vec::new();
    for (name, files) in made {
        let mut templates: Vec<ShownTemplate> = Vec::new();
        for PreviewFile { file, template, bytes } in files {
            if !bytes.is_empty() {
                let path = folder.join(&file);
                together.write(&path, &bytes, Access::Private).map_err(at(&path))?;
            }
            match templates.iter_mut().find(|shown| shown.template == template) {
                Some(shown) => shown.files.push(file),
                None => {
                    let (about, is_own) = (wording::about(&template), wording.is_own(&template));
                    templates.push(ShownTemplate { template, about, is_own, files: vec![file] });
                }
            }
        }
        groups.push(Group { name, templates });
    }
    let preview = Preview { campaign: sample.desk.campaign.id().to_owned(), groups, slips: wording.slips() };
    let index = folder.join("index.html");
    // The list is the program's own, whatever the campaign says.
    let list = serde_json::json!({ "title": sample.desk.campaign.config.title, "preview": preview });
    let page = Templates::shared(&std::collections::BTreeMap::new())?.html("shared/preview", &list)?;
    together.write(&index, page.as_bytes(), Access::Private).map_err(at(&index))?;
    together.settle().map_err(at(folder))?;
    Ok(preview)
}

impl Preview {
    /// Every template that is shown.
    pub fn shown(&self) -> impl Iterator<Item = &ShownTemplate> {
        self.groups.iter().flat_map(|group| &group.templates)
    }

    /// The list of all files.
    pub fn index(folder: &Path) -> PathBuf {
        folder.join("index.html")
    }
}
