-- One row, written to find out whether writing works.

CREATE TABLE probes (
    id INTEGER NOT NULL PRIMARY KEY CHECK (id = 1),
    at INTEGER NOT NULL
) STRICT;
