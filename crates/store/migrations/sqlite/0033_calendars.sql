-- The secrets of the addresses at which the deadlines of people are calendars.

CREATE TABLE calendars (
    person TEXT NOT NULL PRIMARY KEY REFERENCES people (id),
    secret TEXT NOT NULL UNIQUE
) STRICT, WITHOUT ROWID;
