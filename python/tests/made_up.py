"""A made-up table, its spec, and its values as a CSV file has them."""

from __future__ import annotations

import csv
import datetime
import pathlib
import random

SPEC = """Release(
    privet: 1,
    reviewed: true,
    unit: Person(id: "person", rows: 2),
    adjacency: AddRemove,
    budget: (epsilon: "2", delta: "1e-9"),
    schema: [
        (name: "age", kind: Integer(min: 0, max: 99, bin: 10), missing: [""], outside: Clamp),
        (name: "region", kind: Categorical(["north", "south", "a, b", "1"]), missing: [""]),
        (name: "code", kind: Categorical(["1", "2", "3"]), missing: [""]),
        (name: "income", kind: Real(min: "0", max: "5000", decimals: 2, bins: 8), missing: [""], outside: Clamp),
        (name: "day", kind: Date(min: "2020-01-01", max: "2021-12-31", bin: Months(3)), missing: [""]),
        (name: "seen", kind: DateTime(min: "2020-01-01 00:00", max: "2021-12-31 23:59", bin: Months(6)), missing: [""]),
        (name: "member", kind: Boolean, missing: [""]),
    ],
    mechanism: PrivBayes(),
)"""

COLUMNS = ["person", "age", "region", "code", "income", "day", "seen", "member", "remark"]


def made_up_rows(rows: int = 600) -> list[dict[str, object]]:
    """Rows with missing values in every column but the id."""
    dice = random.Random(20261117)

    def perhaps(value: object) -> object:
        return None if dice.random() < 0.05 else value

    def one(number: int) -> dict[str, object]:
        day = datetime.date(2020, 1, 1) + datetime.timedelta(days=dice.randrange(700))
        seen = datetime.datetime(2020, 1, 1) + datetime.timedelta(minutes=dice.randrange(700 * 24 * 60))
        return {
            "person": 1000 + dice.randrange(rows),
            "age": perhaps(dice.randrange(100)),
            "region": perhaps(dice.choice(["north", "south", "a, b", "1"])),
            "code": perhaps(dice.choice([1, 2, 3])),
            "income": perhaps(dice.randrange(500_000) / 100),
            "day": perhaps(day),
            "seen": perhaps(seen if number % 7 else datetime.datetime.combine(day, datetime.time())),
            "member": perhaps(dice.random() < 0.5),
            "remark": f"remark {number}",
        }

    return [one(number) for number in range(rows)]


def as_text(value: object) -> str:
    """A value as a CSV file has it."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, datetime.datetime):
        return value.isoformat(timespec="seconds")
    if isinstance(value, float):
        return f"{value:g}" if value == int(value) else repr(value)
    return str(value)


def write_csv(path: pathlib.Path, rows: list[dict[str, object]]) -> pathlib.Path:
    with path.open("w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(COLUMNS)
        writer.writerows([as_text(row[name]) for name in COLUMNS] for row in rows)
    return path
