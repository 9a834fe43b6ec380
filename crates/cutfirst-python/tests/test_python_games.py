"""Games written in Python."""

from __future__ import annotations

import signal
import threading
import time
from typing import Any

import pytest
from small_games import Pile, TicTacToe

import cutfirst

ORDERS = ["none", "killer", "history", "gravity", "ads:mtf", "ads:transpose,limit=3", "continuation", "tt+killer+gravity"]


def value(game: TicTacToe) -> int:
    """The value of a game by plain search: 1, 0 or -1 for the player to move."""
    outcome = game.outcome()
    if outcome is not None:
        return outcome[game.to_move()]
    return max(-value(game.play(move)) for move in game.moves())


@pytest.mark.parametrize("algorithm", ["minimax", "alpha-beta", "pvs", "paranoid", "max-n"])
def test_every_algorithm_knows_tic_tac_toe(algorithm: str) -> None:
    engine = cutfirst.Engine(algorithm=algorithm)
    for board, player in ((".........", 0), ("XO.......", 0), ("X...O...X", 1), ("XX..O....", 1), ("X.O..O.X.", 0)):
        game = TicTacToe(board, player)
        report = engine.search(game, depth=9)
        expected = value(game)
        sign = (report.score > 900_000_000) - (report.score < -900_000_000)
        assert sign == expected, (algorithm, board)
        assert -value(game.play(report.move)) == expected


@pytest.mark.parametrize("order", ORDERS)
def test_every_order_finds_the_same_score(order: str) -> None:
    game = TicTacToe("X........", 1)
    plain = cutfirst.Engine("plain").search(game, depth=5).score
    table = 1 if "tt" in order else 0
    assert cutfirst.Engine(order=order, table=table, deepen=False).search(game, depth=5).score == plain


@pytest.mark.parametrize("algorithm", ["brs", "paranoid", "max-n"])
def test_three_players_by_duck_typing(algorithm: str) -> None:
    engine = cutfirst.Engine(algorithm=algorithm, quiescence=0 if algorithm == "max-n" else 2)
    report = engine.search(Pile(3), depth=4)  # type: ignore[call-overload]
    assert report.move == 3
    assert (report.line.scores is not None) == (algorithm == "max-n")


def test_the_suite_accepts_right_games() -> None:
    cutfirst.check(TicTacToe(), perft=[9, 72, 504, 3024, 15120], games=50)
    cutfirst.check(Pile(9), games=20)  # type: ignore[arg-type]


class WrongMoves(TicTacToe):
    def moves(self) -> list[int]:
        return [0, 0]


class WrongKey(TicTacToe):
    def key(self) -> str:
        return str(self.board.count("."))


class Unstable(TicTacToe):
    def play(self, move: int) -> Unstable:
        self.board = self.board[:move] + "X" + self.board[move + 1 :]
        return Unstable(self.board, 1 - self.player)


def test_the_suite_finds_what_is_wrong() -> None:
    for game, hint in ((WrongMoves(), "0 is generated twice"), (WrongKey(), "key"), (Unstable(), "play")):
        with pytest.raises(cutfirst.Error, match=hint):
            cutfirst.check(game, games=20)

    # Moves are shown as they are.
    moves = {"moves": lambda self: [("put", 3)] * 2, "play": lambda self, move: TicTacToe.play(self, move[1])}
    twice = broken(**moves)
    with pytest.raises(cutfirst.Error, match=r"random game 0: \('put', 3\) is generated twice"):
        cutfirst.check(twice, games=20)
    with pytest.raises(cutfirst.Error, match="perft 2 counts 72, expected 71"):
        cutfirst.check(TicTacToe(), perft=[9, 71], games=1)


class Same(str):
    """A key with the hash of all others."""

    def __hash__(self) -> int:
        return 7


class SameHash(TicTacToe):
    def key(self) -> Same:
        return Same(self.board)


def test_keys_may_have_the_same_hash() -> None:
    reports = [cutfirst.Engine().search(game, depth=5) for game in (TicTacToe(), SameHash())]
    assert reports[0].counts == reports[1].counts and reports[0].line == reports[1].line


def broken(**methods: Any) -> Any:
    """Tic-tac-toe with other methods."""
    return type("Broken", (TicTacToe,), methods)()


