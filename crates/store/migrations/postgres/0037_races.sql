-- Races: people play a match each, at tables of their own, with the same dice.

-- The table of the race to which a table belongs; its own id for the table of the race itself, NULL for other tables.
ALTER TABLE tables ADD COLUMN race TEXT;
CREATE INDEX tables_by_race ON tables (race) WHERE race IS NOT NULL;

-- A race as a whole has results too.
ALTER TABLE results DROP CONSTRAINT results_kind_check;
ALTER TABLE results ADD CONSTRAINT results_kind_check CHECK (kind IN ('usual', 'daily', 'race'));
