-- Who chose a share of the dice: its player, or the hall for a player who gave none.

ALTER TABLE seats ADD COLUMN share_by TEXT CHECK (share_by IN ('player', 'hall'));
ALTER TABLE tables ADD COLUMN givers TEXT NOT NULL DEFAULT '[]';
