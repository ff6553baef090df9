"""Tables for check.py: columns as data, from which both a spec and an encoder of Python's own are made."""
import dataclasses
import decimal
import json
import math

import numpy as np
import pandas as pd


@dataclasses.dataclass
class Column:
    """Labels; or numbers from `first` to `last`, in units of the last decimal, or of days, minutes or seconds since
    1970. Their bins begin at `starts`; without any the spec has none, and they follow from the bounds."""
    name: str
    labels: list = None
    first: int = None
    last: int = None
    starts: list = None
    kind: str = "numeric"
    decimals: int = None
    missing: str = None

    def __post_init__(self):
        self.declared = self.starts is not None
        if self.labels is not None:
            self.kind = "categorical"
        elif not self.declared:
            few = self.last - self.first < 256 and self.decimals is None
            self.starts = list(range(self.first, self.last + 1)) if few else public_cut(self)

    @property
    def ordered(self):
        return self.labels is None

    @property
    def values(self):
        return len(self.starts if self.ordered else self.labels)

    @property
    def size(self):
        return self.values + (self.missing is not None)

    @property
    def in_a_day(self):
        return {"date": 1, "minutes": 24 * 60, "seconds": 24 * 60 * 60}[self.kind]

    def spec(self):
        missing = f", missing: [{quoted(self.missing)}]" if self.missing is not None else ""
        if self.ordered:
            edges = ", ".join(map(self.written, [*self.starts, self.last]))
            edges = f", edges: [{edges}]" if self.declared else ""
            kind = {"date": "Date", "minutes": "DateTime", "seconds": "DateTime"}.get(
                self.kind, "Integer" if self.decimals is None else "Real")
            decimals = f", decimals: {self.decimals}" if self.decimals is not None else ""
            form = ', format: "%Y-%m-%dT%H:%M"' if self.kind == "minutes" else ""
            bounds = f"min: {self.written(self.first)}, max: {self.written(self.last)}"
            kind = f"{kind}({bounds}{decimals}{edges}{form})"
        else:
            kind = "Categorical([" + ", ".join(map(quoted, self.labels)) + "])"
        return f"        (name: {quoted(self.name)}, kind: {kind}{missing}),"

    def written(self, number):
        """A bound or an edge as the spec has it."""
        if self.kind == "numeric":
            return str(number) if self.decimals is None else quoted(self.field(number))
        return quoted(self.field(number))

    def field(self, number):
        """A number as the table has it."""
        if self.kind == "numeric":
            return f"{decimal.Decimal(int(number)).scaleb(-(self.decimals or 0)):f}"
        return str(np.datetime64(int(number), {"date": "D", "minutes": "m", "seconds": "s"}[self.kind]))

    def units(self, fields):
        """Fields as whole numbers."""
        if self.kind == "numeric":
            scaled = [decimal.Decimal(field).scaleb(self.decimals or 0) for field in fields]
            assert all(number == int(number) for number in scaled), self.name
            return np.array([int(number) for number in scaled], dtype=np.int64)
        unit = {"date": "D", "minutes": "m", "seconds": "s"}[self.kind]
        return fields.to_numpy(dtype=f"datetime64[{unit}]").astype(np.int64)

    def encode(self, fields):
        """Codes, and of an ordered column the whole numbers that are not missing, and all values (NaN where missing)."""
        absent = (fields == self.missing).to_numpy() if self.missing is not None else np.zeros(len(fields), bool)
        codes = np.full(len(fields), self.values, dtype=np.int64)
        if not self.ordered:
            places = {label: code for code, label in enumerate(self.labels)}
            codes[~absent] = fields[~absent].map(places).to_numpy(dtype=float).astype(np.int64)
            return codes, None, None
        units = self.units(fields[~absent])
        assert len(units) == 0 or self.first <= units.min() and units.max() <= self.last, self.name
        codes[~absent] = np.searchsorted(np.array(self.starts), units, side="right") - 1
        values = np.full(len(fields), np.nan)
        values[~absent] = units / 10 ** (self.decimals or 0)
        return codes, units, values


