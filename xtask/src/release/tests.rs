use super::*;

fn read(path: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(path);
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

#[test]
fn everything_is_of_one_version() {
    let version = env!("CARGO_PKG_VERSION");
    let manifest = read("Cargo.toml");
    let own = manifest.lines().filter(|line| line.starts_with("dropline-") && line.contains("path = "));
    assert_eq!(
        own.filter(|line| line.contains(&format!("version = \"{version}\""))).count(),
        4,
        "of the workspace's crates"
    );
    assert!(read("crates/wasm/js/package.json").contains(&format!("\"version\": \"{version}\"")), "of npm's package");
    assert!(
        read("crates/wasm/Cargo.toml").contains(&format!("path = \"../engine\", version = \"{version}\"")),
        "of the engine for pages"
    );
    assert!(read("CHANGELOG.md").contains(&format!("\n## {version}")), "of the changelog");
}

#[test]
fn a_clean_place_is_empty_and_goes_away() {
    let place = CleanPlace::new("test").unwrap();
    let path = place.0.clone();
    assert_eq!(fs::read_dir(&path).unwrap().count(), 0);
    fs::write(path.join("file"), "").unwrap();
    drop(place);
    assert!(!path.exists());
}

#[test]
fn a_part_that_does_not_exist_is_refused_with_those_that_do() {
    let error = run(Some("nothing")).unwrap_err();
    assert!(error.contains("`nothing`") && PARTS.iter().all(|part| error.contains(part.name)), "{error}");
}

#[test]
fn packages_hold_files_of_their_own_folder_only() {
    for name in ["core", "engine", "arena", "server", "cli"] {
        let manifest = read(&format!("crates/{name}/Cargo.toml"));
        let include = manifest.lines().find_map(|line| line.strip_prefix("include = [")).expect("what is packed");
        // a name alone is packed from every folder below, such as what npm has put there
        assert!(include.trim_end_matches(']').split(", ").all(|path| path.starts_with("\"/")), "{name}: {include}");
    }
}
