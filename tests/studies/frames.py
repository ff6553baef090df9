#!/usr/bin/env python3
"""What a release from a polars frame costs, against the program on the same table as CSV, in turn.

  python3 tests/studies/frames.py --privet target/release/privet --out FOLDER [--mechanism 'PrivBayes()'] [--runs 5]

The table is `census` of large.py, 662,000 x 98, at epsilon = 1. Needs the package (`pip install ./python`) and polars. Of the
program: processor seconds, seconds and the most memory of the whole process. Of the frame: those of `spec.release` alone; its
memory is the most that the process has during the release, less what it has before, with the frame in it (Linux).
"""
import json
import pathlib
import subprocess
import sys
import tempfile

import numpy as np

import large
from study import Results, arguments, gaussian_spec, summary

FROM_FRAME = """
import json, sys, time
import polars, privet

def status(name):
    with open("/proc/self/status") as file:
        return next(int(line.split()[1]) / 1000 for line in file if line.startswith(name))

spec_path, table, out = sys.argv[1:]
frame = polars.read_csv(table)
spec = privet.Spec.read(spec_path)
with open("/proc/self/clear_refs", "w") as file:
    file.write("5")
before = status("VmRSS")
cpu, began = time.process_time(), time.perf_counter()
spec.release(frame, out=out)
print(json.dumps([time.process_time() - cpu, time.perf_counter() - began, status("VmHWM") - before, before]))
"""


def from_frame(table, folder):
    """Processor seconds, seconds, megabytes of one release, and megabytes before it."""
    with tempfile.TemporaryDirectory(dir=folder) as out:
        command = [sys.executable, "-c", FROM_FRAME, folder / "spec.ron", table.path, f"{out}/release"]
        return json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)


def main():
    parser = arguments(__doc__, runs=5, needs_data=False, needs_program=True)
    parser.add_argument("--mechanism", default="PrivBayes()")
    args = parser.parse_args()
    args.parquet = False
    results = Results(args.out, "frames", ["way", "mechanism"], ["cpu", "spread", "seconds", "megabytes"])
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        table = large.Made(args, "census", folder)
        (folder / "spec.ron").write_text(gaussian_spec(table, 1.0, args.mechanism))
        used = {"program, CSV": [], "polars": []}
        for _ in range(args.runs):
            used["program, CSV"].append(large.release(args, table, folder))
            used["polars"].append(from_frame(table, folder)[:3])
    for way, figures in used.items():
        figures = np.array(figures)
        cpu, spread, *_ = summary(figures[:, 0])
        results.add(way, args.mechanism, cpu, spread, float(figures[:, 1].mean()), float(figures[:, 2].max()), args.runs)


if __name__ == "__main__":
    main()
