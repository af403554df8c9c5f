//! A sheet that its player has sealed against everybody, even the game master: a digest before the deadline, the sheet after it.

use super::Digest;
use super::journal::{Salt, sheet_digest};

/// The lines of a sheet in the form that is sealed: without blanks at their ends, doubled blanks and empty lines, since mail programs
/// change these. Each line ends with a newline.
pub fn sealed_lines(text: &str) -> String {
    let lines = text.lines().map(|line| line.split_whitespace().collect::<Vec<_>>().join(" "));
    lines.filter(|line| !line.is_empty()).fold(String::new(), |text, line| text + &line + "\n")
}

/// What a player sends before the deadline: the digest of the salt and the lines.
pub fn sealed_digest(salt: Salt, text: &str) -> Digest {
    sheet_digest(salt, Some(&sealed_lines(text)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_mail_programs_do_to_lines_changes_no_digest() {
        let salt = Salt::from_bytes([1; 16]);
        let digest = sealed_digest(salt, "BUILD 3 FI ON 1\nSEND 3 FI FROM 1 TO 2\n");
        for same in ["BUILD  3 FI ON 1 \r\n\r\n SEND 3 FI FROM 1 TO 2", "\n\nBUILD 3 FI\tON 1\nSEND 3 FI FROM 1 TO 2\n\n"] {
            assert_eq!(sealed_digest(salt, same), digest, "{same:?}");
        }
        for other in ["BUILD 3 FI ON 1", "BUILD 3 FI ON 1\nSEND 3 FI FROM 1 TO 3\n", "build 3 FI ON 1\nSEND 3 FI FROM 1 TO 2\n"] {
            assert_ne!(sealed_digest(salt, other), digest, "{other:?}");
        }
        assert_ne!(sealed_digest(Salt::from_bytes([2; 16]), "BUILD 3 FI ON 1\nSEND 3 FI FROM 1 TO 2\n"), digest);
    }
}
