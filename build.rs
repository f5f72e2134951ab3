//! Builds again when a migration is added, so that the embedded list is never old.

fn main() {
    println!("cargo:rerun-if-changed=migrations");
}
