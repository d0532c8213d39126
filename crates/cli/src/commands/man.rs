//! `dropline man`: the manual.

use crate::args::OwnProgram;
use crate::output;
use anyhow::{Context, Result};
use clap::{Args, Command, ValueEnum};
use clap_mangen::Man;
use clap_mangen::roff::{Roff, roman};
use std::io;
use std::path::{Path, PathBuf};

const EXAMPLES: &str = "\
Examples:
  dropline man | man -l -               read it
  dropline man --program maxconnect4    the course program's page
  dropline man --dir share/man/man1     a page for each command of both programs, for packagers";

/// Options of `dropline man`.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct ManArgs {
    /// The program whose page is printed
    #[arg(long, value_enum, value_name = "PROGRAM", default_value_t = OwnProgram::Dropline, conflicts_with = "dir")]
    program: OwnProgram,
    /// Write a page for each command of both programs into this folder instead of one page to standard output
    #[arg(long, value_name = "FOLDER")]
    dir: Option<PathBuf>,
}

pub(crate) fn run(args: &ManArgs) -> Result<()> {
    let Some(folder) = &args.dir else {
        return output::write(one_page(args.program).context("the manual cannot be written")?);
    };
    let wrong = || format!("cannot write the manual into {}", folder.display());
    std::fs::create_dir_all(folder).with_context(wrong)?;
    for program in OwnProgram::value_variants() {
        let mut command = program.command().disable_help_subcommand(true);
        command.build();
        write_pages(&command, folder).with_context(wrong)?;
    }
    Ok(())
}

/// A page for a command, and one for each below it.
fn write_pages(command: &Command, folder: &Path) -> io::Result<()> {
    let man = Man::new(command.clone());
    let mut page = Vec::new();
    man.render_title(&mut page)?;
    man.render_name_section(&mut page)?;
    page.extend(sections(&man, command)?.bytes());
    if command.has_subcommands() {
        man.render_subcommands_section(&mut page)?;
    }
    man.render_version_section(&mut page)?;
    std::fs::write(folder.join(man.get_filename()), page)?;
    command.get_subcommands().try_for_each(|sub| write_pages(sub, folder))
}

/// The whole manual on one page: each command is a section, with what it takes below.
fn one_page(program: OwnProgram) -> io::Result<Vec<u8>> {
    let mut command = program.command();
    command.build();
    let mut page = Vec::new();
    let main = Man::new(command.clone());
    main.render_title(&mut page)?;
    main.render_name_section(&mut page)?;
    main.render_synopsis_section(&mut page)?;
    main.render_description_section(&mut page)?;
    for sub in command.get_subcommands().filter(|sub| sub.get_name() != "help") {
        let title = format!("{} {}", program.name(), sub.get_name());
        let section = sections(&Man::new(sub.clone()), sub)?.replace("\n.SH ", "\n.SS ");
        let section = section.strip_prefix(".SH ").map_or(section.clone(), |rest| format!(".SS {rest}"));
        page.extend(format!(".SH \"{}\"\n{section}", title.to_uppercase()).bytes());
    }
    page.extend(examples(&command).bytes());
    main.render_version_section(&mut page)?;
    Ok(page)
}

/// What a command takes, and its examples.
fn sections(man: &Man, command: &Command) -> io::Result<String> {
    let mut text = Vec::new();
    man.render_synopsis_section(&mut text)?;
    man.render_description_section(&mut text)?;
    if command.get_arguments().next().is_some() {
        man.render_options_section(&mut text)?;
    }
    Ok(String::from_utf8_lossy(&text).into_owned() + &examples(command))
}

/// The end of a command's help as a section, line by line as it is laid out there.
fn examples(command: &Command) -> String {
    let help = command.get_after_help().map(ToString::to_string).unwrap_or_default();
    let (title, lines) = match help.strip_prefix("Examples:\n") {
        Some(lines) => ("EXAMPLES", lines),
        None if help.is_empty() => return String::new(),
        None => ("NOTES", help.as_str()),
    };
    let mut section = Roff::new();
    section.control("SH", [title]).control("nf", []);
    for line in lines.lines() {
        section.text([roman(line)]);
    }
    section.control("fi", []);
    section.to_roff()
}
