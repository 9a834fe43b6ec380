//! Connections: how many, for whom, and how long a client may keep one without doing anything with it.
//!
//! A newcomer is never kept waiting by those who hold a place and do nothing: if there is no place left, the
//! connection that has rested longest makes room, of the newcomer's own address if that has its share already,
//! otherwise of the address that has most. Whoever neither asks nor reads what was answered is disconnected after
//! a while anyway.

use std::collections::HashMap;
use std::io::{self, IoSlice, Write};
use std::net::{IpAddr, Ipv6Addr, TcpListener};
use std::pin::Pin;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, Mutex};
use std::task::{Context, Poll};
use std::time::Duration;

use axum::Router;
use axum::extract::Request;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::TcpStream;
use tokio::sync::Notify;
use tokio::time::{Instant, Sleep};

use super::MOST_WRITING;
use super::games::locked;

/// At most so many connections at once; fewer where the system has no handles for them.
const MOST_CONNECTIONS: usize = 1024;

/// Handles that connections leave alone: for the files of games and for the program itself.
const SPARE_HANDLES: u64 = 2 * MOST_WRITING as u64 + 64;

/// How many connections there may be, and how long each may rest.
#[derive(Clone, Copy, Debug)]
pub(super) struct Limits {
    connections: usize,
    per_address: usize,
    /// A connection on which nothing has moved for so long makes room for a newcomer.
    rest: Duration,
    /// A client that has not asked for anything for so long is disconnected.
    asking: Duration,
    /// And one that has not read anything of what it asked for.
    reading: Duration,
}

impl Limits {
    /// Those of a server: half of all connections for one address, and handles left for the games.
    pub(super) fn of_this_machine() -> Self {
        let connections = match handles(2 * MOST_CONNECTIONS as u64 + SPARE_HANDLES) {
            // A connection needs a handle, and another if it is sent a file.
            Some(handles) => (handles - SPARE_HANDLES.min(handles / 2)) / 2,
            None => MOST_CONNECTIONS as u64,
        };
        let connections = usize::try_from(connections).unwrap_or(MOST_CONNECTIONS).clamp(2, MOST_CONNECTIONS);
        Self {
            connections,
            per_address: connections / 2,
            rest: Duration::from_secs(2),
            asking: Duration::from_secs(60),
            reading: Duration::from_secs(20),
        }
    }
}

/// The handles that this process may have, raised to what is wanted as far as the system allows; none if it has
/// no such limit.
#[cfg(unix)]
fn handles(wanted: u64) -> Option<u64> {
    use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
    let Rlimit { current, maximum } = getrlimit(Resource::Nofile);
    let current = current?;
    let raised = wanted.min(maximum.unwrap_or(u64::MAX));
    let may_rise = current < raised;
    if may_rise && setrlimit(Resource::Nofile, Rlimit { current: Some(raised), maximum }).is_ok() {
        return Some(raised);
    }
    Some(current)
}

#[cfg(not(unix))]
fn handles(_wanted: u64) -> Option<u64> {
    None
}

/// What counts as one client: an address, or the network of a house where each has addresses without number.
fn client_of(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(address) => Ipv6Addr::from_bits(address.to_bits() >> 64 << 64).into(),
        address @ IpAddr::V4(_) => address,
    }
}

/// One connection.
struct Place {
    number: u64,
    client: IpAddr,
    /// When bytes moved last, in milliseconds since the start.
    moved: AtomicU64,
    /// Told when a newcomer needs the place.
    leave: Notify,
}

/// All connections.
struct Places {
    limits: Limits,
    start: Instant,
    taken: Mutex<Taken>,
}

#[derive(Default)]
struct Taken {
    next: u64,
    places: HashMap<u64, Arc<Place>>,
}

impl Places {
    fn new(limits: Limits) -> Self {
        Self { limits, start: Instant::now(), taken: Mutex::default() }
    }

    fn now(&self) -> u64 {
        u64::try_from(self.start.elapsed().as_millis()).unwrap_or(u64::MAX)
    }

