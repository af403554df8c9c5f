//! The least that a program can do for an email and still lose nothing: keep it, note it, write a receipt, each on disk.
//!
//! `benches/host.py` builds it with `rustc -O` and starts it once for each email, as a mail server starts `ashpost receive`.

use std::fs::{File, OpenOptions};
use std::io::{self, Read, Write};
use std::path::PathBuf;

fn main() -> io::Result<()> {
    let mut arguments = std::env::args_os().skip(1);
    let folder = PathBuf::from(arguments.next().expect("expected a folder"));
    let name = arguments.next().expect("expected a name for the email").to_string_lossy().into_owned();
    let mut email = Vec::new();
    io::stdin().lock().read_to_end(&mut email)?;
    write_synced(File::create(folder.join(format!("{name}.eml")))?, &email)?;
    let log = OpenOptions::new().create(true).append(true).open(folder.join("log"))?;
    write_synced(log, format!("{name} {} bytes\n", email.len()).as_bytes())?;
    let receipt = format!("Subject: Received\n\nYour email of {} bytes has been received.\n", email.len());
    write_synced(File::create(folder.join(format!("{name}.receipt.eml")))?, receipt.as_bytes())
}

fn write_synced(mut file: File, bytes: &[u8]) -> io::Result<()> {
    file.write_all(bytes)?;
    file.sync_all()
}
