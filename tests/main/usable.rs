//! What every page and HTML letter owes to people who hear it, or who go through it with the keyboard. `.ci/pages` asks a browser for the rest.

use std::collections::BTreeSet;

/// The tags of a page, without their `<` and `>`; the text of a script has none.
fn tags(html: &str) -> Vec<&str> {
    let mut found = Vec::new();
    let mut rest = html;
    while let Some((_, from_tag)) = rest.split_once('<') {
        let (tag, behind) = from_tag.split_once('>').unwrap_or((from_tag, ""));
        found.push(tag);
        rest = if tag == "script" { behind.split_once("</script").map_or("", |(_, behind)| behind) } else { behind };
    }
    found
}

fn word(tag: &str) -> &str {
    tag.split(|c: char| c.is_whitespace() || c == '/').next().unwrap_or_default()
}

fn attribute<'a>(tag: &'a str, name: &str) -> Option<&'a str> {
    tag.split_once(&format!(" {name}=\"")).and_then(|(_, rest)| rest.split_once('"')).map(|(value, _)| value)
}

/// Whether the style sheet, or the tag itself, lets a part scroll.
fn scrolls(tag: &str) -> bool {
    let style = attribute(tag, "style").unwrap_or_default();
    let of_class =
        ["wide", "story"].iter().any(|name| attribute(tag, "class").is_some_and(|class| class.split(' ').any(|one| one == *name)));
    style.contains("overflow-x:") || word(tag) == "pre" && !style.contains("pre-wrap") || word(tag) == "div" && of_class
}

/// What is missing in a page, a line each.
fn faults(html: &str) -> Vec<String> {
    let tags = tags(html);
    let count = |name: &str| tags.iter().filter(|tag| word(tag) == name).count();
    let mut faults = Vec::new();
    let mut expect = |is_so: bool, fault: String| {
        if !is_so {
            faults.push(fault);
        }
    };
    expect(tags.first().is_some_and(|tag| tag.eq_ignore_ascii_case("!doctype html")), "it does not begin with its document type".into());
    for name in ["html", "h1", "main"] {
        expect(count(name) == 1, format!("{} of <{name}>", count(name)));
    }
    // Pictures have titles too.
    let head = tags.iter().take_while(|tag| **tag != "/head");
    expect(head.filter(|tag| word(tag) == "title").count() == 1, "no title of its own".into());
    let lang = tags.iter().find(|tag| word(tag) == "html").and_then(|tag| attribute(tag, "lang"));
    expect(lang.is_some_and(|lang| !lang.is_empty()), "no language".into());
    let levels = tags.iter().filter_map(|tag| word(tag).strip_prefix('h').and_then(|level| level.parse::<u8>().ok()));
    levels.fold(0, |before, level| {
        expect(level <= before + 1, format!("a heading of level {level} below one of level {before}"));
        level
    });
    for tag in &tags {
        expect(word(tag) != "img" || attribute(tag, "alt").is_some(), format!("no words for <{tag}>"));
        let is_named = ["role", "aria-label"].iter().all(|name| attribute(tag, name).is_some_and(|value| !value.is_empty()));
        expect(
            !scrolls(tag) || attribute(tag, "tabindex") == Some("0") && is_named,
            format!("the keyboard does not reach <{tag}>, or it has no name"),
        );
    }
    let ids: Vec<&str> = tags.iter().filter_map(|tag| attribute(tag, "id")).collect();
    let distinct: BTreeSet<&str> = ids.iter().copied().collect();
    expect(ids.len() == distinct.len(), "two parts of one id".into());
    for anchor in tags.iter().filter_map(|tag| attribute(tag, "href")?.strip_prefix('#')) {
        expect(distinct.contains(anchor), format!("#{anchor} leads nowhere"));
    }
    faults
}

/// Fails unless a page has one main heading and one main part, levels of headings in order, a language, words for each picture, and a name and a stop
/// of the keyboard for everything that scrolls.
pub(crate) fn assert_usable(name: &str, html: &str) {
    let faults = faults(html);
    assert!(faults.is_empty(), "{name}: {faults:#?}");
}

const PAGE: &str = "<!DOCTYPE html>\n<html lang=\"en\"><head><title>T</title></head><body><a href=\"#b\">b</a><main><h1>T</h1><h2 id=\"b\">B</h2>\
    <h3>C</h3><img src=\"x\" alt=\"\"><h2>D</h2><pre role=\"group\" aria-label=\"D\" tabindex=\"0\">1</pre>\
    <div class=\"wide\" role=\"group\" aria-label=\"E\" tabindex=\"0\"><table></table></div></main><script>if (a<b) { '<h1>' }</script></body></html>";

#[test]
fn a_page_without_faults_has_none() {
    assert_usable("page", PAGE);
}

#[test]
fn every_fault_is_found() {
    for (from, to, says) in [
        ("<!DOCTYPE html>", "<p>", "document type"),
        (" lang=\"en\"", "", "no language"),
        ("<title>T</title>", "", "no title"),
        ("<h1>T</h1>", "", "0 of <h1>"),
        ("<h3>C</h3>", "<h1>C</h1>", "2 of <h1>"),
        ("<h3>", "<h4>", "level 4 below one of level 2"),
        ("<main>", "<div>", "0 of <main>"),
        (" alt=\"\"", "", "no words for <img"),
        ("<pre role=\"group\"", "<pre", "does not reach <pre"),
        (" aria-label=\"E\"", "", "does not reach <div"),
        (" aria-label=\"E\" tabindex=\"0\"", " aria-label=\"E\"", "does not reach <div"),
        ("<div class=\"wide\" role=\"group\" aria-label=\"E\"", "<p style=\"overflow-x:auto\"", "does not reach <p"),
        ("<h2>D", "<h2 id=\"b\">D", "one id"),
        ("href=\"#b\"", "href=\"#c\"", "#c leads nowhere"),
    ] {
        assert!(PAGE.contains(from), "{from}");
        let faults = faults(&PAGE.replacen(from, to, 1));
        assert!(faults.first().is_some_and(|fault| fault.contains(says)), "{from} as {to}: {faults:?}");
    }
}
