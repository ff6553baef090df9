"""Models for check.py: what they are asked, and how well they answer."""
import math

import numpy as np

from encoding import quoted
from inside import check_worst_first

try:
    from sklearn.linear_model import LogisticRegression
    from sklearn.metrics import roc_auc_score
    HAS_MODELS = True
except ImportError:
    HAS_MODELS = False


def question(tables, place):
    """What is asked of a column: the most frequent real label, or above the real median; as a function of codes."""
    column = tables.columns[place]
    rows = np.bincount(tables.real.codes[:, place], minlength=column.size)
    if not column.ordered:
        return lambda codes: codes == int(np.argmax(rows))
    reached = np.cumsum(rows[:column.values])
    median = int(np.argmax(2 * reached >= reached[-1]))
    above = [code for code in range(median + 1, column.values) if rows[code] > 0]
    least = above[0] if above else median
    return lambda codes: (codes >= least) & (codes < column.values)


def check_targets(check, tables, found, evaluation):
    """The rows that models are given; and where the spec names no targets, the five that the others tell most of, of
    those where 2 % of the real rows, and 50, have the rarer answer."""
    listed = [target["column"] for target in found["learning"]["targets"]]
    for target in found["learning"]["targets"]:
        sizes = {"real_training_rows": (tables.real.rows, 10_000), "test_rows": (tables.held_out.rows, 50_000),
                 "synthetic_training_rows": (tables.synthetic.rows, 10_000)}
        for key, (rows, most) in sizes.items():
            check.same(f"target {target['column']}: {key}", target[key], min(rows, most))
    check.same("models: notes", found["learning"]["notes"], [])
    check.same("models: most rows", found["learning"]["row_cap"], 10_000)
    if "targets" in (evaluation or ""):
        names = evaluation.split("targets: [")[1].split("]")[0]
        check.same("targets", [quoted(tables.columns[place].name) for place in listed], names.split(", "))
        return
    told, worth = [], []
    for place, row in enumerate(found["dependence"]["real"]):
        told.append((0, math.fsum(row[:place] + row[place + 1:]) / (len(row) - 1)))
        yes = int(question(tables, place)(tables.real.codes[:, place]).sum())
        rarer = min(yes, tables.real.rows - yes)
        if rarer >= 50 and 50 * rarer >= tables.real.rows:
            worth.append(place)
    check.same("targets: number", len(set(listed)), min(5, len(worth)))
    check.same("targets: not worth it", [place for place in listed if place not in worth], [])
    others = [told[place] for place in worth if place not in listed]
    check_worst_first(check, "targets", [told[place] for place in listed], others)


def check_learning(check, tables, found):
    """The same question, the same rows, scikit-learn's optimiser."""
    for target in found["learning"]["targets"]:
        place = target["column"]
        column, answer = tables.columns[place], question(tables, place)
        others = [other for other in range(len(tables.columns)) if other != place]
        groups = [tables.groups(other) for other in others]
        design = lambda table: np.concatenate([np.eye(group.max() + 1)[group[table.codes[:, other]]]
                                               for other, group in zip(others, groups)], axis=1)
        test, truth = design(tables.held_out), answer(tables.held_out.codes[:, place])
        check.same(f"{column.name}: features", target["features"], test.shape[1])
        majority = 2 * answer(tables.real.codes[:, place]).sum() > tables.real.rows
        check.near(f"{column.name}: majority", target["majority"], float(np.mean(truth == majority)))
        wrong, known = {}, answer(tables.real.codes[:, place])
        for side, table in (("real", tables.real), ("synthetic", tables.synthetic)):
            model = LogisticRegression(C=1.0, max_iter=5000, tol=1e-6)
            model.fit(design(table), answer(table.codes[:, place]))
            area = roc_auc_score(truth, model.decision_function(test))
            print(f"  {column.name} from {side} rows: area {target[side]['auc']:.4f}, scikit-learn {area:.4f}")
            check.near(f"{column.name}: {side} area", target[side]["auc"], area, tolerance=0.005)
            accuracy = float(np.mean(model.predict(test) == truth))
            check.near(f"{column.name}: {side} accuracy", target[side]["accuracy"], accuracy, tolerance=0.02)
            wrong[side] = float(np.mean(model.predict(design(tables.real)) != known))
        # Li's U, Eq. 3, with a loss of 1 for a wrong answer.
        gap = abs(wrong["real"] - wrong["synthetic"])
        check.near(f"{column.name}: risk gap", target["risk_gap"], gap, tolerance=0.02)
