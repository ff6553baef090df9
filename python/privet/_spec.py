"""Specs: what is promised, and what to expect."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from ._errors import PrivetError, Problem, whole
from ._findings import paths_of
from ._privet import Spec as _Native
from ._progress import Listener
from ._release import Release
from ._show import PathLike, Text
from ._tables import prepared

if TYPE_CHECKING:
    from ._tables import TableLike


class Promise(Text):
    """What a spec promises, in plain words. It is a string."""

    __slots__ = ()


class Plan(Text):
    """What to expect of a release, before any data is read. It is a string; ``figures`` has the numbers."""

    figures: dict[str, Any]

    def __new__(cls, text: str, figures: dict[str, Any]) -> Plan:
        plan = super().__new__(cls, text)
        plan.figures = figures
        return plan


class CheckReport(Text):
    """Which fields of a table do not fit a spec. **Internal: it shows private values.**"""

    is_clean: bool
    """Whether every field fits."""
    stops_a_release: bool
    """Whether a release of this table would stop."""

    def __new__(cls, text: str, is_clean: bool, stops_a_release: bool) -> CheckReport:
        report = super().__new__(cls, text)
        report.is_clean = is_clean
        report.stops_a_release = stops_a_release
        return report


class Spec:
    """A release spec, checked: everything that is promised and done follows from it.

    >>> spec = privet.Spec.read("spec.ron")
    >>> spec.digest[:8], spec.reviewed
    ('...', True)
    """

    def __init__(self, native: _Native) -> None:
        self._native = native

    @classmethod
    def read(cls, path: PathLike) -> Spec:
        """Reads a spec and the files that it names.

        Raises:
            SpecError: with every problem at once, each with its line, its column, its cause and its remedy.
        """
        return cls(_Native.read(os.fspath(path)))

    @classmethod
    def parse(cls, text: str, name: str = "spec.ron") -> Spec:
        """A spec from its text; ``name`` stands in errors. It cannot name other files.

        >>> spec = privet.Spec.parse('''Release(
        ...     privet: 1,
        ...     reviewed: true,
        ...     unit: Row,
        ...     adjacency: AddRemove,
        ...     budget: (epsilon: "2", delta: "1e-9"),
        ...     schema: [(name: "sex", kind: Categorical(["F", "M"]))],
        ... )''')
        >>> spec
        <spec.ron: (2, 1e-9)-differential privacy for a row, by PrivMrf>
        """
        return cls(_Native.parse(text, name))

    @property
    def name(self) -> str:
        """The file, as it was named."""
        return self._native.name

    @property
    def text(self) -> str:
        """The file's text: what the digest is of."""
        return self._native.text

    @property
    def digest(self) -> str:
        """SHA-256 of the text, which a reviewer signs."""
        return self._native.digest

    @property
    def title(self) -> str | None:
        """Its title."""
        return self._native.title

    @property
    def reviewed(self) -> bool:
        """Whether it says that a person has checked it. A release needs that."""
        return self._native.reviewed

    @property
    def columns(self) -> list[str]:
        """The names of its columns."""
        return self._native.columns()

    @property
    def warnings(self) -> list[Problem]:
        """What is allowed and perhaps not meant, and what a release will still refuse."""
        return [Problem(*problem) for problem in self._native.warnings()]

    def promise(self) -> Promise:
        """What it promises, in plain words.

        >>> "differential privacy" in spec.promise()
        True
        """
        return Promise(self._native.promise())

    def plan(self, rows: int | None = None) -> Plan:
        """What is known before any data is read: noise, number of queries, size of tables.

        Args:
            rows: a number of rows to assume, for the error to expect. Not the table's own number, if that is private.

        >>> plan = spec.plan(rows=50_000)
        >>> "50000" in plan, "queries" in plan.figures or len(plan.figures) > 0
        (True, True)
        """
        text, figures = self._native.plan(None if rows is None else whole("rows", rows, 2**40))
        return Plan(text, json.loads(figures))

    def check(self, table: TableLike, *, progress: bool | None = None) -> CheckReport:
        """Which fields of a table do not fit. Nothing is released and nothing is spent.

        **Internal**: the report shows private values and their rows.

        >>> spec.check("table.csv").stops_a_release
        False
        """
        return CheckReport(*self._native.check(prepared(table, self._native.reads()), Listener(progress)))

    def release(
        self,
        table: TableLike,
        *,
        out: PathLike | None = None,
        keep_seed: PathLike | None = None,
        previous: PathLike | Release | Iterable[PathLike | Release] = (),
        account: PathLike | None = None,
        memory: int | str | None = None,
        progress: bool | None = None,
    ) -> Release:
        """Makes a synthetic table, a model and an audit record: all of them, or nothing.

        The table is read once, before any noise is drawn. The noise comes from the operating system's entropy; there is no
        seed to give.

        **Each call spends the budget of the spec.** Who makes several releases and picks one by the real table has spent
        all of them, and has made a choice that no budget pays for.

        Args:
            table: a path, or a data frame.
            out: a new folder. Without it the release is in memory until it is saved.
            keep_seed: a new file for the master seed, so that an auditor can replay the release. It is as secret as the
                data.
            previous: records of earlier releases of this table, or their folders.
            account: the table's account, which is charged before the table is read.
            memory: how many bytes to take at most, or a text such as ``"2GB"``. A file that does not fit is read again for
                each batch of counts; a data frame that does not fit is refused.
            progress: whether to draw a bar; by default in a notebook and on a terminal.

        >>> release = spec.release("table.csv")
        >>> release.verify().holds
        True
        """
        native = self._native.release(
            prepared(table, self._native.reads()),
            Listener(progress),
            out=_path(out),
            keep_seed=_path(keep_seed),
            previous=paths_of(previous),
            account=_path(account),
            memory=_bytes(memory),
        )
        return Release(native)

    def __repr__(self) -> str:
        claim, mechanism = self._native.claim()
        return f"<{self.name}: {claim}, by {mechanism}>"


def _path(path: PathLike | None) -> str | None:
    return None if path is None else os.fspath(path)


def _bytes(memory: int | str | None) -> int | None:
    """A number of bytes from a text such as 2GB."""
    if memory is None:
        return None
    if isinstance(memory, int):
        return whole("memory", memory, 2**63)
    text = memory.strip().lower()
    for unit, size in _UNITS:
        number = text.removesuffix(unit).strip()
        if text.endswith(unit) and number.replace(".", "", 1).isdigit():
            return int(float(number) * size)
    raise PrivetError([("memory", f"`{memory}` is no size", "write a number with a unit, such as `2GB` or `512MB`")])


_UNITS = [
    ("tib", 1 << 40),
    ("gib", 1 << 30),
    ("mib", 1 << 20),
    ("tb", 10**12),
    ("gb", 10**9),
    ("mb", 10**6),
]
