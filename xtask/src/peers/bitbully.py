"""Solves lines `MOVES SCORE` with bitbully and prints `nodes microseconds` for each, table emptied before each."""
import sys
import time

from bitbully import BitBully, Board

solver = BitBully(opening_book=None)
for line in open(sys.argv[1]).read().splitlines():
    moves, expected = line.split()
    board = Board.from_moves([int(column) - 1 for column in moves if column != "-"])
    solver.reset_transposition_table()
    solver.reset_node_counter()
    start = time.perf_counter()
    score = solver.mtdf(board)
    elapsed = time.perf_counter() - start
    if score != int(expected):
        sys.exit(f"bitbully: {moves}: {score} found, {expected} expected")
    print(solver.get_node_counter(), elapsed * 1e6, flush=True)
