//! Options of a command that are set up only once the command is named. A mail server starts the program for each email, and setting up
//! sixty other commands would take longer than reading the email.

use std::ops::Deref;

use clap::builder::Resettable;
use clap::error::Error;
use clap::{ArgMatches, Args, Command, FromArgMatches};

/// The options of any command.
#[derive(Debug)]
pub(super) struct Deferred<T>(T);

impl<T> Deref for Deferred<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.0
    }
}

impl<T: FromArgMatches> FromArgMatches for Deferred<T> {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Deferred<T>, Error> {
        T::from_arg_matches(matches).map(Deferred)
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), Error> {
        self.0.update_from_arg_matches(matches)
    }
}

impl<T: Args> Args for Deferred<T> {
    fn augment_args(command: Command) -> Command {
        command.defer(|command| described_as_before(command, T::augment_args))
    }

    fn augment_args_for_update(command: Command) -> Command {
        command.defer(|command| described_as_before(command, T::augment_args_for_update))
    }
}

/// Options that a command shares with others have a description of their own, which would replace the command's.
fn described_as_before(command: Command, augment: fn(Command) -> Command) -> Command {
    let [about, long_about] = [command.get_about(), command.get_long_about()].map(|about| Resettable::from(about.cloned()));
    augment(command).about(about).long_about(long_about)
}
