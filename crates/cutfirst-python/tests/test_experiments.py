"""Leagues, plans, matches, and their tables in other libraries."""

from __future__ import annotations

from pathlib import Path

import pytest

import cutfirst

PLAN = """
name = "small"
seed = 7
trials = 3
[[experiment]]
game = "othello"
plies = [2, 3]
arms = ["none", "ads:mtf"]
"""


def test_a_plan_gives_the_same_rows_however_it_is_run(tmp_path: Path) -> None:
    rows = cutfirst.run_plan(PLAN, threads=1).rows()
    assert rows and {row["game"] for row in rows} == {"othello"} and {row["depth"] for row in rows} == {2, 3}
    (tmp_path / "plan.toml").write_text(PLAN)
    told: list[tuple[int, int]] = []
    out = tmp_path / "out"

    def stop_soon(done: int, of: int) -> None:
        told.append((done, of))
        raise RuntimeError("enough")

    with pytest.raises(RuntimeError, match="enough"):
        cutfirst.run_plan(tmp_path / "plan.toml", out=out, progress=stop_soon)
    assert told and cutfirst.read_results(out).rows() != []
    assert cutfirst.run_plan(tmp_path / "plan.toml", out=out, threads=2).rows() == rows
    assert cutfirst.read_results(out).rows() == rows


def test_wrong_experiments_are_one_line(tmp_path: Path) -> None:
    for wrong in (
        lambda: cutfirst.run_plan("name = 3\n"),
        lambda: cutfirst.run_plan(PLAN, trials=0),
        lambda: cutfirst.run_plan(PLAN, threads=0),
        lambda: cutfirst.read_results(tmp_path),
        lambda: cutfirst.rank([]),
        lambda: cutfirst.rank("chess"),
        lambda: cutfirst.rank("othello", ["magic"]),
        lambda: cutfirst.rank("othello", starts=["never"]),
        lambda: cutfirst.match("othello", ["depth=1"]),
        lambda: cutfirst.match("othello", ["depth=1", "depth=0"]),
        lambda: cutfirst.rank("virus", ["killer"], depth=2, positions=1)["colour"],
    ):
        with pytest.raises(cutfirst.Error) as raised:
            wrong()
        assert "\n" not in str(raised.value)
    with pytest.raises(FileNotFoundError):
        cutfirst.run_plan("nowhere.toml")


def test_other_libraries_take_tables_over() -> None:
    table = cutfirst.rank(["othello", "virus"], ["killer", "none"], depth=3, positions=2, turns=1)
    assert len(table) == 6 and "Table of 6 rows" in repr(table)
    pyarrow = pytest.importorskip("pyarrow")
    arrow = pyarrow.table(table)
    assert arrow.to_pydict() == {name: table[name] for name in table.column_names}
    polars = pytest.importorskip("polars")
    assert polars.DataFrame(table).to_dicts() == table.rows()
    pandas = pytest.importorskip("pandas")
    if hasattr(pandas.DataFrame, "from_arrow"):
        assert pandas.DataFrame.from_arrow(table)["nodes"].tolist() == table["nodes"]


def test_columns_outlive_their_table_without_a_copy() -> None:
    pyarrow = pytest.importorskip("pyarrow")
    table = cutfirst.run_plan(PLAN)
    first, second = pyarrow.table(table), pyarrow.table(table)
    place = [one.column("nodes").chunk(0).buffers()[1].address for one in (first, second)]
    assert place[0] == place[1], "both look at the same memory"
    nodes = table["nodes"]
    del table, second
    assert first.column("nodes").to_pylist() == nodes


def test_a_match_of_unequal_players() -> None:
    told: list[tuple[int, int]] = []
    players = ["name=deep depth=4 table=1", "name=shallow depth=1 table=1"]
    result = cutfirst.match("othello", players, games=8, seed=3, threads=2, progress=lambda *now: told.append(now))
    deep, shallow = result.entrants
    assert (deep.name, shallow.name) == ("deep", "shallow") and deep.wins > shallow.wins
    assert deep.wins + deep.draws + deep.losses == 8 == len(result.games) and told[-1] == (8, 8)
    assert result.games["winners"].count("deep") == deep.wins
