//! `cargo xtask api`: what the libraries offer, beside the listing of their last release.
//!
//! The listing is made from the source, so it is the same with every compiler. It names every item that is marked as
//! public; the lint `unreachable_pub` sees to it that all of them can be reached. What can be added to without
//! breaking anybody (fields and variants of what is `non_exhaustive`, provided methods) has a line of its own; the rest is
//! in the line of what it belongs to, so that any change of it shows as a line that is gone.
//!
//! Once a version is released (CHANGELOG.md has a heading for it), a line that is gone needs a version that may break, and a
//! new line one that may add. Before that, differences are told and no more.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use proc_macro2::{TokenStream, TokenTree};
use quote::ToTokens;
use syn::{Attribute, Fields, File, ImplItem, Item, TraitItem, UseTree, Visibility};

/// The libraries, and where their listings are.
const LIBRARIES: [&str; 3] = ["cutfirst", "cutfirst-games", "cutfirst-lab"];
const LISTINGS: &str = "xtask/api";

/// Compares, or writes the listings anew.
pub(crate) fn run(workspace: &Path, update: bool) -> ExitCode {
    match LIBRARIES.iter().try_fold(true, |fine, library| Ok(fine & check(workspace, library, update)?)) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::from(1),
        Err(why) => {
            let why: String = why;
            eprintln!("xtask: the public API cannot be listed: {why}");
            ExitCode::from(1)
        }
    }
}

fn check(workspace: &Path, library: &str, update: bool) -> Result<bool, String> {
    let read = |path: &Path| fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()));
    let manifest: toml::Table = read(&workspace.join("Cargo.toml"))?.parse().map_err(|e| format!("{e}"))?;
    let version = manifest.get("workspace").and_then(|table| table.get("package")?.get("version")?.as_str());
    let version = Version::read(version.ok_or("the workspace has no version")?)?;
    let offered = listing(&workspace.join("crates").join(library).join("src/lib.rs"))?;
    let path = workspace.join(LISTINGS).join(format!("{library}.txt"));
    let (listed_version, listed) = match fs::read_to_string(&path) {
        Ok(text) => read_listing(library, &text)?,
        Err(_) if update => (version, BTreeSet::new()),
        Err(error) => return Err(format!("{}: {error}", path.display())),
    };
    let is_released = read(&workspace.join("CHANGELOG.md"))?.contains(&format!("## [{listed_version}]"));
    let gone: Vec<_> = listed.difference(&offered).collect();
    let new: Vec<_> = offered.difference(&listed).collect();
    let needed = listed_version.needed(!gone.is_empty(), !new.is_empty());
    let fits = !is_released || version >= needed;
    println!(
        "{library}: {} lines, {} gone and {} new since {listed_version}{}",
        offered.len(),
        gone.len(),
        new.len(),
        if is_released { "" } else { ", which is not released" }
    );
    if !fits {
        gone.iter().for_each(|line| println!("- {line}"));
        new.iter().for_each(|line| println!("+ {line}"));
        eprintln!(
            "xtask: the API of {library} has changed since {listed_version}: the next version must be at least {needed}, not {version}"
        );
    } else if update {
        let text = offered.iter().fold(format!("{library} {version}\n"), |text, line| text + line + "\n");
        fs::write(&path, text).map_err(|error| format!("{}: {error}", path.display()))?;
    }
    Ok(fits)
}

fn read_listing(library: &str, text: &str) -> Result<(Version, BTreeSet<String>), String> {
    let mut lines = text.lines();
    let version = lines.next().and_then(|line| line.strip_prefix(library)?.strip_prefix(' '));
    let version = Version::read(version.ok_or_else(|| format!("'{library} VERSION' is missing"))?)?;
    Ok((version, lines.map(str::to_owned).collect()))
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
struct Version([u64; 3]);

impl Version {
    fn read(text: &str) -> Result<Self, String> {
        let parts: Option<Vec<u64>> = text.split('.').map(|part| part.parse().ok()).collect();
        let parts = parts.and_then(|parts| parts.try_into().ok());
        parts.map(Self).ok_or_else(|| format!("'{text}' is not a version such as 1.2.3"))
    }

    /// The least version that may follow after such changes.
    fn needed(self, breaks: bool, adds: bool) -> Self {
        let [major, minor, patch] = self.0;
        Self(match (major, breaks, adds) {
            (0, true, _) => [0, minor + 1, 0],
            (0, false, true) => [0, minor, patch + 1],
            (_, true, _) => [major + 1, 0, 0],
            (_, false, true) => [major, minor + 1, 0],
            (_, false, false) => self.0,
        })
    }
}

impl std::fmt::Display for Version {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let [major, minor, patch] = self.0;
        write!(f, "{major}.{minor}.{patch}")
    }
}

