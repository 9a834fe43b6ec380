"""Games of OpenSpiel searched by cutfirst, and a bot that plays them: ``pip install 'cutfirst[openspiel]'``.

Any object with OpenSpiel's methods of a state will do; deterministic games with perfect information and turns only.

>>> import pyspiel  # doctest: +SKIP
>>> state = pyspiel.load_game("connect_four").new_initial_state()  # doctest: +SKIP
>>> Bot(depth=8).step(state)  # doctest: +SKIP
3
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol

from cutfirst._native import Error
from cutfirst.engine import Engine
from cutfirst.game import Game


class State(Protocol):
    """What is asked of a state, as OpenSpiel has it."""

    def current_player(self) -> int: ...
    def legal_actions(self) -> list[int]: ...
    def is_terminal(self) -> bool: ...
    def returns(self) -> list[float]: ...
    def num_players(self) -> int: ...
    def child(self, action: int) -> Any: ...
    def history(self) -> list[int]: ...


class StateGame(Game[int]):
    """A state of OpenSpiel as a game of ours.

    ``evaluate`` says what a state is worth while the game goes on: the lead of the player to move, or one number for each
    player. Without ``key``, positions are told apart by their text, or by the moves that led to them where a game has none.
    """

    def __init__(
        self,
        state: State,
        evaluate: Callable[[Any], Any] | None = None,
        key: Callable[[Any], Any] | None = None,
    ) -> None:
        self.state = state
        self.players = state.num_players()  # type: ignore[misc]
        self._evaluate = evaluate
        self._key = key
        self.evaluate = None if evaluate is None else (lambda: evaluate(self.state))

    def moves(self) -> list[int]:
        """The legal actions."""
        return self.state.legal_actions()

    def play(self, move: int) -> StateGame:
        """The state after an action."""
        return StateGame(self.state.child(move), self._evaluate, self._key)

    def to_move(self) -> int:
        """Whose turn it is."""
        player = self.state.current_player()
        if player < 0 and not self.state.is_terminal():
            raise Error("it is no player's turn: only games without chance and simultaneous moves can be searched")
        return max(player, 0)

    def outcome(self) -> list[float] | None:
        """The returns, once the state is terminal."""
        return self.state.returns() if self.state.is_terminal() else None

    def key(self) -> Any:
        """The text of the state, with the player to move."""
        if self._key is not None:
            return self._key(self.state)
        return (self.state.current_player(), str(self.state))


class Bot:
    """Plays like a bot of OpenSpiel: :meth:`step` gets a state and returns an action.

    Words of an engine and limits are those of :class:`cutfirst.Engine` and its method ``search``.
    """

    def __init__(
        self,
        words: str = "",
        *,
        time: float | None = None,
        depth: int | None = None,
        nodes: int | None = None,
        evaluate: Callable[[Any], Any] | None = None,
        key: Callable[[Any], Any] | None = None,
    ) -> None:
        self.engine = Engine(words)
        self.time, self.depth, self.nodes = time, depth, nodes
        self._evaluate = evaluate
        self._key = key

    def step(self, state: State) -> int:
        """The action to play."""
        game = StateGame(state, self._evaluate, self._key)
        return self.engine.search(game, time=self.time, depth=self.depth, nodes=self.nodes).move

    def step_with_policy(self, state: State) -> tuple[list[tuple[int, float]], int]:
        """All actions with their probabilities, and the one to play."""
        chosen = self.step(state)
        return [(action, float(action == chosen)) for action in state.legal_actions()], chosen

    def provides_policy(self) -> bool:
        """Whether :meth:`step_with_policy` can be asked."""
        return True

    def restart(self) -> None:
        """Another game begins."""
        self.engine.forget()

    def restart_at(self, state: State) -> None:
        """Another game begins at a state."""
        self.engine.forget()

    def inform_action(self, state: State, player: int, action: int) -> None:
        """Another player has chosen an action; the bot looks at states only."""
