//! `if`, `unless`, `each` and `with` that refuse misspelt names; `wrap`, `section`, `filled` and `joined` for layout.
//!
//! Handlebars' own blocks treat a name that does not exist as empty, even in strict mode, so a report would silently lose a section. Here only `null`
//! and the empty list are empty.

use handlebars::{
    BlockContext, BlockParamHolder, BlockParams, Context, Handlebars, Helper, HelperDef, HelperResult, JsonTruthy, Output, PathAndJson,
    RenderContext, RenderError, RenderErrorReason, Renderable, Template,
};
use serde_json::Value;

use super::layout::{self, Fill, fill};

/// A block helper as a plain function.
type BlockHelper =
    for<'reg, 'rc> fn(&Helper<'rc>, &'reg Handlebars<'reg>, &'rc Context, &mut RenderContext<'reg, 'rc>, &mut dyn Output) -> HelperResult;

/// The call that replaces a plain partial; nobody writes this name by accident.
pub(super) const INCLUDE: &str = "-include";

struct If {
    holds: bool,
}

/// Replaces the library's blocks by our own.
pub(super) fn register(registry: &mut Handlebars<'_>) {
    registry.register_helper("if", Box::new(If { holds: true }));
    registry.register_helper("unless", Box::new(If { holds: false }));
    registry.register_helper("each", Box::new(Each));
    registry.register_helper("with", Box::new(With));
    registry.register_helper("wrap", Box::new(wrap as BlockHelper));
    registry.register_helper("section", Box::new(section as BlockHelper));
    registry.register_helper("filled", Box::new(filled as BlockHelper));
    registry.register_helper("joined", Box::new(joined as BlockHelper));
}

/// The value of an argument, which may be `null`; an error if there is none.
pub(super) fn present<'a>(argument: &'a PathAndJson<'_>) -> Result<&'a Value, RenderError> {
    if argument.is_value_missing() {
        return Err(RenderErrorReason::MissingVariable(argument.relative_path().cloned()).into());
    }
    Ok(argument.value())
}

fn argument<'a, 'rc>(helper: &'a Helper<'rc>) -> Result<&'a PathAndJson<'rc>, RenderError> {
    let argument = helper.param(0).ok_or_else(|| wrong(&format!("{{{{#{}}}}} needs a value", helper.name())))?;
    present(argument)?;
    Ok(argument)
}

fn wrong(what: &str) -> RenderError {
    RenderErrorReason::Other(what.to_owned()).into()
}

impl HelperDef for If {
    fn call<'reg: 'rc, 'rc>(
        &self,
        helper: &Helper<'rc>,
        registry: &'reg Handlebars<'reg>,
        context: &'rc Context,
        state: &mut RenderContext<'reg, 'rc>,
        out: &mut dyn Output,
    ) -> HelperResult {
        let holds = argument(helper)?.value().is_truthy(false) == self.holds;
        let branch = if holds { helper.template() } else { helper.inverse() };
        branch.map_or(Ok(()), |branch| branch.render(registry, context, state, out))
    }
}

struct Each;

impl HelperDef for Each {
    fn call<'reg: 'rc, 'rc>(
        &self,
        helper: &Helper<'rc>,
        registry: &'reg Handlebars<'reg>,
        context: &'rc Context,
        state: &mut RenderContext<'reg, 'rc>,
        out: &mut dyn Output,
    ) -> HelperResult {
        let list = argument(helper)?;
        let items = match list.value() {
            Value::Array(items) => items.as_slice(),
            Value::Null => &[],
            // The library does not promise an order for the keys of an object.
            _ => return Err(wrong("{{#each}} takes only lists")),
        };
        let (Some(template), false) = (helper.template(), items.is_empty()) else {
            return helper.inverse().map_or(Ok(()), |other| other.render(registry, context, state, out));
        };
        for (index, item) in items.iter().enumerate() {
            let mut block = scope(list, Some((index, item)), helper.block_param())?;
            block.set_local_var("first", (index == 0).into());
            block.set_local_var("last", (index + 1 == items.len()).into());
            block.set_local_var("index", index.into());
            state.push_block(block);
            let result = template.render(registry, context, state, out);
            state.pop_block();
            result?;
        }
        Ok(())
    }
}

