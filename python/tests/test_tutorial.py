"""The notebook runs from its first cell to its last."""

from __future__ import annotations

import pathlib

import nbformat
from nbclient import NotebookClient

TUTORIAL = pathlib.Path(__file__).parent.parent / "tutorial.ipynb"


def test_the_tutorial_runs(tmp_path):
    notebook = nbformat.read(TUTORIAL, as_version=4)
    NotebookClient(notebook, timeout=600, kernel_name="python3", resources={"metadata": {"path": tmp_path}}).execute()
    cells = [cell for cell in notebook.cells if cell.cell_type == "code"]
    shown = [output for cell in cells for output in cell.outputs]
    assert not any(output.output_type == "error" for output in shown)
    pages = [output for output in shown if "iframe" in str(output.get("data", {}).get("text/html", ""))]
    pictures = [output for output in shown if "image/png" in output.get("data", {})]
    assert len(pages) == 1 and len(pictures) >= 1
    # Bars leave nothing behind, and remarks on the table are for who asks.
    assert not any("<progress" in str(output) for output in shown)
    assert not any(output.output_type == "stream" and output.name == "stderr" and output.text.strip() for output in shown)


def test_the_tutorial_is_kept_without_output():
    notebook = nbformat.read(TUTORIAL, as_version=4)
    assert all(not cell.outputs and cell.execution_count is None for cell in notebook.cells if cell.cell_type == "code")
