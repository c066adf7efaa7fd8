-- What is kept is the journal: who sat down to what, and the steps they took. A state is never kept.

CREATE TABLE people (
    id      TEXT    NOT NULL PRIMARY KEY,
    name    TEXT    NOT NULL,
    theme   TEXT    NOT NULL DEFAULT '',
    speed   TEXT    NOT NULL DEFAULT '',
    -- SHA-256 of the token that a program shows; the token itself is not kept.
    token   BLOB    UNIQUE,
    created INTEGER NOT NULL
) STRICT;

CREATE TABLE tables (
    id       TEXT    NOT NULL PRIMARY KEY,
    game     TEXT    NOT NULL,
    rules    INTEGER NOT NULL,
    options  TEXT    NOT NULL,
    seats    INTEGER NOT NULL,
    host     TEXT    NOT NULL REFERENCES people (id),
    phase    TEXT    NOT NULL CHECK (phase IN ('open', 'playing', 'over')),
    -- NULL where the dice are real ones.
    seed     BLOB,
    -- What the seats gave towards the dice, fixed at the start.
    shares   TEXT    NOT NULL DEFAULT '[]',
    -- The outcomes that laying out the match took; NULL until they are all known.
    setup    TEXT,
    practice INTEGER NOT NULL DEFAULT 0,
    outcome  TEXT,
    -- The table that those who sat here went on to.
    next     TEXT,
    created  INTEGER NOT NULL,
    touched  INTEGER NOT NULL
) STRICT;

CREATE TABLE seats (
    table_id TEXT    NOT NULL REFERENCES tables (id),
    seat     INTEGER NOT NULL,
    person   TEXT    REFERENCES people (id),
    bot      TEXT,
    share    TEXT,
    PRIMARY KEY (table_id, seat),
    CHECK (person IS NULL OR bot IS NULL)
) STRICT, WITHOUT ROWID;

CREATE INDEX seats_by_person ON seats (person) WHERE person IS NOT NULL;
CREATE INDEX tables_by_host ON tables (host);
CREATE INDEX tables_by_phase ON tables (phase, touched);

CREATE TABLE steps (
    table_id TEXT    NOT NULL REFERENCES tables (id),
    n        INTEGER NOT NULL,
    seat     INTEGER NOT NULL,
    action   TEXT    NOT NULL,
    chance   TEXT    NOT NULL,
    -- The name that a caller gave this request, so that asking twice does not act twice.
    request  TEXT,
    at       INTEGER NOT NULL,
    PRIMARY KEY (table_id, n)
) STRICT, WITHOUT ROWID;

CREATE UNIQUE INDEX steps_by_request ON steps (table_id, request) WHERE request IS NOT NULL;

CREATE TABLE unlocked (
    person TEXT    NOT NULL REFERENCES people (id),
    game   TEXT    NOT NULL,
    level  INTEGER NOT NULL,
    PRIMARY KEY (person, game)
) STRICT, WITHOUT ROWID;