struct With;

impl HelperDef for With {
    fn call<'reg: 'rc, 'rc>(
        &self,
        helper: &Helper<'rc>,
        registry: &'reg Handlebars<'reg>,
        context: &'rc Context,
        state: &mut RenderContext<'reg, 'rc>,
        out: &mut dyn Output,
    ) -> HelperResult {
        let value = argument(helper)?;
        let (Some(template), true) = (helper.template(), value.value().is_truthy(true)) else {
            return helper.inverse().map_or(Ok(()), |other| other.render(registry, context, state, out));
        };
        state.push_block(scope(value, None, helper.block_param())?);
        let result = template.render(registry, context, state, out);
        state.pop_block();
        result
    }
}

/// Renders another template with the same facts, and with those named in the call. The library would copy all facts for it.
pub(super) struct Include<F> {
    /// Finds a template of that name that is not registered.
    pub find: F,
}

impl<F: Fn(&str) -> Option<&'static Template> + Send + Sync> HelperDef for Include<F> {
    fn call<'reg: 'rc, 'rc>(
        &self,
        helper: &Helper<'rc>,
        registry: &'reg Handlebars<'reg>,
        context: &'rc Context,
        state: &mut RenderContext<'reg, 'rc>,
        out: &mut dyn Output,
    ) -> HelperResult {
        let name = helper.param(0).and_then(|name| name.value().as_str()).unwrap_or_default();
        let template = registry.get_template(name).or_else(|| (self.find)(name));
        let template = template.ok_or_else(|| RenderErrorReason::PartialNotFound(name.to_owned()))?;
        let mut block = BlockContext::new();
        if let Some(around) = state.block() {
            *block.base_path_mut() = around.base_path().clone();
            around.base_value().into_iter().for_each(|value| block.set_base_value(value.clone()));
            block.local_variables_mut().clone_from(around.local_variables());
        }
        for (name, value) in helper.hash() {
            block.set_block_param(name, BlockParamHolder::value(present(value)?.clone()));
        }
        let caller = state.get_current_template_name();
        state.push_block(block);
        let result = template.render(registry, context, state, out);
        state.pop_block();
        state.set_current_template_name(caller);
        result
    }
}

/// The meaning of names inside a block: the value itself, or one of its items.
fn scope<'rc>(value: &PathAndJson<'rc>, item: Option<(usize, &Value)>, called: Option<&'rc str>) -> Result<BlockContext<'rc>, RenderError> {
    let mut block = BlockContext::new();
    match value.context_path() {
        Some(path) => {
            *block.base_path_mut() = path.iter().cloned().chain(item.map(|(index, _)| index.to_string())).collect();
        }
        None => block.set_base_value(item.map_or_else(|| value.value(), |(_, item)| item).clone()),
    }
    if let Some(name) = called {
        let mut names = BlockParams::new();
        match value.context_path() {
            Some(_) => names.add_path(name, Vec::new())?,
            None => names.add_value(name, item.map_or_else(|| value.value(), |(_, item)| item).clone())?,
        }
        block.set_block_params(names);
    }
    Ok(block)
}

