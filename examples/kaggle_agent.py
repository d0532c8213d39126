"""A Kaggle ConnectX agent, as it would be submitted there.

Try it:  dropline arena kaggle:examples/kaggle_agent.py random --games 20
"""


def agent(observation, configuration):
    """Wins if it can, blocks if it must, and otherwise plays the playable column nearest to the middle."""
    columns, rows, inarow = configuration.columns, configuration.rows, configuration.inarow
    board = observation.board

    def drop_row(column):
        return max(row for row in range(rows) if board[row * columns + column] == 0)

    def completes(column, mark):
        row = drop_row(column)

        def reach(down, right):
            count, r, c = 0, row + down, column + right
            while 0 <= r < rows and 0 <= c < columns and board[r * columns + c] == mark:
                count, r, c = count + 1, r + down, c + right
            return count

        return any(
            1 + reach(down, right) + reach(-down, -right) >= inarow
            for down, right in ((0, 1), (1, 0), (1, 1), (1, -1))
        )

    playable = [column for column in range(columns) if board[column] == 0]
    for mark in (observation.mark, 3 - observation.mark):
        for column in playable:
            if completes(column, mark):
                return column
    return min(playable, key=lambda column: abs(2 * column + 1 - columns))
