-- Packs of house cards that people have brought.

CREATE TABLE packs (
    person  TEXT    NOT NULL REFERENCES people (id),
    -- The SHA-256 of the pack, in hexadecimal digits.
    hash    TEXT    NOT NULL,
    game    TEXT    NOT NULL,
    title   TEXT    NOT NULL,
    -- The pack as JSON.
    pack    TEXT    NOT NULL,
    -- What its trial has shown: waiting, passed or failed, and words for it.
    trial   TEXT    NOT NULL,
    words   TEXT    NOT NULL,
    -- Whether everybody may use it.
    listed  INTEGER NOT NULL DEFAULT 0 CHECK (listed IN (0, 1)),
    brought INTEGER NOT NULL,
    PRIMARY KEY (person, hash)
) STRICT, WITHOUT ROWID;
CREATE INDEX packs_by_hash ON packs (hash);
CREATE INDEX packs_listed ON packs (game) WHERE listed = 1;
