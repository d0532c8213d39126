"""The package answers as the command does."""

import json
import random
import subprocess
from collections.abc import Callable

import pytest
from conftest import VARIANTS, random_game

import dropline
from dropline import Game

Command = Callable[..., subprocess.CompletedProcess[str]]


@pytest.mark.parametrize("variant", VARIANTS)
def test_games_are_shown_alike(command: Command, variant: str) -> None:
    chance = random.Random(variant)
    for _ in range(3):
        game = random_game(variant, chance, chance.randrange(20))
        moves = game.moves or "-"
        shown = lambda form: command("show", moves, "--variant", variant, "--to", form).stdout
        assert shown("key").strip() == game.to_key()
        assert shown("grid") == game.to_grid()
        assert json.loads(shown("json")) == json.loads(game.to_json())
        assert shown("svg").strip() == game.svg().strip()


@pytest.mark.parametrize(("variant", "plies"), [("7x6c4", 18), ("6x5c4", 10), ("5x4m3", 8), ("4x4c3", 2), ("11x2c3", 4)])
def test_positions_are_solved_alike(command: Command, variant: str, plies: int) -> None:
    chance = random.Random(variant)
    games = [game for game in (random_game(variant, chance, plies) for _ in range(40)) if not game.over]
    moves = [game.moves for game in games]
    for weak in (False, True):
        options = ["--weak"] if weak else []
        lines = command("solve", "--variant", variant, *options, stdin="\n".join(moves) + "\n").stdout.splitlines()
        expected = [int(line.split()[1]) for line in lines]
        assert dropline.solve_many(moves, variant, weak=weak).tolist() == expected
        assert [dropline.solve(game, weak=weak) for game in games] == expected


@pytest.mark.parametrize(("variant", "plies"), [("7x6c4", 24), ("5x4m3", 10), ("4x3c3", 3)])
def test_positions_are_analysed_alike(command: Command, variant: str, plies: int) -> None:
    chance = random.Random(variant)
    for _ in range(5):
        game = random_game(variant, chance, plies)
        if game.over:
            continue
        told = json.loads(command("analyze", game.moves, "--variant", variant, "--format", "json").stdout)
        own = dropline.analyze(game).as_dict()
        for fields in (told, own):
            del fields["nodes"], fields["time"], fields["line"]
        assert own == told
        told = json.loads(command("explain", game.moves, "--variant", variant, "--format", "json").stdout)
        assert dropline.explain(game).as_dict() == told
        told = json.loads(command("review", game.moves, "--variant", variant, "--format", "json").stdout)
        assert dropline.review(game).as_dict() == told


def test_players_are_listed_alike(command: Command) -> None:
    listed = json.loads(command("players", "--format", "json").stdout)
    assert [info.as_dict() for info in dropline.players()] == listed


def test_players_choose_alike(command: Command) -> None:
    for spec in ("random", "level:n=4", "smart:depth=3", "perfect", "damped:depth=2"):
        for moves in ("444", "4453", "112233"):
            chosen = int(command("move", spec, moves, "--seed", "5").stdout)
            assert dropline.player(spec, seed=5).choose(moves) == chosen, (spec, moves)


def test_matches_are_played_alike(command: Command) -> None:
    told = json.loads(command("match", "random", "level:n=1", "--games", "10", "--seed", "3", "--format", "json").stdout)
    report = dropline.match("random", "level:n=1", games=10, seed=3)
    first = next(row for row in report.standings if row.player == 0)
    assert (first.wins, first.ties, first.losses) == (told["wins"], told["ties"], told["losses"])


@pytest.mark.parametrize(
    ("call", "arguments"),
    [
        (lambda: dropline.solve("44844"), ["solve", "44844"]),
        (lambda: dropline.solve("4444444"), ["solve", "4444444"]),
        (lambda: dropline.solve("4x"), ["solve", "4x"]),
        (lambda: dropline.solve("1212121"), ["solve", "1212121"]),
        (lambda: dropline.solve("", "20x20c5"), ["solve", "-", "--variant", "20x20c5"]),
        (lambda: dropline.analyze("1212121"), ["analyze", "1212121"]),
        (lambda: dropline.explain("4", 9), ["explain", "4", "--column", "9"]),
        (lambda: dropline.explain("444444", 4), ["explain", "444444", "--column", "4"]),
        (lambda: Game.from_key("7x6c4:?"), ["show", "--key", "7x6c4:?"]),
        (lambda: dropline.player("nobody"), ["match", "nobody", "random"]),
        (lambda: dropline.player("level:n=99"), ["match", "level:n=99", "random"]),
    ],
)
def test_errors_are_the_same_sentences(command: Command, call: Callable[[], object], arguments: list[str]) -> None:
    with pytest.raises(ValueError) as raised:
        call()
    said = command(*arguments)
    assert said.returncode == 2
    assert str(raised.value) in " ".join(said.stderr.split()), said.stderr
