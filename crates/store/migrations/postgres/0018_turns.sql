-- For whom a match waits is written with nearly every step, so it has one index: a table's rows are found by those who sit there, and those
-- who are to be told by how they are. Nothing refers to a row, and what a row refers to is checked with the seats.

DELETE FROM turns
WHERE NOT EXISTS (SELECT 1 FROM seats WHERE seats.table_id = turns.table_id AND seats.person = turns.person);

DROP INDEX turns_by_table;
DROP INDEX turns_untold;
ALTER TABLE turns DROP CONSTRAINT turns_person_fkey, DROP CONSTRAINT turns_table_id_fkey;
