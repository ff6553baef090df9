#!/usr/bin/env python3
"""Counting all 190 pairs of 20 encoded columns: against DuckDB and Polars, two threads each, warm, the best of three.

    cargo build --release -p privet-tests --features studies --example pairs
    python3 tests/studies/pairs.py --rows 20000000

Needs numpy, duckdb and polars. Every program has the columns in its own memory, a byte a value, before time is taken. The two
others are asked in the two ways that they offer, and the faster one counts: a query for each pair, or one for all of them
(DuckDB's GROUPING SETS; Polars' collect_all). All must count the same.
"""

import argparse
import itertools
import os
import subprocess
import tempfile
import time
from pathlib import Path

# As a release's codes are: two groups, up to a hundred bins.
SIZES = [2, 2, 3, 4, 5, 5, 6, 7, 8, 8, 10, 10, 12, 16, 16, 20, 20, 32, 64, 100]
THREADS = 2


def best_of_three(work):
    def timed():
        began = time.perf_counter()
        done = work()
        return time.perf_counter() - began, done

    return min((timed() for _ in range(3)), key=lambda run: run[0])


def checksum(pair, cells):
    """As tests/examples/pairs.rs has it."""
    _, second = pair
    return sum((first_value * SIZES[second] + second_value + 1) * count for first_value, second_value, count in cells)


def duckdb_runs(columns, pairs):
    import duckdb

    database = duckdb.connect(config={"threads": THREADS})
    frame = {f"c{place}": values for place, values in enumerate(columns)}
    database.register("given", frame)
    database.execute("CREATE TABLE encoded AS SELECT * FROM given")
    database.unregister("given")

    def one_by_one():
        total = 0
        for first, second in pairs:
            query = f"SELECT c{first}, c{second}, count(*) FROM encoded GROUP BY ALL"
            total += checksum((first, second), database.execute(query).fetchall())
        return total

    def together():
        sets = ", ".join(f"(c{first}, c{second})" for first, second in pairs)
        names = ", ".join(f"c{place}" for place in range(len(SIZES)))
        rows = database.execute(
            f"SELECT {names}, count(*) FROM encoded GROUP BY GROUPING SETS ({sets})").fetchall()
        total = 0
        for row in rows:
            first, second = (place for place in range(len(SIZES)) if row[place] is not None)
            total += checksum((first, second), [(row[first], row[second], row[-1])])
        return total

    yield "DuckDB, a query each", one_by_one
    yield "DuckDB, grouping sets", together


def polars_runs(columns, pairs):
    import polars

    frame = polars.DataFrame({f"c{place}": values for place, values in enumerate(columns)})
    lazy = [frame.lazy().group_by(f"c{first}", f"c{second}").len() for first, second in pairs]

    def total(frames):
        return sum(checksum(pair, counted.iter_rows()) for pair, counted in zip(pairs, frames))

    yield "Polars, a query each", lambda: total([query.collect() for query in lazy])
    yield "Polars, all at once", lambda: total(polars.collect_all(lazy))
    yield "Polars, all at once, streaming", lambda: total(polars.collect_all(lazy, engine="streaming"))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rows", type=int, default=20_000_000)
    parser.add_argument("--example", default="target/release/examples/pairs")
    options = parser.parse_args()
    os.environ["POLARS_MAX_THREADS"] = str(THREADS)
    import numpy

    dice = numpy.random.default_rng(7)
    base = dice.integers(0, 8, options.rows, dtype=numpy.uint8)
    columns = [(base + dice.integers(0, size, options.rows, dtype=numpy.uint8)) % size for size in SIZES]
    columns = [column.astype(numpy.uint8) for column in columns]
    pairs = [(first, second) for second in range(len(SIZES)) for first in range(second)]

    with tempfile.TemporaryDirectory() as folder:
        for place, values in enumerate(columns):
            values.tofile(Path(folder) / f"{place}.u8")
        command = [options.example, folder, *map(str, SIZES)]
        ran = subprocess.run(command, check=True, capture_output=True, text=True)
    ours, plain, expected = ran.stdout.split()
    ours, plain, expected = float(ours), float(plain), int(expected)
    cells = len(pairs) * options.rows
    print(f"{options.rows} rows, {len(pairs)} pairs, {THREADS} threads, best of three")
    print(f"privet: {ours:.2f} s, {1e9 * ours / cells:.3f} ns a row and pair; "
          f"{2 * cells / ours / 1e9:.2f} GB/s of codes, a plain sum {len(columns) * options.rows / plain / 1e9:.2f} GB/s", flush=True)
    for name, work in itertools.chain(duckdb_runs(columns, pairs), polars_runs(columns, pairs)):
        seconds, found = best_of_three(work)
        if found % 2**64 != expected:
            raise SystemExit(f"{name} counts otherwise")
        print(f"{name}: {seconds:.2f} s, {seconds / ours:.2f} times as long", flush=True)


if __name__ == "__main__":
    main()
