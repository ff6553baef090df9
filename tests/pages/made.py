"""The pages that check.py looks at: of the demo, of a table with hostile names, of one with 98 columns, and one that
never changes."""
import csv
import pathlib
import random
import subprocess

HERE = pathlib.Path(__file__).resolve().parent
EPSILONS = ["0.3", "1", "3"]
LONG = "a_name_without_any_space_" * 5
HOSTILE = {
    LONG: ["x" * 110, "short"],
    "שלום עולם، عمود من اليمين إلى اليسار": ["ימין", "שמאל", "يسار"],
    "<script>alert(1)</script>": ["<img src=x onerror=alert(2)>", "a&b\"c'd", "</td></svg>"],
    "emoji 🎉🦔": ["😀", "🐟🐟", "no"],
    "empty": ["blank", "other"],  # and fields with nothing in them
    "列の名前がとても長い日本語の場合にどうなるかを見るための列": ["値一", "値二", "値三"],
    "many labels": [f"the label with number {number} of {'many ' * (number % 7)}" .strip() for number in range(40)],
}
WIDE = [2, 2, 3, 3, 4, 5, 6, 9, 14, 30, 60, 200, 900, 2] * 7  # values of its 98 columns
# As census tables name them.
STEMS = ["COUNTY", "URBAN", "METAREAD", "OWNERSHPD", "AGEMARR", "HISPAN", "MIGCOUNTY", "EMPSTAT", "SEX", "RENT", "OCC1950",
         "INCWAGE", "VETSTATD", "GQ"]


class Made:
    """Makes pages with the program, in a folder; `evaluate` and the others are named as the commands are."""

    def __init__(self, privet, folder):
        self.privet, self.folder = privet, folder

    def run(self, *words):
        done = subprocess.run([self.privet, *words], cwd=self.folder, capture_output=True, text=True)
        if done.returncode:
            raise SystemExit(f"privet {' '.join(map(str, words))}\n{done.stderr}")

    def pages_of(self, name, spec, table, epsilons):
        """All three kinds of pages of a table; that of `compare` where there are several releases."""
        for epsilon in epsilons:
            text = spec.read_text().replace('epsilon: "1"', f'epsilon: "{epsilon}"')
            (self.folder / f"{name}-{epsilon}.ron").write_text(text)
            self.run("release", f"{name}-{epsilon}.ron", "--data", table, "--out", f"{name}-{epsilon}", "--quiet")
        self.evaluated(name, spec, table, f"{name}-1/synthetic.csv")
        self.run("report", f"{name}-1", "--out", f"{name}-report.html")
        if len(epsilons) > 1:
            self.run("compare", *(f"{name}-{epsilon}" for epsilon in epsilons), "--spec", spec, "--real", table,
                     "--html", f"{name}-compare.html", "--quiet")

    def evaluated(self, name, spec, real, synthetic):
        self.run("evaluate", "--spec", spec, "--real", real, "--synthetic", synthetic,
                 "--html", f"{name}-evaluate.html", "--quiet")

    def all(self):
        """The pages in order."""
        self.run("demo", "--out", "demo", "--quiet")
        self.pages_of("demo", self.folder / "demo" / "spec.ron", self.folder / "demo" / "people.csv", EPSILONS)
        self.pages_of("hostile", *hostile(self.folder), EPSILONS)
        self.pages_of("wide", *wide(self.folder), ["1"])
        return sorted(self.folder.glob("*.html"))

    def fixed(self):
        """A page that is the same each time: both of its tables are kept here."""
        self.evaluated("fixed", HERE / "fixed.ron", HERE / "fixed-real.csv", HERE / "fixed-synthetic.csv")
        return self.folder / "fixed-evaluate.html"


def hostile(folder):
    """A spec and a table whose names and labels do what they can to break a page."""
    chance = random.Random(7)
    labels = [("" if name == "empty" else None, values) for name, values in HOSTILE.items()]
    rows = []
    for _ in range(600):
        hidden = chance.random()
        near = lambda size: min(size - 1, int((0.6 * hidden + 0.4 * chance.random()) * size))
        fields = [missing if missing is not None and chance.random() < 0.2 else values[near(len(values))]
                  for missing, values in labels]
        rows.append([*fields, near(100_000), f"2020-{1 + near(12):02}-{1 + near(28):02}"])
    quoted = lambda text: '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'
    schema = [f"(name: {quoted(name)}, kind: Categorical([{', '.join(map(quoted, values))}])"
              + (', missing: [""])' if missing == "" else ")")
              for name, (missing, values) in zip(HOSTILE, labels)]
    schema += ['(name: "number", kind: Integer(min: 0, max: 100000))',
               '(name: "day", kind: Date(min: "2020-01-01", max: "2020-12-31"))']
    return written(folder, "hostile", "Names that <b>break</b> pages & “quotes”", schema,
                   [*HOSTILE, "number", "day"], rows)


def wide(folder):
    """A spec and a table with 98 columns; few rows, so that it takes seconds."""
    chance = random.Random(7)
    names = [f"{STEMS[place % 14]}{place // 14 or ''}" for place in range(98)]
    weights = [chance.random() for _ in names]
    rows = []
    for _ in range(1500):
        hidden = chance.random()
        rows.append([int(size * (weight * hidden + (1 - weight) * chance.random()) ** 2)
                     for size, weight in zip(WIDE, weights)])
    labels = lambda size: ", ".join(f'"{value}"' for value in range(size))
    schema = [f'(name: "{name}", kind: '
              + (f"Integer(min: 0, max: {size - 1}))" if size > 20 else f"Categorical([{labels(size)}]))")
              for name, size in zip(names, WIDE)]
    return written(folder, "wide", "A census with 98 columns", schema, names, rows)


def written(folder, name, title, schema, header, rows):
    spec, table = folder / f"{name}.ron", folder / f"{name}.csv"
    spec.write_text(f'Release(privet: 1, title: "{title}", reviewed: true, unit: Row, adjacency: AddRemove,\n'
                    '    budget: (epsilon: "1", delta: "1e-9"),\n    schema: [\n        '
                    + ",\n        ".join(schema) + ",\n    ],\n    mechanism: PrivBayes(),\n)\n")
    with table.open("w", newline="") as file:
        csv.writer(file).writerows([header, *rows])
    return spec, table