def public_cut(column):
    """Where bins begin that follow from the bounds alone: 0, 1, 2, 5, 10, … and likewise below zero, where a bin ends
    with the round number; or months, else years, else decades from the first year on, of which there are 120 at most."""
    first, last = column.first, column.last
    if column.kind == "numeric":
        round_numbers = [digit * 10 ** power for power in range(18) for digit in (1, 2, 5)]
        starts = {0, *round_numbers, *(1 - number for number in round_numbers)}
        return [first] + sorted(start for start in starts if first < start <= last)
    day = column.in_a_day
    ends = np.array([first // day, last // day], dtype="datetime64[D]")
    for unit, step in (("M", 1), ("Y", 1), ("Y", 10)):
        begin, end = ends.astype(f"datetime64[{unit}]")
        parts = np.arange(begin, end + 1, step).astype("datetime64[D]").astype(np.int64)
        if len(parts) <= 120:
            break
    return [first] + [int(part) * day for part in parts[1:]]


class Encoded:
    """A table as Python reads it."""

    def __init__(self, columns, path):
        frame = pd.read_csv(path, dtype=str, keep_default_na=False)
        all_of = [column.encode(frame[column.name]) for column in columns]
        self.codes = np.column_stack([codes for codes, _, _ in all_of])
        self.units = [units for _, units, _ in all_of]
        self.numbers = [numbers for _, _, numbers in all_of]
        self.rows = len(frame)


def spec(columns, evaluation):
    lines = "\n".join(column.spec() for column in columns)
    evaluation = f"\n    evaluation: {evaluation}," if evaluation else ""
    return f"""Release(
    privet: 1,
    title: "A check of figures",
    reviewed: true,
    unit: Row,
    adjacency: AddRemove,
    budget: (epsilon: "1", delta: "1e-9"),
    schema: [
{lines}
    ],{evaluation}
)
"""


def from_codes(folder, name, bins=None):
    """A coded table: labels are codes, ordered columns whole numbers, some of them in bins."""
    domain = json.load(open(f"{folder}/{name}.domain.json"))
    columns = []
    for attribute in domain["attributes"]:
        title, size = attribute["name"], attribute["size"]
        if attribute["kind"] == "categorical":
            columns.append(Column(title, labels=[str(code) for code in range(size)]))
        else:
            columns.append(Column(title, first=0, last=size - 1, starts=(bins or {}).get(title)))
    return columns


def adult_strings(folder):
    """Text as the source has it: labels, missing values, numbers in bins of several."""
    domain = json.load(open(f"{folder}/adult-strings.domain.json"))
    bins = {"age": list(range(0, 120, 5)), "fnlwgt": list(range(0, 2_000_000, 25_000)),
            "capital-gain": [0, 1, 2_000, 5_000, 10_000, 50_000], "capital-loss": [0, 1, 1_000, 2_000, 3_000]}
    columns = []
    for attribute in domain["attributes"]:
        title, missing = attribute["name"], attribute.get("missing_value")
        if attribute["kind"] == "categorical":
            labels = [label for label in attribute["values"] if label != missing]
            columns.append(Column(title, labels=labels, missing=missing))
        else:
            starts = bins.get(title)
            first = starts[0] if starts else attribute["min"]
            columns.append(Column(title, first=first, last=attribute["max"], starts=starts))
    return columns


INCOME_BINS = {"Income": [0, *range(1, 50_000, 5_000), *range(50_001, 200_000, 25_000), 250_000, 1_000_000]}

TABLES = {
    "nltcs": (lambda folder: from_codes(folder, "nltcs"), '(targets: ["eating", "bathing"])'),
    "adult-strings": (adult_strings, '(targets: ["income", "age", "sex"], regression: (city: "native-country", '
                                     'sex: "sex", income: "fnlwgt"))'),
    "acs-income-2018": (lambda folder: from_codes(folder, "acs-income-2018", INCOME_BINS),
                        '(targets: ["Gender"], regression: (city: "State", sex: "Gender", income: "Income"))'),
}


def quoted(text):
    return json.dumps(text, ensure_ascii=False)


def subsets(columns, ways):
    return math.comb(columns, ways)
