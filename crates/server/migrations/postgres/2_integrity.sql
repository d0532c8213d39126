-- One row that is written to prove that writing works.
CREATE TABLE proof (
    id      BIGINT NOT NULL PRIMARY KEY,
    count   BIGINT NOT NULL
);

-- The beginning of a SHA-256 over the rest of the row; null in rows of earlier versions.
ALTER TABLE games ADD COLUMN checksum BIGINT;
ALTER TABLE events ADD COLUMN checksum BIGINT;
