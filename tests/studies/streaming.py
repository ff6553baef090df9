#!/usr/bin/env python3
"""Tables larger than memory: what a release of Parquet files costs, in time and memory.

    python3 tests/studies/streaming.py make    FOLDER --rows 100000000     # 20 columns: integers, a decimal, strings, dates
    python3 tests/studies/streaming.py release FOLDER --memory 1GB         # PrivBayes and PrivMrf, end to end

`make` needs numpy and pyarrow; rows are seeded. `release` needs no packages; it prints seconds, the processor's seconds and
the most memory that the program held.
"""

import argparse
import decimal
import os
import subprocess
import tempfile
import time
from pathlib import Path

LABELS = ["north", "south", "east", "west", "centre"]
SPEC = """Release(
    privet: 1, reviewed: true, unit: Row, adjacency: AddRemove,
    budget: (epsilon: "1", delta: "1e-9"),
    schema: [
        (name: "born", kind: Date(min: "1930-01-01", max: "2009-12-31", bin: Years(4))),
        (name: "region", kind: Categorical(["north", "south", "east", "west", "centre"])),
        (name: "amount", kind: Real(min: "0", max: "1000", decimals: 2, bins: 20)),
        (name: "count", kind: Integer(min: 0, max: 99, bin: 10)),
%s
    ],
    mechanism: %s,
    output: (rows: Exactly(100000)),
)
"""


def make(options):
    import numpy
    import pyarrow
    import pyarrow.compute
    import pyarrow.parquet

    options.folder.mkdir(parents=True)
    dice = numpy.random.default_rng(7)
    a_file = 10_000_000
    for number, first in enumerate(range(0, options.rows, a_file)):
        rows = min(a_file, options.rows - first)
        base = dice.integers(0, 8, rows, dtype=numpy.int8)
        columns = {
            "born": pyarrow.array((dice.integers(-14610, 14610, rows)).astype("datetime64[D]")),
            "region": pyarrow.DictionaryArray.from_arrays(
                pyarrow.array(((base + dice.integers(0, 2, rows)) % 5).astype(numpy.int8)), LABELS),
            "amount": pyarrow.compute.multiply(
                pyarrow.array(dice.integers(0, 100_000, rows)).cast(pyarrow.decimal128(19, 0)),
                pyarrow.scalar(decimal.Decimal("0.01"))),
            "count": pyarrow.array((base * 12 + dice.integers(0, 12, rows)).astype(numpy.int64)),
        }
        for place in range(16):
            noise = dice.integers(0, 3, rows, dtype=numpy.int8)
            columns[f"c{place:02}"] = pyarrow.array(((base + noise * (place % 3 + 1)) % (2 + place % 7)).astype(numpy.int32))
        pyarrow.parquet.write_table(
            pyarrow.table(columns), options.folder / f"part-{number:03}.parquet", row_group_size=1_000_000)


def release(options):
    columns = "\n".join(
        f'        (name: "c{place:02}", kind: Integer(min: 0, max: {1 + place % 7}, bin: 1)),' for place in range(16))
    for mechanism in options.mechanisms.split(","):
        with tempfile.TemporaryDirectory() as out:
            spec = Path(out) / "spec.ron"
            spec.write_text(SPEC % (columns, mechanism))
            command = [options.privet, "release", spec, "--data", options.folder, "--out", Path(out) / "made", "--memory",
                       options.memory]
            began = time.time()
            process = subprocess.Popen([str(part) for part in command], stdout=subprocess.DEVNULL)
            _, status, used = os.wait4(process.pid, 0)
            if status:
                raise SystemExit(f"{mechanism}: the release failed")
            print(f"{mechanism}: {time.time() - began:.0f} s, {used.ru_utime + used.ru_stime:.0f} CPU s, "
                  f"{used.ru_maxrss / 1e6:.2f} GB at most", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=["make", "release"])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--rows", type=int, default=100_000_000)
    parser.add_argument("--memory", default="1GB")
    parser.add_argument("--mechanisms", default="PrivBayes(),PrivMrf()")
    parser.add_argument("--privet", default="target/release/privet")
    options = parser.parse_args()
    {"make": make, "release": release}[options.what](options)


if __name__ == "__main__":
    main()
