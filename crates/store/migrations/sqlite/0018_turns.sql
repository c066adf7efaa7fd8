-- For whom a match waits is written with nearly every step, so it has one index: a table's rows are found by those who sit there, and those
-- who are to be told by how they are. Nothing refers to a row, and what a row refers to is checked with the seats.

CREATE TABLE turns_now (
    person   TEXT    NOT NULL,
    table_id TEXT    NOT NULL,
    since    INTEGER NOT NULL,
    -- Whether the person has been sent a notice of it.
    told     INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (person, table_id)
) STRICT, WITHOUT ROWID;

INSERT INTO turns_now SELECT person, table_id, since, told FROM turns
WHERE EXISTS (SELECT 1 FROM seats WHERE seats.table_id = turns.table_id AND seats.person = turns.person);

DROP TABLE turns;
ALTER TABLE turns_now RENAME TO turns;
