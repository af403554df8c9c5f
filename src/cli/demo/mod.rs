//! `ashpost demo`: plays a campaign of eight players by real emails, through the same tick that cron runs.

mod story;
mod theatre;

use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, ensure};
use chrono::{DateTime, Duration, Utc};
use clap::Args;
use serde::Serialize;

use super::common::{Common, EXIT_FINE};
use super::output::progress_bar;
use super::output::{print, print_json};
use super::players::house::{MAILDIR, make_folder, make_host, write, write_new};
use super::players::{self, AwaitedTurn, BEGINS, NAMES, free_folder, local_part};
use crate::campaign::journal::Story;
use crate::campaign::layout::{CAMPAIGN_FILE, REPORTS_FOLDER};
use crate::engine::Seat;
use crate::files::Access;
use crate::office::{CampaignTick, DeskError, Glance, Host, TickReport, campaign_named};
use crate::post::source::maildir;

#[derive(Debug, Args)]
pub(super) struct DemoArgs {
    /// Where to play: a new or empty folder, or that of an earlier demonstration, to go on with it; a new folder here if absent.
    #[arg(long)]
    folder: Option<PathBuf>,
    /// How many turns to play.
    #[arg(long, default_value_t = 8, value_parser = clap::value_parser!(u32).range(1..=30))]
    turns: u32,
}

const CAMPAIGN: &str = "demo";

/// The file by which the demonstration recognises its own folder.
const MARKER: &str = "ashpost-demo.txt";

const MARKER_TEXT: &str = "`ashpost demo` made this folder and can go on playing in it. Delete the folder whenever you like.\n";

pub(super) fn run(common: &Common, args: &DemoArgs) -> anyhow::Result<u8> {
    let folder = match &args.folder {
        Some(folder) => folder.clone(),
        None => free_folder(Path::new("ashpost-demo")),
    };
    let demo = Demo::make(&folder)?;
    let tell = |text: &str| if common.json { Ok(()) } else { print(text) };
    tell(&format!("Eight players, {} turns of Ashes of Empire by email, in {}\n\n", args.turns, folder.display()))?;
    let bar = progress_bar(args.turns.into(), "{bar:40} turn {pos} of {len}");
    let played = demo.turns_played()?;
    if played.is_none() {
        let opened = demo.tick_at(BEGINS.parse()?)?;
        bar.suspend(|| tell(&format!("opened   {}\n", summary(&opened))))?;
    }
    let first = played.unwrap_or(0) + 1;
    for turn in first..first + args.turns {
        let line = demo.play(turn)?;
        bar.suspend(|| tell(&format!("{line}\n")))?;
        bar.inc(1);
    }
    bar.finish_and_clear();
    let made = demo.what_to_open()?;
    if common.json {
        print_json("ashpost-demo/1", &made)?
    } else {
        print(&made.as_text())?
    }
    Ok(EXIT_FINE)
}

struct Demo {
    host: Host,
}

/// The files that are worth a look.
#[derive(Serialize)]
struct MadeDemo {
    campaigns: PathBuf,
    turns_played: u32,
    /// The last report of seat 1, as text and as a page.
    report_text: PathBuf,
    report_html: PathBuf,
    receipt: PathBuf,
    archive: PathBuf,
}

impl MadeDemo {
    fn as_text(&self) -> String {
        let MadeDemo { campaigns, report_text, report_html, receipt, archive, .. } = self;
        let campaigns = campaigns.display();
        format!(
            "\nOpen\n  a player's report      {}\n  the same as a page     {}\n  a receipt, as emailed  {}\n  the public archive     {}\n\n\
             Try\n  ashpost --campaigns {campaigns} status\n  ashpost --campaigns {campaigns} replay {CAMPAIGN}\n  \
             ashpost verify {campaigns}/{CAMPAIGN}/site/{CAMPAIGN}.bundle\n",
            report_text.display(),
            report_html.display(),
            receipt.display(),
            archive.display(),
        )
    }
}

impl Demo {
    fn make(folder: &Path) -> anyhow::Result<Demo> {
        let campaigns = folder.join("campaigns");
        let campaign = campaigns.join(CAMPAIGN);
        let is_new = fs::read_dir(folder).map_or(true, |mut entries| entries.next().is_none());
        ensure!(
            is_new || folder.join(MARKER).is_file(),
            "{} is not empty and was not made by the demo: nothing was changed. Name a new folder with --folder, or leave --folder out",
            folder.display()
        );
        make_folder(&campaign, Access::ByName)?;
        // The marker is written first, so that an interrupted demonstration can go on.
        write_new(&folder.join(MARKER), MARKER_TEXT)?;
        make_host(&campaigns, "ashpost demo")?;
        write_new(&campaign.join(CAMPAIGN_FILE), &campaign_toml())?;
        let host = Host::load(&campaigns)?;
        // The clock of the demonstration jumps by weeks, which would play turns of other campaigns.
        let others: Vec<String> = host.file_ids()?.iter().filter(|id| ***id != *CAMPAIGN).map(ToString::to_string).collect();
        ensure!(
            others.is_empty(),
            "{} also holds {}, whose turns the demo would play: nothing was played. Name a new folder with --folder",
            campaigns.display(),
            others.join(" and ")
        );
        Ok(Demo { host })
    }

    /// How many turns an earlier demonstration in the same folder has played; `None` if there was none.
    fn turns_played(&self) -> anyhow::Result<Option<u32>> {
        match Glance::open(&self.host, &campaign_named(&self.host, CAMPAIGN)?) {
            Ok(glance) => Ok(glance.campaign.progress.map(|progress| progress.table.turn())),
            Err(DeskError::NotBegun { .. }) => Ok(None),
            Err(error) => Err(error.into()),
        }
    }

