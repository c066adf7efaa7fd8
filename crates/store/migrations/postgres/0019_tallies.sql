-- Boards, profiles and shares of achievements are sums and rankings of results. They change in the transaction that writes a match's
-- results, so that no page goes through all matches. Everything here follows from `results` and `earned` and can be made again.

-- The place of the match in the order in which matches were counted; NULL until it is counted.
ALTER TABLE results ADD COLUMN nth BIGINT;
CREATE INDEX results_in_order ON results (nth);
CREATE INDEX results_to_count ON results (table_id) WHERE nth IS NULL;
-- Boards are read from the tables below.
DROP INDEX results_by_board;

-- How many people have finished a match of a game.
CREATE TABLE tally_games (
    game   TEXT NOT NULL PRIMARY KEY,
    people BIGINT NOT NULL
);

-- How many people have earned an achievement.
CREATE TABLE tally_achievements (
    game        TEXT NOT NULL,
    achievement TEXT NOT NULL,
    people      BIGINT NOT NULL,
    PRIMARY KEY (game, achievement)
);

-- How many matches a board has.
CREATE TABLE tally_boards (
    game    TEXT NOT NULL,
    seats   BIGINT NOT NULL,
    variant TEXT NOT NULL,
    company TEXT NOT NULL,
    matches BIGINT NOT NULL,
    PRIMARY KEY (game, seats, variant, company)
);
CREATE INDEX tally_boards_by_matches ON tally_boards (game, matches DESC, seats, variant, company);

-- How often each seat and each class of a board won.
CREATE TABLE tally_shares (
    game    TEXT NOT NULL,
    seats   BIGINT NOT NULL,
    variant TEXT NOT NULL,
    company TEXT NOT NULL,
    kind    TEXT NOT NULL CHECK (kind IN ('seat', 'class')),
    what    TEXT NOT NULL,
    won     BIGINT NOT NULL,
    matches BIGINT NOT NULL,
    PRIMARY KEY (game, seats, variant, company, kind, what)
);

-- A person's lines on a board: their best match, their quickest win, their run of wins now and their longest. Lines of people with an
-- account are of all time. Lines of guests are of the last days; `expires` is the end of the match by which the first of them ends.
CREATE TABLE standings (
    game           TEXT NOT NULL,
    seats          BIGINT NOT NULL,
    variant        TEXT NOT NULL,
    company        TEXT NOT NULL,
    person         TEXT NOT NULL,
    best_table     TEXT,
    best_score     BIGINT,
    best_won       BIGINT,
    best_steps     BIGINT,
    best_ended     BIGINT,
    quickest_table TEXT,
    quickest_score BIGINT,
    quickest_steps BIGINT,
    quickest_ended BIGINT,
    run            BIGINT NOT NULL,
    run_ended      BIGINT NOT NULL,
    longest        BIGINT NOT NULL,
    longest_ended  BIGINT NOT NULL,
    expires        BIGINT,
    PRIMARY KEY (game, seats, variant, company, person)
);
CREATE INDEX standings_best ON standings (game, seats, variant, company, best_score DESC, best_won DESC, best_steps, best_ended, best_table)
    WHERE best_table IS NOT NULL;
CREATE INDEX standings_quickest ON standings (game, seats, variant, company, quickest_steps, quickest_ended, quickest_table)
    WHERE quickest_table IS NOT NULL;
CREATE INDEX standings_longest ON standings (game, seats, variant, company, longest DESC, longest_ended) WHERE longest > 1;
CREATE INDEX standings_by_person ON standings (person);
CREATE INDEX standings_expiring ON standings (expires) WHERE expires IS NOT NULL;

-- A person's matches of a game.
CREATE TABLE totals (
    person   TEXT NOT NULL,
    game     TEXT NOT NULL,
    finished BIGINT NOT NULL,
    won      BIGINT NOT NULL,
    best     BIGINT,
    quickest BIGINT,
    run      BIGINT NOT NULL,
    longest  BIGINT NOT NULL,
    ended    BIGINT NOT NULL,
    PRIMARY KEY (person, game)
);

-- The first match by which a person earned an achievement.
CREATE TABLE awards (
    person      TEXT NOT NULL,
    game        TEXT NOT NULL,
    achievement TEXT NOT NULL,
    table_id    TEXT NOT NULL,
    ended       BIGINT NOT NULL,
    PRIMARY KEY (person, game, achievement)
);

-- How often a person has played with another.
CREATE TABLE companions (
    person  TEXT NOT NULL,
    other   TEXT NOT NULL,
    matches BIGINT NOT NULL,
    won     BIGINT NOT NULL,
    ended   BIGINT NOT NULL,
    PRIMARY KEY (person, other)
);
CREATE INDEX companions_by_matches ON companions (person, matches DESC, ended DESC, other);

-- How strong a person is in a game, in billionths. `sure` is the rating less two deviations. `listed` is false for guests whose last
-- match is too long ago.
CREATE TABLE ratings (
    game      TEXT NOT NULL,
    person    TEXT NOT NULL,
    rating    BIGINT NOT NULL,
    deviation BIGINT NOT NULL,
    sure      BIGINT NOT NULL,
    matches   BIGINT NOT NULL,
    listed    BOOLEAN NOT NULL,
    PRIMARY KEY (game, person)
);
CREATE INDEX ratings_by_strength ON ratings (game, sure DESC, person) WHERE listed AND matches >= 3;
CREATE INDEX ratings_by_person ON ratings (person);

-- When the match of a seat was over; NULL before.
ALTER TABLE seats ADD COLUMN ended BIGINT;
UPDATE seats SET ended = tables.touched FROM tables WHERE tables.id = seats.table_id AND tables.phase = 'over';
DROP INDEX seats_by_person;
CREATE INDEX seats_by_person ON seats (person, ended) WHERE person IS NOT NULL;

-- A host's tables that are open.
DROP INDEX tables_by_host;
CREATE INDEX tables_by_host ON tables (host, phase);

-- Whose players went on to a table.
CREATE INDEX tables_by_next ON tables (next) WHERE next IS NOT NULL;

-- How many tries of a day were begun, how many of these have come to something, and how many came as far as one can.
ALTER TABLE dailies ADD COLUMN tried BIGINT NOT NULL DEFAULT 0;
ALTER TABLE dailies ADD COLUMN settled BIGINT NOT NULL DEFAULT 0;
ALTER TABLE dailies ADD COLUMN top BIGINT NOT NULL DEFAULT 0;
ALTER TABLE daily_results ADD COLUMN day BIGINT;
ALTER TABLE daily_results ADD COLUMN game TEXT;
ALTER TABLE daily_results ADD COLUMN person TEXT;
UPDATE daily_results SET day = tables.daily, game = tables.game, person = tables.host
    FROM tables WHERE tables.id = daily_results.table_id AND tables.daily IS NOT NULL AND NOT tables.practice;
CREATE INDEX daily_results_best ON daily_results (day, game, score DESC, at);
CREATE INDEX daily_results_by_person ON daily_results (person, game, day) WHERE finished;
UPDATE dailies SET
    tried = (SELECT count(*) FROM tables WHERE daily = dailies.day AND game = dailies.game AND daily IS NOT NULL AND NOT practice),
    settled = (SELECT count(*) FROM daily_results WHERE daily_results.day = dailies.day AND daily_results.game = dailies.game),
    top = (SELECT count(*) FROM daily_results WHERE daily_results.day = dailies.day AND daily_results.game = dailies.game
           AND daily_results.top);
