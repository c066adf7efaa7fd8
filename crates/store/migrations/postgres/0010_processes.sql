-- What several processes of a hall keep for each other. What is lost when the server breaks down is made anew: it is not logged.

-- How often a table was changed: a process changes it only as it knows it.
ALTER TABLE tables ADD COLUMN changes BIGINT NOT NULL DEFAULT 0;
-- How often a step was taken back, and how often something else than the steps was changed.
ALTER TABLE tables ADD COLUMN branch BIGINT NOT NULL DEFAULT 0;
ALTER TABLE tables ADD COLUMN asides BIGINT NOT NULL DEFAULT 0;

-- Which processes live: each says so every second.
CREATE UNLOGGED TABLE processes (
    id   TEXT   NOT NULL PRIMARY KEY,
    seen BIGINT NOT NULL
);

-- Which process moves the bots of a table.
CREATE UNLOGGED TABLE leases (
    table_id TEXT NOT NULL PRIMARY KEY,
    process  TEXT NOT NULL
);

-- Who follows a table, at which process: how many pages listen, when they last asked for it, when the last one went.
CREATE UNLOGGED TABLE presence (
    table_id TEXT   NOT NULL,
    process  TEXT   NOT NULL,
    person   TEXT   NOT NULL,
    open     BIGINT NOT NULL,
    last     BIGINT NOT NULL,
    gone     BIGINT NOT NULL,
    PRIMARY KEY (table_id, process, person)
);

-- When all will be made up for that somebody has asked for lately.
CREATE UNLOGGED TABLE spent (
    what  TEXT   NOT NULL,
    who   TEXT   NOT NULL,
    until BIGINT NOT NULL,
    PRIMARY KEY (what, who)
);
CREATE INDEX spent_until ON spent (until);

-- The seeds whose seals were shown before there is a table for them.
CREATE TABLE seals (
    seal TEXT   NOT NULL PRIMARY KEY,
    seed BYTEA  NOT NULL,
    at   BIGINT NOT NULL
);
CREATE INDEX seals_at ON seals (at);
