//! Finds the line that telephones and email programs put below every email, such as "Sent from my iPhone".

use super::words::begins;

/// How it begins, in some languages. No order begins so.
const BEGINNINGS: [&str; 13] = [
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
/// The word for "sent" with which it begins in other languages; some are stems.
const SENT: [&str; 17] = [
    "skickat",
    "sendt fra",
    "wysłan",
    "отправлено",
    "надіслано",
    "odeslán",
    "odoslan",
    "poslan",
    "enviado",
    "enviat",
    "inviato",
    "trimis",
    "lähetetty",
    "verzonden",
    "verstuurd",
    "gesendet",
    "envoyé",
];
/// What such a line names.
const DEVICES: [&str; 14] = [
    "iphone",
    "ipad",
    "android",
    "samsung",
    "galaxy",
    "xiaomi",
    "redmi",
    "huawei",
    "oneplus",
    "blackberry",
    "outlook",
    "yahoo",
    "gmail",
    "proton",
];
/// The most words of such a line in a language that is not known.
const WORDS: usize = 6;

/// Whether a line is such a footer. In a language that is not known it is one only if it `is_last` among the writer's own lines.
pub(super) fn is_footer(line: &str, is_last: impl Fn() -> bool) -> bool {
    let line = line.trim();
    let is_german = || {
        let small = line.to_lowercase();
        small.contains("gesendet") && small.contains("mein")
    };
    let is_known = begins(line, &BEGINNINGS) || begins(line, &["von mein", "gesendet "]) && is_german();
    is_known && line.chars().count() <= 100 || names_device(line) && is_last()
}

/// Whether a short line names a device as no order does: it begins with a word for "sent", with a word in other letters than those of our verbs, or
/// with the device and an ending, `iPhone'umdan`.
fn names_device(line: &str) -> bool {
    let small = line.to_lowercase();
    let first = small.split_whitespace().next().unwrap_or_default();
    let is_inflected = || {
        let ending = DEVICES.iter().find_map(|device| first.strip_prefix(device));
        ending.is_some_and(|ending| ending.starts_with(['\'', '\u{2019}', '-']))
    };
    let is_foreign = || first.chars().any(|letter| letter.is_alphabetic() && !letter.is_ascii());
    line.split_whitespace().count() <= WORDS
        && !line.contains(|letter: char| letter.is_ascii_digit())
        && DEVICES.iter().any(|device| small.contains(device))
        && (begins(line, &SENT) || is_foreign() || is_inflected())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn footers_of_telephones_are_known_in_many_languages() {
        for line in ["Sent from my iPhone", "Von meinem iPhone gesendet", "Gesendet von meinem Galaxy S24", "Get Outlook for iOS"] {
            assert!(is_footer(line, || false), "{line}");
        }
        for line in [
            "Skickat från min iPhone",
            "Sendt fra min iPad",
            "Lähetetty iPhonesta",
            "Wysłane z iPhone'a",
            "Отправлено с iPhone",
            "iPhone'umdan gönderildi",
            "iPhoneから送信",
            "发自我的 iPhone",
            "Enviado do meu iPhone",
            "Trimis de pe telefonul meu Samsung",
        ] {
            assert!(is_footer(line, || true), "{line}");
            assert!(!is_footer(line, || false), "{line}");
        }
    }

    #[test]
    fn no_order_is_a_footer() {
        for line in [
            "SEND 3 FI FROM 1 TO 2",
            "send all fi to Outlook",
            "SENT ALL FI TO Galaxy",
            "Galaxy: BUILD MAX FI",
            "ANNOUNCE \"Grüße vom iPhone\"",
            "GM: mein iPhone geht nicht, schöne Grüße",
            "DECLARE WAR ON Android",
            "BUILD MAX FI ON Galaxy",
            "PLAYERNAME \"Ärger mit Samsung\"",
            "NOTE \"Grüße vom iPhone\"",
            "I have written this on my new iPhone in the train.",
        ] {
            assert!(!is_footer(line, || true), "{line}");
        }
    }
}
