-- For whom a match waits, and since when. It follows from the journal, and is kept so that a list of it costs no replay.

CREATE TABLE turns (
    person   TEXT    NOT NULL REFERENCES people (id),
    table_id TEXT    NOT NULL REFERENCES tables (id),
    since    INTEGER NOT NULL,
    -- Whether the person has been sent a notice of it.
    told     INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (person, table_id)
) STRICT, WITHOUT ROWID;

CREATE INDEX turns_by_table ON turns (table_id);
CREATE INDEX turns_untold ON turns (since) WHERE told = 0;

-- Where somebody wants to be told that a match waits for them: an address of a chat service.
CREATE TABLE webhooks (
    person TEXT NOT NULL PRIMARY KEY REFERENCES people (id),
    url    TEXT NOT NULL,
    form   TEXT NOT NULL CHECK (form IN ('discord', 'slack')),
    -- Why the last notice could not be sent; NULL if it was.
    trouble TEXT
) STRICT, WITHOUT ROWID;

-- The same: browsers that are to show it, each with its keys.
CREATE TABLE push_subscriptions (
    endpoint TEXT    NOT NULL PRIMARY KEY,
    person   TEXT    NOT NULL REFERENCES people (id),
    key      BLOB    NOT NULL,
    auth     BLOB    NOT NULL,
    created  INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX push_subscriptions_by_person ON push_subscriptions (person);
