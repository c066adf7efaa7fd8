-- The lessons that people have finished, each with its first table. It follows from the journals of lessons.
CREATE TABLE learned (
    person   TEXT NOT NULL,
    game     TEXT NOT NULL,
    table_id TEXT NOT NULL REFERENCES tables (id),
    ended    INTEGER NOT NULL,
    PRIMARY KEY (person, game)
) STRICT, WITHOUT ROWID;

-- How people show themselves: a picture by its name, an achievement as a title, and how much of their page others see.
CREATE TABLE cards (
    person      TEXT NOT NULL PRIMARY KEY REFERENCES people (id),
    portrait    TEXT NOT NULL,
    game        TEXT NOT NULL,
    achievement TEXT NOT NULL,
    shown       TEXT NOT NULL CHECK (shown IN ('all', 'results', 'card'))
) STRICT, WITHOUT ROWID;
