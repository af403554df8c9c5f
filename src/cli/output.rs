//! Prints what a command says: text for people, or one JSON document for programs.

use std::fmt::Display;
use std::io::{self, Write};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use serde::Serialize;

/// A JSON document. It names its kind and version first; see `docs/json.md`.
#[derive(Serialize)]
struct Document<'a, T> {
    schema: &'a str,
    #[serde(flatten)]
    content: &'a T,
}

/// Why a command could not be carried out.
#[derive(Serialize)]
struct Failure<'a> {
    error: &'a str,
    exit_code: u8,
}

/// Prints a struct or map as the document `schema`, such as `ashpost-status/1`.
pub(super) fn print_json(schema: &str, content: &impl Serialize) -> anyhow::Result<()> {
    print(&(serde_json::to_string_pretty(&Document { schema, content })? + "\n"))
}

/// Says why a command failed: in a document if JSON was asked for, else on standard error, with a hint what to do.
pub(super) fn print_failure(is_json: bool, error: &str, hint: Option<&str>, exit_code: u8) {
    let is_printed = is_json && print_json("ashpost-error/1", &Failure { error, exit_code }).is_ok();
    if !is_printed {
        eprintln!("ashpost: {error}");
        hint.iter().for_each(|hint| print_hint(false, hint));
    }
}

/// Warns on standard error; a JSON document holds its warnings itself.
pub(super) fn warn(is_json: bool, warning: &str) {
    if !is_json {
        eprintln!("ashpost: {warning}");
    }
}

/// Says on standard error what to do about an error.
pub(super) fn print_hint(is_json: bool, hint: &str) {
    if !is_json {
        eprintln!("hint: {hint}");
    }
}

/// An error and its causes, without causes that the sentence before already tells.
pub(super) fn told_once(error: &anyhow::Error) -> String {
    error.chain().map(ToString::to_string).fold(String::new(), |told, cause| match told.as_str() {
        "" => cause,
        _ if told.contains(&cause) => told,
        _ => format!("{told}: {cause}"),
    })
}

/// Prints text. It is no failure if the reader has seen enough (`| head`).
pub(super) fn print(text: &str) -> anyhow::Result<()> {
    match io::stdout().lock().write_all(text.as_bytes()) {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => Err(error.into()),
        _ => Ok(()),
    }
}

/// A progress bar on a terminal; nothing in a log file.
pub(super) fn progress_bar(length: u64, template: &str) -> ProgressBar {
    let bar = ProgressBar::with_draw_target(Some(length), ProgressDrawTarget::stderr());
    bar.set_style(ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar()));
    bar
}

/// `1 turn`, `2 turns`, `3 entries`.
pub(super) fn counted<N: Display + PartialEq + From<u8>>(number: N, what: &str) -> String {
    match what.strip_suffix('y') {
        _ if number == N::from(1) => format!("1 {what}"),
        Some(stem) if !stem.ends_with('a') => format!("{number} {stem}ies"),
        _ => format!("{number} {what}s"),
    }
}
