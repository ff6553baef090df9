#!/usr/bin/env python3
"""Made-up tables of the kinds on which a mechanism was once found wanting, to judge new defaults by.

  python3 tests/studies/kinds.py --out FOLDER

writes NAME.csv.gz and NAME.domain.json for each, in the form of the benchmark tables. They were fixed before the defaults
that are judged on them, and nothing is tuned on them:

  money      60,000 x 18     14 amounts of 50 bins that nearly agree with their neighbours, 4 small columns
  constants  40,000 x 20     constants of up to 40 values, columns with 0.1 to 1 % elsewhere, ordinary ones
  weak      250,000 x 22     answers of two to thirteen values with many weak ties, and a target
  wide      100,000 x 48     four columns of 1,000 values, of which two belong together, 44 small ones
  small      20,000 x 14     two to thirty values, for epsilon = 0.1 and 0.3
"""
import argparse
import gzip
import json
import pathlib

import numpy as np

EPSILONS = {"money": ["0.8"], "constants": ["0.8"], "weak": ["0.8", "3.2"], "wide": ["0.8"], "small": ["0.1", "0.3"]}
TARGETS = {"weak": "target", "small": "c13"}


def binned(values, bins):
    """Bins of equal width from the lowest to the highest value but for a thousandth at each end."""
    low, high = np.quantile(values, [0.001, 0.999])
    return np.clip((values - low) / (high - low) * bins, 0, bins - 1).astype(int)


def ranked(values, shares):
    """Codes of these shares, by the order of the values."""
    edges = np.quantile(values, np.cumsum(shares)[:-1] / np.sum(shares))
    return np.searchsorted(edges, values)


def falling(rng, size, power=1.2):
    """Shares that fall as those of names do, in an order of their own."""
    return rng.permutation(1.0 / np.arange(1, size + 1) ** power)


def money(rng):
    rows = 60_000
    wealth = rng.normal(size=rows)
    columns, before = {}, None
    for number in range(14):
        fresh = number % 2 == 0
        if fresh:
            amount = 0.7 * wealth + 0.7 * rng.normal(size=rows)
        else:
            # The same amount a year later: two thirds did not change.
            amount = np.where(rng.random(rows) < 0.67, before, before + 0.3 * rng.normal(size=rows))
        before = amount
        # Money has a long tail: most bins are nearly empty.
        columns[f"amount{number}"] = (binned(np.exp(0.6 * amount), 50), "ordinal", 50)
    for number, size in enumerate([2, 4, 7, 3]):
        signal = wealth * [1.0, 0.5, 0.3, 0.0][number] + rng.normal(size=rows)
        columns[f"group{number}"] = (ranked(signal, falling(rng, size, 0.7)), "categorical", size)
    return columns


def constants(rng):
    rows = 40_000
    latent = rng.normal(size=(rows, 2))
    columns = {}
    for number, size in enumerate([2, 5, 12, 20, 30, 40]):
        columns[f"constant{number}"] = (np.full(rows, size // 3), "ordinal", size)
    for number, size in enumerate([5, 8, 16, 25, 40, 60]):
        elsewhere = rng.random(rows) < [0.001, 0.002, 0.004, 0.006, 0.008, 0.01][number]
        codes = np.where(elsewhere, rng.integers(0, size, rows), size // 2)
        columns[f"nearly{number}"] = (codes, "ordinal" if number % 2 else "categorical", size)
    for number, size in enumerate([2, 3, 5, 8, 12, 20, 2, 6]):
        signal = latent @ rng.normal(size=2) + rng.normal(size=rows)
        columns[f"ordinary{number}"] = (ranked(signal, falling(rng, size, 0.8)), "ordinal", size)
    return columns


def weak(rng):
    rows = 250_000
    latent = rng.normal(size=(rows, 5))
    columns, signals = {}, []
    sizes = [2] * 13 + [5, 6, 13, 8, 30, 30, 4, 3]
    for number, size in enumerate(sizes):
        signal = latent @ (0.35 * rng.normal(size=5)) + rng.normal(size=rows)
        if number in (3, 4):
            signal = signals[0] * 0.9 + 0.4 * signal  # strong pairs among the weak
        signals.append(signal)
        columns[f"q{number}"] = (ranked(signal, falling(rng, size, 1.0)), "ordinal", size)
    score = np.column_stack(signals) @ rng.normal(size=len(signals)) * 0.5 + 2.0 * rng.normal(size=rows)
    columns["target"] = (ranked(score, [0.86, 0.14]), "categorical", 2)
    return columns


def wide(rng):
    rows = 100_000
    latent = rng.normal(size=(rows, 6))
    columns = {}
    place = latent @ rng.normal(size=6)
    for number in range(4):
        signal = place if number < 2 else latent @ rng.normal(size=6)
        signal = signal + (0.2 if number < 2 else 1.0) * rng.normal(size=rows)
        codes = ranked(signal, falling(rng, 1000, 0.9))
        columns[f"code{number}"] = (codes, "ordinal" if number % 2 else "categorical", 1000)
    for number in range(44):
        size = int(rng.integers(2, 13))
        signal = latent @ (rng.normal(size=6) * (rng.random(6) < 0.4)) + rng.normal(size=rows)
        kind = "ordinal" if number % 3 else "categorical"
        columns[f"c{number}"] = (ranked(signal, falling(rng, size, 0.8)), kind, size)
    return columns


def small(rng):
    rows = 20_000
    latent = rng.normal(size=(rows, 3))
    columns = {}
    for number, size in enumerate([2, 2, 3, 4, 5, 6, 8, 10, 12, 16, 20, 25, 30]):
        signal = latent @ rng.normal(size=3) + rng.normal(size=rows)
        kind = "ordinal" if number % 2 else "categorical"
        columns[f"c{number}"] = (ranked(signal, falling(rng, size, 0.9)), kind, size)
    signal = latent.sum(axis=1) + rng.normal(size=rows)
    columns["c13"] = (ranked(signal, [0.75, 0.25]), "categorical", 2)
    return columns


MAKERS = [money, constants, weak, wide, small]


def write(folder, maker, seed):
    rng = np.random.default_rng([seed, *maker.__name__.encode()])
    columns = maker(rng)
    folder.mkdir(parents=True, exist_ok=True)
    rows = np.column_stack([codes for codes, _, _ in columns.values()])
    with gzip.open(folder / f"{maker.__name__}.csv.gz", "wt", compresslevel=1) as file:
        np.savetxt(file, rows, fmt="%d", delimiter=",", header=",".join(columns), comments="")
    attributes = [{"name": name, "size": size, "kind": kind} for name, (_, kind, size) in columns.items()]
    domain = {"name": maker.__name__, "rows": len(rows), "attributes": attributes}
    (folder / f"{maker.__name__}.domain.json").write_text(json.dumps(domain, indent=1))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--out", required=True, type=pathlib.Path)
    parser.add_argument("--seed", type=int, default=15)
    args = parser.parse_args()
    for maker in MAKERS:
        write(args.out, maker, args.seed)


if __name__ == "__main__":
    main()
