"""Games written in Python for the tests."""

from __future__ import annotations

from typing import NamedTuple

import cutfirst

LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]


class TicTacToe(cutfirst.Game[int]):
    """The usual game; positions are told apart by `key`."""

    slots = 9

    def __init__(self, board: str = ".........", player: int = 0) -> None:
        self.board, self.player = board, player

    def moves(self) -> list[int]:
        return [square for square in range(9) if self.board[square] == "."]

    def play(self, move: int) -> TicTacToe:
        return type(self)(self.board[:move] + "XO"[self.player] + self.board[move + 1 :], 1 - self.player)

    def to_move(self) -> int:
        return self.player

    def outcome(self) -> tuple[int, ...] | None:
        for a, b, c in LINES:
            if self.board[a] == self.board[b] == self.board[c] != ".":
                return cutfirst.win("XO".index(self.board[a]))
        return None if "." in self.board else cutfirst.draw()

    def key(self) -> str:
        return self.board

    def evaluate(self) -> int:
        return (self.board[4] == "XO"[self.player]) - (self.board[4] == "XO"[1 - self.player])

    def __repr__(self) -> str:
        return f"TicTacToe({self.board!r}, {self.player})"


class Pile(NamedTuple):
    """Three players take one to three stones; who takes the last wins. Duck typing is enough."""

    stones: int = 9
    player: int = 0
    players: int = 3

    def moves(self) -> list[int]:
        return [take for take in (1, 2, 3) if take <= self.stones]

    def play(self, move: int) -> Pile:
        return self._replace(stones=self.stones - move, player=(self.player + 1) % 3)

    def to_move(self) -> int:
        return self.player

    def outcome(self) -> tuple[int, ...] | None:
        return cutfirst.win((self.player + 2) % 3, players=3) if self.stones == 0 else None

    def evaluate(self) -> tuple[int, int, int]:
        return (self.stones % 2, 0, self.stones % 3)

    def with_turn(self, player: int) -> Pile:
        return self._replace(player=player)

    def is_capture(self, move: int) -> bool:
        return move == 3
