//! The commands, one file each. Only this folder asks the clock, the environment and the system's entropy.

mod absence;
mod accept_loss;
mod address;
mod background;
mod backup;
mod broadcast;
mod bundle;
mod check_config;
mod common;
mod compact;
mod deferred;
mod demo;
mod doctor;
mod edit;
mod end;
mod explain;
mod extend;
mod games;
mod generate;
mod hint;
mod keys;
mod new;
mod next_rounds;
mod orders;
mod output;
mod pause;
mod perft;
mod players;
mod preview;
mod ratings;
mod receive;
mod record;
mod rehearse;
mod repair_modes;
mod replace;
mod replay;
mod report;
mod resend;
mod rollback;
mod rules;
mod run;
mod sandbox;
mod schedule;
mod seal;
mod seat;
mod seats;
mod show_mail;
mod site;
mod status;
mod stepping;
mod table;
mod terminal;
mod tick;
mod times;
mod token;
mod vacate;
mod verify;
mod what_if;
mod world;

use std::ffi::OsString;
use std::process::ExitCode;

use clap::error::ErrorKind;
use clap::{CommandFactory, Parser, Subcommand};
use tracing::level_filters::LevelFilter;

use common::{Common, EXIT_FAILED, EXIT_MISREAD, EXIT_TRY_AGAIN};
use deferred::Deferred;
use output::{print_failure, told_once};

use crate::office::DeskError;

/// Hosts strategy games by email: sealed orders in, adjudicated turns and reports out.
#[derive(Debug, Parser)]
#[command(name = "ashpost", version, propagate_version = true, max_term_width = 100)]
#[command(after_help = "Exit codes: 0 done, 1 failed, 2 the command line cannot be read, 3 something needs the game master, \
                        4 a replay, a bundle or a receipt differs, 65 message refused, 75 try again later.\n\nSee it work: ashpost demo")]
