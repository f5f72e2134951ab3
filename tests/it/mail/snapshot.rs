//! Compares a text with the file that holds how it should be (`tests/data/mail/*.txt`). A difference fails and
//! leaves what came out beside it as `*.new`, to look at and to take over.

use std::path::Path;

/// Fails unless each of these texts is what `tests/data/mail/{name}.txt` says.
pub fn assert_snapshots<'a>(texts: impl IntoIterator<Item = (&'a str, String)>) {
    let differing: Vec<String> =
        texts.into_iter().filter_map(|(name, text)| difference(name, &text)).collect();
    assert!(differing.is_empty(), "{}", differing.join("\n"));
}

/// What is wrong with a text, if anything.
fn difference(name: &str, actual: &str) -> Option<String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/mail");
    let kept = folder.join(format!("{name}.txt"));
    let fresh = folder.join(format!("{name}.txt.new"));
    let expected = read(&kept);
    if expected == actual {
        return None;
    }
    write(&fresh, actual);
    Some(format!("{} differs from what is kept:\n--- kept\n{expected}\n--- now\n{actual}", kept.display()))
}

#[expect(clippy::disallowed_methods, reason = "a test's data")]
fn read(path: &Path) -> String {
    std::fs::read_to_string(path).unwrap_or_default()
}

#[expect(clippy::disallowed_methods, reason = "a test's data")]
fn write(path: &Path, text: &str) {
    std::fs::create_dir_all(path.parent().expect("a folder")).expect("the folder can be made");
    std::fs::write(path, text).expect("the file can be written");
}
