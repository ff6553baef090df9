#!/usr/bin/env python3
"""The picture of the README: how close releases come to four public tables, beside other programs.

  python3 tests/studies/accuracy_chart.py

reads results/accuracy.csv and writes docs/src/accuracy.svg. The standard library is all it needs.

A line of the CSV file is one mean: of `runs` releases of `table` at `epsilon` by `method`, with their range. `source`
says who measured it: our own figures are those of accuracy.py; the others' were measured by others with the same
yardstick, on another machine. "Best peer" is, point by point, the best of the peers that were measured there. Both
references are not private: `independent columns` draws every column by itself from its true values, `resampled rows`
draws as many rows as the table has, with replacement, from the table itself.
"""
import argparse
import csv
import math
import pathlib

from svg import escaped

HERE = pathlib.Path(__file__).resolve().parent
PEERS = ["AIM", "MST", "PrivMRF's own code"]
TABLES = [
    ("nltcs", "21,574 rows, 16 columns"),
    ("acs", "47,461 rows, 23 columns"),
    ("br2000", "38,000 rows, 14 columns"),
    ("adult-pgm", "48,842 rows, 14 columns"),
]
TITLE = "How far synthetic tables are from the real one"
SUBTITLES = [
    "Mean total variation distance of 300 three-way marginals, δ = 1e-9; lower is better. Dotted lines are not private.",
    "Privet: mean and range of three releases. Best peer: best of AIM, MST and PrivMRF’s own code, measured by others, "
    "mostly one run.",
]

# One colour a line; these three can be told apart by colour-blind readers, too (Okabe and Ito 2008).
BLUE, GREEN, RED, INK, SOFT, FAINT = "#0072b2", "#008060", "#c8480b", "#1f2328", "#59636e", "#e4e7eb"
# Pixels: the card, and inside of it two by two panels with room for axis labels on the left, names on the right.
WIDTH, MARGIN, HEADER = 880, 20, 92
LEFT, RIGHT, TOP, PLOT, BOTTOM = 44, 80, 34, 196, 52
GAP = 20


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--figures", default=HERE / "results" / "accuracy.csv", help="the CSV file to read")
    parser.add_argument("--out", default=HERE.parent.parent / "docs" / "src" / "accuracy.svg",
                        help="the SVG file to write")
    args = parser.parse_args()
    with open(args.figures, newline="", encoding="utf-8") as file:
        figures = list(csv.DictReader(file))
    pathlib.Path(args.out).write_text(picture(figures), encoding="utf-8")


def picture(figures):
    panel_width = (WIDTH - 2 * MARGIN - GAP) / 2
    height = HEADER + 2 * (TOP + PLOT + BOTTOM) + MARGIN - 6
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{height}" viewBox="0 0 {WIDTH} {height}" '
        'role="img" font-family="-apple-system, \'Segoe UI\', \'Noto Sans\', Helvetica, Arial, sans-serif" '
        f'font-size="12" fill="{INK}">',
        f"<title>{escaped(TITLE)}</title>",
        f"<desc>{escaped(' '.join([*SUBTITLES, *summary(figures)]))}</desc>",
        # A white card with a thin edge: the same in a light and in a dark page.
        f'<rect x="0.5" y="0.5" width="{WIDTH - 1}" height="{height - 1}" rx="10" fill="white" stroke="#d1d9e0"/>',
        text(MARGIN, 34, TITLE, 'font-size="18" font-weight="600"'),
    ]
    parts += [text(MARGIN, 56 + 17 * place, line, f'fill="{SOFT}"') for place, line in enumerate(SUBTITLES)]
    for place, (table, size) in enumerate(TABLES):
        left = MARGIN + place % 2 * (panel_width + GAP) + LEFT
        top = HEADER + place // 2 * (TOP + PLOT + BOTTOM) + TOP
        parts += panel(table, size, figures, left, top, panel_width - LEFT - RIGHT)
    return "\n".join([*parts, "</svg>"]) + "\n"


