//! `cargo xtask check-dependencies`: licences, sources and duplicates of everything that we depend on, against
//! `deny.toml`. It needs nothing but cargo; cargo-deny, which reads the same file, also knows advisories.

mod licence;

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::process::{Command, ExitCode};

use toml::{Table, Value};

use crate::oldest;
use crate::steps::cargo;

/// A package as `cargo tree` shows it.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
struct Package {
    name: String,
    version: String,
    /// Where it comes from, if not from the registry.
    source: Option<String>,
    licence: String,
}

/// Checks and says what is wrong.
pub(crate) fn check(workspace: &Path) -> ExitCode {
    match faults(workspace) {
        Ok((counted, faults)) if faults.is_empty() => {
            println!("{counted}");
            ExitCode::SUCCESS
        }
        Ok((counted, faults)) => {
            println!("{counted}");
            for fault in &faults {
                eprintln!("xtask: {fault}");
            }
            eprintln!("see deny.toml for what is allowed and how to allow more");
            ExitCode::from(1)
        }
        Err(why) => {
            eprintln!("xtask: the dependencies cannot be checked: {why}");
            ExitCode::from(1)
        }
    }
}

fn faults(workspace: &Path) -> Result<(String, Vec<String>), String> {
    let rules = Rules::read(
        &std::fs::read_to_string(workspace.join("deny.toml")).map_err(|error| error.to_string())?,
    )?;
    let shipped = tree(workspace, "normal,build")?;
    let all = tree(workspace, "normal,build,dev")?;
    let mut faults = rules.licences(&all);
    faults.extend(sources(&all, workspace));
    faults.extend(rules.duplicates(&shipped));
    faults.extend(lints(&all, workspace)?);
    faults.extend(too_new(&metadata(workspace)?, &oldest::promised(workspace)?)?);
    let outside = |packages: &BTreeSet<Package>| packages.iter().filter(|p| p.source.is_none()).count();
    let counted = format!(
        "{} packages from the registry, {} of them in what is shipped",
        outside(&all),
        outside(&shipped)
    );
    Ok((counted, faults))
}

/// All packages on all systems, reached by such dependencies.
fn tree(workspace: &Path, edges: &str) -> Result<BTreeSet<Package>, String> {
    let output = Command::new(cargo())
        .args(["tree", "--locked", "--workspace", "--target", "all", "--prefix", "none", "--no-dedupe"])
        .args(["--edges", edges, "--format", "{p}|{l}"])
        .current_dir(workspace)
        .output()
        .map_err(|error| format!("cargo does not start: {error}"))?;
    if !output.status.success() {
        let said = String::from_utf8_lossy(&output.stderr);
        return Err(format!("cargo tree: {}", said.split_whitespace().collect::<Vec<_>>().join(" ")));
    }
    packages(&String::from_utf8_lossy(&output.stdout))
}

/// Reads lines such as `clap_derive v4.6.7 (proc-macro)|MIT OR Apache-2.0`.
fn packages(tree: &str) -> Result<BTreeSet<Package>, String> {
    let lines = tree.lines().filter(|line| !line.is_empty());
    let read = |line: &str| {
        // A package whose tests depend on itself is marked where it comes the second time.
        let (package, licence) = line.strip_suffix(" (*)").unwrap_or(line).split_once('|')?;
        let mut words = package.splitn(3, ' ');
        let (name, version) = (words.next()?.to_owned(), words.next()?.strip_prefix('v')?.to_owned());
        let rest = words.next().unwrap_or("").replace("(proc-macro)", "");
        let source = rest.trim().strip_prefix('(').and_then(|rest| rest.strip_suffix(')')).map(str::to_owned);
        Some(Package { name, version, source, licence: licence.to_owned() })
    };
    lines.map(|line| read(line).ok_or_else(|| format!("cargo tree says '{line}'"))).collect()
}

/// Only the registry, and our own folders.
fn sources(packages: &BTreeSet<Package>, workspace: &Path) -> Vec<String> {
    let foreign = packages.iter().filter_map(|package| {
        let source = package.source.as_ref()?;
        (!Path::new(source).starts_with(workspace))
            .then(|| format!("{} comes from {source}, not from the registry", package.name))
    });
    foreign.collect()
}

/// What cargo knows about every package, as JSON.
fn metadata(workspace: &Path) -> Result<String, String> {
    let output = Command::new(cargo())
        .args(["metadata", "--locked", "--format-version", "1"])
        .current_dir(workspace)
        .output()
        .map_err(|error| format!("cargo does not start: {error}"))?;
    if output.status.success() {
        Ok(String::from_utf8_lossy(&output.stdout).into_owned())
    } else {
        Err(format!("cargo metadata: {}", output.status))
    }
}

