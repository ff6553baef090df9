"""Numbers and dates as people have them: how close a release comes whose spec has nothing but bounds.

    python columns.py --seeded target/release/examples/seeded [--repeats 10] [--rows-a-person 1] [--pure] [--together]

Eight generated columns, each by itself beside ten others, or all six numeric ones in one table (`--together`). Bounds
are ten to a thousand times too wide. Prints the median and the range of the releases, and what a resample of the real
rows would have.
"""

import argparse
import subprocess
import tempfile
from pathlib import Path

import numpy as np
import pandas as pd

ROWS = 40_000


def columns(rng):
    """Name: values, kind in the spec, spikes."""
    share = lambda p: rng.random(ROWS) < p
    price = np.round(np.exp(rng.normal(np.log(400), 2.1, ROWS)), 2)
    claims = np.where(share(0.72), 0, np.round(rng.gamma(2, 900, ROWS))).astype(int)
    weight = np.round(rng.normal(75, 15, ROWS)).astype(int)
    weight = np.where(share(0.8), 5 * np.round(weight / 5).astype(int), weight)
    available = np.where(share(0.94), 1.0, np.round(rng.beta(2, 2, ROWS), 3))
    income = np.where(share(0.4), rng.normal(21_000, 2_500, ROWS), rng.normal(64_000, 9_000, ROWS)).round().astype(int)
    day = rng.integers(0, 3650, 3 * ROWS)
    day = day[(day % 7 < 5) | (rng.random(len(day)) < 0.25)][:ROWS]
    day = np.datetime64("2012-01-02") + day
    height = np.where(share(0.07), -1, np.round(rng.normal(170, 10, ROWS))).astype(int)
    visits = rng.poisson(rng.gamma(0.6, 3.0, ROWS))
    return {
        "price": (price, 'Real(min: "0", max: "100_000_000", decimals: 2)'.replace("_", ""), []),
        "claims": (claims, "Integer(min: 0, max: 1000000)", [0]),
        "weight": (weight, "Integer(min: 0, max: 100000)", []),
        "available": (available, 'Real(min: "0", max: "1000", decimals: 3)', [1.0]),
        "income": (income, "Integer(min: 0, max: 10000000)", []),
        "day": (day, 'Date(min: "1950-01-01", max: "2050-12-31")', []),
        "height": (height, "Integer(min: -1000, max: 100000)", [-1]),
        "visits": (visits, "Integer(min: 0, max: 30000)", [0]),
    }


def others(rng):
    """Ten columns that hang together."""
    table = {}
    base = rng.integers(0, 6, ROWS)
    for number in range(10):
        size = [2, 3, 4, 5, 6, 8, 2, 10, 4, 3][number]
        follows = rng.random(ROWS) < 0.5
        value = np.where(follows, base % size, rng.integers(0, size, ROWS))
        table[f"c{number}"] = value
        base = (base + value) % 6
    return table


def spec(schema, rows_a_person, pure, mechanism):
    unit = "Row" if rows_a_person == 1 else f'Person(id: "person", rows: {rows_a_person})'
    budget = '(epsilon: "1")' if pure else '(epsilon: "1", delta: "1e-9")'
    lines = ",\n        ".join(f'(name: "{name}", kind: {kind}, outside: Fail)' for name, kind in schema)
    return (
        f"Release(privet: 1, reviewed: true, unit: {unit}, adjacency: AddRemove, budget: {budget},\n"
        f"    schema: [\n        {lines},\n    ],\n    mechanism: {mechanism},\n)\n"
    )


def numbers(values):
    values = pd.Series(values)
    if values.dtype == object or str(values.dtype).startswith(("datetime", "str")):
        return pd.to_datetime(values).to_numpy().astype("datetime64[D]").astype(np.int64).astype(float)
    return values.to_numpy().astype(float)


def kolmogorov_smirnov(left, right):
    left, right = np.sort(left), np.sort(right)
    every = np.concatenate([left, right])
    function = lambda of: np.searchsorted(of, every, "right") / len(of)
    return np.abs(function(left) - function(right)).max()


