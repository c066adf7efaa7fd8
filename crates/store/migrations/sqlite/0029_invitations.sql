-- Invitations to tables. They count as long as the table waits for its players.

CREATE TABLE invitations (
    person   TEXT    NOT NULL REFERENCES people (id),
    table_id TEXT    NOT NULL REFERENCES tables (id),
    inviter  TEXT    NOT NULL REFERENCES people (id),
    at       INTEGER NOT NULL,
    -- Whether the person wants to see no more of it.
    declined INTEGER NOT NULL DEFAULT 0 CHECK (declined IN (0, 1)),
    -- Whether a notice of it has been sent.
    told     INTEGER NOT NULL DEFAULT 0 CHECK (told IN (0, 1)),
    PRIMARY KEY (person, table_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX invitations_by_table ON invitations (table_id);
CREATE INDEX invitations_untold ON invitations (at) WHERE NOT told;
