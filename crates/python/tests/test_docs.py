"""Every example in the docstrings, the README and the handbook runs and says what stands there."""

from __future__ import annotations

import doctest
import importlib
import inspect
import subprocess
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

import dropline

ROOT = Path(__file__).parents[3]
FOLDER = Path(__file__).parents[1]
MODULES = [
    "dropline",
    "dropline.kaggle",
    "dropline.gym",
    "dropline.pettingzoo",
    "dropline.openspiel",
    "dropline.board",
    "dropline.data",
    "dropline.cluster",
]
FLAGS = doctest.ELLIPSIS
PAGES = [
    str(page.relative_to(ROOT))
    for page in sorted([*ROOT.glob("*.md"), *(ROOT / "docs").glob("*.md"), FOLDER / "README.md"])
    if "\n>>> " in page.read_text(encoding="utf-8")
]


def documented() -> list[tuple[str, Any]]:
    """Every public thing of the package that has a docstring, by its name."""
    found: dict[str, Any] = {}

    def visit(name: str, thing: Any) -> None:
        found.setdefault(name, thing)
        if inspect.isclass(thing):
            for member in vars(thing):
                if not member.startswith("_"):
                    visit(f"{name}.{member}", inspect.getattr_static(thing, member))

    for module_name in MODULES:
        module: ModuleType = importlib.import_module(module_name)
        found[module_name] = module
        for name in getattr(module, "__all__", [name for name in vars(module) if not name.startswith("_")]):
            thing = getattr(module, name)
            if not isinstance(thing, ModuleType) and getattr(thing, "__module__", "").startswith("dropline"):
                visit(f"{module_name}.{name}", thing)
    return list(found.items())


def run(name: str, text: str, names: dict[str, Any]) -> int:
    """Runs the examples of a text and counts them."""
    examples = doctest.DocTestParser().get_doctest(text, names, name, name, 0)
    runner = doctest.DocTestRunner(optionflags=FLAGS)
    said: list[str] = []
    runner.run(examples, out=said.append)
    assert not runner.failures, "".join(said)
    return len(examples.examples)


def test_the_examples_of_docstrings_run() -> None:
    names = vars(dropline)
    count = sum(run(name, inspect.getdoc(thing) or "", dict(names)) for name, thing in documented())
    assert count >= 40


def test_every_public_thing_has_a_docstring() -> None:
    def is_data(thing: Any) -> bool:
        return not (inspect.ismodule(thing) or inspect.isclass(thing) or callable(thing) or isinstance(thing, property))

    bare = [name for name, thing in documented() if not inspect.getdoc(thing) and not is_data(thing)]
    assert bare == []


@pytest.mark.parametrize("file", PAGES)
def test_the_examples_of_pages_run(file: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    # Examples may write files.
    monkeypatch.chdir(tmp_path)
    text = (ROOT / file).read_text(encoding="utf-8")
    blocks = [block.partition("\n")[2] for block in text.split("```") if block.startswith("python\n")]
    examples = "\n".join(block for block in blocks if ">>>" in block)
    assert run(file, examples, {}) >= 3


@pytest.mark.parametrize("example", ["my_bot.py", "dataset.py"])
def test_the_examples_run(example: str, tmp_path: Path) -> None:
    arguments = [str(tmp_path / "positions.npz"), "50"] if example == "dataset.py" else []
    done = subprocess.run([sys.executable, str(FOLDER / "examples" / example), *arguments], capture_output=True, text=True)
    assert done.returncode == 0 and done.stdout, done.stderr
