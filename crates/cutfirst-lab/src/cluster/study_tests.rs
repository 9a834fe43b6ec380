use std::time::{Duration, SystemTime};

use super::*;
use crate::cluster::cost::Costs;
use crate::cluster::heartbeat::{Heart, State};
use crate::cluster::status::Status;
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

fn run_part(study: &Study, part: u32) {
    let mut store = Store::open(&study.part_dir(part), &study.part(part).unwrap()).unwrap();
    store.add(&rows(&study.trials(part))).unwrap();
}

fn dump(dir: &Path) -> String {
    Results::read(dir).unwrap().rows().unwrap().iter().map(|row| format!("{row:?}\n")).collect()
}

fn whole_run(dir: &Path) -> String {
    let plan = plan();
    let mut store = Store::open(dir, &whole(&plan)).unwrap();
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
    assert_eq!(study.part_dir(7).file_name().unwrap(), "part-07");
    for part in (1..=12).filter(|&part| part != 4) {
        run_part(&study, part);
    }
    assert_eq!(refusal(study.join()), "1 of 12 shards missing: 4/12");
    drop(Store::open(&study.part_dir(4), &study.part(4).unwrap()).unwrap());
    assert!(refusal(study.join()).contains("(shard 4/12) is not finished"));
    run_part(&study, 4);
    let reopened = Study::open(study.dir()).unwrap();
    assert_eq!(reopened.join().unwrap(), expected.lines().count());
    assert_eq!(dump(study.dir()), expected);
    // Again, it only checks.
    reopened.join().unwrap();
    assert_eq!(dump(study.dir()), expected);
    assert!(Status::of(&study, SystemTime::now()).joined);
}

#[test]
fn what_was_there_before_is_used() {
    let scratch = Scratch::new().unwrap();
    let expected = whole_run(&scratch.path().join("whole"));
    let (dir, plan) = (scratch.path().join("study"), plan());
    assert!(rows_before(&dir, &plan).unwrap().is_empty());
    let first: Vec<_> = plan.trials().filter(|trial| trial.number < 2).collect();
    Store::open(&dir, &whole(&plan)).unwrap().add(&rows(&first)).unwrap();
    let before = rows_before(&dir, &plan).unwrap();
    let done = before.iter().map(Row::key).collect();
    let study = Study::create(&dir, &plan, Split::new(&plan, 3, &Costs::estimated(), &done)).unwrap();
    assert!((1..=3).all(|part| study.trials(part).iter().all(|trial| trial.number >= 2)));
    (1..=3).for_each(|part| run_part(&study, part));
    study.join().unwrap();
    assert_eq!(dump(&dir), expected);

    let other = Plan { seed: 4, ..plan.clone() };
    assert!(refusal(rows_before(&dir, &other)).contains("stored 'seed = 3', given 'seed = 4'"));
    fs::remove_file(dir.join("results.sqlite")).unwrap();
    // Two cells, designs, arms and trials.
    let message = refusal(study.join());
    assert!(message.starts_with("16 results of trials that were done before"), "{message}");
}

#[test]
fn a_study_keeps_its_plan_and_cut() {
    let scratch = Scratch::new().unwrap();
    let (dir, plan) = (scratch.path().join("study"), plan());
    assert!(refusal(Study::open(&dir)).contains("is not a plan in parts"));
    assert!(Study::open_same(&dir, &plan, Some(3)).unwrap().is_none());
    let study = create(&dir, 3);
    assert_eq!(create(&dir, 3).seal, study.seal);
    assert_eq!(Study::open_same(&dir, &plan, None).unwrap().unwrap().seal, study.seal);
    assert!(refusal(Study::open_same(&dir, &plan, Some(4))).contains("is split into 3 parts, not 4"));
    assert!(refusal(Study::create(&dir, &plan, split(&plan, 4))).contains("is split into 3 parts, not 4"));
    let other = Plan { trials: 7, ..plan };
    assert!(
        refusal(Study::open_same(&dir, &other, Some(3))).contains("stored 'trials = 6', given 'trials = 7'")
    );
    for part in [0, 4] {
        let message = refusal(study.part(part));
        assert!(message.contains(&format!("no task {part}")) && message.contains("from 1 to 3"), "{message}");
    }
}

