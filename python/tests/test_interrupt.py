"""Ctrl-C, other threads, and forks."""

from __future__ import annotations

import os
import subprocess
import sys
import textwrap
import threading
import time

import pandas
import pytest

import privet
from made_up import SPEC

SLOW = """
import os, signal, sys, threading, time
import pyarrow
import privet

spec = privet.Spec.parse(open("spec.ron").read())
schema = pyarrow.schema([(n, pyarrow.string()) for n in ["person", *spec.columns]])

def batches():
    for number in range(10_000):
        if number == {interrupt_at}:
            os.kill(os.getpid(), signal.SIGINT)
        time.sleep(0.01)
        yield pyarrow.record_batch([[str(number)]] + [[""]] * len(spec.columns), schema=schema)

table = pyarrow.RecordBatchReader.from_batches(schema, batches())
try:
    spec.release(table, out="published", keep_seed="seed")
except KeyboardInterrupt as stopped:
    print("stopped:", stopped)
    sys.exit(7)
"""


@pytest.mark.skipif(os.name == "nt", reason="Windows has no SIGINT to a process of its own")
def test_ctrl_c_while_reading_leaves_nothing(tmp_path):
    (tmp_path / "spec.ron").write_text(SPEC)
    began = time.monotonic()
    done = subprocess.run(
        [sys.executable, "-c", SLOW.format(interrupt_at=5)], cwd=tmp_path, capture_output=True, text=True, timeout=60
    )
    assert done.returncode == 7, done.stderr
    assert "no noise was drawn" in done.stdout
    assert sorted(path.name for path in tmp_path.iterdir()) == ["spec.ron"]
    assert time.monotonic() - began < 50


HEAVY = """
import os, signal, sys, threading, time
import privet

spec = privet.Spec.read("heavy.ron")

def interrupt():
    while not any(name.startswith("published.partial") for name in os.listdir(".")):
        time.sleep(0.005)
    os.kill(os.getpid(), signal.SIGINT)

threading.Thread(target=interrupt, daemon=True).start()
try:
    spec.release("table.csv", out="published", keep_seed="seed")
except KeyboardInterrupt as stopped:
    print("stopped:", stopped)
    sys.exit(7)
sys.exit(8)
"""


@pytest.mark.skipif(os.name == "nt", reason="Windows has no SIGINT to a process of its own")
def test_ctrl_c_while_files_are_made_leaves_nothing(world, tmp_path):
    """Whenever it comes: all files or none, and words on the budget. Their folder is made a moment before the first noise."""
    text = (world / "spec.ron").read_text()
    (tmp_path / "heavy.ron").write_text(text)
    (tmp_path / "table.csv").write_bytes((world / "table.csv").read_bytes())
    done = subprocess.run([sys.executable, "-c", HEAVY], cwd=tmp_path, capture_output=True, text=True, timeout=120)
    left = {path.name for path in tmp_path.iterdir()} - {"heavy.ron", "table.csv"}
    if done.returncode == 7 and "finished" not in done.stdout:
        assert "budget is spent" in done.stdout or "no noise was drawn" in done.stdout, done.stdout
        assert left == set()
    else:
        assert left == {"published", "seed"}, (done.returncode, done.stdout, done.stderr)


def test_other_threads_go_on(spec, columns):
    frame = pandas.DataFrame(columns)
    ticks = []
    stop = threading.Event()

    def tick():
        while not stop.is_set():
            ticks.append(time.monotonic())
            time.sleep(0.001)

    thread = threading.Thread(target=tick)
    thread.start()
    spec.release(frame)
    stop.set()
    thread.join()
    assert len(ticks) > 3


def test_several_threads_release_at_once(spec, columns):
    frame = pandas.DataFrame(columns)
    made = []
    threads = [threading.Thread(target=lambda: made.append(spec.release(frame))) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(made) == 3 and all(one.verify().holds for one in made)
    assert len({one.record["randomness"]["seed_commitment"] for one in made}) == 3


FORKED = textwrap.dedent("""
    import os, sys
    import privet

    spec = privet.Spec.read("spec.ron")
    spec.plan(rows=1000)
    privet.verify("published")
    child = os.fork()
    if child == 0:
        os._exit(0 if privet.verify("published").holds else 1)
    _, status = os.waitpid(child, 0)
    sys.exit(os.waitstatus_to_exitcode(status))
""")


@pytest.mark.skipif(not hasattr(os, "fork"), reason="there are no forks here")
def test_a_forked_process_works(in_world):
    done = subprocess.run([sys.executable, "-W", "ignore", "-c", FORKED], timeout=120)
    assert done.returncode == 0


def test_what_draws_the_bar_cannot_end_a_release(spec, columns, monkeypatch):
    """A release that was paid for must not be lost because standard error is closed, or warnings are errors."""
    told = []
    monkeypatch.setattr(sys, "unraisablehook", told.append)

    class Broken:
        def at(self, *_):
            raise OSError("nobody reads it")

        def note(self, _):
            raise UserWarning("a warning that is an error")

        warn = note

        def end(self):
            raise OSError("nobody reads it")

    release = spec._native.release(pandas.DataFrame(columns), Broken())
    assert privet.Release(release).verify().holds
    assert told and all(issubclass(one.exc_type, (OSError, UserWarning)) for one in told)


def test_whatever_ends_the_program_ends_a_release(spec, columns):
    class Ending:
        def at(self, *_):
            raise SystemExit(3)

        def end(self):
            pass

    with pytest.raises(SystemExit):
        spec._native.release(pandas.DataFrame(columns), Ending())
