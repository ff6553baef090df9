#!/usr/bin/env python3
"""Computes the figures of `privet evaluate` again with numpy and pandas, and compares every one.

  cargo build --release -p privet
  python3 tests/evaluate/check.py --data FOLDER                  (needs numpy and pandas; scikit-learn for models)

FOLDER holds NAME.csv.gz and NAME.domain.json of public benchmark tables. For each, a tenth of the rows is set apart,
the rest is released, and the synthetic table compared with it; then the first rows of all three, few enough that
nothing is sampled, so that nearest rows and models can be done again as well. `--tables made-up` needs no folder: its
three tables are made here (made_up.py). Figures must agree within 1e-12 (of the figure, where it is above 1). Models
come from another optimiser: areas under the curve within 0.005. A figure that the file lacks is a failure, and so is
one in the file that nothing here has looked at.
"""
import argparse
import json
import math
import pathlib
import subprocess
import tempfile

import numpy as np
import pandas as pd

from encoding import TABLES, Encoded, spec, subsets
from inside import LEVELS, Fault, check_faults, check_numbers, check_verdict, of_distance, quantile
from made_up import ROWS, columns as made_up_columns, table as made_up_table
from models import HAS_MODELS, check_learning, check_targets
from seen import Check, Found, unread
from worst import check_worst

HERE = pathlib.Path(__file__).resolve().parent
MADE_UP = "made-up"


