"""Tables for check.py: columns as data, from which both a spec and an encoder of Python's own are made."""
import dataclasses
import json
import math

import numpy as np
import pandas as pd


@dataclasses.dataclass
class Column:
    """Labels, or whole numbers in bins that begin at `starts` and end with `last`."""
    name: str
    labels: list = None
    starts: list = None
    last: int = None
    missing: str = None

    @property
    def ordered(self):
        return self.labels is None

    @property
    def values(self):
        return len(self.starts if self.ordered else self.labels)

    @property
    def size(self):
        return self.values + (self.missing is not None)

    def spec(self):
        missing = f", missing: [{quoted(self.missing)}]" if self.missing is not None else ""
        if self.ordered:
            edges = ", ".join(map(str, [*self.starts, self.last]))
            single = self.starts == list(range(self.starts[0], self.last + 1))
            shape = "" if single else f", edges: [{edges}]"
            kind = f"Integer(min: {self.starts[0]}, max: {self.last}{shape})"
        else:
            kind = "Categorical([" + ", ".join(map(quoted, self.labels)) + "])"
        return f"        (name: {quoted(self.name)}, kind: {kind}{missing}),"

    def encode(self, fields):
        """Codes, and numbers (NaN where missing) of an ordered column."""
        absent = (fields == self.missing).to_numpy() if self.missing is not None else np.zeros(len(fields), bool)
        if not self.ordered:
            places = {label: code for code, label in enumerate(self.labels)}
            codes = fields.map(places).to_numpy(dtype=float).copy()
            codes[absent] = self.values
            return codes.astype(np.int64), None
        numbers = pd.to_numeric(fields.where(~absent, "0")).to_numpy(dtype=np.int64)
        codes = np.searchsorted(np.array(self.starts), numbers, side="right") - 1
        codes[absent] = self.values
        return codes, np.where(absent, np.nan, numbers)


class Encoded:
    """A table as Python reads it."""

    def __init__(self, columns, path):
        frame = pd.read_csv(path, dtype=str, keep_default_na=False)
        both = [column.encode(frame[column.name]) for column in columns]
        self.codes = np.column_stack([codes for codes, _ in both])
        self.numbers = [numbers for _, numbers in both]
        self.rows = len(frame)


def spec(columns, evaluation):
    lines = "\n".join(column.spec() for column in columns)
    return f"""Release(
    privet: 1,
    title: "A check of figures",
    reviewed: true,
    unit: Row,
    adjacency: AddRemove,
    budget: (epsilon: "1", delta: "1e-9"),
    schema: [
{lines}
    ],
    evaluation: {evaluation},
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
            starts = (bins or {}).get(title, list(range(size)))
            columns.append(Column(title, starts=starts, last=size - 1))
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
            starts = bins.get(title, list(range(attribute["min"], attribute["max"] + 1)))
            columns.append(Column(title, starts=starts, last=attribute["max"]))
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
