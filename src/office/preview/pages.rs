//! Reports and the archive, as the turns that were played have made them.

use std::path::Path;

use super::file::PreviewFile;
use super::game::Sample;
use crate::campaign::layout::SITE_FOLDER;
use crate::engine::Viewer;
use crate::office::cabinet::error::DeskError;
use crate::office::cabinet::filed_report::FiledReport;
use crate::office::letters::picture::within;
use crate::office::publishing::site::publish_site;
use crate::post::Letter;
use crate::render::site::HostLink;
use crate::render::{composer, rules, tournament};

/// The last turn's report of the reader and of the public, each as text and as a page, and the form that goes with it.
///
/// # Errors
/// When the database cannot be read.
pub(super) fn reports(sample: &mut Sample<'_>, when: &str) -> Result<Vec<PreviewFile>, DeskError> {
    let (reader, turn) = (sample.reader, sample.desk.campaign.turns_played());
    let campaign = &sample.desk.campaign;
    let ledger = sample.desk.store.look()?;
    let Some(progress) = &campaign.progress else { return Ok(Vec::new()) };
    let folder = campaign.config.game.templates();
    let mut made = Vec::new();
    for (seat, who, part) in [(Some(reader), "player", "report"), (None, "public", "public")] {
        let Some(report) = ledger.report(turn, seat)? else { continue };
        let viewer = seat.map_or(Viewer::Public, Viewer::Seat);
        let mailed = seat.map(|seat| ledger.mailed_report(turn, seat)).transpose()?.flatten();
        let subject = mailed.map(|raw| format!("Subject: {}\n\n", Letter::read(&raw).subject));
        let name = format!("reports/{when}-{who}");
        made.push(PreviewFile::new(format!("{name}.txt"), format!("{folder}/{part}.txt"), subject.unwrap_or_default() + &report.text));
        made.push(PreviewFile::new(
            format!("{name}.html"),
            format!("{folder}/{part}.html"),
            within(&report.html, &progress.table.scene(viewer)),
        ));
        if let Some(form) = FiledReport::of(&report)?.order_template.filter(|form| !form.trim().is_empty()) {
            made.push(PreviewFile::new(format!("reports/{when}-order-form.txt"), format!("{folder}/order-template.txt"), form));
        }
    }
    Ok(made)
}

/// Writes the archive into a folder; the rules as text, too.
///
/// # Errors
/// When the folder cannot be written.
pub(super) fn archive(sample: &mut Sample<'_>, folder: &Path) -> Result<Vec<PreviewFile>, DeskError> {
    let home = std::mem::replace(&mut sample.desk.campaign.home, folder.to_owned());
    let written = publish_site(&mut sample.desk);
    let site = sample.desk.campaign.site_folder();
    sample.desk.campaign.home = home;
    written?;
    let campaign = &sample.desk.campaign;
    let below = |path: &Path| path.strip_prefix(folder.parent().unwrap_or(folder)).unwrap_or(path).display().to_string();
    let there = |name: String, template: &str| PreviewFile::new(below(&site.join(name)), template, "");
    let mut made = vec![
        there("index.html".to_owned(), "shared/site-index.html"),
        there(format!("turn-{}.html", campaign.turns_played()), "shared/site-turn.html"),
        there("rules.html".to_owned(), "shared/site-rules.html"),
    ];
    if let Some(page) = campaign.composer()? {
        made.push(PreviewFile::new(below(&site.join(composer::PAGE)), "composer/page.html", page));
    }
    // A game that goes on has no book yet.
    if site.join("book.html").is_file() {
        made.push(there("book.html".to_owned(), "shared/site-book.html"));
    }
    if let Some(facts) = campaign.tournament_facts(campaign.progress.as_ref(), None) {
        let folder = folder.join(SITE_FOLDER);
        let host = campaign.host_link().map(|link| HostLink { path: "../index.html".to_owned(), ..link });
        for (name, bytes) in tournament::pages(&facts, host, None, &campaign.templates)? {
            made.push(PreviewFile::new(below(&folder.join(name)), "shared/site-tournament.html", bytes));
        }
        // The style is no page, but belongs to every page.
        made.last_mut().into_iter().for_each(|style| style.template = "shared/site-style.txt".to_owned());
    }
    let model = campaign.rules_model(&sample.desk.store.look()?)?;
    let template = format!("{}/rules.txt", campaign.config.game.templates());
    made.push(PreviewFile::new(below(&folder.join("rules.txt")), template, rules::text(&campaign.templates, &model)?));
    made.push(PreviewFile::new(below(&folder.join("rules.html")), "shared/rules-page.html", rules::html(&campaign.templates, &model)?));
    Ok(made)
}
