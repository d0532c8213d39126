//! Project tasks: `cargo xtask TASK`.

mod agree;
mod book;
mod features;
mod figures;
mod packages;
mod python;
mod release;
mod shell;
mod site;
mod targets;
mod test;
mod web;

use figures::Wanted;
use std::path::Path;
use std::process::ExitCode;
use test::{Counts, Tests, Undone};

const USAGE: &str = "\
Usage: cargo xtask TASK

Tasks:
  test [--slow] [--all]
                 check the format, lint with every choice of features, check the types for
                 browsers and for ARM, make the site, run all tests (the web app's in a real browser,
                 the Python package's in a virtual environment) and build the documentation;
                 --slow also runs the long proofs that are left out by default;
                 packages that are missing are named first: root, and who sets CI, gets them
                 installed, a person is asked; what cannot be had is left out and named at the end,
                 which --all makes an error
  web            only the web app's part of the tests: types, and its pages in a real browser
  python         only the Python package's part of the tests: types, and pytest with the packages
                 of other people that the adapters are held to, in .local/python
  site           build the engine as WebAssembly, the npm package (dist/engine) and the web app
                 as static files for any host (dist), with the handbook
  book           build the handbook (target/book) with mdBook, and check its links
  figures [--slow | --only NAME,NAME | --list]
                 measure what the docs quote and write the tables anew, with date, machine and
                 commit; --slow those that take minutes or hours too, --only these alone, --list
                 names them all. It wants a quiet computer
  release [--only PART]
                 make and try what is handed to others: tarball, Debian package, wheel and source
                 package, npm package, site, licences, crates (nothing is uploaded)
  agree [COUNT]  compare the scores of random 7x6 positions (20000) with those of
                 bitbully, which is installed into .local/";

/// Says what the tests of one part came to.
fn counted(result: Result<Counts, Undone>) -> Result<(), String> {
    result.map(|counts| println!("\n{} passed, {} failed", counts.passed, counts.failed)).map_err(Undone::words)
}

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let args: Vec<&str> = args.iter().map(String::as_str).collect();
    let result = match args.as_slice() {
        ["test", options @ ..] if options.iter().all(|option| matches!(*option, "--slow" | "--all")) => {
            let tests = if options.contains(&"--slow") { Tests::WithSlow } else { Tests::Usual };
            test::run(tests, options.contains(&"--all"))
        }
        ["web"] => {
            packages::provide(&web::PACKAGES);
            counted(web::run())
        }
        ["python"] => {
            packages::provide(&python::PACKAGES);
            counted(python::run(Tests::Usual))
        }
        ["site"] => {
            packages::provide(&site::PACKAGES);
            if !targets::all_installed() {
                packages::provide(&targets::PACKAGES);
            }
            site::run().map_err(Undone::words)
        }
        ["book"] => book::build(Path::new("."))
            .map(|book| println!("{}", book.join("index.html").display()))
            .map_err(Undone::words),
        ["figures"] => figures::run(&Wanted::Quick),
        ["figures", "--slow"] => figures::run(&Wanted::All),
        ["figures", "--only", names] => figures::run(&Wanted::Only(names.split(',').map(str::to_owned).collect())),
        ["figures", "--list"] => {
            figures::list();
            Ok(())
        }
        ["release"] => release::run(None),
        ["release", "--only", part] => release::run(Some(part)),
        ["agree"] => agree::run(agree::POSITIONS),
        ["agree", count] => match count.parse() {
            Ok(count @ 1..) => agree::run(count),
            _ => Err(format!("`{count}` is not a number of positions, 1 or more")),
        },
        ["help" | "--help" | "-h"] => {
            println!("{USAGE}");
            Ok(())
        }
        _ => Err(format!("no such task: `{}`\n\n{USAGE}", args.join(" "))),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("xtask: {message}");
            ExitCode::from(2)
        }
    }
}
