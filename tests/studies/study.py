"""What the studies share: specs, releases by the built program, CSV, and small SVG figures (svg.py).

A study is one command, `python3 tests/studies/NAME.py --data FOLDER --out FOLDER`; README.md says what
each shows. A study sees real tables and true marginals: it is for public benchmark tables, or for
made-up ones, and no part of a release.
"""
import argparse
import concurrent.futures
import csv
import json
import math
import pathlib
import subprocess
import sys
import tempfile
import zlib

import numpy as np
import pandas as pd

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
sys.path.insert(0, str(HERE.parent / "specs"))
from from_domain import schema  # noqa: E402
from svg import figure  # noqa: E402, F401 (the studies take it from here)

EPSILONS = [0.05, 0.1, 0.2, 0.4, 0.8, 1.6]  # of Zhang's figures


def arguments(description, runs, needs_data=True, needs_program=False):
    """The options that every study has; a study may add its own before it parses."""
    parser = argparse.ArgumentParser(description=description,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seeded", default=str(ROOT / "target" / "release" / "examples" / "seeded"),
                        help="the program that makes a release by a seed (README.md says how it is built)")
    if needs_program:
        parser.add_argument("--privet", default=str(ROOT / "target" / "release" / "privet"), help="the built program")
    if needs_data:
        parser.add_argument("--data", required=True,
                            help="folder with NAME.csv.gz and NAME.domain.json")
    parser.add_argument("--out", required=True, help="folder for the CSV and SVG files")
    parser.add_argument("--runs", type=int, default=runs, help="repetitions of each point")
    parser.add_argument("--jobs", type=int, default=2, help="releases at the same time")
    parser.add_argument("--seed", type=int, default=1,
                        help="seed of made-up data and baselines, and of the first release of each point")
    return parser


class Table:
    """A benchmark table: codes, and its public domain."""

    def __init__(self, folder, name):
        self.name = name
        self.path = f"{folder}/{name}.csv.gz"
        self.domain = json.load(open(f"{folder}/{name}.domain.json"))
        self.names = [attribute["name"] for attribute in self.domain["attributes"]]
        self.sizes = [attribute["size"] for attribute in self.domain["attributes"]]
        self.codes = self.read(self.path)

    def read(self, path):
        return np.asfortranarray(pd.read_csv(path)[self.names].to_numpy(dtype=np.int64))

    def schema(self):
        return schema(self.domain)

    def digits(self):
        """The table by binary digits, the most significant first, as `encoding: Binary` has it: the columns'
        (name, place), and 0 or 1. An attribute of two values is its only digit."""
        columns, places = [], []
        for name, size, codes in zip(self.names, self.sizes, self.codes.T):
            digits = max(1, (size - 1).bit_length())
            for place in range(digits):
                places.append((name, place))
                columns.append(codes >> (digits - 1 - place) & 1)
        return places, np.column_stack(columns)


def pure_spec(schema_text, epsilon, mechanism, structure=0.5, rows="AsInput"):
    """A pure release as in the texts: one row replaced, and rows drawn from each table by itself.
    `structure` is Sørensen's β; Zhang's is 0.5."""
    shares = ""
    if mechanism.startswith("PrivBayesPure"):
        shares = f', shares: (structure: "{decimal(structure)}", tables: "{decimal(1 - structure)}")'
    sampling = "" if mechanism.startswith("SmoothedHistogram") else ", sampling: Inconsistent"
    return f"""Release(
    privet: 1,
    title: "A study",
    reviewed: true,
    unit: Row,
    adjacency: Replace,
    budget: (epsilon: "{decimal(epsilon)}"{shares}),
    schema: [
{schema_text}
    ],
    mechanism: {mechanism},
    output: (rows: {rows}{sampling}),
)
"""


def gaussian_spec(table, epsilon, mechanism, delta="1e-9"):
    """A release with one row more or less, at δ = 1e-9 as the benchmarks and our own studies ask for, or at another δ;
    a pure one has none."""
    delta = f', delta: "{delta}"' if delta else ""
    return f"""Release(
    privet: 1,
    title: "A study",
    reviewed: true,
    unit: Row,
    adjacency: AddRemove,
    budget: (epsilon: "{decimal(epsilon)}"{delta}),
    schema: [
{table.schema()}
    ],
    mechanism: {mechanism},
)
"""


def decimal(number):
    return np.format_float_positional(round(number, 12), trim="-")


class Release:
    """The files of one release by a seed, read before its folder goes."""

    def __init__(self, seeded, spec, data, columns, seed):
        with tempfile.TemporaryDirectory() as folder:
            folder = pathlib.Path(folder)
            (folder / "spec.ron").write_text(spec)
            done = subprocess.run([seeded, folder / "spec.ron", data, folder / "release", str(seed)],
                                  capture_output=True, text=True)
            if done.returncode != 0:
                raise SystemExit(f"{done.stderr}\n{spec}")
            self.record = json.loads((folder / "release" / "record.json").read_text())
            frame = pd.read_csv(folder / "release" / "synthetic.csv")
            self.rows = np.asfortranarray(frame[columns].to_numpy(dtype=np.int64))

    def tables(self):
        """The columns of each table of counts, in the order of measurement: [(name, number), …] each, the
        number that of a coarser level, or of a binary digit."""
        return [[tuple(column) for column in query["columns"]] for query in self.record["queries"]
                if query["purpose"] == "table of counts"]