/// `{{#wrap indent=2 first=0 mark="" prefix="| " keep=true narrower=10}}…{{/wrap}}`: lines of at most 78 columns, or `narrower` fewer. `mark` comes
/// first, in the blanks of `indent`.
fn wrap<'reg, 'rc>(
    helper: &Helper<'rc>,
    registry: &'reg Handlebars<'reg>,
    context: &'rc Context,
    state: &mut RenderContext<'reg, 'rc>,
    out: &mut dyn Output,
) -> HelperResult {
    let Some(template) = helper.template() else { return Ok(()) };
    let text = template.renders(registry, context, state)?;
    let columns = |name: &str| helper.hash_get(name).and_then(|value| value.value().as_u64()).map(|columns| columns.min(60) as usize);
    let indent = columns("indent").unwrap_or(0);
    let how = Fill {
        indent,
        first: columns("first").unwrap_or(indent),
        prefix: option(helper, "prefix"),
        keep_lines: helper.hash_get("keep").is_some_and(|value| value.value() == &Value::Bool(true)),
        narrower: columns("narrower").unwrap_or(0),
    };
    let filled = fill(&text, how);
    let mark = layout::left(option(helper, "mark"), if filled.is_empty() { 0 } else { indent });
    match filled.strip_prefix(&" ".repeat(indent)).filter(|_| !mark.trim().is_empty()) {
        Some(rest) => {
            out.write(&mark)?;
            out.write(rest)?;
        }
        None => out.write(&filled)?,
    }
    // The library drops the tag's line break if the tag is alone on its line, so the text's own is kept.
    out.write(if filled.is_empty() || !text.ends_with('\n') { "" } else { "\n" })?;
    Ok(())
}

/// `{{#section "Your towns" head="Town  Walls"}}…{{else}}None.{{/section}}`: a heading and what follows it. Without an `else`, a section with no
/// content disappears together with its heading.
fn section<'reg, 'rc>(
    helper: &Helper<'rc>,
    registry: &'reg Handlebars<'reg>,
    context: &'rc Context,
    state: &mut RenderContext<'reg, 'rc>,
    out: &mut dyn Output,
) -> HelperResult {
    let title = argument(helper)?.value().as_str().unwrap_or_default().to_uppercase();
    let Some((body, has_content)) = body(helper, registry, context, state)? else { return Ok(()) };
    let head = Some(option(helper, "head")).filter(|head| has_content && !head.is_empty());
    let head = head.map_or_else(String::new, |head| format!("{head}\n"));
    out.write(&format!("\n{title}\n{}\n{head}{body}", "-".repeat(layout::width(&title))))?;
    Ok(())
}

/// `{{#filled before="<table>" after="</table>"}}…{{else}}…{{/filled}}`: what surrounds the content appears only if there is content.
fn filled<'reg, 'rc>(
    helper: &Helper<'rc>,
    registry: &'reg Handlebars<'reg>,
    context: &'rc Context,
    state: &mut RenderContext<'reg, 'rc>,
    out: &mut dyn Output,
) -> HelperResult {
    match body(helper, registry, context, state)? {
        Some((body, true)) => out.write(&format!("{}{body}{}", option(helper, "before"), option(helper, "after")))?,
        Some((other, false)) => out.write(&other)?,
        None => {}
    }
    Ok(())
}

/// `{{#joined ", "}}…{{/joined}}`: joins the lines of its content that are not blank, with this separator.
fn joined<'reg, 'rc>(
    helper: &Helper<'rc>,
    registry: &'reg Handlebars<'reg>,
    context: &'rc Context,
    state: &mut RenderContext<'reg, 'rc>,
    out: &mut dyn Output,
) -> HelperResult {
    let separator = argument(helper)?.value().as_str().unwrap_or_default();
    let content = helper.template().map(|template| template.renders(registry, context, state)).transpose()?.unwrap_or_default();
    let lines: Vec<&str> = content.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
    out.write(&lines.join(separator))?;
    Ok(())
}

/// The rendered block and `true`; if it is blank, the `else` branch and `false`.
fn body<'reg, 'rc>(
    helper: &Helper<'rc>,
    registry: &'reg Handlebars<'reg>,
    context: &'rc Context,
    state: &mut RenderContext<'reg, 'rc>,
) -> Result<Option<(String, bool)>, RenderError> {
    let content = helper.template().map(|template| template.renders(registry, context, state)).transpose()?.unwrap_or_default();
    if !content.trim().is_empty() {
        return Ok(Some((content, true)));
    }
    Ok(helper.inverse().map(|other| other.renders(registry, context, state)).transpose()?.map(|other| (other, false)))
}

fn option<'a>(helper: &'a Helper<'_>, name: &str) -> &'a str {
    helper.hash_get(name).and_then(|value| value.value().as_str()).unwrap_or_default()
}
