-- What people answered to puzzles: the first answer to each, and once more on each day on which it was the day's.

CREATE TABLE puzzle_answers (
    person TEXT NOT NULL REFERENCES people (id),
    game   TEXT NOT NULL,
    number INTEGER NOT NULL,
    -- The day, counted from 1970 by UTC, on which it was the puzzle of the day; 0 on all others.
    day    INTEGER NOT NULL,
    -- The place of the move among the choices.
    choice INTEGER NOT NULL,
    solved INTEGER NOT NULL,
    at     INTEGER NOT NULL,
    PRIMARY KEY (person, game, number, day)
) STRICT, WITHOUT ROWID;
