CREATE TABLE games (
    id          TEXT    NOT NULL PRIMARY KEY,
    -- What is fixed when the game is made, as JSON: variant, seats, clock, seed.
    setup       TEXT    NOT NULL,
    -- SHA-256 of the token that holds the seat; null for a computer's.
    red_hash    BYTEA,
    black_hash  BYTEA,
    finished    BIGINT  NOT NULL DEFAULT 0,
    -- When the game was made and when it was last finished or taken up again, in milliseconds since 1970.
    created     BIGINT  NOT NULL,
    touched     BIGINT  NOT NULL
);

CREATE INDEX games_touched ON games (touched);

CREATE TABLE events (
    game    TEXT    NOT NULL REFERENCES games (id) ON DELETE CASCADE,
    seq     BIGINT  NOT NULL,
    at      BIGINT  NOT NULL,
    body    TEXT    NOT NULL,
    PRIMARY KEY (game, seq)
);
