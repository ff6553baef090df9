#!/usr/bin/env python3
"""What releases of large made-up tables cost: processor seconds, seconds and memory of the whole program.

  python3 tests/studies/large.py --out FOLDER [--mechanism 'PrivMrf()'] [--tables census]

  many-rows  2,000,000 x 22   mostly two values, some up to 30
  columns       42,535 x 98   two to 1,000 values, as census tables have them
  census       662,000 x 98   the same columns

Columns follow six hidden numbers, so that they depend on each other. At epsilon = 1, delta = 1e-9. With --parquet the table is
read from a Parquet file (of pyarrow) instead of CSV.
"""
import pathlib
import subprocess
import tempfile

import numpy as np
import pandas as pd

import kinds
from study import Results, arguments, gaussian_spec, generator, schema, summary

FEW = [2] * 14 + [3, 4, 5, 6, 8, 13, 30, 30]
# Half of them small; the others grow by a twelfth each.
CENSUS = [2, 2, 3, 3, 4, 5, 6] * 7 + [min(1000, int(8 * 1.105 ** step)) for step in range(49)]
TABLES = {"many-rows": (2_000_000, FEW), "columns": (42_535, CENSUS), "census": (662_000, CENSUS)}


class Made:
    """A made-up table in a file."""

    def __init__(self, args, name, folder):
        rows, sizes = TABLES[name]
        rng = generator(args, name)
        hidden = rng.normal(size=(rows, 6)).astype(np.float32)
        columns = {}
        for place, size in enumerate(sizes):
            weights = (rng.normal(size=6) * (rng.random(6) < 0.5)).astype(np.float32)
            signal = hidden @ weights + rng.normal(size=rows).astype(np.float32)
            columns[f"c{place}"] = kinds.ranked(signal, kinds.falling(rng, size, 0.9)).astype(np.int16)
        self.path = folder / ("table.parquet" if args.parquet else "table.csv")
        frame = pd.DataFrame(columns)
        if args.parquet:
            frame.to_parquet(self.path, engine="pyarrow", index=False)
        else:
            frame.to_csv(self.path, index=False)
        kind = ["categorical", "ordinal"]
        self.domain = {"attributes": [{"name": f"c{place}", "size": size, "kind": kind[place % 2]}
                                      for place, size in enumerate(sizes)]}

    def schema(self):
        return schema(self.domain)


def release(args, table, folder):
    """Processor seconds, seconds and megabytes of one release."""
    (folder / "spec.ron").write_text(gaussian_spec(table, 1.0, args.mechanism))
    with tempfile.TemporaryDirectory(dir=folder) as out:
        done = subprocess.run(["/usr/bin/time", "-f", "%U %S %e %M", args.privet, "release", folder / "spec.ron",
                               "--data", table.path, "--out", f"{out}/release", "--quiet"],
                              stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
        if done.returncode != 0:
            raise SystemExit(done.stderr)
        user, system, seconds, kilobytes = map(float, done.stderr.split()[-4:])
        return user + system, seconds, kilobytes / 1000


def main():
    parser = arguments(__doc__, runs=2, needs_data=False, needs_program=True)
    parser.add_argument("--mechanism", default="PrivMrf()")
    parser.add_argument("--tables", nargs="+", default=list(TABLES), choices=list(TABLES))
    parser.add_argument("--parquet", action="store_true")
    args = parser.parse_args()
    results = Results(args.out, "large", ["table", "mechanism"], ["cpu", "spread", "seconds", "megabytes"])
    for name in args.tables:
        label = f"{name}, Parquet" if args.parquet else name
        if not results.lacks(args.runs, label, args.mechanism):
            continue
        with tempfile.TemporaryDirectory() as folder:
            folder = pathlib.Path(folder)
            table = Made(args, name, folder)
            used = np.array([release(args, table, folder) for _ in range(args.runs)])
        cpu, spread, *_ = summary(used[:, 0])
        results.add(label, args.mechanism, cpu, spread, float(used[:, 1].mean()), float(used[:, 2].max()), args.runs)


if __name__ == "__main__":
    main()
