-- The number of the game's lesson, counted from 1, where the match is a lesson.

ALTER TABLE tables ADD COLUMN lesson_number INTEGER NOT NULL DEFAULT 1;
