-- Whether the match is the game's lesson.

ALTER TABLE tables ADD COLUMN lesson INTEGER NOT NULL DEFAULT 0;
