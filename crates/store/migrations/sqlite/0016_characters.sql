-- Bots with a name: the id of the game's character whom the bot of a seat plays.
ALTER TABLE seats ADD COLUMN character TEXT;

-- Whether somebody's pages leave out what such bots say.
ALTER TABLE people ADD COLUMN quiet_bots INTEGER NOT NULL DEFAULT 0;
