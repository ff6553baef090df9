#!/usr/bin/env python3
"""Parts of public tables, to try new defaults of `PrivMrf` on before they are judged by the tables of `judge` and `kinds`.

  python3 tests/studies/parts.py --data FOLDER --out PARTS
  python3 tests/studies/judge.py --data PARTS --out FOLDER --tables fire30 --epsilons 0.2 0.8 --label new

writes NAME.csv.gz and NAME.domain.json for each, in the form of the benchmark tables: the columns of up to so many values, and
so many seeded rows.
"""
import argparse
import json
import pathlib

import pandas as pd

# From which table, columns of at most so many values, at most so many of them, and rows.
PARTS = {
    "stroke24": ("stroke", 4, 24, None),
    "fire15": ("fire", 46, None, 50_000),
    "fire30": ("fire", 742, None, 60_000),
    "income24": ("acs-income-2018", 24, None, 60_000),
    "income31": ("acs-income-2018", 600, None, 60_000),
    "bank15": ("bank", 1002, None, None),
    "taxi10": ("nist-taxi", 101, None, 60_000),
}


def write(data, out, name):
    table, values, columns, rows = PARTS[name]
    domain = json.loads((data / f"{table}.domain.json").read_text())
    attributes = [attribute for attribute in domain["attributes"] if attribute["size"] <= values][:columns]
    frame = pd.read_csv(data / f"{table}.csv.gz")[[attribute["name"] for attribute in attributes]]
    if rows is not None:
        frame = frame.sample(rows, random_state=3)
    frame.to_csv(out / f"{name}.csv.gz", index=False)
    part = {"name": name, "rows": len(frame), "attributes": attributes}
    (out / f"{name}.domain.json").write_text(json.dumps(part, indent=1))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", required=True, type=pathlib.Path, help="folder with NAME.csv.gz and NAME.domain.json")
    parser.add_argument("--out", required=True, type=pathlib.Path)
    args = parser.parse_args()
    args.out.mkdir(parents=True, exist_ok=True)
    for name in PARTS:
        write(args.data, args.out, name)


if __name__ == "__main__":
    main()
