//! From a source file to the paths it names.

use std::path::{Path, PathBuf};
use syn::visit::{self, Visit};

/// A file and what it names.
pub struct Source {
    /// Its path below `src`.
    pub file: String,
    /// Its module below the crate: `["domain", "rules"]`.
    pub module: Vec<String>,
    /// Every path, absolute: those of this crate begin with `crate`.
    pub paths: Vec<Vec<String>>,
}

/// The folder of the package.
pub fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

/// Every source of the library but those of unit tests.
pub fn read_all() -> Vec<Source> {
    let src = root().join("src");
    let mut sources = Vec::new();
    for entry in walkdir::WalkDir::new(&src).sort_by_file_name() {
        let entry = entry.unwrap();
        let path = entry.path();
        let is_rust = path.extension().is_some_and(|ext| ext == "rs");
        let is_test = path.file_stem().is_some_and(|stem| stem == "tests");
        if is_rust && !is_test && path.components().all(|part| part.as_os_str() != "tests") {
            let file = path.strip_prefix(&src).unwrap().to_str().unwrap().to_owned();
            if file != "lib.rs" && file != "main.rs" {
                sources.push(read(&file, &std::fs::read_to_string(path).unwrap()));
            }
        }
    }
    sources
}

/// Reads `text` as the file `src/{file}`.
pub fn read(file: &str, text: &str) -> Source {
    let module = module_of(Path::new(file));
    let mut names = Names { module: module.clone(), paths: Vec::new() };
    names.visit_file(&syn::parse_file(text).unwrap_or_else(|e| panic!("{file}: {e}")));
    Source { file: file.to_owned(), module, paths: names.paths }
}

fn module_of(file: &Path) -> Vec<String> {
    let mut module: Vec<String> =
        file.with_extension("").iter().map(|part| part.to_str().unwrap().to_owned()).collect();
    if module.last().is_some_and(|last| last == "mod") {
        module.pop();
    }
    module
}

struct Names {
    module: Vec<String>,
    paths: Vec<Vec<String>>,
}

impl Names {
    /// Keeps a path, made absolute: `super::x` in `a::b` is `crate::a::x`.
    fn keep(&mut self, path: &[String]) {
        let mut base = self.module.clone();
        let mut rest = path;
        let mut relative = false;
        loop {
            match rest.first().map(String::as_str) {
                Some("super") => {
                    base.pop();
                }
                Some("self") => {}
                _ => break,
            }
            relative = true;
            rest = &rest[1..];
        }
        let mut absolute = Vec::new();
        if relative {
            absolute.push("crate".to_owned());
            absolute.extend(base);
        }
        absolute.extend(rest.iter().cloned());
        self.paths.push(absolute);
    }

    fn keep_tree(&mut self, before: &[String], tree: &syn::UseTree) {
        let with = |name: &syn::Ident| [before, &[name.to_string()]].concat();
        match tree {
            syn::UseTree::Path(path) => self.keep_tree(&with(&path.ident), &path.tree),
            syn::UseTree::Name(name) if name.ident == "self" => self.keep(before),
            syn::UseTree::Name(name) => self.keep(&with(&name.ident)),
            syn::UseTree::Rename(name) => self.keep(&with(&name.ident)),
            syn::UseTree::Glob(_) => self.keep(before),
            syn::UseTree::Group(group) => group.items.iter().for_each(|tree| self.keep_tree(before, tree)),
        }
    }

    /// Paths in a macro's tokens, which `syn` does not parse: words joined by `::`.
    fn keep_tokens(&mut self, tokens: &str) {
        let joined = tokens.replace(" :: ", "::").replace(":: ", "::").replace(" ::", "::");
        let word = |c: char| c.is_alphanumeric() || c == '_' || c == ':';
        for text in joined.split(|c| !word(c)) {
            let path: Vec<String> = text.split("::").map(str::to_owned).collect();
            if path.len() > 1 && path.iter().all(|part| !part.is_empty() && !part.contains(':')) {
                self.keep(&path);
            }
        }
    }
}

impl<'ast> Visit<'ast> for Names {
    fn visit_item_mod(&mut self, item: &'ast syn::ItemMod) {
        let is_test = item.attrs.iter().any(|attr| {
            attr.path().is_ident("cfg") && attr.parse_args::<syn::Ident>().is_ok_and(|flag| flag == "test")
        });
        if !is_test {
            self.module.push(item.ident.to_string());
            visit::visit_item_mod(self, item);
            self.module.pop();
        }
    }

    fn visit_item_use(&mut self, item: &'ast syn::ItemUse) {
        self.keep_tree(&[], &item.tree);
    }

    fn visit_path(&mut self, path: &'ast syn::Path) {
        let names: Vec<String> = path.segments.iter().map(|segment| segment.ident.to_string()).collect();
        if names.len() > 1 {
            self.keep(&names);
        }
        visit::visit_path(self, path);
    }

    fn visit_macro(&mut self, item: &'ast syn::Macro) {
        self.keep_tokens(&item.tokens.to_string());
        visit::visit_macro(self, item);
    }

    // Attributes hold no paths that matter, and doc comments hold examples; visibilities name parents.
    fn visit_attribute(&mut self, _: &'ast syn::Attribute) {}

    fn visit_visibility(&mut self, _: &'ast syn::Visibility) {}
}
