//! Who may talk to a server on somebody's own machine.
//!
//! Any page in the browser can send requests to 127.0.0.1. Two things tell it from our own page: a name
//! that was rebound to this address comes with that name in `Host`, and requests of other pages come with
//! their own `Origin`. Both are refused, before anything else looks at the request. Programs outside a
//! browser send no `Origin` and are welcome.
//!
//! Where strangers can reach us, everybody must know the server's key as well. It is part of the link that the
//! server prints; a browser that has followed the link keeps it as a cookie, programs send it in `Authorization`.

use std::io;
use std::net::IpAddr;

use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use super::fault::Refusal;

/// What somebody must know to be answered: 128 random bits in hexadecimal.
#[derive(Clone)]
pub(crate) struct Key(String);

impl Key {
    pub(crate) fn random() -> io::Result<Self> {
        let mut bytes = [0; 16];
        getrandom::fill(&mut bytes).map_err(io::Error::other)?;
        Ok(Self(bytes.iter().map(|byte| format!("{byte:02x}")).collect()))
    }

    pub(crate) fn as_str(&self) -> &str {
        &self.0
    }

    /// Compares in a time that does not tell how much was right.
    fn is(&self, given: &str) -> bool {
        let differs =
            self.0.bytes().zip(given.bytes()).fold(0, |so_far, (own, other)| so_far | (own ^ other));
        self.0.len() == given.len() && differs == 0
    }
}

/// Which names for this machine are ours, and whether a key is needed.
#[derive(Clone)]
pub(super) struct Guard {
    /// Listening beyond this machine: then every address of it is ours, and so is this name.
    pub(super) remote: Option<String>,
    pub(super) key: Option<Key>,
}

/// How a request shows that it knows the key.
#[derive(PartialEq, Eq, Debug)]
enum Shown {
    /// Nobody asks for one, or it came with a header.
    Known,
    /// By the link that the server printed: a browser should keep it, and not show it.
    InLink,
    /// Not at all, or a wrong one.
    Not,
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

impl Guard {
    fn key_shown(&self, request: &Request) -> Shown {
        let Some(key) = &self.key else { return Shown::Known };
        let headers = request.headers();
        let bearer = single(headers, "authorization").and_then(|value| value.strip_prefix("Bearer "));
        if bearer.is_some_and(|given| key.is(given.trim())) {
            return Shown::Known;
        }
        let name = cookie_name(headers);
        let cookies = headers.get_all(header::COOKIE).iter().filter_map(|value| value.to_str().ok());
        let mut cookies =
            cookies.flat_map(|value| value.split(';')).filter_map(|one| one.trim().split_once('='));
        if cookies.any(|(other, given)| other == name && key.is(given)) {
            return Shown::Known;
        }
        let query = request.uri().query().unwrap_or_default();
        let in_link =
            query.split('&').filter_map(|part| part.strip_prefix("key=")).any(|given| key.is(given));
        if in_link { Shown::InLink } else { Shown::Not }
    }

    /// To the page without the key in its address, which the browser keeps from then on for this server alone.
    fn remember(&self, request: &Request) -> Option<Response> {
        let key = self.key.as_ref()?.as_str();
        let name = cookie_name(request.headers());
        let cookie = format!("{name}={key}; Path=/; HttpOnly; SameSite=Lax; Max-Age=31536000");
        let to = request.uri().path().to_owned();
        Some((StatusCode::SEE_OTHER, [(header::SET_COOKIE, cookie), (header::LOCATION, to)]).into_response())
    }
}

/// The request as whoever answers it knows it: without the key in its address.
fn without_key(mut request: Request) -> Request {
    let query = request.uri().query().unwrap_or_default();
    let rest: Vec<_> = query.split('&').filter(|part| !part.starts_with("key=")).collect();
    let mut target = request.uri().path().to_owned();
    if !rest.is_empty() {
        target += &format!("?{}", rest.join("&"));
    }
    if let Ok(target) = target.parse() {
        *request.uri_mut() = target;
    }
    request
}

/// Browsers send the cookies of one port to all others of the same name.
fn cookie_name(headers: &HeaderMap) -> String {
    let port = single(headers, "host").and_then(|host| host.strip_prefix(host_of(host)));
    format!("cutfirst-key{}", port.unwrap_or_default().replace(':', "-"))
}

/// What is said to whoever does not know the key: a line for programs and for people.
fn key_needed(path: &str) -> Response {
    let message = "this server needs its key: open the link that 'cutfirst serve' printed, \
                   or send it as 'Authorization: Bearer KEY'";
    let refusal = Refusal::new(StatusCode::UNAUTHORIZED, message);
    if path.starts_with("/api") {
        return refusal.into_response();
    }
    (refusal.status, refusal.message + "\n").into_response()
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
    let mut response = match (guard.check(&request), guard.key_shown(&request)) {
        (Err(refusal), _) => refusal.into_response(),
        (Ok(()), Shown::Not) => key_needed(request.uri().path()),
        (Ok(()), Shown::InLink) if !request.uri().path().starts_with("/api") => {
            guard.remember(&request).unwrap_or_else(|| key_needed("/"))
        }
        (Ok(()), Shown::InLink) => next.run(without_key(request)).await,
        (Ok(()), Shown::Known) => next.run(request).await,
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
        let local = Guard { remote: None, key: None };
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
        let remote = Guard { remote: Some("den.local".to_owned()), key: None };
        for host in ["192.168.0.7:8410", "den.local:8410", "localhost"] {
            assert!(allowed(&remote, &[("host", host)], "/"), "{host}");
        }
        assert!(!allowed(&remote, &[("host", "evil.example")], "/"));
    }

    #[test]
    fn other_pages_are_refused() {
        let local = Guard { remote: None, key: None };
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

    #[test]
    fn a_key_is_shown_by_link_cookie_or_header() {
        let key = Key::random().unwrap();
        let (text, wrong) = (key.as_str().to_owned(), Key::random().unwrap().as_str().to_owned());
        let guard = Guard { remote: Some("den.local".to_owned()), key: Some(key) };
        let shown = |headers: &[(&str, &str)], uri: &str| {
            let mut request = Request::builder().uri(uri).header("host", "den.local:8410");
            for (name, value) in headers {
                request = request.header(*name, *value);
            }
            guard.key_shown(&request.body(axum::body::Body::empty()).unwrap())
        };
        assert_eq!(shown(&[], "/"), Shown::Not);
        for given in [&*wrong, "", &text[1..], &format!("{text}0"), &text.to_uppercase()] {
            assert_eq!(shown(&[("authorization", &format!("Bearer {given}"))], "/"), Shown::Not, "{given}");
            assert_eq!(shown(&[], &format!("/?key={given}")), Shown::Not, "{given}");
        }
        assert_eq!(shown(&[], &format!("/?x=1&key={text}")), Shown::InLink);
        assert_eq!(shown(&[("authorization", &format!("Bearer {text}"))], "/"), Shown::Known);
        let cookie = format!("a=b; cutfirst-key-8410={text}");
        assert_eq!(shown(&[("cookie", &cookie)], "/"), Shown::Known);
        assert_eq!(shown(&[("cookie", &cookie.replace("8410", "8411"))], "/"), Shown::Not);
    }
}