def figures(real, synthetic, spikes, unit):
    """Figures of one column: each should be near zero."""
    cut = np.quantile(real, 0.99)
    mean = lambda of: np.minimum(of, cut).mean()
    shift = real.min() if real.min() > 10_000 else 0  # dates count from their beginning
    quartiles = []
    for level in (0.25, 0.5, 0.75):
        left, right = np.quantile(real, level), np.quantile(synthetic, level)
        off = abs(left - right)
        quartiles.append(0.0 if off <= unit else off / max(abs(left), unit))
    ends = lambda of: np.isin(np.round(of / unit).astype(np.int64) % 10, (0, 5)).mean()
    return {
        "ks": kolmogorov_smirnov(real, synthetic),
        "quartile": max(quartiles),
        "cut mean": abs(mean(synthetic) - mean(real)) / abs(mean(real) - shift),
        "far, in 10,000": 1e4 * (synthetic > 10 * np.abs(real).max()).mean(),
        "spike": max((abs((real == s).mean() - (synthetic == s).mean()) for s in spikes), default=0.0),
        "ends 0 or 5": abs(ends(real) - ends(synthetic)),
        "mean": abs(synthetic.mean() - real.mean()) / max(abs(real.mean() - shift), unit),
    }


def release(seeded, table, text, folder, seed):
    folder.mkdir()
    table.to_csv(folder / "real.csv", index=False)
    (folder / "spec.ron").write_text(text)
    subprocess.run([seeded, "spec.ron", "real.csv", "out", str(seed)], cwd=folder, check=True, capture_output=True)
    return pd.read_csv(folder / "out" / "synthetic.csv")


def main():
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--seeded", required=True, type=Path)
    arguments.add_argument("--repeats", type=int, default=10)
    arguments.add_argument("--rows-a-person", type=int, default=1)
    arguments.add_argument("--pure", action="store_true")
    arguments.add_argument("--together", action="store_true")
    arguments.add_argument("--mechanism")
    arguments.add_argument("--only")
    arguments.add_argument("--seed", type=int, default=14)
    given = arguments.parse_args()
    mechanism = given.mechanism or ("PrivBayesPure()" if given.pure else "PrivBayes()")
    rng = np.random.default_rng(given.seed)
    tried, fixed = columns(rng), others(rng)
    names = [name for name in tried if not given.only or name in given.only.split(",")]
    numeric = [name for name in tried if name not in ("day", "height")]
    groups = [numeric] if given.together else [[name] for name in names]
    person = np.arange(ROWS) // given.rows_a_person
    for group in groups:
        table = pd.DataFrame({"person": person, **fixed, **{name: tried[name][0] for name in group}})
        labels = lambda name: ", ".join(f'"{value}"' for value in sorted(set(fixed[name])))
        schema = [(name, f"Categorical([{labels(name)}])") for name in fixed]
        schema += [(name, tried[name][1]) for name in group]
        text = spec(schema, given.rows_a_person, given.pure, mechanism)
        found = {name: [] for name in group}
        with tempfile.TemporaryDirectory() as folder:
            for repeat in range(given.repeats):
                synthetic = release(given.seeded.resolve(), table, text, Path(folder) / str(repeat), repeat)
                for name in group:
                    values, kind, spikes = tried[name]
                    unit = 0.01 if "decimals: 2" in kind else 0.001 if "decimals: 3" in kind else 1
                    found[name].append(figures(numbers(values), numbers(synthetic[name]), spikes, unit))
        for name in group:
            values, kind, spikes = tried[name]
            real = numbers(values)
            resample = figures(real, rng.choice(real, ROWS), spikes, 1)
            print(f"{name}, {kind}")
            for figure in found[name][0]:
                every = [one[figure] for one in found[name]]
                print(
                    f"    {figure:15} {np.median(every):.4f}   {min(every):.4f} to {max(every):.4f}"
                    f"   resample {resample[figure]:.4f}",
                    flush=True,
                )


if __name__ == "__main__":
    main()
