//! What a player did not write: quoted lines, the line that announces them, signatures, footers.
//!
//! An unreadable line in a receipt does less harm than an old order that is carried out again, and even that does less harm than a lost
//! order. So quotes are dropped wherever they are marked, and signatures only where there is no doubt.

/// At most so many lines follow a `--` that lost its blank for it to be a signature.
const SIGNATURE_LINES: usize = 10;
/// An attribution is wrapped over at most so many lines.
const ATTRIBUTION_LINES: usize = 3;

/// The lines that the sender wrote.
pub(super) fn own_lines(lines: &[String]) -> Vec<String> {
    let end = end_of_own_text(lines);
    let mut own: Vec<String> = Vec::new();
    let mut may_announce = true;
    for line in &lines[..end] {
        if is_quoted(line) {
            may_announce = may_announce && drop_attribution(&mut own);
        } else if !is_mobile_footer(line) {
            own.push(line.trim_end().to_owned());
            may_announce = true;
        }
    }
    if end < lines.len() && is_quoted_tail(&lines[end]) {
        drop_attribution(&mut own);
    }
    own
}

/// Where a signature, or an old email that is quoted without marks, begins.
fn end_of_own_text(lines: &[String]) -> usize {
    let ends = |at: &usize| is_signature(&lines[*at], &lines[*at + 1..]) || is_quoted_tail(&lines[*at]) || is_old_header(&lines[*at..]);
    (0..lines.len()).find(ends).unwrap_or(lines.len())
}

fn is_quoted(line: &str) -> bool {
    line.trim_start().starts_with('>')
}

/// RFC 3676: `-- `. Transport often takes the blank away; then it is a signature only if it is short and
/// no line of it has a digit, because nearly every order has one and `--` may be a player's ruler.
fn is_signature(line: &str, behind: &[String]) -> bool {
    let behind = || behind.iter().filter(|line| !is_quoted(line) && !line.trim().is_empty());
    line == "-- "
        || line == "--"
            && behind().take(SIGNATURE_LINES + 1).count() <= SIGNATURE_LINES
            && !behind().any(|line| line.contains(|letter: char| letter.is_ascii_digit()))
}

/// `-----Original Message-----` in some languages, and Gmail's line above what is forwarded.
fn is_quoted_tail(line: &str) -> bool {
    let line = line.trim();
    if !(line.starts_with("--") && line.ends_with("--")) {
        return false;
    }
    let words = line.trim_matches('-').trim().to_lowercase();
    let known = [
        "original message",
        "original appointment",
        "forwarded message",
        "ursprüngliche nachricht",
        "originalnachricht",
        "original-nachricht",
        "weitergeleitete nachricht",
        "message d'origine",
        "message original",
        "message transféré",
        "mensaje original",
        "mensaje reenviado",
        "messaggio originale",
        "oorspronkelijk bericht",
    ];
    known.contains(&words.replace('\u{2019}', "'").as_str())
}

/// Outlook: a ruler of underscores or nothing, then `From:`, and `Sent:` or `To:` right below.
fn is_old_header(lines: &[String]) -> bool {
    let first = lines[0].trim();
    let is_ruler = first.len() >= 10 && first.bytes().all(|byte| byte == b'_');
    let behind_ruler = lines.iter().skip(usize::from(is_ruler)).map(|line| line.trim().trim_matches('*'));
    let mut header = behind_ruler.skip_while(|line| is_ruler && line.is_empty()).take(4);
    let is_from = header.next().is_some_and(|line| begins(line, &["from:", "von:", "de :", "de:", "da:", "van:"]));
    let dates = ["sent:", "date:", "gesendet:", "datum:", "envoyé", "date :", "enviado", "fecha:", "inviato:", "verzonden:"];
    is_from && header.any(|line| begins(line, &dates))
}

/// Whether a line begins with one of these, in letters of either case.
fn begins(line: &str, names: &[&str]) -> bool {
    names.iter().any(|name| {
        let mut letters = line.chars().flat_map(char::to_lowercase);
        name.chars().all(|wanted| letters.next() == Some(wanted))
    })
}

/// Takes `On … wrote:` off the end, with the empty lines around it, and says whether there was one.
fn drop_attribution(own: &mut Vec<String>) -> bool {
    let Some(empty_lines) = own.iter().rev().take(3).position(|line| !line.is_empty()) else { return false };
    let end = own.len() - empty_lines;
    let starts = (1..=ATTRIBUTION_LINES.min(end)).map(|length| end - length);
    let mut of_one_paragraph = starts.take_while(|start| !own[*start].is_empty());
    let start = of_one_paragraph.find(|start| is_attribution(&own[*start..end].join(" ")));
    let start = start.or_else(|| is_short_attribution(&own[end - 1]).then(|| end - 1));
    start.inspect(|start| own.truncate(*start)).is_some()
}

