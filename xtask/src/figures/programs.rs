//! The programs of the workspace that figures run, built for release in one go.

use super::patience::output_within;
use crate::shell::{self, cargo, step};
use serde_json::Value;
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::time::Duration;

/// Where each is, by its kind and name, such as `example solve_set`, and after which time one of them is taken to hang.
pub(super) struct Programs(BTreeMap<String, PathBuf>, Duration);

impl Programs {
    /// Builds what is needed, all with the same features, so that nothing is compiled twice.
    pub(super) fn build(needs: &[&str]) -> Result<Programs, String> {
        if needs.is_empty() {
            return Ok(Programs(BTreeMap::new(), Duration::MAX));
        }
        let mut build = cargo(&["build", "--release", "--locked", "--workspace"]);
        for need in needs {
            let (kind, name) = need.split_once(' ').unwrap_or(("bin", need));
            build.arg(format!("--{kind}={name}"));
        }
        let args: Vec<_> = build.get_args().map(ToOwned::to_owned).collect();
        step("build what figures run", &mut build)?;
        // Once more, for where they are: now nothing is left to be built.
        let mut told = cargo(&[]);
        told.args(args).args(["--quiet", "--message-format=json"]).stderr(Stdio::inherit());
        let told = shell::output(&mut told)?;
        let messages = told.lines().filter_map(|line| serde_json::from_str::<Value>(line).ok());
        let found = messages.filter_map(|message| {
            let (kind, name) = (message["target"]["kind"][0].as_str()?, message["target"]["name"].as_str()?);
            Some((format!("{kind} {name}"), message["executable"].as_str()?.into()))
        });
        let found = Programs(found.collect(), Duration::MAX);
        needs.iter().try_for_each(|need| found.path(need).map(drop)).map(|()| found)
    }

    /// The same programs, of which each has so much time.
    pub(super) fn within(&self, patience: Duration) -> Programs {
        Programs(self.0.clone(), patience)
    }

    /// Where a program is.
    pub(super) fn path(&self, name: &str) -> Result<&PathBuf, String> {
        self.0.get(name).ok_or_else(|| format!("cargo did not say where `{name}` is"))
    }

    /// What a program prints, with arguments as one would type them. A benchmark is told that it is one.
    pub(super) fn output(&self, name: &str, args: &str) -> Result<String, String> {
        let bench = name.starts_with("bench ").then_some("--bench");
        output_within(Command::new(self.path(name)?).args(bench).args(args.split_whitespace()), self.1)
    }

    /// What the command `dropline` answers in JSON.
    pub(super) fn json(&self, args: &str) -> Result<Value, String> {
        let told = self.output("bin dropline", &format!("{args} --format json"))?;
        serde_json::from_str(&told).map_err(|error| format!("dropline {args}: {error}"))
    }
}
