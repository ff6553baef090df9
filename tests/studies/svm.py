#!/usr/bin/env python3
"""Four support vector machines from one synthetic table (Zhang, Figure 5).

  python3 tests/studies/svm.py --data FOLDER --out FOLDER          (needs scikit-learn and scipy)

80 % of the rows are released, by `PrivBayesPure` (θ = 4) at ε; four linear SVMs (hinge loss, C = 1, attributes as
indicators) are trained on the synthetic rows, and their misclassification measured on the other 20 %. Beside:
- no privacy: trained on the real rows;
- majority: the more frequent label, by a noisy count, at ε/4 each;
- PrivateERM: objective perturbation (Chaudhuri, Monteleoni and Sarwate 2011, Algorithm 2) with the Huber loss, at
  ε/4 each, and at ε each as "single". Its λ is not in Zhang's text; here 1e-4 for both tables.
"""
import itertools
import tempfile
import warnings

import numpy as np
import pandas as pd
from scipy import sparse
from scipy.optimize import minimize
from sklearn.exceptions import ConvergenceWarning
from sklearn.svm import LinearSVC

from machines import indicators, misclassified
from study import (EPSILONS, SPREAD, Results, Table, arguments, figure, generator, points, pure_spec, releases,
                   summary)

POST_SECONDARY = {"Assoc-acdm", "Assoc-voc", "Bachelors", "Doctorate", "Masters", "Prof-school",
                  "Some-college"}
TARGETS = {
    "adult": [("sex", {"Female"}), ("education", POST_SECONDARY), ("income", {">50K"}),
              ("marital-status", {"Never-married"})],
    "nltcs": [("getting about outside", {1}), ("managing money", {1}), ("bathing", {1}),
              ("traveling", {1})],
}
# Attributes that say the same as a target.
TWINS = {"education": ["education-num"]}
NO_PRIVACY = "no privacy"
MEAN = "mean of the four"
REGULARISATION = 1e-4
HUBER = 0.5

# On adult the solver stops at its limit of iterations; from 100 to 300 of them misclassification moves by 0.001.
warnings.filterwarnings("ignore", category=ConvergenceWarning)


class Task:
    """One label, ±1, and the other attributes as indicators."""

    def __init__(self, table, target, positive):
        self.table = table
        self.column = table.names.index(target)
        values = table.domain["attributes"][self.column].get("values")
        self.codes = [code for code in range(table.sizes[self.column])
                      if (code in positive if isinstance(next(iter(positive)), int)
                          else values[code] in positive)]
        left_out = [target, *TWINS.get(target, [])]
        self.features = [c for c, name in enumerate(table.names) if name not in left_out]

    def label(self, rows):
        return np.where(np.isin(rows[:, self.column], self.codes), 1, -1)

    def svm(self, train, test):
        machine = LinearSVC(C=1.0, loss="hinge", max_iter=1000, random_state=0)
        return misclassified(machine, self.table, self.features, train, self.label(train), test, self.label(test))

    def majority(self, train, test, epsilon, rng):
        noisy = np.sum(self.label(train) == 1) + rng.laplace(0, 1 / epsilon)
        return float(np.mean(self.label(test) != (1 if noisy > len(train) / 2 else -1)))

    def private_erm(self, train, test, epsilon, rng):
        """min (1/n)Σ huber(y·wᵀx) + (λ+Δ)/2·‖w‖² + bᵀw/n with ‖x‖ ≤ 1 and ‖b‖ ~ Γ(d, 2/ε')."""
        # Each row has one indicator a feature, and a constant: divided by the norm they all have.
        norm = np.sqrt(len(self.features) + 1)
        extended = lambda rows: sparse.hstack([indicators(self.table, self.features, rows),
                                               np.ones((len(rows), 1))]).tocsr() / norm
        x, y = extended(train), self.label(train)
        n, d = x.shape
        curvature = 1 / (2 * HUBER)
        ratio = curvature / (n * REGULARISATION)
        left, extra = epsilon - np.log1p(2 * ratio + ratio ** 2), 0.0
        if left <= 0:
            extra = max(0.0, curvature / (n * np.expm1(epsilon / 4)) - REGULARISATION)
            left = epsilon / 2
        direction = rng.normal(size=d)
        b = direction / np.linalg.norm(direction) * rng.gamma(d, 2 / left)
        weight = REGULARISATION + extra

        def objective(w):
            margin = y * (x @ w)
            inside = np.abs(1 - margin) <= HUBER
            loss = np.where(inside, (1 + HUBER - margin) ** 2 / (4 * HUBER),
                            np.where(margin < 1 - HUBER, 1 - margin, 0.0))
            slope = np.where(inside, -(1 + HUBER - margin) / (2 * HUBER),
                             np.where(margin < 1 - HUBER, -1.0, 0.0))
            value = loss.mean() + weight / 2 * (w @ w) + b @ w / n
            return value, x.T @ (slope * y) / n + weight * w + b / n
        w = minimize(objective, np.zeros(d), jac=True, method="L-BFGS-B", options={"maxiter": 200}).x
        return float(np.mean(np.where(extended(test) @ w > 0, 1, -1) != self.label(test)))


