-- Flags are asked in the same words in every database: NOT told.

DROP INDEX turns_untold;
CREATE INDEX turns_untold ON turns (since) WHERE NOT told;
