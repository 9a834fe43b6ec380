//! Who may talk to a server on somebody's own machine.
//!
//! Any page in the browser can send requests to 127.0.0.1. Two things tell it from our own page: a name
//! that was rebound to this address comes with that name in `Host`, and requests of other pages come with
//! their own `Origin`. Both are refused, before anything else looks at the request. Programs outside a
//! browser send no `Origin` and are welcome.

use std::net::IpAddr;

use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use super::fault::Refusal;

/// Which names for this machine are ours.
#[derive(Clone, Debug)]
pub(super) struct Guard {
    /// Listening beyond this machine: then every address of it is ours, and so is this name.
    pub(super) remote: Option<String>,
}

impl Guard {
    /// Whether a `Host` is one of ours. An address is safe whatever it is, since nobody can rebind it;
    /// but only loopback is ours unless told otherwise.
    fn is_ours(&self, authority: &str) -> bool {
        let name = host_of(authority);
        if name.eq_ignore_ascii_case("localhost") {
            return true;
        }
        match name.trim_start_matches('[').trim_end_matches(']').parse::<IpAddr>() {
            Ok(address) => address.is_loopback() || self.remote.is_some(),
            Err(_) => self.remote.as_deref().is_some_and(|own| own.eq_ignore_ascii_case(name)),
        }
    }

    fn check(&self, request: &Request) -> Result<(), Refusal> {
        let refused = |message: &str| Err(Refusal::new(StatusCode::FORBIDDEN, message));
        let headers = request.headers();
        let Some(host) = single(headers, "host") else {
            return refused("the request needs one Host");
        };
        let target = request.uri().authority().map(axum::http::uri::Authority::as_str);
        if !self.is_ours(host) || target.is_some_and(|target| !self.is_ours(target)) {
            return refused("this server answers only to its own address, such as 127.0.0.1 or localhost");
        }
        if headers.contains_key(header::ORIGIN) {
            let origin = single(headers, "origin").unwrap_or("");
            let own = origin.strip_prefix("http://").or(origin.strip_prefix("https://"));
            if !own.is_some_and(|own| own.eq_ignore_ascii_case(host)) {
                return refused("requests from other pages are refused");
            }
        }
        // Following a link to the page is fine; calling the API from elsewhere is not.
        let site = headers.get("sec-fetch-site").map(HeaderValue::as_bytes);
        if request.uri().path().starts_with("/api") && matches!(site, Some(b"cross-site" | b"same-site")) {
            return refused("requests from other pages are refused");
        }
        Ok(())
    }
}

fn single<'a>(headers: &'a HeaderMap, name: &str) -> Option<&'a str> {
    let mut values = headers.get_all(name).iter();
    match (values.next(), values.next()) {
        (Some(value), None) => value.to_str().ok(),
        _ => None,
    }
}

/// The host without its port.
fn host_of(authority: &str) -> &str {
    match authority.rsplit_once(':') {
        Some((host, port)) if port.bytes().all(|byte| byte.is_ascii_digit()) && !host.ends_with(':') => host,
        _ => authority,
    }
}

/// Scripts, styles and connections of our own only, no frames, no forms.
const PAGE_POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; \
    font-src 'self'; connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; \
    frame-ancestors 'none'";

/// Lets nobody but our own page and plain programs through, and adds what a browser must know.
pub(super) async fn guard(State(guard): State<Guard>, request: Request, next: Next) -> Response {
    let mut response = match guard.check(&request) {
        Ok(()) => next.run(request).await,
        Err(refusal) => refusal.into_response(),
    };
    let headers = response.headers_mut();
    for (name, value) in [
        (header::CONTENT_SECURITY_POLICY, PAGE_POLICY),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::X_FRAME_OPTIONS, "DENY"),
        (header::REFERRER_POLICY, "no-referrer"),
        (header::HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
        (header::HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
        (header::CACHE_CONTROL, "no-store"),
    ] {
        headers.entry(name).or_insert(HeaderValue::from_static(value));
    }
    response
}

#[cfg(test)]
mod tests {
    use super::*;

    fn allowed(guard: &Guard, headers: &[(&str, &str)], uri: &str) -> bool {
        let mut request = Request::builder().uri(uri);
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        guard.check(&request.body(axum::body::Body::empty()).unwrap()).is_ok()
    }

    #[test]
    fn only_own_names_are_answered() {
        let local = Guard { remote: None };
        for host in ["127.0.0.1:8410", "localhost:8410", "LOCALHOST", "[::1]:8410", "[::1]", "127.0.0.2"] {
            assert!(allowed(&local, &[("host", host)], "/"), "{host}");
        }
        for host in [
            "evil.example:8410",
            "127.0.0.1.evil.example",
            "localhost.evil.example",
            "192.168.0.7:8410",
            "",
            ":",
        ] {
            assert!(!allowed(&local, &[("host", host)], "/"), "{host}");
        }
        assert!(!allowed(&local, &[], "/"));
        assert!(!allowed(&local, &[("host", "localhost"), ("host", "evil.example")], "/"));
        assert!(!allowed(&local, &[("host", "localhost")], "http://evil.example/"));
        let remote = Guard { remote: Some("den.local".to_owned()) };
        for host in ["192.168.0.7:8410", "den.local:8410", "localhost"] {
            assert!(allowed(&remote, &[("host", host)], "/"), "{host}");
        }
        assert!(!allowed(&remote, &[("host", "evil.example")], "/"));
    }

    #[test]
    fn other_pages_are_refused() {
        let local = Guard { remote: None };
        let host = ("host", "127.0.0.1:8410");
        assert!(allowed(&local, &[host, ("origin", "http://127.0.0.1:8410")], "/api/catalog"));
        for origin in ["http://evil.example", "null", "http://127.0.0.1:8411", "http://localhost:8410", ""] {
            assert!(!allowed(&local, &[host, ("origin", origin)], "/api/catalog"), "{origin}");
        }
        for site in ["cross-site", "same-site"] {
            assert!(!allowed(&local, &[host, ("sec-fetch-site", site)], "/api/catalog"));
            assert!(allowed(&local, &[host, ("sec-fetch-site", site)], "/"));
        }
        assert!(allowed(&local, &[host, ("sec-fetch-site", "same-origin")], "/api/catalog"));
    }
}
