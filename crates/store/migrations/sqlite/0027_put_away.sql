-- Tables that a person has put away: their lists leave them out unless a match there waits for the person.

CREATE TABLE put_away (
    person   TEXT NOT NULL REFERENCES people (id),
    table_id TEXT NOT NULL,
    PRIMARY KEY (person, table_id)
) STRICT, WITHOUT ROWID;
