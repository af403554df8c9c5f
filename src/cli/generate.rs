//! `ashpost generate`: prints completion scripts and the manual page, from the same definition as `--help`.

use clap::{Args, CommandFactory, ValueEnum};
use clap_complete::Shell;

use super::common::EXIT_FINE;
use super::output::print;

#[derive(Debug, Args)]
pub(super) struct GenerateArgs {
    /// The shell whose completion script is printed, or `man`.
    what: GeneratedText,
}

#[derive(Debug, Clone, Copy, ValueEnum)]
enum GeneratedText {
    Bash,
    Zsh,
    Fish,
    /// The manual page, for `man -l -`.
    Man,
}

pub(super) fn run<C: CommandFactory>(args: &GenerateArgs) -> anyhow::Result<u8> {
    let mut command = C::command();
    let mut out = Vec::new();
    let shell = match args.what {
        GeneratedText::Bash => Some(Shell::Bash),
        GeneratedText::Zsh => Some(Shell::Zsh),
        GeneratedText::Fish => Some(Shell::Fish),
        GeneratedText::Man => None,
    };
    match shell {
        Some(shell) => clap_complete::generate(shell, &mut command, "ashpost", &mut out),
        None => clap_mangen::Man::new(command).render(&mut out)?,
    }
    print(&String::from_utf8_lossy(&out))?;
    Ok(EXIT_FINE)
}
