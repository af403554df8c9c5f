//! The page that `site` and `demo` print: no link of an archive that can be reached from it is dead.

use std::collections::BTreeSet;
use std::path::{Component, Path, PathBuf};

use serde_json::Value;

use super::{ashpost, out};
use crate::common::{CAMPAIGN, CAMPAIGN_TOML, CORRESPONDENCE_TOML, House, utc};
use crate::usable::assert_usable;

/// Where a link leads, as a browser finds it: by the names in the address alone, whatever they are links to on disk.
fn target(page: &Path, link: &str) -> PathBuf {
    let mut path = page.parent().unwrap().to_owned();
    for step in Path::new(link.split('#').next().unwrap()).components() {
        match step {
            Component::ParentDir => drop(path.pop()),
            other => path.push(other),
        }
    }
    path
}

/// Every page that a reader comes to from a page, each of which is there.
fn pages_from(first: &Path) -> BTreeSet<PathBuf> {
    let (mut found, mut open) = (BTreeSet::new(), vec![first.to_owned()]);
    while let Some(page) = open.pop() {
        let text = std::fs::read_to_string(&page).unwrap_or_else(|error| panic!("{}: {error}", page.display()));
        assert_usable(&page.display().to_string(), &text);
        for link in text.split(" href=\"").skip(1).map(|rest| rest.split('"').next().unwrap()) {
            if link.starts_with('#') || link.contains(':') {
                continue;
            }
            let target = target(&page, link);
            assert!(target.is_file(), "{} leads to {link}, which is not there", page.display());
            if link.split('#').next().unwrap().ends_with(".html") && found.insert(target.clone()) {
                open.push(target);
            }
        }
    }
    found
}

fn printed(house: &House, campaign: &str) -> PathBuf {
    let told = out(&ashpost(house.folder.path(), &["--json", "site", campaign]));
    let told: Value = serde_json::from_str(&told).unwrap();
    PathBuf::from(told["index"].as_str().unwrap())
}

#[test]
fn the_page_that_is_printed_leads_to_the_hosts_and_back() {
    let house = House::new(CAMPAIGN_TOML);
    house.tick(utc("2027-01-01T10:00:00Z"));
    let page = printed(&house, CAMPAIGN);
    assert_eq!(page, house.path("site/rim-3/index.html"));
    let pages = pages_from(&page);
    assert!(pages.contains(&house.path("site/index.html")) && pages.contains(&page) && pages.len() == 4, "{pages:?}");
}

#[test]
fn a_game_of_a_tournament_leads_to_the_tournament_and_to_the_host() {
    let house = House::new(&CORRESPONDENCE_TOML.replace("[gm]", "[tournament]\n[gm]"));
    house.tick(utc("2027-01-01T10:00:00Z"));
    let page = printed(&house, "rim-3-2");
    assert_eq!(page, house.path("site/rim-3/game-2/index.html"));
    let pages = pages_from(&page);
    for name in ["site/index.html", "site/rim-3/index.html", "site/rim-3/game-1/turn-0.html"] {
        assert!(pages.contains(&house.path(name)), "{name} is not reached: {pages:?}");
    }
}

#[test]
fn an_archive_to_which_no_hosts_page_leads_is_entered_in_its_own_folder() {
    for (file, from, to) in [
        ("ashpost.toml", "[limits]", "[site]\nhost_page = false\n[limits]"),
        ("rim-3/campaign.toml", "title =", "unlisted = true\ntitle ="),
    ] {
        let house = House::new(CAMPAIGN_TOML);
        let text = std::fs::read_to_string(house.path(file)).unwrap();
        assert!(text.contains(from));
        std::fs::write(house.path(file), text.replacen(from, to, 1)).unwrap();
        house.tick(utc("2027-01-01T10:00:00Z"));
        let page = printed(&house, CAMPAIGN);
        assert_eq!(page, house.path("rim-3/site/index.html"));
        assert_eq!(pages_from(&page).len(), 3, "the front page, the opening and the rules");
    }
}

/// A turn is put into words once; `site` words all turns anew, and they stay so.
#[test]
fn what_a_game_master_words_anew_stands_in_the_story_of_earlier_turns_from_then_on() {
    let house = House::new(CAMPAIGN_TOML);
    house.tick(utc("2027-01-01T10:00:00Z"));
    let story = || {
        let page = std::fs::read_to_string(house.path("rim-3/site/index.html")).unwrap();
        let headings = page.split("</a></h3>").filter_map(|before| before.rsplit_once('>'));
        headings.map(|(_, heading)| heading.to_owned()).take_while(|heading| !heading.trim().is_empty()).collect::<Vec<_>>()
    };
    let own = house.path("rim-3/templates/shared");
    std::fs::create_dir_all(&own).unwrap();
    std::fs::write(own.join("site-label.txt.hbs"), "{{#if turn}}Turn {{turn}} of many{{else}}The beginning of it all{{/if}}").unwrap();
    house.tick(utc("2027-01-09T09:00:00Z"));
    assert_eq!(story(), ["Turn 1 of many", "The opening"]);
    printed(&house, CAMPAIGN);
    assert_eq!(story(), ["Turn 1 of many", "The beginning of it all"]);
    house.tick(utc("2027-01-16T09:00:00Z"));
    assert_eq!(story(), ["Turn 2 of many", "Turn 1 of many", "The beginning of it all"]);
}
