"""Tables in and out."""

from __future__ import annotations

import datetime
import decimal
import numbers
import os
import sys
from typing import TYPE_CHECKING, Any, Protocol, Union, runtime_checkable

from ._errors import TableError
from ._privet import Table as _Native
from ._show import table_html

if TYPE_CHECKING:
    import pandas
    import polars
    import pyarrow


@runtime_checkable
class ArrowStream(Protocol):
    """Whatever hands over its rows by Arrow's PyCapsule interface."""

    def __arrow_c_stream__(self, requested_schema: object | None = None) -> object: ...


TableLike = Union[str, "os.PathLike[str]", ArrowStream]
"""A path to CSV or Parquet, or a data frame."""


class Table:
    """A table that Privet has made: rows of Arrow, which any library of data frames can take.

    Whole numbers stay whole, dates are dates, labels are categories, and a missing value is null. Types follow from the
    spec alone.

    >>> table = privet.Model.read("published").sample(3, seed=7)
    >>> len(table), table.column_names[:3]
    (3, ['person_id', 'region', 'age'])
    >>> frame = table.to_pandas()
    >>> list(frame.columns) == table.column_names
    True
    """

    def __init__(self, native: _Native) -> None:
        self._native = native

    @property
    def column_names(self) -> list[str]:
        """The names of the columns, in order."""
        return [name for name, _ in self._native.columns()]

    @property
    def types(self) -> dict[str, str]:
        """The Arrow type of each column; labels are ``category``."""
        return dict(self._native.columns())

    def __len__(self) -> int:
        return len(self._native)

    def __arrow_c_stream__(self, requested_schema: Any = None) -> Any:
        return self._native.__arrow_c_stream__(requested_schema)

    def to_arrow(self) -> pyarrow.Table:
        """As a table of pyarrow."""
        import pyarrow

        return pyarrow.table(self)

    def to_polars(self) -> polars.DataFrame:
        """As a frame of polars."""
        import polars

        return polars.DataFrame(self)

    def to_pandas(self) -> pandas.DataFrame:
        """As a frame of pandas (which needs pyarrow for it).

        Whole numbers with nulls are ``Int64``, truth values ``boolean``, dates ``datetime64``, decimals ``float64``.
        """
        import pandas
        import pyarrow

        table = pyarrow.table(self)
        for place, field in enumerate(table.schema):
            if pyarrow.types.is_decimal(field.type):
                table = table.set_column(place, field.name, table.column(place).cast(pyarrow.float64()))
        kinds = {pyarrow.int64(): pandas.Int64Dtype(), pyarrow.bool_(): pandas.BooleanDtype()}
        return table.to_pandas(types_mapper=kinds.get, date_as_object=False)

    def __repr__(self) -> str:
        columns = ", ".join(f"{name}: {kind}" for name, kind in self._native.columns())
        return f"<{len(self)} rows: {columns}>"

    def _repr_html_(self) -> str:
        rows = self._native.head(_SHOWN)
        return table_html(self.column_names, rows, len(self) - len(rows))


_SHOWN = 10


def prepared(table: Any, reads: list[str] | None = None) -> Any:
    """The table as the library takes it: of a frame the columns that are read, if all of them are there.

    Refused: texts that are no path, and columns whose meaning would depend on more than the value of each cell.
    """
    if isinstance(table, str) and ("\n" in table or len(table) > _LONGEST_PATH):
        raise TableError([("table", "it is a text, and no path", "write it to a file, and give the path of that")])
    if isinstance(table, type):
        raise TableError([("table", f"`{table.__name__}` is a class, and no table", "give a frame of it")])
    pandas, polars = sys.modules.get("pandas"), sys.modules.get("polars")
    if pandas is not None and isinstance(table, pandas.DataFrame):
        return _of_pandas(table, reads)
    if polars is not None and isinstance(table, polars.DataFrame):
        return _of_polars(table, reads)
    return table


