//! Random emails of odd and hostile kinds; each is made from its number alone.

/// A stream of numbers that follows from a seed (splitmix64).
pub(super) struct Chance(u64);

/// What an email to this host may carry as proof: the subject tags of seats, with their tokens.
pub(super) struct Tags {
    /// Tags that fit: `[ashpost rim-3 4F7K…]`.
    pub right: Vec<String>,
    /// Tags of campaigns that are here or not, with tokens that fit nothing or without one.
    pub wrong: Vec<String>,
}

impl Chance {
    pub(super) fn new(seed: u64) -> Chance {
        Chance(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ 0x5851_f42d_4c95_7f2d)
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// From 0 to `end - 1`.
    fn below(&mut self, end: usize) -> usize {
        (self.next() % end as u64) as usize
    }

    /// True in this many of a hundred cases.
    fn percent(&mut self, often: usize) -> bool {
        self.below(100) < often
    }

    fn pick<'a, T: ?Sized>(&mut self, from: &[&'a T]) -> &'a T {
        from[self.below(from.len())]
    }
}

/// The bytes of email number `number`.
pub(super) fn mail(number: u64, tags: &Tags) -> Vec<u8> {
    let mut chance = Chance::new(number);
    let mut fields = header(&mut chance, number, tags);
    let (kind, body) = body(&mut chance, tags);
    fields.extend(kind);
    for place in (1..fields.len()).rev() {
        let other = chance.below(place + 1);
        fields.swap(place, other);
    }
    let mut raw: Vec<u8> = Vec::new();
    if chance.percent(2) {
        raw.extend(b"From someone Sat Jan  1 00:00:00 2000\n");
    }
    for (name, value) in fields {
        raw.extend(name.as_bytes());
        raw.extend(if chance.percent(95) { b": " } else { chance.pick::<[u8]>(&[b":", b" : ", b":\t"]) });
        raw.extend(value);
        raw.push(b'\n');
    }
    if !chance.percent(1) {
        raw.push(b'\n');
        raw.extend(body);
    }
    if chance.percent(30) {
        raw.iter().flat_map(|byte| if *byte == b'\n' { vec![b'\r', b'\n'] } else { vec![*byte] }).collect()
    } else {
        raw
    }
}

