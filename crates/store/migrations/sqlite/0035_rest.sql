-- Rest at tables that are played over days.

-- The nights and weekends in which clocks stand still, as JSON; NULL for none.
ALTER TABLE tables ADD COLUMN rest TEXT;

-- The vacations of people, in which their clocks of days stand still.
CREATE TABLE vacations (
    person TEXT NOT NULL REFERENCES people (id),
    began INTEGER NOT NULL,
    -- When it is to end, or has ended early.
    until INTEGER NOT NULL,
    PRIMARY KEY (person, began)
) STRICT, WITHOUT ROWID;