    /// Does the run that cron would start at that time.
    fn tick_at(&self, now: DateTime<Utc>) -> anyhow::Result<TickReport> {
        let report = players::tick_at(&self.host, now)?;
        for trouble in players::troubles(&report) {
            eprintln!("ashpost: {trouble}");
        }
        Ok(report)
    }

    /// Plays a week: emails come in, two runs answer them, and the run after the deadline adjudicates.
    fn play(&self, turn: u32) -> anyhow::Result<String> {
        let open = AwaitedTurn::of(&self.host, &campaign_named(&self.host, CAMPAIGN)?, 0)?.with_context(|| {
            format!("the game in {} is over: name a new folder with --folder, or leave --folder out", self.host.folder.display())
        })?;
        let (opened_at, deadline_at) = (open.opened_at, open.deadline_at);
        let mut received = Vec::new();
        let mails = story::mails(&open);
        let half = opened_at + (deadline_at - opened_at) / 2;
        let mut runs = vec![half, deadline_at - Duration::hours(1), deadline_at + Duration::minutes(5)];
        let mut waiting = mails.into_iter().peekable();
        let mut last = TickReport::default();
        for now in runs.drain(..) {
            while let Some(mail) = waiting.next_if(|mail| mail.at <= now) {
                maildir::deliver(&self.host.folder.join(MAILDIR), &mail.raw, mail.at, &mail.unique)?;
            }
            last = self.tick_at(now)?;
            received.extend(last.campaigns.iter().flat_map(|campaign| campaign.mails.clone()));
            received.extend(last.strays.clone());
        }
        let happened = self.happened(turn)?;
        let mails = super::tick::mails(&received.iter().collect::<Vec<_>>());
        let reports = last.campaigns.first().map_or(0, |campaign| campaign.outbox.sent);
        Ok(format!("turn {turn:<3} {mails}\n         {happened}; {reports} emails out"))
    }

    /// What happened in the turn, counted.
    fn happened(&self, turn: u32) -> anyhow::Result<String> {
        let mut glance = Glance::open(&self.host, &campaign_named(&self.host, CAMPAIGN)?)?;
        let story = glance.store.look()?.story(turn)?.context("the turn was not played")?;
        let story: Story = serde_json::from_str(&story)?;
        let count = |kind: &str| story.events.iter().filter(|seen| seen.kind() == kind).count();
        let counts = [
            ("battle", "battle", "battles"),
            ("landing", "landing", "landings"),
            ("planet_taken", "planet taken", "planets taken"),
            ("revolt", "revolt", "revolts"),
        ];
        let mut text = counts.iter().fold(String::new(), |text, (kind, one, many)| {
            let number = count(kind);
            text + &format!("{number} {}, ", if number == 1 { one } else { many })
        });
        let _ = write!(text, "{} orders", story.fates.len());
        Ok(text)
    }

    fn what_to_open(&self) -> anyhow::Result<MadeDemo> {
        let id = campaign_named(&self.host, CAMPAIGN)?;
        let campaign = self.host.campaign_folder(&id);
        let mut glance = Glance::open(&self.host, &id)?;
        let last = glance.campaign.turns_played();
        // The archive on disk holds only the text of a report, so its page is written here for people to look at.
        let stored = glance.store.look()?.report(last, Some(Seat(1)))?.context("a seat without a report")?;
        let report_html = self.host.folder.join(format!("report-{last}.html"));
        let page = super::report::page(&mut glance, &stored)?;
        write(&report_html, &page)?;
        let receipt = self.first_receipt()?;
        let report = campaign.join(REPORTS_FOLDER).join(format!("turn-{last}"));
        Ok(MadeDemo {
            campaigns: self.host.folder.clone(),
            turns_played: last,
            report_text: report.join("seat-1.txt"),
            report_html,
            receipt,
            archive: glance.campaign.front_page(&self.host),
        })
    }

    fn first_receipt(&self) -> anyhow::Result<PathBuf> {
        let sent = self.host.folder.join("sent");
        let mut receipts: Vec<PathBuf> = fs::read_dir(&sent)?
            .filter_map(Result::ok)
            .map(|entry| entry.path())
            .filter(|path| path.file_name().is_some_and(|name| name.to_string_lossy().contains(".answer.")))
            .collect();
        receipts.sort();
        // The most telling receipt is for a sheet with a line that could not be read.
        let telling = receipts.iter().find(|path| fs::read_to_string(path).is_ok_and(|mail| mail.contains("BULD")));
        telling.or(receipts.first()).cloned().context("no receipt was sent")
    }
}

fn summary(report: &TickReport) -> String {
    report.campaigns.iter().flat_map(|campaign: &CampaignTick| super::tick::deeds(campaign)).collect::<Vec<_>>().join(", ")
}

fn campaign_toml() -> String {
    let head = r#"title = "The Ashes of Demo"
game = "empire_postal"
scenario = "postal-classic"
open = true
# So that every demonstration is the same; a real campaign has a secret of its own instead.
demonstration_seed = "a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5"

[gm]
name = "Ida"
address = "gm@pbem.example"

[schedule]
every_days = 7
at = "20:00"
zone = "Europe/Berlin"
minimum_hours = 48
reminder_hours = [24]
"#;
    (1..).map(Seat).zip(NAMES).fold(head.to_owned(), |text, (seat, name)| {
        text + &format!("\n[[seat]]\nnumber = {seat}\nname = \"{name}\"\naddress = \"{}@player.example\"\n", local_part(name))
    })
}
