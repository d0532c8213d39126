-- One row that is written to prove that writing works.
CREATE TABLE proof (
    id      INTEGER NOT NULL PRIMARY KEY,
    count   INTEGER NOT NULL
) STRICT;

-- The beginning of a SHA-256 over the rest of the row; null in rows of earlier versions.
ALTER TABLE games ADD COLUMN checksum INTEGER;
ALTER TABLE events ADD COLUMN checksum INTEGER;
