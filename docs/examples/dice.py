"""The first dice of a match from its seed.

    python3 dice.py SEED SIDES COUNT

SEED is a small number, or 64 hexadecimal digits.
"""

import struct
import sys


def words(key):
    """The key stream of ChaCha20 as 32-bit words: counter 0, 1, 2, ... and a nonce of zeros."""
    counter = 0
    while True:
        start = [0x61707865, 0x3320646E, 0x79622D32, 0x6B206574, *struct.unpack("<8I", key)]
        start += [counter & 0xFFFFFFFF, counter >> 32, 0, 0]
        s = start[:]

        def mix(a, b, c, d):
            for x, y, z, turn in ((a, b, d, 16), (c, d, b, 12), (a, b, d, 8), (c, d, b, 7)):
                s[x] = (s[x] + s[y]) & 0xFFFFFFFF
                s[z] ^= s[x]
                s[z] = (s[z] << turn | s[z] >> (32 - turn)) & 0xFFFFFFFF

        for _ in range(10):
            for i in range(4):
                mix(i, i + 4, i + 8, i + 12)
            for i in range(4):
                mix(i, (i + 1) % 4 + 4, (i + 2) % 4 + 8, (i + 3) % 4 + 12)
        yield from ((x + y) & 0xFFFFFFFF for x, y in zip(s, start))
        counter += 1


def below(n, stream):
    """A number from 0 to n - 1, each with equal chance."""
    while True:
        product = next(stream) * n
        if product & 0xFFFFFFFF >= (2**32 - n) % n:
            return product >> 32


if __name__ == "__main__":
    seed, sides, count = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
    key = bytes.fromhex(seed) if len(seed) == 64 else int(seed).to_bytes(32, "big")
    stream = words(key)
    print(*(below(sides, stream) + 1 for _ in range(count)))
