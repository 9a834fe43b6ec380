//! Connections: how many, and how long a client may take to say what it wants.

use std::io;
use std::net::{IpAddr, TcpListener};
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::extract::Request;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use tokio::net::TcpStream;
use tokio::sync::{Notify, Semaphore};

/// So many connections at once; more wait to be accepted.
const MOST_CONNECTIONS: usize = 1024;

/// A client that has not asked for anything for so long is disconnected.
const PATIENCE: Duration = Duration::from_secs(60);

/// Accepts connections until told to end.
pub(super) async fn serve(listener: TcpListener, router: Router, end: &Notify) -> io::Result<()> {
    listener.set_nonblocking(true)?;
    let listener = tokio::net::TcpListener::from_std(listener)?;
    let places = Arc::new(Semaphore::new(MOST_CONNECTIONS));
    loop {
        let Ok(place) = Arc::clone(&places).acquire_owned().await else { return Ok(()) };
        let accepted = tokio::select! {
            accepted = listener.accept() => accepted,
            () = end.notified() => return Ok(()),
        };
        // A connection that fails before it began, or a lack of file handles: others may do better.
        let Ok((stream, address)) = accepted else {
            tokio::time::sleep(Duration::from_millis(10)).await;
            continue;
        };
        let router = router.clone();
        tokio::spawn(async move {
            converse(stream, address.ip(), router).await;
            drop(place);
        });
    }
}

async fn converse(stream: TcpStream, client: IpAddr, router: Router) {
    // Events are small and should not wait for more.
    let _ = stream.set_nodelay(true);
    let service = TowerToHyperService::new(router);
    let service = service_fn(move |mut request: Request<Incoming>| {
        request.extensions_mut().insert(client);
        hyper::service::Service::call(&service, request)
    });
    let mut builder = http1::Builder::new();
    builder.timer(TokioTimer::new()).header_read_timeout(PATIENCE).max_buf_size(64 * 1024);
    // What goes wrong with a connection is the client's business.
    let _ = builder.serve_connection(TokioIo::new(stream), service).await;
}