/// Everything that the library with this root offers, a line each.
fn listing(root: &Path) -> Result<BTreeSet<String>, String> {
    let mut lister = Lister { types: BTreeSet::new(), lines: BTreeSet::new(), implementations: Vec::new() };
    lister.walk(root, &mut Vec::new())?;
    Ok(lister.finish())
}

struct Lister {
    /// Names of public types.
    types: BTreeSet<String>,
    lines: BTreeSet<String>,
    /// What belongs to the API if its type does.
    implementations: Vec<(Option<String>, String)>,
}

impl Lister {
    fn finish(mut self) -> BTreeSet<String> {
        for (type_name, line) in self.implementations {
            // Whatever is implemented for references and the like is public.
            if type_name.is_none_or(|name| self.types.contains(&name)) {
                self.lines.insert(line);
            }
        }
        self.lines
    }

    /// Lists a file. Items of private modules count as those of the module above that can be named.
    fn walk(&mut self, file: &Path, path: &mut Vec<String>) -> Result<(), String> {
        let fault = |error: &dyn std::fmt::Display| format!("{}: {error}", file.display());
        let text = fs::read_to_string(file).map_err(|error| fault(&error))?;
        let parsed: File = syn::parse_file(&text).map_err(|error| fault(&error))?;
        let stem = file.file_stem().unwrap_or_default();
        let folder = file.parent().unwrap_or(file);
        let below: PathBuf =
            if stem == "lib" || stem == "mod" { folder.to_path_buf() } else { folder.join(stem) };
        self.items(&parsed.items, path, &below)
    }

    fn items(&mut self, items: &[Item], path: &mut Vec<String>, below: &Path) -> Result<(), String> {
        let hidden: BTreeSet<String> = items.iter().filter_map(private_module).collect();
        for item in items {
            if let Item::Mod(module) = item {
                if is_for_tests(&module.attrs) {
                    continue;
                }
                let name = module.ident.to_string();
                let named = is_public(&module.vis);
                if named {
                    path.push(name.clone());
                }
                match &module.content {
                    Some((_, items)) => self.items(items, path, &below.join(&name))?,
                    None => {
                        let flat = below.join(format!("{name}.rs"));
                        let file = if flat.exists() { flat } else { below.join(&name).join("mod.rs") };
                        self.walk(&file, path)?;
                    }
                }
                if named {
                    path.pop();
                }
            } else {
                self.item(item, &path.join("::"), &hidden);
            }
        }
        Ok(())
    }

