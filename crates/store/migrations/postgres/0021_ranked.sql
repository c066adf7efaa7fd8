-- Ranked matches count for ratings. Matches between people that ended before there was a choice have counted and go on to.

ALTER TABLE tables ADD COLUMN ranked BOOLEAN NOT NULL DEFAULT FALSE;
ALTER TABLE results ADD COLUMN ranked BOOLEAN NOT NULL DEFAULT FALSE;
UPDATE results SET ranked = TRUE;
UPDATE tables SET ranked = TRUE WHERE phase = 'over'
    AND (SELECT count(DISTINCT person) FROM seats WHERE seats.table_id = tables.id) > 1;
