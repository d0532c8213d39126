//! The commands as a package of Debian.

use super::{CleanPlace, Release, tarball, tool};
use crate::shell::{absolute, said, step, write};
use std::fs;
use std::process::Command;

const CARGO_DEB: &str = "3.8.0";

/// Makes the package and tries it in a root of its own: `dpkg` installs it there as on a system that has nothing but it, so what it depends on is taken from this one.
pub(super) fn run(release: &Release) -> Result<(), String> {
    let cargo_deb = tool("cargo-deb", CARGO_DEB, &["--locked", "--no-default-features"])?;
    tarball::stage(release)?;
    if let Ok(old) = release.find("dropline_", ".deb") {
        let _ = fs::remove_file(old);
    }
    let mut make = Command::new(cargo_deb);
    make.args(["--package", "dropline", "--no-build", "--no-strip", "--output"]);
    step("make the package", make.arg(&release.folder))?;
    let file = release.find("dropline_", ".deb")?;
    let place = CleanPlace::new("debian")?;
    let data = place.0.join("root/var/lib/dpkg");
    for folder in ["info", "updates", "triggers"] {
        fs::create_dir_all(data.join(folder)).map_err(said(&data))?;
    }
    write(data.join("status"), "")?;
    let mut install = place.command("dpkg", &["--root=root", "--force-not-root", "--force-depends", "--install"]);
    // Without rights, the folders of root and its tools are not on the path.
    install.arg(absolute(file)?).env("PATH", format!("{}:/usr/sbin:/sbin", std::env::var("PATH").unwrap_or_default()));
    step("install it with dpkg --root", &mut install)?;
    tarball::try_commands(&place, &place.0.join("root/usr"))
}
