"""Solves lines `MOVES SCORE` with bitbully, table emptied before each; prints how many, their nodes, and the microseconds
of processor time that solving took, after a warm-up with the first of them."""
import sys
import time

from bitbully import BitBully, Board

WARM_UP = 20

solver = BitBully(opening_book=None)
positions = nodes = nanoseconds = 0
lines = open(sys.argv[1]).read().splitlines()
warm_up = lines[: min(WARM_UP, len(lines) // 2)]
for line in warm_up + lines:
    moves, expected = line.split()
    board = Board.from_moves([int(column) - 1 for column in moves if column != "-"])
    solver.reset_transposition_table()
    solver.reset_node_counter()
    start = time.thread_time_ns()
    score = solver.mtdf(board)
    nanoseconds += time.thread_time_ns() - start
    if score != int(expected):
        sys.exit(f"bitbully: {moves}: {score} found, {expected} expected")
    positions += 1
    nodes += solver.get_node_counter()
    if positions == len(warm_up):
        positions = nodes = nanoseconds = 0
        warm_up = []
print(positions, nodes, nanoseconds / 1e3)
