"""Privet: differentially private synthetic data whose claim can be checked.

The life of a release::

    import privet

    draft = privet.draft(frame)                 # a first spec, from private data: check every line
    spec = privet.Spec.read("spec.ron")         # the reviewed spec: the only way to a release
    print(spec.promise())
    print(spec.plan(rows=50_000))

    release = spec.release(frame, out="published")
    release.synthetic.to_pandas()               # the synthetic table
    release.verify()                            # rebuilt from what is public, byte by byte
    release.report()                            # a page, shown in a notebook

    model = privet.Model.read("published")      # public: more rows are free
    model.sample(1000, seed=7, where="age >= 60")

A table is a path (CSV or Parquet), or any object with ``__arrow_c_stream__``: frames of pandas and polars, tables and
readers of pyarrow, relations of DuckDB.

No function takes an epsilon, and none the seed of a release: what is promised stands in the spec, which a person has signed.

**Whoever makes several releases and keeps the one that is closest to the real table has spent the budgets of all of them,
and has made a choice by private data that no budget pays for.** Decide by the plan, by a comparison of specs on public or
made-up tables, or by what was paid for.
"""

from ._checks import Comparison, Evaluation, compare, evaluate
from ._draft import Draft, draft, example
from ._errors import PrivetError, PrivetWarning, Problem, SpecError, TableError
from ._findings import Findings, verify
from ._model import Measurement, Model
from ._privet import __version__
from ._release import Release
from ._show import Page
from ._spec import CheckReport, Plan, Promise, Spec
from ._tables import Table

__all__ = [
    "CheckReport",
    "Comparison",
    "Draft",
    "Evaluation",
    "Findings",
    "Measurement",
    "Model",
    "Page",
    "Plan",
    "PrivetError",
    "PrivetWarning",
    "Problem",
    "Promise",
    "Release",
    "Spec",
    "SpecError",
    "Table",
    "TableError",
    "__version__",
    "compare",
    "draft",
    "evaluate",
    "example",
    "verify",
]
