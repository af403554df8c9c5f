//! The `ashpost` program; everything is in the library.

use std::process::ExitCode;

fn main() -> ExitCode {
    ashpost::cli::main()
}
