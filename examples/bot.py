#!/usr/bin/env python3
"""A player for Dropline's arena in Python, without any library.

Try it:  dropline arena "exec:python3 examples/bot.py" random --games 20

It wins if it can, blocks if it must, and otherwise plays near the middle. docs/protocol.md describes the lines.
"""

import random
import re
import sys


def main():
    columns = connect = 0
    rows, side = [], "red"
    for line in sys.stdin:
        words = line.split()
        if not words:
            continue
        if words[0] == "game":  # game 7x6c4 seed 42 protocol 1
            columns, _, _, connect = re.fullmatch(r"(\d+)x(\d+)([cm])(\d+)", words[1]).groups()
            columns, connect = int(columns), int(connect)
            fields = dict(zip(words[2::2], words[3::2]))
            random.seed(int(fields.get("seed", 0)))
            say("ready Python example")
        elif words[0] == "position":  # position ROW/ROW/… SIDE MOVES, the top row first
            rows, side = words[1].split("/"), words[2]
        elif words[0] == "go":  # go time 1000 depth 6: we are quick enough without
            say("move %d" % (choose(rows, side, connect) + 1))
        elif words[0] == "quit":
            break


def say(line):
    print(line, flush=True)


def choose(rows, side, connect):
    """A column, counted from 0."""
    own, other = ("R", "B") if side == "red" else ("B", "R")
    playable = [column for column in range(len(rows[0])) if rows[0][column] == "."]
    for colour in (own, other):
        for column in playable:
            if makes_line(rows, column, colour, connect):
                return column
    middle = (len(rows[0]) - 1) / 2
    return min(playable, key=lambda column: abs(column - middle) + random.random())


def makes_line(rows, column, colour, connect):
    """Whether a checker dropped into a column completes a line."""
    row = max(row for row in range(len(rows)) if rows[row][column] == ".")

    def reach(down, right):
        count, r, c = 0, row + down, column + right
        while 0 <= r < len(rows) and 0 <= c < len(rows[0]) and rows[r][c] == colour:
            count, r, c = count + 1, r + down, c + right
        return count

    lines = ((0, 1), (1, 0), (1, 1), (1, -1))
    return any(1 + reach(down, right) + reach(-down, -right) >= connect for down, right in lines)


main()
