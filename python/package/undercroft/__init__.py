"""Five dungeon games with an exact referee, for research in Python.

A match of any game is a value that refuses illegal actions and records every step:

>>> import undercroft
>>> match = undercroft.new("gloombah", seats=4, seed=7)
>>> match
<undercroft.Match gloombah: seats 4, step 0>
>>> action = match.legal()[0]
>>> match.act(action)
>>> match.ply
1
"""

from undercroft._native import Match, VectorEnv, encoding, games, load, new, odds, vector, verify

__all__ = ["Match", "VectorEnv", "encoding", "games", "load", "new", "odds", "vector", "verify"]
