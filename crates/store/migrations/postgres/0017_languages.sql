-- The language of somebody's pages, by its tag; empty for what their browser asks for.
ALTER TABLE people ADD COLUMN language TEXT NOT NULL DEFAULT '';

-- What a try came to is kept in every language, as JSON by the tag; so far it was English.
UPDATE daily_results SET words = json_build_object('en', words)::text;
