"""What the tests share: the command, to compare with, and random games."""

from __future__ import annotations

import os
import random
import shutil
import subprocess
from collections.abc import Callable

import pytest

import dropline

VARIANTS = ["7x6c4", "6x5c4", "9x7c4", "12x10c5", "20x20c5", "4x4c3", "7x6m4", "5x4m3", "1x1c1", "3x5c4", "11x2c3"]
"""Every width of word, both rules, more than 9 columns, the smallest board."""


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--slow", action="store_true", help="run the slow tests too")


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "slow: takes long, left out without --slow")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if not config.getoption("--slow"):
        for item in items:
            if "slow" in item.keywords:
                item.add_marker(pytest.mark.skip(reason="slow: --slow runs it"))


def random_game(variant: str, chance: random.Random, plies: int | None = None) -> dropline.Game:
    """A game of random moves; to its end unless the plies are given."""
    game = dropline.Game(variant=variant)
    while not game.over and (plies is None or len(game) < plies):
        game.play(chance.choice(game.legal))
    return game


@pytest.fixture(scope="session")
def command() -> Callable[..., subprocess.CompletedProcess[str]]:
    """Runs the command ``dropline``; the variable DROPLINE says where it is."""
    program = os.environ.get("DROPLINE") or shutil.which("dropline")
    if program is None:
        pytest.skip("the command dropline is not there: set DROPLINE")

    def run(*arguments: str, stdin: str = "") -> subprocess.CompletedProcess[str]:
        return subprocess.run([program, *arguments], input=stdin, capture_output=True, text=True, timeout=120)

    return run
