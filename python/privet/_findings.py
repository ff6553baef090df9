"""What was found of releases, and which releases are asked about."""

from __future__ import annotations

import json
import os
import pathlib
from collections.abc import Iterable
from dataclasses import dataclass, field, fields
from typing import TYPE_CHECKING, Protocol, runtime_checkable

from . import _privet
from ._errors import PrivetError
from ._progress import Listener
from ._show import PathLike, Text
from ._tables import prepared

if TYPE_CHECKING:
    from ._tables import TableLike


@runtime_checkable
class Released(Protocol):
    """A release, as far as its files are asked for: :class:`privet.Release`."""

    @property
    def folder(self) -> pathlib.Path | None:
        """Where its files are; nothing while it is in memory."""


@dataclass(frozen=True)
class Findings:
    """What was found. It counts as true if nothing is wrong, missing or beyond what this version can tell."""

    passed: list[str] = field(default_factory=list)
    """What holds."""
    notes: list[str] = field(default_factory=list)
    """What a reader should know: above all what only a replay can tell."""
    missing: list[str] = field(default_factory=list)
    """What was not given, so that no verdict covers it."""
    untold: list[str] = field(default_factory=list)
    """What another version of Privet made, which alone can tell."""
    faults: list[str] = field(default_factory=list)
    """What does not hold."""
    help: list[str] = field(default_factory=list)
    """What to do about it."""
    previous: list[str] = field(default_factory=list)
    """What the next spec of this table names as ``previous``."""

    @property
    def holds(self) -> bool:
        """Whether everything that was given holds."""
        return not (self.faults or self.missing or self.untold)

    def __bool__(self) -> bool:
        return self.holds

    def expect(self) -> Findings:
        """Itself if everything holds.

        Raises:
            PrivetError: with what does not.
        """
        if not self.holds:
            wrong = [*self.faults, *self.missing, *self.untold]
            remedy = "; ".join(self.help) or "see `notes`"
            raise PrivetError([("verify", one, remedy) for one in wrong])
        return self

    def __repr__(self) -> str:
        labelled = [("error", self.faults), ("incomplete", self.missing), ("untold", self.untold)]
        labelled += [("help", self.help), ("ok", self.passed), ("note", self.notes)]
        return "\n".join(f"{label:<10}  {line}" for label, lines in labelled for line in lines)

    def _repr_html_(self) -> str:
        return Text(repr(self))._repr_html_()

    def _without(self, prefix: str) -> Findings:
        """The same, without a folder that is gone."""
        short = {one.name: [line.replace(prefix, "") for line in getattr(self, one.name)] for one in fields(self)}
        return Findings(**short)


def verify(
    path: PathLike | Released | Iterable[PathLike | Released],
    *,
    data: TableLike | None = None,
    seed_file: PathLike | None = None,
    progress: bool | None = None,
) -> Findings:
    """Checks releases: the composition, every file, and a chain of releases of one table; or replays one.

    A release is rebuilt from its spec and its published answers, and every byte must agree. With ``data`` and ``seed_file``
    it is made again from the table and the kept seed and compared. A replay gives nothing out but what was found.

    Args:
        path: the folder or the record of a release, or several of one table.
        data: the table, as a path or a data frame, for a replay.
        seed_file: the file that ``keep_seed`` wrote.
        progress: whether to draw a bar; by default in a notebook and on a terminal.

    >>> privet.verify("published").holds
    True
    >>> privet.verify("published", data="table.csv", seed_file="seed").faults
    []
    """
    paths = paths_of(path)
    if not paths:
        raise PrivetError([("path", "there is nothing to verify", "give the folder of a release, or several")])
    seed = None if seed_file is None else os.fspath(seed_file)
    table = None if data is None else prepared(data, _reads(paths[0]))
    found = _privet.verify(paths, Listener(progress), data=table, seed_file=seed)
    return Findings(**json.loads(found))


def _reads(path: str) -> list[str] | None:
    """The columns of the table that a release has read, as far as its model can be read."""
    folder = path if os.path.isdir(path) else os.path.dirname(path) or "."
    try:
        return _privet.Model.read(folder, Listener(False)).reads()
    except PrivetError:
        return None


def paths_of(given: PathLike | Released | Iterable[PathLike | Released]) -> list[str]:
    """Paths of releases; one may stand alone. A release in memory has none."""
    if isinstance(given, (str, os.PathLike, Released)):
        given = [given]
    paths = []
    for one in given:
        folder = one.folder if isinstance(one, Released) else one
        if folder is None:
            what = "a release in memory has no folder"
            raise PrivetError([("releases", what, "save it first: `release.save(folder)`")])
        paths.append(os.fspath(folder))
    return paths
