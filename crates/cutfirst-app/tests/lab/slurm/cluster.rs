//! A real Slurm with two nodes on this machine, for as long as a test lasts. Nothing of it is outside one
//! directory, and every process of it is a child of the test.

use std::fs::{self, File};
use std::io::Read;
use std::net::TcpListener;
use std::os::unix::fs::{DirBuilderExt, OpenOptionsExt};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use crate::slurm::wait::within;

/// The two nodes with the ports that they listen to.
const NODES: [&str; 2] = ["n1", "n2"];

/// Slurm's daemons and where they live.
pub(crate) struct Cluster {
    dir: PathBuf,
    munge: Option<Child>,
    controller: Option<Child>,
    nodes: [Option<Child>; 2],
}

impl Cluster {
    /// Starts everything and waits until both nodes are ready.
    pub(crate) fn start() -> Self {
        // Short, since it becomes part of a socket's name.
        let dir = PathBuf::from(format!("/tmp/cutfirst-slurm-{}", std::process::id()));
        let _ = fs::remove_dir_all(&dir);
        fs::create_dir(&dir).expect("a place for the cluster");
        for name in ["log", "state"] {
            fs::create_dir(dir.join(name)).expect("a directory");
        }
        fs::DirBuilder::new().mode(0o700).create(dir.join("munge")).expect("a directory");
        let mut key = [0; 128];
        File::open("/dev/urandom").and_then(|mut random| random.read_exact(&mut key)).expect("randomness");
        let mut options = fs::OpenOptions::new();
        let file = options.write(true).create_new(true).mode(0o600).open(dir.join("munge/key"));
        std::io::Write::write_all(&mut file.expect("a key"), &key).expect("a key");
        fs::write(dir.join("slurm.conf"), configuration(&dir.display().to_string()))
            .expect("a configuration");

        let mut cluster = Self { dir, munge: None, controller: None, nodes: [None, None] };
        let path = |name: &str| cluster.dir.join(name).display().to_string();
        let munge = [
            "-F".to_owned(),
            format!("--socket={}", path("munge.sock")),
            format!("--key-file={}", path("munge/key")),
            format!("--seed-file={}", path("munge/seed")),
            format!("--log-file={}", path("log/munged.log")),
            format!("--pid-file={}", path("munged.pid")),
        ];
        cluster.munge = Some(cluster.spawn("munged", &munge.each_ref().map(String::as_str)));
        within(20, "munge is ready", || cluster.dir.join("munge.sock").exists());
        cluster.start_controller();
        for node in NODES {
            cluster.start_node(node);
        }
        within(60, "both nodes are ready", || {
            cluster.answer("sinfo", &["-h", "-t", "idle", "-o", "%D"]) == "2"
        });
        cluster
    }

    fn spawn(&self, program: &str, arguments: &[&str]) -> Child {
        let log = File::create(self.dir.join(format!("log/{program}.out"))).expect("a log");
        let mut command = self.command(program);
        let child = command.args(arguments).stdin(Stdio::null()).stdout(Stdio::null()).stderr(log).spawn();
        child.unwrap_or_else(|error| {
            panic!("{program} does not start: {error}; see cargo xtask test --cluster")
        })
    }

    pub(crate) fn start_controller(&mut self) {
        self.controller = Some(self.spawn("slurmctld", &["-D"]));
    }

    pub(crate) fn start_node(&mut self, node: &str) {
        let place = NODES.iter().position(|&name| name == node).expect("a node");
        self.nodes[place] = Some(self.spawn("slurmd", &["-D", "-N", node]));
    }

    /// Ends the controller in good order, so that it writes down what it knows: it does so every few seconds
    /// otherwise, and one that is killed before forgets the jobs it has just been given.
    pub(crate) fn stop_controller(&mut self) {
        end(&mut self.controller, "TERM");
    }

    /// Ends a node's daemon at once; what it started is for the caller to end.
    pub(crate) fn kill_node(&mut self, node: &str) {
        let place = NODES.iter().position(|&name| name == node).expect("a node");
        end(&mut self.nodes[place], "KILL");
    }

    /// A command that talks to this cluster and to no other.
    pub(crate) fn command(&self, program: &str) -> Command {
        let mut command = Command::new(program);
        command.env("SLURM_CONF", self.dir.join("slurm.conf"));
        command
    }

    /// What a command says, whether it succeeds or not: the controller may be away.
    pub(crate) fn answer(&self, program: &str, arguments: &[&str]) -> String {
        let output = self.command(program).args(arguments).output().expect("Slurm's commands");
        String::from_utf8_lossy(&output.stdout).trim().to_owned()
    }

    /// What a job's record says under a name, such as `JobState`.
    pub(crate) fn record(&self, job: &str, name: &str) -> String {
        let record = self.answer("scontrol", &["-o", "show", "job", job]);
        let found = record.split_whitespace().find_map(|word| word.strip_prefix(&format!("{name}=")));
        found.unwrap_or_default().to_owned()
    }
}

impl Drop for Cluster {
    fn drop(&mut self) {
        if self.controller.is_some() {
            let _ = self.command("scancel").args(["--user", "root"]).output();
            std::thread::sleep(Duration::from_secs(1));
        }
        end(&mut self.controller, "TERM");
        for node in &mut self.nodes {
            end(node, "TERM");
        }
        end(&mut self.munge, "TERM");
        let _ = fs::remove_dir_all(&self.dir);
    }
}

/// Ends a child of ours, if it is there, and waits for its end.
fn end(child: &mut Option<Child>, signal: &str) {
    if let Some(mut child) = child.take() {
        let _ = Command::new("kill").args(["-s", signal, &child.id().to_string()]).status();
        let _ = child.wait();
    }
}

fn free_port() -> u16 {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    listener.local_addr().expect("an address").port()
}

/// As small and as quick to notice things as Slurm can be.
fn configuration(dir: &str) -> String {
    let host = fs::read_to_string("/proc/sys/kernel/hostname").expect("a name of this machine");
    let host = host.trim();
    let [controller, first, second] = [free_port(), free_port(), free_port()];
    format!(
        "ClusterName=cutfirst
SlurmctldHost={host}(127.0.0.1)
SlurmUser=root
SlurmdUser=root
SlurmctldPort={controller}
AuthType=auth/munge
AuthInfo=socket={dir}/munge.sock,cred_expire=5
CredType=cred/munge
StateSaveLocation={dir}/state
SlurmdSpoolDir={dir}/spool.%n
SlurmctldPidFile={dir}/slurmctld.pid
SlurmdPidFile={dir}/slurmd.%n.pid
SlurmctldLogFile={dir}/log/slurmctld.log
SlurmdLogFile={dir}/log/slurmd.%n.log
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
JobAcctGatherType=jobacct_gather/none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
SchedulerType=sched/backfill
SchedulerParameters=sched_interval=1,batch_sched_delay=0
ReturnToService=2
MpiDefault=none
SlurmdTimeout=10
CompleteWait=0
KillWait=2
MinJobAge=3600
SlurmdParameters=config_overrides
NodeName=n1 NodeHostname={host} NodeAddr=127.0.0.1 Port={first} CPUs=1 RealMemory=1000
NodeName=n2 NodeHostname={host} NodeAddr=127.0.0.1 Port={second} CPUs=1 RealMemory=1000
PartitionName=lab Nodes=n1,n2 Default=YES MaxTime=INFINITE State=UP
"
    )
}
