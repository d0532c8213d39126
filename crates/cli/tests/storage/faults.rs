//! Faults of the disk and of the wall clock, as the program under test sees them: a library that is loaded before the C library.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;

/// No space is left.
pub(crate) const FULL: i32 = 28;
/// The disk cannot be read or written.
pub(crate) const BROKEN: i32 = 5;

/// What goes wrong with a program's database.
pub(crate) struct Faults {
    control: PathBuf,
    generation: u32,
    shift: i64,
}

impl Faults {
    /// Nothing goes wrong yet.
    pub(crate) fn new(folder: &Path) -> Faults {
        let mut faults = Faults { control: folder.join("faults"), generation: 0, shift: 0 };
        faults.mend();
        faults
    }

    /// Has a command suffer from them.
    pub(crate) fn befall(&self, command: &mut Command) {
        command.env("LD_PRELOAD", library()).env("FAULTS_IN", "games.sqlite3").env("FAULTS_CONTROL", &self.control);
    }

    /// So many writes pass from now on, and so many after them fail.
    pub(crate) fn fail(&mut self, after: u32, times: u32, error: i32) {
        self.generation += 1;
        let orders = format!("{} {after} {times} {error} {}", self.generation, self.shift);
        let fresh = self.control.with_extension("fresh");
        std::fs::write(&fresh, orders).and_then(|()| std::fs::rename(fresh, &self.control)).expect("orders are given");
    }

    /// All is well again.
    pub(crate) fn mend(&mut self) {
        self.fail(0, 0, 0);
    }

    /// How many writes failed so far.
    pub(crate) fn hits(&self) -> u64 {
        std::fs::metadata(self.control.with_extension("hits")).map_or(0, |file| file.len())
    }
}

/// The library, compiled once.
fn library() -> &'static Path {
    static LIBRARY: OnceLock<PathBuf> = OnceLock::new();
    LIBRARY.get_or_init(|| {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR"));
        let (library, fresh) = (folder.join("faults.so"), folder.join(format!("faults-{}.so", std::process::id())));
        let source = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/storage/faults.c");
        let mut compiler = Command::new("cc");
        compiler.args(["-O1", "-Wall", "-Werror", "-shared", "-fPIC", "-o"]).arg(&fresh);
        let compiled = compiler.args([source, "-ldl", "-lpthread"]).status();
        assert!(compiled.expect("a C compiler, which SQLite needs too").success());
        std::fs::rename(fresh, &library).expect("the library takes its place");
        library
    })
}
