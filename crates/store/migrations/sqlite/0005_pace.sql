-- How long players may take, and who plays for somebody who is away.

ALTER TABLE tables ADD COLUMN pace TEXT NOT NULL DEFAULT 'none'
    CHECK (pace IN ('none', 'relaxed', 'brisk', '1-day', '3-days', '7-days'));
-- When the match began; NULL before, and for matches that began when that was not yet written down.
ALTER TABLE tables ADD COLUMN started INTEGER;
-- The bot that plays for the person who has the seat until they come back.
ALTER TABLE seats ADD COLUMN stand_in TEXT;
-- The bot that took the step; NULL where the person who had the seat did.
ALTER TABLE steps ADD COLUMN bot TEXT;

-- When the hall was open: nobody's time runs while it is closed.
CREATE TABLE openings (
    opened INTEGER NOT NULL PRIMARY KEY,
    -- The last moment at which it was seen to be open.
    seen   INTEGER NOT NULL
) STRICT;
