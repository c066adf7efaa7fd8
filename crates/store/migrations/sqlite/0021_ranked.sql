-- Ranked matches count for ratings. Matches between people that ended before there was a choice have counted and go on to.

ALTER TABLE tables ADD COLUMN ranked INTEGER NOT NULL DEFAULT 0 CHECK (ranked IN (0, 1));
ALTER TABLE results ADD COLUMN ranked INTEGER NOT NULL DEFAULT 0 CHECK (ranked IN (0, 1));
UPDATE results SET ranked = 1;
UPDATE tables SET ranked = 1 WHERE phase = 'over'
    AND (SELECT count(DISTINCT person) FROM seats WHERE seats.table_id = tables.id) > 1;
