//! The page is inside the program, with the headers that keep it to itself.

use crate::running::{Scratch, Server};

#[test]
fn the_page_comes_with_its_policy() {
    let scratch = Scratch::new();
    let server = Server::start(&scratch.0);
    let answer = server.raw(b"GET / HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n");
    let (head, body) = answer.split_once("\r\n\r\n").unwrap();
    let head = head.to_ascii_lowercase();
    assert!(head.starts_with("http/1.1 200"), "{head}");
    for expected in [
        "content-type: text/html",
        "content-security-policy: default-src 'none'; script-src 'self'; style-src 'self'",
        "x-content-type-options: nosniff",
        "x-frame-options: deny",
        "referrer-policy: no-referrer",
    ] {
        assert!(head.contains(expected), "no {expected} in {head}");
    }
    assert!(body.contains("<title>"));
    let tag = head.lines().find_map(|line| line.strip_prefix("etag: ")).unwrap();
    let again =
        format!("GET / HTTP/1.1\r\nhost: localhost\r\nif-none-match: {tag}\r\nconnection: close\r\n\r\n");
    assert!(server.raw(again.as_bytes()).starts_with("HTTP/1.1 304"));
}

#[test]
fn the_catalog_has_all_that_menus_need() {
    let scratch = Scratch::new();
    let server = Server::start(&scratch.0);
    let (status, catalog) = server.get("/api/catalog");
    assert_eq!(status, 200);
    let games = catalog["games"].as_array().unwrap();
    let names: Vec<_> = games.iter().map(|game| game["name"].as_str().unwrap()).collect();
    assert_eq!(names, ["othello", "checkers", "focus", "virus", "chinese-checkers", "abalone"]);
    for game in games {
        for players in game["players"].as_array().unwrap() {
            let path = format!("/api/geometry/{}?players={players}", game["name"].as_str().unwrap());
            let (status, geometry) = server.get(&path);
            assert_eq!(status, 200, "{path}");
            assert!(geometry["cells"].as_array().unwrap().len() >= 25, "{path}");
        }
    }
    assert!(catalog["algorithms"].as_array().unwrap().len() >= 6);
    assert!(catalog["limits"]["max_time_ms"].as_u64().unwrap() >= 1000);
}
