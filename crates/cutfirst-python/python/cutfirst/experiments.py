"""The laboratory: leagues of orders, plans and matches, with their results as tables."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from cutfirst import _native
from cutfirst._numbers import INT, LONG, in_range


class Table:
    """A table of results, which polars, pandas, pyarrow and others take over by the Arrow PyCapsule interface.

    ``polars.DataFrame(table)``, ``pyarrow.table(table)`` and, from version 3 on, ``pandas.DataFrame.from_arrow(table)`` need
    no copy. Without any of them there are columns and rows.

    >>> table = rank(["virus"], ["killer"], depth=2, positions=1, turns=1)
    >>> len(table), "nodes" in table.column_names
    (2, True)
    >>> sorted(table["order"])
    ['ads:mtf', 'killer:2']
    """

    def __init__(self, native: _native.Table) -> None:
        self._native = native

    @property
    def column_names(self) -> list[str]:
        """The names of the columns, in their order."""
        return self._native.column_names

    def __len__(self) -> int:
        return len(self._native)

    def __getitem__(self, name: str) -> list[Any]:
        """The values of a column."""
        return self._native.column(name)

    def rows(self) -> list[dict[str, Any]]:
        """The rows, each with its values by column."""
        names = self.column_names
        columns = [self[name] for name in names]
        return [dict(zip(names, row)) for row in zip(*columns)]

    def __arrow_c_stream__(self, requested_schema: object | None = None) -> object:
        """The Arrow PyCapsule interface."""
        return self._native.__arrow_c_stream__(requested_schema)

    def __repr__(self) -> str:
        return f"<Table of {len(self)} rows: {', '.join(self.column_names)}>"


def rank(
    games: str | Iterable[str],
    orders: Iterable[str] = (),
    *,
    against: str | None = None,
    depth: int | None = None,
    positions: int | None = None,
    turns: int | None = None,
    starts: Sequence[str] | None = None,
    players: int | None = None,
    variant: str | None = None,
    evaluation: str | None = None,
    algorithm: str | None = None,
    table: int = 0,
    deepen: bool = False,
    seed: int = 1,
    repeat: int = 1,
    minimum: bool = False,
    progress: Callable[[int, int], object] | None = None,
) -> Table:
    """Compares orders as ``cutfirst rank`` does: all search the same seeded positions, with values that must agree.

    Without orders, the known ones. Each row is an order in a game: nodes, time, and their ratios to the order ``against``
    with 95 % intervals. ``progress`` is told how many of how many fragments are done.

    >>> league = rank("othello", ["killer", "history"], depth=3, positions=2, turns=2)
    >>> [name for name in league["order"] if name not in ("killer:2", "history:square", "ads:mtf")]
    []
    """
    in_range(INT, depth=depth, positions=positions, turns=turns, players=players, table=table, repeat=repeat)
    in_range(LONG, seed=seed)
    return Table(
        _native.rank(
            [games] if isinstance(games, str) else list(games),
            list(orders),
            against=against,
            depth=depth,
            positions=positions,
            turns=turns,
            starts=None if starts is None else list(starts),
            players=players,
            variant=variant,
            evaluation=evaluation,
            algorithm=algorithm,
            table=table,
            deepen=deepen,
            seed=seed,
            repeat=repeat,
            minimum=minimum,
            progress=progress,
        )
    )


def run_plan(
    plan: str | os.PathLike[str],
    *,
    out: str | os.PathLike[str] | None = None,
    trials: int | None = None,
    threads: int | None = None,
    progress: Callable[[int, int], object] | None = None,
) -> Table:
    """Runs the experiments of a plan, and returns a row for each arm of each trial, with the columns of
    ``cutfirst lab dump`` (docs/RESULTS.md).

    ``plan`` is the text of a plan, or the path of a file (anything that is no text of several lines is a path). With ``out``
    every finished trial is stored there at once: what was stopped goes on where it was, and ``cutfirst lab report`` writes
    the report. ``trials`` replaces the plan's number of trials.

    >>> plan = '''
    ... name = "small"
    ... seed = 1
    ... trials = 2
    ... [[experiment]]
    ... game = "othello"
    ... plies = [3]
    ... arms = ["none", "ads:mtf"]
    ... '''
    >>> sorted(set(run_plan(plan)["arm"]))
    ['ads:mtf', 'none']
    """
    text = plan if isinstance(plan, str) and "\n" in plan else Path(plan).read_text(encoding="utf-8")
    directory = None if out is None else os.fspath(out)
    return Table(_native.run_plan(text, out=directory, trials=trials, threads=threads, progress=progress))


def read_results(directory: str | os.PathLike[str]) -> Table:
    """The rows that a directory of :func:`run_plan` or ``cutfirst lab run`` holds."""
    return Table(_native.read_results(os.fspath(directory)))


@dataclass(frozen=True)
class Entrant:
    """How a player of a match did."""

    name: str
    """The name."""
    words: str
    """How the player plays, in words."""
    wins: int
    """Games won alone."""
    draws: int
    """Games with a share of the point."""
    losses: int
    """Games lost."""
    score: float | None
    """The mean share of the point."""
    interval: tuple[float, float] | None
    """Its 95 % interval."""


@dataclass(frozen=True)
class MatchResult:
    """What came out of a match."""

    entrants: list[Entrant]
    """One for each player."""
    games: Table
    """Every game."""


def match(
    game: str,
    players_words: Iterable[str],
    *,
    games: int | None = None,
    players: int | None = None,
    variant: str | None = None,
    time: float | None = None,
    depth: int | None = None,
    nodes: int | None = None,
    seed: int = 0,
    opening_plies: int | None = None,
    threads: int | None = None,
    progress: Callable[[int, int], object] | None = None,
) -> MatchResult:
    """Plays a match as ``cutfirst match`` does, between players in the words of :class:`cutfirst.Engine`.

    >>> result = match("othello", ["depth=2", "depth=1 name=weak"], games=2, seed=1)
    >>> sum(entrant.wins + entrant.draws + entrant.losses for entrant in result.entrants)
    4
    """
    table, entrants = _native.play_match(
        game,
        list(players_words),
        games=games,
        players=players,
        variant=variant,
        time=time,
        depth=depth,
        nodes=nodes,
        seed=seed,
        opening_plies=opening_plies,
        threads=threads,
        progress=progress,
    )
    return MatchResult([Entrant(**entrant) for entrant in entrants], Table(table))
