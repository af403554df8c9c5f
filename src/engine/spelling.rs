//! The one spelling of a value as JSON, which journals carry digests of.

use std::borrow::Cow;

use serde::Serialize;

/// A value as JSON without blanks, the fields of each object in the order of their names. It is what `serde_json` writes of a `Value`, without making
/// one, which of a position takes twice the time and ten times the memory.
///
/// # Panics
/// When the value has no JSON form. Plain data with text keys always has one.
pub fn spelt(value: &impl Serialize) -> String {
    let text = serde_json::to_string(value).expect("plain data has a JSON form");
    let mut sorting = Sorting { text: &text, at: 0, sorted: String::with_capacity(text.len()) };
    sorting.value();
    sorting.sorted
}

/// Sorts the fields of a JSON text that `serde_json` wrote.
struct Sorting<'t> {
    text: &'t str,
    /// How far the text has been read.
    at: usize,
    /// What was read, sorted.
    sorted: String,
}

impl<'t> Sorting<'t> {
    fn value(&mut self) {
        match self.next() {
            Some(b'{') => self.object(),
            Some(b'[') => self.list(),
            Some(b'"') => {
                let text = self.string();
                self.sorted.push_str(text);
            }
            _ => {
                let rest = &self.text[self.at..];
                let length = rest.find([',', ']', '}']).unwrap_or(rest.len());
                self.take(length);
            }
        }
    }

    fn list(&mut self) {
        self.take(1);
        while self.next().is_some_and(|next| next != b']') {
            self.value();
            if self.next() == Some(b',') {
                self.take(1);
            }
        }
        self.take(1);
    }

    fn object(&mut self) {
        self.take(1);
        let begin = self.sorted.len();
        // Each field by its name, and where it ends.
        let mut fields: Vec<(&str, usize)> = Vec::new();
        while self.next().is_some_and(|next| next != b'}') {
            let name = self.string();
            self.sorted.push_str(name);
            self.take(1);
            self.value();
            fields.push((name, self.sorted.len()));
            if self.next() == Some(b',') {
                self.at += 1;
            }
        }
        self.at += 1;
        self.put_in_order(begin, &fields);
        self.sorted.push('}');
    }

    /// Puts the fields that follow each other from `begin` on in order, with commas between them. Of two with one name, the last counts.
    fn put_in_order(&mut self, begin: usize, fields: &[(&str, usize)]) {
        let unordered = self.sorted.split_off(begin);
        let starts = std::iter::once(begin).chain(fields.iter().map(|(_, end)| *end));
        let mut spans: Vec<(Cow<'_, str>, &str)> =
            fields.iter().zip(starts).map(|((name, end), start)| (read(name), &unordered[start - begin..end - begin])).collect();
        spans.sort_by(|(one, _), (other, _)| one.cmp(other));
        for (index, (name, field)) in spans.iter().enumerate() {
            if spans.get(index + 1).is_some_and(|(next, _)| next == name) {
                continue;
            }
            if self.sorted.len() > begin {
                self.sorted.push(',');
            }
            self.sorted.push_str(field);
        }
    }

    fn next(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    /// Takes over so many bytes.
    fn take(&mut self, length: usize) {
        self.sorted.push_str(&self.text[self.at..self.at + length]);
        self.at += length;
    }

    /// Reads a text, with its quotation marks.
    fn string(&mut self) -> &'t str {
        let rest = &self.text[self.at..];
        let mut is_escaped = false;
        let end = rest.bytes().skip(1).position(|byte| {
            let ends = byte == b'"' && !is_escaped;
            is_escaped = byte == b'\\' && !is_escaped;
            ends
        });
        let text = &rest[..end.map_or(rest.len(), |end| end + 2)];
        self.at += text.len();
        text
    }
}

/// What a text in quotation marks says.
fn read(quoted: &str) -> Cow<'_, str> {
    if quoted.contains('\\') { serde_json::from_str(quoted).unwrap_or_default() } else { Cow::Borrowed(quoted.trim_matches('"')) }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use serde_json::{Value, json};

    use super::*;

    #[derive(Serialize)]
    struct Unsorted {
        zeta: Option<u8>,
        alpha: BTreeMap<i32, Vec<f64>>,
        mid: Value,
        #[serde(flatten)]
        more: BTreeMap<String, char>,
    }

    fn is_the_one(value: &impl Serialize) {
        assert_eq!(spelt(value), serde_json::to_value(value).unwrap().to_string());
    }

    #[test]
    fn it_is_what_a_value_of_the_library_is_written_as() {
        let alpha = BTreeMap::from([(2, vec![0.5, -1e300]), (10, vec![]), (-1, vec![3.0])]);
        let mid = json!({"b": [{}, [], null, true, "a,b}]\"\\\u{1}é"], "a": {"y\"": 1, "y": -2, "": 18_446_744_073_709_551_615_u64}});
        let more =
            BTreeMap::from([("mid\\".to_owned(), '\\'), ("a\nb".to_owned(), '"'), ("a\u{b}b".to_owned(), 'ж'), ("aab".to_owned(), ' ')]);
        is_the_one(&Unsorted { zeta: Some(1), alpha, mid, more });
        is_the_one(&Unsorted { zeta: None, alpha: BTreeMap::new(), mid: Value::Null, more: BTreeMap::new() });
        is_the_one(&"text");
        is_the_one(&7);
    }

    #[test]
    fn of_two_fields_with_one_name_the_last_counts() {
        is_the_one(&Unsorted { zeta: Some(1), alpha: BTreeMap::new(), mid: Value::Null, more: BTreeMap::from([("zeta".to_owned(), 'z')]) });
    }
}
