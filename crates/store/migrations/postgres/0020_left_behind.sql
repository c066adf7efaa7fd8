-- Matches that a person left: nobody conceded or finished them, and the person took no step for days. Each counts as not won until the
-- match is finished. The row is deleted then, for the match counts as what it came to.

CREATE TABLE left_matches (
    -- The table may be pruned.
    table_id TEXT NOT NULL,
    person   TEXT NOT NULL REFERENCES people (id),
    game     TEXT NOT NULL,
    seats    BIGINT NOT NULL,
    variant  TEXT NOT NULL,
    company  TEXT NOT NULL,
    -- What the person's seat played, where seats play different things.
    class    TEXT,
    -- When it was found to be left, and its place in the order in which matches were counted.
    at       BIGINT NOT NULL,
    nth      BIGINT NOT NULL,
    PRIMARY KEY (table_id, person)
);
CREATE INDEX left_matches_in_order ON left_matches (nth);
CREATE INDEX left_matches_by_person ON left_matches (person);

-- How many matches of a game a person has left.
ALTER TABLE totals ADD COLUMN left_behind BIGINT NOT NULL DEFAULT 0;
