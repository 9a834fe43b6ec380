"""Evaluations that are learned."""

from __future__ import annotations

import _thread
import threading
from pathlib import Path
from typing import Any

import pytest
from small_games import TicTacToe

import cutfirst

SMALL: dict[str, Any] = {"players": 2, "variant": "size=3", "effort": 1, "seed": 4}


def test_the_same_rounds_and_seed_give_the_same_file(tmp_path: Path) -> None:
    told: list[tuple[int, int]] = []
    one = cutfirst.train("virus", rounds=2, out=tmp_path / "one.safetensors", progress=lambda *now: told.append(now), **SMALL)
    two = cutfirst.train("virus", rounds=2, out=str(tmp_path / "two.safetensors"), threads=1, **SMALL)
    assert one == tmp_path / "one.safetensors" and one.read_bytes() == two.read_bytes()
    assert told == sorted(told) and told[-1] == (200, 200)


def test_engines_and_matches_take_the_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "a folder"
    folder.mkdir()
    monkeypatch.chdir(folder)
    game = cutfirst.Virus(players=2, variant="size=3")
    # So short a time is over after one round.
    weights = cutfirst.train(game, minutes=0.001, effort=1)
    assert weights == Path("virus.safetensors")
    assert [path.name for path in folder.iterdir()] == ["virus.safetensors"]
    report = cutfirst.Engine(evaluation=folder / weights).search(game, depth=4)
    assert report.move in game.legal_moves and "virus.safetensors" in report.words
    players = [f"depth=1 evaluation={weights}", "depth=1 name=other"]
    assert len(cutfirst.match("virus", players, games=2, players=2, variant="size=3").games) == 2
    with pytest.raises(cutfirst.Error, match="cannot use the weights"):
        cutfirst.Engine(evaluation=weights).search(cutfirst.Othello(), depth=1)


def test_what_stops_a_training(tmp_path: Path) -> None:
    out = tmp_path / "never.safetensors"

    def refuse(done: int, of: int) -> None:
        raise RuntimeError("enough")

    with pytest.raises(RuntimeError, match="enough"):
        cutfirst.train("othello", rounds=1, effort=50, out=out, progress=refuse)
    interrupt = threading.Timer(0.5, _thread.interrupt_main)
    interrupt.start()
    with pytest.raises(KeyboardInterrupt):
        cutfirst.train("othello", rounds=1, effort=5000, out=out)
    interrupt.join()
    assert not out.exists()


def test_wrong_trainings_are_one_line(tmp_path: Path) -> None:
    out = tmp_path / "x.safetensors"
    for wrong, why in (
        (lambda: cutfirst.train(TicTacToe(), rounds=1, out=out), "written in Python"),  # type: ignore[arg-type]
        (lambda: cutfirst.train("chess", rounds=1, out=out), "chess"),
        (lambda: cutfirst.train("othello", rounds=1, minutes=1, out=out), "not both"),
        (lambda: cutfirst.train("othello", rounds=0, out=out), "from 1"),
        (lambda: cutfirst.train("othello", minutes=0, out=out), "above 0"),
        (lambda: cutfirst.train("othello", minutes=float("nan"), out=out), "above 0"),
        (lambda: cutfirst.train("othello", rounds=1, threads=0, out=out), "threads"),
        (lambda: cutfirst.train("othello", rounds=1, teacher="nobody", out=out), "nobody"),
        (lambda: cutfirst.train("othello", rounds=1, out=tmp_path / "x.txt"), "safetensors"),
        (lambda: cutfirst.train(cutfirst.Othello(), players=2, rounds=1, out=out), "its own players"),
        (lambda: cutfirst.train("virus", rounds=1, out=tmp_path / "no" / "x.safetensors", **SMALL), "cannot write"),
    ):
        with pytest.raises(cutfirst.Error, match=why) as raised:
            wrong()
        assert "\n" not in str(raised.value)
    assert list(tmp_path.iterdir()) == []
