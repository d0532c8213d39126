//! docs/players.md lists the players of the registry.

use dropline_core::Rules;
use dropline_engine::{OptionInfo, ValueInfo, players, strongest};
use std::fmt::Write;
use std::path::Path;

const PAGE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/players.md");
const BEGIN: &str =
    "<!-- The players, written by `UPDATE_DOCS=1 cargo test -p dropline-engine --test players docs` -->\n";
const END: &str = "<!-- The end of the players -->\n";

fn option(info: &OptionInfo) -> String {
    format!("`{}`: {}; {} (default: {})", info.key, info.about, info.values, info.default)
}

fn game(rules: Rules) -> &'static str {
    match rules {
        Rules::Connect => "Connect",
        Rules::Max => "Max-Connect",
    }
}

fn list() -> String {
    let mut text = "| spec | plays | in one line | options |\n| --- | --- | --- | --- |\n".to_owned();
    for info in players() {
        let rules = info.boards();
        let options = info.options.iter().map(option).collect::<Vec<_>>().join("<br>");
        writeln!(text, "| `{}` | {rules} | {} | {options} |", info.name, info.about).unwrap();
    }
    for (info, option) in players().iter().flat_map(|info| info.options.iter().map(move |option| (info, option))) {
        if !option.named.is_empty() {
            writeln!(text, "\n| spec | name | what it is like |\n| --- | --- | --- |").unwrap();
        }
        for ValueInfo { value, name, about } in option.named {
            writeln!(text, "| `{}:{}={value}` | {name} | {about} |", info.name, option.key).unwrap();
        }
    }
    let opponents = [Rules::Connect, Rules::Max].map(|rules| format!("`{}` in {}", strongest(rules), game(rules)));
    let said = "\nIf nobody says otherwise, the opponent is the strongest player of the rule set:";
    writeln!(text, "{said} {}.", opponents.join(", ")).unwrap();
    text
}

#[test]
fn the_page_of_players_lists_the_registry() {
    let page = std::fs::read_to_string(PAGE).unwrap();
    let (head, rest) = page.split_once(BEGIN).expect("the list has a beginning");
    let (found, tail) = rest.split_once(END).expect("the list has an end");
    let list = list();
    if std::env::var_os("UPDATE_DOCS").is_some() {
        std::fs::write(Path::new(PAGE), format!("{head}{BEGIN}{list}{END}{tail}")).unwrap();
    } else {
        assert_eq!(found, list, "write it anew: UPDATE_DOCS=1 cargo test -p dropline-engine --test players docs");
    }
}
