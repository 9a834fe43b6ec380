//! Array jobs on a real Slurm: killed tasks, a lost node and a restarted controller change nothing.
//!
//! These tests need Slurm and root; `cargo xtask test --cluster` installs the one and runs them.

mod cluster;
mod study;
mod wait;

use self::cluster::Cluster;
use self::study::SlurmStudy;
use self::wait::within;

/// One cluster for all, since each test needs both nodes for itself.
#[test]
#[ignore = "needs Slurm: cargo xtask test --cluster"]
fn array_jobs_end_in_the_same_rows_whatever_happens() {
    let mut cluster = Cluster::start();
    let expected = study::on_one_machine();
    for (name, scenario) in [
        ("undisturbed", undisturbed as fn(&mut Cluster, &SlurmStudy)),
        ("killed tasks", killed_tasks),
        ("restarted controller", restarted_controller),
        ("time limit", time_limit),
        ("lost node", lost_node),
        ("only what is left", only_what_is_left),
    ] {
        eprintln!("-- {name}");
        let start = std::time::Instant::now();
        let study = SlurmStudy::prepare(&name.replace(' ', "-"));
        scenario(&mut cluster, &study);
        study.wait_for_report(&cluster);
        assert!(study.rows() == expected, "{name}: other rows than on one machine");
        assert!(study.status()["joined"] == true);
        eprintln!("   {:.1} s", start.elapsed().as_secs_f64());
    }
}

fn undisturbed(cluster: &mut Cluster, study: &SlurmStudy) {
    study.submit(cluster, &[]);
}

/// The program of one task dies, and program and script of another.
fn killed_tasks(cluster: &mut Cluster, study: &SlurmStudy) {
    let array = study.submit(cluster, &[]);
    let first = study.freeze_a_running_task(|_| true);
    let second = study.freeze_a_running_task(|task| task.part != first.part);
    study::kill(&[first.process]);
    study::kill(&[study::parent(second.process), second.process]);
    let job = format!("{array}_{}", second.part);
    within(60, "Slurm notices", || cluster.record(&job, "JobState") == "FAILED");
    assert!(cluster.command("scontrol").args(["requeue", &job]).status().expect("scontrol").success());
    for task in [&first, &second] {
        within(120, "it is started again", || study.is_started_again(task));
        assert_eq!(cluster.record(&format!("{array}_{}", task.part), "Restarts"), "1");
    }
    assert!(study.log(first.part).contains("killed by signal 9; task"), "{}", study.log(first.part));
}

fn restarted_controller(cluster: &mut Cluster, study: &SlurmStudy) {
    study.submit(cluster, &[]);
    let task = study.freeze_a_running_task(|_| true);
    cluster.stop_controller();
    study::go_on(task.process);
    // Tasks end while nobody is there to hear of it.
    within(60, "a task ends", || study.status()["parts"][task.part as usize - 1]["state"] == "done");
    cluster.start_controller();
}

/// Slurm's warning, sent at once instead of after minutes.
fn time_limit(cluster: &mut Cluster, study: &SlurmStudy) {
    let array = study.submit(cluster, &["--time", "10"]);
    let task = study.freeze_a_running_task(|_| true);
    let job = format!("{array}_{}", task.part);
    assert!(
        cluster
            .command("scancel")
            .args(["--batch", "--signal=USR1", &job])
            .status()
            .expect("scancel")
            .success()
    );
    within(60, "the script hands the warning on", || study::is_told_to_end(task.process));
    study::go_on(task.process);
    within(120, "it is started again", || study.is_started_again(&task));
    assert!(study.log(task.part).contains("out of time; task"), "{}", study.log(task.part));
    assert!(study.log(task.part).contains("trials were there already"), "{}", study.log(task.part));
}

/// A node goes with all that ran on it; its task goes on elsewhere.
fn lost_node(cluster: &mut Cluster, study: &SlurmStudy) {
    study.submit(cluster, &[]);
    let task = study.freeze_a_running_task(|task| task.place == "n1");
    cluster.kill_node("n1");
    let script = study::parent(task.process);
    // Slurm's own process for the step first, so that nobody reports the others' end.
    study::kill(&[study::parent(script), script, task.process]);
    within(180, "it is started again", || study.is_started_again(&task));
    cluster.start_node("n1");
}

/// A task that cannot succeed, and a second submission when it can.
fn only_what_is_left(cluster: &mut Cluster, study: &SlurmStudy) {
    study.block(3);
    study.submit(cluster, &[]);
    within(180, "the last job fails", || study.join_log().contains("1 of 8 tasks are not complete: 3"));
    study.unblock(3);
    // Tasks that are complete end at once.
    study.submit(cluster, &[]);
}
