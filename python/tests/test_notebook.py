"""The notebook of the examples runs from its first cell to its last."""

from pathlib import Path
from typing import Any

import nbclient
import nbformat

NOTEBOOK = Path(__file__).parents[1] / "examples" / "balance.ipynb"


def texts(cell: Any) -> str:
    return "".join(output.get("text", "") for output in cell["outputs"])


def test_notebook_draws_charts_and_trains_an_agent() -> None:
    notebook = nbformat.reads(NOTEBOOK.read_text(encoding="utf-8"), as_version=4)  # type: ignore[no-untyped-call]
    code = [cell for cell in notebook.cells if cell["cell_type"] == "code"]
    assert not any(cell["outputs"] or cell["execution_count"] for cell in code), "the file has no results"
    nbclient.NotebookClient(notebook, timeout=240, kernel_name="python3").execute()
    pictures = [output for cell in code for output in cell["outputs"] if "image/png" in output.get("data", {})]
    assert len(pictures) == 3
    assert texts(code[-1]).startswith("agent ")
