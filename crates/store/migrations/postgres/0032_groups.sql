-- Groups: people who play together often, with tables of their own and a webhook.

CREATE TABLE groups (
    id      TEXT   NOT NULL PRIMARY KEY,
    name    TEXT   NOT NULL,
    note    TEXT   NOT NULL,
    -- The person who made it, or to whom it fell when that one left.
    owner   TEXT   NOT NULL REFERENCES people (id),
    -- The secret of the link by which people join.
    link    TEXT   NOT NULL UNIQUE,
    created BIGINT NOT NULL
);

CREATE TABLE members (
    group_id TEXT   NOT NULL REFERENCES groups (id),
    person   TEXT   NOT NULL REFERENCES people (id),
    joined   BIGINT NOT NULL,
    -- The name or id by which the chat service of the webhook mentions the person; empty for none.
    mention  TEXT   NOT NULL,
    PRIMARY KEY (group_id, person)
);
CREATE INDEX members_by_person ON members (person);

CREATE TABLE group_webhooks (
    group_id TEXT NOT NULL PRIMARY KEY REFERENCES groups (id),
    url      TEXT NOT NULL,
    form     TEXT NOT NULL,
    trouble  TEXT
);

-- The group to which a table belongs. A group that is gone is no longer found.
ALTER TABLE tables ADD COLUMN group_id TEXT;
CREATE INDEX tables_by_group ON tables (group_id, touched DESC) WHERE group_id IS NOT NULL;

-- Whether the webhook of the table's group has mentioned the person.
ALTER TABLE turns ADD COLUMN group_told BOOLEAN NOT NULL DEFAULT FALSE;

-- A webhook may take any form that the server knows.
ALTER TABLE webhooks DROP CONSTRAINT webhooks_form_check;
