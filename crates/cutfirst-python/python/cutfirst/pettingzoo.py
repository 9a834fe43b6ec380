"""Every game of the catalog as a PettingZoo environment: ``pip install 'cutfirst[pettingzoo]'``.

An action is a move's slot, a number that means the same in every position (docs/GAMES.md). Where several legal moves share a
slot, as jumps on different ways between the same squares of checkers do, the first of them is played. An observation has for
each cell of the board and each player how many of the cell's pieces are his, whether it is a king, and who owns its top; the
player who looks is always first.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium import spaces  # type: ignore[import-untyped,unused-ignore]
from pettingzoo import AECEnv  # type: ignore[import-untyped,unused-ignore]

from cutfirst.games import BoardGame, open_game


def env(game: str = "othello", **settings: Any) -> CutfirstEnv:
    """An environment for a game by its name; players, variant and longest game as of :class:`CutfirstEnv`."""
    return CutfirstEnv(game, **settings)


class CutfirstEnv(AECEnv):  # type: ignore[type-arg,misc,unused-ignore]
    """A game whose agents ``player_0``, ``player_1``, … move in turn.

    The reward at the end is 1 for a win, -1 for a loss and 0 for a draw. After ``max_plies`` moves the game is broken off.
    """

    metadata = {"render_modes": ["ansi"], "name": "cutfirst_v0", "is_parallelizable": False}

    def __init__(
        self,
        game: str = "othello",
        players: int | None = None,
        variant: str | None = None,
        max_plies: int = 300,
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        self._setup = (game, players, variant)
        self.max_plies = max_plies
        self.render_mode = render_mode
        self.game: BoardGame = open_game(game, players, variant=variant)
        seats = self.game.players
        self.possible_agents = [f"player_{seat}" for seat in range(seats)]
        self._cells = len(self.game.cells())
        shape = (self._cells, 2 * seats + 1)
        observation = spaces.Dict(
            {
                "observation": spaces.Box(low=0, high=32, shape=shape, dtype=np.int8),
                "action_mask": spaces.Box(low=0, high=1, shape=(self.game.slots,), dtype=np.int8),
            }
        )
        self.observation_spaces = {agent: observation for agent in self.possible_agents}
        self.action_spaces = {agent: spaces.Discrete(self.game.slots) for agent in self.possible_agents}
        self.agents: list[str] = []

    def observation_space(self, agent: str) -> Any:
        """What the agent sees."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        """What the agent can do."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begins a game; nothing in it is random."""
        name, players, variant = self._setup
        self.game = open_game(name, players, variant=variant)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.agents[self.game.to_move]

    def observe(self, agent: str) -> dict[str, Any]:
        """The board as the agent sees it, and which actions are legal now."""
        seats = self.game.players
        own = self.possible_agents.index(agent)
        board = np.zeros((self._cells, 2 * seats + 1), dtype=np.int8)
        for number, (_, stack, king) in enumerate(self.game.cells()):
            for seat in stack:
                board[number, (seat - own) % seats] += 1
            if stack:
                board[number, seats + (stack[-1] - own) % seats] = 1
            board[number, 2 * seats] = int(king)
        mask = np.zeros(self.game.slots, dtype=np.int8)
        is_playing = not (self.terminations.get(agent, True) or self.truncations.get(agent, True))
        if agent == self.agent_selection and is_playing:
            for _, slot in self.game.move_slots:
                mask[slot] = 1
        return {"observation": board, "action_mask": mask}

    def step(self, action: Any) -> None:
        """Plays a move."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[agent] = 0.0
        move = next((text for text, slot in self.game.move_slots if slot == action), None)
        if move is None:
            raise ValueError(f"action {action} is not legal; the observation's action_mask has those that are")
        self.game.play(move)
        self._clear_rewards()
        outcome = self.game.outcome
        if outcome is not None:
            for seat, name in enumerate(self.possible_agents):
                self.rewards[name] = float((outcome[seat] > 0) - (outcome[seat] < 0))
            self.terminations = dict.fromkeys(self.agents, True)
            self.agent_selection = self._next(agent)
        elif len(self.game.moves_played) >= self.max_plies:
            self.truncations = dict.fromkeys(self.agents, True)
            self.agent_selection = self._next(agent)
        else:
            self.agent_selection = self.possible_agents[self.game.to_move]
        self._accumulate_rewards()

    def _next(self, agent: str) -> str:
        return self.agents[(self.agents.index(agent) + 1) % len(self.agents)]

    def render(self) -> str | None:
        """The board as text, if asked for."""
        return str(self.game) if self.render_mode == "ansi" else None

    def close(self) -> None:
        """Nothing is left open."""
