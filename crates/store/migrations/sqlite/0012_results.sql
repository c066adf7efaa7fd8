-- What finished matches came to, a row a seat. It follows from the journal, and can be thrown away and worked out again.

CREATE TABLE results (
    table_id TEXT    NOT NULL REFERENCES tables (id),
    seat     INTEGER NOT NULL,
    game     TEXT    NOT NULL,
    -- What kind of match it was.
    kind     TEXT    NOT NULL CHECK (kind IN ('usual', 'daily')),
    seats    INTEGER NOT NULL,
    -- The options that were not the usual ones, as KEY=VALUE with semicolons between them.
    variant  TEXT    NOT NULL,
    -- Who had the other seats: 'alone' for nobody else, 'people', 'one-screen' for rivals of whom one person played several,
    -- or the name of the weakest bot.
    company  TEXT    NOT NULL,
    person   TEXT    REFERENCES people (id),
    bot      TEXT,
    -- What the seat played, where seats play different things.
    class    TEXT,
    place    INTEGER NOT NULL,
    won      INTEGER NOT NULL CHECK (won IN (0, 1)),
    score    INTEGER,
    -- How many decisions were taken for the seat, and how many of these by a bot for its person.
    steps    INTEGER NOT NULL,
    by_bots  INTEGER NOT NULL,
    ended    INTEGER NOT NULL,
    PRIMARY KEY (table_id, seat)
) STRICT, WITHOUT ROWID;

CREATE INDEX results_by_board ON results (game, seats, variant, company);
CREATE INDEX results_by_person ON results (person, ended) WHERE person IS NOT NULL;
