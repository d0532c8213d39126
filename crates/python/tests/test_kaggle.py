import sys
from pathlib import Path

import pytest

import dropline


def test_an_agent_translates_columns() -> None:
    agent = dropline.kaggle.agent("perfect")
    board = [0] * 42
    assert agent({"board": board, "mark": 1}, {"rows": 6, "columns": 7, "inarow": 4}) == 3
    wide = dropline.Game("1,2,1,2,1", "12x10c4")
    observation = {"board": wide.to_array().ravel().tolist(), "mark": 2}
    assert dropline.kaggle.agent("engine")(observation, {"rows": 10, "columns": 12, "inarow": 4, "actTimeout": 0.4}) == 0
    rightmost = dropline.kaggle.agent(lambda game: game.legal[-1])
    assert rightmost({"board": board, "mark": 1}, {"rows": 6, "columns": 7, "inarow": 4}) == 6


def test_an_agent_takes_part_in_our_arena(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DROPLINE_PYTHON", sys.executable)
    file = tmp_path / "submission.py"
    file.write_text("import dropline\n\nagent = dropline.kaggle.agent('perfect')\n")
    report = dropline.match(f"kaggle:{file}", "random", games=2)
    assert not report.forfeits and report.standings[0].wins == 2 and report.standings[0].name == f"kaggle:{file}"


@pytest.mark.parametrize("opponent", ["negamax", "random"])
def test_the_perfect_agent_wins_twenty_of_twenty(opponent: str) -> None:
    make = pytest.importorskip("kaggle_environments").make
    agent = dropline.kaggle.agent("perfect")
    for _ in range(20):
        env = make("connectx", debug=True)
        env.run([agent, opponent])
        assert env.state[0].reward == 1, env.state


@pytest.mark.parametrize(("rows", "columns", "inarow"), [(5, 4, 3), (7, 9, 5), (10, 12, 4), (4, 3, 5)])
def test_any_board_is_played(rows: int, columns: int, inarow: int) -> None:
    make = pytest.importorskip("kaggle_environments").make
    env = make("connectx", configuration={"rows": rows, "columns": columns, "inarow": inarow, "actTimeout": 0.5}, debug=True)
    env.run([dropline.kaggle.agent("engine"), "random"])
    assert env.state[0].status == "DONE" and env.state[0].reward in (0, 1)


