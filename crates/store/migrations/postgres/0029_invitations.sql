-- Invitations to tables. They count as long as the table waits for its players.

CREATE TABLE invitations (
    person   TEXT    NOT NULL REFERENCES people (id),
    table_id TEXT    NOT NULL REFERENCES tables (id),
    inviter  TEXT    NOT NULL REFERENCES people (id),
    at       BIGINT NOT NULL,
    -- Whether the person wants to see no more of it.
    declined BOOLEAN NOT NULL DEFAULT FALSE,
    -- Whether a notice of it has been sent.
    told     BOOLEAN NOT NULL DEFAULT FALSE,
    PRIMARY KEY (person, table_id)
);
CREATE INDEX invitations_by_table ON invitations (table_id);
CREATE INDEX invitations_untold ON invitations (at) WHERE NOT told;
