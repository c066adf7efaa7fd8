-- People who have played together: head to head and evenings follow from `results`, as the other sums do. The server counts all
-- matches again when it opens the database next.

-- Whether the players of the match were rivals. A rebuild corrects earlier matches in which all drew.
ALTER TABLE results ADD COLUMN rivals BOOLEAN NOT NULL DEFAULT FALSE;
UPDATE results SET rivals = TRUE WHERE EXISTS
    (SELECT 1 FROM results AS other WHERE other.table_id = results.table_id AND other.place <> results.place);
UPDATE results SET nth = NULL;

DROP TABLE companions;
-- How a person has played with another.
CREATE TABLE companions (
    person       TEXT NOT NULL,
    other        TEXT NOT NULL,
    -- The game of their last match.
    game         TEXT NOT NULL,
    matches      BIGINT NOT NULL,
    won          BIGINT NOT NULL,
    -- Matches as rivals: the person ahead of the other, behind, and level.
    ahead        BIGINT NOT NULL,
    behind       BIGINT NOT NULL,
    level        BIGINT NOT NULL,
    -- Matches on one side.
    together     BIGINT NOT NULL,
    together_won BIGINT NOT NULL,
    ended        BIGINT NOT NULL,
    PRIMARY KEY (person, other)
);
CREATE INDEX companions_by_end ON companions (person, ended DESC, other);

-- Matches in a row of the same people, a row a person.
CREATE TABLE evenings (
    -- The table of the first match.
    first   TEXT NOT NULL,
    person  TEXT NOT NULL,
    -- The ids of the people, in order, with spaces between them.
    people  TEXT NOT NULL,
    -- The end of the first match and of the last.
    began   BIGINT NOT NULL,
    ended   BIGINT NOT NULL,
    matches BIGINT NOT NULL,
    points  BIGINT NOT NULL,
    PRIMARY KEY (first, person)
);
CREATE INDEX evenings_by_person ON evenings (person, ended DESC, first) WHERE matches > 1;
CREATE INDEX evenings_by_people ON evenings (people, ended DESC);

-- Whether a person neither shows that they are here nor sees it of others.
ALTER TABLE people ADD COLUMN hidden BOOLEAN NOT NULL DEFAULT FALSE;

-- People who do not meet: no seat at one table, no chat, no invitation.
CREATE TABLE blocks (
    person  TEXT NOT NULL REFERENCES people (id),
    blocked TEXT NOT NULL REFERENCES people (id),
    at      BIGINT NOT NULL,
    PRIMARY KEY (person, blocked)
);
CREATE INDEX blocks_by_blocked ON blocks (blocked);
