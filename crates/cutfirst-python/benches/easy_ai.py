"""Connect Four of `connect_four.py` searched by easyAI and by cutfirst, side by side: `python easy_ai.py [--centre-first] [DEPTH…]`.

Both have the same functions for rules and evaluation. easyAI has its way of taking moves back and its own table in the
second row, and each program says the score of every depth, which must agree.
"""

from __future__ import annotations

import sys
import time
from typing import Any

import connect_four
from connect_four import BOTTOM, FULL, ConnectFour, has_four, lead, legal
from easyAI import AI_Player, Negamax, TranspositionTable, TwoPlayerGame  # type: ignore

import cutfirst

WIN = 1000


class EasyConnectFour(TwoPlayerGame):  # type: ignore
    """The same game for easyAI."""

    def __init__(self, table: bool = False) -> None:
        self.players = [AI_Player(None), AI_Player(None)]
        self.current_player = 1
        self.own = 0
        self.other = 0
        self.visits = 0
        if table:
            self.ttentry = lambda: (self.own, self.other)
            self.ttrestore = lambda entry: setattr(self, "own", entry[0]) or setattr(self, "other", entry[1])

    def possible_moves(self) -> list[int]:
        return legal(self.own | self.other)

    def make_move(self, move: int) -> None:
        self.visits += 1
        taken = self.own | self.other
        self.own |= taken + BOTTOM[move] & ~taken

    def unmake_move(self, move: int) -> None:
        taken = self.own | self.other
        column = taken & (0b1111111 << (7 * move))
        self.own ^= 1 << (column.bit_length() - 1)

    def switch_player(self) -> None:
        self.current_player = 3 - self.current_player
        self.own, self.other = self.other, self.own

    def is_over(self) -> bool:
        return has_four(self.other) or self.own | self.other == FULL

    def scoring(self) -> int:
        return -WIN if has_four(self.other) else lead(self.own, self.other)


def easy(depth: int, table: bool) -> tuple[float, int, int, Any]:
    """Seconds, visits, score and move of easyAI."""
    game = EasyConnectFour(table)
    search = Negamax(depth, tt=TranspositionTable() if table else None, win_score=WIN)
    began = time.process_time()
    move = search(game)
    return time.process_time() - began, game.visits, search.alpha, move


def ours(depth: int, words: str = "") -> tuple[float, int, int, int]:
    """Seconds, nodes, score and move of cutfirst with a new engine."""
    engine = cutfirst.Engine(words)
    began = time.process_time()
    report = engine.search(ConnectFour(), depth=depth)
    return time.process_time() - began, report.counts.nodes, report.score, report.move


def main(depths: list[int]) -> None:
    """Prints one row for each depth and program; the times are the least of five."""
    print("| depth | program | move | score | positions | seconds | positions/s | easyAI ÷ cutfirst |")
    print("|---|---|---|---|---|---|---|---|")
    for depth in depths:
        seconds, nodes, score, move = min(ours(depth) for _ in range(5))
        print(f"| {depth} | cutfirst | {move} | {score} | {nodes} | {seconds:.4f} | {nodes / seconds:.0f} | |")
        for name, table in (("easyAI", False), ("easyAI with its table", True)):
            runs = 3 if depth <= 8 else 1
            took, visits, found, best = min(easy(depth, table) for _ in range(runs))
            print(
                f"| {depth} | {name} | {best} | {found} | {visits} | {took:.3f} | {visits / took:.0f} | {took / seconds:.1f} |"
            )
            if not table and found != score:
                raise SystemExit(f"depth {depth}: {name} says {found}, cutfirst {score}")


if __name__ == "__main__":
    given = sys.argv[1:]
    if given[:1] == ["--centre-first"]:
        connect_four.columns = connect_four.CENTRE_FIRST
        given = given[1:]
    main([int(depth) for depth in given] or [6, 8, 10])
