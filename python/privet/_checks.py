"""Checking releases, and how close they come."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable
from dataclasses import dataclass, field, fields
from typing import TYPE_CHECKING, Any

from . import _privet
from ._errors import PrivetError
from ._progress import Listener
from ._show import Page, PathLike, Text
from ._spec import Spec, paths_of
from ._tables import prepared

if TYPE_CHECKING:
    from typing_extensions import Self

    from ._release import Release
    from ._tables import TableLike


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
    path: PathLike | Release | Iterable[PathLike | Release],
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


class Shown(Text):
    """What was measured: in words, which it is itself, in figures, and as a page."""

    figures: dict[str, Any]
    """Every number."""
    page: Page
    """A page with plots."""

    def __new__(cls, text: str, figures: str, page: str) -> Self:
        shown = super().__new__(cls, text)
        shown.figures = json.loads(figures)
        shown.page = Page(page)
        return shown


class Evaluation(Shown):
    """How close a synthetic table comes. **Not differentially private: for trusted eyes only.** It is a string."""


def evaluate(
    spec: Spec | PathLike,
    *,
    real: TableLike,
    synthetic: TableLike | Release,
    held_out: TableLike | None = None,
    ways: Iterable[int] | None = None,
    count: int | None = None,
    seed: int | None = None,
    targets: Iterable[str] = (),
    share: float | None = None,
    fingerprint_key: PathLike | None = None,
    progress: bool | None = None,
) -> Evaluation:
    """Compares a synthetic table with the real one. **Not differentially private.**

    Who changes a spec or picks a release by what this tells has used the private table for it.

    Args:
        spec: both tables are read by it; or its path.
        real: the real table.
        synthetic: the synthetic one, or a release, or its folder.
        held_out: real rows that took no part in the release, to test models on.
        ways: numbers of columns of the marginals to measure; 1, 2 and 3 unless given.
        count: the most marginals of each number of columns from 3 on.
        seed: of everything that is chosen at random.
        targets: columns that models shall tell from the others.
        share: the share of the real rows that models are tested on, if none are held out.
        fingerprint_key: a file with a private key, by which evaluations can be told to be of one real table: the figures
            then have a fingerprint of it under this key. A file that does not exist is made, for you alone.
        progress: whether to draw a bar; by default in a notebook and on a terminal.

    >>> found = privet.evaluate(spec, real="table.csv", synthetic=privet.Release.read("published"))
    >>> found.figures["privet_evaluation"] > 0
    True
    """
    from ._release import Release

    spec = spec if isinstance(spec, Spec) else Spec.read(spec)
    reads = spec._native.reads()
    if isinstance(synthetic, (str, os.PathLike)) and os.path.isfile(os.path.join(synthetic, "record.json")):
        synthetic = Release.read(synthetic)
    beside = os.fspath(synthetic) if isinstance(synthetic, (str, os.PathLike)) else None
    if isinstance(synthetic, Release):
        folder = synthetic.folder
        if folder is not None:
            synthetic = beside = os.path.join(folder, synthetic._native.synthetic_name())
        else:
            synthetic = synthetic.synthetic
    shown = _privet.evaluate(
        spec._native,
        prepared(real, reads),
        prepared(synthetic),
        Listener(progress),
        held_out=None if held_out is None else prepared(held_out, reads),
        ways=None if ways is None else list(ways),
        count=count,
        seed=seed,
        targets=list(targets),
        share=share,
        beside=beside,
        fingerprint_key=None if fingerprint_key is None else os.fspath(fingerprint_key),
    )
    return Evaluation(*shown)


class Comparison(Shown):
    """Several releases side by side. It is a string; ``figures`` has the numbers."""


def compare(
    releases: PathLike | Release | Iterable[PathLike | Release],
    *,
    spec: Spec | None = None,
    real: TableLike | None = None,
    progress: bool | None = None,
) -> Comparison:
    """Puts several releases side by side: mechanisms, budgets, expected errors.

    With ``spec`` and ``real`` their synthetic tables are compared with the real one: **then it is not differentially
    private**, and whoever picks the best of them has spent all of them and an unpaid choice.

    Args:
        releases: folders, or releases that are in one.
        spec: the spec that all tables are read by.
        real: the real table.
        progress: whether to draw a bar; by default in a notebook and on a terminal.

    >>> both = privet.compare(["published", "published"])
    >>> len(both.figures["releases"])
    2
    """
    native = None if spec is None else spec._native
    table = real if spec is None or real is None else prepared(real, spec._native.reads())
    return Comparison(*_privet.compare(paths_of(releases), Listener(progress), spec=native, real=table))
