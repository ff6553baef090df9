"""A table for check.py that is made up: decimals, dates and times, with bins and without; of its columns some are right,
some are right in their bins only, and some are wrong in one way each."""
import numpy as np
import pandas as pd

from encoding import Column

ROWS = {"real": 6000, "synthetic": 5000, "held_out": 1000}


def columns():
    day = lambda text: int(np.datetime64(text, "D").astype(np.int64))
    minute = lambda text: int(np.datetime64(text, "m").astype(np.int64))
    second = lambda text: int(np.datetime64(text, "s").astype(np.int64))
    return [
        Column("group", labels=["a", "b", "c"]),
        Column("flag", labels=["no", "yes"], missing="?"),
        Column("rare", labels=["no", "yes"]),
        Column("price", first=-10_000, last=100_000_000, decimals=2, missing="NA"),
        Column("weight", first=0, last=999),
        Column("balance", first=-5_000, last=70_000, missing=""),
        Column("score", first=-40, last=40),
        Column("ratio", first=-1_000, last=1_000, decimals=3, starts=[-1_000, -250, 0, 1, 600]),
        Column("constant", first=0, last=9),
        Column("void", first=0, last=9, missing=""),
        Column("visit", first=day("2024-03-15"), last=day("2025-12-31"), kind="date"),
        Column("sale", first=day("2014-02-03"), last=day("2025-06-30"), kind="date"),
        Column("birth", first=day("1853-05-05"), last=day("2024-12-31"), kind="date", missing="unknown"),
        Column("entry", first=minute("2024-01-10T08:30"), last=minute("2024-12-31T23:59"), kind="minutes"),
        Column("event", first=second("1961-01-01T00:00:30"), last=second("2024-12-31T23:59:59"), kind="seconds"),
    ]


def table(side, seed):
    """A frame of fields; that of the synthetic side follows laws of its own."""
    rng, rows, wrong = np.random.default_rng(seed), ROWS[side], side == "synthetic"
    group = rng.integers(0, 3, rows)
    share = lambda part: rng.random(rows) < part
    weight = rng.normal(75 + 10 * group, 15, rows).round().clip(0, 999)
    workdays = rng.integers(0, 90, rows) * 7 + rng.integers(0, 7 if wrong else 5, rows)
    found = {
        "group": group,
        "flag": np.where(share(0.05), 2, share(0.2 + 0.3 * group)),
        "rare": share(0.01),
        # Most of the mean is far away.
        "price": 100 * np.exp(rng.normal(5 + group / 2 + wrong, 2, rows)).round(2).clip(0, 900_000) - 50,
        # People round.
        "weight": weight if wrong else 5 * (weight / 5).round(),
        "balance": np.where(share(0.3 if wrong else 0.7), 0, rng.normal(0, 1_500, rows).round()).clip(-5_000, 70_000),
        "score": rng.normal(10 * group - 10, 5, rows).round().clip(-40, 40),
        # Right in its bins only.
        "ratio": np.where(share(0.5), rng.integers(1, 300 if wrong else 600, rows), rng.integers(-250, 0, rows)),
        "constant": np.where(share(0.1) & wrong, 4, 3),
        "void": rng.integers(0, 10, rows),
        # 2024-03-18 was a Monday.
        "visit": np.datetime64("2024-03-18", "D").astype(np.int64) + workdays,
        "sale": np.datetime64("2015-01-01", "D").astype(np.int64) + rng.integers(0, 3_600, rows),
        "birth": np.datetime64("1990-01-01", "D").astype(np.int64) - rng.gamma(2, 9_000, rows).clip(0, 49_000).round(),
        "entry": np.datetime64("2024-02-01T08:30", "m").astype(np.int64) + 15 * rng.integers(0, 30_000, rows),
        "event": rng.integers(-280_000_000, 1_700_000_000 if wrong else 1_000_000_000, rows),
    }
    missing = {"price": share(0.1), "balance": share(0.02), "birth": share(0.3), "void": share(1 if wrong else 0.5)}
    frame = {}
    for column in columns():
        numbers = found[column.name].astype(np.int64)
        labels = (column.labels or []) + [column.missing]
        fields = [column.field(number) if column.ordered else labels[number] for number in numbers]
        frame[column.name] = np.where(missing.get(column.name, False), column.missing or "", fields)
    return pd.DataFrame(frame)