def test_wrong_answers_are_one_line() -> None:
    for game, hint in (
        (broken(outcome=lambda self: 1), "one result for each of 2 players"),
        (broken(outcome=lambda self: (1, 2, 3)), "one result for each of 2 players"),
        (broken(outcome=lambda self: ("a", "b")), "one result for each of 2 players"),
        (broken(to_move=lambda self: 2), "a seat from 0 to 1, not 2"),
        (broken(to_move=lambda self: None), "a seat from 0 to 1"),
        (broken(evaluate=lambda self: 1e9), "from -1000000 to 1000000"),
        (broken(evaluate=lambda self: float("nan")), "from -1000000 to 1000000"),
        (broken(evaluate=lambda self: "good"), "from -1000000 to 1000000"),
        (broken(play=lambda self, move: None), "not None"),
        (broken(play=lambda self, move: self), "positions never change"),
        (broken(moves=lambda self: []), "there are no moves"),
        (broken(moves=lambda self: iter(int, 1)), "goes on after 1048576 moves"),
        (broken(players=1), "'players' is a number from 2 to 6"),
        (object(), "it has no method 'moves'"),
        (3, "it has no method 'moves'"),
    ):
        with pytest.raises(cutfirst.Error, match=hint) as raised:
            cutfirst.Engine().search(game, depth=3)
        assert "\n" not in str(raised.value)


def test_what_a_game_raises_comes_out() -> None:
    class Odd(Exception):
        pass

    def fails(self: TicTacToe, *arguments: Any) -> Any:
        raise Odd("as it is")

    for method in ("moves", "play", "to_move", "outcome", "evaluate", "key"):
        engine = cutfirst.Engine()
        with pytest.raises(Odd, match="as it is"):
            engine.search(broken(**{method: fails}), depth=4)
        assert engine.search(TicTacToe(), depth=9).score == 0, "the engine is still of use"


def test_settings_that_a_game_cannot_have() -> None:
    for words, hint in (
        ("algorithm=brs", "needs a method 'with_turn'"),
        ("quiescence=2", "needs a method 'is_capture'"),
        ("threads=2", "one thread"),
        ("evaluation=play", "its own method 'evaluate'"),
    ):
        with pytest.raises(cutfirst.Error, match=hint):
            cutfirst.Engine(words).search(TicTacToe(), depth=3)


class Slow(TicTacToe):
    """Has no end, and no key."""

    key = None  # type: ignore[assignment]

    def moves(self) -> list[int]:
        return list(range(9))

    def play(self, move: int) -> Slow:
        return Slow(self.board, 1 - self.player)

    def outcome(self) -> None:
        return None


def test_ctrl_c_ends_a_search() -> None:
    # Without a table, as there are few piles.
    for game, words in ((Slow(), ""), (Pile(10**6), "table=0 order=gravity")):
        engine = cutfirst.Engine(words)
        threading.Timer(0.3, lambda: signal.raise_signal(signal.SIGINT)).start()
        began = time.monotonic()
        with pytest.raises(KeyboardInterrupt):
            engine.search(game, time=60)  # type: ignore[call-overload]
        assert time.monotonic() - began < 20


def test_other_threads_run_and_many_positions_are_forgotten() -> None:
    ticks = 0
    done = threading.Event()

    def tick() -> None:
        nonlocal ticks
        while not done.is_set():
            ticks += 1
            time.sleep(0.001)

    thread = threading.Thread(target=tick)
    thread.start()
    report = cutfirst.Engine(table=1).search(Slow(), nodes=900_000)
    done.set()
    thread.join()
    assert ticks > 10 and report.counts.nodes == 900_000


def test_positions_that_come_back_are_draws() -> None:
    class Walk(TicTacToe):
        """A step to and fro; who stands at 3 has won."""

        def __init__(self, place: int = 0, player: int = 0) -> None:
            self.place, self.player = place, player

        def moves(self) -> list[int]:
            return [1 - self.place]

        def play(self, move: int) -> Walk:
            return Walk(move, 1 - self.player)

        def outcome(self) -> None:
            return None

        def key(self) -> Any:
            return (self.place, self.player)

        def evaluate(self) -> int:
            return 7

    now = Walk()
    before = [Walk(0, 0), Walk(1, 1), Walk(0, 0), Walk(1, 1)]
    assert cutfirst.Engine().search(now, depth=1).score == -7
    assert cutfirst.Engine().search(now, depth=1, past=before).score == 0
    with pytest.raises(cutfirst.Error, match="past needs a method 'key' of Slow"):
        cutfirst.Engine().search(Slow(), depth=1, past=[Slow()])


def test_moves_can_be_anything_with_a_hash() -> None:
    class Texts(TicTacToe):
        def moves(self) -> Any:
            return (("put", square) for square in super(Texts, self).moves())

        def play(self, move: Any) -> Any:
            return super().play(move[1])

    report = cutfirst.Engine().search(Texts("XX..O....", 1), depth=4)
    assert report.move == ("put", 2)

    class Lists(TicTacToe):
        def moves(self) -> Any:
            return [[1]]

    with pytest.raises(TypeError, match="unhashable"):
        cutfirst.Engine().search(Lists(), depth=2)
