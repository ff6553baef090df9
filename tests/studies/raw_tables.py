"""Two tables as people really have them, for `privet draft` to be tried on; nothing in them is about anybody.

    python raw_tables.py FOLDER [--rows 20000] [--seed 1]

Writes hospital.csv (commas, US dates, sentinels, missing tokens, ICD-10) and sales.csv (semicolons, decimal commas,
windows-1252, European dates, articles and branches by their codes). Needs no packages.
"""

import argparse
import csv
import datetime as dt
import math
import random
from pathlib import Path


def codes_of_persons(rng, rows, number, mean):
    """An id for each row; how many rows a person has is geometric."""
    ids = []
    while len(ids) < rows:
        person = number(rng)
        ids += [person] * (1 + int(math.log(1 - rng.random()) / math.log(1 - 1 / mean)))
    ids = ids[:rows]
    rng.shuffle(ids)
    return ids


def skewed(rng, items):
    """An item of a list of which the first are the most common."""
    return items[int(len(items) * rng.random() ** 2.2)]


def icd_codes(rng, count):
    """Letter, two digits, and mostly a point with one or two more."""
    chapters = "ACEFGIJKMNRSZ"
    made = set()
    while len(made) < count:
        code = f"{rng.choice(chapters)}{rng.randrange(100):02}"
        made.add(code + rng.choice(["", f".{rng.randrange(10)}", f".{rng.randrange(10)}", f".{rng.randrange(100):02}"]))
    made = sorted(made)
    rng.shuffle(made)
    return made


def hospital(rng, rows):
    """One row a stay; a patient has some."""
    patients = codes_of_persons(rng, rows, lambda rng: rng.randrange(1_000, 190_000_000), 1.6)
    icd = icd_codes(rng, 400)
    wards = ["Cardiology", "Internal medicine", "Surgery", "Orthopedics", "Pediatrics", "Neurology", "ICU", "ENT"]
    zips = [f"{rng.randrange(100, 99_999):05}" for _ in range(300)]
    words = "patient stable pain reports improved since last visit discharged home with follow up in two weeks".split()
    first_stay = 7_000_000
    for number, patient in enumerate(patients):
        age = min(max(rng.gauss(58, 21), 0), 104)
        admitted = dt.datetime(2019, 1, 4) + dt.timedelta(minutes=rng.randrange(3 * 365 * 24 * 60))
        days = min(int(rng.lognormvariate(1.1, 0.9)), 120)
        discharged = admitted + dt.timedelta(days=days, minutes=rng.randrange(600))
        weight = rng.gauss(78, 17)
        weight = round(weight / 5) * 5 if rng.random() < 0.6 else round(weight)
        emergencies = 0 if rng.random() < 0.88 else 1 + int(rng.expovariate(0.8))
        potassium = rng.choice(["N/A", "?", ""]) if rng.random() < 0.12 else f"{rng.gauss(4.1, 0.5):.1f}"
        yield {
            "stay_id": first_stay + 3 * number,
            "patient_nbr": patient,
            "admitted": admitted.strftime("%m/%d/%Y %H:%M"),
            "discharged": discharged.strftime("%Y-%m-%d %H:%M:%S"),
            "birth_date": (admitted - dt.timedelta(days=365.25 * age)).strftime("%m/%d/%Y"),
            "age": f"{int(age)}.0" if rng.random() > 0.01 else "",
            "sex": rng.choice("FFFFMMMMMU") if rng.random() < 0.3 else rng.choice("FM"),
            "zip": skewed(rng, zips),
            "admission_type_id": rng.choice([1, 1, 1, 1, 2, 2, 3, 3, 5, 6, 7, 8]),
            "ward": skewed(rng, wards),
            "diagnosis": skewed(rng, icd),
            "secondary": skewed(rng, icd) if rng.random() < 0.7 else "",
            "weight_kg": -1 if rng.random() < 0.3 else max(weight, 2),
            "height_cm": 999 if rng.random() < 0.08 else round(rng.gauss(169, 10)),
            "potassium": potassium,
            "creatinine": "NULL" if rng.random() < 0.4 else f"{rng.lognormvariate(0, 0.4):.2f}",
            "length_of_stay": days,
            "n_emergency": emergencies,
            "charge": f"{rng.lognormvariate(8.6, 1.1):.2f}",
            "readmitted": "Y" if rng.random() < 0.17 else "N",
            "note": " ".join(rng.choice(words) for _ in range(rng.randrange(4, 25))) + f" {rng.randrange(10_000)}",
        }


def sales(rng, rows):
    """One row a line of an order; a customer has some orders, an order some lines."""
    customers = codes_of_persons(rng, rows, lambda rng: f"K{rng.randrange(10_000_000):07}", 6)
    groups = ["AT", "BK", "CX", "DM", "EL"]
    articles = sorted({f"{rng.choice(groups)}-{rng.randrange(30):02}-{rng.randrange(400):03}" for _ in range(900)})
    rng.shuffle(articles)
    nace = sorted({f"{rng.randrange(1, 99):02}.{rng.randrange(1, 9)}{rng.randrange(10)}" for _ in range(160)})
    rng.shuffle(nace)
    places = ["Österreich", "Deutschland", "Schweiz", "Italien", "Frankreich", "Türkei", "Dänemark", "Spanien"]
    comma = lambda number, places: f"{number:.{places}f}".replace(".", ",")
    order = 480_000
    for customer in customers:
        order += rng.random() < 0.7
        ordered = dt.datetime(2021, 3, 9) + dt.timedelta(seconds=rng.randrange(2 * 365 * 24 * 3600))
        discount = 0 if rng.random() < 0.8 else rng.choice([0.05, 0.1, 0.15, 0.25, round(rng.random() * 0.4, 3)])
        yield {
            "Bestellnummer": order,
            "KundenNr": customer,
            "Bestelldatum": ordered.strftime("%d.%m.%Y"),
            "Erfasst am": ordered.strftime("%d.%m.%Y %H:%M:%S"),
            "Liefertermin": (ordered + dt.timedelta(days=rng.randrange(30))).strftime("%d/%m/%Y"),
            "Artikel": skewed(rng, articles),
            "Menge": 1 + int(rng.expovariate(0.5)),
            "Preis": comma(rng.lognormvariate(3.2, 1.3), 2),
            "Rabatt": comma(discount, 3),
            "Gewicht": "k.A." if rng.random() < 0.05 else comma(rng.lognormvariate(0.5, 1), 1),
            "Land": skewed(rng, places),
            "Währung": "EUR",
            "Geliefert": "ja" if rng.random() < 0.93 else "nein",
            "NACE": skewed(rng, nace),
        }


def main():
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("folder", type=Path)
    arguments.add_argument("--rows", type=int, default=20_000)
    arguments.add_argument("--seed", type=int, default=1)
    given = arguments.parse_args()
    given.folder.mkdir(parents=True, exist_ok=True)
    for name, make, delimiter, encoding in [
        ("hospital.csv", hospital, ",", "utf-8"),
        ("sales.csv", sales, ";", "windows-1252"),
    ]:
        rows = list(make(random.Random(f"{given.seed} {name}"), given.rows))
        with (given.folder / name).open("w", encoding=encoding, newline="") as file:
            writer = csv.DictWriter(file, rows[0].keys(), delimiter=delimiter)
            writer.writeheader()
            writer.writerows(rows)


if __name__ == "__main__":
    main()
