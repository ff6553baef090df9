"""Before a spec is there."""

from __future__ import annotations

import pathlib
from typing import TYPE_CHECKING

from . import _privet
from ._progress import Listener
from ._show import PathLike, Text
from ._tables import prepared

if TYPE_CHECKING:
    from ._tables import TableLike


class Draft(Text):
    """The text of a first spec. It is a string; every line that was read off the table is marked.

    No release can be made by it before a person has checked each of these lines, removed its mark and written
    ``reviewed: true``.
    """

    private_notes: str
    """What was counted, in Markdown, for the owner of the table alone: no guarantee protects it."""

    def __new__(cls, text: str, private_notes: str) -> Draft:
        draft = super().__new__(cls, text)
        draft.private_notes = private_notes
        return draft

    def save(self, path: PathLike) -> pathlib.Path:
        """Writes the spec into a new file. An existing one is never touched."""
        target = pathlib.Path(path)
        with target.open("x", encoding="utf-8", newline="\n") as file:
            file.write(str(self))
        return target


def draft(table: TableLike, *, progress: bool | None = None) -> Draft:
    """A first spec for a table. **It was read off private data**: a person has to check every line of it.

    >>> drafted = privet.draft("table.csv")
    >>> "reviewed: false" in drafted
    True
    >>> drafted.save("draft.ron")
    PosixPath('draft.ron')
    """
    return Draft(*_privet.draft(prepared(table), Listener(progress)))


def example(folder: PathLike) -> tuple[pathlib.Path, pathlib.Path]:
    """Writes the built-in spec and its made-up table into a folder, and returns both paths.

    >>> spec_path, table_path = privet.example("an-example")
    >>> privet.Spec.read(spec_path).reviewed
    True
    """
    around = pathlib.Path(folder)
    around.mkdir(parents=True, exist_ok=True)
    text, table = _privet.example()
    spec_path, table_path = around / "spec.ron", around / "table.csv"
    for path, content in [(spec_path, text.encode()), (table_path, table)]:
        with path.open("xb") as file:
            file.write(content)
    return spec_path, table_path