/// Nothing needs a newer Rust than we promise to get by with.
fn too_new(metadata: &str, promised: &str) -> Result<Vec<String>, String> {
    let number = |version: &str| {
        let mut parts = version.split('.').map(|part| part.parse::<u64>().unwrap_or(0));
        [(); 3].map(|()| parts.next().unwrap_or(0))
    };
    let metadata: serde_json::Value =
        serde_json::from_str(metadata).map_err(|error| format!("cargo metadata: {error}"))?;
    let packages = metadata["packages"].as_array().ok_or("cargo metadata names no packages")?;
    let mut faults = Vec::new();
    for package in packages {
        if let Some(needed) = package["rust_version"].as_str()
            && number(needed) > number(promised)
        {
            let (name, version) = (&package["name"], &package["version"]);
            let name = format!("{} {}", name.as_str().unwrap_or(""), version.as_str().unwrap_or(""));
            faults.push(format!("{name} needs Rust {needed}, but the workspace promises {promised}"));
        }
    }
    Ok(faults)
}

/// Every package of ours follows the workspace's lints, which forbid `unsafe`.
fn lints(packages: &BTreeSet<Package>, workspace: &Path) -> Result<Vec<String>, String> {
    let read = |path: &Path| -> Result<Table, String> {
        let manifest = std::fs::read_to_string(path).map_err(|error| error.to_string())?;
        manifest.parse().map_err(|error| format!("{}: {error}", path.display()))
    };
    let mut faults = Vec::new();
    let root = Value::Table(read(&workspace.join("Cargo.toml"))?);
    let lint = ["workspace", "lints", "rust", "unsafe_code"];
    if lint.iter().try_fold(&root, |table, key| table.get(key)).and_then(Value::as_str) != Some("forbid") {
        faults.push("the workspace's lints do not forbid unsafe_code".to_owned());
    }
    for source in packages.iter().filter_map(|package| package.source.as_ref()) {
        let path = Path::new(source).join("Cargo.toml");
        if path.starts_with(workspace) {
            let follows = read(&path)?.get("lints").and_then(|lints| lints.get("workspace")?.as_bool());
            if follows != Some(true) {
                faults.push(format!("{} does not follow the workspace's lints", path.display()));
            }
        }
    }
    Ok(faults)
}

/// What `deny.toml` says.
#[derive(Debug)]
struct Rules {
    allowed: BTreeSet<String>,
    /// More licences for one package each.
    exceptions: BTreeMap<String, BTreeSet<String>>,
    /// Packages, with the beginning of a version, that may be there beside another version.
    skipped: Vec<(String, String)>,
}

impl Rules {
    fn read(text: &str) -> Result<Self, String> {
        let table: Table = text.parse().map_err(|error| format!("deny.toml: {error}"))?;
        let list = |section: &str, key: &str| -> Result<Vec<Value>, String> {
            let found = table.get(section).and_then(|section| section.get(key)?.as_array());
            found.cloned().ok_or_else(|| format!("deny.toml has no list '{key}' in [{section}]"))
        };
        let mut exceptions = BTreeMap::new();
        for entry in list("licenses", "exceptions")? {
            let allow = entry.get("allow").and_then(Value::as_array).cloned().unwrap_or_default();
            exceptions.insert(crate_of(&entry)?, strings(&allow));
        }
        let mut skipped = Vec::new();
        for entry in list("bans", "skip")? {
            let name = crate_of(&entry)?;
            let (name, version) = name.split_once('@').unwrap_or((&name, ""));
            skipped.push((name.to_owned(), version.to_owned()));
        }
        Ok(Self { allowed: strings(&list("licenses", "allow")?), exceptions, skipped })
    }

    fn licences(&self, packages: &BTreeSet<Package>) -> Vec<String> {
        let mut faults = Vec::new();
        for package in packages {
            let exception = self.exceptions.get(&package.name);
            let allowed = |licence: &str| {
                self.allowed.contains(licence) || exception.is_some_and(|more| more.contains(licence))
            };
            if licence::is_met(&package.licence, &allowed) != Some(true) {
                let Package { name, version, licence, .. } = package;
                faults.push(format!("{name} {version} has the licence '{licence}', which is not allowed"));
            }
        }
        for name in self.exceptions.keys() {
            if !packages.iter().any(|package| package.name == *name) {
                faults.push(format!("deny.toml makes an exception for {name}, which is not there"));
            }
        }
        faults
    }

