#!/usr/bin/env python3
"""Computes the figures of `privet evaluate` again with numpy and pandas, and compares every one.

  cargo build --release -p privet
  python3 tests/evaluate/check.py --data FOLDER                  (needs numpy and pandas; scikit-learn for models)

FOLDER holds NAME.csv.gz and NAME.domain.json of public benchmark tables. For each, a tenth of the rows is set apart,
the rest is released, and the synthetic table compared with it; then the first rows of all three, few enough that
nothing is sampled, so that nearest rows and models can be done again as well. Figures must agree within 1e-12 (of
the figure, where it is above 1). Models come from another optimiser: areas under the curve within 0.005.
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

HERE = pathlib.Path(__file__).resolve().parent
LEVELS = [0, 0.01, 0.05, 0.25, 0.5, 0.75, 0.95, 0.99, 1]
TOLERANCE = 1e-12


class Check:
    """Counts comparisons and remembers the largest difference."""

    def __init__(self):
        self.count, self.largest, self.failed = 0, 0.0, []

    def same(self, name, actual, expected):
        self.count += 1
        if actual != expected:
            self.failed.append(f"{name}: {actual} is not {expected}")

    def near(self, name, actual, expected, tolerance=TOLERANCE):
        self.count += 1
        if actual is None or expected is None or math.isnan(expected):
            off = 0.0 if actual is None and expected is None else math.inf
        else:
            off = abs(actual - expected) / max(1.0, abs(expected))
        if tolerance == TOLERANCE:
            self.largest = max(self.largest, off)
        if off > tolerance:
            self.failed.append(f"{name}: {actual} is not {expected}, off by {off:.2e}")


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

    def groups(self, place):
        """The group of each code: wide columns have at most 32, and one for missing values."""
        column = self.columns[place]
        if column.size <= 32:
            return np.arange(column.size)
        rows = np.bincount(self.real.codes[:, place], minlength=column.size)[:column.values]
        if column.ordered:
            before = np.concatenate([[0], np.cumsum(rows)[:-1]])
            cut = np.minimum(before * 32 // max(1, rows.sum()), 31)
            group = np.unique(cut, return_inverse=True)[1]
        else:
            order = sorted(range(column.values), key=lambda code: (-rows[code], code))
            group = np.full(column.values, 31)
            group[order[:31]] = np.arange(31)
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


def quantile(figures, level):
    return float(np.quantile(np.asarray(figures, dtype=float), level, method="inverted_cdf"))


def check_quantiles(check, name, found, figures):
    check.same(f"{name} levels", [one["level"] for one in found], LEVELS)
    for one in found:
        check.near(f"{name} at {one['level']}", one["distance"], quantile(figures, one["level"]))


def check_columns(check, tables, found):
    for place, (column, entry) in enumerate(zip(tables.columns, found["columns"], strict=True)):
        name = column.name
        check.same(f"{name}: name", entry["name"], name)
        check.same(f"{name}: kind", entry["kind"], "numeric" if column.ordered else "categorical")
        check.same(f"{name}: size", entry["size"], column.size)
        distance, sampling = tables.distance([place])
        check.near(f"{name}: distance", entry["distance"], distance)
        check.near(f"{name}: sampling", entry["sampling"], sampling)
        histograms = [np.bincount(table.codes[:, place], minlength=column.size)
                      for table in (tables.real, tables.synthetic)]
        for side, rows in zip(("real", "synthetic"), histograms):
            check.same(f"{name}: bars of {side}", [bar[side] for bar in entry["bars"]], bars(column, histograms[0], rows))
        if column.ordered:
            check_numbers(check, name, entry["numbers"], tables.real.numbers[place], tables.synthetic.numbers[place])
        else:
            check.same(f"{name}: numbers", entry["numbers"], None)


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


def check_numbers(check, name, found, real, synthetic):
    values = [numbers[~np.isnan(numbers)] for numbers in (real, synthetic)]
    for side, numbers, all_of in zip(("real", "synthetic"), values, (real, synthetic)):
        entry = found[side]
        mean = math.fsum(numbers) / len(numbers)
        check.same(f"{name}: values of {side}", (entry["values"], entry["missing"]),
                   (len(numbers), len(all_of) - len(numbers)))
        check.near(f"{name}: mean of {side}", entry["mean"], mean)
        deviation = math.sqrt(math.fsum((numbers - mean) ** 2) / len(numbers))
        check.near(f"{name}: deviation of {side}", entry["deviation"], deviation)
    check.same(f"{name}: levels", [one["level"] for one in found["quantiles"]], LEVELS)
    for one in found["quantiles"]:
        for side, numbers in zip(("real", "synthetic"), values):
            check.near(f"{name}: {side} at {one['level']}", one[side], quantile(numbers, one["level"]))
    grid = np.unique(np.concatenate(values))
    reached = [np.searchsorted(np.sort(numbers), grid, side="right") / len(numbers) for numbers in values]
    check.near(f"{name}: Kolmogorov–Smirnov", found["kolmogorov_smirnov"], float(np.max(np.abs(reached[0] - reached[1]))))


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


def check_learning(check, tables, found):
    """The same question, the same rows, scikit-learn's optimiser."""
    try:
        from sklearn.linear_model import LogisticRegression
        from sklearn.metrics import roc_auc_score
    except ImportError:
        print("  models: scikit-learn is not installed, not compared")
        return
    for target in found["learning"]["targets"]:
        place = target["column"]
        column = tables.columns[place]
        rows = np.bincount(tables.real.codes[:, place], minlength=column.size)
        if column.ordered:
            reached = np.cumsum(rows[:column.values])
            median = int(np.argmax(2 * reached >= reached[-1]))
            above = [code for code in range(median + 1, column.values) if rows[code] > 0]
            least = above[0] if above else median
            answer = lambda codes: (codes >= least) & (codes < column.values)
        else:
            answer = lambda codes: codes == int(np.argmax(rows))
        others = [other for other in range(len(tables.columns)) if other != place]
        groups = [tables.groups(other) for other in others]
        design = lambda table: np.concatenate([np.eye(group.max() + 1)[group[table.codes[:, other]]]
                                               for other, group in zip(others, groups)], axis=1)
        test, truth = design(tables.held_out), answer(tables.held_out.codes[:, place])
        check.same(f"{column.name}: features", target["features"], test.shape[1])
        check.same(f"{column.name}: test rows", target["test_rows"], len(truth))
        majority = 2 * answer(tables.real.codes[:, place]).sum() > tables.real.rows
        check.near(f"{column.name}: majority", target["majority"], float(np.mean(truth == majority)))
        for side, table in (("real", tables.real), ("synthetic", tables.synthetic)):
            check.same(f"{column.name}: {side} rows", target[f"{side}_training_rows"], table.rows)
            model = LogisticRegression(C=1.0, max_iter=5000, tol=1e-6)
            model.fit(design(table), answer(table.codes[:, place]))
            area = roc_auc_score(truth, model.decision_function(test))
            print(f"  {column.name} from {side} rows: area {target[side]['auc']:.4f}, scikit-learn {area:.4f}")
            check.near(f"{column.name}: {side} area", target[side]["auc"], area, tolerance=0.005)
            accuracy = float(np.mean(model.predict(test) == truth))
            check.near(f"{column.name}: {side} accuracy", target[side]["accuracy"], accuracy, tolerance=0.02)


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
    found = json.loads(output.read_text())
    tables = Tables(columns, *(Encoded(columns, paths[name]) for name in ("real", "synthetic", "held_out")))
    check = Check()
    check.same("not private", found["differentially_private"], False)
    check.same("rows", (found["run"]["real"]["rows"], found["run"]["synthetic"]["rows"]),
               (tables.real.rows, tables.synthetic.rows))
    check_columns(check, tables, found)
    check_marginals(check, tables, found)
    check_dependence(check, tables, found)
    check_nist(check, tables, found, regression_columns(evaluation))
    check_neighbours(check, tables, found)
    if rows is not None:
        check_learning(check, tables, found)
    return check


