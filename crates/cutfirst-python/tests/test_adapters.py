"""Environments and bots for other frameworks."""

from __future__ import annotations

import copy
import random
from typing import Any

import pytest
from small_games import TicTacToe

import cutfirst
from cutfirst.openspiel import Bot, StateGame


@pytest.mark.parametrize(
    ("name", "players"), [(info.name, players) for info in cutfirst.games() for players in info.players]
)
def test_every_game_is_an_environment(name: str, players: int) -> None:
    test = pytest.importorskip("pettingzoo.test")
    from cutfirst.pettingzoo import env

    test.api_test(env(name, players=players, max_plies=60), num_cycles=120)


def test_rewards_are_those_of_the_outcome() -> None:
    pytest.importorskip("pettingzoo")
    from cutfirst.pettingzoo import env

    environment = env("othello")
    environment.reset()
    chance, total = random.Random(5), dict.fromkeys(environment.possible_agents, 0.0)
    for agent in environment.agent_iter():
        observation, reward, over, broken_off, _ = environment.last()
        total[agent] += reward
        legal = [action for action, is_legal in enumerate(observation["action_mask"]) if is_legal]
        environment.step(None if over or broken_off else chance.choice(legal))
    outcome = environment.game.outcome
    assert outcome is not None and list(total.values()) == [float((r > 0) - (r < 0)) for r in outcome]
    environment.reset()
    with pytest.raises(ValueError, match="not legal"):
        environment.step(0)


class FakeState:
    """Tic-tac-toe with the methods of OpenSpiel."""

    def __init__(self) -> None:
        self.game, self.played = TicTacToe(), [0][:0]

    def current_player(self) -> int:
        return -4 if self.is_terminal() else self.game.to_move()

    def legal_actions(self) -> list[int]:
        return [] if self.is_terminal() else self.game.moves()

    def is_terminal(self) -> bool:
        return self.game.outcome() is not None

    def returns(self) -> list[float]:
        return [float(result) for result in self.game.outcome() or (0, 0)]

    def num_players(self) -> int:
        return 2

    def child(self, action: int) -> Any:
        other = copy.copy(self)
        other.game, other.played = self.game.play(action), [*self.played, action]
        return other

    def history(self) -> list[int]:
        return self.played

    def __str__(self) -> str:
        return self.game.board


def play_out(state: Any, bot: Bot, seat: int, chance: random.Random) -> Any:
    """A game of the bot against chance."""
    bot.restart()
    while not state.is_terminal():
        mine = state.current_player() == seat
        state = state.child(bot.step(state) if mine else chance.choice(state.legal_actions()))
    return state.returns()[seat]


def test_the_bot_never_loses_tic_tac_toe() -> None:
    bot, chance = Bot(depth=9), random.Random(1)
    assert all(play_out(FakeState(), bot, seat, chance) >= 0 for seat in (0, 1) for _ in range(5))
    policy, chosen = bot.step_with_policy(FakeState())
    assert sum(weight for _, weight in policy) == 1 and dict(policy)[chosen] == 1
    cutfirst.check(StateGame(FakeState()), perft=[9, 72, 504], games=10)


class Dice(FakeState):
    """After the first move it is chance's turn."""

    def current_player(self) -> int:
        return -1 if len(self.played) == 1 else super().current_player()


def test_games_with_chance_are_refused() -> None:
    with pytest.raises(cutfirst.Error, match="only games without chance and simultaneous moves"):
        Bot(depth=3).step(Dice())


def test_the_bot_plays_games_of_openspiel() -> None:
    pyspiel = pytest.importorskip("pyspiel")
    state = pyspiel.load_game("connect_four").new_initial_state()
    for action in (3, 0, 3, 0, 3, 1):
        state.apply_action(action)
    assert Bot(depth=4).step(state) == 3
    game = pyspiel.load_game("tic_tac_toe")
    chance = random.Random(2)
    assert play_out(game.new_initial_state(), Bot(depth=9), 0, chance) >= 0
