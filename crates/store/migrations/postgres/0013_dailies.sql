-- The match a day of each game: sealed when somebody first asks for it, the same for all who try it.

CREATE TABLE dailies (
    -- Days since 1970-01-01, as UTC counts them.
    day       BIGINT  NOT NULL,
    game      TEXT    NOT NULL,
    rules     BIGINT  NOT NULL,
    options   TEXT    NOT NULL,
    seats     BIGINT  NOT NULL,
    seed      BYTEA   NOT NULL,
    -- How bots fare with the same seed: how often they come to each score. NULL until it is worked out.
    reference TEXT,
    PRIMARY KEY (day, game)
);

-- The day whose match it is.
ALTER TABLE tables ADD COLUMN daily BIGINT;
-- One try a day, game and person; practice is no try.
CREATE UNIQUE INDEX daily_tries ON tables (daily, game, host) WHERE daily IS NOT NULL AND NOT practice;

-- What tries have come to. It can be worked out from their journals at any time.
CREATE TABLE daily_results (
    table_id TEXT    NOT NULL PRIMARY KEY REFERENCES tables (id),
    score    BIGINT  NOT NULL,
    words    TEXT    NOT NULL,
    -- Whether one can come no further.
    top      BOOLEAN NOT NULL,
    -- Whether the match was played to its end.
    finished BOOLEAN NOT NULL,
    at       BIGINT  NOT NULL
);