BASELINES = [("majority", Task.majority, 1 / 4), ("PrivateERM", Task.private_erm, 1 / 4),
             ("PrivateERM (single)", Task.private_erm, 1)]


def main():
    parser = arguments(__doc__, runs=5)
    parser.add_argument("--tables", default="nltcs,adult")
    args = parser.parse_args()
    results = Results(args.out, "svm", ["table", "target", "mechanism", "epsilon"], ["misclassified", *SPREAD])
    for name in args.tables.split(","):
        table = Table(args.data, name)
        order = generator(args, name).permutation(len(table.codes))
        cut = len(order) * 4 // 5
        train, test = table.codes[order[:cut]], table.codes[order[cut:]]
        tasks = [(target, Task(table, target, positive)) for target, positive in TARGETS[name]]
        if results.lacks(1, name, MEAN, NO_PRIVACY, EPSILONS[-1]):
            missed = [[task.svm(train, test)] for _, task in tasks]
            for epsilon in EPSILONS:
                add(results, table, NO_PRIVACY, epsilon, missed)
        with tempfile.TemporaryDirectory() as folder:
            path = f"{folder}/train.csv"
            pd.DataFrame(train, columns=table.names).to_csv(path, index=False)
            for epsilon in EPSILONS:
                released(args, results, table, tasks, epsilon, path, test)
        for epsilon, (mechanism, run, share) in itertools.product(EPSILONS, BASELINES):
            if results.lacks(args.runs, name, MEAN, mechanism, epsilon):
                missed = []
                for target, task in tasks:
                    rng = generator(args, name, target, mechanism, epsilon)
                    missed.append([run(task, train, test, epsilon * share, rng) for _ in range(args.runs)])
                add(results, table, mechanism, epsilon, missed)
        draw(args.out, results)


def released(args, results, table, tasks, epsilon, path, test):
    """Each synthetic table trains all four machines."""
    if not results.lacks(args.runs, table.name, MEAN, "PrivBayesPure", epsilon):
        return
    encoding = ", encoding: Binary" if max(table.sizes) > 2 else ""
    spec = pure_spec(table.schema(), epsilon, f"PrivBayesPure(selection: Exponential, post: Normalize{encoding})")
    drawn = [release.rows for release in releases(args, spec, path, table.names)]
    add(results, table, "PrivBayesPure", epsilon, [[task.svm(rows, test) for rows in drawn] for _, task in tasks])


def add(results, table, mechanism, epsilon, missed):
    """The figures of each target, and their mean, each with as many repetitions."""
    for (target, _), figures in zip(TARGETS[table.name], missed):
        results.add(table.name, target, mechanism, epsilon, *summary(figures), len(figures))
    means = np.mean(missed, axis=0)
    results.add(table.name, MEAN, mechanism, epsilon, *summary(means), len(means))


def draw(out, results):
    panels = []
    for name, target in [(name, target) for name in TARGETS for target in [*dict(TARGETS[name]), MEAN]]:
        lines = {}
        for row in results.where(table=name, target=target):
            lines.setdefault(row["mechanism"], []).append(row)
        if lines:
            panels.append((f"{name}: {target}", [(mechanism, points(rows, "epsilon", "misclassified"))
                                                 for mechanism, rows in lines.items()]))
    figure(f"{out}/svm.svg", panels, "ε", "misclassification rate")


main()
