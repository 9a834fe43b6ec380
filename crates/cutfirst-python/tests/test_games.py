"""The games of the catalog."""

from __future__ import annotations

import copy
import importlib.metadata
import pickle
import random
import xml.dom.minidom

import pytest

import cutfirst

ALL = [(info.name, players) for info in cutfirst.games() for players in info.players]


@pytest.mark.parametrize(("name", "players"), ALL)
def test_random_games_come_back_by_undo(name: str, players: int) -> None:
    game = cutfirst.open_game(name, players)
    start, chance = game.position, random.Random(name)
    for _ in range(60):
        if not game.legal_moves:
            assert game.outcome is not None and len(game.outcome) == players and game.outcome_text
            break
        assert game.outcome is None and 0 <= game.to_move < players
        game.play(chance.choice(game.legal_moves))
        assert cutfirst.open_game(name, players, position=game.position) == game
    xml.dom.minidom.parseString(game._repr_svg_())
    while game.moves_played:
        game.undo()
    assert game.position == start
    with pytest.raises(cutfirst.Error, match="no move was played"):
        game.undo()


def test_moves_are_played_all_or_none() -> None:
    game = cutfirst.Othello()
    with pytest.raises(cutfirst.Error, match="move 2: 'f5' is not a legal move"):
        game.play("f5 f5 d6")
    assert game.moves_played == []
    for wrong in ("", "   ", "zz", "\x00", "f5" * 1000):
        with pytest.raises(cutfirst.Error) as raised:
            game.play(wrong)
        assert "\n" not in str(raised.value)


def test_copies_live_on_their_own() -> None:
    game = cutfirst.Othello()
    game.play("f5")
    for other in (game.copy(), copy.copy(game), copy.deepcopy(game)):
        assert type(other) is cutfirst.Othello and other == game
        other.play("d6")
        assert other != game and game.moves_played == ["f5"] and other.undo() == "d6"


def test_copies_have_what_a_class_adds() -> None:
    class Named(cutfirst.Othello):
        pass

    game = Named()
    game.opening = "tiger"  # type: ignore[attr-defined]
    for other in (game.copy(), copy.copy(game), copy.deepcopy(game)):
        assert vars(other) == {"opening": "tiger"}


def test_games_and_engines_can_be_put_away() -> None:
    game = cutfirst.Focus(3, variant="whole")
    game.play(game.legal_moves[0])
    begun = cutfirst.Othello(position=game_after("f5 d6"))
    begun.play("c3")
    for own in (game, begun, cutfirst.Abalone()):
        other = pickle.loads(pickle.dumps(own))
        assert type(other) is type(own) and other == own and other.moves_played == own.moves_played
        assert other.start_position == own.start_position
    engine = pickle.loads(pickle.dumps(cutfirst.Engine("order=tt+killer table=1")))
    assert engine.search(cutfirst.Othello(), depth=3).depth == 3


def game_after(moves: str) -> str:
    """The position of Othello after some moves."""
    game = cutfirst.Othello()
    game.play(moves)
    return game.position


def test_wrong_setups_are_one_line() -> None:
    for wrong in (
        lambda: cutfirst.open_game("chess"),
        lambda: cutfirst.Focus(players=7),
        lambda: cutfirst.Focus(players=-1),
        lambda: cutfirst.Checkers(variant="flying"),
        lambda: cutfirst.Othello(position="nonsense"),
        lambda: cutfirst.Othello().seat_name(2),
    ):
        with pytest.raises(cutfirst.Error) as raised:
            wrong()
        assert isinstance(raised.value, ValueError) and "\n" not in str(raised.value)


def test_the_picture_shows_the_expected_line() -> None:
    game = cutfirst.Checkers(variant="english")
    assert "expected" not in game.svg()
    cutfirst.Engine(table=1).search(game, depth=4)
    assert game.svg().count('class="expected"') == 4
    game.play(game.legal_moves[0])
    assert "expected" not in game.svg()


def test_the_package_brings_its_licences() -> None:
    files = {file.name for file in importlib.metadata.files("cutfirst") or []}
    assert {"LICENSE-APACHE", "LICENSE-MIT"} <= files
