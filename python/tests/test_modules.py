"""The modules of the package use each other in one direction, for their types too."""

from __future__ import annotations

import ast
import graphlib
import pathlib

PACKAGE = pathlib.Path(__file__).parents[1] / "privet"


def test_no_modules_use_each_other_in_a_circle():
    uses = {}
    for file in PACKAGE.glob("*.py"):
        imports = (node for node in ast.walk(ast.parse(file.read_text())) if isinstance(node, ast.ImportFrom))
        uses[file.stem] = {node.module for node in imports if node.level == 1 and node.module}
    # A circle is an error that names it.
    order = list(graphlib.TopologicalSorter(uses).static_order())
    assert order.index("_findings") < order.index("_release") < order.index("_spec") < order.index("_checks")
