//! The web app's files as they are sent: a style of all sheets, and a script with everything it imports, so that a first visit asks for few files.
//!
//! The scripts are written in a small part of the language, which makes this simple: an import or an export is a line of its own, imports name what they
//! take, and no two files import each other. Each file becomes a function that is called once and gives what it exports.

use std::collections::HashMap;
use std::fmt::Write as _;

/// The sheets, in the order in which they overrule each other.
const SHEETS: [&str; 7] = ["theme", "base", "board", "play", "study", "text", "small"];

/// All sheets as one.
pub(super) fn style(read: impl Fn(&str) -> Option<String>) -> Option<String> {
    SHEETS.iter().map(|name| Some(without_comments(&read(&format!("css/{name}.css"))?))).collect()
}

/// A script and everything it imports as one.
pub(super) fn script(entry: &str, read: impl Fn(&str) -> Option<String>) -> Option<String> {
    let mut bundle = Bundle { read, names: HashMap::new(), text: String::new() };
    let source = (bundle.read)(entry)?;
    let body = bundle.body(entry, &source)?.0;
    // Its names must not hide those of the browser from the others, so it is a function too, which may wait.
    Some(format!("{}(async () => {{\n{body}}})();\n", bundle.text))
}

struct Bundle<R> {
    read: R,
    /// What each file that was added is called.
    names: HashMap<String, String>,
    text: String,
}

impl<R: Fn(&str) -> Option<String>> Bundle<R> {
    /// Adds a file once; what it is called.
    fn add(&mut self, path: &str) -> Option<String> {
        if let Some(name) = self.names.get(path) {
            return Some(name.clone());
        }
        let name = format!("module{}", self.names.len());
        self.names.insert(path.to_owned(), name.clone());
        let source = (self.read)(path)?;
        let (body, exports) = self.body(path, &source)?;
        let _ = write!(self.text, "const {name} = (() => {{\n{body}return {{ {} }};\n}})();\n", exports.join(", "));
        Some(name)
    }

    /// A file without its imports, which are added before it, and the names of what it exports.
    fn body(&mut self, path: &str, source: &str) -> Option<(String, Vec<String>)> {
        let (mut body, mut exports) = (String::new(), Vec::new());
        for line in without_comments(source).lines() {
            if let Some(import) = line.strip_prefix("import ") {
                let (names, from) = import.rsplit_once('"')?.0.split_once('"')?;
                let module = self.add(&resolve(path, from)?)?;
                if let Some(names) = names.strip_suffix(" from ") {
                    let _ = writeln!(body, "const {} = {module};", names.replace(" as ", ": "));
                }
            } else if let Some(declared) = line.strip_prefix("export ") {
                let mut words = declared.split(|mark: char| !(mark.is_alphanumeric() || mark == '_' || mark == '$'));
                let name = words.find(|word| !["class", "const", "function", "async", ""].contains(word))?;
                exports.push(name.to_owned());
                body += declared;
                body.push('\n');
            } else if !line.trim().is_empty() {
                body += line;
                body.push('\n');
            }
        }
        Some((body, exports))
    }
}

/// What a file means by the name of another.
fn resolve(path: &str, from: &str) -> Option<String> {
    let mut parts: Vec<&str> = path.split('/').collect();
    parts.pop();
    for part in from.split('/') {
        match part {
            "." => {}
            ".." => {
                parts.pop()?;
            }
            name => parts.push(name),
        }
    }
    Some(parts.join("/"))
}

/// A text without `/* … */` and without lines that begin with `//`.
fn without_comments(source: &str) -> String {
    let mut text = String::new();
    let mut rest = source;
    while let Some((before, after)) = rest.split_once("/*") {
        text += before;
        rest = after.split_once("*/").map_or("", |(_, after)| after);
    }
    text += rest;
    let kept = text.lines().filter(|line| !line.trim_start().starts_with("//") && !line.trim().is_empty());
    kept.fold(String::new(), |all, line| all + line + "\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_imported_comes_first_and_once() {
        let files = HashMap::from([
            (
                "js/pages/a.js",
                "import { b } from \"../b.js\";\nimport { c as d } from \"../c.js\";\nimport \"../b.js\";\nb(d);\n",
            ),
            (
                "js/b.js",
                "// A comment.\nimport { c } from \"./c.js\";\n/** Says it. */\nexport function b(x) { say(c, x); }\n",
            ),
            ("js/c.js", "export const c = 1;\nexport class E {}\n"),
        ]);
        let made = script("js/pages/a.js", |path| files.get(path).map(|text| (*text).to_owned())).unwrap();
        let wanted = "const module1 = (() => {\nconst c = 1;\nclass E {}\nreturn { c, E };\n})();\n\
                      const module0 = (() => {\nconst { c } = module1;\nfunction b(x) { say(c, x); }\nreturn { b };\n})();\n\
                      (async () => {\nconst { b } = module0;\nconst { c: d } = module1;\nb(d);\n})();\n";
        assert_eq!(made, wanted);
        assert!(script("js/none.js", |_| None).is_none());
    }
}
