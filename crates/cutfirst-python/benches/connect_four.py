"""Connect Four in plain Python, once as a game of ours and once as one of easyAI: the same rules and the same evaluation.

A board is two whole numbers, seven bits for each of seven columns, the highest of which stays empty.
"""

from __future__ import annotations

import cutfirst

BOTTOM = [1 << (7 * column) for column in range(7)]
TOP = [1 << (7 * column + 5) for column in range(7)]
LEFT_TO_RIGHT = (0, 1, 2, 3, 4, 5, 6)
CENTRE_FIRST = (3, 2, 4, 1, 5, 0, 6)
columns = LEFT_TO_RIGHT
FULL = sum(((1 << 6) - 1) << (7 * column) for column in range(7))
MIDDLE = ((1 << 6) - 1) << 21
BESIDE = ((1 << 6) - 1) << 14 | ((1 << 6) - 1) << 28


def legal(taken: int) -> list[int]:
    """The columns that are not full, in the order that was chosen for both programs."""
    return [column for column in columns if not taken & TOP[column]]


def has_four(discs: int) -> bool:
    """Whether four in a row are there."""
    pairs = discs & (discs >> 7)
    if pairs & (pairs >> 14):
        return True
    pairs = discs & (discs >> 1)
    if pairs & (pairs >> 2):
        return True
    pairs = discs & (discs >> 6)
    if pairs & (pairs >> 12):
        return True
    pairs = discs & (discs >> 8)
    return bool(pairs & (pairs >> 16))


def lead(own: int, other: int) -> int:
    """What the discs are worth: those in and beside the centre."""
    return 3 * ((own & MIDDLE).bit_count() - (other & MIDDLE).bit_count()) + (
        (own & BESIDE).bit_count() - (other & BESIDE).bit_count()
    )


class ConnectFour(cutfirst.Game[int]):
    """A position: the discs of the player to move, and those of the other."""

    __slots__ = ("other", "own", "ply")
    slots = 7

    def __init__(self, own: int = 0, other: int = 0, ply: int = 0) -> None:
        self.own = own
        self.other = other
        self.ply = ply

    def moves(self) -> list[int]:
        return legal(self.own | self.other)

    def play(self, move: int) -> ConnectFour:
        taken = self.own | self.other
        return ConnectFour(self.other, self.own | (taken + BOTTOM[move] & ~taken), self.ply + 1)

    def to_move(self) -> int:
        return self.ply & 1

    def outcome(self) -> tuple[int, ...] | None:
        if has_four(self.other):
            return (-1, 1) if self.ply & 1 == 0 else (1, -1)
        return (0, 0) if self.own | self.other == FULL else None

    def key(self) -> tuple[int, int]:
        return (self.own, self.other)

    def evaluate(self) -> int:
        return lead(self.own, self.other)
