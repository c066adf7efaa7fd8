-- The name of the player on a seat, where one person has several seats: several people share the browser.
-- NULL for the person's own name.

ALTER TABLE seats ADD COLUMN name TEXT;
