//! The page on which orders are written by clicking: one file with HTML, style, script, and the rules of its game as WebAssembly. It loads nothing
//! and sends nothing. What it knows about a game comes in a ticket ([`crate::campaign::ticket`]).

mod letters;

use std::collections::BTreeMap;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde::Serialize;
use serde_json::{Value, json};
use sha2::{Digest, Sha256};

use super::report::CampaignFacts;
use super::{TemplateError, Templates, site};
use crate::campaign::ticket::packed;
use crate::engine::{AnyGame, Composer};
use letters::letters;

/// The name of the page in the archive.
pub const PAGE: &str = "compose.html";

/// The content of a page.
pub struct ComposerModel<'a> {
    /// The campaign that orders are written for.
    pub campaign: &'a CampaignFacts,
    /// The game whose rules the page carries.
    pub game: &'a dyn AnyGame,
    /// A trial game for trying out orders: `view`, or `openings` as whole states.
    pub sandbox: Value,
}

/// The model of the page's template.
#[derive(Serialize)]
struct ComposerTemplate<'a> {
    campaign: &'a CampaignFacts,
    /// The folder of the family's templates for the page.
    family: &'a str,
    style: String,
    /// The script that runs first.
    script: &'a str,
    /// Base64 of the SHA-256 of this script and of [`PackedScript::script`]. The page runs no other script.
    hashes: [String; 2],
    /// The module, packed as LZMA and spelled in [`letters()`].
    module: String,
    /// [`PackedScript`] as JSON, deflated and spelled in [`letters()`].
    told: String,
}

/// What the page unpacks first. Unpacked, it would be three times as long.
#[derive(Serialize)]
struct PackedScript<'a> {
    /// The rest of the script.
    script: &'a str,
    /// The phrases of the script, as HTML.
    phrases: String,
    host: ScriptFacts<'a>,
}

/// What the page's script is told.
#[derive(Serialize)]
struct ScriptFacts<'a> {
    game: &'static str,
    rules: u32,
    /// Whether moves alternate, so that players do not say that they are ready.
    by_moves: bool,
    /// The templates that the module renders, by file.
    sources: BTreeMap<String, String>,
    /// The name of the template that prints the order form.
    form: &'a str,
    sandbox: &'a Value,
}

/// Whether a game has this page.
pub fn is_there_for(game: &dyn AnyGame) -> bool {
    module_of(game).is_some()
}

fn module_of(game: &dyn AnyGame) -> Option<(Composer, &'static [u8])> {
    Some((game.kit().composer()?, game.kit().module?))
}

/// The page; `None` if the game has none. The same model always gives the same bytes.
///
/// # Errors
/// When a template of the program cannot be rendered; in place of a campaign's own, which may be wrong, the program's is used.
pub fn page(model: &ComposerModel<'_>, templates: &Templates) -> Result<Option<String>, TemplateError> {
    module_of(model.game).map(|(composer, packed)| with_module(model, composer, packed, templates)).transpose()
}

fn with_module(model: &ComposerModel<'_>, composer: Composer, module: &[u8], templates: &Templates) -> Result<String, TemplateError> {
    let ComposerModel { campaign, game, sandbox } = model;
    let family = composer.templates;
    let facts = json!({ "campaign": campaign, "family": family });
    // HTML checkers compute the hash without the final line break.
    let script = |name| templates.text(name, &facts).map(|script| script.trim_end().to_owned());
    let (first, script) = (script("composer/script")?, script("composer/scripts")?);
    let of_game = |part: &str| format!("{}/{part}", game.templates());
    let (form, said) = (of_game("order-template"), format!("{family}/composer-said"));
    let printed = [of_game("reading"), of_game("problem"), of_game("doubt"), form.clone(), said, "composer/said".to_owned()];
    let host = ScriptFacts {
        game: game.id(),
        rules: game.rules(),
        by_moves: game.alternates(),
        sources: templates.printed(&printed, &[game.templates(), game.id()]),
        form: &form,
        sandbox,
    };
    let told = PackedScript { script: &script, phrases: templates.html("composer/all-phrases", &facts)?, host };
    let page = ComposerTemplate {
        campaign,
        family,
        style: site::style(templates)? + &templates.text("composer/style", &facts)?,
        script: &first,
        hashes: [&first, &script].map(|script| STANDARD.encode(Sha256::digest(script.as_bytes()))),
        module: letters(module),
        told: letters(&packed(&told)),
    };
    templates.html("composer/page", &page)
}

