//! `cutfirst serve`: the page in the browser, from a server on this machine.

use std::io::{self, Write};
use std::net::{IpAddr, Ipv4Addr, SocketAddr, TcpListener, ToSocketAddrs};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use clap::Args;
use tokio::sync::Notify;

use crate::fault::{Fault, NO_THREADS};
use crate::number::whole;
use crate::server::{Key, NoServer, Options, Server};
use crate::session::Program;

/// The port unless it is taken.
const PORT: u16 = 8410;

/// Play and watch searches in the browser, from a server on this machine
#[derive(Args)]
pub(crate) struct Arguments {
    /// Port; without it 8410, or any free one if that is taken
    #[arg(long, value_name = "P", value_parser = whole::<u16>, allow_hyphen_values = true)]
    port: Option<u16>,
    /// Address to listen on; anything beyond this machine needs --allow-remote
    #[arg(long, value_name = "ADDR", default_value = "127.0.0.1")]
    host: String,
    /// Let other machines connect: whoever can reach this one and knows the key in the printed link may then play
    /// and search
    #[arg(long)]
    allow_remote: bool,
    /// Let other machines connect without a key
    #[arg(long, requires = "allow_remote")]
    no_key: bool,
    /// Open the page in the browser
    #[arg(long)]
    open: bool,
    /// Directory in which games are kept
    #[arg(long, value_name = "DIR")]
    data: Option<PathBuf>,
    /// File with programs of others that may play: [[engine]] with name, game and player, as in a match
    #[arg(long, value_name = "FILE")]
    engines: Option<PathBuf>,
    /// Directory with results of reproduce, lab and match to show
    #[arg(long, value_name = "DIR", default_value = "results")]
    results: PathBuf,
}

pub(crate) fn run(arguments: &Arguments) -> Result<(), Fault> {
    // Whoever can connect could have any file read otherwise.
    cutfirst_games::learned::refuse_files();
    let address = resolve(&arguments.host)?;
    if !address.is_loopback() && !arguments.allow_remote {
        return Err(Fault::Input(format!(
            "--host {}: other machines could connect; give --allow-remote as well if that is meant",
            arguments.host
        )));
    }
    let programs = match &arguments.engines {
        Some(path) => Program::read_all(path).map_err(|error| Fault::Input(format!("--engines: {error}")))?,
        None => Vec::new(),
    };
    if !programs.is_empty() {
        crate::commands::engine::supervise_guests();
    }
    let listener = listen(address, arguments.port)?;
    let local = listener.local_addr()?;
    let remote = (!address.is_loopback()).then(|| arguments.host.clone());
    let key = if remote.is_some() && !arguments.no_key { Some(Key::random()?) } else { None };
    if remote.is_some() {
        let who = match key {
            Some(_) => "whoever knows the link below and can reach",
            None => "anybody who can reach",
        };
        writeln!(
            io::stderr(),
            "warning: {who} {local} may play, search and read the reports; there is no encryption"
        )?;
    }
    let data = arguments.data.clone().map_or_else(default_data, Ok)?;
    let options = Options {
        data: data.clone(),
        results: arguments.results.clone(),
        remote,
        key: key.clone(),
        programs,
    };
    let server = Server::open(options).map_err(|why| no_server(&why, &data))?;
    let end = end_on_signal()?;
    let shown = if local.ip().is_unspecified() {
        SocketAddr::new(Ipv4Addr::LOCALHOST.into(), local.port())
    } else {
        local
    };
    let address = match &key {
        Some(key) => format!("http://{shown}/?key={}", key.as_str()),
        None => format!("http://{shown}/"),
    };
    // Connections are accepted by the system from here on, so that the address is good at once.
    writeln!(io::stdout(), "cutfirst is at {address} (Ctrl-C ends it)")?;
    io::stdout().flush()?;
    if arguments.open {
        open(&address);
    }
    server.run(listener, &end).map_err(Fault::from)
}

/// A directory that may not be written to is for the user to choose anew; all else is the machine's fault.
fn no_server(why: &NoServer, data: &Path) -> Fault {
    use io::ErrorKind::{
        AlreadyExists, NotADirectory, PermissionDenied, QuotaExceeded, ReadOnlyFilesystem, StorageFull,
    };
    match why {
        NoServer::Busy => Fault::Input(format!(
            "another cutfirst server keeps its games in {}; end it, or choose another --data",
            data.display()
        )),
        NoServer::Data(error) => {
            let message = format!("cannot keep games in {}: {error}", data.display());
            match error.kind() {
                AlreadyExists | NotADirectory | PermissionDenied | ReadOnlyFilesystem => {
                    Fault::Input(format!("{message}; choose another --data"))
                }
                StorageFull | QuotaExceeded => {
                    Fault::Machine(format!("{message}; make room, or choose another --data"))
                }
                _ => Fault::Machine(message),
            }
        }
        NoServer::Machine(error) if error.kind() == io::ErrorKind::WouldBlock => {
            Fault::Machine(NO_THREADS.to_owned())
        }
        NoServer::Machine(error) => Fault::Machine(format!("the server cannot start: {error}")),
    }
}

fn resolve(host: &str) -> Result<IpAddr, Fault> {
    let found = (host, 0).to_socket_addrs().ok().and_then(|mut addresses| addresses.next());
    let wrong =
        || Fault::Input(format!("--host {host} is no address of this machine; give one like 127.0.0.1"));
    found.map(|address| address.ip()).ok_or_else(wrong)
}

/// The port asked for; otherwise the usual one or, if that is taken, any.
fn listen(address: IpAddr, port: Option<u16>) -> Result<TcpListener, Fault> {
    let listener = match port {
        Some(port) => TcpListener::bind((address, port)),
        None => TcpListener::bind((address, PORT)).or_else(|_| TcpListener::bind((address, 0))),
    };
    listener.map_err(|error| {
        let port = port.unwrap_or(PORT);
        Fault::Input(format!(
            "cannot listen on {address}, port {port}: {error}; choose another --port or --host"
        ))
    })
}

/// Where programs keep what belongs to the user.
fn default_data() -> Result<PathBuf, Fault> {
    let from = |name: &str| std::env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    let base = from("XDG_DATA_HOME")
        .or_else(|| from("LOCALAPPDATA"))
        .or_else(|| from("HOME").map(|home| home.join(".local").join("share")));
    let base = base.ok_or_else(|| Fault::Input("there is no home directory; give --data DIR".to_owned()))?;
    Ok(base.join("cutfirst"))
}

fn end_on_signal() -> Result<Arc<Notify>, Fault> {
    let end = Arc::new(Notify::new());
    let signal = Arc::clone(&end);
    ctrlc::set_handler(move || signal.notify_one())?;
    Ok(end)
}

/// Asks the system to show the page; if it cannot, the address is on the screen anyway.
fn open(address: &str) {
    let (program, arguments): (_, &[&str]) = if cfg!(target_os = "macos") {
        ("open", &[])
    } else if cfg!(windows) {
        ("cmd", &["/C", "start", ""])
    } else {
        ("xdg-open", &[])
    };
    let started = std::process::Command::new(program).args(arguments).arg(address).spawn();
    if started.is_err() {
        let _ = writeln!(io::stderr(), "no browser could be opened; open {address} yourself");
    }
}
