-- Accounts, the devices and programs that are signed in, and what operators have decided.

-- A person who can come back from anywhere: by password, by a recovery link, or by both.
CREATE TABLE accounts (
    person   TEXT    NOT NULL PRIMARY KEY REFERENCES people (id),
    -- The argon2id hash in the PHC string format.
    password TEXT,
    -- SHA-256 of the secret in the recovery link; the secret itself is not kept.
    recovery BLOB    UNIQUE,
    created  INTEGER NOT NULL
) STRICT;

-- What the names of accounts look like, in several ways: no two accounts look alike.
CREATE TABLE account_names (
    look   TEXT NOT NULL PRIMARY KEY,
    person TEXT NOT NULL REFERENCES accounts (person)
) STRICT, WITHOUT ROWID;

CREATE INDEX account_names_by_person ON account_names (person);

-- Who is known by which token: of a cookie, or shown by a program.
CREATE TABLE sessions (
    -- SHA-256 of the token; the token itself is not kept.
    token  BLOB    NOT NULL PRIMARY KEY,
    person TEXT    NOT NULL REFERENCES people (id),
    device TEXT    NOT NULL,
    made   INTEGER NOT NULL,
    used   INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX sessions_by_person ON sessions (person);

INSERT INTO sessions (token, person, device, made, used)
    SELECT token, id, 'a program', created, created FROM people WHERE token IS NOT NULL;
-- Read no more.
UPDATE people SET token = NULL;

-- Whom an operator keeps out, or lets say nothing: a person, or all who come from an address.
CREATE TABLE restrictions (
    kind    TEXT    NOT NULL CHECK (kind IN ('ban', 'mute')),
    who     TEXT    NOT NULL CHECK (who IN ('person', 'address')),
    subject TEXT    NOT NULL,
    -- NULL for good.
    until   INTEGER,
    why     TEXT    NOT NULL,
    at      INTEGER NOT NULL,
    PRIMARY KEY (kind, who, subject)
) STRICT, WITHOUT ROWID;

CREATE TABLE closed_tables (
    table_id TEXT    NOT NULL PRIMARY KEY REFERENCES tables (id),
    why      TEXT    NOT NULL,
    at       INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- What operators did, in order.
CREATE TABLE audit (
    n        INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    at       INTEGER NOT NULL,
    operator TEXT    NOT NULL,
    act      TEXT    NOT NULL,
    subject  TEXT    NOT NULL,
    why      TEXT    NOT NULL
) STRICT;
