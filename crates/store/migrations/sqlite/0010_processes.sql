-- What a hall on a database that several processes share counts; here there is one, and these stay as they are.
ALTER TABLE tables ADD COLUMN changes INTEGER NOT NULL DEFAULT 0;
ALTER TABLE tables ADD COLUMN branch INTEGER NOT NULL DEFAULT 0;
ALTER TABLE tables ADD COLUMN asides INTEGER NOT NULL DEFAULT 0;

-- The seeds whose seals were shown before there is a table for them.
CREATE TABLE seals (
    seal TEXT    NOT NULL PRIMARY KEY,
    seed BLOB    NOT NULL,
    at   INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX seals_at ON seals (at);
