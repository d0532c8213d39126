import subprocess
import sys
from pathlib import Path

import pytest

import dropline
from dropline import Game


def leftmost(game: Game) -> int:
    return game.legal[0]


def test_every_player_chooses_a_legal_column() -> None:
    for variant in ("7x6c4", "7x6m4", "5x4c3", "20x20c5"):
        game = Game("1212", variant) if variant != "20x20c5" else Game("1,2,1,2", variant)
        for info in dropline.players():
            rules = {"c": "connect", "m": "max"}["m" if "m" in variant else "c"]
            if info.interactive or rules not in info.rules:
                continue
            player = dropline.player(info.name, seed=3)
            assert player.spec == info.name
            try:
                assert player.choose(game, time=0.2) in game.legal, (info.name, variant)
            except dropline.PlayerError as error:
                assert f"{info.name} does not play {variant}" in str(error)
    assert {info.name for info in dropline.players()} >= {"random", "level", "perfect"}


def test_the_seed_decides_and_goes_on() -> None:
    def columns(seed: int) -> list[int]:
        player = dropline.player("random", seed=seed)
        return [player.choose("") for _ in range(30)]

    assert columns(1) == columns(1) != columns(2)
    assert len(set(columns(1))) > 3


def test_players_that_there_are_not_are_refused() -> None:
    with pytest.raises(dropline.PlayerError, match="there is no player `nobody`: choose one of"):
        dropline.player("nobody")
    with pytest.raises(dropline.PlayerError, match="level: n=99 is not possible"):
        dropline.player("level:n=99")
    with pytest.raises(dropline.PlayerError, match="human asks a person"):
        dropline.player("human")
    with pytest.raises(dropline.PlayerError, match="no move is possible: the game is over"):
        dropline.player("bad").choose("1212121")
    with pytest.raises(dropline.PlayerError, match="does not play 7x6m4"):
        dropline.player("smart").choose(Game(variant="7x6m4"))
    with pytest.raises(TypeError, match="a player is a spec such as 'random', a Player or a callable, not int"):
        dropline.match(4, "random")  # type: ignore[arg-type]


def test_a_match_is_played_with_exchanged_sides() -> None:
    report = dropline.match(leftmost, "random", games=20, seed=1)
    assert report.players == ["leftmost", "random"] and report.complete
    assert [game.red for game in report.games] == [0, 1] * 10
    wins = {row.name: row.wins for row in report.standings}
    assert wins["leftmost"] + wins["random"] + report.standings[0].ties == 20
    for game in report.games:
        assert Game(game.moves).over
    again = dropline.match(leftmost, dropline.player("random", seed=99), games=20, seed=1, jobs=3)
    assert [game.moves for game in again.games] == [game.moves for game in report.games]
    assert dropline.match("bad", "random", games=3, random_plies=4, variant="9x7c4").played_games == 3


def test_errors_and_illegal_moves_forfeit() -> None:
    def broken(game: Game) -> int:
        if len(game) >= 4:
            raise ZeroDivisionError("over")
        return 1

    report = dropline.match(broken, "bad", games=2)
    assert [forfeit.reason for forfeit in report.forfeits] == ["crash", "crash"]
    assert report.forfeits[0].detail == "ZeroDivisionError: over"
    assert "in broken" in report.forfeits[0].stderr and "test_arena.py" in report.forfeits[0].stderr
    assert all(game.winner == ("black" if game.red == 0 else "red") for game in report.games)
    answers: list[object] = [9, 0, -3, None, "4", 2.5, True, 10**30]
    for answer in answers:
        report = dropline.match(lambda game: answer, "random", games=1)  # type: ignore[arg-type, return-value]
        assert report.forfeits[0].reason == "illegal", answer
        assert report.games[0].winner == "black"


def test_a_tournament_is_rated() -> None:
    report = dropline.arena(["random", leftmost, "level:n=1", "random"], games=4, seed=5, jobs=2)
    assert report.players == ["random", "leftmost", "level:n=1", "random #2"]
    assert len(report.games) == 6 * 4 and report.complete and "leftmost" in str(report)
    assert [row.rank for row in report.standings][0] == 1
    assert dropline.arena(["bad", "random"], games=2, openings=["4", "44"], variant="7x6m4").played_games == 2
    assert dropline.arena([leftmost, "bad", "random"], games=2, format="gauntlet").played_games == 4
    for openings in ("some", "random:x", "all:"):
        with pytest.raises(dropline.DroplineError, match="are no openings: none, all:K, random:K or a list of moves"):
            dropline.arena(["bad", "random"], openings=openings)
    with pytest.raises(dropline.PlayerError, match="a round robin needs at least two players, not 1"):
        dropline.arena(["bad"])
    with pytest.raises(dropline.PlayerError, match="the games must be an even number"):
        dropline.arena(["bad", "random"], games=3)


def test_reports_become_frames() -> None:
    pandas = pytest.importorskip("pandas")
    polars = pytest.importorskip("polars")
    report = dropline.arena(["random", "bad"], games=4)
    frame = report.to_pandas()
    assert isinstance(frame, pandas.DataFrame) and list(frame["name"]) == [row.name for row in report.standings]
    assert {"elo", "wins", "as_red_wins"} <= set(frame.columns)
    games = report.to_polars("games")
    assert isinstance(games, polars.DataFrame) and games.height == 4 and set(games["red"]) == {"random", "bad"}
    with pytest.raises(ValueError, match="'moves' is not a table: standings or games"):
        report.rows("moves")  # type: ignore[arg-type]


def test_progress_is_told() -> None:
    told: list[tuple[int, int]] = []
    dropline.match("random", "bad", games=10, progress=lambda done, games: told.append((done, games)))
    assert told[-1] == (10, 10)


def test_programs_take_part(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DROPLINE_PYTHON", sys.executable)
    agent = tmp_path / "agent.py"
    agent.write_text("def agent(observation, configuration):\n    return observation.board.index(0) % 7\n")
    report = dropline.match(f"kaggle:{agent}", "random", games=2)
    assert report.complete and not report.forfeits
    assert dropline.player(f"kaggle:{agent}").choose("") == 1
