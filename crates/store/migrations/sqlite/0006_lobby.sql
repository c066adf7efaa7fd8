-- Who may come to a table. Tables from before this count as private: nobody had chosen otherwise.

-- Whether it stands in the hall's lists; if not, only who has the link finds it.
ALTER TABLE tables ADD COLUMN public INTEGER NOT NULL DEFAULT 0 CHECK (public IN (0, 1));
-- Whether those who do not sit there may look on.
ALTER TABLE tables ADD COLUMN spectators INTEGER NOT NULL DEFAULT 1 CHECK (spectators IN (0, 1));

-- Whom a host has taken off a table: they sit there again only when they are let in.
CREATE TABLE removed (
    table_id TEXT    NOT NULL REFERENCES tables (id),
    n        INTEGER NOT NULL,
    person   TEXT    NOT NULL REFERENCES people (id),
    -- How they were called then.
    name     TEXT    NOT NULL,
    PRIMARY KEY (table_id, n),
    UNIQUE (table_id, person)
) STRICT, WITHOUT ROWID;