    /// A place for a newcomer, if need be that of whoever has rested longest; none if nobody rests.
    fn enter(&self, client: IpAddr) -> Option<Arc<Place>> {
        let now = self.now();
        let mut taken = locked(&self.taken);
        let mut of_client = HashMap::<IpAddr, usize>::new();
        for place in taken.places.values() {
            *of_client.entry(place.client).or_default() += 1;
        }
        let own = of_client.get(&client).copied().unwrap_or(0);
        let full = taken.places.len() >= self.limits.connections;
        if own >= self.limits.per_address || full {
            let greediest = of_client.into_iter().max_by_key(|&(_, count)| count)?.0;
            let from = if own >= self.limits.per_address { client } else { greediest };
            let rested = taken.places.values().filter(|place| place.client == from);
            let longest = rested.min_by_key(|place| place.moved.load(Relaxed))?;
            let rest = Duration::from_millis(now.saturating_sub(longest.moved.load(Relaxed)));
            if rest < self.limits.rest {
                return None;
            }
            longest.leave.notify_one();
            let number = longest.number;
            taken.places.remove(&number);
        }
        let number = taken.next;
        taken.next += 1;
        let place = Arc::new(Place { number, client, moved: AtomicU64::new(now), leave: Notify::new() });
        taken.places.insert(number, Arc::clone(&place));
        Some(place)
    }

    fn leave(&self, place: &Place) {
        locked(&self.taken).places.remove(&place.number);
    }
}

/// Accepts connections until told to end, however many there are.
pub(super) async fn serve(
    listener: TcpListener,
    router: Router,
    limits: Limits,
    end: &Notify,
) -> io::Result<()> {
    listener.set_nonblocking(true)?;
    let listener = tokio::net::TcpListener::from_std(listener)?;
    let places = Arc::new(Places::new(limits));
    loop {
        let accepted = tokio::select! {
            accepted = listener.accept() => accepted,
            () = end.notified() => return Ok(()),
        };
        // A connection that fails before it began, or a lack of file handles: others may do better.
        let Ok((stream, address)) = accepted else {
            tokio::time::sleep(Duration::from_millis(10)).await;
            continue;
        };
        let Some(place) = places.enter(client_of(address.ip())) else {
            refuse(stream);
            continue;
        };
        let (router, places) = (router.clone(), Arc::clone(&places));
        tokio::spawn(async move {
            tokio::select! {
                () = converse(stream, &place, &places, router) => {}
                () = place.leave.notified() => {}
            }
            places.leave(&place);
        });
    }
}

/// Says so to whoever finds no place, if that can be done at once.
fn refuse(stream: TcpStream) {
    let body = r#"{"error":"too many connections are open here; close some, or try again in a while"}"#;
    let answer = format!(
        "HTTP/1.1 503 Service Unavailable\r\ncontent-type: application/json\r\ncontent-length: {}\r\n\
         retry-after: 2\r\nconnection: close\r\n\r\n{body}",
        body.len()
    );
    if let Ok(mut stream) = stream.into_std() {
        let _ = stream.write(answer.as_bytes());
    }
}

async fn converse(stream: TcpStream, place: &Arc<Place>, places: &Arc<Places>, router: Router) {
    // Events are small and should not wait for more.
    let _ = stream.set_nodelay(true);
    let client = place.client;
    let service = TowerToHyperService::new(router);
    let service = service_fn(move |mut request: Request<Incoming>| {
        request.extensions_mut().insert(client);
        hyper::service::Service::call(&service, request)
    });
    let watched = Watched {
        stream,
        place: Arc::clone(place),
        places: Arc::clone(places),
        deadline: Box::pin(tokio::time::sleep(Duration::ZERO)),
        is_waiting: false,
    };
    let mut builder = http1::Builder::new();
    builder.timer(TokioTimer::new()).header_read_timeout(places.limits.asking).max_buf_size(16 * 1024);
    // What goes wrong with a connection is the client's business.
    let _ = builder.serve_connection(TokioIo::new(watched), service).await;
}

/// A connection that notes when bytes moved last, and gives up on a client that reads nothing.
struct Watched {
    stream: TcpStream,
    place: Arc<Place>,
    places: Arc<Places>,
    /// Until when the client must have read something, if it has been given more than it takes.
    deadline: Pin<Box<Sleep>>,
    is_waiting: bool,
}

impl Watched {
    fn moved(&self) {
        self.place.moved.store(self.places.now(), Relaxed);
    }

    /// What comes of a try to write: waiting ends at the deadline.
    fn written(
        &mut self,
        tried: Poll<io::Result<usize>>,
        context: &mut Context<'_>,
    ) -> Poll<io::Result<usize>> {
        if tried.is_ready() {
            self.is_waiting = false;
            self.moved();
            return tried;
        }
        if !self.is_waiting {
            self.is_waiting = true;
            self.deadline.as_mut().reset(Instant::now() + self.places.limits.reading);
        }
        self.deadline.as_mut().poll(context).map(|()| Err(io::ErrorKind::TimedOut.into()))
    }
}

