"""Public models."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable
from typing import Any

from . import _privet
from ._errors import whole
from ._progress import Listener
from ._show import PathLike
from ._tables import Table


class Measurement(Table):
    """One table that was measured, a row a cell: the values of its columns by name, the noisy count, and the noise.

    Where other tables tell some parts of a table well, it was asked for the others alone. Then its numbers are called
    ``noisy_parts``, and are in units of which a row has ``units``; ``left_out`` lists the parts that they do not tell.

    >>> measured = privet.Model.read("published").measurements()
    >>> one = next(each for each in measured if not each.left_out)
    >>> one.column_names == [*one.columns, "noisy_count", "sigma"]
    True
    """

    def __init__(
        self,
        of: str,
        columns: list[str],
        law: str,
        scale: float,
        parts: tuple[list[list[str]], int],
        native: _privet.Table,
    ) -> None:
        super().__init__(native)
        self.of = of
        """What was counted: the rows, a table, or the cells that bins were found from."""
        self.columns = columns
        """The columns that were counted together, with their level where that is not the finest."""
        self.law = law
        """``Gaussian``, with the deviation ``sigma``, or ``Laplace``, with ``scale``."""
        self.scale = scale
        """The deviation or scale of the noise on each count, in the same units."""
        self.left_out, self.units = parts
        """The parts of the table that were not asked for, each by its columns, none for the number of rows; empty where the
        table is whole. Then a row has one unit, else as many as the table has cells."""

    def __repr__(self) -> str:
        columns = ", ".join(self.columns) or self.of
        what = "noisy parts" if self.left_out else "noisy counts"
        return f"<{len(self)} {what} of {columns}: {self.law} noise of {self.scale:.4g}>"


class Model:
    """The model of a release. It is public: whatever is computed from it costs nothing.

    >>> model = privet.Model.read("published")
    >>> model
    <model of PrivMrf: ...>
    """

    def __init__(self, native: _privet.Model) -> None:
        self._native = native

    @classmethod
    def read(cls, path: PathLike) -> Model:
        """Reads a ``model.ron``, or the one in the folder of a release, which is checked first.

        A model that lies alone must be what its spec and its answers give.
        """
        return cls(_privet.Model.read(os.fspath(path), Listener(None)))

    @property
    def mechanism(self) -> str:
        """The mechanism that made it, as in a spec."""
        return self._native.mechanism

    @property
    def rows(self) -> int:
        """The number of rows, noisy or public. A noisy one may be below zero."""
        return self._native.rows

    @property
    def spec_text(self) -> str:
        """The spec that it was made by."""
        return self._native.spec_text()

    def in_words(self) -> str:
        """What it is made of."""
        return self._native.in_words()

    def sample(
        self,
        rows: int,
        *,
        seed: int | None = None,
        where: str | Iterable[str] = (),
        reject: bool = False,
        progress: bool | None = None,
    ) -> Table:
        """Draws rows.

        Args:
            rows: how many.
            seed: the same one gives the same rows on every machine; random if not given.
            where: a condition, or several that must all be met: a column, one of ``= != < <= > >=``, and a label, a number,
                a date, a group of a hierarchy, or ``missing``; several labels between commas.
            reject: draw rows and throw away those that do not meet the conditions, where the model cannot be conditioned.
            progress: whether to draw a bar; by default in a notebook and on a terminal.

        >>> old = model.sample(100, seed=7, where=["age >= 60", "sex = female"]).to_pandas()
        >>> bool(old["age"].min() >= 60), set(old["sex"])
        (True, {'female'})
        """
        conditions = [where] if isinstance(where, str) else list(where)
        rows = whole("rows", rows, 2**32 - 1)
        seed = None if seed is None else whole("seed", seed, 2**64 - 1)
        return Table(self._native.sample(Listener(progress), rows, seed, conditions, reject))

    def measurements(self) -> list[Measurement]:
        """Everything that was measured, with labels: one table each, a row a cell.

        >>> tables = model.measurements()
        >>> all(len(table) > 0 for table in tables)
        True
        """
        return [Measurement(*measured) for measured in self._native.measurements()]

    def marginal(self, *columns: str, progress: bool | None = None) -> Table:
        """The model's own law over some columns, as the number of rows to expect of each combination of values.

        It is exact: computed on the model, not from rows that were drawn.

        >>> marginal = model.marginal("age", "sex").to_pandas()
        >>> bool(abs(marginal["expected_count"].sum() - max(model.rows, 0)) < 1)
        True
        """
        return Table(self._native.marginal(Listener(progress), list(columns)))

    def to_json(self) -> dict[str, Any]:
        """The model with labels, as ``privet export --json`` writes it.

        >>> sorted(model.to_json())[:2]
        ['...', '...']
        """
        model: dict[str, Any] = json.loads(self._native.json())
        return model

    def __repr__(self) -> str:
        return f"<model of {self.mechanism}: {self.in_words()}>"
