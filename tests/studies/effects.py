#!/usr/bin/env python3
"""What taking back each of our changes does: a table of ratios from the results of `bayes` and `markov --part switches`.

  python3 tests/studies/effects.py tests/studies/results          (needs no packages)

Of each switch the geometric mean over tables and budgets of its mean distance over that of our defaults, with the least
and the largest ratio.
"""
import csv
import math
import pathlib
import sys


def effects(path):
    """For each switch the ratios of all cells that it and our defaults have."""
    with open(path, newline="") as file:
        means = {(row["switch"], row["table"], row["epsilon"]): float(row["mean_tvd"]) for row in csv.DictReader(file)}
    ratios = {}
    for (switch, table, epsilon), mean in means.items():
        ours = means.get(("our defaults", table, epsilon))
        if ours and switch != "our defaults":
            ratios.setdefault(switch, []).append(mean / ours)
    return ratios


def main():
    for name in ("bayes_switches", "markov_switches"):
        print(f"\n{name}")
        for switch, ratios in effects(pathlib.Path(sys.argv[1]) / f"{name}.csv").items():
            mean = math.exp(sum(map(math.log, ratios)) / len(ratios))
            print(f"| {switch} | {mean:.2f} ({min(ratios):.2f} to {max(ratios):.2f}) | {len(ratios)} cells |")


main()
