"""Examples: the guide, and the docstrings of the package."""

import doctest
import importlib
import pkgutil
from pathlib import Path

import pytest
import undercroft

GUIDE = Path(__file__).parents[2] / "docs" / "python.md"
MODULES = ["undercroft", *(f"undercroft.{found.name}" for found in pkgutil.iter_modules(undercroft.__path__))]


def test_guide_prints_what_it_says() -> None:
    # A fence ends an example as an empty line does.
    text = GUIDE.read_text(encoding="utf-8").replace("```", "")
    example = doctest.DocTestParser().get_doctest(text, {}, GUIDE.name, str(GUIDE), 0)
    results = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(example)
    assert results.attempted > 10 and results.failed == 0


@pytest.mark.parametrize("name", MODULES)
def test_docstrings_print_what_they_say(name: str) -> None:
    assert doctest.testmod(importlib.import_module(name)).failed == 0