struct Cli {
    #[command(flatten)]
    common: Common,
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Play eight turns of Ashes of Empire by real emails, here and now, without a server or configuration.
    Demo(Deferred<demo::DemoArgs>),
    /// Make a host of any size in a folder of its own, played by bots through real emails, to rehearse and to measure with.
    // Its `--campaigns` is a number, so it must be defined before the option of all commands is passed down.
    Rehearse(rehearse::RehearseArgs),
    /// Make the folder of a campaign with a file for you to fill in.
    New(Deferred<new::NewArgs>),
    /// Make another campaign with the settings, files and present players of an existing one.
    Clone(Deferred<new::clone::CloneArgs>),
    /// Look for mistakes in the configuration and say what would happen.
    CheckConfig(Deferred<check_config::CheckConfigArgs>),
    /// The line for cron: read new email, adjudicate the turns that are due, send and publish.
    Tick(Deferred<tick::TickArgs>),
    /// Take one message from standard input, for mail servers that pipe.
    Receive(Deferred<receive::ReceiveArgs>),
    /// Show how each campaign stands and what you have to do, the most urgent first.
    Status(Deferred<status::StatusArgs>),
    /// Check the health of the host: mail in and out, runs, disk, permissions, databases. Nothing is changed or sent.
    Doctor,
    /// Show who holds which seat, or change a player's name, further addresses and settings of emails.
    Seat(Deferred<seat::SeatArgs>),
    /// Give a seat of a running game to another person.
    Replace(Deferred<replace::ReplaceArgs>),
    /// Remove a player from a running game; the seat is vacant until `replace` gives it to somebody.
    Eject(Deferred<vacate::EjectArgs>),
    /// Free the seat of a player who leaves by agreement; it is vacant until `replace` gives it to somebody.
    Vacate(Deferred<vacate::VacateArgs>),
    /// End a game without a result.
    Abort(Deferred<end::AbortArgs>),
    /// End a game and award it to these seats.
    Concede(Deferred<end::ConcedeArgs>),
    /// Enter another address for the player of a seat.
    Address(Deferred<address::AddressArgs>),
    /// Send a report again.
    Resend(Deferred<resend::ResendArgs>),
    /// Show a seat's reply token, or make a new one.
    Token(Deferred<token::TokenArgs>),
    /// Grant or deny days of absence that a player asks for.
    Absence(Deferred<absence::AbsenceArgs>),
    /// Give more time for the open turn, and tell everybody.
    Extend(Deferred<extend::ExtendArgs>),
    /// Play the open turn now, with the orders received so far, or show what that would do.
    Run(Deferred<run::RunArgs>),
    /// Change one value of the position by hand, and tell everybody; without a value, list the position.
    Edit(Deferred<edit::EditArgs>),
    /// Go back to the position after an earlier turn: what was played since no longer counts.
    Rollback(Deferred<rollback::RollbackArgs>),
    /// Undo the last rollback, as long as nothing was played since.
    RollForward(Deferred<rollback::RollForwardArgs>),
    /// Pause a game: nothing is played and no clock runs until it is resumed.
    Pause(Deferred<pause::PauseArgs>),
    /// End the wait of a turn that is held because email may be lost: missing orders count as missing, and the clock runs.
    Charge(Deferred<pause::PauseArgs>),
    /// Let a paused game go on; the deadline moves by the length of the pause.
    Resume(Deferred<pause::PauseArgs>),
    /// Write to all players of a campaign.
    Broadcast(Deferred<broadcast::BroadcastArgs>),
    /// Show the next deadlines of a campaign, or apply an edited schedule to the open turn.
    Schedule(Deferred<schedule::ScheduleArgs>),
    /// Rate the players of this host by their finished games.
    Ratings(Deferred<ratings::RatingsArgs>),
    /// Show who has sent orders for the open turn, but not the orders.
    Orders(Deferred<orders::OrdersArgs>),
    /// Show the emails that a player has sent for a turn; the player is told that you have read them.
    ShowMail(Deferred<show_mail::ShowMailArgs>),
    /// Print a report from the archive.
    Report(Deferred<report::ReportArgs>),
    /// Print the moves of a game of two, to keep, to pass on and to replay.
    Record(Deferred<record::RecordArgs>),
    /// Print step by step how a battle, landing or revolt of a turn was computed, as far as a player or the public may know.
    Explain(Deferred<explain::ExplainArgs>),
    /// Play a battle with forces given by hand, by the rules of a game or a campaign.
    #[command(name = "whatif")]
    WhatIf(Deferred<what_if::WhatIfArgs>),
    /// Render every letter and page of a campaign from sample data, for those who edit its templates. Nothing is sent.
    Preview(Deferred<preview::PreviewArgs>),
    /// Print the rules of a campaign for its players, with the numbers that it plays by.
    Rules(Deferred<rules::RulesArgs>),
    /// Make private what other users of this machine should not read, and list what was changed.
    RepairModes,
    /// Go on without files that are lost for good: a lost game begins anew or goes on from an older copy, a lost secret is replaced by a new one.
    AcceptLoss(Deferred<accept_loss::AcceptLossArgs>),
    /// Replay a campaign's journal and compare the results.
    Replay(Deferred<replay::ReplayArgs>),
    /// Write the journal of a campaign into one file that anybody can check without this host.
    Bundle(Deferred<bundle::BundleArgs>),
    /// Check a bundle and receipts: signatures, commitments, dice, and a replay of the whole game.
    Verify(Deferred<verify::VerifyArgs>),
    /// Seal an order file so that nobody can read it before the deadline, in campaigns that say `seal = "reveal"`.
    Seal(Deferred<seal::SealArgs>),
    /// Show the key with which this host signs, or make another one for the host or a campaign.
    Keys(Deferred<keys::KeysArgs>),
    /// Write the public archive as a static site.
    Site(Deferred<site::SiteArgs>),
    /// Write all that the host needs into one file, while it runs.
    Backup(Deferred<backup::BackupArgs>),
    /// Restore a host from a backup, in a folder of its own.
    Restore(Deferred<backup::RestoreArgs>),
    /// Make databases smaller. No turn, report or sheet is changed.
    Compact(Deferred<compact::CompactArgs>),
    /// Play order files or a list of moves without a campaign.
    Sandbox(Deferred<sandbox::SandboxArgs>),
    /// Count the lines of legal moves of a board game.
    Perft(Deferred<perft::PerftArgs>),
    /// Print a shell's completion script, or the manual page.
    Generate(Deferred<generate::GenerateArgs>),
}

/// Runs the program.
pub fn main() -> ExitCode {
    let arguments: Vec<OsString> = std::env::args_os().collect();
    let cli = match Cli::try_parse_from(&arguments).and_then(with_json_that_is_heeded) {
        Ok(cli) => cli,
        Err(error) => return misread(&error, arguments.iter().any(|argument| argument == "--json")),
    };
    start_log();
    match run(&cli) {
        Ok(code) => ExitCode::from(code),
        Err(error) => {
            let code = if is_another_at_work(&error) { EXIT_TRY_AGAIN } else { EXIT_FAILED };
            print_failure(cli.common.json, &told_once(&error), hint::of(error.as_ref()).as_deref(), code);
            ExitCode::from(code)
        }
    }
}

