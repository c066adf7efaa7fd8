-- What is said at a table. It is kept with the table and is no part of the journal.

ALTER TABLE tables ADD COLUMN talk TEXT NOT NULL DEFAULT 'free' CHECK (talk IN ('free', 'phrases', 'none'));

CREATE TABLE talk (
    table_id TEXT    NOT NULL REFERENCES tables (id),
    n        INTEGER NOT NULL,
    person   TEXT    NOT NULL REFERENCES people (id),
    -- Where they sat and how they were called then: they may leave, and change their name.
    seat     INTEGER NOT NULL,
    name     TEXT    NOT NULL,
    -- The number of steps taken then.
    step     INTEGER NOT NULL,
    text     TEXT    NOT NULL,
    at       INTEGER NOT NULL,
    PRIMARY KEY (table_id, n)
) STRICT, WITHOUT ROWID;

-- How people took a step: each in one way.
CREATE TABLE reactions (
    table_id TEXT    NOT NULL REFERENCES tables (id),
    step     INTEGER NOT NULL,
    person   TEXT    NOT NULL REFERENCES people (id),
    seat     INTEGER NOT NULL,
    name     TEXT    NOT NULL,
    reaction TEXT    NOT NULL,
    at       INTEGER NOT NULL,
    PRIMARY KEY (table_id, step, person)
) STRICT, WITHOUT ROWID;

-- Whom somebody does not want to hear, at any table.
CREATE TABLE mutes (
    person TEXT NOT NULL REFERENCES people (id),
    muted  TEXT NOT NULL REFERENCES people (id),
    PRIMARY KEY (person, muted)
) STRICT, WITHOUT ROWID;