impl AsyncRead for Watched {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let read = Pin::new(&mut self.stream).poll_read(context, buffer);
        if read.is_ready() {
            self.moved();
        }
        read
    }
}

impl AsyncWrite for Watched {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        let tried = Pin::new(&mut self.stream).poll_write(context, bytes);
        self.written(tried, context)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let tried = Pin::new(&mut self.stream).poll_write_vectored(context, bytes);
        self.written(tried, context)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }
}

#[cfg(test)]
mod tests {
    use std::io::Read;
    use std::net::SocketAddr;

    use axum::routing::get;

    use super::*;

    const LIMITS: Limits = Limits {
        connections: 8,
        per_address: 4,
        rest: Duration::ZERO,
        asking: Duration::from_millis(200),
        reading: Duration::from_millis(200),
    };

    fn address(last: u8) -> IpAddr {
        [192, 0, 2, last].into()
    }

    #[test]
    fn who_has_most_makes_room_and_nobody_has_more_than_a_share() {
        let places = Places::new(LIMITS);
        let greedy: Vec<_> = (0..4).map(|_| places.enter(address(1)).unwrap()).collect();
        greedy[2].moved.store(0, Relaxed);
        for place in [&greedy[0], &greedy[1], &greedy[3]] {
            place.moved.store(9, Relaxed);
        }
        places.enter(address(1)).unwrap();
        let is_in = |place: &Arc<Place>| locked(&places.taken).places.contains_key(&place.number);
        assert!(!is_in(&greedy[2]) && is_in(&greedy[0]), "its own longest rest makes room");
        let others: Vec<_> = (2..6).map(|last| places.enter(address(last)).unwrap()).collect();
        places.enter(address(6)).unwrap();
        assert!(others.iter().all(is_in), "the greediest makes room for others");
        assert_eq!(locked(&places.taken).places.len(), 8);
    }

    #[test]
    fn nobody_who_is_busy_makes_room() {
        let places = Places::new(Limits { rest: Duration::from_secs(60), ..LIMITS });
        let all: Vec<_> = (0..8).map(|last| places.enter(address(last)).unwrap()).collect();
        assert!(places.enter(address(9)).is_none());
        places.leave(&all[3]);
        assert!(places.enter(address(9)).is_some());
    }

    #[test]
    fn a_house_with_many_addresses_is_one_client() {
        let client = |text: &str| client_of(text.parse().unwrap());
        assert_eq!(client("2001:db8:1:2:3::4"), client("2001:db8:1:2:ffff::1"));
        assert_ne!(client("2001:db8:1:2::4"), client("2001:db8:1:3::4"));
        assert_eq!(client("::ffff:192.0.2.7"), client("192.0.2.7"));
        assert_ne!(client("192.0.2.6"), client("192.0.2.7"));
    }

    /// A server with a long answer, for a client that `asks`.
    fn with_server(asks: impl FnOnce(SocketAddr)) {
        let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().unwrap();
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = listener.local_addr().unwrap();
        let router = Router::new().route("/", get(async || vec![b'x'; 64 << 20]));
        let end = Arc::new(Notify::new());
        let until = Arc::clone(&end);
        let server = runtime.spawn(async move { serve(listener, router, LIMITS, &until).await });
        asks(address);
        end.notify_one();
        runtime.block_on(server).unwrap().unwrap();
    }

    #[test]
    fn who_asks_nothing_or_reads_nothing_is_disconnected() {
        with_server(|address| {
            let mut idle = std::net::TcpStream::connect(address).unwrap();
            idle.set_read_timeout(Some(Duration::from_secs(60))).unwrap();
            // An answer about the time is fine, but the connection must end.
            idle.read_to_end(&mut Vec::new()).unwrap();

            let mut deaf = std::net::TcpStream::connect(address).unwrap();
            deaf.write_all(b"GET / HTTP/1.1\r\nhost: x\r\n\r\n").unwrap();
            std::thread::sleep(LIMITS.reading * 5);
            deaf.set_read_timeout(Some(Duration::from_secs(60))).unwrap();
            let mut got = 0;
            let mut buffer = vec![0; 1 << 20];
            while let Ok(read @ 1..) = deaf.read(&mut buffer) {
                got += read;
            }
            assert!(got < 64 << 20, "all {got} bytes came after a rest");
        });
    }
}
