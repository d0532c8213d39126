//! What the program says about the features it was built without.

#[cfg(any(not(feature = "png"), not(feature = "server"), not(feature = "tui")))]
#[track_caller]
fn says(args: &str, sentence: &str) {
    let run = crate::dropline(args);
    assert_eq!((run.code, run.out.as_str()), (2, ""), "{}", run.err);
    assert_eq!(run.err, format!("dropline: this program was built without {sentence}\n"));
}

#[test]
fn left_out_commands_are_not_in_the_help() {
    let help = crate::printed("--help");
    assert_eq!(help.contains("\n  serve "), cfg!(feature = "server"));
    assert_eq!(help.contains("\n  tui "), cfg!(feature = "tui"));
    assert_eq!(help.contains("full-screen"), cfg!(feature = "tui"));
    assert_eq!(crate::printed("show --help").contains("png:"), cfg!(feature = "png"));
}

#[cfg(not(feature = "server"))]
#[test]
fn left_out_server_is_refused_by_name() {
    says("serve --open", "`dropline serve`: build it with the feature `server`");
    says("help serve", "`dropline serve`: build it with the feature `server`");
}

#[cfg(not(feature = "tui"))]
#[test]
fn left_out_terminal_ui_is_refused_by_name() {
    says("tui", "`dropline tui`: build it with the feature `tui`");
}

#[cfg(not(feature = "png"))]
#[test]
fn left_out_png_is_refused_by_name() {
    says("show 4453 --to png --out picture.png", "PNG pictures: build it with the feature `png`");
}
