#!/usr/bin/env python3
"""Encodings of wide attributes (Zhang 4.5): binary digits, those of the Gray code, and attributes as they are.

  python3 tests/studies/digits.py --data FOLDER --out FOLDER

Mean total variation distance over all 3-way marginals of `PrivBayesPure` with its defaults but for the encoding.
Gray digits are not in the program. They are the binary digits of v ^ (v >> 1), so what is released here is a table of
those numbers by `encoding: Binary`; numbers that write no value take that of a random other row, as in the program.
"""
import copy
import pathlib
import tempfile

import numpy as np
import pandas as pd

from marginals import Workload, default_spec
from study import SPREAD, Results, Table, arguments, generator, releases, summary

EPSILONS = [0.2, 0.8, 1.6]


def gray(values):
    return values ^ (values >> 1)


def in_gray(table, folder):
    """The table of Gray codes, each attribute as wide as its digits."""
    coded = copy.copy(table)
    coded.path = str(pathlib.Path(folder) / f"{table.name}.csv")
    coded.domain = copy.deepcopy(table.domain)
    for attribute in coded.domain["attributes"]:
        attribute["size"] = 1 << max(1, (attribute["size"] - 1).bit_length())
    pd.DataFrame(gray(table.codes), columns=table.names).to_csv(coded.path, index=False)
    return coded


def from_gray(codes, sizes, rng):
    """Back to values; what is none takes that of a random row that has one."""
    values = codes.copy()
    for shift in (1, 2, 4, 8):
        values ^= values >> shift
    for column, size in zip(values.T, sizes):
        fits = column < size
        known = column[fits] if fits.any() else np.arange(size)
        column[~fits] = rng.choice(known, (~fits).sum())
    return values


def main():
    parser = arguments(__doc__, runs=5)
    parser.add_argument("--tables", default="adult,br2000")
    args = parser.parse_args()
    results = Results(args.out, "digits", ["table", "encoding", "epsilon"], ["mean_tvd", *SPREAD])
    for name in args.tables.split(","):
        table = Table(args.data, name)
        workload = Workload(table, 3)
        with tempfile.TemporaryDirectory() as folder:
            coded = in_gray(table, folder)
            for epsilon in EPSILONS:
                for encoding, source, written in [("Vanilla", table, "Vanilla"), ("Binary", table, "Binary"),
                                                  ("Gray", coded, "Binary")]:
                    if not results.lacks(args.runs, name, encoding, epsilon):
                        continue
                    spec = default_spec(source, epsilon, f"PrivBayesPure(encoding: {written})")
                    drawn = [release.rows for release in releases(args, spec, source.path, source.names)]
                    if encoding == "Gray":
                        rng = generator(args, name, encoding, epsilon)
                        drawn = [from_gray(codes, table.sizes, rng) for codes in drawn]
                    errors = [workload.of_rows(codes) for codes in drawn]
                    results.add(name, encoding, epsilon, *summary(errors), args.runs)


if __name__ == "__main__":
    main()
