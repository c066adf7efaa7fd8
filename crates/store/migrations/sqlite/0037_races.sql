-- Races: people play a match each, at tables of their own, with the same dice.

-- The table of the race to which a table belongs; its own id for the table of the race itself, NULL for other tables.
ALTER TABLE tables ADD COLUMN race TEXT;
CREATE INDEX tables_by_race ON tables (race) WHERE race IS NOT NULL;

-- A race as a whole has results too. SQLite cannot change a constraint, so a new column replaces the old one.
ALTER TABLE results ADD COLUMN kind_of_match TEXT NOT NULL DEFAULT 'usual'
    CHECK (kind_of_match IN ('usual', 'daily', 'race'));
UPDATE results SET kind_of_match = kind WHERE kind <> 'usual';
ALTER TABLE results DROP COLUMN kind;
ALTER TABLE results RENAME COLUMN kind_of_match TO kind;
