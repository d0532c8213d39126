"""``python -m dropline.cluster``."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from dropline import cluster
from dropline._arena import definition_of
from dropline._dropline import DroplineError, Variant
from dropline.cluster._arena import Tournament
from dropline.cluster._shards import write_whole
from dropline.cluster._shell import add_crew, count, crew_of, do, lines_of, main, size, time_in_ms, whole_number

_REPORTS = {".txt": "text", ".json": "json", ".csv": "csv", ".html": "html"}


def _solve(options: argparse.Namespace) -> int:
    do(cluster.solve, options, "source", "out", "variant", "columns")
    return 0


def _book(options: argparse.Namespace) -> int:
    do(cluster.book, options, "out", "variant", "nodes")
    return 0


def _arena(options: argparse.Namespace) -> int:
    players = list(options.players)
    if options.players_from is not None:
        players += lines_of(options.players_from)
    for path in options.report:
        if Path(path).suffix not in _REPORTS:
            raise DroplineError(f"{path}: a report's name ends with .txt, .json, .csv or .html")
    form = options.mode or ("match" if len(players) == 2 else "round-robin")
    named = options.openings == "none" or options.openings.partition(":")[0] in ("all", "random")
    openings = options.openings if named else lines_of(options.openings)
    games = options.games
    if games is None and (options.sprt is not None or options.openings.startswith(("none", "random:"))):
        games = 20 if options.sprt is None else 20_000
    control = {"depth": options.depth, "nodes": options.nodes, "margin_ms": options.margin, "patience_ms": options.patience}
    definition = definition_of(games, options.variant, openings, form, options.seed, options.sprt, **control)
    tournament = Tournament(options.journal, players, definition, options.time)
    tournament.play(crew_of(options), quiet=False)
    for path in options.report:
        text = tournament.report(_REPORTS[Path(path).suffix])
        write_whole(Path(path), lambda file: file.write(text.encode()))
    sys.stdout.write(tournament.report(options.format))
    return 0


def _sprt(text: str) -> list[float]:
    numbers = text.split(",")
    try:
        if len(numbers) == 4:
            return [float(number) for number in numbers]
    except ValueError:
        pass
    raise argparse.ArgumentTypeError(f"{text!r} is no test such as 0,30,0.05,0.05")


def _prove(options: argparse.Namespace) -> int:
    names = ("out", "position", "variant", "plies", "split_after", "memory", "threads", "most_nodes")
    found = do(cluster.prove, options, *names)
    what = f"the score is {found.score}" if found.score is not None else f"the score is {found.lower} to {found.upper}"
    print(f"{what}: {found.parts:,} parts, {found.nodes:,} nodes")
    return 0 if found.score is not None else 1


def _check(options: argparse.Namespace) -> int:
    found = cluster.check(options.file, sample=options.sample, memory=options.memory, crew=crew_of(options))
    for problem in found.problems:
        print(problem)
    print(f"score {found.score}: {found.answers:,} answers folded, {found.asked:,} asked anew, {len(found.problems):,} wrong")
    return 1 if found.problems else 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m dropline.cluster", description="Long jobs on Ray, or without it on this computer.")
    commands = parser.add_subparsers(required=True)
    solve = commands.add_parser("solve", help="solve the positions of a file; goes on where an interrupted run stopped")
    solve.add_argument("source", help="moves or keys: lines of text, or a column of a Parquet file")
    solve.add_argument("out", help="the Parquet file to write; meanwhile OUT.parts remembers what is done")
    solve.add_argument("--variant", help="what is played [default: what the file says, else 7x6c4]")
    solve.add_argument("--columns", action="store_true", help="the score of every column too")
    solve.set_defaults(run=_solve)
    book = commands.add_parser("book", help="make an opening book; goes on where an interrupted run stopped")
    book.add_argument("out", help="the book to write; meanwhile OUT.parts remembers what is done")
    book.add_argument("--variant", default="7x6c4", help="what is played [default: %(default)s]")
    book.add_argument("--nodes", type=count, default=500_000, help="how many nodes make a position hard [default: 500k]")
    book.set_defaults(run=_book)
    arena = commands.add_parser("arena", help="play a tournament; goes on with the games in its journal")
    arena.add_argument("players", nargs="*", metavar="SPEC", help="players and programs, as in dropline arena")
    arena.add_argument("--players-from", metavar="FILE", help="more of them, one on each line")
    arena.add_argument("--journal", default="dropline-arena.jsonl", help="where each game is saved [default: %(default)s]")
    arena.add_argument("--mode", choices=["round-robin", "gauntlet", "match"], help="who meets whom")
    arena.add_argument("--games", type=whole_number, help="games of each two players who meet [default: 20; every opening once for all:K and files]")
    arena.add_argument("--openings", default="random:4", help="none, all:K, random:K, or a file with moves on each line [default: %(default)s]")
    arena.add_argument("--sprt", type=_sprt, metavar="ELO0,ELO1,ALPHA,BETA", help="stop a match as soon as this question is decided")
    arena.add_argument("--variant", default="7x6c4", help="what is played [default: %(default)s]")
    arena.add_argument("--time", help="time for a move, as in 100ms")
    arena.add_argument("--margin", type=time_in_ms, help="how much later than --time an answer still counts [default: 50ms]")
    arena.add_argument("--patience", type=time_in_ms, help="without --time, how long a player may think [default: 60s]")
    arena.add_argument("--depth", type=whole_number, help="plies looked ahead for a move")
    arena.add_argument("--nodes", type=whole_number, help="positions visited for a move")
    arena.add_argument("--seed", type=whole_number, default=0, help="all chance comes from here [default: 0]")
    arena.add_argument("--report", action="append", default=[], metavar="FILE", help="write a report as .txt, .json, .csv or .html")
    arena.add_argument("--format", choices=list(_REPORTS.values()), default="text", help="what is printed at the end")
    arena.set_defaults(run=_arena)
    prove = commands.add_parser("prove", help="prove the score of one hard position; exit code 1 if only bounds are known")
    prove.add_argument("out", help="the certificate to write; OUT.journal holds all answers")
    prove.add_argument("position", metavar="moves", nargs="?", default="", help="the position [default: the empty board]")
    prove.add_argument("--variant", type=Variant, default=Variant("7x6c4"), help="what is played [default: 7x6c4]")
    prove.add_argument("--plies", type=whole_number, default=4, help="how far on the parts are [default: 4]")
    prove.add_argument("--split-after", type=count, metavar="NODES", help="split parts that take more [default: never]")
    prove.add_argument("--memory", type=size, default=256 << 20, help="the table of each worker [default: 256M]")
    prove.add_argument("--threads", type=whole_number, default=1, help="threads of each worker, which share its table [default: 1]")
    prove.add_argument("--most-nodes", type=count, metavar="NODES", help="end with the bounds proven by then")
    prove.set_defaults(run=_prove)
    for command in (solve, book, arena, prove):
        add_crew(command, ray=True)
    check = commands.add_parser("check", help="check a certificate; exit code 1 if something is wrong")
    check.add_argument("file")
    check.add_argument("--sample", type=whole_number, default=20, help="answers to ask anew, evenly spread [default: 20]")
    check.add_argument("--memory", type=size, default=64 << 20, help="the table of each worker [default: 64M]")
    add_crew(check)
    check.set_defaults(run=_check)
    return parser


if __name__ == "__main__":
    main(_parser(), DroplineError)
