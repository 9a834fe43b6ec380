"""The six games of the catalog."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from cutfirst import _native
from cutfirst._numbers import INT, in_range

if TYPE_CHECKING:
    from typing_extensions import Self


@dataclass(frozen=True)
class GameInfo:
    """What there is to choose in a game."""

    name: str
    """The name, as on the command line."""
    about: str
    """One line."""
    players: list[int]
    """Possible numbers of players."""
    variants: list[str]
    """Named variants, the usual one first; empty if there is only one."""
    options: list[str]
    """Options of the rules, for the text of a variant."""
    evaluations: list[str]
    """Names for the engine's word ``evaluation``."""


def games() -> list[GameInfo]:
    """Every game of the catalog.

    >>> [info.name for info in games()]
    ['othello', 'checkers', 'focus', 'virus', 'chinese-checkers', 'abalone']
    """
    return [GameInfo(**info) for info in _native.games()]


class BoardGame(_native.Board):
    """A game of the catalog that is being played; see the classes of the games.

    Seats are counted from 0 in turn order. Moves are texts in the game's own notation.
    """

    @classmethod
    def _open(
        cls, game: str, players: int | None = None, variant: str | None = None, position: str | None = None
    ) -> Self:
        in_range(INT, players=players)
        return super().__new__(cls, game, players, variant, position)

    @property
    def name(self) -> str:
        """The game's name.

        >>> Othello().name
        'othello'
        """
        return super().name

    @property
    def players(self) -> int:
        """How many play."""
        return super().players

    @property
    def variant(self) -> str:
        """The variant and its options.

        >>> Checkers(variant="english").variant
        'english'
        """
        return super().variant

    @property
    def position(self) -> str:
        """The position as one line, which the class reads back.

        >>> game = Othello()
        >>> game.play("f5")
        >>> Othello(position=game.position) == game
        True
        """
        return super().position

    @property
    def to_move(self) -> int:
        """The seat whose turn it is."""
        return super().to_move

    @property
    def legal_moves(self) -> list[str]:
        """All legal moves; none if the game is over.

        >>> Othello().legal_moves
        ['d3', 'c4', 'f5', 'e6']
        """
        return super().legal_moves

    @property
    def start_position(self) -> str:
        """The position that the game began with."""
        return super().start_position

    @property
    def moves_played(self) -> list[str]:
        """The moves played so far."""
        return super().moves_played

    @property
    def outcome(self) -> list[int] | None:
        """One result for each player, positive for a win, or ``None`` while the game goes on.

        >>> Othello().outcome is None
        True
        """
        return super().outcome

    @property
    def outcome_text(self) -> str | None:
        """One sentence about how the game ended."""
        return super().outcome_text

    @property
    def tally(self) -> list[int]:
        """What each player has so far, in the game's own count: discs, pieces, stacks.

        >>> Othello().tally
        [2, 2]
        """
        return super().tally

    def seat_name(self, seat: int) -> str:
        """What a seat is called.

        >>> Othello().seat_name(0)
        'Black'
        """
        in_range(INT, seat=seat)
        return super().seat_name(seat)

    def play(self, moves: str) -> None:
        """Plays one move, or several separated by blanks: all of them or none.

        >>> game = Othello()
        >>> game.play("f5 d6")
        >>> game.play("a1")
        Traceback (most recent call last):
        ...
        cutfirst.Error: 'a1' is not a legal move here; legal are c3 c4 c5 c6 c7
        """
        super().play(moves)

    def undo(self) -> str:
        """Takes the last move back and returns it.

        >>> game = Othello()
        >>> game.play("f5")
        >>> game.undo()
        'f5'
        """
        return super().undo()

    def copy(self) -> Self:
        """A game of its own that is in the same state."""
        other = super().__copy__()
        other.__dict__.update(self.__dict__)
        return other

    def __copy__(self) -> Self:
        return self.copy()

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        return self.copy()

    def __reduce__(self) -> tuple[Any, ...]:
        start = (type(self), self.name, self.players, self.variant, self.start_position, self.moves_played)
        return _begin_again, start, self.__dict__ or None

    def __repr__(self) -> str:
        return f"<{self.name}: {self.position}>"

    def _repr_svg_(self) -> str:
        """The board as a picture, with the line that the last search expects; notebooks show it."""
        return self.svg()


def _begin_again(
    game: type[BoardGame], name: str, players: int, variant: str, position: str, moves: list[str]
) -> BoardGame:
    """A game that was put away, with its past."""
    again = game._open(name, players, variant or None, position)
    if moves:
        again.play(" ".join(moves))
    return again


class Othello(BoardGame):
    """Othello.

    >>> print(Othello())
      a b c d e f g h
    1 - - - - - - - - 1
    2 - - - - - - - - 2
    3 - - - . - - - - 3
    4 - - . O X - - - 4
    5 - - - X O . - - 5
    6 - - - - . - - - 6
    7 - - - - - - - - 7
    8 - - - - - - - - 8
      a b c d e f g h
    Black (X) 2, White (O) 2; Black to move
    """

    def __new__(cls, *, position: str | None = None) -> Self:
        return cls._open("othello", None, None, position)


class Checkers(BoardGame):
    """Checkers: ``relaxed``, the papers' variant without forced captures, or ``english``.

    >>> Checkers(variant="english").legal_moves[:3]
    ['9-13', '9-14', '10-14']
    """

    def __new__(cls, *, variant: str | None = None, position: str | None = None) -> Self:
        return cls._open("checkers", None, variant, position)


class Focus(BoardGame):
    """Focus for two to four players.

    >>> Focus(players=4).players
    4
    """

    def __new__(
        cls, players: int | None = None, *, variant: str | None = None, position: str | None = None
    ) -> Self:
        return cls._open("focus", players, variant, position)


class Virus(BoardGame):
    """The virus game for two to four players.

    >>> Virus(players=2, variant="size=5").variant
    'size=5'
    """

    def __new__(
        cls, players: int | None = None, *, variant: str | None = None, position: str | None = None
    ) -> Self:
        return cls._open("virus", players, variant, position)


class ChineseCheckers(BoardGame):
    """Chinese Checkers for two, three, four or six players.

    >>> ChineseCheckers(players=5)
    Traceback (most recent call last):
    ...
    cutfirst.Error: chinese-checkers is for 2, 3, 4 or 6 players, not 5
    """

    def __new__(
        cls, players: int | None = None, *, variant: str | None = None, position: str | None = None
    ) -> Self:
        return cls._open("chinese-checkers", players, variant, position)


class Abalone(BoardGame):
    """Abalone from any of its layouts.

    >>> Abalone(variant="belgian").to_move
    0
    """

    def __new__(cls, *, variant: str | None = None, position: str | None = None) -> Self:
        return cls._open("abalone", None, variant, position)


def open_game(
    name: str, players: int | None = None, *, variant: str | None = None, position: str | None = None
) -> BoardGame:
    """A game by its name, as on the command line.

    >>> open_game("virus", 3).players
    3
    """
    return BoardGame._open(name, players, variant, position)