/// Whether a command could do nothing because another run has the campaign, so that another try may do it.
fn is_another_at_work(error: &anyhow::Error) -> bool {
    error.chain().filter_map(|cause| cause.downcast_ref::<DeskError>()).any(|error| error.holder().is_some())
}

/// Refuses `--json` for a command that prints no data.
fn with_json_that_is_heeded(cli: Cli) -> Result<Cli, clap::Error> {
    if cli.common.json && matches!(cli.command, Command::Generate(_)) {
        let what = "`generate` prints a script or a manual page, which has no JSON: leave --json out";
        return Err(Cli::command().error(ErrorKind::ArgumentConflict, what));
    }
    Ok(cli)
}

/// Prints what clap says about a command line, including help and version.
fn misread(error: &clap::Error, is_json: bool) -> ExitCode {
    if error.use_stderr() && is_json {
        let text = error.render().to_string();
        print_failure(true, text.trim_end().trim_start_matches("error: "), None, EXIT_MISREAD);
        return ExitCode::from(EXIT_MISREAD);
    }
    error.exit()
}

fn run(cli: &Cli) -> anyhow::Result<u8> {
    let common = &cli.common;
    match &cli.command {
        Command::Demo(args) => demo::run(common, args),
        Command::Rehearse(args) => rehearse::run(common, args),
        Command::New(args) => new::run(common, args),
        Command::Clone(args) => new::clone::run(common, args),
        Command::CheckConfig(args) => check_config::run(common, args),
        Command::Tick(args) => tick::run(common, args),
        Command::Receive(args) => receive::run(common, args),
        Command::Status(args) => status::run(common, args),
        Command::Doctor => doctor::run(common),
        Command::Seat(args) => seat::run(common, args),
        Command::Replace(args) => replace::run(common, args),
        Command::Eject(args) => vacate::run_eject(common, args),
        Command::Vacate(args) => vacate::run_vacate(common, args),
        Command::Abort(args) => end::run_abort(common, args),
        Command::Concede(args) => end::run_concede(common, args),
        Command::Address(args) => address::run(common, args),
        Command::Resend(args) => resend::run(common, args),
        Command::Token(args) => token::run(common, args),
        Command::Absence(args) => absence::run(common, args),
        Command::Extend(args) => extend::run(common, args),
        Command::Run(args) => run::run(common, args),
        Command::Edit(args) => edit::run(common, args),
        Command::Rollback(args) => rollback::run_back(common, args),
        Command::RollForward(args) => rollback::run_forward(common, args),
        Command::Pause(args) => pause::run_pause(common, args),
        Command::Resume(args) => pause::run_resume(common, args),
        Command::Charge(args) => pause::run_charge(common, args),
        Command::Broadcast(args) => broadcast::run(common, args),
        Command::Schedule(args) => schedule::run(common, args),
        Command::Ratings(args) => ratings::run(common, args),
        Command::ShowMail(args) => show_mail::run(common, args),
        Command::Orders(args) => orders::run(common, args),
        Command::Report(args) => report::run(common, args),
        Command::Record(args) => record::run(common, args),
        Command::Explain(args) => explain::run(common, args),
        Command::WhatIf(args) => what_if::run(common, args),
        Command::Preview(args) => preview::run(common, args),
        Command::Rules(args) => rules::run(common, args),
        Command::RepairModes => repair_modes::run(common),
        Command::AcceptLoss(args) => accept_loss::run(common, args),
        Command::Replay(args) => replay::run(common, args),
        Command::Bundle(args) => bundle::run(common, args),
        Command::Verify(args) => verify::run(common, args),
        Command::Seal(args) => seal::run(common, args),
        Command::Keys(args) => keys::run(common, args),
        Command::Site(args) => site::run(common, args),
        Command::Backup(args) => backup::run_backup(common, args),
        Command::Restore(args) => backup::run_restore(common, args),
        Command::Compact(args) => compact::run(common, args),
        Command::Sandbox(args) => sandbox::run(common, args),
        Command::Perft(args) => perft::run(common, args),
        Command::Generate(args) => generate::run::<Cli>(args),
    }
}

/// Logs go to standard error if `ASHPOST_LOG` asks for them, as `ASHPOST_LOG=debug` does.
fn start_log() {
    let level = world::environment("ASHPOST_LOG").and_then(|level| level.parse().ok()).unwrap_or(LevelFilter::ERROR);
    tracing_subscriber::fmt().with_max_level(level).with_ansi(false).with_writer(std::io::stderr).init();
}
