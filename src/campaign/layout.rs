//! The names of files and folders in the folder of a host, of which some are looked for in several places.

/// The host's file.
pub const HOST_FILE: &str = "ashpost.toml";

/// The host's keys.
pub const KEY_FILE: &str = "ashpost.key";

/// The host's own database.
pub const OWN_DATABASE_FILE: &str = "ashpost.db";

/// A campaign's file.
pub const CAMPAIGN_FILE: &str = "campaign.toml";

/// The file next to it that holds the rounds of a Swiss.
pub const ROUNDS_FILE: &str = "rounds.toml";

/// A campaign's database.
pub const DATABASE_FILE: &str = "campaign.db";

/// The folder of a campaign's secret.
pub const KEYS_FOLDER: &str = "keys";

/// A campaign's secret, which is in [`KEYS_FOLDER`].
pub const SECRET_FILE: &str = "keys/secret";

/// The folder of a campaign's reports.
pub const REPORTS_FOLDER: &str = "reports";

/// The folder with the games of a tournament.
pub const GAMES_FOLDER: &str = "games";

/// The folder of an archive, and in the host's folder that of the page that leads to all archives.
pub const SITE_FOLDER: &str = "site";

/// The lock of a campaign, or of the host, in its folder.
pub const LOCK_FILE: &str = "lock";

/// The lock of an outbox, beside its database.
pub const SENDING_LOCK_FILE: &str = "sending.lock";

/// The folder where emails wait until they are filed.
pub const SPOOL_FOLDER: &str = "spool";