#[cfg(test)]
mod tests {
    use flate2::read::DeflateDecoder;

    use super::letters::tests::bytes;
    use super::*;
    use crate::campaign::CampaignId;
    use crate::games::GAMES;

    fn page_of(game: &'static dyn AnyGame) -> String {
        let campaign = CampaignFacts {
            id: CampaignId::new("rim-3").unwrap(),
            title: "The </script> <Rim>".into(),
            game: game.id().into(),
            game_title: game.title().into(),
            unit: game.unit(),
            credit: None,
            unrated: false,
            takeback: false,
            templates: game.templates(),
        };
        let model = ComposerModel { campaign: &campaign, game, sandbox: json!({ "view": "</script>" }) };
        let composer = game.kit().composer().unwrap();
        with_module(&model, composer, b"module", &Templates::shared(&BTreeMap::new()).unwrap()).unwrap()
    }

    /// What the page is told.
    fn told(page: &str) -> Value {
        serde_json::from_reader(DeflateDecoder::new(&bytes(between(page, "id=\"host\">", "</template>"))[..])).unwrap()
    }

    fn between<'a>(page: &'a str, begin: &str, end: &str) -> &'a str {
        page.split_once(begin).unwrap().1.split_once(end).unwrap().0
    }

    #[test]
    fn a_page_runs_its_own_script_alone_and_loads_nothing() {
        for game in GAMES {
            let page = page_of(*game);
            let policy = between(&page, "http-equiv=\"Content-Security-Policy\" content=\"", "\"");
            assert!(policy.starts_with("default-src 'none'; script-src 'sha256-"), "{policy}");
            let told = told(&page);
            for script in [between(&page, "<script>", "</script>"), told["script"].as_str().unwrap()] {
                assert!(policy.contains(&format!("'sha256-{}'", STANDARD.encode(Sha256::digest(script.as_bytes())))), "{policy}");
            }
            assert_eq!(policy.matches("'sha256-").count(), 2, "{policy}");
            assert_eq!(page.matches("</script>").count(), 1, "nothing that a campaign says ends a script");
            // SVG's namespace looks like an address, but nothing is loaded from it.
            let page = [&page, told["script"].as_str().unwrap(), told["phrases"].as_str().unwrap()].concat();
            let page = page.replace("http://www.w3.org/2000/svg", "");
            for outside in ["http:", "https:", "//cdn", "@import", "url(", "src=\"", "<link", "fetch(", "XMLHttpRequest", "innerHTML"] {
                assert!(!page.contains(outside), "{} has {outside}", game.id());
            }
        }
    }

    #[test]
    fn the_module_gets_every_template_that_a_reading_calls() {
        for game in GAMES {
            let page = page_of(*game);
            let host = &told(&page)["host"];
            assert_eq!((&host["game"], &host["rules"]), (&json!(game.id()), &json!(game.rules())));
            let form = format!("{}.txt", host["form"].as_str().unwrap());
            let reading = format!("{}/reading.txt", game.templates());
            let sources = host["sources"].as_object().unwrap();
            for expected in [&form, &reading, "composer/read.txt"] {
                assert!(sources.contains_key(expected), "{expected} in {:?}", sources.keys());
            }
            // The words of reasons are in a template whose name is computed.
            let has_reasons = sources.contains_key(&format!("{}/reason.txt", game.templates()));
            assert!(has_reasons || game.alternates(), "{:?}", sources.keys());
        }
    }
}
