//! Writes `ashpost.toml` for a new host, and asks the question that it depends on: how email comes in.

use std::io::{self, BufRead, Write};
use std::path::{Path, PathBuf};

/// How email comes in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum MailIntake {
    /// A Maildir that a mail server or a program such as mbsync fills.
    Maildir(PathBuf),
    /// A mail server runs `ashpost receive` for each email.
    Pipe,
    /// To be filled in.
    Unknown,
}

impl MailIntake {
    /// Asks the user at the terminal; `home` is what `~` stands for.
    ///
    /// # Errors
    /// When the terminal cannot be read or written.
    pub(super) fn ask(input: &mut impl BufRead, output: &mut impl Write, home: Option<&Path>) -> io::Result<MailIntake> {
        write!(
            output,
            "How do emails from players come in?\n  \
             Type the path of a Maildir, such as ~/Maildir, if a mail server or mbsync puts them there;\n  \
             the word pipe, if a mail server runs `ashpost receive` for each of them;\n  \
             or nothing, to fill it in later.\n> "
        )?;
        output.flush()?;
        let mut answer = String::new();
        input.read_line(&mut answer)?;
        Ok(match (answer.trim(), home) {
            ("", _) => MailIntake::Unknown,
            ("pipe", _) => MailIntake::Pipe,
            (path, Some(home)) if path.starts_with("~/") => MailIntake::Maildir(home.join(&path[2..])),
            (path, _) => MailIntake::Maildir(PathBuf::from(path)),
        })
    }

    fn maildirs(&self) -> String {
        match self {
            // A path on the command line is relative to the current folder, not to the folder of the file.
            MailIntake::Maildir(path) => quoted(&std::path::absolute(path).unwrap_or_else(|_| path.clone()).to_string_lossy()),
            MailIntake::Pipe | MailIntake::Unknown => String::new(),
        }
    }
}

/// The text of the file with the settings for all campaigns of a host.
pub(super) fn host_toml(address: &str, intake: &MailIntake) -> String {
    format!(
        r#"# Settings for all campaigns of this host. Paths are relative to this folder.

address = {address}          # where players write to
name = "ashpost"
sub_addressing = false       # true if games+anything@host reaches games@host

[intake]
maildirs = [{maildirs}]      # such as ["/home/referee/Maildir"]: read from new/, moved to cur/ once filed
folders = []                 # folders of single .eml, .orders or .txt files
pipe = {pipe}                 # true if a mail server runs `ashpost receive` for each email

[mail]
transport = "sendmail"
command = "/usr/sbin/sendmail"

# Or instead, by SMTP; the password is in a file or in an environment variable (password_env):
# [mail]
# transport = "smtp"
# host = "mail.example.org"
# port = 587
# tls = "starttls"           # or "tls", "opportunistic", "none"
# user = "games"
# password_file = "password"

# Or into files, for you to look at:
# [mail]
# transport = "file"
# directory = "sent"

# The page that leads to all archives, in site/:
# [site]
# title = "Games at example.org"
# url = "https://games.example.org/"   # where the folder site/ stands on the web
# composer = false                     # no links to a page in which orders are written by clicking
"#,
        address = quoted(address),
        maildirs = intake.maildirs(),
        pipe = *intake == MailIntake::Pipe,
    )
}

/// A text in TOML's quotation marks.
pub(super) fn quoted(text: &str) -> String {
    toml::Value::String(text.to_owned()).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::campaign::config::{ConfigSource, HostConfig};

    #[test]
    fn what_is_typed_becomes_the_intake() {
        let cases = [
            ("\n", MailIntake::Unknown),
            ("", MailIntake::Unknown),
            ("pipe\n", MailIntake::Pipe),
            ("~/Maildir\n", MailIntake::Maildir(PathBuf::from("/home/ida/Maildir"))),
            ("/var/mail/games \n", MailIntake::Maildir(PathBuf::from("/var/mail/games"))),
        ];
        for (typed, expected) in cases {
            let mut shown = Vec::new();
            let asked = MailIntake::ask(&mut typed.as_bytes(), &mut shown, Some(Path::new("/home/ida"))).unwrap();
            assert_eq!(asked, expected, "{typed:?}");
            assert!(shown.ends_with(b"> "));
            let read =
                HostConfig::from_toml(&ConfigSource::new(Path::new("campaigns/ashpost.toml"), &host_toml("games@pbem.test", &asked)))
                    .unwrap();
            let maildirs: Vec<&Path> = read.intake.maildirs.iter().map(PathBuf::as_path).collect();
            match expected {
                MailIntake::Maildir(path) => assert_eq!((maildirs, read.intake.pipe), (vec![path.as_path()], false)),
                other => assert_eq!((maildirs, read.intake.pipe), (Vec::new(), other == MailIntake::Pipe)),
            }
        }
    }
}
