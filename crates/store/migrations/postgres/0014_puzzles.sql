-- What people answered to puzzles: the first answer to each, and once more on each day on which it was the day's.

CREATE TABLE puzzle_answers (
    person TEXT NOT NULL REFERENCES people (id),
    game   TEXT NOT NULL,
    number BIGINT NOT NULL,
    -- The day, counted from 1970 by UTC, on which it was the puzzle of the day; 0 on all others.
    day    BIGINT NOT NULL,
    -- The place of the move among the choices.
    choice BIGINT NOT NULL,
    solved BOOLEAN NOT NULL,
    at     BIGINT NOT NULL,
    PRIMARY KEY (person, game, number, day)
);
