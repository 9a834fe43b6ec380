"""Games written in Python."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Hashable, Iterable, Sequence
from typing import TYPE_CHECKING, ClassVar, Generic, TypeVar

from cutfirst import _native
from cutfirst._numbers import INT, LONG, in_range

if TYPE_CHECKING:
    from typing_extensions import Self

Move = TypeVar("Move")


class Game(ABC, Generic[Move]):
    """A position of a game that you write: four methods, and more where there is more to say.

    A position never changes: :meth:`play` returns another one. Moves can be anything that has a hash, such as numbers, texts
    and tuples. Every search and every order works with such a game; what has been asked about a position is remembered.

    Beyond the four, a class may have

    - ``key(self)``: something with a hash that is equal exactly for equal positions, whoever has to move included. Positions
      that are reached by different ways are then searched once. A class with an equality and a hash of its own, such as a
      frozen dataclass, needs none.
    - ``evaluate(self)``: what the position is worth while the game goes on, as whole numbers within ±1,000,000: the lead of
      the player to move, or one number for each player.
    - ``with_turn(self, player)``: the same position with the turn of another player, for Best-Reply Search.
    - ``is_capture(self, move)``: for quiescence search.
    - ``slots``: how many different moves there are, if more than 4096.

    >>> class Nim(Game[int]):
    ...     def __init__(self, stones: int = 10, player: int = 0) -> None:
    ...         self.stones, self.player = stones, player
    ...     def moves(self) -> list[int]:
    ...         return [take for take in (1, 2, 3) if take <= self.stones]
    ...     def play(self, move: int) -> "Nim":
    ...         return Nim(self.stones - move, 1 - self.player)
    ...     def to_move(self) -> int:
    ...         return self.player
    ...     def outcome(self) -> tuple[int, ...] | None:
    ...         return win(1 - self.player) if self.stones == 0 else None
    >>> from cutfirst import Engine
    >>> Engine().search(Nim(), depth=10).move
    2
    """

    players: ClassVar[int] = 2
    """How many play, from 2 to 6."""

    @abstractmethod
    def moves(self) -> Iterable[Move]:
        """All legal moves, always in the same order. Not asked once the game is over."""

    @abstractmethod
    def play(self, move: Move) -> Self:
        """The position after a legal move."""

    @abstractmethod
    def to_move(self) -> int:
        """The seat whose turn it is, counted from 0."""

    @abstractmethod
    def outcome(self) -> Sequence[float] | None:
        """One result for each player once the game is over, positive for a win; ``None`` before. See :func:`win`."""


def win(player: int, players: int = 2) -> tuple[int, ...]:
    """The outcome of a game that one player has won.

    >>> win(1)
    (-1, 1)
    >>> win(0, players=3)
    (2, -1, -1)
    """
    return tuple(players - 1 if seat == player else -1 for seat in range(players))


def draw(players: int = 2) -> tuple[int, ...]:
    """The outcome of a game that nobody has won.

    >>> draw()
    (0, 0)
    """
    return (0,) * players


def check(
    game: Game[Move], *, perft: Sequence[int] = (), games: int = 100, seed: int = 1
) -> None:
    """Checks a game from this position on by the conformance suite, and says what is wrong first.

    Random games are played, and at every position on the way: there are moves, each once, exactly if the game is not over;
    positions with equal keys have the same moves, player to move and outcome; asking twice gives the same answer and playing
    a move changes nothing but the result; the evaluation is one. ``perft`` are the numbers of ways to play 1, 2, … moves.

    >>> class Endless(Game[int]):
    ...     def moves(self) -> list[int]: return []
    ...     def play(self, move: int) -> "Endless": return self
    ...     def to_move(self) -> int: return 0
    ...     def outcome(self) -> None: return None
    ...     def __repr__(self) -> str: return "Endless()"
    >>> check(Endless())
    Traceback (most recent call last):
    ...
    cutfirst.Error: there are no moves() although outcome() is None: Endless()
    """
    in_range(INT, games=games)
    in_range(LONG, seed=seed)
    counts = "\n".join(f"{depth} {count}" for depth, count in enumerate(perft, 1))
    _native.check_game(game, counts, games, seed)


__all__ = ["Game", "Hashable", "check", "draw", "win"]
