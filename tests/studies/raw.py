"""Raw tables: bins that a release finds by itself against bins of equal width.

    python raw.py --seeded target/release/examples/seeded --drafts FOLDER --data FOLDER [--tables adult,bank] [--repeats 5]
                  [--mechanism 'PrivBayes()'] [--epsilon 1] [--only found]

For each table `NAME-strings.csv.gz` of the data folder, `NAME.ron` of the drafts' folder is a spec with bins of equal
width (those of this study were drafted by the rules of commit 0cfe5b9). It is released as it stands, and again without its bins, by
the same program and with the same budget, of which the second pays for finding bins.

What is compared are the 3-way marginals on bins that the study fixes by itself: a column with more than twenty numbers
is cut at the real table's deciles, a number with more than a tenth of the rows by itself. Half the L1 distance, mean over
200 sets of three columns (all, where there are fewer), with the same seed for all tables.
"""

import argparse
import itertools
import re
import subprocess
import tempfile
from pathlib import Path

import numpy as np
import pandas as pd

SETS = 200


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--seeded", type=Path, required=True)
    parser.add_argument("--drafts", type=Path, required=True)
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--tables", default="adult,bank,kddcup10,acs-income-2018")
    parser.add_argument("--repeats", type=int, default=5)
    parser.add_argument("--mechanism", default="PrivBayes()")
    parser.add_argument("--epsilon", default="1")
    parser.add_argument("--only", choices=["equal width", "found"])
    args = parser.parse_args()
    print("table,bins,median,least,largest,releases")
    for name in args.tables.split(","):
        table = args.data / f"{name}-strings.csv.gz"
        real = pd.read_csv(table, dtype=str, keep_default_na=False)
        draft = ready((args.drafts / f"{name}.ron").read_text(), args.mechanism, args.epsilon)
        columns = [column for column in real if f'name: "{column}"' in draft]
        judge = Judge(real[columns])
        medians = {}
        both = {"equal width": draft, "found": without_bins(draft)}
        for bins, spec in both.items():
            if args.only not in (None, bins):
                continue
            distances = [judge.distance(release(args.seeded, spec, table, seed)) for seed in range(1, args.repeats + 1)]
            medians[bins] = np.median(distances)
            figures = f"{medians[bins]:.4f},{min(distances):.4f},{max(distances):.4f}"
            print(f"{name},{bins},{figures},{args.repeats}", flush=True)
        if args.only is None:
            print(f"# {name}: {1 - medians['found'] / medians['equal width']:+.1%} lower", flush=True)


def ready(draft, mechanism, epsilon):
    """A draft as a reviewer would leave it who finds nothing to correct."""
    text = re.sub(r"[ ]*// (?:CHECK: )?FROM[^\n]*|[ ]*//[^\n]*", "", draft)
    text = text.replace("reviewed: false", "reviewed: true").replace('epsilon: "1"', f'epsilon: "{epsilon}"')
    return re.sub(r"mechanism: \w+\(\)", f"mechanism: {mechanism}", text)


def without_bins(spec):
    """The same bounds, and nothing between them."""
    return re.sub(r"\n\s*(?:bin|bins|edges): (?:\[[^\]]*\]|[\w()]+),", "", spec)


def release(seeded, spec, table, seed):
    """The synthetic rows of one release."""
    with tempfile.TemporaryDirectory() as folder:
        path, out = Path(folder, "spec.ron"), Path(folder, "out")
        path.write_text(spec)
        subprocess.run([seeded, path, table, out, str(seed)], check=True, capture_output=True)
        return pd.read_csv(out / "synthetic.csv", dtype=str, keep_default_na=False)


class Judge:
    """The real table on fixed bins."""

    def __init__(self, real):
        self.cuts = {column: deciles(real[column]) for column in real}
        self.known = {column: pd.Index(real[column].unique()) for column in real if self.cuts[column] is None}
        self.real = {column: self.codes(column, real[column]) for column in real}
        sets = list(itertools.combinations(real, 3))
        chosen = np.random.default_rng(14).permutation(len(sets))[:SETS]
        self.sets = [sets[index] for index in chosen]

    def codes(self, column, values):
        """The bins of a column's values from 1 on; texts by themselves; 0 for what is no number or unknown."""
        edges = self.cuts[column]
        if edges is None:
            return self.known[column].get_indexer(values).astype(np.int64) + 1
        numbers = pd.to_numeric(values, errors="coerce").to_numpy()
        return np.where(np.isnan(numbers), 0, np.searchsorted(edges, numbers, side="right") + 1)

    def distance(self, synthetic):
        made = {column: self.codes(column, synthetic[column]) for column in self.real}
        return np.mean([distance([self.real[c] for c in three], [made[c] for c in three]) for three in self.sets])


def deciles(values):
    """Edges of bins: deciles, and numbers with a tenth of the rows by themselves; `None` for texts and few numbers."""
    numbers = pd.to_numeric(values, errors="coerce")
    if numbers.isna().mean() > 0.5 or numbers.nunique() <= 20:
        return None
    counts = numbers.value_counts(normalize=True)
    spikes = counts[counts > 0.1].index.to_numpy()
    rest = numbers[~numbers.isin(spikes) & numbers.notna()]
    edges = np.unique(np.concatenate([np.quantile(rest, np.arange(1, 10) / 10), spikes, np.nextafter(spikes, np.inf)]))
    return edges


def distance(left, right):
    """Half the L1 distance of two marginals."""
    sizes = [max(one.max(), other.max()) + 1 for one, other in zip(left, right)]
    counts = []
    for side in (left, right):
        cells = np.ravel_multi_index(side, sizes)
        counts.append(np.bincount(cells, minlength=np.prod(sizes)) / len(cells))
    return np.abs(counts[0] - counts[1]).sum() / 2


if __name__ == "__main__":
    main()
