//! Other pages, other names, other machines.

use serde_json::json;

use crate::running::{Scratch, Server};

#[test]
fn other_pages_and_names_are_refused() {
    let scratch = Scratch::new();
    let server = Server::start(&scratch.0);
    let port = server.address.rsplit(':').next().unwrap();
    let body = r#"{"game":"othello"}"#;
    let request = |host: &str, more: &str| {
        let length = body.len();
        let answer = server.raw(
            format!(
                "POST /api/position HTTP/1.1\r\n{host}{more}content-type: application/json\r\n\
                 content-length: {length}\r\nconnection: close\r\n\r\n{body}"
            )
            .as_bytes(),
        );
        answer.split(' ').nth(1).unwrap_or("").to_owned()
    };
    let own = format!("host: 127.0.0.1:{port}\r\n");
    assert_eq!(request(&own, ""), "200");
    assert_eq!(request(&own, &format!("origin: http://127.0.0.1:{port}\r\n")), "200");
    assert_eq!(request(&format!("host: localhost:{port}\r\n"), ""), "200");
    for (host, more) in [
        (format!("host: evil.example:{port}\r\n"), ""),
        ("host: 192.168.1.1\r\n".to_owned(), ""),
        (own.clone(), "origin: http://evil.example\r\n"),
        (own.clone(), "origin: null\r\n"),
        (own.clone(), "origin: http://127.0.0.1:1\r\n"),
        (own.clone(), "sec-fetch-site: cross-site\r\n"),
        (format!("{own}host: evil.example\r\n"), ""),
        (String::new(), ""),
    ] {
        let status = request(&host, more);
        assert!(status == "403" || status == "400", "{host:?} {more:?}: {status}");
    }
}

#[test]
fn no_path_leads_out() {
    let scratch = Scratch::new();
    let results = scratch.0.join("results/run-1");
    std::fs::create_dir_all(&results).unwrap();
    std::fs::write(results.join("report.html"), "<title>A &amp; B</title>").unwrap();
    std::fs::write(scratch.0.join("results/secret.txt"), "secret").unwrap();
    std::fs::create_dir_all(scratch.0.join("results/plain")).unwrap();
    std::fs::write(scratch.0.join("results/plain/secret.txt"), "secret").unwrap();
    #[cfg(unix)]
    std::os::unix::fs::symlink(scratch.0.join("results/secret.txt"), results.join("link.txt")).unwrap();
    let server = Server::start(&scratch.0);
    for path in [
        "/assets/../Cargo.toml",
        "/assets/..%2fCargo.toml",
        "/assets/%2e%2e/Cargo.toml",
        "/assets//etc/passwd",
        "/assets/%2fetc%2fpasswd",
        "/reports/run-1/../secret.txt",
        "/reports/run-1/..%2fsecret.txt",
        "/reports/../secret.txt",
        "/reports/%2e%2e/secret.txt",
        "/reports/run-1/link.txt",
        "/reports/plain/secret.txt",
        "/reports/run-1/%00",
        "/reports/run-1/.hidden",
        "/../../etc/passwd",
        "/api/play/..%2f..%2fsecret",
    ] {
        let request = format!("GET {path} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n");
        let answer = server.raw(request.as_bytes());
        let status = answer.split(' ').nth(1).unwrap_or("");
        assert!(["400", "404"].contains(&status), "{path}: {answer}");
        assert!(!answer.contains("secret\n") && !answer.ends_with("secret"), "{path}: {answer}");
    }
    let (status, reports) = server.get("/api/reports");
    assert_eq!(status, 200);
    let report = &reports[0];
    assert_eq!(
        (&report["name"], &report["title"], &report["kind"]),
        (&json!("run-1"), &json!("A & B"), &json!("plan"))
    );
    assert_eq!(reports.as_array().unwrap().len(), 1);
    assert_eq!(server.get(report["path"].as_str().unwrap()).0, 200);
}

#[test]
fn beyond_this_machine_only_when_told() {
    let mut program = assert_cmd::cargo::cargo_bin_cmd!("cutfirst");
    let output = program.args(["serve", "--host", "0.0.0.0", "--port", "0"]).output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    let error = String::from_utf8(output.stderr).unwrap();
    assert!(error.contains("--allow-remote") && error.lines().count() == 1, "{error}");
}

#[test]
fn a_taken_port_is_no_hindrance_unless_asked_for() {
    let scratch = Scratch::new();
    let other = Scratch::new();
    let first = Server::start_with(&scratch.0, &[]);
    let second = Server::start_with(&other.0, &[]);
    assert_ne!(first.address, second.address);
    assert_eq!(second.get("/api/catalog").0, 200);
    let port = second.address.rsplit(':').next().unwrap();
    let mut program = assert_cmd::cargo::cargo_bin_cmd!("cutfirst");
    let output = program.args(["serve", "--port", port]).output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).contains("choose another --port"));
}

#[test]
fn data_that_cannot_be_kept_is_said_before_anything_else() {
    let scratch = Scratch::new();
    let file = scratch.0.join("file");
    std::fs::write(&file, "").unwrap();
    let mut program = assert_cmd::cargo::cargo_bin_cmd!("cutfirst");
    let output = program.args(["serve", "--port", "0", "--data"]).arg(&file).output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert!(output.stdout.is_empty());
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(said.contains("cannot keep games in") && said.contains("choose another --data"), "{said}");
}
