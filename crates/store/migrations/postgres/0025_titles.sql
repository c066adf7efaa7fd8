-- The title that a table's host has given it, and a note for those who come; empty for none.

ALTER TABLE tables ADD COLUMN title TEXT NOT NULL DEFAULT '';
ALTER TABLE tables ADD COLUMN note TEXT NOT NULL DEFAULT '';
