//! Lists of stacks as text: `e4=W2 f4=B3`, or `-` for an empty board.

/// The stacks of a list. Players may write blanks around the signs inside a stack.
pub fn read_stacks(text: &str, signs: &[&str]) -> Vec<String> {
    let close = |text: String, sign: &&str| text.split(*sign).map(str::trim).collect::<Vec<_>>().join(sign);
    signs.iter().fold(text.to_owned(), close).split_whitespace().map(str::to_owned).collect()
}

/// The list of these stacks, which [`read_stacks`] reads back; `-` if there are none.
pub fn write_stacks(stacks: impl IntoIterator<Item = String>) -> String {
    let stacks: Vec<String> = stacks.into_iter().collect();
    if stacks.is_empty() { "-".to_owned() } else { stacks.join(" ") }
}
