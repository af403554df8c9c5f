//! The host's key: made once, kept in `ashpost.key`, newest first.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use crate::campaign::CampaignId;
use crate::campaign::keys::{HostKey, PublicKey, Seal};
use crate::campaign::layout::KEY_FILE;
use crate::engine::Seed;
use crate::files::{self, Access};
use crate::office::cabinet::error::{DeskError, at};
use crate::office::{Host, World};

/// What the file says above its keys: what is lost with them.
const ABOUT: &str = "\
# The key of this host. Nobody else may see it. Keep a copy apart from the campaigns.
# Whoever has it can sign in the name of this host. Without it, messages that wait to be sent cannot be sent,
# and nobody can tell that journals and receipts from now on are of the same host as before.
# The newest key is the first line; `ashpost keys --new` puts another one in front of it.
";

/// Takes the place of a key in the file that was lost, and so could not sign for the next one.
const LOST: &str = "lost";

/// The keys of a host.
#[derive(Debug, Clone)]
pub struct Keyring {
    /// Newest first; there is always one.
    seeds: Vec<Seed>,
    /// Whether an earlier key was lost. Journals that it signed go on with the newest key.
    pub is_one_lost: bool,
}

impl Keyring {
    /// Where the host in that folder keeps its keys.
    pub fn file(campaigns: &Path) -> PathBuf {
        campaigns.join(KEY_FILE)
    }

    /// The keys of a host; the first one is made if nothing has begun yet.
    ///
    /// # Errors
    /// When the file is damaged or cannot be used, or is gone though a campaign has begun.
    pub fn open(host: &Host, world: &World<'_>) -> Result<Keyring, DeskError> {
        if let Some(keyring) = Keyring::read(host)? {
            return Ok(keyring);
        }
        Keyring::make(host, world)
    }

    /// Makes the first key. Campaigns that begin at the same time must not make two, since a journal goes on only with the key that it began with:
    /// the run that holds the file that becomes the key makes it, and the others read it.
    fn make(host: &Host, world: &World<'_>) -> Result<Keyring, DeskError> {
        let path = Keyring::file(&host.folder);
        let becomes = files::beside(&path);
        let held = files::open_private(&becomes).map_err(at(&becomes))?;
        held.lock().map_err(at(&becomes))?;
        if let Some(keyring) = Keyring::read(host)? {
            let _ = fs::remove_file(&becomes);
            return Ok(keyring);
        }
        if let Err(lost) = Keyring::expect_no_campaign(host) {
            let _ = fs::remove_file(&becomes);
            return Err(lost);
        }
        let keyring = Keyring { seeds: vec![(world.entropy)().map_err(at(&path))?], is_one_lost: false };
        keyring.write(host)?;
        (world.boundary)("after the host's key is made");
        Ok(keyring)
    }

    /// Checks that the keys are there, or that nothing has begun that needs them.
    ///
    /// # Errors
    /// When the file is damaged or cannot be used, or is gone though a campaign has begun.
    pub fn examine(host: &Host) -> Result<(), DeskError> {
        if Keyring::read(host)?.is_some() { Ok(()) } else { Keyring::expect_no_campaign(host) }
    }

    /// A host without keys has lost them if a campaign has begun.
    fn expect_no_campaign(host: &Host) -> Result<(), DeskError> {
        let has_begun = |id: &CampaignId| !files::is_empty(&host.database(id));
        let is_lost = host.campaign_ids()?.iter().any(has_begun);
        if is_lost { Err(DeskError::KeyLost { path: Keyring::file(&host.folder) }) } else { Ok(()) }
    }

    /// The keys of a host; `None` if there is no file.
    ///
    /// # Errors
    /// When the file is damaged or cannot be read.
    pub fn read(host: &Host) -> Result<Option<Keyring>, DeskError> {
        let path = Keyring::file(&host.folder);
        let text = match fs::read_to_string(&path) {
            Ok(text) => text,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            Err(error) if error.kind() == io::ErrorKind::InvalidData => return Err(DeskError::KeyDamaged { path, line: 1 }),
            Err(error) => return Err(at(&path)(error)),
        };
        let mut keyring = Keyring { seeds: Vec::new(), is_one_lost: false };
        for (index, line) in text.lines().map(str::trim).enumerate().filter(|(_, line)| !line.is_empty() && !line.starts_with('#')) {
            match line.parse() {
                Ok(seed) => keyring.seeds.push(seed),
                Err(_) if line == LOST => keyring.is_one_lost = true,
                Err(_) => return Err(DeskError::KeyDamaged { path, line: index + 1 }),
            }
        }
        if keyring.seeds.is_empty() { Err(DeskError::KeyDamaged { path, line: text.lines().count().max(1) }) } else { Ok(Some(keyring)) }
    }

    /// Puts a new key in front of the others; journals that an older key signed go on with it. Without a file of keys, the earlier key is
    /// noted as lost.
    ///
    /// # Errors
    /// When the file cannot be written.
    pub fn renew(before: Option<Keyring>, host: &Host, world: &World<'_>) -> Result<Keyring, DeskError> {
        let newest = (world.entropy)().map_err(at(&Keyring::file(&host.folder)))?;
        let keyring = match before {
            Some(Keyring { seeds, is_one_lost }) => Keyring { seeds: [vec![newest], seeds].concat(), is_one_lost },
            None => Keyring { seeds: vec![newest], is_one_lost: true },
        };
        keyring.write(host)?;
        Ok(keyring)
    }

    fn write(&self, host: &Host) -> Result<(), DeskError> {
        let lines = self.seeds.iter().map(ToString::to_string).chain(self.is_one_lost.then(|| LOST.to_owned()));
        let text = lines.fold(ABOUT.to_owned(), |text, line| text + &line + "\n");
        let path = Keyring::file(&host.folder);
        files::write_durably(&path, text.as_bytes(), Access::Private).map_err(at(&path))
    }

    /// The key that signs from now on.
    pub fn newest(&self) -> HostKey {
        HostKey::new(self.seeds[0])
    }

    /// The key with this public half, if it is still here.
    pub fn of(&self, public: &PublicKey) -> Option<HostKey> {
        self.seeds.iter().map(|seed| HostKey::new(*seed)).find(|key| key.public() == *public)
    }

    /// The seal for email that waits: the newest key seals, and any of the keys opens.
    pub fn seal(&self) -> Seal {
        let older = self.seeds[1..].iter().map(|seed| Seal::of_host(*seed));
        Seal::of_host(self.seeds[0]).or_opened_by(older)
    }
}
