-- The ids of people at an open table who are not ready for its match, as JSON: a change of the settings takes the marks back.

ALTER TABLE tables ADD COLUMN unready TEXT NOT NULL DEFAULT '[]';