    fn item(&mut self, item: &Item, path: &str, hidden: &BTreeSet<String>) {
        match item {
            Item::Fn(item) if is_public(&item.vis) => self.add(path, &signature(&item.sig)),
            Item::Const(item) if is_public(&item.vis) => {
                self.add(path, &format!("const {}: {}", item.ident, text(&item.ty)));
            }
            Item::Type(item) if is_public(&item.vis) => {
                self.add(path, &format!("type {}{} = {}", item.ident, text(&item.generics), text(&item.ty)));
            }
            Item::Struct(item) if is_public(&item.vis) => {
                let what = format!("struct {}{}", item.ident, text(&item.generics));
                self.derives(path, &item.ident.to_string(), &item.attrs);
                let open = is_open(&item.attrs) || item.fields.iter().any(|field| !is_public(&field.vis));
                self.parts(path, &what, &item.ident.to_string(), open, &fields(&item.fields, true));
            }
            Item::Enum(item) if is_public(&item.vis) => {
                let what = format!("enum {}{}", item.ident, text(&item.generics));
                self.derives(path, &item.ident.to_string(), &item.attrs);
                let variants = item.variants.iter().map(|variant| {
                    let inner = fields(&variant.fields, false);
                    let open = if is_open(&variant.attrs) { ", .." } else { "" };
                    if inner.is_empty() {
                        variant.ident.to_string()
                    } else {
                        format!("{}({}{open})", variant.ident, inner.join(", "))
                    }
                });
                self.parts(
                    path,
                    &what,
                    &item.ident.to_string(),
                    is_open(&item.attrs),
                    &variants.collect::<Vec<_>>(),
                );
            }
            Item::Trait(item) if is_public(&item.vis) => self.trait_(item, path),
            Item::Impl(item) => self.implementation(item, path),
            Item::Use(item) if is_public(&item.vis) => {
                let mut brought = Vec::new();
                if !matches!(&item.tree, UseTree::Path(tree) if goes_into(tree, hidden)) {
                    names(&item.tree, "", &mut brought);
                }
                brought.iter().for_each(|name| self.add(path, &format!("use {name}")));
            }
            Item::Macro(item) => {
                if let Some(name) = &item.ident {
                    if item.attrs.iter().any(|attribute| attribute.path().is_ident("macro_export")) {
                        self.lines.insert(format!("macro {name}!"));
                    }
                } else if item.mac.tokens.clone().into_iter().any(|token| token.to_string() == "pub") {
                    let declared = text(&without_docs(item.mac.tokens.clone()));
                    self.add(path, &format!("{}! {{ {declared} }}", text(&item.mac.path)));
                }
            }
            _ => {}
        }
    }

    fn add(&mut self, path: &str, line: &str) {
        self.lines.insert(if path.is_empty() { line.to_owned() } else { format!("{path}: {line}") });
    }

    /// Parts that may grow get a line each, others that of the whole.
    fn parts(&mut self, path: &str, what: &str, name: &str, open: bool, parts: &[String]) {
        self.types.insert(name.to_owned());
        if open {
            self.add(path, &format!("{what} {{ .. }}"));
            parts.iter().for_each(|part| self.add(path, &format!("{name}: {part}")));
        } else {
            self.add(path, &format!("{what} {{ {} }}", parts.join(", ")));
        }
    }

    fn derives(&mut self, path: &str, name: &str, attributes: &[Attribute]) {
        for attribute in attributes.iter().filter(|attribute| attribute.path().is_ident("derive")) {
            let _ = attribute.parse_nested_meta(|derived| {
                self.add(path, &format!("{name}: derive({})", text(&derived.path)));
                Ok(())
            });
        }
    }

    fn trait_(&mut self, item: &syn::ItemTrait, path: &str) {
        self.types.insert(item.ident.to_string());
        let mut required = Vec::new();
        for part in &item.items {
            let (line, provided) = match part {
                TraitItem::Fn(part) => (signature(&part.sig), part.default.is_some()),
                TraitItem::Const(part) => {
                    (format!("const {}: {}", part.ident, text(&part.ty)), part.default.is_some())
                }
                TraitItem::Type(part) => {
                    (format!("type {}{}{}", part.ident, text(&part.generics), bound(&part.bounds)), false)
                }
                _ => continue,
            };
            if provided {
                self.add(path, &format!("{}: {line}, provided", item.ident));
            } else {
                required.push(line);
            }
        }
        let what = format!("trait {}{}{}", item.ident, text(&item.generics), bound(&item.supertraits));
        self.add(path, &format!("{what} {{ {} }}", required.join("; ")));
    }

    fn implementation(&mut self, item: &syn::ItemImpl, path: &str) {
        if is_for_tests(&item.attrs) {
            return;
        }
        let of = text(&item.self_ty);
        let name = match &*item.self_ty {
            syn::Type::Path(path) => path.path.segments.last().map(|segment| segment.ident.to_string()),
            _ => None,
        };
        let before = if path.is_empty() { String::new() } else { format!("{path}: ") };
        let bounds = match text(&item.generics.where_clause) {
            bounds if bounds.is_empty() => bounds,
            bounds => format!(" {bounds}"),
        };
        let mut line = format!("{before}impl{} ", text(&item.generics));
        if let Some((implemented, _)) = &item.trait_ {
            let _ = write!(line, "{} for {of}{bounds}", text(implemented));
            for part in &item.items {
                if let ImplItem::Type(part) = part {
                    let _ = write!(line, " type {} = {};", part.ident, text(&part.ty));
                }
            }
            // Traits of the standard library and others are known by their own names.
            self.implementations.push((name, line.trim_end().to_owned()));
            return;
        }
        for part in &item.items {
            let part = match part {
                ImplItem::Fn(part) if is_public(&part.vis) => signature(&part.sig),
                ImplItem::Const(part) if is_public(&part.vis) => {
                    format!("const {}: {}", part.ident, text(&part.ty))
                }
                _ => continue,
            };
            self.implementations.push((name.clone(), format!("{line}{of}{bounds}: {part}")));
        }
    }
}