/// What an attribution begins with, and the verb after which only a name may follow.
const ATTRIBUTIONS: [(&[&str], &[&str]); 7] = [
    (&["on ", "at "], &["wrote", "writes", "said"]),
    (&["am ", "den ", "on "], &["schrieb"]),
    (&["le "], &["a écrit", "écrit"]),
    (&["el "], &["escribió", "escribio"]),
    (&["il "], &["ha scritto", "scrive"]),
    (&["op "], &["schreef"]),
    (&["em ", "a "], &["escreveu"]),
];

/// `On … wrote:`, `Am … schrieb …:`.
fn is_attribution(text: &str) -> bool {
    let text = text.trim().to_lowercase();
    let Some(phrase) = text.strip_suffix(':').map(str::trim_end) else { return false };
    ATTRIBUTIONS.iter().any(|(starts, verbs)| {
        starts.iter().any(|start| phrase.starts_with(start))
            && verbs.iter().any(|verb| phrase.ends_with(verb) || phrase.contains(&format!(" {verb} ")))
    })
}

/// `Ann wrote:`.
fn is_short_attribution(line: &str) -> bool {
    let line = line.trim().to_lowercase();
    let Some(phrase) = line.strip_suffix(':').map(str::trim_end) else { return false };
    let has_verb = ATTRIBUTIONS.iter().flat_map(|(_, verbs)| *verbs).any(|verb| phrase.ends_with(verb));
    has_verb && phrase.split(' ').count() <= 6
}

fn is_mobile_footer(line: &str) -> bool {
    let line = line.trim();
    let starts = [
        "sent from my ",
        "sent from mail for ",
        "sent from outlook",
        "sent from yahoo",
        "get outlook for ",
        "sent with proton",
        "sent via ",
        "envoyé de mon ",
        "envoyé depuis mon ",
        "enviado desde mi ",
        "inviato da ",
        "outlook für ",
        "verstuurd vanaf mijn ",
    ];
    let is_german = || {
        let small = line.to_lowercase();
        small.contains("gesendet") && small.contains("mein")
    };
    let is_footer = begins(line, &starts) || begins(line, &["von mein", "gesendet "]) && is_german();
    is_footer && line.chars().count() <= 100
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expected: &str) {
        let lines: Vec<String> = text.split('\n').map(str::to_owned).collect();
        assert_eq!(own_lines(&lines).join("\n").trim_end(), expected, "{text:?}");
    }

    #[test]
    fn attributions_go_with_the_quote_they_announce() {
        check("A\n\nOn Mon, Ann wrote:\n> x", "A");
        check("A\nOn Mon, 3 Apr 2026 at 12:00, Ann Player\n<ann@player.example> wrote:\n\n> x\nB", "A\nB");
        check("A\nAm 03.04.26 um 12:00 schrieb Ann Player:\n> x", "A");
        check("A\nLe 3 avril 2026 à 12:00, Ann a écrit :\n> x", "A");
        check("A\nEl vie, 3 abr 2026 a las 12:00, Ann escribió:\n>x", "A");
        check("A\nAnn wrote:\n> x", "A");
        check("A\nOn Mon, Ann wrote:\nOn Sun, Bob wrote:\n> x\n> y", "A");
        check("A\nAnn wrote:\n> x\nB\nBob wrote:\n> y\n> z", "A\nB");
        check("On Monday Ann wrote:\nA", "On Monday Ann wrote:\nA");
        check("BUILD 3 FI ON 1\n> x", "BUILD 3 FI ON 1");
    }

    #[test]
    fn signatures_end_the_text_but_a_ruler_between_orders_does_not() {
        check("A\n-- \nAnn 12", "A");
        check("A\n--\nAnn", "A");
        check("A 1\n--\nB 2", "A 1\n--\nB 2");
        check("A\n---\nB", "A\n---\nB");
    }

    #[test]
    fn old_mails_are_cut_off_without_quote_marks_too() {
        check("A\n-----Original Message-----\nB", "A");
        check("A\n________________________________\nFrom: x\nSent: y\nB", "A");
        check("A\n*From:* x\n*Sent:* y\nB", "A");
        check("A\nVon: x\nGesendet: y\nB", "A");
        check("A\n---------- Forwarded message ---------\nB", "A");
        check("A\nFrom: Earth\nB", "A\nFrom: Earth\nB");
    }

    #[test]
    fn footers_of_telephones_go() {
        check("A\nSent from my iPhone\nB", "A\nB");
        check("A\nVon meinem iPhone gesendet", "A");
        check("SEND 3 FI FROM 1 TO 2", "SEND 3 FI FROM 1 TO 2");
    }
}
