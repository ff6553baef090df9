#!/usr/bin/env python3
"""The tables of README.md, from the CSV files of the studies: python3 tests/studies/tables.py [FOLDER]."""
import csv
import pathlib
import sys

EPSILONS = ["0.05", "0.1", "0.2", "0.4", "0.8", "1.6"]
MARKOV_EPSILONS = ["0.1", "0.2", "0.4", "0.8", "1.6", "3.2"]


def read(name):
    path = pathlib.Path(FOLDER) / f"{name}.csv"
    with open(path, newline="") as file:
        return list(csv.DictReader(file))


def where(rows, /, **values):
    return [row for row in rows if all(row[key] == value for key, value in values.items())]


def cell(rows, key, digits, /, **values):
    """One figure, or nothing where it was not measured."""
    found = where(rows, **values)
    return f"{float(found[0][key]):.{digits}f}" if found else ""


def ranged(rows, key, digits, /, **values):
    """A mean with its least and largest, where they differ."""
    found = where(rows, **values)
    if not found:
        return ""
    mean, least, most = (f"{float(found[0][column]):.{digits}f}" for column in (key, "least", "most"))
    return mean if least == most else f"{mean} ({least}–{most})"


def line(*cells):
    print("| " + " | ".join(str(cell) for cell in cells) + " |")


def header(*cells):
    line(*cells)
    print("|" + "---|" * len(cells))


def runs(rows):
    """How often the figures of a line were measured: the least and the most."""
    numbers = sorted({int(row["runs"]) for row in rows})
    return "" if not numbers else str(numbers[0]) if len(numbers) == 1 else f"{numbers[0]}–{numbers[-1]}"


def scores():
    rows = read("score_functions")
    header("table, k", "score", *[f"ε = {epsilon}" for epsilon in EPSILONS], "runs")
    for table, degree in unique(rows, "table", "degree"):
        for score in unique(where(rows, table=table, degree=degree), "score"):
            key = dict(table=table, degree=degree, score=score[0])
            line(f"{table}, {degree}", score[0],
                 *[ranged(rows, "mean_bits", 2, epsilon=epsilon, **key) for epsilon in EPSILONS],
                 runs(where(rows, **key)))


def theta():
    rows = read("theta")
    thetas = sorted({row["theta"] for row in rows}, key=float)
    header("table", "ε", *[f"θ = {theta}" for theta in thetas], "runs")
    for table, epsilon in unique(rows, "table", "epsilon"):
        key = dict(table=table, epsilon=epsilon)
        cells = [f'{ranged(rows, "mean_tvd", 3, theta=theta, **key)}, k = {cell(rows, "mean_degree", 0, theta=theta, **key)}'
                 if where(rows, theta=theta, **key) else "" for theta in thetas]
        line(table, epsilon, *cells, runs(where(rows, **key)))


def marginals(name="marginals", epsilons=EPSILONS, digits=3):
    rows = read(name)
    header("", "mechanism", *[f"ε = {epsilon}" for epsilon in epsilons], "runs")
    for table, way in unique(rows, "table", "way"):
        for mechanism in unique(where(rows, table=table, way=way), "mechanism"):
            key = dict(table=table, way=way, mechanism=mechanism[0])
            line(f"{table}, {way}-way", mechanism[0],
                 *[ranged(rows, "mean_tvd", digits, epsilon=epsilon, **key) for epsilon in epsilons],
                 runs(where(rows, **key)))


def svm():
    rows = read("svm")
    header("", "target", "mechanism", *[f"ε = {epsilon}" for epsilon in EPSILONS], "runs")
    for table, target, mechanism in unique(rows, "table", "target", "mechanism"):
        key = dict(table=table, target=target, mechanism=mechanism)
        line(table, target, mechanism, *[ranged(rows, "misclassified", 3, epsilon=epsilon, **key) for epsilon in EPSILONS],
             runs(where(rows, **key)))


def pearson():
    rows = read("pearson")
    for part, along in [("beta", "beta"), ("budget", "budget")]:
        some = where(rows, part=part, pair="1-2")
        values = sorted({row[along] for row in some}, key=float)
        fixed = "budget" if part == "beta" else "beta"
        header("data", "degree", fixed, "pair 1-2", *[f"{along} {value}" for value in values], "runs")
        for data, degree, other in unique(some, "data", "degree", fixed):
            key = {"data": data, "degree": degree, fixed: other}
            for figure in ["power", "power_r", "wrong_sign", "constant_columns"]:
                line(data, degree, other, figure,
                     *[cell(some, figure, 2, **{along: value}, **key) for value in values], runs(where(some, **key)))


