"""What check.py computes of the worst columns and pairs: the formulas of evaluate/README.md."""
import numpy as np

from inside import Fault, of_distance


def pair_faults(tables):
    """Of every pair what neither column shows by itself, worst first."""
    size = len(tables.columns)
    alone = [tables.distance([place])[0] for place in range(size)]
    faults = []
    for first in range(size):
        for second in range(first + 1, size):
            distance, allowance = of_distance(*tables.counts([first, second]))
            together = max(0.0, distance - max(alone[first], alone[second]))
            faults.append(([first, second], Fault("together", together, allowance)))
    return sorted(faults, key=lambda one: one[1].badness, reverse=True)


def check_fault(check, name, found, fault):
    check.same(f"{name}: kind", found["kind"], fault.kind)
    check.near(f"{name}: size", found["size"], fault.size)
    check.near(f"{name}: allowance", found["allowance"], fault.allowance)


def check_worst(check, tables, found, of_columns):
    """`of_columns` has the worst fault of each column."""
    pairs = pair_faults(tables)
    columns = [({"column": place}, fault) for place, fault in enumerate(of_columns)]
    worst = columns + [({"pair": places}, fault) for places, fault in pairs[:5]]
    worst.sort(key=lambda one: one[1].badness, reverse=True)
    check.same("worst things", len(found["worst"]), min(5, len(worst)))
    for entry, (_, fault) in zip(found["worst"], worst):
        thing = entry["thing"]
        # Things that are equally bad may stand in either order: what is named has this fault.
        named = dict(columns_and_pairs(columns, pairs))[key_of(thing)]
        check_fault(check, f"worst {key_of(thing)}", entry["fault"], named)
        check.near("worst: in order", named.badness[1], fault.badness[1])
    check.same("pairs that are shown", len(found["pairs"]), min(12, len(pairs)))
    for entry, (_, fault) in zip(found["pairs"], pairs):
        named = dict((tuple(places), one) for places, one in pairs)[tuple(entry["columns"])]
        check_fault(check, f"pair {entry['columns']}", entry["fault"], named)
        check.near("pairs: in order", named.badness[1], fault.badness[1])
        check_table(check, tables, entry)


def columns_and_pairs(columns, pairs):
    for thing, fault in columns:
        yield key_of(thing), fault
    for places, fault in pairs:
        yield key_of({"pair": places}), fault


def key_of(thing):
    return ("column", thing["column"]) if "column" in thing else ("pair", *thing["pair"])


def check_table(check, tables, entry):
    """Rows of each pair of groups, of at most ten and one of missing values."""
    groups = [tables.groups(place, 10) for place in entry["columns"]]
    sizes = [int(group.max()) + 1 for group in groups]
    name = f"pair {entry['columns']}"
    check.same(f"{name}: labels", [len(labels) for labels in entry["labels"]], sizes)
    for side, table in (("real", tables.real), ("synthetic", tables.synthetic)):
        rows = np.zeros(sizes, dtype=int)
        np.add.at(rows, tuple(group[table.codes[:, place]] for group, place in zip(groups, entry["columns"])), 1)
        check.same(f"{name}: rows of {side}", entry[side], rows.tolist())
