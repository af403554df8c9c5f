//! `ashpost rules`: prints the rules of a campaign for its players, with the numbers that it plays by.

use clap::{Args, ValueEnum};

use super::common::{Common, EXIT_FINE};
use super::output::{print, print_json};
use crate::office::{Host, campaign_named, campaign_rules};
use crate::render::rules;

#[derive(Debug, Args)]
pub(super) struct RulesArgs {
    /// The campaign, such as rim-3; of a tournament one of its games, such as spring-1.
    campaign: String,
    /// The form in which to print them.
    #[arg(long, value_enum, default_value_t = RulesForm::Text)]
    form: RulesForm,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum RulesForm {
    /// Plain text, as players get it by email.
    Text,
    Markdown,
    Html,
}

pub(super) fn run(common: &Common, args: &RulesArgs) -> anyhow::Result<u8> {
    let host = Host::load(&common.campaigns)?;
    let (model, templates) = campaign_rules(&host, &campaign_named(&host, &args.campaign)?)?;
    if common.json {
        print_json("ashpost-rules/1", &model)?;
    } else {
        print(&match args.form {
            RulesForm::Text => rules::text(&templates, &model)?,
            RulesForm::Markdown => rules::markdown(&templates, &model)?,
            RulesForm::Html => rules::html(&templates, &model)?,
        })?;
    }
    Ok(EXIT_FINE)
}