/// The name of a module that cannot be named from outside.
fn private_module(item: &Item) -> Option<String> {
    match item {
        Item::Mod(module) if !is_public(&module.vis) => Some(module.ident.to_string()),
        _ => None,
    }
}

/// Whether a re-export only makes public what lies in a private module here, where it is listed anyway.
fn goes_into(tree: &syn::UsePath, hidden: &BTreeSet<String>) -> bool {
    match (&tree.ident, &*tree.tree) {
        (first, UseTree::Path(next)) if first == "self" => goes_into(next, hidden),
        (first, _) => hidden.contains(&first.to_string()),
    }
}

fn is_public(visibility: &Visibility) -> bool {
    matches!(visibility, Visibility::Public(_))
}

fn is_open(attributes: &[Attribute]) -> bool {
    attributes.iter().any(|attribute| attribute.path().is_ident("non_exhaustive"))
}

fn is_for_tests(attributes: &[Attribute]) -> bool {
    attributes.iter().any(|attribute| {
        attribute.path().is_ident("cfg")
            && matches!(text(&attribute.meta).as_str(), "cfg(test)" | "cfg(doctest)")
    })
}

/// `: Clone`, or nothing.
fn bound(bounds: &impl ToTokens) -> String {
    let bounds = text(bounds);
    if bounds.is_empty() { bounds } else { format!(": {bounds}") }
}

fn fields(fields: &Fields, of_struct: bool) -> Vec<String> {
    let shown = fields.iter().filter(|field| !of_struct || is_public(&field.vis));
    let shown = shown.map(|field| match &field.ident {
        Some(name) => format!("{name}: {}", text(&field.ty)),
        None => text(&field.ty),
    });
    shown.collect()
}

/// Without the names of parameters, which callers do not see.
fn signature(signature: &syn::Signature) -> String {
    let mut signature = signature.clone();
    for input in &mut signature.inputs {
        match input {
            syn::FnArg::Receiver(receiver) => receiver.mutability = None,
            syn::FnArg::Typed(typed) => *typed.pat = syn::parse_quote!(_),
        }
    }
    text(&signature)
}

/// Written as tokens without the spaces that people would not write.
fn text(tokens: &impl ToTokens) -> String {
    one_line(&tokens.to_token_stream().to_string())
}

fn one_line(text: &str) -> String {
    let mut line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    for (from, to) in [
        (" ::", "::"),
        (":: ", "::"),
        ("< ", "<"),
        (" <", "<"),
        (" >", ">"),
        ("& ", "&"),
        ("( ", "("),
        (" )", ")"),
        (" ,", ","),
        (" (", "("),
        (" :", ":"),
        (",)", ")"),
        (", >", ">"),
        ("[ ", "["),
        (" ]", "]"),
        (" ;", ";"),
        ("' ", "'"),
    ] {
        line = line.replace(from, to);
    }
    line.replace("->", " -> ").replace("  ", " ")
}

fn without_docs(tokens: TokenStream) -> TokenStream {
    let mut tokens = tokens.into_iter().peekable();
    let mut kept = TokenStream::new();
    while let Some(token) = tokens.next() {
        let documents = |next: &TokenTree| matches!(next, TokenTree::Group(group) if group.stream().to_string().starts_with("doc"));
        let is_mark = matches!(&token, TokenTree::Punct(mark) if mark.as_char() == '#');
        if !(is_mark && tokens.next_if(documents).is_some()) {
            kept.extend([token]);
        }
    }
    kept
}

