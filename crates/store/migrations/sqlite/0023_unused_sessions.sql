-- Sessions that nobody has used for a year are deleted, and found by when they were used.

CREATE INDEX sessions_by_use ON sessions (used);
