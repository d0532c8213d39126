CREATE TABLE games (
    id          TEXT    NOT NULL PRIMARY KEY,
    -- What is fixed when the game is made, as JSON: variant, seats, clock, seed.
    setup       TEXT    NOT NULL,
    -- SHA-256 of the token that holds the seat; null for a computer's.
    red_hash    BLOB,
    black_hash  BLOB,
    finished    INTEGER NOT NULL DEFAULT 0,
    -- When the game was made and when it was last finished or taken up again, in milliseconds since 1970.
    created     INTEGER NOT NULL,
    touched     INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX games_touched ON games (touched);

CREATE TABLE events (
    game    TEXT    NOT NULL REFERENCES games (id) ON DELETE CASCADE,
    seq     INTEGER NOT NULL,
    at      INTEGER NOT NULL,
    body    TEXT    NOT NULL,
    PRIMARY KEY (game, seq)
) STRICT, WITHOUT ROWID;