def panel(table, size, figures, left, top, width):
    lines = [
        ("PrivMrf", BLUE, points(figures, table, ["PrivMrf"])),
        ("PrivBayes", GREEN, points(figures, table, ["PrivBayes"])),
        ("best peer", RED, points(figures, table, PEERS)),
    ]
    references = [(method, reference(figures, table, method)) for method in ("independent columns", "resampled rows")]
    epsilons = sorted({point["epsilon"] for _, _, line in lines for point in line})
    heights = [y for _, y in references] + [point[key] for _, _, line in lines for point in line
                                            for key in ("low", "high")]
    # Room above and below for the names of the references.
    pad = (max(heights) / min(heights)) ** (24 / (PLOT - 48))
    low, high = min(heights) / pad, max(heights) * pad
    inset = 22
    step = (width - 2 * inset) / math.log(epsilons[-1] / epsilons[0])
    at_x = lambda epsilon: left + inset + math.log(epsilon / epsilons[0]) * step
    at_y = lambda distance: top + PLOT * math.log(high / distance) / math.log(high / low)

    parts = [f'<text x="{left - LEFT}" y="{top - 14}"><tspan font-size="14" font-weight="600">{escaped(table)}'
             f'</tspan><tspan dx="8" fill="{SOFT}">{escaped(size)}</tspan></text>']
    for tick in ticks(low, high):
        parts += [f'<path d="M{left} {at_y(tick):.1f}h{width:.1f}" stroke="{FAINT}"/>',
                  text(left - 7, at_y(tick) + 4, f"{tick:g}", f'text-anchor="end" fill="{SOFT}" font-size="11"')]
    parts.append(f'<path d="M{left} {top + PLOT}h{width:.1f}" stroke="{SOFT}"/>')
    for epsilon in epsilons:
        words = f"ε = {epsilon:g}" if epsilon == epsilons[0] else f"{epsilon:g}"
        parts += [f'<path d="M{at_x(epsilon):.1f} {top + PLOT}v4" stroke="{SOFT}"/>',
                  text(at_x(epsilon), top + PLOT + 18, words, f'text-anchor="middle" fill="{SOFT}" font-size="11"')]
    for method, distance in references:
        y = at_y(distance)
        # Where no line comes near: above the upper reference, below the lower one.
        below = 15 if method == "resampled rows" else -7
        parts += [f'<path d="M{left} {y:.1f}h{width:.1f}" stroke="{SOFT}" stroke-width="1.5" '
                  'stroke-dasharray="1.5 4" stroke-linecap="round"/>',
                  text(left + 6, y + below, method, f'fill="{SOFT}" font-size="11" {HALO}')]
    names = []
    for name, colour, line in lines:
        places = [(at_x(point["epsilon"]), at_y(point["mean"])) for point in line]
        parts.append(f'<path d="M{"L".join(f"{x:.1f} {y:.1f}" for x, y in places)}" fill="none" stroke="{colour}" '
                     f'stroke-width="2.2" stroke-linejoin="round"/>')
        for point, (x, y) in zip(line, places):
            ours = point["method"] not in PEERS
            if ours and point["low"] < point["high"]:
                parts.append(f'<path d="M{x:.1f} {at_y(point["low"]):.1f}V{at_y(point["high"]):.1f}" '
                             f'stroke="{colour}" stroke-width="6" stroke-opacity="0.3" stroke-linecap="round"/>')
            parts.append(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="3.6" fill="{colour if ours else "white"}" '
                         f'stroke="{colour}" stroke-width="1.8"><title>{escaped(words_of(point))}</title></circle>')
            if not ours:
                # Who it is, below the axis, where no line is in the way.
                short = point["method"].split("'")[0]
                parts.append(text(x, top + PLOT + 34, short, f'text-anchor="middle" fill="{colour}" font-size="11"'))
        names.append([places[-1][1], name, colour])
    names = [*apart(names, 13.5), [top + PLOT + 30, "is best peer", RED]]
    for y, name, colour in names:
        weight = "400" if name == "is best peer" else "600"
        parts.append(text(left + width + 8, y + 4, name, f'fill="{colour}" font-weight="{weight}" font-size="11.5"'))
    return parts


def points(figures, table, methods):
    """The line of some methods: at each ε the best of their means."""
    best = {}
    for row in figures:
        if row["table"] == table and row["method"] in methods:
            point = {key: float(row[key]) for key in ("epsilon", "mean", "low", "high")}
            point |= {"method": row["method"], "runs": row["runs"], "source": row["source"]}
            if point["epsilon"] not in best or point["mean"] < best[point["epsilon"]]["mean"]:
                best[point["epsilon"]] = point
    return [best[epsilon] for epsilon in sorted(best)]


def reference(figures, table, method):
    return next(float(row["mean"]) for row in figures if row["table"] == table and row["method"] == method)


def ticks(low, high):
    """1, 2 and 5 times the powers of ten between the two."""
    exponents = range(math.floor(math.log10(low)), math.ceil(math.log10(high)) + 1)
    candidates = [float(f"{digit}e{exponent}") for exponent in exponents for digit in (1, 2, 5)]
    return [tick for tick in candidates if low <= tick <= high]


def apart(names, distance):
    """The names from top to bottom, each at least this far below the one before, moved as little as may be."""
    names = sorted(names)
    for _ in range(200):
        for upper, lower in zip(names, names[1:]):
            missing = distance - (lower[0] - upper[0])
            if missing > 0.01:
                upper[0] -= missing / 2
                lower[0] += missing / 2
    return names


def words_of(point):
    return (f"{point['method']}, ε = {point['epsilon']:g}: {point['mean']:g} "
            f"({point['low']:g} to {point['high']:g}, runs: {point['runs']}; {point['source']})")


def summary(figures):
    """The picture in words, for who cannot see it."""
    for table, _ in TABLES:
        for name, methods in (("PrivMrf", ["PrivMrf"]), ("PrivBayes", ["PrivBayes"]), ("best peer", PEERS)):
            line = points(figures, table, methods)
            yield f"{table}, {name}: " + ", ".join(f"{point['mean']:g} at {point['epsilon']:g}" for point in line) + "."


def text(x, y, words, attributes=""):
    return f'<text x="{x:g}" y="{y:.1f}" {attributes}>{escaped(words)}</text>'


# White around letters, so that no line crosses them.
HALO = 'stroke="white" stroke-width="4" paint-order="stroke" stroke-linejoin="round"'

main()
