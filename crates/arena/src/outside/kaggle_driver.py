"""Speaks Dropline's line protocol for a Kaggle ConnectX agent.

Usage: python3 dropline_driver.py AGENT.py

The agent is the last callable that the file defines, as on Kaggle, and is called as agent(observation, configuration).
"""

import inspect
import os
import random
import re
import sys
import traceback

# The agent may print what it likes: only the driver has the real standard output.
talk = os.fdopen(os.dup(1), "w", buffering=1)
os.dup2(2, 1)


class Struct(dict):
    """A dict whose items are attributes too, as Kaggle passes them."""

    def __getattr__(self, name):
        try:
            return self[name]
        except KeyError:
            raise AttributeError(name) from None

    def __setattr__(self, name, value):
        self[name] = value


def say(line):
    talk.write(line.replace("\n", " ") + "\n")
    talk.flush()


def load(path):
    sys.path.insert(0, os.path.dirname(path))
    names = {"__name__": "kaggle_agent", "__file__": path}
    with open(path, encoding="utf-8") as source:
        exec(compile(source.read(), path, "exec"), names)
    found = [value for value in names.values() if callable(value)]
    if not found:
        raise ValueError("the file defines no function")
    return found[-1]


def call(agent, *arguments):
    """Passes as many arguments as the agent takes."""
    try:
        parameters = inspect.signature(agent).parameters.values()
    except (TypeError, ValueError):
        return agent(*arguments)
    if any(one.kind is one.VAR_POSITIONAL for one in parameters):
        return agent(*arguments)
    room = sum(one.kind in (one.POSITIONAL_ONLY, one.POSITIONAL_OR_KEYWORD) for one in parameters)
    return agent(*arguments[:room])


def last_line():
    return traceback.format_exc().strip().splitlines()[-1]


def main():
    agent = None
    columns = rows = inarow = 0
    board, mark = [], 1
    for line in sys.stdin:
        words = line.split()
        if not words:
            continue
        if words[0] == "game":
            match = re.fullmatch(r"(\d+)x(\d+)([cm])(\d+)", words[1])
            if not match or match[3] != "c":
                say("error ConnectX agents play Connect-N only, not " + words[1])
                continue
            columns, rows, inarow = int(match[1]), int(match[2]), int(match[4])
            fields = dict(zip(words[2::2], words[3::2]))
            random.seed(int(fields.get("seed", 0)))
            try:
                agent = load(sys.argv[1])
            except BaseException:
                traceback.print_exc()
                say("error " + last_line())
                continue
            say("ready " + os.path.basename(sys.argv[1]))
        elif words[0] == "position":
            board = [".RB".index(cell) for cell in words[1] if cell != "/"]
            mark = 1 if words[2] == "red" else 2
        elif words[0] == "go":
            limits = dict(zip(words[1::2], words[2::2]))
            seconds = int(limits.get("time", 2000)) / 1000
            observation = Struct(
                board=list(board), mark=mark, step=sum(cell != 0 for cell in board), remainingOverageTime=0
            )
            configuration = Struct(
                columns=columns, rows=rows, inarow=inarow, timeout=seconds, actTimeout=seconds,
                agentTimeout=60, runTimeout=1200, episodeSteps=1000,
            )
            try:
                column = call(agent, observation, configuration)
                column = column.item() if hasattr(column, "item") else column
            except BaseException:
                traceback.print_exc()
                say("error " + last_line())
                continue
            if isinstance(column, bool) or not isinstance(column, (int, float)) or column != int(column):
                say("error the agent answered %.60r, which is not a column" % (column,))
            else:
                say("move %d" % (int(column) + 1))
        elif words[0] == "quit":
            break


main()
