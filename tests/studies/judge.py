#!/usr/bin/env python3
"""Programs and mechanisms side by side, table by table: one-, two- and three-way distance, and what a model trained on the
synthetic rows loses.

  python3 tests/studies/kinds.py --out /tmp/kinds
  python3 tests/studies/judge.py --data /tmp/kinds --out FOLDER --label new --mechanism 'PrivMrf()'
  python3 tests/studies/judge.py --data /tmp/kinds --out FOLDER --label old --seeded OLD --mechanism 'PrivMrf()'
  python3 tests/studies/judge.py --data /tmp/kinds --out FOLDER --compare new old
  python3 tests/studies/judge.py --data /tmp/kinds --out FOLDER --label new --epsilons 0.1 0.2 0.4 0.8 1.6 3.2
  python3 tests/studies/judge.py --data /tmp/kinds --out FOLDER --steps new

Each release of a cell (table, epsilon) adds a line to FOLDER/judge.csv; `--compare` prints the ratio of the means with its
standard error, and the geometric mean over all cells; `--steps` the same for each epsilon and the next one, where a ratio
above 1 means that more budget was worse. Distances are total variation, the mean over all columns, and over
300 seeded pairs and triples; the loss is the area under the curve of logistic regression on four fifths of the real rows
less that on all synthetic ones, tested on the other fifth, for tables with a target. The release has seen all rows, also
those that are tested.
"""
import csv
import itertools
import math
import pathlib
import resource
import subprocess
import tempfile

import numpy as np
import pandas as pd

from study import Table, arguments, cells, gaussian_spec, summary
import kinds

FIGURES = ["one", "two", "three", "loss", "seconds"]
BENCHMARKS = {name: ["0.2", "0.8", "3.2"] for name in ["nltcs", "acs", "br2000", "adult-pgm"]}
EPSILONS = {**BENCHMARKS, **kinds.EPSILONS}


def marginals(attributes, ways, count=300, seed=7):
    """Distinct sets of so many columns; all of them where there are no more than `count`."""
    if math.comb(attributes, ways) <= count or ways == 1:
        return list(itertools.combinations(range(attributes), ways))
    rng, seen = np.random.default_rng([seed, ways]), set()
    while len(seen) < count:
        seen.add(tuple(sorted(rng.choice(attributes, size=ways, replace=False).tolist())))
    return sorted(seen)


def distance(one, other, sizes):
    """Total variation distance of two sets of rows over the same columns."""
    one, other = cells(one, sizes), cells(other, sizes)
    if math.prod(sizes) <= 4_000_000:
        one, other = (np.bincount(rows, minlength=math.prod(sizes)) / len(rows) for rows in (one, other))
        return 0.5 * float(np.abs(one - other).sum())
    keys, places = np.unique(np.concatenate([one, other]), return_inverse=True)
    shares = [np.bincount(part, minlength=len(keys)) / len(part) for part in (places[:len(one)], places[len(one):])]
    return 0.5 * float(np.abs(shares[0] - shares[1]).sum())


def mean_distance(table, synthetic, ways):
    found = []
    for columns in marginals(len(table.names), ways):
        sizes = [table.sizes[column] for column in columns]
        found.append(distance(table.codes[:, columns], synthetic[:, columns], sizes))
    return float(np.mean(found))


def trained_loss(table, synthetic):
    """AUC on a fifth of the real rows: trained on the others, less trained on synthetic rows."""
    target = kinds.TARGETS.get(table.name)
    if target is None:
        return math.nan
    from sklearn.linear_model import LogisticRegression
    from sklearn.metrics import roc_auc_score
    from sklearn.pipeline import make_pipeline
    from sklearn.preprocessing import StandardScaler
    place = table.names.index(target)
    order = np.random.default_rng(5).permutation(len(table.codes))
    test, train = table.codes[order[::5]], table.codes[np.setdiff1d(order, order[::5])]

    def area(rows):
        if len(np.unique(rows[:, place])) < 2:
            return 0.5
        model = make_pipeline(StandardScaler(), LogisticRegression(max_iter=200))
        model.fit(np.delete(rows, place, 1), rows[:, place])
        return roc_auc_score(test[:, place], model.predict_proba(np.delete(test, place, 1))[:, 1])

    return area(train) - area(synthetic)


def release(args, table, epsilon, seed):
    """One release's synthetic rows, and its processor seconds."""
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        out = folder / "release" / "synthetic.csv"
        if args.command:
            words = [word.format(data=table.path, domain=table.path.replace(".csv.gz", ".domain.json"),
                                 epsilon=epsilon, out=out) for word in args.command.split()]
            out.parent.mkdir()
        else:
            (folder / "spec.ron").write_text(gaussian_spec(table, float(epsilon), args.mechanism))
            words = [args.seeded, folder / "spec.ron", table.path, out.parent, str(seed)]
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        done = subprocess.run(words, capture_output=True, text=True)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        if done.returncode != 0:
            raise SystemExit(done.stderr)
        seconds = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
        return table.read(out), seconds


def read(path):
    return pd.read_csv(path, dtype={"epsilon": str}) if path.exists() else pd.DataFrame(
        columns=["table", "epsilon", "label", *FIGURES])


