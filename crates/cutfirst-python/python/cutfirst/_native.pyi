"""The native half of the package."""

from collections.abc import Callable
from typing import Any

from typing_extensions import Self

VERSION: str

class Error(ValueError): ...

class Board:
    def __new__(
        cls,
        game: str,
        players: int | None = None,
        variant: str | None = None,
        position: str | None = None,
    ) -> Self: ...
    @property
    def name(self) -> str: ...
    @property
    def players(self) -> int: ...
    @property
    def variant(self) -> str: ...
    @property
    def position(self) -> str: ...
    @property
    def to_move(self) -> int: ...
    @property
    def legal_moves(self) -> list[str]: ...
    @property
    def move_slots(self) -> list[tuple[str, int]]: ...
    @property
    def slots(self) -> int: ...
    @property
    def start_position(self) -> str: ...
    @property
    def moves_played(self) -> list[str]: ...
    @property
    def outcome(self) -> list[int] | None: ...
    @property
    def outcome_text(self) -> str | None: ...
    @property
    def tally(self) -> list[int]: ...
    def seat_name(self, seat: int) -> str: ...
    def play(self, moves: str) -> None: ...
    def undo(self) -> str: ...
    def __copy__(self) -> Self: ...
    def svg(self) -> str: ...
    def cells(self) -> list[tuple[str, list[int], bool]]: ...
    def beside(self) -> list[tuple[str, list[int]]]: ...

class Engine:
    def __new__(cls, words: str) -> Self: ...
    @property
    def words(self) -> str: ...
    def forget(self) -> None: ...
    def search(
        self,
        game: object,
        *,
        past: list[Any] = ...,
        time: float | None = None,
        depth: int | None = None,
        nodes: int | None = None,
        level: str | None = None,
        lines: int | None = None,
        variety: int | None = None,
        progress: Callable[[dict[str, Any]], object] | None = None,
    ) -> dict[str, Any]: ...

class Table:
    @property
    def column_names(self) -> list[str]: ...
    def __len__(self) -> int: ...
    def column(self, name: str) -> list[Any]: ...
    def __arrow_c_stream__(self, requested_schema: object | None = None) -> object: ...

def games() -> list[dict[str, Any]]: ...
def engine_words() -> list[tuple[str, str, str]]: ...
def check_game(game: object, perft: str = "", games: int = 100, seed: int = 1) -> None: ...
def rank(
    games: list[str],
    orders: list[str],
    *,
    against: str | None = None,
    depth: int | None = None,
    positions: int | None = None,
    turns: int | None = None,
    starts: list[str] | None = None,
    players: int | None = None,
    variant: str | None = None,
    evaluation: str | None = None,
    algorithm: str | None = None,
    table: int = 0,
    deepen: bool = False,
    seed: int = 1,
    repeat: int = 1,
    minimum: bool = False,
    progress: Callable[[int, int], object] | None = None,
) -> Table: ...
def run_plan(
    text: str,
    *,
    out: str | None = None,
    trials: int | None = None,
    threads: int | None = None,
    progress: Callable[[int, int], object] | None = None,
) -> Table: ...
def read_results(dir: str) -> Table: ...
def play_match(
    game: str,
    players_words: list[str],
    *,
    games: int | None = None,
    players: int | None = None,
    variant: str | None = None,
    time: float | None = None,
    depth: int | None = None,
    nodes: int | None = None,
    seed: int = 0,
    opening_plies: int | None = None,
    threads: int | None = None,
    progress: Callable[[int, int], object] | None = None,
) -> tuple[Table, list[dict[str, Any]]]: ...
def train(
    game: str,
    out: str,
    *,
    minutes: float | None = None,
    rounds: int | None = None,
    players: int | None = None,
    variant: str | None = None,
    teacher: str | None = None,
    effort: int | None = None,
    seed: int = 0,
    threads: int | None = None,
    progress: Callable[[int, int], object] | None = None,
) -> None: ...
