//! A link for other people: it works from their machines, and has the key in it where one is needed.

use std::net::{IpAddr, UdpSocket};
use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::{HeaderMap, header};
use serde::Serialize;

use super::App;

#[derive(Serialize)]
pub(super) struct Invitation {
    /// Whether anybody else can reach this server at all.
    open: bool,
    /// Where, ending with `/` or a query; a fragment may follow.
    #[serde(skip_serializing_if = "Option::is_none")]
    address: Option<String>,
}

pub(super) async fn invite(State(app): State<Arc<App>>, headers: HeaderMap) -> Json<Invitation> {
    let host = headers.get(header::HOST).and_then(|host| host.to_str().ok()).unwrap_or_default();
    let address = app.is_remote.then(|| {
        let host = from_outside(host, own_address());
        match &app.key {
            Some(key) => format!("http://{host}/?key={}", key.as_str()),
            None => format!("http://{host}/"),
        }
    });
    Json(Invitation { open: app.is_remote, address })
}

/// The host under which somebody else reaches what this client calls `host`.
fn from_outside(host: &str, own: Option<IpAddr>) -> String {
    let (name, port) =
        host.rsplit_once(':').filter(|(_, port)| port.parse::<u16>().is_ok()).unwrap_or((host, ""));
    let is_local = name == "localhost"
        || name.trim_matches(['[', ']']).parse::<IpAddr>().is_ok_and(|address| address.is_loopback());
    match own.filter(|_| is_local) {
        Some(IpAddr::V6(address)) => format!("[{address}]:{port}"),
        Some(IpAddr::V4(address)) => format!("{address}:{port}"),
        None => host.to_owned(),
    }
}

/// The address that this machine has in its network. Nothing is sent: the system only says which way it would go.
fn own_address() -> Option<IpAddr> {
    let socket = UdpSocket::bind(("0.0.0.0", 0)).ok()?;
    socket.connect(("192.0.2.1", 9)).ok()?;
    socket.local_addr().ok().map(|address| address.ip()).filter(|address| !address.is_loopback())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn others_get_an_address_that_leads_here() {
        let own = Some(IpAddr::from([192, 168, 0, 7]));
        assert_eq!(from_outside("127.0.0.1:8410", own), "192.168.0.7:8410");
        assert_eq!(from_outside("localhost:8410", own), "192.168.0.7:8410");
        assert_eq!(from_outside("den.local:8410", own), "den.local:8410");
        assert_eq!(from_outside("127.0.0.1:8410", None), "127.0.0.1:8410");
    }
}
