"""Engines and the games of the catalog."""

from __future__ import annotations

import signal
import threading
import time

import pytest

import cutfirst


@pytest.mark.parametrize("name", [info.name for info in cutfirst.games()])
def test_every_game_is_searched(name: str) -> None:
    game = cutfirst.open_game(name)
    report = cutfirst.Engine(table=1).search(game, depth=3, lines=2)
    assert report.move in game.legal_moves and report.move == report.line.moves[0]
    assert len(report.lines) == 2 and report.depth == 3 and report.complete
    counts = report.counts
    assert counts.nodes == counts.interior + counts.leaves + counts.quiescence > 0
    assert report.line.movers[0] == game.to_move


def test_the_same_search_has_the_same_nodes() -> None:
    def nodes() -> int:
        return cutfirst.Engine().search(cutfirst.Othello(), depth=8).counts.nodes

    assert nodes() == nodes()


def test_an_engine_keeps_what_it_has_learned_until_it_forgets() -> None:
    engine, game = cutfirst.Engine(), cutfirst.Othello()
    first = engine.search(game, depth=8).counts.nodes
    assert engine.search(game, depth=8).counts.nodes < first
    engine.forget()
    assert engine.search(game, depth=8).counts.nodes == first
    assert engine.search(cutfirst.Virus(), depth=3).depth == 3, "another game, another engine"


def test_limits_of_the_words_hold_where_none_are_given() -> None:
    engine = cutfirst.Engine("depth=3 table=1")
    assert engine.search(cutfirst.Othello()).depth == 3
    assert engine.search(cutfirst.Othello(), nodes=500).counts.nodes <= 500
    report = cutfirst.Engine().search(cutfirst.Othello(), time=0.2)
    assert report.seconds < 5 and report.depth > 3 and not report.complete
    assert cutfirst.Engine().search(cutfirst.Othello(), level=3).counts.nodes < 1000
    assert cutfirst.Engine().search(cutfirst.Othello(), level="champion").move


def test_progress_is_told_and_may_end_the_search() -> None:
    told: list[cutfirst.Progress[str]] = []
    cutfirst.Engine().search(cutfirst.Othello(), depth=6, progress=told.append)
    assert told and told[-1].depth == 6 and told[-1].line.moves

    def tired(step: cutfirst.Progress[str]) -> None:
        raise RuntimeError(f"enough at {step.depth}")

    engine = cutfirst.Engine()
    with pytest.raises(RuntimeError, match="enough at"):
        engine.search(cutfirst.Othello(), time=60, progress=tired)
    assert engine.search(cutfirst.Othello(), depth=2).depth == 2, "still of use"


def test_wrong_words_and_limits_are_one_line() -> None:
    game = cutfirst.Othello()
    for wrong in (
        lambda: cutfirst.Engine("algorithm=best"),
        lambda: cutfirst.Engine(order="magic"),
        lambda: cutfirst.Engine(colour="red"),
        lambda: cutfirst.Engine("command=true protocol=ugi"),
        lambda: cutfirst.Engine(evaluation="guess").search(game, depth=1),
        lambda: cutfirst.Engine().search(game, depth=0),
        lambda: cutfirst.Engine().search(game, depth=1000),
        lambda: cutfirst.Engine().search(game, nodes=0),
        lambda: cutfirst.Engine().search(game, time=-1),
        lambda: cutfirst.Engine().search(game, time=float("nan")),
        lambda: cutfirst.Engine().search(game, level=11),
        lambda: cutfirst.Engine().search(game, depth=2, lines=0),
        lambda: cutfirst.Engine().search(game, depth=2, variety=-1),
        lambda: cutfirst.Engine().search(game, depth=-1),
        lambda: cutfirst.Engine().search(game, nodes=10**30),
        lambda: cutfirst.Engine().search(cutfirst.Othello, depth=1),  # type: ignore[call-overload]
        lambda: cutfirst.rank(["virus"], ["none"], depth=-1),
        lambda: cutfirst.Engine(table=1 << 20, threads=4000).search(game, depth=1),
        lambda: cutfirst.Engine().search(cutfirst.Othello(position="X" * 64 + " X"), depth=1),
    ):
        with pytest.raises(cutfirst.Error) as raised:
            wrong()
        assert "\n" not in str(raised.value)


def test_ctrl_c_ends_a_search() -> None:
    for game, words in ((cutfirst.Othello(), ""), (cutfirst.Abalone(), "threads=2")):
        engine = cutfirst.Engine(words)
        threading.Timer(0.3, lambda: signal.raise_signal(signal.SIGINT)).start()
        began = time.monotonic()
        with pytest.raises(KeyboardInterrupt):
            engine.search(game, time=60)
        assert time.monotonic() - began < 20
        assert engine.search(game, depth=2).depth == 2


def test_other_threads_run_while_an_engine_searches() -> None:
    ticks = 0
    done = threading.Event()

    def tick() -> None:
        nonlocal ticks
        while not done.is_set():
            ticks += 1
            time.sleep(0.001)

    thread = threading.Thread(target=tick)
    thread.start()
    engine = cutfirst.Engine()
    engine.search(cutfirst.Othello(), time=0.5)
    done.set()
    thread.join()
    assert ticks > 20


def test_one_search_at_a_time() -> None:
    engine = cutfirst.Engine()
    begun = threading.Event()
    thread = threading.Thread(
        target=lambda: engine.search(cutfirst.Othello(), time=1.5, progress=lambda _: begun.set())
    )
    thread.start()
    begun.wait()
    with pytest.raises(cutfirst.Error, match="is searching"):
        engine.search(cutfirst.Othello(), depth=1)
    thread.join()
