"""The notebooks run, and the board of a notebook is played on in a real browser."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest

import dropline
from dropline import Game

NOTEBOOKS = sorted((Path(__file__).parents[1] / "notebooks").glob("*.ipynb"))


def test_there_are_three_notebooks() -> None:
    assert [notebook.stem for notebook in NOTEBOOKS] == ["first-evening", "how-good-is-my-bot", "train-a-network"]


@pytest.mark.parametrize("notebook", NOTEBOOKS, ids=lambda notebook: notebook.stem)
def test_a_notebook_runs(notebook: Path, tmp_path: Path) -> None:
    nbformat = pytest.importorskip("nbformat")
    client = pytest.importorskip("nbclient").NotebookClient
    book = nbformat.read(notebook, as_version=4)
    client(book, timeout=300, kernel_name="python3", resources={"metadata": {"path": str(tmp_path)}}).execute()
    pictures = [out for cell in book.cells for out in cell.get("outputs", ()) if "image/svg+xml" in out.get("data", {})]
    if notebook.stem == "first-evening":
        assert len(pictures) >= 4


def test_the_board_is_used_from_python() -> None:
    pytest.importorskip("anywidget")
    board = dropline.widget("44", opponent="bad")
    board.play(4)
    assert board.game == Game("4441") and board.view["message"] == "Red to move."
    board.undo()
    assert board.game == Game("44")
    board.undo()
    assert board.game == Game("44")
    board.redo()
    assert board.game == Game("4441")
    assert board.view["values"] is None
    board.show_values()
    assert len(board.view["values"]) == 7 and any(value["best"] for value in board.view["values"])
    board._heard(None, {"act": "play", "column": 9}, None)
    assert board.view["message"] == "column 9 is off the board: choose 1 to 7" and board.game == Game("4441")
    board.restart()
    assert board.game == Game("44") and not board.view["begun"]
    large = dropline.widget(variant="12x10c5", opponent=lambda game: game.legal[-1])
    large.play(1)
    assert large.game.moves == "1,12"


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@pytest.fixture
def jupyter(tmp_path: Path) -> Iterator[str]:
    """The address of a notebook with a board, in a JupyterLab of its own."""
    pytest.importorskip("jupyterlab")
    nbformat = pytest.importorskip("nbformat")
    cells = ["import dropline\nboard = dropline.widget(opponent='bad')\nboard", "print('moves', board.game.moves)"]
    book = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(cell) for cell in cells])
    book.metadata["kernelspec"] = {"display_name": "Python 3", "language": "python", "name": "python3"}
    nbformat.write(book, tmp_path / "board.ipynb")
    port = _free_port()
    settings = {name: str(tmp_path / name) for name in ("JUPYTER_CONFIG_DIR", "JUPYTER_DATA_DIR", "JUPYTER_RUNTIME_DIR")}
    command = [sys.executable, "-m", "jupyterlab", "--no-browser", "--allow-root", f"--port={port}", "--ip=127.0.0.1"]
    command += ["--IdentityProvider.token=", f"--ServerApp.root_dir={tmp_path}", "--LabApp.news_url="]
    with (tmp_path / "log.txt").open("w") as log:
        server = subprocess.Popen(command, env={**os.environ, **settings}, stdout=log, stderr=log, cwd=tmp_path)
        try:
            for _ in range(120):
                try:
                    urllib.request.urlopen(f"http://127.0.0.1:{port}/api", timeout=5).close()
                    break
                except OSError:
                    assert server.poll() is None, (tmp_path / "log.txt").read_text()
                    time.sleep(0.5)
            yield f"http://127.0.0.1:{port}/lab/tree/board.ipynb"
        finally:
            server.terminate()
            server.wait(30)


def test_the_board_is_played_on_in_a_browser(jupyter: str) -> None:
    playwright = pytest.importorskip("playwright.sync_api")
    chromium = os.environ.get("CHROMIUM") or shutil.which("chromium")
    if chromium is None:
        pytest.skip("chromium is not there")
    with playwright.sync_playwright() as started:
        browser = started.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        page = browser.new_page()
        page.set_default_timeout(90_000)
        page.goto(jupyter)
        page.locator(".jp-Notebook .jp-CodeCell").first.wait_for()
        # Whoever runs cells before the kernel is there is asked for one.
        page.get_by_text("Python 3 (ipykernel) | Idle").wait_for()
        page.get_by_role("menuitem", name="Run", exact=True).click()
        page.get_by_text("Run All Cells", exact=True).first.click()
        board = page.locator(".dropline-widget")
        board.locator("svg").wait_for()
        assert board.locator(".drops button").count() == 7
        board.locator("button[data-column='4']").click()
        playwright.expect(board.locator("svg desc")).to_contain_text("column 1, level 1")
        playwright.expect(board.locator(".message")).to_have_text("Red to move.")
        board.locator("svg").click(position={"x": 20, "y": 60})
        playwright.expect(board.locator("svg desc")).to_contain_text("column 1, level 3")
        board.get_by_role("button", name="Values").click()
        playwright.expect(board.locator(".values span")).to_have_count(7)
        playwright.expect(board.locator(".values .best").first).to_be_visible()
        board.get_by_role("button", name="Undo").click()
        playwright.expect(board.locator("svg desc")).to_contain_text("column 1, level 1")
        page.locator(".jp-Notebook .jp-CodeCell").nth(1).locator(".cm-content").click()
        page.keyboard.press("Control+Enter")
        playwright.expect(page.locator(".jp-Notebook .jp-CodeCell").nth(1).locator(".jp-OutputArea")).to_contain_text("moves 41")
        browser.close()
