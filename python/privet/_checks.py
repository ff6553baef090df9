"""How close releases come."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from . import _privet
from ._findings import paths_of
from ._progress import Listener
from ._release import Release
from ._show import Page, PathLike, Text
from ._spec import Spec
from ._tables import prepared

if TYPE_CHECKING:
    from typing_extensions import Self

    from ._tables import TableLike


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
