//! Settings, orders and reports survive being stored.

#![cfg(feature = "serde")]

mod race;

use cutfirst::{Engine, Level, Limit, Order, Settings};
use race::{Lead, Race};

#[test]
fn settings_survive() {
    let mut settings = Settings::strongest(2).with_order("tt+ads:mtf,limit=5+killer:2".parse().unwrap());
    settings.techniques.quiescence = 3;
    settings.variety = Some(7);
    for settings in [settings, Settings::plain(3), Settings::strongest(4)] {
        let text = serde_json::to_string(&settings).unwrap();
        assert_eq!(serde_json::from_str::<Settings>(&text).unwrap(), settings, "{text}");
    }
}

#[test]
fn words_are_those_of_the_command_line() {
    let order: Order = "tt+gravity:prior=auto,continuation".parse().unwrap();
    assert_eq!(serde_json::to_string(&order).unwrap(), "\"tt+gravity:prior=auto,continuation\"");
    let error = serde_json::from_str::<Order>("\"killer:99\"").unwrap_err().to_string();
    assert!(error.contains("killer"), "{error}");
    assert_eq!(serde_json::to_string(&Level::HIGHEST).unwrap(), "10");
    assert!(serde_json::from_str::<Level>("11").is_err());
    assert!(serde_json::from_str::<Level>("4").is_ok());
}

#[test]
fn reports_are_data() {
    let game = Race::new(2);
    let settings = Settings::plain(2).with_order("ads:mtf".parse().unwrap()).with_detail(true);
    let report = Engine::new(&game, Lead, settings).unwrap().search(&game, &Limit::depth(4)).unwrap();
    let value = serde_json::to_value(&report).unwrap();
    assert_eq!(value["best"], report.best);
    assert_eq!(value["counts"]["total"], report.counts.total);
    assert_eq!(value["lines"][0]["score"], report.line().score);
    assert_eq!(value["lists"][0]["heuristic"], "ads");
}
