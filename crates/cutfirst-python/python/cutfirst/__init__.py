"""Game-tree search that searches first the moves that cut.

Six board games, an engine for them and for games written in Python, and the laboratory's experiments.

>>> import cutfirst
>>> game = cutfirst.Othello()
>>> game.play("f5")
>>> report = cutfirst.Engine().search(game, depth=6)
>>> report.move in game.legal_moves
True
"""

from cutfirst._native import VERSION as __version__
from cutfirst._native import Error
from cutfirst.engine import Counts, Engine, Line, Progress, Report, engine_words
from cutfirst.experiments import Entrant, MatchResult, Table, match, rank, read_results, run_plan
from cutfirst.game import Game, check, draw, win
from cutfirst.games import (
    Abalone,
    BoardGame,
    Checkers,
    ChineseCheckers,
    Focus,
    GameInfo,
    Othello,
    Virus,
    games,
    open_game,
)
from cutfirst.training import train

__all__ = [
    "Abalone",
    "BoardGame",
    "Checkers",
    "ChineseCheckers",
    "Counts",
    "Engine",
    "Entrant",
    "Error",
    "Focus",
    "Game",
    "GameInfo",
    "Line",
    "MatchResult",
    "Othello",
    "Progress",
    "Report",
    "Table",
    "Virus",
    "__version__",
    "check",
    "draw",
    "engine_words",
    "games",
    "match",
    "open_game",
    "rank",
    "read_results",
    "run_plan",
    "train",
    "win",
]