def spearman():
    rows = read("spearman")
    header("data", "budget", "power", "without simulation", "runs")
    for row in rows:
        line(row["data"], row["budget"], row["power"], row["expected"], row["runs"])


def scaling():
    rows = read("scaling")
    degrees = sorted({row["degree"] for row in rows})
    header("table", "rows", "score", *[f"k = {degree}" for degree in degrees], "runs")
    for table, number, score in unique(rows, "table", "rows", "score"):
        key = {"table": table, "rows": number, "score": score}
        line(table, number, score, *[cell(rows, "seconds", 2, degree=degree, **key) for degree in degrees],
             runs(where(rows, **key)))


def networks():
    rows = read("networks")
    header("degree", "α", "edges of the greedy network", "the same network", "runs")
    for row in rows:
        line(row["degree"], row["budget"], ranged([row], "edges_kept", 2), row["the_same"], row["runs"])


def nist():
    rows = read("nist")
    epsilons = [epsilon for (epsilon,) in unique(rows, "epsilon")]
    header("score", "sampling", *[f"ε = {epsilon}" for epsilon in epsilons], "runs")
    for score, sampling in sorted(unique(rows, "score", "sampling")):
        key = dict(score=score, sampling=sampling)
        line(score, sampling, *[ranged(rows, "mean", 0, epsilon=epsilon, **key) for epsilon in epsilons],
             runs(where(rows, **key)))


def markov_sweeps():
    rows = read("markov_sweeps")
    epsilons = [epsilon for (epsilon,) in unique(rows, "epsilon")]
    header("", "value", *[f"{task}, ε = {epsilon}" for task in ("5-way", "svm") for epsilon in epsilons], "runs")
    for parameter, value in unique(rows, "parameter", "value"):
        key = dict(parameter=parameter, value=value)
        line(parameter, value, *[ranged(rows, "mean", 4, task=task, epsilon=epsilon, **key)
                                 for task in ("5-way", "svm") for epsilon in epsilons], runs(where(rows, **key)))


def markov_marginals():
    marginals("markov_marginals", MARKOV_EPSILONS, digits=4)


def markov_svm():
    rows = read("markov_svm")
    header("", "mechanism", *[f"ε = {epsilon}" for epsilon in MARKOV_EPSILONS], "runs")
    for table, mechanism in unique(rows, "table", "mechanism"):
        key = dict(table=table, mechanism=mechanism)
        line(table, mechanism, *[ranged(rows, "misclassified", 3, epsilon=epsilon, **key) for epsilon in MARKOV_EPSILONS],
             runs(where(rows, **key)))


def switches(name):
    rows = read(name)
    epsilons = ["0.2", "0.8", "3.2"]
    columns = [(table, epsilon) for (table,) in unique(rows, "table") for epsilon in epsilons]
    header("", *[f"{table}, {epsilon}" for table, epsilon in columns], "runs")
    for (switch,) in unique(rows, "switch"):
        line(switch, *[cell(rows, "mean_tvd", 4, switch=switch, table=table, epsilon=epsilon)
                       for table, epsilon in columns], runs(where(rows, switch=switch)))


def markov_switches():
    switches("markov_switches")


def bayes_switches():
    switches("bayes_switches")


def digits():
    rows = read("digits")
    epsilons = ["0.2", "0.8", "1.6"]
    header("", *[f"ε = {epsilon}" for epsilon in epsilons], "runs")
    for table, encoding in unique(rows, "table", "encoding"):
        key = dict(table=table, encoding=encoding)
        line(f"{table}, {encoding}", *[ranged(rows, "mean_tvd", 3, epsilon=epsilon, **key) for epsilon in epsilons],
             runs(where(rows, **key)))


def unique(rows, *keys):
    return list(dict.fromkeys(tuple(row[key] for key in keys) for row in rows))


FOLDER = sys.argv[1] if len(sys.argv) > 1 else pathlib.Path(__file__).resolve().parent / "results"
for study in [scores, theta, marginals, svm, networks, pearson, spearman, scaling, nist, markov_sweeps, markov_marginals,
              markov_svm, markov_switches, bayes_switches, digits]:
    print(f"\n## {study.__name__}\n")
    try:
        study()
    except FileNotFoundError:
        print("not measured")