/// Every name that a re-export brings.
fn names(tree: &UseTree, before: &str, found: &mut Vec<String>) {
    match tree {
        UseTree::Path(tree) => names(&tree.tree, &format!("{before}{}::", tree.ident), found),
        UseTree::Group(group) => group.items.iter().for_each(|tree| names(tree, before, found)),
        other => found.push(format!("{before}{}", text(other))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn list(source: &str) -> Vec<String> {
        let mut lister =
            Lister { types: BTreeSet::new(), lines: BTreeSet::new(), implementations: Vec::new() };
        let parsed: File = syn::parse_str(source).unwrap();
        lister.items(&parsed.items, &mut Vec::new(), Path::new("")).unwrap();
        lister.finish().into_iter().collect()
    }

    #[test]
    fn lists_what_can_be_used() {
        let lines = list(
            "mod inside { pub struct Open { pub a: u8, b: u8 } impl Open { pub fn new(mut x: u8) -> Self {} fn own() {} } }
            pub use inside::Open;
            pub use other::{One, Two};
            pub mod named { pub const MOST: usize = 3; pub fn f<T: Clone>(x: &T, _: [u8; 2]) {} fn g() {} }
            #[derive(Clone, Debug)] #[non_exhaustive] pub enum Grows { A, B(u8) }
            pub enum Fixed { A, B { x: u8 } }
            pub trait Does: Clone { type Out; fn required(&self); fn provided(&self) {} }
            impl Does for Open { type Out = u8; fn required(&self) {} }
            struct Private; impl Does for Private { type Out = u8; fn required(&self) {} }
            #[macro_export] macro_rules! make { () => {} }
            make! { /// Text [with] brackets.
            pub struct Made; }
            #[cfg(test)] mod tests { pub struct Hidden; }",
        );
        let expected = [
            "Does: fn provided(&self), provided",
            "Grows: A",
            "Grows: B(u8)",
            "Grows: derive(Clone)",
            "Grows: derive(Debug)",
            "Open: a: u8",
            "enum Fixed { A, B(x: u8) }",
            "enum Grows { .. }",
            "impl Does for Open type Out = u8;",
            "impl Open: fn new(_: u8) -> Self",
            "macro make!",
            "make! { pub struct Made; }",
            "named: const MOST: usize",
            "named: fn f<T: Clone>(_: &T, _: [u8; 2])",
            "struct Open { .. }",
            "trait Does: Clone { type Out; fn required(&self) }",
            "use other::One",
            "use other::Two",
        ];
        assert_eq!(lines, expected);
    }

    #[test]
    fn versions_say_what_may_change() {
        let needed =
            |version: &str, breaks, adds| Version::read(version).unwrap().needed(breaks, adds).to_string();
        assert_eq!(needed("0.1.0", false, false), "0.1.0");
        assert_eq!(needed("0.1.3", false, true), "0.1.4");
        assert_eq!(needed("0.1.3", true, false), "0.2.0");
        assert_eq!(needed("1.2.3", false, true), "1.3.0");
        assert_eq!(needed("1.2.3", true, true), "2.0.0");
        assert!(Version::read("1.2").is_err());
    }

    /// A released version may not change silently, one that is not yet may.
    #[test]
    fn changes_after_a_release_are_refused() {
        let folder = std::env::temp_dir().join(format!("cutfirst-api-{}", std::process::id()));
        let write = |path: &str, text: &str| {
            let path = folder.join(path);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, text).unwrap();
        };
        write("Cargo.toml", "[workspace.package]\nversion = \"0.1.0\"");
        write("CHANGELOG.md", "## [Unreleased]");
        write("crates/lib/src/lib.rs", "pub fn old() {} pub fn other() {}");
        fs::create_dir_all(folder.join(LISTINGS)).unwrap();
        assert_eq!(check(&folder, "lib", true), Ok(true));
        write("crates/lib/src/lib.rs", "pub fn new() {} pub fn other() {}");
        assert_eq!(check(&folder, "lib", false), Ok(true));
        write("CHANGELOG.md", "## [0.1.0] - today");
        assert_eq!(check(&folder, "lib", false), Ok(false));
        assert_eq!(check(&folder, "lib", true), Ok(false));
        write("Cargo.toml", "[workspace.package]\nversion = \"0.2.0\"");
        assert_eq!(check(&folder, "lib", true), Ok(true));
        let listed = fs::read_to_string(folder.join(LISTINGS).join("lib.txt")).unwrap();
        assert_eq!(listed, "lib 0.2.0\nfn new()\nfn other()\n");
        fs::remove_dir_all(&folder).unwrap();
    }
}