    fn duplicates(&self, packages: &BTreeSet<Package>) -> Vec<String> {
        let mut versions: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
        let skip = |package: &Package, (name, version): &(String, String)| {
            package.name == *name
                && (package.version == *version || package.version.starts_with(&format!("{version}.")))
        };
        for package in packages.iter().filter(|package| !self.skipped.iter().any(|s| skip(package, s))) {
            versions.entry(&package.name).or_default().push(&package.version);
        }
        let twice = versions.iter().filter(|(_, versions)| versions.len() > 1);
        let mut faults: Vec<_> = twice
            .map(|(name, versions)| format!("{name} is there in several versions: {}", versions.join(", ")))
            .collect();
        for entry in &self.skipped {
            if !packages.iter().any(|package| skip(package, entry)) {
                faults.push(format!("deny.toml skips {}@{}, which is not there", entry.0, entry.1));
            }
        }
        faults
    }
}

fn crate_of(entry: &Value) -> Result<String, String> {
    let name = entry.get("crate").and_then(Value::as_str);
    name.map(str::to_owned).ok_or_else(|| format!("deny.toml has an entry without a crate: {entry}"))
}

fn strings(values: &[Value]) -> BTreeSet<String> {
    values.iter().filter_map(Value::as_str).map(str::to_owned).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const RULES: &str = r#"
[licenses]
allow = ["MIT"]
exceptions = [{ crate = "driver", allow = ["MPL-2.0"] }]
[bans]
skip = [{ crate = "syn@2", reason = "" }]
"#;

    fn read(tree: &str) -> BTreeSet<Package> {
        packages(tree).unwrap()
    }

    #[test]
    fn licences_are_allowed_or_named() {
        let rules = Rules::read(RULES).unwrap();
        assert!(rules.licences(&read("a v1.0.0|MIT OR GPL-3.0\ndriver v2.0.0|MPL-2.0\n")).is_empty());
        let faults =
            rules.licences(&read("a v1.0.0|GPL-3.0\nb v1.0.0|\ndriver v2.0.0|MPL-2.0\nc v1.0.0|MPL-2.0"));
        assert_eq!(faults.len(), 3, "{faults:?}");
        assert!(faults[0].starts_with("a 1.0.0 has the licence 'GPL-3.0'"), "{faults:?}");
        assert!(rules.licences(&read("a v1.0.0|MIT"))[0].contains("exception for driver"));
    }

    #[test]
    fn what_is_shown_again_is_the_same_package() {
        assert_eq!(read("a v1.0.0 (/w/a)|MIT\na v1.0.0 (/w/a)|MIT (*)").len(), 1);
    }

    #[test]
    fn two_versions_are_named_unless_skipped() {
        let rules = Rules::read(RULES).unwrap();
        let faults = rules.duplicates(&read("syn v2.0.1|MIT\nsyn v3.0.0|MIT\nx v1.0.0|MIT\n\nx v2.0.0|MIT"));
        assert_eq!(faults, ["x is there in several versions: 1.0.0, 2.0.0"]);
        let faults = rules.duplicates(&read("syn v20.0.1|MIT"));
        assert_eq!(faults, ["deny.toml skips syn@2, which is not there"]);
    }

    #[test]
    fn only_the_registry_and_our_own_folders() {
        let tree =
            "a v1.0.0 (proc-macro)|MIT\nb v1.0.0 (https://example.org/b#0123)|MIT\nc v1.0.0 (/w/c)|MIT";
        let faults = sources(&read(tree), Path::new("/w"));
        assert_eq!(faults, ["b comes from https://example.org/b#0123, not from the registry"]);
    }

    #[test]
    fn packages_that_need_a_newer_rust_are_named() {
        let metadata = r#"{"packages": [
            {"name": "a", "version": "1.0.0", "rust_version": "1.89"},
            {"name": "b", "version": "2.0.0", "rust_version": "1.89.1"},
            {"name": "c", "version": "3.0.0", "rust_version": "1.89.0"},
            {"name": "d", "version": "4.0.0", "rust_version": null}
        ]}"#;
        let faults = too_new(metadata, "1.89").unwrap();
        assert_eq!(faults, ["b 2.0.0 needs Rust 1.89.1, but the workspace promises 1.89"]);
        assert!(too_new(metadata, "1.100").unwrap().is_empty());
    }
}
