"""The types that editors see are true."""

from __future__ import annotations

import pathlib
import subprocess
import sys

USE = """
import os
import privet

spec: privet.Spec = privet.Spec.read("spec.ron")
plan: str = spec.plan(rows=10)
release: privet.Release = spec.release("table.csv", out=os.path.join("a", "b"))
rows: int = len(release.synthetic)
holds: bool = release.verify().holds
for measurement in release.model.measurements():
    scale: float = measurement.scale
release.model.sample(3, seed=1, where=["a = 1"])
privet.evaluate(spec, real="a.csv", synthetic=release.synthetic)
"""

MISUSE = """
import privet

spec = privet.Spec.read("spec.ron")
spec.release("table.csv", epsilon=3)
spec.release("table.csv", seed=3)
spec.release(17)
"""


def mypy(tmp_path: pathlib.Path, text: str) -> subprocess.CompletedProcess[str]:
    (tmp_path / "use.py").write_text(text)
    command = [sys.executable, "-m", "mypy", "--strict", "--ignore-missing-imports", "--no-incremental", "use.py"]
    return subprocess.run(command, cwd=tmp_path, capture_output=True, text=True)


def test_use_is_typed(tmp_path):
    done = mypy(tmp_path, USE)
    assert done.returncode == 0, done.stdout


def test_misuse_is_noticed(tmp_path):
    done = mypy(tmp_path, MISUSE)
    assert done.stdout.count("error:") == 3, done.stdout


def test_the_package_itself(tmp_path):
    command = [sys.executable, "-m", "mypy", "--strict", "--ignore-missing-imports", "--no-incremental", "-p", "privet"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout
