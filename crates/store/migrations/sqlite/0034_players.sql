-- The name of the player on a seat, where one person has several seats: several people share the browser.
-- NULL for the person's own name.

ALTER TABLE seats ADD COLUMN name TEXT;

-- The kind of luck that is real, 'dice' or 'cards', where a seed decides the other one. Tables without it have a seed for
-- both kinds, or none because both are real.

ALTER TABLE tables ADD COLUMN real_kind TEXT;
