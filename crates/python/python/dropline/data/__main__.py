"""``python -m dropline.data``."""

from __future__ import annotations

import argparse

from dropline import data
from dropline._dropline import DroplineError
from dropline.cluster._shell import add_crew, crew_of, do, main, whole_number


def plies(text: str) -> tuple[int, int]:
    """A range such as 8:30, or one number."""
    least, _, most = text.partition(":")
    try:
        return int(least), int(most or least)
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text!r} is no range of plies such as 8:30") from None


def _make(options: argparse.Namespace) -> int:
    do(data.make, options, "out", "variant", "positions", "plies", "source", "seed")
    return 0


def _check(options: argparse.Namespace) -> int:
    found = data.check(options.file, sample=options.sample, crew=crew_of(options))
    for difference in found.differences:
        print(difference)
    print(f"{found.solved:,} of {found.rows:,} rows solved, {len(found.differences):,} differences")
    return 1 if found.differences else 0


def _stats(options: argparse.Namespace) -> int:
    for line in data.stats(options.file, options.out).lines():
        print(line)
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m dropline.data", description="Data sets of exactly scored positions.")
    commands = parser.add_subparsers(required=True)
    make = commands.add_parser("make", help="make a data set; goes on where an interrupted one of the same file stopped")
    make.add_argument("out", help="the Parquet file to write; while it is made, OUT.parts remembers what is done")
    make.add_argument("--variant", default="7x6c4", help="what is played, as in 9x7c4 or 6x4m4 [default: %(default)s]")
    make.add_argument("--positions", type=whole_number, default=1_000_000, help="how many positions [default: 1_000_000]")
    make.add_argument("--plies", type=plies, default=(8, 30), metavar="LEAST:MOST", help="checkers on the board [default: 8:30]")
    make.add_argument("--source", choices=["random", "levels", "engine"], default="random", help="who plays there [default: random]")
    make.add_argument("--seed", type=whole_number, default=1, help="all chance comes from here [default: 1]")
    add_crew(make)
    make.set_defaults(run=_make)
    check = commands.add_parser("check", help="solve a sample of a file anew; exit code 1 if something differs")
    check.add_argument("file")
    check.add_argument("--sample", type=whole_number, default=1000, help="how many positions, evenly spread [default: 1000]")
    add_crew(check)
    check.set_defaults(run=_check)
    stats = commands.add_parser("stats", help="tell what a file holds, and draw it")
    stats.add_argument("file")
    stats.add_argument("--out", help="a page of plots, as .svg, .png or .pdf")
    stats.set_defaults(run=_stats)
    return parser


if __name__ == "__main__":
    main(_parser(), DroplineError)
