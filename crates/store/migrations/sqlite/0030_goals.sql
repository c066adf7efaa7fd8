-- The goals of people: how near they came to achievements, their personal bests, and the days in a row on which they played.
-- They are sums of results like the others, and change with the step that ends a match.

-- Counts towards achievements that the match did not earn (JSON, by id), and the main meter of the seat at a few steps (a JSON list).
-- NULL in rows that an earlier version wrote.
ALTER TABLE results ADD COLUMN progress TEXT;
ALTER TABLE results ADD COLUMN course TEXT;

-- The highest count of a person towards an achievement in one match.
CREATE TABLE progress (
    person      TEXT NOT NULL,
    game        TEXT NOT NULL,
    achievement TEXT NOT NULL,
    count       INTEGER NOT NULL,
    PRIMARY KEY (person, game, achievement)
) STRICT, WITHOUT ROWID;

-- Days in a row on which a person finished a match: the last one, how many up to it, and the longest run.
CREATE TABLE day_runs (
    person  TEXT NOT NULL PRIMARY KEY,
    last    INTEGER NOT NULL,
    days    INTEGER NOT NULL,
    longest INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- The match of a personal best, and the best before it.
ALTER TABLE totals ADD COLUMN best_table TEXT;
ALTER TABLE totals ADD COLUMN best_before INTEGER;
ALTER TABLE totals ADD COLUMN quickest_table TEXT;
ALTER TABLE totals ADD COLUMN quickest_before INTEGER;

-- All matches are counted again when the server opens.
UPDATE results SET nth = NULL;
