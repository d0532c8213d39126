//! `dropline man`: the manual.

use crate::args::OwnProgram;
use crate::output;
use anyhow::{Context, Result};
use clap::{Args, ValueEnum};
use clap_mangen::Man;
use std::io;
use std::path::PathBuf;

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
        clap_mangen::generate_to(program.command(), folder).with_context(wrong)?;
    }
    Ok(())
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
        let man = Man::new(sub.clone());
        let mut section = Vec::new();
        man.render_synopsis_section(&mut section)?;
        man.render_description_section(&mut section)?;
        man.render_options_section(&mut section)?;
        man.render_extra_section(&mut section)?;
        let section = String::from_utf8_lossy(&section).replace("\n.SH ", "\n.SS ");
        let section = section.strip_prefix(".SH ").map_or(section.clone(), |rest| format!(".SS {rest}"));
        page.extend(format!(".SH \"{}\"\n{section}", title.to_uppercase()).bytes());
    }
    main.render_extra_section(&mut page)?;
    main.render_version_section(&mut page)?;
    Ok(page)
}
