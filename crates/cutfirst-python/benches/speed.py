"""Nodes per second of built-in games in Python and in the program, and of a game written in Python: `python speed.py PROGRAM`.

The same searches, by turns; of each the best of five runs. Node counts must agree.
"""

from __future__ import annotations

import json
import subprocess
import sys

from connect_four import ConnectFour

import cutfirst

SEARCHES = [("othello", 13), ("checkers", 12), ("abalone", 6), ("focus", 5), ("virus", 7), ("chinese-checkers", 6)]
RUNS = 5


def by_program(program: str, game: str, depth: int) -> tuple[int, float]:
    """Nodes and seconds of `cutfirst search`."""
    said = subprocess.run(
        [program, "search", game, "--depth", str(depth), "--json"], check=True, capture_output=True, text=True
    )
    found = json.loads(said.stdout)
    return found["nodes"]["total"], found["seconds"]


def by_python(game: str, depth: int) -> tuple[int, float]:
    """Nodes and seconds of a new engine."""
    report = cutfirst.Engine().search(cutfirst.open_game(game), depth=depth)
    return report.counts.nodes, report.seconds


class Nothing(cutfirst.Game[int]):
    """Rules that cost next to nothing: what is left is what asking costs. No two positions are the same."""

    __slots__ = ()
    slots = 8
    MOVES = tuple(range(8))

    def moves(self) -> tuple[int, ...]:
        return self.MOVES

    def play(self, move: int) -> Nothing:
        return Nothing()

    def to_move(self) -> int:
        return 0

    def outcome(self) -> None:
        return None

    def evaluate(self) -> int:
        return 0


def main(program: str) -> None:
    """Prints both tables."""
    print("| game | depth | nodes | program, nodes/s | Python, nodes/s | Python ÷ program |")
    print("|---|---|---|---|---|---|")
    for game, depth in SEARCHES:
        program_runs, python_runs = [], []
        for _ in range(RUNS):
            program_runs.append(by_program(program, game, depth))
            python_runs.append(by_python(game, depth))
        counts = {nodes for nodes, _ in program_runs + python_runs}
        if len(counts) != 1:
            raise SystemExit(f"{game}: node counts differ: {sorted(counts)}")
        (nodes,) = counts
        own, other = (nodes / min(seconds for _, seconds in runs) for runs in (python_runs, program_runs))
        print(f"| {game} | {depth} | {nodes} | {other:.0f} | {own:.0f} | {own / other:.3f} |")
    print()
    print("| game written in Python | nodes | nodes/s |")
    print("|---|---|---|")
    for name, start, words, depth in (
        ("rules that cost nothing, no position twice", Nothing(), "plain algorithm=minimax", 6),
        ("Connect Four, default search", ConnectFour(), "", 10),
        ("Connect Four, plain alpha-beta", ConnectFour(), "plain", 8),
    ):
        report = max(
            (cutfirst.Engine(words).search(start, depth=depth) for _ in range(5)), key=lambda r: r.nodes_per_second
        )
        print(f"| {name} | {report.counts.nodes} | {report.nodes_per_second:.0f} |")


if __name__ == "__main__":
    main(sys.argv[1])
