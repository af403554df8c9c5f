//! Every link of a made site leads somewhere, and every page of it leads back to the front page.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Component, Path, PathBuf};

use crate::common::{CAMPAIGN_TOML, CORRESPONDENCE_TOML, House, utc};

/// A host with a campaign of the postal game, one of the board game, a game of two, and a tournament of such games.
fn house() -> House {
    let house = House::new(CAMPAIGN_TOML);
    // So that there are pages for writing orders.
    let host = fs::read_to_string(house.path("ashpost.toml")).unwrap();
    fs::write(house.path("ashpost.toml"), host + "[site]\nurl = \"https://pbem.example/\"\n").unwrap();
    let board =
        CAMPAIGN_TOML.replace("empire_postal", "empire").replace("first-steps", "two-states").replace("postal-classic", "two-states");
    let (head, tables) = CORRESPONDENCE_TOML.split_once("[gm]").unwrap();
    let cup = format!("{head}[tournament]\n[gm]{tables}");
    for (id, toml) in [("states", board.as_str()), ("glade", CORRESPONDENCE_TOML), ("cup", &cup)] {
        fs::create_dir_all(house.path(id)).unwrap();
        fs::write(house.path(&format!("{id}/campaign.toml")), toml).unwrap();
    }
    house
}

/// The pages below a folder, links between folders followed, by their path there.
fn pages(root: &Path, below: &Path, found: &mut BTreeMap<PathBuf, String>) {
    for entry in fs::read_dir(root.join(below)).unwrap().map(Result::unwrap) {
        let path = below.join(entry.file_name());
        if fs::metadata(entry.path()).unwrap().is_dir() {
            pages(root, &path, found);
        } else if path.extension().is_some_and(|ending| ending == "html") {
            found.insert(path, fs::read_to_string(entry.path()).unwrap());
        }
    }
}

/// Where the links of a page lead to: a file below the root, and an anchor in it.
fn targets(from: &Path, page: &str) -> Vec<(PathBuf, String)> {
    let links = page.split(" href=\"").skip(1).map(|rest| rest.split('"').next().unwrap());
    let here = links.filter(|link| !link.contains(':'));
    here.map(|link| {
        let (file, anchor) = link.split_once('#').unwrap_or((link, ""));
        let to = if file.is_empty() { from.to_owned() } else { from.parent().unwrap().join(file) };
        (plain(&to), anchor.to_owned())
    })
    .collect()
}

/// The path without `..`.
fn plain(path: &Path) -> PathBuf {
    let mut steps = Vec::new();
    for step in path.components() {
        match step {
            Component::ParentDir => drop(steps.pop().expect("no link leads out of the site")),
            other => steps.push(other),
        }
    }
    steps.into_iter().collect()
}

#[test]
fn no_link_of_a_site_is_dead_and_every_page_leads_to_the_front_page() {
    let house = house();
    assert!(!house.tick(utc("2027-01-01T10:00:00Z")).has_trouble());
    assert!(!house.tick(utc("2027-02-01T10:00:00Z")).has_trouble());
    let all = all_pages_lead_somewhere(&house.path("site"));
    for expected in
        ["index.html", "states/rules.html", "glade/turn-0.html", "cup/index.html", "cup/game-1/index.html", "states/compose.html"]
    {
        assert!(all.contains_key(Path::new(expected)), "{expected} in {:?}", all.keys());
    }
}

/// Returns the pages of a site, having followed all their links.
pub(crate) fn all_pages_lead_somewhere(root: &Path) -> BTreeMap<PathBuf, String> {
    let mut all = BTreeMap::new();
    pages(root, Path::new(""), &mut all);
    for (path, page) in &all {
        for outside in [" src=\"http", " href=\"http", "@import", "url("] {
            assert!(!page.contains(outside) || path.ends_with("index.html"), "{} has {outside}", path.display());
        }
        for (to, anchor) in targets(path, page) {
            assert!(root.join(&to).is_file(), "{} leads to {}, which is not there", path.display(), to.display());
            // The script of the front page reads `#turn-3` itself.
            let is_read_by_script = anchor.starts_with("turn-") || anchor.is_empty();
            let has_anchor = is_read_by_script || all[&to].contains(&format!(" id=\"{anchor}\""));
            assert!(has_anchor, "{} leads to #{anchor} of {}, which is not there", path.display(), to.display());
        }
    }
    let leads_home = |from: &PathBuf| {
        let (mut seen, mut open) = (BTreeSet::from([from.clone()]), vec![from.clone()]);
        while let Some(page) = open.pop() {
            for (to, _) in targets(&page, &all[&page]).into_iter().filter(|(to, _)| all.contains_key(to)) {
                if seen.insert(to.clone()) {
                    open.push(to);
                }
            }
        }
        seen.contains(Path::new("index.html"))
    };
    let lost: Vec<&PathBuf> = all.keys().filter(|path| !leads_home(path)).collect();
    assert_eq!(lost, Vec::<&PathBuf>::new(), "pages without a way back");
    all
}
