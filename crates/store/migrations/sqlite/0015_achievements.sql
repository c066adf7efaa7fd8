-- What seats have earned by finished matches. It follows from the journal, as all results do, and can be thrown away with them and
-- worked out again; matches that ended before this table was there have earned nothing until then.

CREATE TABLE earned (
    table_id    TEXT    NOT NULL REFERENCES tables (id),
    seat        INTEGER NOT NULL,
    -- The id that the game has given it.
    achievement TEXT    NOT NULL,
    PRIMARY KEY (table_id, seat, achievement)
) STRICT, WITHOUT ROWID;
