//! `ashpost demo`.
use clap::Args;
#[derive(Debug, Args)]
pub struct DemoArgs {}
pub fn run(_args: &DemoArgs) -> anyhow::Result<u8> {
    Ok(0)
}
