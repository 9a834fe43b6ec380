"""Nodes per second of built-in games in Python and in the program, and of a game written in Python: `python speed.py PROGRAM`.

The same searches, by turns; of each the least processor time of five runs. Node counts must agree. The program's time
includes its start of some milliseconds, which short searches show.
"""

from __future__ import annotations

import json
import resource
import subprocess
import sys
import time

from connect_four import ConnectFour

import cutfirst

SEARCHES = [("othello", 15), ("checkers", 15), ("abalone", 7), ("focus", 6), ("virus", 10), ("chinese-checkers", 8)]
RUNS = 5


def by_program(program: str, game: str, depth: int) -> tuple[int, float]:
    """Nodes and processor time of `cutfirst search`."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    said = subprocess.run(
        [program, "search", game, "--depth", str(depth), "--json"], check=True, capture_output=True, text=True
    )
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    seconds = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return json.loads(said.stdout)["nodes"]["total"], seconds


def by_python(game: str, depth: int) -> tuple[int, float]:
    """Nodes and processor time of a new engine."""
    engine, start = cutfirst.Engine(), cutfirst.open_game(game)
    began = time.process_time()
    report = engine.search(start, depth=depth)
    return report.counts.nodes, time.process_time() - began


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
