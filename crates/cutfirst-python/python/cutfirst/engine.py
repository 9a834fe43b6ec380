"""Engines: they find moves in games of the catalog and in games written in Python."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar, overload

from cutfirst import _native
from cutfirst._numbers import INT, LONG, in_range
from cutfirst.game import Game
from cutfirst.games import BoardGame

Move = TypeVar("Move")


@dataclass(frozen=True)
class Line(Generic[Move]):
    """A line of play with its score."""

    score: int
    """From the view of the player to move. Beyond ±999,990,000 the game is decided."""
    scores: list[int] | None
    """One for each player, from ``max-n``."""
    moves: list[Move]
    """The moves, the first being the one to play."""
    movers: list[int]
    """The seats that play them. In Best-Reply Search players move out of turn."""


@dataclass(frozen=True)
class Counts:
    """What a search has done."""

    nodes: int
    """Nodes entered."""
    interior: int
    """Of these, nodes that were expanded."""
    leaves: int
    """Of these, leaves."""
    quiescence: int
    """Of these, nodes beyond the nominal depth."""
    makes: int
    """Moves made."""
    evaluations: int
    """Positions evaluated."""
    cutoffs: int
    """Nodes cut off."""
    first_move_cutoffs: int
    """Of these, by the first move."""


@dataclass(frozen=True)
class Report(Generic[Move]):
    """What a search has found."""

    line: Line[Move]
    """The line of the move to play."""
    lines: list[Line[Move]]
    """The best lines, best first."""
    depth: int
    """The last depth that was completed."""
    complete: bool
    """Whether everything asked for was searched, rather than a limit having struck."""
    counts: Counts
    """What was done for it."""
    seconds: float
    """How long it took."""
    words: str
    """The engine with everything settled, in words."""

    @property
    def move(self) -> Move:
        """The move to play."""
        return self.line.moves[0]

    @property
    def score(self) -> int:
        """Its score from the view of the player to move."""
        return self.line.score

    @property
    def nodes_per_second(self) -> float:
        """Nodes entered in a second."""
        return self.counts.nodes / max(self.seconds, 1e-9)


@dataclass(frozen=True)
class Progress(Generic[Move]):
    """A line that a running search has found."""

    depth: int
    """The depth it was found at."""
    number: int
    """Which of the best lines it is, from 0."""
    line: Line[Move]
    """The line."""
    nodes: int
    """Nodes entered so far."""


def _line(said: dict[str, Any]) -> Line[Any]:
    return Line(**said)


def _progress(said: dict[str, Any]) -> Progress[Any]:
    return Progress(said["depth"], said["number"], _line(said["line"]), said["nodes"])


def _report(said: dict[str, Any]) -> Report[Any]:
    return Report(
        line=_line(said["line"]),
        lines=[_line(line) for line in said["lines"]],
        depth=said["depth"],
        complete=said["complete"],
        counts=Counts(**said["counts"]),
        seconds=said["seconds"],
        words=said["words"],
    )


def engine_words() -> list[tuple[str, str, str]]:
    """Every word that can be said about an engine, with what it takes and what it means.

    >>> [word for word, takes, meaning in engine_words()][:4]
    ['name', 'plain', 'algorithm', 'order']
    """
    return _native.engine_words()


class Engine:
    """An engine, described by the words of a match's player, as text or as keywords.

    What is left open is the strongest exact setting. The engine is built for the first game that it searches, and keeps what
    it has learned from one search to the next.

    >>> Engine("algorithm=pvs order=tt+killer table=16").words
    'algorithm=pvs order=tt+killer:2 table=16'
    >>> Engine(algorithm="alpha-beta", order="ads:mtf", table=0, deepen=False).words
    'algorithm=alpha-beta order=ads:mtf table=0 deepen=off'
    >>> Engine("algorithm=best")
    Traceback (most recent call last):
    ...
    cutfirst.Error: player 'algorithm=best', word 1: unknown algorithm 'best'; choose ...
    """

    def __init__(self, words: str = "", **more: str | int | bool | os.PathLike[str]) -> None:
        texts = [words] if words else []
        for key, value in more.items():
            text = ("on" if value else "off") if isinstance(value, bool) else str(value)
            # The path of an evaluation may have blanks in it.
            text = f'"{text}"' if " " in text else text
            texts.append(f"{key.replace('_', '-')}={text}")
        self._native = _native.Engine(" ".join(texts))

    @property
    def words(self) -> str:
        """What was said about it."""
        return self._native.words

    def __repr__(self) -> str:
        return f"Engine({self.words!r})"

    def __reduce__(self) -> tuple[type[Engine], tuple[str]]:
        # What was learned stays where it is.
        return type(self), (self.words,)

    def forget(self) -> None:
        """Forgets everything that was learned."""
        self._native.forget()

    @overload
    def search(
        self,
        game: BoardGame,
        *,
        time: float | None = None,
        depth: int | None = None,
        nodes: int | None = None,
        level: int | str | None = None,
        lines: int | None = None,
        variety: int | None = None,
        progress: Callable[[Progress[str]], object] | None = None,
    ) -> Report[str]: ...

    @overload
    def search(
        self,
        game: Game[Move],
        *,
        past: Sequence[Game[Move]] = (),
        time: float | None = None,
        depth: int | None = None,
        nodes: int | None = None,
        level: int | str | None = None,
        lines: int | None = None,
        variety: int | None = None,
        progress: Callable[[Progress[Move]], object] | None = None,
    ) -> Report[Move]: ...

    def search(
        self,
        game: Any,
        *,
        past: Sequence[Any] = (),
        time: float | None = None,
        depth: int | None = None,
        nodes: int | None = None,
        level: int | str | None = None,
        lines: int | None = None,
        variety: int | None = None,
        progress: Callable[[Progress[Any]], object] | None = None,
    ) -> Report[Any]:
        """Finds a move within a limit: seconds, plies, nodes or a level of play from 1 to 10.

        Without any, the limits among the engine's words hold. ``lines`` asks for so many best lines, ``variety`` for a random
        one among the moves that are at most so much worse than the best. ``progress`` is called with each line that is found;
        what it raises ends the search. ``past`` are the earlier positions of a game written in Python: positions that come
        back count as draws. Ctrl-C ends a search, and other threads run meanwhile.

        >>> from cutfirst import Othello
        >>> game = Othello()
        >>> report = Engine().search(game, depth=6, lines=2)
        >>> report.depth, len(report.lines)
        (6, 2)
        >>> Engine().search(game)
        Traceback (most recent call last):
        ...
        cutfirst.Error: a search needs a limit: give time, depth, nodes or level
        """
        def tell(said: dict[str, Any]) -> object:
            return None if progress is None else progress(_progress(said))

        in_range(INT, depth=depth, lines=lines, variety=variety)
        in_range(LONG, nodes=nodes)
        told = self._native.search(
            game,
            past=list(past),
            time=time,
            depth=depth,
            nodes=nodes,
            level=None if level is None else str(level),
            lines=lines,
            variety=variety,
            progress=None if progress is None else tell,
        )
        return _report(told)