def _of_pandas(frame: Any, reads: list[str] | None) -> Any:
    if not frame.columns.is_unique:
        return frame
    if reads is not None:
        from_index = [name for name in frame.index.names if name in reads and name not in frame.columns]
        wide = frame.reset_index(from_index) if from_index else frame
        if set(reads) <= set(wide.columns):
            frame = wide[list(dict.fromkeys(reads))]
    for name, dtype in frame.dtypes.items():
        if dtype == object and _is_mixed(frame[name]):
            raise TableError([_several_types(name)])
    return frame


def _is_mixed(values: Any) -> bool:
    """Whether an object column holds several types. Arrow would make one of them, by the type of the first row."""
    kinds: set[Any] = set()
    for value in values:
        if not _is_missing(value):
            kinds.add(_kind(value))
    return len(kinds) > 1


def _is_missing(value: Any) -> bool:
    if isinstance(value, numbers.Real):
        return bool(value != value)
    if isinstance(value, decimal.Decimal):
        return value.is_nan()
    return value is None or type(value).__name__ in ("NAType", "NaTType")


def _kind(value: Any) -> Any:
    """What values of one column must have in common. Classes of numpy are those of Python, where they are as exact."""
    if isinstance(value, (bool, datetime.datetime)):
        return (type(value), getattr(value, "tzinfo", None) is None)
    for kind in (str, float, numbers.Integral):
        if isinstance(value, kind):
            return kind
    return type(value)


def _several_types(name: object) -> tuple[str, str, str]:
    help = f"make them one type, as by `frame[{str(name)!r}].astype(str)`, or leave the column out"
    return f"data frame: column `{name}`", "its values are of several types, or of one that Arrow does not know", help


def _of_polars(frame: Any, reads: list[str] | None) -> Any:
    import polars

    if reads is not None and set(reads) <= set(frame.columns):
        frame = frame.select(list(dict.fromkeys(reads)))
    for name, dtype in frame.schema.items():
        if str(dtype) in ("Int128", "UInt128", "Object"):
            help = "cast it, as by `polars.col(...).cast(polars.String)`, or leave the column out"
            raise TableError([(f"data frame: column `{name}`", f"a column of {dtype} has no meaning as a field", help)])
    empty = [name for name, dtype in frame.schema.items() if dtype == polars.Null]
    return frame.with_columns(polars.col(empty).cast(polars.String)) if empty else frame


_LONGEST_PATH = 4096


def instead_of(table: object, kind: str) -> str:
    """What to give instead of an object that is no table."""
    if hasattr(table, "collect"):
        return "collect it first, as in `spec.release(frame.collect())`"
    if hasattr(table, "__next__"):
        return (
            "a generator has no types: give `pyarrow.RecordBatchReader.from_batches(schema, batches)`, "
            "or the path of a file"
        )
    if isinstance(table, dict):
        return "make a data frame of it, as in `pandas.DataFrame(table)`"
    return (
        "give a path, or a data frame with `__arrow_c_stream__`: pandas from 2.2 on, polars, pyarrow, DuckDB; "
        f"of `{kind}` one can perhaps be made"
    )


def why_not(table: Any, failed: str) -> tuple[str | None, str]:
    """The column that keeps a frame from handing over its rows, if one can be found, and what to do about it.

    Nothing of an exception is looked at but its class: its words may quote a value.
    """
    if failed in ("ImportError", "ModuleNotFoundError"):
        return None, "pandas needs pyarrow for that: `pip install pyarrow`"
    if not hasattr(table, "iloc"):
        return None, "look that all of it can be read, as by writing it to a Parquet file, and give that file"
    names = list(table.columns)
    for name in names:
        if names.count(name) > 1:
            return str(name), "rename or remove one of the two columns"
    for name in names:
        try:
            table[[name]].__arrow_c_stream__()
        except Exception:  # noqa: BLE001 - only whether it fails is of interest
            return str(name), _several_types(name)[2]
    return None, "write it to a Parquet file, and give that file"
