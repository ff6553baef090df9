#!/usr/bin/env python3
"""What each of our changes to Bao's PrivBayes is worth.

  python3 tests/studies/bayes.py --data FOLDER --out FOLDER

Our defaults, the same with one change taken back, and the text's own: its head, parents until a table is full, one cut
and one consistent pass, its split of the budget. Mean total variation distance of 300 random 3-way marginals; δ = 1e-9,
one row more or less, rows without replacement. Levels are ours in all of them but those that have none.
"""
import itertools
import re

from markov import Queries
from study import SPREAD, Results, Table, arguments, decimal, gaussian_spec, summary

EPSILONS = [0.2, 0.8, 3.2]
TABLES = ["nltcs", "acs", "br2000", "adult-pgm"]
TEXT = 'head: PerCell, caution: "0", post: Normalize, repair: Once'
# Each with the parameters, whether the budget is divided as in the text, and whether there are coarser levels.
SWITCHES = [
    ("our defaults", "", False, True),
    ("the text's head", "head: PerCell", False, True),
    ("parents until a table is full", 'caution: "0"', False, True),
    ("both", 'head: PerCell, caution: "0"', False, True),
    ("cut and scaled, not projected", "post: Normalize", False, True),
    ("one pass", "repair: Once", False, True),
    ("one cut and one pass", "post: Normalize, repair: Once", False, True),
    ("the text's split of the budget", "", True, True),
    ("no coarser levels", "", False, False),
    ("the text's own", TEXT, True, True),
    ("the text's own, no coarser levels", TEXT, True, False),
]


def spec(table, epsilon, parameters, is_split, has_levels):
    text = gaussian_spec(table, epsilon, f"PrivBayes({parameters})")
    if is_split:
        structure, size = split(table, has_levels)
        shares = f'shares: (structure: "{decimal(structure)}", size: "{decimal(size)}", tables: "0.8")'
        text = text.replace('delta: "1e-9"', f'delta: "1e-9", {shares}')
    if not has_levels:
        text = re.sub(r"^(        \(name: .*)\),$", r"\1, hierarchy: None),", text, flags=re.MULTILINE)
    return text


def split(table, has_levels):
    """A fifth of the budget, evenly over the scores of all pairs and the size (2.4)."""
    levels = [number_of_levels(size) if has_levels else 1 for size in table.sizes]
    pairs = sum(one * other for one, other in itertools.combinations(levels, 2))
    size = 0.2 / (pairs + 1)
    return 0.2 - size, size


def number_of_levels(size):
    """Of `hierarchy: Auto(4)`: groups of four while there are more than sixteen values."""
    levels = 1
    while size > 16:
        size, levels = -(-size // 4), levels + 1
    return levels


def main():
    parser = arguments(__doc__, runs=10)
    parser.add_argument("--tables", type=lambda names: names.split(","), default=TABLES, help="some of the tables")
    args = parser.parse_args()
    results = Results(args.out, "bayes_switches", ["table", "switch", "epsilon"], ["mean_tvd", *SPREAD])
    for name in args.tables:
        table = Table(args.data, name)
        queries = Queries(args, table, [3])
        for (switch, *changes), epsilon in itertools.product(SWITCHES, EPSILONS):
            if results.lacks(args.runs, name, switch, epsilon):
                errors = queries.errors(spec(table, epsilon, *changes))
                results.add(name, switch, epsilon, *summary(errors[0]), args.runs)


if __name__ == "__main__":
    main()
