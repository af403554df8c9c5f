//! What templates can compute: small functions of their arguments and of the model's root. A game's own functions come with its [`Kit`].
//!
//! [`Kit`]: crate::engine::Kit

mod charts;
mod lists;
mod numbers;
mod text;
mod values;

use std::ops::RangeInclusive;

use handlebars::{Context, Handlebars, Helper as Call, HelperDef, RenderContext, RenderError, RenderErrorReason, ScopedJson};

use super::blocks;
use crate::engine::Helper;

/// Adds all of our own helpers to a registry.
pub(super) fn register(registry: &mut Handlebars<'_>) {
    for helpers in [text::HELPERS, numbers::HELPERS, lists::HELPERS, charts::HELPERS] {
        add(registry, helpers);
    }
    blocks::register(registry);
}

/// Adds the helpers of a game.
pub(super) fn add(registry: &mut Handlebars<'_>, helpers: &'static [Helper]) {
    for helper in helpers {
        registry.register_helper(helper.name, Box::new(Registered(helper)));
    }
}

struct Registered(&'static Helper);

impl HelperDef for Registered {
    fn call_inner<'reg: 'rc, 'rc>(
        &self,
        call: &Call<'rc>,
        _: &'reg Handlebars<'reg>,
        context: &'rc Context,
        _: &mut RenderContext<'reg, 'rc>,
    ) -> Result<ScopedJson<'rc>, RenderError> {
        let given = call.params().iter().map(blocks::present).collect::<Result<Vec<_>, _>>()?;
        let Registered(Helper { name, takes, compute }) = self;
        if !takes.contains(&given.len()) {
            let what = format!("{{{{{name}}}}} takes {}, not {}", values(takes), given.len());
            return Err(RenderErrorReason::Other(what).into());
        }
        Ok(ScopedJson::Derived(compute(&given, context.data())))
    }
}