def in_parallel(args, function, items):
    """`function` of each item, in order; what takes time is the released program, so threads do."""
    with concurrent.futures.ThreadPoolExecutor(args.jobs) as pool:
        return list(pool.map(function, items))


def releases(args, spec, data, columns):
    """As many releases as the study repeats each point, by seeds that follow each other. The noise is a function of the
    seed, the spec and the rows, so that two points never share theirs."""
    seeds = range(args.seed, args.seed + args.runs)
    return in_parallel(args, lambda seed: Release(args.seeded, spec, data, columns, seed), seeds)


def entropy(codes, sizes):
    """H in bits of some columns together."""
    if codes.shape[1] == 0:
        return 0.0
    if math.prod(sizes) <= len(codes):
        counts = np.bincount(cells(codes, sizes))
    else:
        counts = np.unique(cells(codes, sizes), return_counts=True)[1]
    shares = counts[counts > 0] / len(codes)
    return float(-(shares * np.log2(shares)).sum())


def cells(codes, sizes):
    """One number a row, equal iff the rows are."""
    key = np.zeros(len(codes), dtype=np.int64)
    for column, size in zip(codes.T, sizes):
        key = key * size + column
    return key


def marginal(codes, sizes, columns):
    """Counts of a marginal, flat."""
    key = np.zeros(len(codes), dtype=np.int64)
    for column in columns:
        key *= sizes[column]
        key += codes[:, column]
    return np.bincount(key, minlength=math.prod(sizes[column] for column in columns)).astype(float)


def distance(one, other):
    """Total variation distance of two tables of counts."""
    return 0.5 * float(np.abs(one / one.sum() - other / other.sum()).sum())


def repaired(noisy, rows):
    """Zhang 5.1: negative counts become 0, and the rest is scaled to the number of rows."""
    cut = np.maximum(noisy, 0.0)
    total = cut.sum()
    return cut * (rows / total) if total > 0 else np.full(len(noisy), rows / len(noisy))


class Results:
    """Figures by their key (table, ε, …), with the repetitions behind each, in a CSV file. The file is read at the start
    and written after each point: a study that was interrupted, or is asked for more tables or more repetitions, does
    what is missing. A point that is measured again replaces the old one."""

    def __init__(self, out, name, keys, figures):
        self.path = pathlib.Path(out) / f"{name}.csv"
        self.path.parent.mkdir(parents=True, exist_ok=True)
        self.columns = [*keys, *figures, "runs"]
        self.keys = len(keys)
        self.rows = {}
        if self.path.exists():
            with open(self.path, newline="") as file:
                header, *rows = csv.reader(file)
            if header != self.columns:
                raise SystemExit(f"{self.path} is not of this study: move it away")
            self.rows = {key: values for key, values in (self.split(map(parsed, row)) for row in rows)}

    def split(self, row):
        row = list(row)
        return tuple(row[:self.keys]), row[self.keys:]

    def lacks(self, runs, *key):
        """Whether the point was not measured yet, or less often than this."""
        return key not in self.rows or self.rows[key][-1] < runs

    def add(self, *row):
        key, values = self.split(row)
        self.rows[key] = values
        print("  ".join(shown(value, 5) for value in row), flush=True)
        # By way of another file, so that a study that is killed leaves a whole one.
        new = self.path.with_suffix(".new")
        with open(new, "w", newline="") as file:
            writer = csv.writer(file, lineterminator="\n")
            writer.writerow(self.columns)
            writer.writerows([shown(value, 6) for value in [*key, *values]] for key, values in self.rows.items())
        new.replace(self.path)

    def where(self, **values):
        rows = (dict(zip(self.columns, [*key, *figures])) for key, figures in self.rows.items())
        return [row for row in rows if all(row[key] == value for key, value in values.items())]


def shown(value, digits):
    return f"{value:.{digits}g}" if isinstance(value, float) else str(value)


def parsed(text):
    for kind in (int, float):
        try:
            return kind(text)
        except ValueError:
            pass
    return text


def generator(args, *key):
    """Randomness of one point's made-up data or baseline: the same whichever other points are measured."""
    return np.random.default_rng([args.seed, zlib.crc32(repr(key).encode())])


# What every figure of several repetitions has beside its mean.
SPREAD = ["deviation", "least", "most"]


def summary(figures):
    """Mean, standard deviation, least and largest: the mean's column, and those of `SPREAD`."""
    figures = np.array(figures, dtype=float)
    deviation = figures.std(ddof=1) if len(figures) > 1 else 0.0
    return float(figures.mean()), float(deviation), float(figures.min()), float(figures.max())


def points(rows, along, figure):
    """Of a line in a figure: (x, mean, least, largest) of each row."""
    return [(row[along], row[figure], row["least"], row["most"]) for row in rows]
