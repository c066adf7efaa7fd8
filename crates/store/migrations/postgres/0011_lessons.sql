-- Whether the match is the game's lesson.

ALTER TABLE tables ADD COLUMN lesson BOOLEAN NOT NULL DEFAULT FALSE;