/// How many values a helper takes, in words: `no value`, `1 value`, `1 to 12 values`.
fn values(takes: &RangeInclusive<usize>) -> String {
    match (takes.start(), takes.end()) {
        (0, 0) => "no value".to_owned(),
        (1, 1) => "1 value".to_owned(),
        (least, most) if least == most => format!("{most} values"),
        (least, most) => format!("{least} to {most} values"),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn check(template: &str, expected: &str) {
        let mut registry = Handlebars::new();
        registry.set_strict_mode(true);
        registry.register_escape_fn(handlebars::no_escape);
        register(&mut registry);
        let model = json!({
            "name": "Rivet", "nothing": null, "list": [{"n": 1}, {"n": 2}], "empty": [], "dice": [6, 1, 6, 2],
            "view": {"towns": [{"number": 19}]},
            "events": {"battle": [{"at": 1}]},
        });
        let result = registry.render_template(template, &model);
        let shown = result.unwrap_or_else(|error| format!("error: {}", error.reason()));
        assert_eq!(shown, expected, "{template}");
    }

    #[test]
    fn helpers_say_what_a_reader_expects() {
        check("{{l name 7}}|{{r 3 4}}|{{l name 3}}", "Rivet  |   3|Ri…");
        check("{{thousandths 1333}} {{hundredths 205}} {{hundredths -5}}", "1.333 2.05 -0.05");
        check("{{plural 1 \"ship\" \"ships\"}}, {{plural 0 \"ship\" \"ships\"}}", "1 ship, 0 ships");
        check("{{one-of 0 \"a\" \"b\"}} {{one-of 3 \"a\" \"b\"}} {{one-of 7 \"a\"}}", "a b a");
        check("{{seat-colour 0}} {{seat-colour 1}} {{seat-colour 9}}", "#e3dfd3 #e69f00 #1d1d1b");
        check("{{capital \"move\"}} {{capital nothing}}", "Move ");
        check(
            "{{words \"fuel-plants\"}} {{order-word \"high-tech\"}} {{dash 0}} {{dash nothing}} {{dash 3}} {{concat 3 \"/\" 4}} {{min 7 (divide 7 2)}}",
            "fuel plants HIGHTECH - - 3 3/4 3",
        );
        check(
            "{{#each (where list \"n\" 2)}}{{n}}{{/each}}{{count list \"n\" 2}}{{pick list \"n\" 9 \"n\"}}{{pick list \"n\" 1 \"n\"}}",
            "211",
        );
        check("{{#each (front dice 1)}}{{this}}{{/each}}+{{#each (back dice 1)}}{{this}}{{/each}}", "616+2");
        check("{{#each (front dice 9)}}{{this}}{{/each}}+{{#each (back name 1)}}{{this}}{{/each}}", "+");
        check("{{#each (tally dice)}}{{number}}x{{thing}} {{/each}}{{sum-of dice}} {{sum-of empty}}", "2x6 1x1 1x2 15 0");
        check("{{#each list}}{{field this \"n\"}}{{/each}}{{#if (field name \"n\")}}x{{/if}}", "12");
        check("{{underline \"Own planets\"}}", "Own planets\n-----------");
        check("{{add 2 3}}{{#if (gt (add 2 3) 4)}} more{{/if}}{{#if (eq name \"Rivet\")}} here{{/if}}", "5 more here");
        check("{{#each (of \"battle\")}}{{at}}{{/each}}{{#each (of \"revolt\")}}x{{else}} none{{/each}}", "1 none");
    }

    #[test]
    fn a_misspelt_name_is_an_error_wherever_it_stands() {
        let missing = |name: &str| format!("error: Failed to access variable in strict mode Some({name:?})");
        for template in
            ["{{nope}}", "{{#if nope}}x{{/if}}", "{{#each nope}}x{{else}}y{{/each}}", "{{#with nope}}x{{/with}}", "{{l nope 3}}"]
        {
            check(template, &missing("nope"));
        }
        check("{{#if nothing}}x{{else}}y{{/if}}{{#each nothing}}x{{else}}y{{/each}}{{#with nothing}}x{{/with}}", "yy");
        check("{{l name}}", "error: {{l}} takes 2 values, not 1");
        check("{{upper}}", "error: {{upper}} takes 1 value, not 0");
        check("{{rule-line 1}}", "error: {{rule-line}} takes no value, not 1");
        check("{{concat 1 2 3 4 5 6 7 8 9 10 11 12 13}}", "error: {{concat}} takes 1 to 12 values, not 13");
    }

    #[test]
    fn blocks_keep_their_scope() {
        check("{{#each list}}{{n}}{{#if @last}}.{{else}}, {{/if}}{{/each}}", "1, 2.");
        check("{{#each list as |entry|}}{{entry.n}}{{../name}}{{@root.name}} {{/each}}", "1RivetRivet 2RivetRivet ");
        check("{{#with view}}{{#each towns}}{{number}}{{../../name}}{{/each}}{{/with}}", "19Rivet");
        check("{{#each view}}x{{/each}}", "error: {{#each}} takes only lists");
        check("{{#wrap indent=2 first=0}}one\ntwo{{/wrap}}", "one two");
        check("{{#wrap indent=4 mark=\" *\"}}\none\n{{/wrap}}\n{{#wrap}}\n{{/wrap}}\n.", " *  one\n.");
        check("{{#joined \", \"}}\n{{#each list}}\n{{#if (gt n 0)}}\nno {{n}}\n{{/if}}\n{{/each}}\n{{/joined}}.", "no 1, no 2.");
        check("{{#section \"Fleets\" head=\"Planet\"}}\n  {{name}}\n{{/section}}\n.", "\nFLEETS\n------\nPlanet\n  Rivet\n.");
        check("{{#section \"Fleets\"}}\n{{#if nothing}}x{{/if}}\n{{/section}}\n.", ".");
        check("{{#section \"Fleets\"}}\n{{else}}\nNone.\n{{/section}}\n.", "\nFLEETS\n------\nNone.\n.");
        check(
            "{{#filled before=\"<p>\" after=\"</p>\"}}{{name}}{{/filled}}{{#filled before=\"<p>\" after=\"</p>\"}} {{/filled}}",
            "<p>Rivet</p>",
        );
    }
}
