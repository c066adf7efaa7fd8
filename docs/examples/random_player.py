"""Plays a match of Undercroft by random legal actions.

    python3 random_player.py [GAME [COMMAND...]]

COMMAND starts the engine; it is `undercroft engine` if left out.
"""

import json
import random
import subprocess
import sys

game = sys.argv[1] if len(sys.argv) > 1 else "rogue-ascension"
command = sys.argv[2:] or ["undercroft", "engine"]
engine = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, encoding="utf-8")


def ask(cmd, **fields):
    print(json.dumps({"cmd": cmd, **fields}), file=engine.stdin, flush=True)
    response = json.loads(engine.stdout.readline())
    if "error" in response:
        sys.exit(response["error"]["message"])
    return response["ok"]


opened = ask("new", game=game)
match, state = opened["match"], opened["state"]
while "over" not in state["status"]:
    seat = state["status"]["awaiting"][0]["seat"]
    choice = random.choice(state["legal"][str(seat)])
    print(f"{state['ply'] + 1}. Player {seat + 1}: {choice['text']}")
    step = ask("act", match=match, seat=seat, action=choice["action"])
    for event in step["events"]:
        print(f"    {event['text']}")
    state = step["state"]

print("Over:", json.dumps(state["status"]["over"]))
ask("quit")
