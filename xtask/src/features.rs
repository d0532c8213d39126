//! Every choice of features compiles without warnings.

use crate::shell::{cargo, read, step};

/// The packages with features that people choose.
const PACKAGES: [(&str, &str); 3] =
    [("dropline-core", "crates/core"), ("dropline-engine", "crates/engine"), ("dropline", "crates/cli")];

/// Lints each package with every choice of its features, and tests what the command says about those it lacks.
pub(crate) fn run() -> Result<(), String> {
    for (package, folder) in PACKAGES {
        for features in choices(&features(&read(format!("{folder}/Cargo.toml"))?)) {
            let mut lints = cargo(&["clippy", "--quiet", "--locked", "--package", package, "--no-default-features"]);
            lints.args(["--features", &features, "--", "-D", "warnings"]);
            step(
                &format!("{package} with {}", if features.is_empty() { "no feature" } else { &features }),
                &mut lints,
            )?;
        }
    }
    let without =
        ["test", "--quiet", "--locked", "--package", "dropline", "--no-default-features", "--test", "program"];
    step("what the command leaves out", &mut cargo(&[&without[..], &["left_out"]].concat()))
}

/// A feature by its name, with those that it brings along and whatever else stands in its line.
type Feature<'a> = (&'a str, &'a str);

/// Those under `[features]`, without the default choice.
fn features(manifest: &str) -> Vec<Feature<'_>> {
    let lines = manifest.lines().skip_while(|line| *line != "[features]").skip(1);
    let names = lines.take_while(|line| !line.starts_with('[')).filter_map(|line| line.split_once(" = "));
    names.filter(|(name, _)| *name != "default").collect()
}

/// All choices among some features that differ once each has brought others along, as `--features` takes them.
fn choices(features: &[Feature<'_>]) -> Vec<String> {
    let is_chosen = |choice: usize, index: usize| choice >> index & 1 == 1;
    let chosen = |choice: usize| features.iter().enumerate().filter(move |(index, _)| is_chosen(choice, *index));
    let brings = |line: &str, name: &str| line.contains(&format!("\"{name}\""));
    let is_whole = |choice: &usize| {
        let mut lines = chosen(*choice).map(|(_, (_, line))| line);
        lines.all(|line| chosen(!choice).all(|(_, (name, _))| !brings(line, name)))
    };
    let all = (0..1 << features.len()).filter(is_whole);
    all.map(|choice| chosen(choice).map(|(_, (name, _))| *name).collect::<Vec<_>>().join(",")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn features_are_read_and_every_choice_is_made() {
        let manifest = "[package]\nname = \"x\"\n\n[features]\ndefault = [\"a\"]\n# Words.\na = []\nb-c = [\"dep:y\"]\n\n[dependencies]\ny = \"1\"\n";
        assert_eq!(features(manifest), [("a", "[]"), ("b-c", "[\"dep:y\"]")]);
        assert_eq!(choices(&features(manifest)), ["", "a", "b-c", "a,b-c"]);
        assert_eq!(choices(&[("a", "[]"), ("b", "[\"a\"]"), ("c", "[]")]), ["", "a", "a,b", "c", "a,c", "a,b,c"]);
        assert_eq!(choices(&features("[package]\nname = \"x\"\n")), [""]);
    }
}
