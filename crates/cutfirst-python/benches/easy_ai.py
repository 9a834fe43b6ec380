"""Connect Four of `connect_four.py` searched by easyAI and by cutfirst, side by side: `python easy_ai.py [--centre-first | --example] [DEPTH…]`.

Both have the same functions for rules and evaluation. easyAI has its way of taking moves back and its own table in the
second row, and each program says the score of every depth, which must agree. With `--example` it is the Connect Four that
comes with easyAI as an example, word for word, and ours asks the same functions.
"""

from __future__ import annotations

import sys
import time
from typing import Any

import connect_four
from connect_four import BOTTOM, FULL, ConnectFour, has_four, lead, legal
from easyAI import AI_Player, Negamax, TranspositionTable, TwoPlayerGame  # type: ignore
from easyAI import games as examples

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


class Example(cutfirst.Game[int]):
    """The example of easyAI as a game of ours, by its own functions."""

    slots = 7

    def __init__(self, game: Any = None) -> None:
        self.game = game or examples.ConnectFour([None, None])

    def moves(self) -> list[int]:
        return self.game.possible_moves()  # type: ignore

    def play(self, move: int) -> Example:
        other = examples.ConnectFour(self.game.players, self.game.board.copy())
        other.current_player = self.game.current_player
        other.make_move(move)
        other.switch_player()
        return Example(other)

    def to_move(self) -> int:
        return self.game.current_player - 1  # type: ignore

    def outcome(self) -> tuple[int, ...] | None:
        if self.game.lose():
            return cutfirst.win(1 - self.to_move())
        return cutfirst.draw() if self.game.board.min() > 0 else None

    def key(self) -> bytes:
        return self.game.board.tobytes()  # type: ignore


class CountedExample(examples.ConnectFour):  # type: ignore
    """Counts visits, over all copies that easyAI makes."""

    visits = 0

    def make_move(self, column: int) -> None:
        CountedExample.visits += 1
        super().make_move(column)


def compare_examples(depths: list[int]) -> None:
    """Prints one row for each depth and program."""
    for depth in depths:
        began = time.process_time()
        report = cutfirst.Engine().search(Example(), depth=depth)
        seconds = time.process_time() - began
        print(f"| {depth} | cutfirst | {report.move} | {report.score} | {report.counts.nodes} | {seconds:.3f} | {report.counts.nodes / seconds:.0f} | |")
        CountedExample.visits = 0
        search = Negamax(depth)
        began = time.process_time()
        move = search(CountedExample([AI_Player(None), AI_Player(None)]))
        took, visits = time.process_time() - began, CountedExample.visits
        print(f"| {depth} | easyAI | {move} | {search.alpha} | {visits} | {took:.2f} | {visits / took:.0f} | {took / seconds:.1f} |")


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
    if given[:1] == ["--example"]:
        compare_examples([int(depth) for depth in given[1:]] or [4, 5, 6])
        raise SystemExit
    main([int(depth) for depth in given] or [6, 8, 10])
