-- Decisions that people at a table make together.

-- How players ended the match before the rules did, as JSON; NULL for a match that went on to its end.
ALTER TABLE tables ADD COLUMN ended TEXT;
-- The decisions of people that changed the match otherwise than by steps, as JSON, in order.
ALTER TABLE tables ADD COLUMN incidents TEXT NOT NULL DEFAULT '[]';
-- Proposals that wait for answers, as JSON.
ALTER TABLE tables ADD COLUMN proposals TEXT NOT NULL DEFAULT '[]';
-- Whether the players ended the match before the rules did.
ALTER TABLE results ADD COLUMN early INTEGER NOT NULL DEFAULT 0 CHECK (early IN (0, 1));
