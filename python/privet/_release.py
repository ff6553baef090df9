"""Releases that were made."""

from __future__ import annotations

import json
import os
import pathlib
import tempfile
from functools import cached_property
from typing import Any

from . import _privet
from ._errors import PrivetError
from ._findings import Findings, verify
from ._model import Model
from ._progress import Listener
from ._show import Page, PathLike
from ._tables import Table


class Release:
    """A release: its synthetic table, its model and its record, which belong together.

    >>> release = privet.Release.read("published")
    >>> release.record["guarantee"]["epsilon"]
    '1'
    >>> len(release.synthetic) > 0
    True
    """

    def __init__(self, native: _privet.Release) -> None:
        self._native = native

    @classmethod
    def read(cls, folder: PathLike) -> Release:
        """The release in a folder. It is checked first, and refused where ``verify`` finds something wrong."""
        path = pathlib.Path(folder)
        path = path.parent if path.name == "record.json" else path
        if not (path / "record.json").is_file():
            what = "there is no release: it has no `record.json`"
            raise PrivetError([(str(path), what, "give the folder that `spec.release(table, out=...)` made")])
        return cls(_privet.Release.read(os.fspath(path), Listener(None)))

    @property
    def folder(self) -> pathlib.Path | None:
        """Where its files are; nothing while it is in memory."""
        folder = self._native.folder
        return None if folder is None else pathlib.Path(folder)

    @cached_property
    def synthetic(self) -> Table:
        """The synthetic table, by the types of its spec."""
        return Table(self._native.synthetic(Listener(None)))

    @cached_property
    def model(self) -> Model:
        """The public model: measurements, marginals and more rows."""
        return Model(self._native.model())

    @cached_property
    def record(self) -> dict[str, Any]:
        """The audit record, as ``record.json`` has it (JSON Schema: ``record.schema.json`` in the book)."""
        record: dict[str, Any] = json.loads(self._native.file("record.json"))
        return record

    def save(self, folder: PathLike) -> Release:
        """Writes all files into a new folder, or none, and returns the release that is there.

        >>> saved = spec.release("table.csv").save("saved")
        >>> saved.folder
        PosixPath('saved')
        """
        return Release(self._native.save(os.fspath(folder)))

    def verify(self, *, progress: bool | None = None) -> Findings:
        """Rebuilds the release from what is public, and compares every byte; see :func:`privet.verify`."""
        if self.folder is not None:
            return verify(self.folder, progress=progress)
        with tempfile.TemporaryDirectory() as around:
            folder = os.path.join(around, "release")
            self._native.save(folder)
            return verify(folder, progress=progress)._without(folder + os.sep)

    def report(self, *, progress: bool | None = None) -> Page:
        """The public page of the release, as public as the release itself. It is checked first."""
        listener = Listener(progress)
        if self.folder is not None:
            return Page(_privet.report(os.fspath(self.folder), listener))
        with tempfile.TemporaryDirectory() as around:
            folder = os.path.join(around, "release")
            self._native.save(folder)
            return Page(_privet.report(folder, listener).replace(folder, "a release in memory"))

    def __repr__(self) -> str:
        guarantee = self.record["guarantee"]
        claim = f"({guarantee['epsilon']}, {guarantee['delta']})-differential privacy for {guarantee['unit']}"
        where = self.folder if self.folder is not None else "in memory: .save(folder) keeps it"
        queries = len(self.record["queries"])
        return f"<release, {claim}, {queries} queries, {self.model.in_words()}; {where}>"
