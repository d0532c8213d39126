use super::*;
use std::path::PathBuf;

fn docs() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs")
}

#[test]
fn every_figure_has_its_table_and_every_marked_table_its_figure() {
    let mut marked = Vec::new();
    for entry in fs::read_dir(docs()).expect("the docs") {
        let path = entry.expect("an entry").path();
        let Ok(text) = fs::read_to_string(&path) else { continue };
        let page = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        marked.extend(
            text.lines().filter(|line| line.starts_with("<!-- figure ")).map(|line| (page.clone(), line.to_owned())),
        );
    }
    let mut known: Vec<_> =
        figures().iter().map(|figure| (figure.page.to_owned(), figure.begin().trim_end().to_owned())).collect();
    marked.sort();
    known.sort();
    assert_eq!(marked, known);
    for figure in figures() {
        let page = fs::read_to_string(docs().join(figure.page)).expect("a page");
        let contents = page
            .split_once(&figure.begin())
            .and_then(|(_, rest)| rest.split_once(&figure.end()))
            .map(|(contents, _)| contents);
        assert!(
            contents.is_some_and(|contents| contents.contains("| --- |") || contents.contains("```text")),
            "{} has no table",
            figure.name
        );
        assert_eq!(figure.placed(&page, contents.unwrap_or_default()), Ok(page.clone()));
    }
}

#[test]
fn a_figure_takes_the_place_of_the_last_one_and_of_nothing_else() {
    let figure = figures()[0];
    let page = format!("before\n{}old\n{}\nafter\n", figure.begin(), figure.end());
    assert_eq!(figure.placed(&page, "new\n"), Ok(page.replace("old", "new")));
    assert!(figure.placed("before\nafter\n", "new\n").is_err_and(|error| error.contains(figure.name)));
}

#[test]
fn figures_are_chosen_by_time_or_by_name() {
    let names = |wanted| chosen(&wanted).map(|figures| figures.iter().map(|figure| figure.name).collect::<Vec<_>>());
    let quick = names(Wanted::Quick).unwrap();
    assert!(quick.contains(&"growth") && !quick.contains(&"peers"));
    assert!(names(Wanted::All).unwrap().contains(&"peers"));
    assert_eq!(names(Wanted::Only(vec!["peers".to_owned(), "growth".to_owned()])), Ok(vec!["peers", "growth"]));
    assert!(names(Wanted::Only(vec!["nothing".to_owned()])).is_err_and(|error| error.contains("`nothing`")));
}

#[test]
fn numbers_and_times_are_written_for_people() {
    assert_eq!(
        [3.0, 9999.0, 894_600.0, 43_100_000.0, 13_761_000_000.0].map(count),
        ["3", "9999", "895 k", "43.1 M", "13,761 M"]
    );
    assert_eq!([7, 1000, 6_725_250].map(grouped), ["7", "1,000", "6,725,250"]);
    assert_eq!(
        [4e-7, 5.16e-4, 0.0014, 0.026, 2.33, 38.8].map(time),
        ["0.4 µs", "516 µs", "1.4 ms", "26 ms", "2.3 s", "39 s"]
    );
}

#[test]
fn a_table_has_a_head_and_rows() {
    assert_eq!(table(&["a", "b"], [["1".to_owned(), "2".to_owned()]]), "| a | b |\n| --- | --- |\n| 1 | 2 |\n");
}
