"""Training: evaluations learned by playing."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

from cutfirst import _native
from cutfirst.games import BoardGame

MINUTES = 5.0
"""How long a training takes if nothing is said."""


def train(
    game: str | BoardGame,
    *,
    minutes: float | None = None,
    rounds: int | None = None,
    out: str | os.PathLike[str] | None = None,
    players: int | None = None,
    variant: str | None = None,
    teacher: str | None = None,
    effort: int | None = None,
    seed: int = 0,
    threads: int | None = None,
    progress: Callable[[int, int], object] | None = None,
) -> Path:
    """Learns an evaluation as ``cutfirst train`` does, and returns the file with its weights, which engines, matches and the
    program take as an evaluation.

    ``game`` is the name of a game, or a game with players and variant. ``minutes`` begins no round that would not be over by
    then (5 if nothing is said); ``rounds`` takes so many, and the same number and seed give the same file. The file, by default
    ``GAME.safetensors``, is written after every round, so that Ctrl-C loses one at the most. ``teacher`` is the evaluation to
    begin with, ``effort`` the millions of nodes that the games of a round take. ``progress`` is told how many of how many
    seconds, or hundredths of a round, are over; what it raises ends the training.

    >>> import tempfile
    >>> from cutfirst import Engine, Virus
    >>> folder = tempfile.TemporaryDirectory()
    >>> game = Virus(players=2, variant="size=3")
    >>> weights = train(game, rounds=1, effort=1, seed=1, out=folder.name + "/small.safetensors")
    >>> weights.name
    'small.safetensors'
    >>> Engine(evaluation=weights).search(game, depth=3).depth
    3
    >>> folder.cleanup()
    """
    if isinstance(game, BoardGame):
        if players is not None or variant is not None:
            raise _native.Error("a game has its own players and variant; give its name to choose others")
        name, players, variant = game.name, game.players, game.variant
    elif isinstance(game, str):
        name = game
    else:
        raise _native.Error(
            "train learns from the cells of the built-in games; a game written in Python is evaluated by its own method 'evaluate'"
        )
    if minutes is None and rounds is None:
        minutes = MINUTES
    path = Path(f"{name}.safetensors" if out is None else out)
    _native.train(
        name,
        os.fspath(path),
        minutes=minutes,
        rounds=rounds,
        players=players,
        variant=variant,
        teacher=teacher,
        effort=effort,
        seed=seed,
        threads=threads,
        progress=progress,
    )
    return path
