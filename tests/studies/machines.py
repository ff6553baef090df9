"""Linear support vector machines on codes, for Zhang's Figure 5 (svm.py) and Cai's Figures 1 to 3 and 5 (markov.py)."""
import tempfile

import numpy as np
import pandas as pd
from scipy import sparse
from sklearn.svm import LinearSVC

from study import Release, generator, in_parallel

FOLDS = 5
# Training rows of one machine at most: of br2000 10,000 real rows instead of 30,400 move the mean of all targets by 0.002.
MOST_ROWS = 10_000


def indicators(table, features, rows):
    """One column a value of each feature, and a one in each feature's."""
    starts = np.cumsum([0] + [table.sizes[column] for column in features])
    columns = (rows[:, features] + starts[:-1]).ravel()
    places = np.arange(0, columns.size + 1, len(features))
    return sparse.csr_matrix((np.ones(columns.size), columns, places), shape=(len(rows), starts[-1]))


def misclassified(machine, table, features, train, labels, test, truth):
    """The share of the test rows that a machine gets wrong; one that saw a single label always says it."""
    if len(set(labels)) == 1:
        return float(np.mean(truth != labels[0]))
    machine.fit(indicators(table, features, train), labels)
    return float(np.mean(machine.predict(indicators(table, features, test)) != truth))


def every_target(table, train, test):
    """Mean misclassification of d machines, each attribute the target in turn and all others its features (Cai 5.1):
    squared hinge loss, C = 1, one against the rest, Newton's method to a tolerance of 0.01."""
    train = np.random.default_rng(0).permutation(train)[:MOST_ROWS]
    missed = []
    for target in range(len(table.names)):
        features = [column for column in range(len(table.names)) if column != target]
        machine = LinearSVC(C=1.0, dual=False, tol=0.01)
        missed.append(misclassified(machine, table, features, train, train[:, target], test, test[:, target]))
    return float(np.mean(missed))


class Folds:
    """A table's rows in five parts by the study's seed: each is tested by machines trained on releases of the others."""

    def __init__(self, args, table):
        self.args, self.table = args, table
        parts = np.array_split(generator(args, table.name, "folds").permutation(len(table.codes)), FOLDS)
        self.parts = [(np.delete(table.codes, part, axis=0), table.codes[part]) for part in parts]

    def without_privacy(self):
        return in_parallel(self.args, lambda part: every_target(self.table, *part), self.parts)

    def released(self, spec):
        """One release a fold."""
        def missed(part):
            train, test = part
            with tempfile.NamedTemporaryFile(suffix=".csv") as file:
                pd.DataFrame(train, columns=self.table.names).to_csv(file.name, index=False)
                release = Release(self.args.seeded, spec, file.name, self.table.names, self.args.seed)
            return every_target(self.table, release.rows, test)
        return in_parallel(self.args, missed, self.parts)
