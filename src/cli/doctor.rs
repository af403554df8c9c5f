//! `ashpost doctor`: checks the health of the host, and advises what to do.

use super::common::{Common, EXIT_FINE, EXIT_NEEDS_GM};
use super::output::{print, print_json};
use super::terminal::{Colours, Style};
use super::world::System;
use crate::office::{Finding, Health, Host, Part, examine_host};

pub(super) fn run(common: &Common) -> anyhow::Result<u8> {
    let host = Host::load(&common.campaigns)?;
    let findings = examine_host(&host, &System::new(common).world());
    if common.json {
        print_json("ashpost-doctor/1", &serde_json::json!({ "findings": findings }))?;
    } else {
        print(&as_text(&findings, Colours::of_output(common)))?;
    }
    Ok(if findings.iter().any(|finding| finding.health == Health::Broken) { EXIT_NEEDS_GM } else { EXIT_FINE })
}

/// Each finding with its part and the advice below it, and a sentence that sums them up.
fn as_text(findings: &[Finding], colours: Colours) -> String {
    let mut text = String::new();
    let mut before = None;
    for Finding { part, health, what, advice } in findings {
        let name = if before.replace(*part) == Some(*part) { "" } else { name(*part) };
        let mark = match health {
            Health::Fine => "ok".to_owned(),
            Health::Warning => "look".to_owned(),
            Health::Broken => colours.paint(Style::Urgent, "broken"),
        };
        let gap = " ".repeat(7_usize.saturating_sub(if *health == Health::Broken { "broken".len() } else { mark.len() }));
        text.push_str(&format!("{name:14}{mark}{gap}{what}\n"));
        if let Some(advice) = advice {
            text.push_str(&format!("{:21}{advice}\n", ""));
        }
    }
    text + &summary(findings)
}

fn summary(findings: &[Finding]) -> String {
    let count = |health| findings.iter().filter(|finding| finding.health == health).count();
    let things = |count: usize| if count == 1 { "1 thing".to_owned() } else { format!("{count} things") };
    match (count(Health::Broken), count(Health::Warning)) {
        (0, 0) => "\nThe host is in good health.\n".to_owned(),
        (0, warnings) => format!("\nThe host works; {} to look at.\n", things(warnings)),
        (broken, 0) => format!("\n{} broken.\n", if broken == 1 { "1 thing is".to_owned() } else { format!("{broken} things are") }),
        (broken, warnings) => {
            let broken = if broken == 1 { "1 thing is".to_owned() } else { format!("{broken} things are") };
            format!("\n{broken} broken, and {} to look at.\n", things(warnings))
        }
    }
}

fn name(part: Part) -> &'static str {
    match part {
        Part::Configuration => "configuration",
        Part::MailIn => "mail in",
        Part::MailOut => "mail out",
        Part::Site => "public site",
        Part::Outbox => "outbox",
        Part::Runs => "runs",
        Part::Disk => "disk",
        Part::Permissions => "permissions",
        Part::Campaigns => "campaigns",
    }
}