class Tables:
    def __init__(self, columns, real, synthetic, held_out):
        self.columns, self.real, self.synthetic, self.held_out = columns, real, synthetic, held_out

    def counts(self, places):
        """Rows of each cell that occurs, in both tables."""
        sizes = [self.columns[place].size for place in places]
        if math.prod(sizes) < 2 ** 62:
            real, synthetic = (np.ravel_multi_index(table.codes[:, places].T, sizes)
                               for table in (self.real, self.synthetic))
        else:
            both = np.concatenate([self.real.codes[:, places], self.synthetic.codes[:, places]])
            keys = np.unique(both, axis=0, return_inverse=True)[1].ravel()
            real, synthetic = keys[:self.real.rows], keys[self.real.rows:]
        cells = np.unique(np.concatenate([real, synthetic]), return_inverse=True)[1]
        size = cells.max() + 1
        return (np.bincount(cells[:self.real.rows], minlength=size),
                np.bincount(cells[self.real.rows:], minlength=size))

    def distance(self, places):
        """½ Σ |p − q|, and ½ Σ min(√(2p(1−p)/(πm)), 2p)."""
        real, synthetic = self.counts(places)
        p, q, m = real / self.real.rows, synthetic / self.synthetic.rows, self.synthetic.rows
        sampling = np.minimum(np.sqrt(2 * p * (1 - p) / (np.pi * m)), 2 * p)
        return math.fsum(np.abs(p - q)) / 2, math.fsum(sampling) / 2

    def groups(self, place, most=32):
        """The group of each code: wide columns have at most so many, and one for missing values."""
        column = self.columns[place]
        if column.size <= most:
            return np.arange(column.size)
        rows = np.bincount(self.real.codes[:, place], minlength=column.size)[:column.values]
        if column.ordered:
            before = np.concatenate([[0], np.cumsum(rows)[:-1]])
            cut = np.minimum(before * most // max(1, rows.sum()), most - 1)
            group = np.unique(cut, return_inverse=True)[1]
        else:
            order = sorted(range(column.values), key=lambda code: (-rows[code], code))
            group = np.full(column.values, most - 1)
            group[order[:most - 1]] = np.arange(most - 1)
        if column.missing is not None:
            group = np.append(group, group.max() + 1)
        return group


def shares_entropy(table):
    p = table[table > 0] / table.sum()
    return math.fsum(-p * np.log(p))


def dependence(left, right):
    """I / min(H, H) = (H(X) + H(Y) − H(X, Y)) / min, from the entropies alone."""
    joint = np.zeros((left.max() + 1, right.max() + 1))
    np.add.at(joint, (left, right), 1)
    first, second = shares_entropy(joint.sum(1)), shares_entropy(joint.sum(0))
    if min((joint.sum(1) > 0).sum(), (joint.sum(0) > 0).sum()) < 2:
        return 0.0
    return min(1.0, max(0.0, (first + second - shares_entropy(joint.ravel())) / min(first, second)))


def check_quantiles(check, name, found, figures):
    check.same(f"{name} levels", [one["level"] for one in found], LEVELS)
    for one in found:
        check.near(f"{name} at {one['level']}", one["distance"], quantile(figures, one["level"]))


def check_columns(check, tables, found):
    """Everything of single columns; returns the worst fault of each."""
    worst = []
    for place, (column, entry) in enumerate(zip(tables.columns, found["columns"], strict=True)):
        name = column.name
        check.same(f"{name}: name", entry["name"], name)
        check.same(f"{name}: kind", entry["kind"], column.kind)
        check.same(f"{name}: size", entry["size"], column.size)
        distance, sampling = tables.distance([place])
        check.near(f"{name}: distance", entry["distance"], distance)
        check.near(f"{name}: sampling", entry["sampling"], sampling)
        histograms = [np.bincount(table.codes[:, place], minlength=column.size)
                      for table in (tables.real, tables.synthetic)]
        for side, rows in zip(("real", "synthetic"), histograms):
            check.same(f"{name}: bars of {side}", [bar[side] for bar in entry["bars"]], bars(column, histograms[0], rows))
        faults = [Fault("codes", *of_distance(*histograms))]
        units = [table.units[place] for table in (tables.real, tables.synthetic)]
        if column.ordered and all(map(len, units)):
            rows = {"real": tables.real.rows, "synthetic": tables.synthetic.rows}
            faults += check_numbers(check, column, entry["numbers"], *units, rows)
        else:
            check.same(f"{name}: numbers", entry["numbers"], None)
        worst.append(check_faults(check, name, entry["faults"], faults))
    return worst


def bars(column, real, rows):
    values = column.values
    if values <= 64:
        joined = [rows[code] for code in range(values)]
    elif column.ordered:
        width = -(-values // 64)
        joined = [rows[first:min(first + width, values)].sum() for first in range(0, values, width)]
    else:
        order = sorted(range(values), key=lambda code: (-real[code], code))
        joined = [rows[code] for code in order[:63]] + [sum(rows[code] for code in order[63:])]
    return [int(count) for count in joined] + ([int(rows[values])] if column.missing is not None else [])


def check_marginals(check, tables, found):
    for ways in found["marginals"]:
        number, listed = ways["ways"], ways["marginals"]
        name = f"{number}-way"
        possible = subsets(len(tables.columns), number)
        check.same(f"{name}: possible", ways["possible"], possible)
        check.same(f"{name}: choice", ways["choice"], "all" if len(listed) == possible else "sampled")
        check.same(f"{name}: distinct", len({tuple(one["columns"]) for one in listed}), len(listed))
        distances = check_listed(check, tables, name, listed)
        check.near(f"{name}: mean", ways["mean"], float(np.mean(distances)))
        check.near(f"{name}: sampling", ways["sampling"], float(np.mean([one["sampling"] for one in listed])))
        check_quantiles(check, name, ways["quantiles"], distances)
        worst = sorted(distances, reverse=True)[:10]
        check.same(f"{name}: worst", len(ways["worst"]), len(worst))
        for place, distance in zip(ways["worst"], worst):
            check.near(f"{name}: worst", distances[place], distance)


def check_listed(check, tables, name, listed):
    distances = []
    for one in listed:
        check.same(f"{name}: columns differ", len(set(one["columns"])), len(one["columns"]))
        distance, sampling = tables.distance(one["columns"])
        check.near(f"{name} {one['columns']}", one["distance"], distance)
        check.near(f"{name} {one['columns']}: sampling", one["sampling"], sampling)
        distances.append(distance)
    return distances


def check_dependence(check, tables, found):
    entry, size = found["dependence"], len(tables.columns)
    groups = [tables.groups(place) for place in range(size)]
    check.same("groups", entry["groups"], [int(group.max()) + 1 for group in groups])
    grouped = {side: [groups[place][table.codes[:, place]] for place in range(size)]
               for side, table in (("real", tables.real), ("synthetic", tables.synthetic))}
    differences = []
    for first in range(size):
        for second in range(first, size):
            both = []
            for side, columns in grouped.items():
                if first == second:
                    expected = float(len(np.unique(columns[first])) > 1)
                else:
                    expected = dependence(columns[first], columns[second])
                both.append(expected)
                check.near(f"dependence {first} {second}", entry[side][first][second], expected)
                check.near(f"dependence {second} {first}", entry[side][second][first], expected)
            if first != second:
                differences.append(abs(both[0] - both[1]))
    check.near("dependence: mean difference", entry["mean_difference"], float(np.mean(differences)))


def check_nist(check, tables, found, regression):
    nist = found["nist"]
    distances = check_listed(check, tables, "clustering", nist["clustering"]["marginals"])
    check.same("clustering: repeats", len(distances), 100)
    check.near("clustering", nist["clustering"]["score"], 1e6 * (1 - float(np.mean(distances))))
    squares = []
    for conjunction in nist["classification"]["conjunctions"]:
        logs = []
        for side, table in (("real", tables.real), ("synthetic", tables.synthetic)):
            fits = np.ones(table.rows, bool)
            for condition in conjunction["conditions"]:
                codes, picked = table.codes[:, condition["column"]], condition["picked"]
                if "range" in picked:
                    fits &= (codes >= picked["range"][0]) & (codes <= picked["range"][1])
                else:
                    fits &= np.isin(codes, picked["codes"])
            check.same(f"classification: {side}", conjunction[side], int(fits.sum()))
            logs.append(math.log(max(fits.sum() / table.rows, 1e-6)))
        check.same("classification: a real row", conjunction["real"] > 0, True)
        squares.append((logs[0] - logs[1]) ** 2)
    check.same("classification: repeats", len(squares), 300)
    root = math.sqrt(math.fsum(squares) / len(squares))
    check.near("classification: root", nist["classification"]["root_mean_square"], root)
    check.near("classification", nist["classification"]["score"], 1e6 * max(0.0, 1 + root / math.log(1 / 1000)))
    if regression is None:
        check.same("regression", nist["regression"], None)
    else:
        check_regression(check, tables, nist["regression"], regression)


def check_regression(check, tables, found, names):
    places = [next(place for place, column in enumerate(tables.columns) if column.name == name) for name in names]
    city, sex, income = (tables.columns[place] for place in places)
    figures = []
    for table in (tables.real, tables.synthetic):
        frame = pd.DataFrame({"city": table.codes[:, places[0]], "sex": table.codes[:, places[1]],
                              "income": table.numbers[places[2]]})
        frame = frame[frame.income.notna() & (frame.sex < 2)]
        cities = {}
        for code, group in frame.groupby("city"):
            x = np.sort(group.income.to_numpy())
            n, total = len(x), math.fsum(x)
            # Half the mean difference of all pairs, over the mean.
            pairs = 2 * math.fsum(x * np.arange(1, n + 1)) - (n + 1) * total
            pay = [math.fsum(part) / max(1, len(part)) for part in
                   (group.income[group.sex == 0], group.income[group.sex == 1])]
            cities[code] = (pairs / (n * total) if total > 0 else 0.0, pay[0] - pay[1])
        order = sorted(cities, key=lambda code: (-cities[code][1], code))
        figures.append({code: (*cities[code], order.index(code)) for code in cities})
    real, synthetic = figures
    check.same("regression: cities", len(found["cities"]), len(real))
    terms = []
    for entry, code in zip(found["cities"], sorted(real)):
        label = "(missing)" if code == city.values else city.labels[code]
        check.same("regression: city", entry["label"], label)
        for index, key in enumerate(("gini", "gap", "rank")):
            check.near(f"{label}: real {key}", entry[f"real_{key}"], real[code][index])
            check.near(f"{label}: synthetic {key}", entry[f"synthetic_{key}"], synthetic.get(code, [None] * 3)[index])
        if code in synthetic:
            apart = [abs(a - b) for a, b in zip(real[code], synthetic[code])]
            terms.append((max(0.0, 1 - apart[0]) ** 2, max(0.0, 1 - apart[2] / max(1, len(real) - 1)) ** 2))
        else:
            terms.append((0.0, 0.0))
    components = [math.sqrt(math.fsum(term[part] for term in terms) / len(terms)) for part in (0, 1)]
    check.near("regression: Gini", found["gini_component"], components[0])
    check.near("regression: ranks", found["rank_component"], components[1])
    check.near("regression", found["score"], 1e6 * sum(components) / 2)


def check_neighbours(check, tables, found):
    """Exact matches always; distances where none was left out."""
    reference = tables.real.codes
    known = {row.tobytes() for row in reference}
    for side, table in (("synthetic", tables.synthetic), ("real", tables.held_out)):
        entry = found["neighbours"][side]
        matches = sum(row.tobytes() in known for row in table.codes)
        check.same(f"neighbours of {side}: looked up", entry["looked_up"], table.rows)
        check.near(f"neighbours of {side}: matches", entry["exact_matches"], matches / table.rows)
        if entry["rows"] == table.rows:
            nearest = [(reference != row).sum(1).min() / reference.shape[1] for row in table.codes]
            check.near(f"neighbours of {side}: mean", entry["mean"], math.fsum(nearest) / len(nearest))
            check_quantiles(check, f"neighbours of {side}", entry["quantiles"], nearest)
    held_out = found["neighbours"]["held_out"]["file"]
    check.same("neighbours: held out", held_out["rows"], tables.held_out.rows)
    check.same("neighbours: reference", found["neighbours"]["reference_rows"], tables.real.rows)


def evaluate(args, folder, columns, evaluation, rows):
    """Runs the program on the first rows of each table, or on all, and compares."""
    paths = {}
    for name in ("real", "synthetic", "held_out"):
        paths[name] = folder / f"{name}.csv"
        if rows is not None:
            paths[name] = folder / f"{name}-{rows[name]}.csv"
            frame = pd.read_csv(folder / f"{name}.csv", dtype=str, keep_default_na=False, nrows=rows[name])
            frame.to_csv(paths[name], index=False)
    output = folder / f"{'all' if rows is None else 'few'}.json"
    subprocess.run([args.privet, "evaluate", "--spec", folder / "spec.ron", "--real", paths["real"], "--synthetic",
                    paths["synthetic"], "--held-out", paths["held_out"], "--json", output, "--ways", "3,4,6", "--count",
                    str(args.count), "--quiet"], check=True, stdout=subprocess.DEVNULL)
    found = json.loads(output.read_text(), object_pairs_hook=Found)
    tables = Tables(columns, *(Encoded(columns, paths[name]) for name in ("real", "synthetic", "held_out")))
    check = Check()
    check.same("format", (found["privet_evaluation"], found["differentially_private"]), (1, False))
    for side, table in (("real", tables.real), ("synthetic", tables.synthetic)):
        entry = found["run"][side]
        check.same(f"{side}: rows", (entry["rows"], entry["dropped"]), (table.rows, 0))
    check.same("seed", found["run"]["seed"], 7)
    worst = check_columns(check, tables, found)
    check_marginals(check, tables, found)
    check_verdict(check, found, worst)
    check_worst(check, tables, found, worst)
    check_dependence(check, tables, found)
    check_nist(check, tables, found, regression_columns(evaluation))
    check_neighbours(check, tables, found)
    check_targets(check, tables, found, evaluation)
    # Of more rows models are trained on some, and nearest rows looked for by some, which only the program knows.
    passed_over = {f"neighbours.{side}.{figure}" for side in ("synthetic", "real") for figure in ("mean", "quantiles")
                   if found["neighbours"][side]["rows"] < found["neighbours"][side]["looked_up"]}
    if rows is not None and HAS_MODELS:
        check_learning(check, tables, found)
    else:
        passed_over |= {f"learning.targets[].{part}" 
                        for part in ("features", "majority", "real", "synthetic", "risk_gap")}
    check.same("figures that nothing looked at", sorted(unread(found, "", passed_over)), [])
    return check


def regression_columns(evaluation):
    if "regression" not in (evaluation or ""):
        return None
    part = evaluation.split("regression: (")[1]
    return [part.split(f'{field}: "')[1].split('"')[0] for field in ("city", "sex", "income")]


def prepare(args, name, folder, columns, evaluation):
    """Writes the spec and the three tables."""
    (folder / "spec.ron").write_text(spec(columns, evaluation))
    if name == MADE_UP:
        for seed, side in enumerate(ROWS):
            made_up_table(side, seed).to_csv(folder / f"{side}.csv", index=False)
        return
    frame = pd.read_csv(f"{args.data}/{name}.csv.gz", dtype=str, keep_default_na=False)
    apart = np.random.default_rng(1).random(len(frame)) < 0.1
    frame[~apart].to_csv(folder / "real.csv", index=False)
    frame[apart].to_csv(folder / "held_out.csv", index=False)
    subprocess.run([args.privet, "release", folder / "spec.ron", "--data", folder / "real.csv", "--out",
                    folder / "release", "--quiet"], check=True, stdout=subprocess.DEVNULL)
    (folder / "release" / "synthetic.csv").rename(folder / "synthetic.csv")


def main():
    tables = {MADE_UP: (lambda _: made_up_columns(), None), **TABLES}
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", help="folder with NAME.csv.gz and NAME.domain.json")
    parser.add_argument("--privet", default=str(HERE.parent.parent / "target" / "release" / "privet"))
    parser.add_argument("--tables", nargs="+", default=list(tables), choices=list(tables))
    parser.add_argument("--count", type=int, default=100, help="marginals of each number of columns")
    args = parser.parse_args()
    if args.data is None and args.tables != [MADE_UP]:
        parser.error(f"give --data FOLDER, or --tables {MADE_UP}")
    if not HAS_MODELS:
        print("scikit-learn is not installed: models are not compared")
    failed = False
    for name in args.tables:
        make, evaluation = tables[name]
        columns = make(args.data)
        with tempfile.TemporaryDirectory() as folder:
            folder = pathlib.Path(folder)
            prepare(args, name, folder, columns, evaluation)
            for label, rows in (("whole", None), ("few rows", {"real": 4000, "synthetic": 1000, "held_out": 900})):
                check = evaluate(args, folder, columns, evaluation, rows)
                print(f"{name}, {label}: {check.count} figures, largest difference {check.largest:.1e}, "
                      f"{len(check.failed)} failed", flush=True)
                for line in check.failed[:20]:
                    print(f"  {line}")
                failed = failed or bool(check.failed)
    raise SystemExit(1 if failed else 0)


main()
