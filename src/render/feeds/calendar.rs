//! Deadlines as a calendar that other programs subscribe to (RFC 5545).

/// The longest line in octets, without its line break (RFC 5545, 3.1).
const LONGEST_LINE: usize = 75;

/// A calendar of the deadlines of one campaign or of all.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Calendar {
    /// The calendar's name in other programs.
    pub name: String,
    /// The deadlines; without any there is no file.
    pub events: Vec<CalendarEvent>,
}

/// One deadline.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct CalendarEvent {
    /// An id that stays the same for the turn, however often its deadline moves.
    pub uid: String,
    /// Rises whenever anything about the event changes.
    pub sequence: u32,
    /// When it last changed, such as `20270305T190000Z`.
    pub stamp: String,
    /// The deadline, in the same format.
    pub at: String,
    /// The title of the event, on one line.
    pub summary: String,
    /// The text of the event; may be empty.
    pub description: String,
    /// The address of a page with more, if there is one.
    pub url: Option<String>,
}

impl Calendar {
    /// The calendar as a file; `None` without events, because a calendar must have one.
    pub fn file(&self) -> Option<Vec<u8>> {
        if self.events.is_empty() {
            return None;
        }
        let name = escaped(&self.name);
        let mut lines: Vec<String> =
            ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//ashpost//ashpost//EN", "CALSCALE:GREGORIAN"].map(str::to_owned).into();
        lines.extend([format!("NAME:{name}"), format!("X-WR-CALNAME:{name}"), "REFRESH-INTERVAL;VALUE=DURATION:PT6H".to_owned()]);
        lines.extend(self.events.iter().flat_map(CalendarEvent::lines));
        lines.push("END:VCALENDAR".to_owned());
        Some(lines.iter().map(|line| folded(line)).collect::<String>().into_bytes())
    }
}

impl CalendarEvent {
    fn lines(&self) -> Vec<String> {
        let mut lines = vec![
            "BEGIN:VEVENT".to_owned(),
            format!("UID:{}", escaped(&self.uid)),
            format!("SEQUENCE:{}", self.sequence),
            format!("DTSTAMP:{}", self.stamp),
            format!("DTSTART:{}", self.at),
            format!("SUMMARY:{}", escaped(&self.summary)),
            format!("DESCRIPTION:{}", escaped(&self.description)),
            // A deadline must not mark its reader as busy.
            "TRANSP:TRANSPARENT".to_owned(),
        ];
        lines.extend(self.url.as_ref().map(|url| format!("URL:{url}")));
        lines.push("END:VEVENT".to_owned());
        lines
    }
}

/// A value of type TEXT (RFC 5545, 3.3.11), without control characters other than line breaks.
fn escaped(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for letter in text.trim().chars() {
        match letter {
            '\n' => safe.push_str("\\n"),
            '\\' | ';' | ',' => safe.extend(['\\', letter]),
            other if other.is_control() => {}
            other => safe.push(other),
        }
    }
    safe
}

/// A content line, folded into lines that are short enough. No letter is split.
fn folded(line: &str) -> String {
    let mut folded = String::with_capacity(line.len() + 8);
    let mut octets = 0;
    for letter in line.chars() {
        if octets + letter.len_utf8() > LONGEST_LINE {
            folded.push_str("\r\n ");
            octets = 1;
        }
        folded.push(letter);
        octets += letter.len_utf8();
    }
    folded + "\r\n"
}

#[cfg(test)]
mod tests {
    use super::*;

    fn file(summary: &str) -> String {
        let event = CalendarEvent {
            uid: "urn:uuid:1".into(),
            sequence: 3,
            stamp: "20270101T100000Z".into(),
            at: "20270108T200000Z".into(),
            summary: summary.into(),
            description: "one\ntwo".into(),
            url: Some("https://pbem.example/rim-3/".into()),
        };
        String::from_utf8(Calendar { name: "The Rim".into(), events: vec![event] }.file().unwrap()).unwrap()
    }

    #[test]
    fn every_line_ends_as_the_standard_says_and_none_is_too_long() {
        let file = file(&format!("Ann; Bob, Cid \\ {}", "Zürich ".repeat(30)));
        assert!(file.ends_with("END:VCALENDAR\r\n") && !file.replace("\r\n", "").contains(['\r', '\n']));
        assert!(file.split("\r\n").all(|line| line.len() <= 75), "{file}");
        let whole = file.replace("\r\n ", "");
        assert!(whole.contains("SUMMARY:Ann\\; Bob\\, Cid \\\\ Zürich Zürich") && whole.contains("DESCRIPTION:one\\ntwo\r\n"), "{whole}");
        assert!(whole.contains("SEQUENCE:3\r\n") && whole.contains("DTSTART:20270108T200000Z\r\n"));
    }

    #[test]
    fn nothing_that_is_written_becomes_a_line_of_its_own() {
        let file = file("x\r\nEND:VCALENDAR\u{0}\u{b}y");
        assert!(file.contains("SUMMARY:x\\nEND:VCALENDARy\r\n"), "{file}");
        assert_eq!(Calendar::default().file(), None);
    }
}
