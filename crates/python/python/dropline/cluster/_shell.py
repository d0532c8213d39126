"""What the two commands share: options, errors, exit codes."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, NoReturn

from dropline._dropline import DroplineError, milliseconds
from dropline.cluster._crew import Crew


def whole_number(text: str) -> int:
    """A number such as 1_000_000."""
    try:
        return int(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text!r} is no whole number") from None


def size(text: str) -> int:
    """A number of nodes or bytes such as 500k, 2M or 1G."""
    units = {"k": 10, "m": 20, "g": 30}
    shift = units.get(text[-1:].lower())
    return whole_number(text) if shift is None else whole_number(text[:-1]) << shift


def count(text: str) -> int:
    """A number such as 500k or 2M."""
    units = {"k": 1000, "m": 1000_000, "g": 1000_000_000}
    unit = units.get(text[-1:].lower())
    return whole_number(text) if unit is None else whole_number(text[:-1]) * unit


def time_in_ms(text: str) -> int:
    """The milliseconds of a time such as 100ms or 2s."""
    try:
        return milliseconds(text)
    except DroplineError as error:
        raise argparse.ArgumentTypeError(str(error)) from None


def lines_of(path: str) -> list[str]:
    """The lines of a file that say something."""
    try:
        lines = Path(path).read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise DroplineError(f"cannot read {path}: {getattr(error, 'strerror', None) or error}") from error
    return [line.strip() for line in lines if line.strip() and not line.startswith("#")]


def add_crew(parser: argparse.ArgumentParser, ray: bool = False) -> None:
    """Options that say who does the work."""
    where = parser.add_mutually_exclusive_group()
    usual = " [the default]"
    where.add_argument("--local", action="store_true", help="threads of this process" + ("" if ray else usual))
    where.add_argument("--ray", action="store_true", help="Ray, started on this computer" + (usual if ray else ""))
    where.add_argument("--address", help="the Ray cluster at this address, or auto")
    parser.add_argument("--workers", type=whole_number, help="how many work at a time [default: one for each processor]")
    parser.set_defaults(ray_is_usual=ray)


def crew_of(options: argparse.Namespace) -> Crew:
    """Who does the work."""
    return Crew(options.workers, options.ray or (options.ray_is_usual and not options.local), options.address)


def do(job: Callable[..., Any], options: argparse.Namespace, *names: str) -> Any:
    """Does a job with the options of these names."""
    return job(**{name: getattr(options, name) for name in names}, crew=crew_of(options), quiet=False)


def main(parser: argparse.ArgumentParser, kind: type[Exception]) -> NoReturn:
    """Runs a command: errors of a kind are told in a line, with exit code 2."""
    options = parser.parse_args()
    try:
        code = options.run(options)
        sys.stdout.flush()
    except kind as error:
        print(f"{parser.prog}: {error}", file=sys.stderr)
        code = 2
    except KeyboardInterrupt:
        print(f"{parser.prog}: stopped; the same command goes on from here", file=sys.stderr)
        code = 130
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        code = 0
    sys.exit(code)