def judge(args, path):
    for name in args.tables:
        table = Table(args.data, name)
        for epsilon in args.epsilons or EPSILONS[name]:
            found = read(path)
            same = (found.table == name) & (found.epsilon == epsilon) & (found.label == args.label)
            for number in range(int(same.sum()), args.runs):
                synthetic, seconds = release(args, table, epsilon, args.seed + number)
                figures = [mean_distance(table, synthetic, ways) for ways in (1, 2, 3)]
                row = [name, epsilon, args.label, *figures, trained_loss(table, synthetic), seconds]
                new = not path.exists()
                with open(path, "a", newline="") as file:
                    writer = csv.writer(file, lineterminator="\n")
                    if new:
                        writer.writerow(["table", "epsilon", "label", *FIGURES])
                    writer.writerow([f"{value:.6g}" if isinstance(value, float) else value for value in row])
                print(*(f"{value:.5g}" if isinstance(value, float) else value for value in row), flush=True)


def ratio_of_means(one, other):
    """The ratio with its standard error, for two sets of releases that share nothing."""
    (one_mean, one_spread), (other_mean, other_spread) = (summary(side)[:2] for side in (one, other))
    ratio = one_mean / other_mean
    return ratio, abs(ratio) * math.hypot(one_spread / one_mean / math.sqrt(len(one)),
                                          other_spread / other_mean / math.sqrt(len(other)))


def steps(args, path):
    """Whether more budget was ever worse: each distance at an epsilon against that at the one before."""
    found = read(path)
    found = found[found.label == args.steps]
    releases = found.groupby(["table", "epsilon"]).size()
    if len(releases) == 0 or releases.min() < 2:
        raise SystemExit(f"{path} does not have two releases of each cell that are called {args.steps}")
    distances = FIGURES[:3]
    beyond = []
    print("| table | step | releases | " + " | ".join(distances) + " |")
    print("|---|---|---|" + "---|" * len(distances))
    for table, group in found.groupby("table", sort=False):
        budgets = sorted(group.epsilon.unique(), key=float)
        for less, more in itertools.pairwise(budgets):
            sides = [group[group.epsilon == epsilon] for epsilon in (more, less)]
            ratios = [ratio_of_means(*(side[figure] for side in sides)) for figure in distances]
            beyond += [((ratio - 1) / error, table, f"{less} to {more}", figure)
                       for figure, (ratio, error) in zip(distances, ratios)]
            line = " | ".join(f"{ratio:.3f} ± {error:.3f}" for ratio, error in ratios)
            print(f"| {table} | {less} to {more} | {len(sides[1])}, {len(sides[0])} | {line} |")
    worse = sorted((step for step in beyond if step[0] > 0), reverse=True)
    print(f"\n{len(worse)} of {len(beyond)} ratios are above 1" + (", farthest, in standard errors:" if worse else "."))
    for errors, table, step, figure in worse[:10]:
        print(f"  {errors:.1f}  {table} {step} {figure}")


def compare(args, path):
    found = read(path)
    new, old = args.compare
    logs = {figure: [] for figure in FIGURES}
    print("| table | ε | releases | " + " | ".join(f"{figure}: {new} / {old}" for figure in FIGURES) + " |")
    print("|---|---|---|" + "---|" * len(FIGURES))
    for (table, epsilon), group in found.groupby(["table", "epsilon"], sort=False):
        sides = [group[group.label == label] for label in (new, old)]
        if min(map(len, sides)) == 0:
            continue
        line = []
        for figure in FIGURES:
            one, other = (side[figure].mean() for side in sides)
            if math.isnan(one) or other == 0:
                line.append("–")
                continue
            ratio, error = ratio_of_means(*(side[figure] for side in sides))
            if ratio > 0:
                logs[figure].append(math.log(ratio))
            line.append(f"{one:.4g} / {other:.4g} = {ratio:.3f} ± {error:.3f}")
        print(f"| {table} | {epsilon} | {len(sides[0])}, {len(sides[1])} | " + " | ".join(line) + " |")
    means = [f"{math.exp(np.mean(values)):.3f}" if values else "–" for values in logs.values()]
    print("| geometric mean | | | " + " | ".join(means) + " |")


def main():
    parser = arguments(__doc__, 5)
    parser.add_argument("--label", default="new", help="what the lines are called")
    parser.add_argument("--mechanism", default="PrivMrf()")
    parser.add_argument("--command", help="another program, with {data}, {domain}, {epsilon} and {out}")
    parser.add_argument("--tables", nargs="+", default=list(kinds.EPSILONS))
    parser.add_argument("--epsilons", nargs="+")
    parser.add_argument("--compare", nargs=2, metavar=("NEW", "OLD"))
    parser.add_argument("--steps", metavar="LABEL", help="whether more budget was ever worse")
    args = parser.parse_args()
    path = pathlib.Path(args.out) / "judge.csv"
    path.parent.mkdir(parents=True, exist_ok=True)
    if args.compare:
        compare(args, path)
    elif args.steps:
        steps(args, path)
    else:
        judge(args, path)


if __name__ == "__main__":
    main()
