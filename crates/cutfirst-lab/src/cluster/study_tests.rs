use std::collections::HashSet;

use super::*;
use crate::cluster::cost::Costs;
use crate::cluster::merge::merge;
use crate::store::Scratch;

const PLAN: &str = r#"
name = "study"
seed = 3
trials = 6
designs = ["paper", "paired"]
[[experiment]]
game = "othello"
plies = [1, 3]
arms = ["none", "ads:mtf"]
"#;

fn plan() -> Plan {
    Plan::parse(PLAN).unwrap()
}

fn split(plan: &Plan, parts: u32) -> Split {
    Split::new(plan, parts, &Costs::estimated(), &HashSet::new())
}

fn create(dir: &Path, parts: u32) -> Study {
    let plan = plan();
    Study::create(dir, &plan, split(&plan, parts)).unwrap()
}

fn rows(trials: &[Trial<'_>]) -> Vec<Row> {
    trials.iter().flat_map(|trial| trial.run().unwrap()).collect()
}

fn run_task(study: &Study, part: u32) {
    let mut store = Store::open(&study.task_dir(part), &study.task(part).unwrap()).unwrap();
    store.add(&rows(&study.trials(part))).unwrap();
}

fn dump(dir: &Path) -> String {
    Results::read(dir).unwrap().rows().unwrap().iter().map(|row| format!("{row:?}\n")).collect()
}

fn whole_run(dir: &Path) -> String {
    let plan = plan();
    let mut store = Store::open(dir, &PlanText::whole(plan.canonical())).unwrap();
    store.add(&rows(&plan.trials().collect::<Vec<_>>())).unwrap();
    dump(dir)
}

fn refusal<T>(result: Result<T, StudyError>) -> String {
    let message = result.err().expect("a refusal").to_string();
    assert_eq!(message.lines().count(), 1, "{message}");
    message
}

#[test]
fn joined_parts_are_the_whole() {
    let scratch = Scratch::new().unwrap();
    let expected = whole_run(&scratch.path().join("whole"));
    let study = create(&scratch.path().join("study"), 12);
    assert_eq!(study.task_dir(7).file_name().unwrap(), "part-07");
    for part in (1..=12).filter(|&part| part != 4) {
        run_task(&study, part);
    }
    assert_eq!(refusal(study.join()), "1 of 12 tasks are not complete: 4");
    drop(Store::open(&study.task_dir(4), &study.task(4).unwrap()).unwrap());
    assert_eq!(refusal(study.join()), "1 of 12 tasks are not complete: 4");
    run_task(&study, 4);
    let reopened = Study::open(study.dir()).unwrap();
    assert_eq!(reopened.join().unwrap(), expected.lines().count());
    assert_eq!(dump(study.dir()), expected);
    // Again, it only checks.
    reopened.join().unwrap();
    assert_eq!(dump(study.dir()), expected);
    assert!(Status::of(&study).joined);
}

#[test]
fn what_was_there_before_is_used() {
    let scratch = Scratch::new().unwrap();
    let expected = whole_run(&scratch.path().join("whole"));
    let (dir, plan) = (scratch.path().join("study"), plan());
    assert!(rows_before(&dir, &plan).unwrap().is_empty());
    let first: Vec<_> = plan.trials().filter(|trial| trial.number < 2).collect();
    Store::open(&dir, &PlanText::whole(plan.canonical())).unwrap().add(&rows(&first)).unwrap();
    let before = rows_before(&dir, &plan).unwrap();
    let done = before.iter().map(Row::key).collect();
    let study = Study::create(&dir, &plan, Split::new(&plan, 3, &Costs::estimated(), &done)).unwrap();
    assert!((1..=3).all(|part| study.trials(part).iter().all(|trial| trial.number >= 2)));
    (1..=3).for_each(|part| run_task(&study, part));
    study.join().unwrap();
    assert_eq!(dump(&dir), expected);

    let other = Plan { seed: 4, ..plan.clone() };
    assert!(refusal(rows_before(&dir, &other)).contains("stored 'seed = 3', given 'seed = 4'"));
    fs::remove_file(dir.join("results.sqlite")).unwrap();
    // Two cells, designs, arms and trials.
    let message = refusal(study.join());
    assert!(message.starts_with("16 of 48 results are missing"), "{message}");
}

#[test]
fn a_study_keeps_its_plan_and_split() {
    let scratch = Scratch::new().unwrap();
    let (dir, plan) = (scratch.path().join("study"), plan());
    assert!(refusal(Study::open(&dir)).contains("is not a plan in tasks"));
    assert!(Study::open_same(&dir, &plan, Some(3)).unwrap().is_none());
    let study = create(&dir, 3);
    assert_eq!(create(&dir, 3).split, study.split);
    assert_eq!(Study::open_same(&dir, &plan, None).unwrap().unwrap().split, study.split);
    assert!(refusal(Study::open_same(&dir, &plan, Some(4))).contains("is split into 3 tasks, not 4"));
    assert!(refusal(Study::create(&dir, &plan, split(&plan, 4))).contains("is split into 3 tasks, not 4"));
    let other = Plan { trials: 7, ..plan };
    assert!(
        refusal(Study::open_same(&dir, &other, Some(3))).contains("stored 'trials = 6', given 'trials = 7'")
    );
    for part in [0, 4] {
        let message = refusal(study.task(part));
        assert!(message.contains(&format!("no task {part}")) && message.contains("from 1 to 3"), "{message}");
    }
}

#[test]
fn a_changed_plan_or_split_is_noticed() {
    let scratch = Scratch::new().unwrap();
    let dir = scratch.path().join("study");
    create(&dir, 3);
    for (file, from, to) in [
        (super::PLAN, "trials = 6", "trials = six"),
        (super::PLAN, "trials = 6", "trials = 7"),
        (SPLIT, "}", ""),
        (SPLIT, "\"task_of\":[", "\"task_of\":[9,"),
    ] {
        let path = dir.join(file);
        let text = fs::read_to_string(&path).unwrap();
        assert!(text.contains(from), "{from}");
        fs::write(&path, text.replacen(from, to, 1)).unwrap();
        let message = refusal(Study::open(&dir));
        assert!(message.contains("is damaged"), "{message}");
        fs::write(&path, text).unwrap();
    }
    Study::open(&dir).unwrap();
}

#[test]
fn a_task_knows_its_study() {
    let scratch = Scratch::new().unwrap();
    let study = create(&scratch.path().join("study"), 2);
    run_task(&study, 1);
    let text = study.task(1).unwrap();
    assert!(Study::of_task(&study.task_dir(1), &text).is_some());
    assert!(Study::of_task(study.dir(), &text).is_none());
    assert!(Study::of_task(&study.task_dir(1), &PlanText::whole(text.text)).is_none());
}

#[test]
fn status_tells_waiting_running_stopped_failed_and_done() {
    let scratch = Scratch::new().unwrap();
    let study = create(&scratch.path().join("study"), 5);
    let status = Status::of(&study);
    assert_eq!(status.in_state(State::Waiting), [1, 2, 3, 4, 5]);
    assert_eq!((status.trials, status.done, status.joined), (36, 0, false));

    run_task(&study, 1);
    let open = |task| Store::open(&study.task_dir(task), &study.task(task).unwrap()).unwrap();
    let mut running = open(2);
    running.add(&rows(&study.trials(2)[..1])).unwrap();
    drop(open(3));
    fs::create_dir(study.task_dir(4)).unwrap();
    fs::write(study.task_dir(4).join("results.sqlite"), "garbage").unwrap();

    let status = Status::of(&study);
    let states: Vec<_> = status.parts.iter().map(|part| part.state).collect();
    assert_eq!(states, [State::Done, State::Running, State::Stopped, State::Failed, State::Waiting]);
    assert!(status.parts[3].message.as_ref().unwrap().contains("not an SQLite file"));
    assert_eq!(status.done, study.trials(1).len() + 1);
    drop(running);
    assert_eq!(Status::of(&study).in_state(State::Stopped), [2, 3]);
}

/// Runs a shard with the trials of a study's task, which may be dealt out in any way.
fn shard(scratch: &Scratch, name: &str, plan: &Plan, of: u32, shard: u32, trials: &[Trial<'_>]) -> PathBuf {
    let dir = scratch.path().join(name);
    let text = PlanText { text: plan.canonical(), shard: Shard::new(shard, of).unwrap() };
    Store::open(&dir, &text).unwrap().add(&rows(trials)).unwrap();
    dir
}

#[test]
fn shards_in_any_order_make_the_whole_and_nothing_else_does() {
    let scratch = Scratch::new().unwrap();
    let (plan, out) = (plan(), scratch.path().join("out"));
    let expected = whole_run(&scratch.path().join("whole"));
    let split = split(&plan, 3);
    let [one, two, three] = [1, 2, 3]
        .map(|task| shard(&scratch, &format!("shard-{task}"), &plan, 3, task, &split.trials(&plan, task)));
    let refused = |parts: &[&PathBuf]| {
        let parts: Vec<_> = parts.iter().map(|&part| part.clone()).collect();
        let message = merge(&parts, &out).unwrap_err().to_string();
        assert!(!out.exists() && message.lines().count() == 1, "{message}");
        message
    };
    assert!(refused(&[]).contains("nothing to merge"));
    let message = refused(&[&one, &three]);
    assert!(
        message.contains("of 48 results are missing") && message.contains("(these are 1/3, 3/3)"),
        "{message}"
    );
    let other = Plan { seed: 4, ..plan.clone() };
    let foreign = shard(&scratch, "foreign", &other, 3, 2, &[]);
    assert!(
        refused(&[&one, &foreign, &three]).contains("'seed = 3' in the first and 'seed = 4' in the second")
    );
    let mut strange = rows(&split.trials(&plan, 2));
    strange[0].nodes += 1;
    let wrong = scratch.path().join("wrong");
    let text = PlanText { text: plan.canonical(), shard: Shard::new(2, 3).unwrap() };
    Store::open(&wrong, &text).unwrap().add(&strange).unwrap();
    assert!(refused(&[&one, &two, &three, &wrong]).contains("two parts have different results"));
    strange[0].arm = "unknown".to_owned();
    let extra = scratch.path().join("extra");
    Store::open(&extra, &text).unwrap().add(&strange[..1]).unwrap();
    assert!(refused(&[&one, &two, &three, &extra]).contains("1 results are not of the plan"));

    // A merge that was killed is no obstacle, and a part that is named twice neither.
    fs::create_dir(&out).unwrap();
    fs::write(out.join("results.sqlite.new"), "half").unwrap();
    let parts = [three, one.clone(), two, one];
    assert_eq!(merge(&parts, &out).unwrap(), 48);
    assert_eq!(dump(&out), expected);
    let message = merge(&parts, &out).unwrap_err().to_string();
    assert!(message.contains("is not empty"), "{message}");
}
