"""Writes the letters of a font as outlines: an object of each character's advance and path."""

import json
import sys

from fontTools.pens.svgPathPen import SVGPathPen
from fontTools.ttLib import TTFont

font = TTFont(sys.argv[1])
glyphs, names = font.getGlyphSet(), font.getBestCmap()
letters = {}
for code, name in sorted(names.items()):
    pen = SVGPathPen(glyphs, ntos=lambda number: str(round(number)))
    glyphs[name].draw(pen)
    letters[chr(code)] = [glyphs[name].width, pen.getCommands()]
lines = ",\n".join(json.dumps(letter, ensure_ascii=False) + ":" + json.dumps(outline) for letter, outline in letters.items())
with open(sys.argv[2], "w", encoding="utf-8") as file:
    file.write('{"units": %d, "letters": {\n%s\n}}\n' % (font["head"].unitsPerEm, lines))
