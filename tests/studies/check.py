#!/usr/bin/env python3
"""Whether the studies can be begun: each is read, and what it takes from another of this folder must be there.

  python3 tests/studies/check.py                                   (needs no packages)

Studies take minutes to hours, so no other check runs them.
"""
import ast
import pathlib
import sys

HERE = pathlib.Path(__file__).resolve().parent


def names(tree):
    """What a file defines for others: functions, classes, names that are set or imported."""
    for node in tree.body:
        if isinstance(node, (ast.FunctionDef, ast.ClassDef)):
            yield node.name
        elif isinstance(node, (ast.Import, ast.ImportFrom)):
            yield from (alias.asname or alias.name for alias in node.names)
        else:
            yield from (part.id for part in ast.walk(node)
                        if isinstance(part, ast.Name) and isinstance(part.ctx, ast.Store))


def main():
    trees = {path.stem: ast.parse(path.read_text(), path.name) for path in sorted(HERE.glob("*.py"))}
    missing = [f"{study}.py: {node.module} has no {alias.name}"
               for study, tree in trees.items()
               for node in ast.walk(tree) if isinstance(node, ast.ImportFrom) and node.module in trees
               for alias in node.names if alias.name not in set(names(trees[node.module]))]
    print(f"{len(trees)} files; " + ("; ".join(missing) or "whatever they take from each other is there"))
    sys.exit(bool(missing))


main()