#[test]
fn a_changed_plan_or_cut_is_noticed() {
    let scratch = Scratch::new().unwrap();
    let dir = scratch.path().join("study");
    create(&dir, 3);
    for (file, from, to) in [
        (PLAN_FILE, "seed = 3", "seed = 4"),
        (PLAN_FILE, "trials = 6", "trials = six"),
        (SPLIT, "\"parts\":3", "\"parts\":2"),
        (SPLIT, "\"format\":1", "\"format\":2"),
        (SPLIT, "\"cut\":", "\"split\":"),
        (SPLIT, "}", ""),
        (SPLIT, "[1,", "[2,"),
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

const PLAN_FILE: &str = super::PLAN;

#[test]
fn a_part_of_another_cut_is_not_taken() {
    let scratch = Scratch::new().unwrap();
    let study = create(&scratch.path().join("study"), 2);
    run_part(&study, 1);
    // Shard 2 of 2 as well, but dealt out in another way.
    let text = PlanText { split: None, ..study.part(2).unwrap() };
    let dir = study.part_dir(2);
    Store::open(&dir, &text).unwrap().add(&rows(&study.trials(2))).unwrap();
    let message = Store::open(&dir, &study.part(2).unwrap()).unwrap_err().to_string();
    assert!(message.contains("was split differently"), "{message}");
    assert!(refusal(study.join()).contains("cannot be used"));
    assert!(Study::of_part(&dir, &text).is_none());
    assert!(Study::of_part(&study.part_dir(1), &study.part(1).unwrap()).is_some());
}

#[test]
fn status_tells_waiting_running_failed_and_done() {
    let scratch = Scratch::new().unwrap();
    let study = create(&scratch.path().join("study"), 5);
    let now = SystemTime::now();
    let status = Status::of(&study, now);
    assert_eq!(status.in_state(State::Waiting), [1, 2, 3, 4, 5]);
    assert_eq!((status.trials, status.done, status.seconds_left), (36, 0, None));
    assert!(!status.joined);

    for part in [1, 2, 3, 4] {
        fs::create_dir(study.part_dir(part)).unwrap();
    }
    let trials = study.trials(1).len() as u64;
    let heart = |part| Heart::start(&study.part_dir(part), "here".to_owned(), 0, 0.0);
    let done = heart(1);
    done.gained(trials, 1.0, 1000);
    done.end(State::Done, None);
    heart(2).end(State::Failed, Some("the disk is full".to_owned()));
    let running = heart(3);
    running.gained(1, 0.5, 1000);
    drop(running); // It still says that it runs, as if it had been killed.
    run_part(&study, 4); // Without any heartbeat.

    let status = Status::of(&study, now + Duration::from_secs(1));
    let states: Vec<_> = status.parts.iter().map(|part| part.state).collect();
    assert_eq!(states, [State::Done, State::Failed, State::Running, State::Done, State::Waiting]);
    assert_eq!(status.parts[1].message.as_deref(), Some("the disk is full"));
    assert_eq!(status.done, trials + 1 + study.trials(4).len() as u64);
    assert!(status.share > 0.4 && status.share < 0.6, "{}", status.share);
    assert!(status.seconds_left.unwrap() > 0.0 && status.nodes_per_second > 0.0);
    assert!(status.trials_per_second > 0.0);

    let later = Status::of(&study, now + Duration::from_secs(100));
    assert_eq!(later.in_state(State::Failed), [2, 3]);
    let message = later.parts[2].message.as_deref().unwrap();
    assert!(message.contains("no sign of life for"), "{message}");
}