def regression_columns(evaluation):
    if "regression" not in evaluation:
        return None
    part = evaluation.split("regression: (")[1]
    return [part.split(f'{field}: "')[1].split('"')[0] for field in ("city", "sex", "income")]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", required=True, help="folder with NAME.csv.gz and NAME.domain.json")
    parser.add_argument("--privet", default=str(HERE.parent.parent / "target" / "release" / "privet"))
    parser.add_argument("--tables", nargs="+", default=list(TABLES))
    parser.add_argument("--count", type=int, default=100, help="marginals of each number of columns")
    args = parser.parse_args()
    failed = False
    for name in args.tables:
        make, evaluation = TABLES[name]
        columns = make(args.data)
        with tempfile.TemporaryDirectory() as folder:
            folder = pathlib.Path(folder)
            frame = pd.read_csv(f"{args.data}/{name}.csv.gz", dtype=str, keep_default_na=False)
            apart = np.random.default_rng(1).random(len(frame)) < 0.1
            frame[~apart].to_csv(folder / "real.csv", index=False)
            frame[apart].to_csv(folder / "held_out.csv", index=False)
            (folder / "spec.ron").write_text(spec(columns, evaluation))
            subprocess.run([args.privet, "release", folder / "spec.ron", "--data", folder / "real.csv", "--out",
                            folder / "release", "--quiet"], check=True, stdout=subprocess.DEVNULL)
            (folder / "release" / "synthetic.csv").rename(folder / "synthetic.csv")
            for label, rows in (("whole", None), ("few rows", {"real": 4000, "synthetic": 1000, "held_out": 900})):
                check = evaluate(args, folder, columns, evaluation, rows)
                print(f"{name}, {label}: {check.count} figures, largest difference {check.largest:.1e}, "
                      f"{len(check.failed)} failed", flush=True)
                for line in check.failed[:20]:
                    print(f"  {line}")
                failed = failed or bool(check.failed)
    raise SystemExit(1 if failed else 0)


main()
