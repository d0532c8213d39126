"""Prints lines `MOVES SCORE` of random 7x6 positions of all plies, solved by bitbully with its own opening book."""
import random
import sys

from bitbully import BitBully, Board

count, seed = int(sys.argv[1]), int(sys.argv[2])
chance = random.Random(seed)
solver = BitBully(opening_book="12-ply-dist")
made = 0
while made < count:
    board, moves = Board(), []
    for _ in range(chance.randrange(42)):
        columns = board.legal_moves()
        if not columns or board.is_game_over():
            break
        column = chance.choice(columns)
        board.play(column)
        moves.append(column + 1)
    if board.is_game_over():
        continue
    made += 1
    text = "".join(map(str, moves)) or "-"
    print(text, solver.mtdf(board), flush=made % 100 == 0)