type Field = (&'static str, Vec<u8>);

fn header(chance: &mut Chance, number: u64, tags: &Tags) -> Vec<Field> {
    let mut fields: Vec<Field> = Vec::new();
    for _ in 0..match chance.below(100) {
        0..=4 => 0,
        5..=95 => 1,
        _ => 2,
    } {
        fields.push(("From", mailboxes(chance, number)));
    }
    for (name, often) in [("Sender", 10), ("Reply-To", 20), ("Cc", 10), ("X-Original-To", 10), ("Return-Path", 20)] {
        if chance.percent(often) {
            fields.push((name, mailboxes(chance, number)));
        }
    }
    for name in ["To", "Delivered-To"] {
        if chance.percent(70) {
            fields.push((name, recipient(chance, number, tags)));
        }
    }
    if chance.percent(90) {
        fields.push(("Subject", subject(chance, tags)));
    }
    if chance.percent(90) {
        fields.push(("Message-ID", message_id(chance, number)));
    }
    if chance.percent(3) {
        fields.push(("Message-ID", message_id(chance, number)));
    }
    for name in ["In-Reply-To", "References"] {
        if chance.percent(40) {
            let count = if chance.percent(3) { 200 } else { 1 + chance.below(4) };
            let ids: Vec<Vec<u8>> = (0..count).map(|_| message_id(chance, number)).collect();
            fields.push((name, ids.join(chance.pick::<[u8]>(&[b" ", b"\n ", b",", b""]))));
        }
    }
    if chance.percent(70) {
        fields.push(("Date", if chance.percent(80) { b"Fri, 31 Dec 2027 00:00:00 +0000".to_vec() } else { text(chance) }));
    }
    let marks: [(&str, &[u8]); 7] = [
        ("Auto-Submitted", b"auto-replied"),
        ("Precedence", b"bulk"),
        ("List-Id", b"<list.example>"),
        ("Return-Path", b"<>"),
        ("X-Loop", b"ashpost"),
        ("Auto-Submitted", b"no"),
        ("Received", b"from mx.example by pbem.example; Fri, 31 Dec 2027 00:00:00 +0000"),
    ];
    if chance.percent(8) {
        let (name, value) = marks[chance.below(marks.len())];
        fields.push((name, value.to_vec()));
    }
    if chance.percent(10) {
        fields.push((chance.pick(&["X-Odd", "Comments", "Fr om", "Bcc", "MIME-Version"]), text(chance)));
    }
    fields
}

/// Text that no good header has: empty, endless, binary, folded, encoded well or badly.
fn text(chance: &mut Chance) -> Vec<u8> {
    let pieces: [&[u8]; 27] = [
        b"",
        b" ",
        b"hello",
        b"turn 1",
        b"=?utf-8?q?J=C3=BCrgen?=",
        b"=?utf-8?b?SsO8cmdlbg==?=",
        b"=?utf-8?q?broken",
        b"=?x-none?q?=FF=FE?=",
        b"=?utf-8?b?!!!?=",
        b"=?iso-2022-jp?b?GyRCJCIbKEI=?=",
        b"\xff\xfe\x80",
        "Grüße".as_bytes(),
        "名前".as_bytes(),
        "\u{202e}evil\u{202c}".as_bytes(),
        "a\u{200b}b".as_bytes(),
        b"\0\x01\x7f",
        b"\rBcc: ben@player.example",
        b"\n folded",
        b"\n\tfolded again",
        b"\"quoted",
        b"\"quoted\"",
        b"(comment",
        b"((nested) comment)",
        b"<",
        b">,;:@\\",
        b"[ashpost",
        b"{{html}}",
    ];
    let mut all = Vec::new();
    for _ in 0..1 + chance.below(4) {
        all.extend(chance.pick::<[u8]>(&pieces));
    }
    if chance.percent(4) {
        all.extend(chance.pick::<[u8]>(&[b"x", b"a b ", "ü".as_bytes(), b"(", b"\"", b"<a@b> "]).repeat(1 + chance.below(3_000)));
    }
    if chance.percent(4) {
        all.extend((0..chance.below(200)).map(|_| chance.next() as u8).filter(|byte| *byte != b'\n'));
    }
    all
}

fn address(chance: &mut Chance, number: u64) -> Vec<u8> {
    let local = match chance.below(24) {
        0..=8 => format!("p{number}"),
        9 => format!("taro..p{number}"),
        10 => format!(".p{number}"),
        11 => format!("p{number}."),
        12 => format!("\"taro..p{number}\""),
        13 => format!("\"p {number}\""),
        14 => format!("\"p\\\"\\\\{number}\""),
        15 => format!("\"<p{number}@x>, y\""),
        16 => format!("pä{number}"),
        17 => format!("-p{number}"),
        18 => format!("p+rim-3.{number}"),
        19 => format!("{}{number}", "p".repeat(chance.pick(&[&50, &58, &64, &200]).to_owned())),
        20 => format!("p{number} x"),
        21 => "\"\"".to_owned(),
        22 => String::from_utf8(text(chance)).unwrap_or_default(),
        _ => (0..1 + chance.below(12)).map(|_| char::from(b' ' + chance.below(95) as u8)).collect(),
    };
    let domain = match chance.below(20) {
        0..=9 => "elsewhere.example".to_owned(),
        10 => "docomo.example".to_owned(),
        11 => {
            chance.pick(&["bücher.example", "例え.example", "ELSEWHERE.Example", "xn--bcher-kva.example", "xn--\u{e4}.example"]).to_owned()
        }
        12 => chance.pick(&["a..b", "-a.example", "a-.example", ".example", "example.", "", "a b", "a_b.example"]).to_owned(),
        13 => chance.pick(&["[192.0.2.1]", "[IPv6:::1]", "192.0.2.1", "localhost", "x"]).to_owned(),
        14 => format!("{}.example", "long.".repeat(chance.below(80))),
        15 => format!("{}.example", "l".repeat(chance.below(80))),
        16 => String::from_utf8(text(chance)).unwrap_or_default(),
        17 => (0..1 + chance.below(12)).map(|_| char::from(b' ' + chance.below(95) as u8)).collect(),
        _ => "player.example".to_owned(),
    };
    format!("{local}{}{domain}", if chance.percent(97) { "@" } else { chance.pick(&["", "@@", " @ ", "(c)@"]) }).into_bytes()
}

/// The content of an address field.
fn mailboxes(chance: &mut Chance, number: u64) -> Vec<u8> {
    let known: [&[u8]; 6] = [
        b"ann@player.example",
        b"Bob <bob@player.example>",
        b"\"taro..yamada\"@docomo.example",
        b"gm@pbem.example",
        b"MAILER-DAEMON@pbem.example",
        b"games@pbem.example",
    ];
    let one = if chance.percent(15) { chance.pick::<[u8]>(&known).to_vec() } else { address(chance, number) };
    let name = text(chance);
    match chance.below(30) {
        0..=11 => one,
        12..=17 => [&name, &b" <"[..], &one, b">"].concat(),
        18..=20 => [b"\"Anna \\\"B\\\", C\" <", &one[..], b">"].concat(),
        21 => [&one[..], b" (", &name, b")"].concat(),
        22 => [b"players: ", &one[..], b", ben@player.example;"].concat(),
        23 => [&one[..], b", ", &address(chance, number)].concat(),
        24 => [b"<", &one[..]].concat(),
        25 => [b"<@relay.example:", &one[..], b">"].concat(),
        26 => [b"<", &one[..], b"> <", &address(chance, number), b">"].concat(),
        27 => b"undisclosed-recipients:;".to_vec(),
        28 => b"<>".to_vec(),
        _ => name,
    }
}

fn recipient(chance: &mut Chance, number: u64, tags: &Tags) -> Vec<u8> {
    if chance.percent(70) {
        return b"games@pbem.example".to_vec();
    }
    if chance.percent(50) {
        let inside = chance.pick(&tags.right.iter().map(String::as_str).collect::<Vec<_>>()).trim_matches(['[', ']']).to_owned();
        let words: Vec<&str> = inside.split_whitespace().skip(1).collect();
        return format!("games+{}@pbem.example", words.join(".")).into_bytes();
    }
    mailboxes(chance, number)
}

fn subject(chance: &mut Chance, tags: &Tags) -> Vec<u8> {
    let right: Vec<&str> = tags.right.iter().map(String::as_str).collect();
    let wrong: Vec<&str> = tags.wrong.iter().map(String::as_str).collect();
    let tag = match chance.below(10) {
        0..=4 => chance.pick(&right),
        5..=7 => chance.pick(&wrong),
        _ => "",
    };
    let words = chance.pick(&["", "Re: ", "AW: Fwd: ", "help ", "STATUS "]);
    let (before, behind) = if chance.percent(40) { (text(chance), text(chance)) } else { (Vec::new(), b" turn 1".to_vec()) };
    [words.as_bytes(), &before, tag.as_bytes(), &behind].concat()
}

fn message_id(chance: &mut Chance, number: u64) -> Vec<u8> {
    let n = format!("{number}.{}", chance.below(1_000_000));
    match chance.below(26) {
        0..=9 => format!("<{n}@player.example>").into_bytes(),
        10 => format!("<ä{n}@player.example>").into_bytes(),
        11 => [b"<\xe4", n.as_bytes(), b"@player.example>"].concat(),
        12 => format!("<{}{n}@player.example>", "a".repeat(chance.below(1_200))).into_bytes(),
        13 => format!("<a b {n}@player.example>").into_bytes(),
        14 => format!("{n}@player.example").into_bytes(),
        15 => format!("<{n}>").into_bytes(),
        16 => format!("<<{n}@player.example>>").into_bytes(),
        17 => format!("<{n}@player.example> <{n}@other.example>").into_bytes(),
        18 => format!("\n <{n}@player.example>").into_bytes(),
        19 => format!("(comment) <{n}@player.example>").into_bytes(),
        20 => format!("<=?utf-8?q?{n}?=@player.example>").into_bytes(),
        21 => format!("<\"a b\"{n}@[192.0.2.1]>").into_bytes(),
        22 => b"<rim-3.0.report.1.ashpost@pbem.example>".to_vec(),
        23 => format!("<\0\x07{n}@player.example>").into_bytes(),
        24 => chance.pick::<[u8]>(&[b"", b"<>", b"<@>", b"@", b"<a@b", b"a@b>", b">@<"]).to_vec(),
        _ => [b"<", &text(chance)[..], b"@player.example>"].concat(),
    }
}

/// The type of the body if it has one, and the body.
fn body(chance: &mut Chance, tags: &Tags) -> (Vec<Field>, Vec<u8>) {
    let lines = lines(chance, tags);
    let typed = |kind: &str| vec![("Content-Type", kind.as_bytes().to_vec())];
    match chance.below(20) {
        0..=9 => (Vec::new(), lines),
        10 => (typed("text/plain; charset=utf-8; format=flowed"), lines),
        11 => (typed("text/plain; charset=utf-16"), lines),
        12 => (typed("text/html; charset=utf-8"), [b"<html><p>", &lines[..], b"</p><blockquote>HELP</blockquote>"].concat()),
        13 => {
            let part = |kind: &str, text: &[u8]| [b"--b\nContent-Type: ", kind.as_bytes(), b"\n\n", text, b"\n"].concat();
            let other = self::lines(chance, tags);
            let whole =
                [part("text/plain", &lines), part("text/html", b"<p>HELP"), part("text/plain; name=\"turn.orders\"", &other)].concat();
            (typed("multipart/mixed; boundary=b"), [&whole[..], b"--b--\n"].concat())
        }
        14 => {
            let failed = mailboxes(chance, 7);
            let report = [
                &b"--b\nContent-Type: text/plain\n\nSorry.\n--b\nContent-Type: message/delivery-status\n\nReporting-MTA: dns; mx\n\n"[..],
                b"Final-Recipient: rfc822; ",
                &failed,
                b"\nAction: failed\n\n--b\nContent-Type: message/rfc822\n\nMessage-ID: <rim-3.0.report.1.ashpost@pbem.example>\n\nx\n--b--\n",
            ];
            (typed("multipart/report; report-type=delivery-status; boundary=b"), report.concat())
        }
        15 => (vec![("Content-Transfer-Encoding", b"base64".to_vec())], lines),
        16 => (vec![("Content-Type", text(chance)), ("Content-Transfer-Encoding", text(chance))], lines),
        17 => (typed("application/octet-stream; name=x.bin"), (0..chance.below(400)).map(|_| chance.next() as u8).collect()),
        18 => (typed("multipart/mixed; boundary=b"), b"--b\n\n--b\n".repeat(chance.below(14))),
        _ => (Vec::new(), text(chance)),
    }
}

/// Orders, commands and nonsense.
fn lines(chance: &mut Chance, tags: &Tags) -> Vec<u8> {
    let known = [
        "BUILD 3 FI ON 1",
        "BUILD 1 FP ON 1",
        "SEND 2 FI FROM 1 TO 9",
        "a1-b1",
        "c1-c2",
        "b2-b3",
        "HELP",
        "STATUS",
        "CHECK",
        "READY",
        "NOT READY",
        "WITHDRAW",
        "ORDERS?",
        "REPORT",
        "REPORT 0",
        "RULES",
        "ABSENT UNTIL 2027-01-20",
        "PRESENT",
        "NEW TOKEN",
        "PRESS TO ALL",
        "PRESS TO 2 \"hello\"",
        "STANDING",
        "TURN 1",
        "Turn 2:",
        "GM",
        "GM: more time, please",
        "NO ORDERS",
        "APPEND",
        "CONFIRM",
        "END",
        "> BUILD 3 FI ON 1",
        "-- ",
        "",
        "Hello!",
        "{{seat.name}}",
    ];
    let mut all = Vec::new();
    if chance.percent(5) {
        let tag = chance.pick(&tags.right.iter().map(String::as_str).collect::<Vec<_>>()).trim_matches(['[', ']']).to_owned();
        all.extend(tag.replacen("ashpost", "ORDERS", 1).into_bytes());
        all.push(b'\n');
    }
    for _ in 0..chance.below(6) {
        all.extend(if chance.percent(85) { chance.pick(&known).as_bytes().to_vec() } else { text(chance) });
        all.push(b'\n');
    }
    if chance.percent(1) {
        all.extend(b"BUILD 3 FI ON 1\n".repeat(chance.below(5_000)));
    }
    all
}
